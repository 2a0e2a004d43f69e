"""The check of what a websocket brings, the documents that are kept, the routes that go, the lines of the log."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging

import pytest
from starlette.responses import HTMLResponse
from starlette.routing import Mount, Router

from gates.ui.documents import KeptDocuments
from gates.ui.leaving import forget_repeated_mounts
from gates.ui.logs import WithoutVisitors
from gates.ui.sockets import LONGEST_VALUE, MOST_NAMES, MOST_UPLOADS, Checker

READY = json.dumps({"content": {"comm_id": "a1", "data": {"method": "custom", "content": {"ready": True}}}})
FIRST = {
    "explorer-b_f": 1,
    "explorer-text": "今天",
    "explorer-csv:shiny.file": None,
    "steps-keep:shiny.action": 0,
    "mode": "light",
    ".clientdata_output_explorer-stage_hidden": False,
    ".clientdata_output_explorer-stage_width": 712.5,
    ".clientdata_url_search": "?lang=zh",
    ".clientdata_pixelratio": 2,
}


def message(method: str, **data: object) -> str:
    """A message as a page writes it."""
    return json.dumps({"method": method, "data": data})


def started() -> Checker:
    """The check of a session that has begun."""
    checker = Checker()
    assert checker.checked(message("init")) is not None
    return checker


def kept(checker: Checker, **data: object) -> dict[str, object]:
    """What is left of an update."""
    text = checker.checked(message("update", **data))
    assert text is not None
    return json.loads(text)["data"]


def test_what_a_page_sends_passes_unchanged():
    checker = Checker()
    for text in (
        message("init", **FIRST),
        message("update", shinywidgets_comm_send=READY),
        message("update", **{"explorer-b_f": 1.5, "experiments-start:shiny.action": 3}),
        '{"method": "uploadInit", "tag": 0, "args": [[{"name": "a.pt", "size": 3, "type": ""}]]}',
        '{"method": "uploadEnd", "tag": 1, "args": ["ab12", "models-weights"]}',
    ):
        assert checker.checked(text) == text


def test_a_session_starts_once_and_first():
    checker = Checker()
    assert checker.checked(message("update", x=1)) is None
    assert checker.checked('{"method": "uploadEnd", "tag": 1, "args": ["a", "b"]}') is None
    assert checker.checked(message("init", x=1)) == message("init", x=1)
    assert checker.checked(message("init", x=1)) is None
    assert checker.checked(message("update", x=1)) == message("update", x=1)


def test_an_empty_update_changes_nothing():
    assert started().checked(message("update")) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("a:b:c", 1), ("a:shiny.nobody", 1), ("a:shiny.file", [{"name": "x"}]), ("a:shiny.action", -1), ("", 1),
        ("a:shiny.action", True), ("a:shiny.action", 2**60), ("x" * 201, 1), ("a b", 1), ("名", 1),
        (".clientdata_output_x_hidden", "yes"), (".clientdata_output_x_width", [1]), (".clientdata_url_search", 3),
        (".clientdata_pixelratio", float("nan")), ("shinywidgets_comm_send", "{}"), ("shinywidgets_comm_send", 1),
        ("shinywidgets_comm_send", READY.replace("ready", "reade")), ("a", "x" * (LONGEST_VALUE + 1)),
        ("a", [0] * LONGEST_VALUE),
    ],
)  # fmt: skip
def test_what_no_page_sends_is_taken_out_alone(name, value):
    assert kept(started(), **{name: value, "good": 1}) == {"good": 1}


def test_names_and_uploads_are_bounded():
    checker = started()
    for k in range(MOST_NAMES):
        kept(checker, **{f"n{k}": k})
    assert kept(checker, another=1, n7=2) == {"n7": 2}
    upload = '{"method": "uploadInit", "tag": 0, "args": [[{"name": "a", "size": 3, "type": ""}]]}'
    passed = [checker.checked(upload) is not None for _ in range(MOST_UPLOADS + 5)]
    assert passed == [True] * MOST_UPLOADS + [False] * 5


def test_numbers_too_long_and_lists_too_deep_are_no_messages():
    checker = started()
    for value in ("9" * 5000, "[" * 20 + "]" * 20, "[" * 5000 + "]" * 5000):
        assert checker.checked(f'{{"method": "update", "data": {{"a": {value}}}}}') is None


# ---- documents


def ask(app, query: str = "", **headers: str) -> tuple[dict[str, str], bytes]:
    """Headers and body of the answer to a request for the document."""
    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": query.encode(), "headers": fields}
    answer: list = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(part):
        answer.append(part)

    asyncio.run(app(scope, receive, send))
    return {k.decode(): v.decode() for k, v in answer[0]["headers"]}, b"".join(
        m.get("body", b"") for m in answer
    )


def test_a_document_is_built_once_for_each_link_and_language():
    built = []

    async def app(scope, receive, send):
        built.append(scope["query_string"].decode())
        await HTMLResponse(f"<p>{len(built)}</p>")(scope, receive, send)

    kept_documents = KeptDocuments(app)
    assert ask(kept_documents, accept_language="en")[1] == b"<p>1</p>"
    assert ask(kept_documents, accept_language="zh-CN")[1] == b"<p>2</p>"
    assert ask(kept_documents, accept_language="en-GB,zh;q=0.3")[1] == b"<p>1</p>"
    assert ask(kept_documents, "lang=zh&cell=gru", accept_language="en")[1] == b"<p>3</p>"
    headers, body = ask(kept_documents, "lang=zh&cell=gru", accept_encoding="gzip, br")
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == b"<p>3</p>"
    assert len(built) == 3


def test_documents_have_a_limit_and_errors_are_not_kept():
    async def app(scope, receive, send):
        status = 500 if b"bad" in scope["query_string"] else 200
        await HTMLResponse("x" * 1000, status)(scope, receive, send)

    kept_documents = KeptDocuments(app, limit=200)
    for k in range(50):
        ask(kept_documents, f"t={k}")
    ask(kept_documents, "bad=1")
    assert sum(map(len, kept_documents.kept.values())) <= 200
    assert [key[1] for key in kept_documents.kept][-1] == b"t=49"


# ---- what stays after a visit


def test_routes_of_the_same_folder_stay_once():
    async def files(scope, receive, send):
        raise AssertionError

    inner = Router([Mount("/dist/", app=files, name="w"), Mount("/lib", app=files, name="l")])
    inner.routes = [*inner.routes, *(Mount("/dist/", app=files, name="w") for _ in range(5))]
    first = inner.routes[:2]
    forget_repeated_mounts([Mount("/", app=inner)])
    assert inner.routes == first


SERVED, SOCKET = '%s - "%s %s HTTP/%s" %d', '%s - "WebSocket %s" [accepted]'


@pytest.mark.parametrize(
    ("template", "args", "line"),
    [
        (SERVED, ("203.0.113.9:5", "GET", "/?text=secret", "1.1", 200), 'visitor - "GET / HTTP/1.1" 200'),
        (SOCKET, (("203.0.113.9", 5), "/websocket/"), 'visitor - "WebSocket /websocket/" [accepted]'),
        (
            SERVED,
            ("::1", "POST", "/session/ab12/upload/cd?w=", "1.1", 200),
            'visitor - "POST /session/…/upload/cd HTTP/1.1" 200',
        ),
        ("Uvicorn running on %s://%s:%d", ("http", "127.0.0.1", 8000), "Uvicorn running on http://127.0.0.1:8000"),
    ],
)  # fmt: skip
def test_log_lines_name_no_visitor(template, args, line):
    record = logging.LogRecord("uvicorn.access", logging.INFO, "", 0, template, args, None)
    assert WithoutVisitors().filter(record)
    assert record.getMessage() == line
