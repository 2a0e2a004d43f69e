"""Visits of the app to itself. Those before the first one fill what sessions fill for good.

Otherwise the first visitor waits for it; and what lies between the objects of a crowd keeps their memory when they have
left.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("gates")
SECONDS = 10.0
#: asyncio keeps so many for good.
WAITERS = 255
#: A websocket as the web server tells of it.
_SCOPE: Scope = {
    "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws", "path": "/websocket/",
    "raw_path": b"/websocket/", "root_path": "", "query_string": b"", "server": ("127.0.0.1", 80), "client": None,
    "headers": [(b"host", b"127.0.0.1")], "subprotocols": [],
}  # fmt: skip


class Rehearsed:
    """ASGI middleware: while the app starts, somebody opens each page and leaves.

    Parameters
    ----------
    pages : iterable of str
        Their names.
    """

    def __init__(self, app: ASGIApp, pages: Iterable[str]) -> None:
        self.app = app
        self.pages = tuple(pages)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on everything; the start waits for the visits."""

        async def started(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                _keep_waiters()
                await rehearse(self.app, self.pages)
                # What is there now stays: a collection of garbage need not look at it again.
                gc.collect()
                gc.freeze()
            await send(message)

        await self.app(scope, receive, started if scope["type"] == "lifespan" else send)


def _keep_waiters() -> None:
    """Make what Python keeps of ended waiting, three a session, before there are sessions between which it would lie."""
    future = asyncio.get_running_loop().create_future()
    _ = [future.__await__() for _ in range(WAITERS)]


async def rehearse(app: ASGIApp, pages: Iterable[str]) -> None:
    """Visit one page after the other; what goes wrong is said in the log."""
    for page in pages:
        try:
            answered = await asyncio.wait_for(visit(app, page), SECONDS)
        except Exception:
            log.exception("the app's own visit to the page %s failed", page)
        else:
            if not answered:
                log.error("the app's own visit to the page %s was not answered", page)


async def visit(app: ASGIApp, page: str) -> bool:
    """A session that opens a page and leaves once it was answered; gives whether it was."""
    data = {"page": page, f".clientdata_output_{page}-stage_hidden": False, ".clientdata_url_search": ""}
    said: asyncio.Queue[Message] = asyncio.Queue()
    said.put_nowait({"type": "websocket.connect"})
    said.put_nowait({"type": "websocket.receive", "text": json.dumps({"method": "init", "data": data})})
    answered = False

    async def hear(message: Message) -> None:
        nonlocal answered
        if json.loads(message.get("text") or "{}").get("busy") == "idle":
            answered = True
            said.put_nowait({"type": "websocket.disconnect", "code": 1000})

    await app(dict(_SCOPE), said.get, hear)
    return answered
