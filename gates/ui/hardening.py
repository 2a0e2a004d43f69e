"""What stands between the network and the app: sizes, headers, a health check."""

from __future__ import annotations

import json
from importlib.metadata import version

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import gates

MAX_UPLOAD = 20 * 2**20
#: The multipart frame and the name around a file of the largest size.
MAX_BODY = MAX_UPLOAD + 64 * 2**10
HEALTH_URL = "/health"

# Widgets are modules made from text (blob:), the module loader of ipywidgets evaluates; nothing comes from elsewhere.
# No font-src or default-src: with one of them Chromium asks for the unused outside fonts that ipywidgets names in its
# style sheet, and complains; without, they are never asked for.
_POLICY = "; ".join(
    (
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self' ws: wss: data: blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    )
)
HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class SecurityHeaders:
    """ASGI middleware that adds ``HEADERS`` to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers added."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)


class LimitedBodies:
    """ASGI middleware: a request body larger than ``MAX_BODY`` is refused, by its header and while it arrives."""

    def __init__(self, app: ASGIApp, limit: int = MAX_BODY) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what arrives; 413 ends it."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "0")
        if not declared.isdigit() or int(declared) > self.limit:
            await self._refuse(scope, receive, send)
            return
        seen, started = 0, False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.limit:
                raise _TooLargeError
            return message

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, counted, watched)
        except _TooLargeError:
            if not started:
                await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = PlainTextResponse("The file is larger than 20 MB.", 413, {"connection": "close"})
        await answer(scope, receive, send)


class _TooLargeError(Exception):
    pass


class Health:
    """ASGI middleware that answers ``/health`` with the versions that run."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        packages = {name: version(name) for name in ("shiny", "shinywidgets", "plotly", "numpy")}
        self.body = json.dumps({"status": "ok", "version": gates.__version__, "packages": packages})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the health check, pass on the rest."""
        if scope["type"] == "http" and scope["path"] == HEALTH_URL:
            headers = {"cache-control": "no-store"}
            await Response(self.body, media_type="application/json", headers=headers)(scope, receive, send)
        else:
            await self.app(scope, receive, send)
