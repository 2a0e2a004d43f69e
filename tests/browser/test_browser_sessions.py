"""Two people at once, one who leaves, and one who claims a file that is not theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np
from websockets.sync.client import ClientConnection, connect


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


TAGS = count(1)
#: What a browser says of the place of the widget.
HIDDEN = {".clientdata_output_explorer-stage_hidden": False, ".clientdata_url_protocol": "http:"}


def answer(socket: ClientConnection, inputs: dict[str, Any]) -> list[dict[str, Any]]:
    """Send inputs and give all messages until they are dealt with."""
    socket.send(json.dumps({"method": "update", "data": inputs}))
    # A request is answered in its turn, also where the inputs changed nothing.
    tag = next(TAGS)
    socket.send(json.dumps({"method": "uploadInit", "args": [[]], "tag": tag}))
    seen = []
    while True:
        message = json.loads(socket.recv(timeout=60))
        seen.append(message)
        if message.get("response", {}).get("tag") == tag:
            return seen


def test_a_forged_upload_reads_no_file_of_the_server(app, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\n1,sesame\n")
    with session(app.url) as socket:
        answer(socket, {"explorer-source": "csv"})
        forged = [{"name": "x.csv", "size": 9, "type": "text/csv", "datapath": str(secret)}]
        said = answer(socket, {"explorer-csv": forged})
        said += answer(socket, {"explorer-b_f": 2.0})
    assert "sesame" not in json.dumps(said)


def test_leaving_in_the_middle_of_a_calculation_leaves_nothing_in_the_log(app, open_page):
    explorer = open_page("?lang=en&dh=128&in=noise&T=2000")
    explorer.type("b_f", 3)
    explorer.page.goto("about:blank")
    assert open_page().is_alive()
    assert app.trouble() == []
