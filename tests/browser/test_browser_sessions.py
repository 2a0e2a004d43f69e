"""Two people at once, and one who means harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from websockets.sync.client import ClientConnection, connect

from gates.ui.explorer.params import PARAMS

WRONG: list[Any] = [
    None, True, -1, 1e308, "", "abc", "NaN", "🙂" * 300, [], [1, 2], {}, {"a": [None]}, [[["x"]]], "<script>", 10**30, -0.5,
]  # fmt: skip
LANGS: list[Any] = [5, [], {"zh": 1}, None, True, "xx", "zh", 0.5]


def test_two_sessions_are_independent(open_page):
    one, two = open_page("?lang=en&seed=1"), open_page("?lang=zh&cell=gru&seed=2")
    before = two.curve("reach", "full")
    one.set("b_f", 5.0)
    one.choose("family", "zero")
    np.testing.assert_array_equal(two.curve("reach", "full"), before)
    two.set("b_z", -3.0)
    assert one.value("b_f") == 5.0
    np.testing.assert_array_equal(one.curve("reach", "full"), one.curve("reach", "direct"))
    assert one.is_alive()
    assert two.is_alive()


@contextmanager
def session(url: str) -> Iterator[ClientConnection]:
    """A websocket that speaks as the page's script does, without a page."""
    address = url.replace("http", "ws") + "websocket/"
    with connect(address, open_timeout=20, max_size=None) as socket:
        first = {
            "method": "init",
            "data": {".clientdata_url_search": "", "lang": "en", "page": "explorer", **HIDDEN},
        }
        socket.send(json.dumps(first))
        yield socket


#: What a browser says of the place of the widget.
HIDDEN = {".clientdata_output_explorer-stage_hidden": False, ".clientdata_url_protocol": "http:"}


def answer(socket: ClientConnection, inputs: dict[str, Any]) -> list[dict[str, Any]]:
    """Send inputs and give all messages until the server is idle again."""
    socket.send(json.dumps({"method": "update", "data": inputs}))
    return until_idle(socket)


def until_idle(socket: ClientConnection) -> list[dict[str, Any]]:
    """Messages up to the next one that says idle."""
    seen = []
    while True:
        message = json.loads(socket.recv(timeout=30))
        seen.append(message)
        if message.get("busy") == "idle":
            return seen


def test_wrong_types_close_no_session(app, explorer):
    ids = [f"explorer-{param.id}" for param in PARAMS]
    with session(app.url) as socket:
        until_idle(socket)
        for wrong in WRONG:
            answer(socket, dict.fromkeys(ids, wrong))
        for lang in LANGS:
            answer(socket, {"lang": lang, "explorer-b_f": 99, "explorer-T": "x"})
        for name in (
            "explorer-csv",
            "explorer-table",
            "wrong_in_link",
            "page",
            "link",
            "explorer-cell_tab",
            "mode",
            "no_such",
        ):
            for wrong in WRONG:
                answer(socket, {name: wrong})
        # It still answers a right value.
        answer(socket, {"lang": "en", "page": "explorer", "explorer-b_f": 2.0})
        answer(socket, {"explorer-b_f": 3.0})
    assert explorer.is_alive()
    assert app.trouble() == []


def test_a_forged_upload_reads_no_file_of_the_server(app, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\n1,sesame\n")
    with session(app.url) as socket:
        until_idle(socket)
        answer(socket, {"explorer-source": "csv"})
        forged = [{"name": "x.csv", "size": 9, "type": "text/csv", "datapath": str(secret)}]
        said = answer(socket, {"explorer-csv": forged})
        said += answer(socket, {"explorer-b_f": 2.0})
    assert "sesame" not in json.dumps(said)


@pytest.mark.parametrize(
    "frame", ['{"method":"update"}', '{"method":"update","data":[]}', "[]", "null", "{", '{"method":"x"}']
)
def test_broken_messages_harm_nobody_else(app, explorer, frame):
    with session(app.url) as socket:
        until_idle(socket)
        socket.send(frame)
    assert explorer.is_alive()


def test_leaving_in_the_middle_of_a_calculation_leaves_nothing_in_the_log(app, open_page):
    explorer = open_page("?lang=en&dh=128&in=noise&T=2000")
    explorer.type("b_f", 3)
    explorer.page.goto("about:blank")
    assert open_page().is_alive()
    assert app.trouble() == []
