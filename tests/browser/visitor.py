"""A visitor without a browser: opens the page, speaks its websocket, and moves a slider as the page's script does."""

from __future__ import annotations

import asyncio
import json
import re
import time
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from websockets.asyncio.client import ClientConnection, connect

OUTPUT = re.compile(
    r"<[a-z-]+[^>]*class=\"[^\"]*(?:shiny-[a-z-]*output|shiny-ipywidget-output)[^\"]*\"[^>]*>"
)
PARAMS = re.compile(r'<script type="application/json" id="gate-params">(.*?)</script>', re.S)
PATIENCE = 60.0
#: Pages that show figures before anything was typed or sent.
DRAWN_AT_FIRST = ("explorer", "gradients", "experiments")


class Visitor:
    """One session.

    Parameters
    ----------
    url : str
        Address of the app, ending in "/".
    **query : str
        Settings of the link with which it is opened.
    """

    def __init__(self, url: str, **query: str) -> None:
        self.url = url
        self.query = query
        self.page = query.get("page", "explorer")
        self.bytes = 0
        self.frames = 0
        self.idle = 0
        self.figures = 0
        self._attached = 0
        self.complaints: dict[str, str] = {}
        self.session = ""
        self._socket: ClientConnection | None = None

    @property
    def socket(self) -> ClientConnection:
        """The open websocket."""
        assert self._socket is not None
        return self._socket

    @property
    def search(self) -> str:
        """The query of the address."""
        return f"?{urlencode(self.query)}" if self.query else ""

    # ---- coming and going

    def first_inputs(self, html: str) -> dict[str, Any]:
        """What a browser tells of the page at first: settings, which outputs are in view, the address."""
        found = PARAMS.search(html)
        assert found, "the page holds no settings"
        inputs = {id: param["value"] for id, param in json.loads(found[1]).items()}
        for tag in OUTPUT.findall(html):
            name = re.search(r'id="([^"]+)"', tag)
            if name:
                place = f".clientdata_output_{name[1]}_"
                hidden = not name[1].startswith(f"{self.page}-")
                inputs |= {f"{place}hidden": hidden, f"{place}width": 700, f"{place}height": 380}
        address = urlsplit(self.url)
        parts = {"protocol": "http:", "hostname": address.hostname, "port": str(address.port or ""),
                 "pathname": "/", "search": self.search, "hash": ""}  # fmt: skip
        inputs |= {f".clientdata_url_{name}": value for name, value in parts.items()}
        return inputs | {".clientdata_pixelratio": 1, "lang": self.query.get("lang", "en"), "page": self.page}

    async def html(self) -> str:
        """The document."""

        def get() -> str:
            with urllib.request.urlopen(self.url + self.search, timeout=PATIENCE) as answer:
                return answer.read().decode()

        return await asyncio.to_thread(get)

    async def connect(self, **options: Any) -> Visitor:
        """Open the websocket alone."""
        address = urljoin(self.url, "websocket/").replace("http", "ws", 1)
        settings = {"max_size": None, "max_queue": None, "open_timeout": PATIENCE} | options
        self._socket = await connect(address, **settings)
        return self

    async def open(self) -> Visitor:
        """Open the page and wait until its first frame has come."""
        html = await self.html()
        await self.connect()
        await self.send({"method": "init", "data": self.first_inputs(html)})
        drawn = self.page in DRAWN_AT_FIRST
        await self.until(lambda: self.idle > self._attached and (self.figures > 0 or not drawn))
        return self

    async def leave(self) -> None:
        """Close the websocket."""
        await self.socket.close()

    # ---- messages

    async def send(self, message: object) -> None:
        """Send a message; text goes as it is."""
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def update(self, **inputs: Any) -> None:
        """Send values of inputs; two underscores stand for the hyphen between page and name."""
        data = {name.replace("__", "-"): value for name, value in inputs.items()}
        await self.send({"method": "update", "data": data})

    async def receive(self) -> None:
        """Take one message and note what it says."""
        text = await self.socket.recv()
        self.bytes += len(text)
        self.frames += 1
        message = json.loads(text)
        if "config" in message:
            self.session = message["config"]["sessionId"]
        self.idle += message.get("busy") == "idle"
        custom = message.get("custom", {})
        if "gate-complain" in custom:
            self.complaints[custom["gate-complain"]["id"]] = custom["gate-complain"]["text"]
        if "shinywidgets_comm_msg" in custom:
            self.figures += '"figures"' in custom["shinywidgets_comm_msg"]
        if "shinywidgets_comm_open" in custom:
            await self._attach(json.loads(custom["shinywidgets_comm_open"]))

    async def _attach(self, opened: dict[str, Any]) -> None:
        """Say that the page's script listens, as it does when a stage has come."""
        content = opened["content"]
        if content["data"]["state"].get("_model_name") == "AnyModel":
            data = {"method": "custom", "content": {"ready": True}}
            body = {"content": {"comm_id": content["comm_id"], "data": data}, "metadata": {}, "buffers": []}
            self._attached = self.idle
            await self.update(shinywidgets_comm_send=json.dumps(body))

    async def until(self, condition: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Take messages until the condition holds."""
        async with asyncio.timeout(patience):
            while not condition():
                await self.receive()

    async def rest(self, until: float) -> None:
        """Take whatever comes up to a time of the event loop's clock."""
        try:
            async with asyncio.timeout_at(until):
                while True:
                    await self.receive()
        except TimeoutError:
            return

    async def step(self, **inputs: Any) -> float:
        """Move controls and wait for the picture; gives the seconds between both."""
        idle, figures, start = self.idle, self.figures, time.perf_counter()
        await self.update(**inputs)
        await self.until(lambda: self.idle > idle and self.figures > figures)
        return time.perf_counter() - start
