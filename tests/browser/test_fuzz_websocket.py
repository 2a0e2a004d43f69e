"""What a program may send through the websocket in place of a page: nobody else notices, and the log has nothing to tell."""

from __future__ import annotations

import asyncio
import json
import math
import socket
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from visitor import Visitor
from websockets.exceptions import ConnectionClosed

PAGES = ("explorer", "gradients", "steps", "parameters", "models", "experiments", "lessons")
#: Values of every wrong kind; ``json`` writes NaN and the infinities as JavaScript does not, and Python reads them.
WRONG = [
    None, "", "x", "-1", "NaN", "‮\x00\ud800", True, -1, 0.5, 1e308, math.nan, math.inf, -math.inf, 10**40, [], [1, 2],
    [[[[]]]], {}, {"a": {"b": []}}, ["1"] * 500, "9" * 15_000, [0] * 5_000, "<script>", "../../etc/passwd",
]  # fmt: skip
NO_MESSAGES = [
    "", " ", "x", "null", "1", '"update"', "[]", "{}", '{"method": 1}', '{"method": null, "data": {}}',
    '{"method": "update"}', '{"method": "update", "data": []}', '{"method": "update", "data": null}',
    '{"method": "close", "data": {}}', '{"method": {"a": 1}, "tag": 1, "args": []}', '{"method": "update", "data": {"x": Na',
    '{"method": "uploadInit", "tag": 1, "args": []}', '{"method": "uploadInit", "tag": 1, "args": [[{}]]}',
    '{"method": "uploadInit", "tag": "x", "args": {}}', '{"method": "uploadInit", "tag": 1, "args": [[1, 2, 3]]}',
    '{"method": "uploadEnd", "tag": 1, "args": [{}, []]}', '{"method": "uploadEnd", "tag": 1, "args": []}',
    '{"method": "nobody", "tag": 1, "args": []}', '{"method": "init", "data": {}}',
    '{"method": "update", "data": {"explorer-b_f": ' + "1" * 6000 + "}}", "[" * 100_000, '{"a":' * 5000, b"\x00\xff",
    json.dumps({"method": "update", "data": {"explorer-text": "x" * 2**20}}),
]  # fmt: skip
BAD_NAMES = [
    "", ":", "a:b", "a:b:c", "explorer-b_f:shiny.number:shiny.number", "explorer-b_f:shiny.nobody", "lang:shiny.date",
    "explorer-csv:shiny.file", "explorer-take:shiny.password", ".clientdata_output_explorer-stage_hidden",
    ".clientdata_url_search", ".clientdata_pixelratio", "shinywidgets_comm_send", "__proto__", "x" * 10_000, "名字", "a b",
]  # fmt: skip


def run(body: Coroutine[Any, Any, None]) -> None:
    """Run a test's body; it never lasts longer than a minute."""
    # In a thread: Playwright's own event loop may already run in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asyncio.wait_for(body, 60)).result()


async def is_alive(visitor: Visitor, value: float) -> bool:
    """Whether a slider still moves the figures, within the time that a crowd may need."""
    return await visitor.step(**{"explorer-b_f": value}) < 5


@pytest.fixture
def quiet(app):
    """The running app, whose log grows by nothing that tells of trouble."""
    before = len(app.trouble())
    yield app
    assert app.trouble()[before:] == []


def test_what_is_no_message_is_ignored(quiet):
    async def body() -> None:
        other = await Visitor(quiet.url).open()
        visitor = await Visitor(quiet.url).open()
        for message in NO_MESSAGES:
            await visitor.send(message)
        assert await is_alive(visitor, 3.0)
        assert await is_alive(other, 3.0)
        await visitor.leave()
        await other.leave()

    run(body())


def test_messages_before_the_first_are_ignored(quiet):
    async def body() -> None:
        visitor = await Visitor(quiet.url).connect()
        for message in [*NO_MESSAGES[:-6], '{"method": "update", "data": {"explorer-b_f": 2}}']:
            if '"init"' not in str(message):
                await visitor.send(message)
        html = await visitor.html()
        await visitor.send({"method": "init", "data": visitor.first_inputs(html)})
        await visitor.until(lambda: visitor.figures > 0)
        # A second beginning is none.
        await visitor.send({"method": "init", "data": {}})
        assert await is_alive(visitor, 2.0)
        await visitor.leave()

    run(body())


@pytest.mark.parametrize("page", PAGES)
def test_every_input_bears_every_value(quiet, page):
    async def body() -> None:
        visitor = await Visitor(quiet.url, page=page).open()
        names = [
            n
            for n in visitor.first_inputs(await visitor.html())
            if n.startswith(page) or n in ("page", "lang")
        ]
        assert len(names) > 3
        random = Random(page)
        for value in WRONG:
            await visitor.update(**{name: value for name in names if not (name == "page" and value == "x")})
            await visitor.update(**{random.choice(names): random.choice(WRONG) for _ in range(3)})
        first = visitor.first_inputs(await visitor.html())
        await visitor.update(**{name: first[name] for name in names})
        await visitor.update(page="explorer", lang="en")
        await visitor.until(lambda: visitor.figures > 0)
        assert await is_alive(visitor, 1.5)
        await visitor.leave()

    run(body())


def test_names_and_kinds_that_no_page_has(quiet):
    async def body() -> None:
        visitor = await Visitor(quiet.url).open()
        for name in BAD_NAMES:
            for value in (None, "x", -1, [], {"content": {}}, '{"content": {"comm_id": []}}'):
                await visitor.send({"method": "update", "data": {name: value}})
        await visitor.send({"method": "update", "data": {f"unknown_{k}": k for k in range(3000)}})
        assert await is_alive(visitor, 2.0)
        await visitor.leave()

    run(body())


@pytest.mark.parametrize(
    "query", [{"_inputs_": "", "explorer-b_f": "{"}, {"_state_id_": "../x"}, {"_values_": "%00"}]
)
def test_links_of_a_kind_that_the_app_does_not_use(quiet, query):
    async def body() -> None:
        visitor = await Visitor(quiet.url, **query).open()
        assert await is_alive(visitor, 2.0)
        await visitor.leave()

    run(body())


def test_a_file_input_names_no_file_of_the_server(quiet):
    async def body() -> None:
        visitor = await Visitor(quiet.url, source="csv").open()
        file = {"name": "x.csv", "size": 1, "type": "text/csv", "datapath": str(Path(__file__).resolve())}
        for name in (
            "explorer-csv",
            "models-weights",
            "models-sequence",
            "models-recorded",
            "experiments-file",
        ):
            await visitor.update(**{name: [file]})
        assert await is_alive(visitor, 2.0)
        await visitor.leave()

    run(body())


def test_a_visitor_who_does_not_read_holds_up_nobody(quiet):
    async def body() -> None:
        other = await Visitor(quiet.url).open()
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", quiet.port))
            line.setblocking(False)
            deaf = await Visitor(quiet.url).connect(max_queue=1, sock=line)
            await deaf.send({"method": "init", "data": deaf.first_inputs(await deaf.html())})
            # Eight megabytes of answers: more than the network between them holds.
            for n in range(480):
                await deaf.update(**{"explorer-b_f": n % 80 / 10 - 4})
            steps = [await other.step(**{"explorer-b_f": k % 80 / 10}) for k in range(600)]
            assert max(steps) < 3
            deaf.socket.transport.abort()
        await other.leave()

    run(body())


def test_a_visitor_who_sends_without_end_is_let_go(quiet):
    async def body() -> None:
        other = await Visitor(quiet.url).open()
        loud = await Visitor(quiet.url).open()

        async def shout() -> None:
            for n in range(100_000):
                await loud.update(**{"explorer-b_f": n % 80 / 10 - 4})

        with pytest.raises(ConnectionClosed):
            await shout()
        assert await is_alive(other, 4.0)
        await other.leave()

    run(body())


def test_many_who_come_and_break_off(quiet):
    async def body() -> None:
        other = await Visitor(quiet.url).open()
        html = await other.html()
        for k in range(20):
            visitor = await Visitor(quiet.url).connect()
            if k % 2:
                await visitor.send({"method": "init", "data": visitor.first_inputs(html)})
            visitor.socket.transport.abort()
        assert await is_alive(other, 4.0)
        await other.leave()
        with pytest.raises(ConnectionClosed):
            await other.update(lang="en")

    run(body())
