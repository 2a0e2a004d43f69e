"""What stands between a websocket and the app: only messages that a page can send, and nobody who waits for a reader.

Shiny ends a session, with a traceback, at the first message that is no JSON, comes out of turn or has an input of a
wrong kind; and it waits for a visitor who does not read, with all the others waiting behind. Here the first are
dropped, and the second are waited for by a task of their own.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Characters of one message; the first one of a page has about 15,000.
MOST_CHARACTERS = 128 * 2**10
#: Characters of one value.
LONGEST_VALUE = 20_000
#: Names of inputs in one session; all pages together have about 700.
MOST_NAMES = 2_000
MOST_UPLOADS = 50
DEEPEST = 8
#: Bytes on their way to one visitor; a slider step has about 15,000.
MOST_WAITING = 4 * 2**20
#: Messages of one visitor that wait for the app; a page waits for an answer itself.
MOST_PENDING = 500
SECONDS_TO_END = 5.0
_NAME = re.compile(r"[\w.-]{1,200}\Z", re.ASCII)
_LARGEST = 2**53


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGEST


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


#: The kinds of input that the pages have: what stands behind the colon of a name.
KINDS: dict[str, Callable[[Any], bool]] = {
    "shiny.number": lambda value: True,
    "shiny.action": _is_count,
    "bslib.toolbar.button": _is_count,
    "shiny.file": lambda value: value is None,
}
#: What the browser tells of itself, by the end of its name.
CLIENT: dict[str, Callable[[Any], bool]] = {
    "_hidden": lambda value: isinstance(value, bool),
    "_width": _is_number,
    "_height": _is_number,
    "pixelratio": _is_number,
}


def _is_shallow(value: Any, depth: int = DEEPEST) -> bool:
    if not isinstance(value, list | dict):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_is_shallow(each, depth - 1) for each in inner)


def _is_small(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_VALUE
    return not isinstance(value, list | dict) or len(json.dumps(value)) <= LONGEST_VALUE


def is_ready_signal(value: Any) -> bool:
    """Whether this is the one thing that a stage says: that its page listens."""
    try:
        content = json.loads(value)["content"]
        return _is_text(content["comm_id"]) and content["data"]["content"] == {"ready": True}
    except (TypeError, ValueError, KeyError, RecursionError):
        return False


def is_upload(args: list[Any]) -> bool:
    """Whether these are the arguments with which a page announces one file."""
    try:
        [[file]] = args
        return _is_text(file["name"]) and _is_text(file["type"]) and _is_count(file["size"])
    except (TypeError, ValueError, KeyError):
        return False


class Checker:
    """The messages of one session, in their order."""

    def __init__(self) -> None:
        self.started = False
        self.names: set[str] = set()
        self.uploads = 0

    def checked(self, text: Any) -> str | None:
        """The message without what no page sends; ``None`` where nothing is left."""
        if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
            return None
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(message, dict) or not _is_shallow(message):
            return None
        method = message.get("method")
        if method in ("init", "update") and isinstance(message.get("data"), dict):
            return self._inputs(text, message)
        return text if self.started and self._is_request(message) else None

    def _inputs(self, text: str, message: dict[str, Any]) -> str | None:
        # The first message of a session, and no other, starts it; an empty one changes nothing.
        data, first = message["data"], message["method"] == "init"
        if first == self.started or not (first or data):
            return None
        self.started = True
        kept = {name: value for name, value in data.items() if self._is_input(name, value)}
        return text if len(kept) == len(data) else json.dumps({"method": message["method"], "data": kept})

    def _is_input(self, name: str, value: Any) -> bool:
        bare, colon, kind = name.partition(":")
        if not _NAME.match(bare) or (colon and not KINDS.get(kind, lambda value: False)(value)):
            return False
        if bare.startswith(".clientdata_"):
            test = next((test for end, test in CLIENT.items() if bare.endswith(end)), _is_text)
            if not test(value):
                return False
        elif bare == "shinywidgets_comm_send" and not is_ready_signal(value):
            return False
        if bare not in self.names and len(self.names) >= MOST_NAMES:
            return False
        self.names.add(bare)
        return _is_small(value)

    def _is_request(self, message: dict[str, Any]) -> bool:
        method, args = message.get("method"), message.get("args")
        if not _is_count(message.get("tag")) or not isinstance(args, list):
            return False
        if method == "uploadInit":
            self.uploads += 1
            return self.uploads <= MOST_UPLOADS and is_upload(args)
        return method == "uploadEnd" and len(args) == 2 and all(map(_is_text, args))


class Outbox:
    """What is on its way to one visitor; whoever puts something in does not wait."""

    def __init__(self, send: Send, overflow: Callable[[], object]) -> None:
        self._send, self._overflow = send, overflow
        self._waiting: asyncio.Queue[Message] = asyncio.Queue()
        self._bytes = 0
        self._full = False
        self._writer = asyncio.create_task(self._write())

    async def put(self, message: Message) -> None:
        """Send ``message`` after those before it."""
        if self._writer.done() or self._full:
            return
        self._bytes += len(message.get("text") or b"")
        self._waiting.put_nowait(message)
        if self._bytes > MOST_WAITING:
            self._full = True
            self._overflow()

    async def _write(self) -> None:
        while True:
            message = await self._waiting.get()
            try:
                await self._send(message)
            except OSError:  # the visitor has gone
                return
            finally:
                self._waiting.task_done()
            self._bytes -= len(message.get("text") or b"")

    async def end(self) -> None:
        """Send what is left, if it can be sent soon."""
        if not self._full:
            rest = asyncio.create_task(self._waiting.join())
            await asyncio.wait(
                {rest, self._writer}, timeout=SECONDS_TO_END, return_when=asyncio.FIRST_COMPLETED
            )
            rest.cancel()
        self._writer.cancel()


class Inbox:
    """What one visitor has sent and the app has not taken yet; checked when it comes.

    A goodbye overtakes what waits: nobody computes for one who has left. So it ends for one who sends without end.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._checker = Checker()
        self._waiting: deque[Message] = deque()
        self._come = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def take(self) -> Message:
        """The next message."""
        while not self._waiting:
            self._come.clear()
            await self._come.wait()
        return self._waiting.popleft()

    def goodbye(self, code: int = 1008) -> None:
        """Let the app see that the visitor has gone, before anything else."""
        self._waiting.clear()
        self._waiting.append({"type": "websocket.disconnect", "code": code})
        self._come.set()
        self._reader.cancel()

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                self.goodbye(message.get("code", 1005))
            elif message["type"] == "websocket.receive":
                text = self._checker.checked(message.get("text"))
                if text is None:
                    continue
                message = {"type": "websocket.receive", "text": text}
                if len(self._waiting) >= MOST_PENDING:
                    self.goodbye()
            self._waiting.append(message)
            self._come.set()

    def end(self) -> None:
        """Read no more."""
        self._reader.cancel()


class CheckedSockets:
    """ASGI middleware around every websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on what passes."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        inbox = Inbox(receive)
        outbox = Outbox(send, overflow=inbox.goodbye)
        try:
            await self.app(scope, inbox.take, outbox.put)
        finally:
            inbox.end()
            await outbox.end()
