"""Static files: which the page needs, and how they travel (compressed once, cached by the browser)."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import plotly
from htmltools import HTMLDependency
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import gates
from gates.text import LANGS, catalogue

WWW = Path(gates.__file__).resolve().parent.parent / "www"
SCRIPTS = (
    "access.js",
    "text.js",
    "theme.js",
    "diagram.js",
    "frame.js",
    "overlay.js",
    "quick.js",
    "figure.js",
    "live.js",
    "picture.js",
    "address.js",
    "page.js",
    "controls.js",
    "pages.js",
    "models.js",
    "lessons.js",
)
#: Runs as soon as the styles before it are there, and before the page is laid out.
AT_ONCE = "sheets.js"
STYLES = (
    "app.css",
    "diagram.css",
    "pages.css",
    "gradients.css",
    "models.css",
    "experiments.css",
    "lessons.css",
)
TEXT_URL = "/catalogue.js"
_CACHED_SUFFIXES = (".js", ".css", ".woff2")
_FOR_GOOD = "public, max-age=31536000, immutable"
#: Shiny puts the version of a library into its folder's name; that of our own files is their content.
_VERSIONED = re.compile(r"/lib/[^/]+-\d[^/]*/")


def plotly_js() -> HTMLDependency:
    """plotly.js of the installed package. It stands first: later scripts bring a module loader that it would join."""
    source = Path(plotly.__file__).parent / "package_data"
    return HTMLDependency("plotly-js", plotly.__version__, source={"subdir": str(source)},
                          script={"src": "plotly.min.js"})  # fmt: skip


def own_files() -> HTMLDependency:
    """The page's own scripts and styles; the version is their content, so that a cached file is never stale."""
    names = [AT_ONCE, *SCRIPTS, *STYLES]
    version = "0." + str(int(sha256(b"".join((WWW / n).read_bytes() for n in names)).hexdigest()[:8], 16))
    return HTMLDependency(
        "gate-explorer",
        version,
        source={"subdir": str(WWW)},
        script=[{"src": AT_ONCE}, *({"src": name, "defer": ""} for name in SCRIPTS)],
        stylesheet=[{"href": name} for name in STYLES],
    )


@cache
def catalogue_js() -> tuple[str, bytes]:
    """Both catalogues as a script, and a short hash of it for its address."""
    texts = {lang: {key: both[lang] for key, both in catalogue().items()} for lang in LANGS}
    body = ("window.GATE_TEXT=" + json.dumps(texts, ensure_ascii=False, separators=(",", ":"))).encode()
    return sha256(body).hexdigest()[:12], body


def cache_rule(scope: Scope) -> str:
    """Kept for good where the address holds the version of what it names; else the browser asks each time."""
    path = str(scope.get("path", ""))
    newest = path == TEXT_URL and scope.get("query_string") == catalogue_js()[0].encode()
    return _FOR_GOOD if newest or _VERSIONED.search(path) else "no-cache"


@dataclass(frozen=True)
class _File:
    """What is sent of a file, and how a browser asks whether it still is so."""

    body: bytes
    media_type: str
    tag: str


def _file(body: bytes, media_type: str, *, packed: bool) -> _File:
    sent = gzip.compress(body, 6) if packed else body
    return _File(sent, media_type, f'"{sha256(sent).hexdigest()[:16]}"')


class CompressedStatics:
    """ASGI middleware: script and style files are compressed once per process and kept by the browser as they may be.

    Compressing the five megabytes of plotly.js for each of sixty visitors would cost more than all their gradients.
    """

    def __init__(self, app: ASGIApp, limit: int = 32 * 2**20) -> None:
        self.app = app
        self.limit = limit
        self.kept: dict[str, _File] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve from memory, or let the app answer and keep what it says."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path, packed = str(scope["path"]), self._concerns(scope)
        if path == TEXT_URL:
            text = catalogue_js()[1], "text/javascript"
            if packed and path not in self.kept:
                self.kept[path] = _file(*text, packed=True)
            file = self.kept[path] if packed else _file(*text, packed=False)
        elif not packed:
            await self.app(scope, receive, _with_rule(scope, send))
            return
        elif path in self.kept or await self._fetch(scope, receive, _with_rule(scope, send)):
            file = self.kept[path]
        else:
            return
        await _answer(scope, file, packed)(scope, receive, send)

    def _concerns(self, scope: Scope) -> bool:
        if scope["method"] != "GET" or not scope["path"].endswith(_CACHED_SUFFIXES):
            return False
        return "gzip" in Headers(scope=scope).get("accept-encoding", "")

    async def _fetch(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Ask the app for the file; False where its answer was passed on as it is (not found, not modified)."""
        start: Message = {}
        parts: list[bytes] = []

        async def catch(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        # A validator would be answered by 304 without a body; the file itself is wanted here.
        plain = [
            (k, v)
            for k, v in scope["headers"]
            if k not in (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")
        ]
        await self.app({**scope, "headers": plain}, receive, catch)
        body = b"".join(parts)
        headers = MutableHeaders(scope={"type": "http", "headers": start.get("headers", [])})
        if start.get("status") != 200 or sum(len(file.body) for file in self.kept.values()) > self.limit:
            await send(start)
            await send({"type": "http.response.body", "body": body})
            return False
        media_type = headers.get("content-type", "application/octet-stream")
        self.kept[str(scope["path"])] = _file(body, media_type, packed=True)
        return True


def _answer(scope: Scope, file: _File, packed: bool) -> Response:
    """The file, or 304 for who has it."""
    headers = {"etag": file.tag, "cache-control": cache_rule(scope), "vary": "Accept-Encoding"}
    held = Headers(scope=scope).get("if-none-match", "").split(",")
    if file.tag in [tag.strip().removeprefix("W/") for tag in held]:
        return Response(status_code=304, headers=headers)
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(file.body, media_type=file.media_type, headers=headers)


def _with_rule(scope: Scope, send: Send) -> Send:
    """``send`` that says of a file how long it may be kept; a file is what has an ETag."""

    async def said(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in (200, 206, 304):
            headers = MutableHeaders(scope=message)
            if "etag" in headers:
                headers.setdefault("cache-control", cache_rule(scope))
        await send(message)

    return said
