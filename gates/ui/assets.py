"""Static files: which the page needs, and how they travel (compressed once, cached by the browser)."""

from __future__ import annotations

import gzip
import json
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


def plotly_js() -> HTMLDependency:
    """plotly.js of the installed package. It stands first: later scripts bring a module loader that it would join."""
    source = Path(plotly.__file__).parent / "package_data"
    return HTMLDependency("plotly-js", plotly.__version__, source={"subdir": str(source)},
                          script={"src": "plotly.min.js"})  # fmt: skip


def own_files() -> HTMLDependency:
    """The page's own scripts and styles; the version is their content, so that a cached file is never stale."""
    names = [*SCRIPTS, *STYLES]
    version = "0." + str(int(sha256(b"".join((WWW / n).read_bytes() for n in names)).hexdigest()[:8], 16))
    return HTMLDependency(
        "gate-explorer",
        version,
        source={"subdir": str(WWW)},
        script=[{"src": name, "defer": ""} for name in SCRIPTS],
        stylesheet=[{"href": name} for name in STYLES],
    )


@cache
def catalogue_js() -> tuple[str, bytes]:
    """Both catalogues as a script, and a short hash of it for its address."""
    texts = {lang: {key: both[lang] for key, both in catalogue().items()} for lang in LANGS}
    body = ("window.GATE_TEXT=" + json.dumps(texts, ensure_ascii=False, separators=(",", ":"))).encode()
    return sha256(body).hexdigest()[:12], body


class CompressedStatics:
    """ASGI middleware: script and style files are compressed once per process and may be kept by the browser.

    Addresses of these files hold a version, so a browser may keep them for good. Compressing the five megabytes of
    plotly.js for each of sixty visitors would cost more than all their gradients.
    """

    def __init__(self, app: ASGIApp, limit: int = 32 * 2**20) -> None:
        self.app = app
        self.limit = limit
        self.kept: dict[str, tuple[bytes, str]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve from memory, or let the app answer and keep what it says."""
        path = str(scope.get("path", ""))
        if not self._concerns(scope):
            plain = (
                Response(catalogue_js()[1], media_type="text/javascript") if path == TEXT_URL else self.app
            )
            await plain(scope, receive, send)
            return
        if path == TEXT_URL:
            self.kept.setdefault(
                path, (gzip.compress(catalogue_js()[1], 6), "text/javascript; charset=utf-8")
            )
        if path not in self.kept and not await self._fetch(scope, receive, send):
            return
        body, media_type = self.kept[path]
        headers = {
            "content-encoding": "gzip",
            "cache-control": "public, max-age=31536000, immutable",
            "vary": "Accept-Encoding",
        }
        await Response(body, media_type=media_type, headers=headers)(scope, receive, send)

    def _concerns(self, scope: Scope) -> bool:
        if (
            scope["type"] != "http"
            or scope["method"] != "GET"
            or not scope["path"].endswith(_CACHED_SUFFIXES)
        ):
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
        if start.get("status") != 200 or sum(len(b) for b, _ in self.kept.values()) > self.limit:
            await send(start)
            await send({"type": "http.response.body", "body": body})
            return False
        self.kept[str(scope["path"])] = (
            gzip.compress(body, 6),
            headers.get("content-type", "application/octet-stream"),
        )
        return True
