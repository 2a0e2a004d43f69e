"""Static files: compressed once, kept by the browser, and everything else passed on as it is."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import pytest

from gates.text import catalogue
from gates.ui.assets import TEXT_URL, WWW, CompressedStatics, catalogue_js, own_files, plotly_js

FOR_GOOD = "public, max-age=31536000, immutable"
BODY = b"let a = 1;\n" * 200


class App:
    """An ASGI app that serves one script and counts how often it was asked."""

    def __init__(self, status: int = 200, chunks: int = 1) -> None:
        self.status = status
        self.chunks = chunks
        self.asked: list[dict[str, Any]] = []

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.asked.append(scope)
        body = BODY if self.status == 200 else b"" if self.status == 304 else b"not here"
        headers = [
            (b"content-type", b"text/javascript"),
            (b"etag", b'"1"'),
            (b"content-length", b"%d" % len(body)),
        ]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        size = -(-len(body) // self.chunks) or 1
        parts = [body[i : i + size] for i in range(0, len(body), size)] or [b""]
        for k, part in enumerate(parts):
            more = k < len(parts) - 1
            await send({"type": "http.response.body", "body": part, "more_body": more})


def get(
    app: Any, path: str = "/lib/x-1.2/a.js", method: str = "GET", query: str = "", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of one request."""
    sent: list[dict[str, Any]] = []
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": named}
    scope["query_string"] = query.encode()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    assert [m["type"] for m in sent].count("http.response.start") == 1
    start, *bodies = sent
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], found, b"".join(m.get("body", b"") for m in bodies)


@pytest.mark.parametrize("chunks", [1, 7])
def test_a_script_is_compressed_once_and_kept_by_the_browser(chunks):
    app = App(chunks=chunks)
    served = CompressedStatics(app)
    answers = [get(served, accept_encoding="gzip, deflate, br") for _ in range(3)]
    assert len(app.asked) == 1
    for status, headers, body in answers:
        assert status == 200
        assert gzip.decompress(body) == BODY
        assert len(body) < len(BODY) / 5
        assert headers["content-encoding"] == "gzip"
        assert headers["cache-control"] == FOR_GOOD
        assert headers["vary"] == "Accept-Encoding"
        assert headers["content-type"].startswith("text/javascript")
        assert int(headers["content-length"]) == len(body)


@pytest.mark.parametrize("headers", [{"accept_encoding": "gzip"}, {}])
@pytest.mark.parametrize(("path", "query", "rule"), [
    ("/lib/gate-explorer-0.123/live.js", "", FOR_GOOD), ("/lib/plotly-js-7.1.0/plotly.min.js", "", FOR_GOOD),
    ("/under/lib/shiny-1.8.0/shiny.js", "", FOR_GOOD), ("/live.js", "", "no-cache"), ("/live.js", "v=1", "no-cache"),
    ("/lib/named/a.js", "", "no-cache"), ("/app.css", "", "no-cache"), ("/favicon.svg", "", "no-cache"),
    (TEXT_URL, catalogue_js()[0], FOR_GOOD), (TEXT_URL, "", "no-cache"), (TEXT_URL, "an-older-one", "no-cache"),
])  # fmt: skip
def test_only_an_address_that_holds_the_version_is_kept_for_good(path, query, rule, headers):
    status, answered, _ = get(CompressedStatics(App()), path, query=query, **headers)
    assert (status, answered["cache-control"]) == (200, rule)
    assert answered["etag"]


@pytest.mark.parametrize("path", ["/live.js", TEXT_URL])
@pytest.mark.parametrize("held", ["{}", "W/{}", '"other", {}'])
def test_who_has_the_file_is_told_so_in_a_few_bytes(path, held):
    served = CompressedStatics(App())
    tag = get(served, path, accept_encoding="gzip")[1]["etag"]
    status, headers, body = get(served, path, accept_encoding="gzip", if_none_match=held.format(tag))
    assert (status, body, headers["etag"], headers["cache-control"]) == (304, b"", tag, "no-cache")
    assert get(served, path, accept_encoding="gzip", if_none_match='"other"')[0] == 200


def test_compressed_and_plain_are_told_apart():
    served = CompressedStatics(App())
    tags = {get(served, TEXT_URL, **headers)[1]["etag"] for headers in ({"accept_encoding": "gzip"}, {})}
    assert len(tags) == 2


def test_a_validator_does_not_reach_the_file():
    app = App()
    get(
        CompressedStatics(app), accept_encoding="gzip", if_none_match='"1"', range="bytes=0-3", x_other="kept"
    )
    assert [name for name, _ in app.asked[0]["headers"]] == [b"x-other"]


@pytest.mark.parametrize("status", [304, 404, 500])
def test_other_answers_are_passed_on_and_not_kept(status):
    app = App(status)
    served = CompressedStatics(app)
    for _ in range(2):
        answer, headers, body = get(served, accept_encoding="gzip")
        assert answer == status
        assert "content-encoding" not in headers
        assert headers.get("cache-control") == (None if status != 304 else FOR_GOOD)
        assert body == (b"" if status == 304 else b"not here")
    assert len(app.asked) == 2
    assert served.kept == {}


@pytest.mark.parametrize("headers", [{}, {"accept_encoding": "identity"}, {"accept_encoding": "br"}])
def test_nothing_is_compressed_for_who_does_not_take_it(headers):
    app = App()
    status, answered, body = get(CompressedStatics(app), **headers)
    assert (status, body) == (200, BODY)
    assert "content-encoding" not in answered
    assert app.asked[0]["headers"] == [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]


@pytest.mark.parametrize(
    ("path", "method"), [("/", "GET"), ("/session/1/download/x.csv", "GET"), ("/a.js", "POST")]
)
def test_what_is_no_static_file_is_left_alone(path, method):
    app = App()
    served = CompressedStatics(app)
    assert get(served, path, method, accept_encoding="gzip")[2] == BODY
    assert served.kept == {}


def test_a_websocket_is_left_alone():
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    asyncio.run(CompressedStatics(app)({"type": "websocket", "path": "/a.js"}, None, None))  # type: ignore
    assert seen == ["websocket"]


def test_memory_is_bounded():
    app = App()
    served = CompressedStatics(app, limit=0)
    sizes = [len(get(served, f"/{k}.js", accept_encoding="gzip")[2]) for k in range(5)]
    assert len(served.kept) == 1
    assert sizes[1:] == [len(BODY)] * 4


@pytest.mark.parametrize("headers", [{"accept_encoding": "gzip"}, {}])
def test_the_catalogue_is_a_script_for_everybody(headers):
    app = App(404)
    status, answered, body = get(CompressedStatics(app), TEXT_URL, **headers)
    assert status == 200
    assert answered["content-type"] == "text/javascript; charset=utf-8"
    plain = gzip.decompress(body) if headers else body
    texts = json.loads(plain.decode().removeprefix("window.GATE_TEXT="))
    assert texts["zh"] == {key: both["zh"] for key, both in catalogue().items()}
    assert texts["en"]["gate.f"] == "forget gate"


def test_addresses_change_with_the_content():
    assert len(catalogue_js()[0]) == 12
    files = own_files()
    assert all((WWW / script["src"]).is_file() for script in files.script)
    assert all((WWW / style["href"]).is_file() for style in files.stylesheet)
    assert str(files.version) != "0.0"


def test_plotly_is_the_one_that_is_installed():
    dependency = plotly_js()
    assert dependency.script[0]["src"] == "plotly.min.js"
    folder = dependency.source_path_map()["source"]
    with open(f"{folder}/plotly.min.js", "rb") as file:
        assert b"plotly.js v" in file.read(200)
