"""The page's document: built once for each link and language, and sent compressed.

Building it takes a quarter of a second, in which no slider of anybody is answered. A class opens the same link at the
same minute, and the document depends on nothing but the link and the language.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gates.text import LANGS, best_language

Key = tuple[str, bytes, str]


class KeptDocuments:
    """ASGI middleware that keeps documents, compressed; who was not asked for longest goes first.

    Parameters
    ----------
    limit : int
        Bytes that are kept at most; a document takes about 60,000.
    """

    def __init__(self, app: ASGIApp, limit: int = 6 * 2**20) -> None:
        self.app = app
        self.limit = limit
        self.kept: OrderedDict[Key, bytes] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a document from memory, let the app answer the rest; before the first request, build both languages."""
        if scope["type"] == "lifespan":

            async def started(message: Message) -> None:
                if message["type"] == "lifespan.startup.complete":
                    for lang in LANGS:
                        await self._build(_first_request(lang), receive)
                await send(message)

            await self.app(scope, receive, started)
        elif scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == "/":
            await self._answer(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = key_of(scope)
        packed = self.kept.get(key)
        if packed is None:
            answer = await self._build(scope, receive)
            packed = self.kept.get(key)
            if packed is None:
                for message in answer:
                    await send(message)
                return
        self.kept.move_to_end(key)
        headers = {"vary": "Accept-Encoding, Accept-Language", "cache-control": "no-cache"}
        if "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            body, headers["content-encoding"] = packed, "gzip"
        else:
            body = gzip.decompress(packed)
        await Response(body, media_type="text/html", headers=headers)(scope, receive, send)

    async def _build(self, scope: Scope, receive: Receive) -> list[Message]:
        """Ask the app; keep its document if it is one, and give its whole answer."""
        answer: list[Message] = []

        async def catch(message: Message) -> None:
            answer.append(message)

        await self.app(scope, receive, catch)
        headers = MutableHeaders(scope=dict(answer[0], type="http"))
        if answer[0].get("status") == 200 and headers.get("content-type", "").startswith("text/html"):
            body = b"".join(m.get("body", b"") for m in answer)
            self.kept[key_of(scope)] = gzip.compress(body, 6)
            while sum(map(len, self.kept.values())) > self.limit:
                self.kept.popitem(last=False)
        return answer


def key_of(scope: Scope) -> Key:
    """What a document depends on: where the app is mounted, the link, the language."""
    query = bytes(scope.get("query_string", b""))
    asked = dict(parse_qsl(query.decode("latin-1"))).get("lang")
    lang = best_language(asked, Headers(scope=scope).get("accept-language", ""))
    return str(scope.get("root_path", "")), query, lang


def _first_request(lang: str) -> Scope:
    """A request as the first visitor of that language makes it."""
    return {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": "/", "raw_path": b"/", "root_path": "", "query_string": b"", "server": ("127.0.0.1", 80),
        "client": None, "headers": [(b"host", b"127.0.0.1"), (b"accept-language", lang.encode())],
    }  # fmt: skip
