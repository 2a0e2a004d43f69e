"""The app: pages, one server, static files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shiny import App, Inputs, Outputs, Session, reactive
from shiny.types import SilentException
from starlette.middleware import Middleware
from starlette.requests import Request
from threadpoolctl import threadpool_limits

from gates.text import Lang, best_language, say

from . import shell
from .assets import WWW, CompressedStatics
from .explorer.panel import explorer_ui
from .explorer.params import PARAMS as EXPLORER_PARAMS
from .explorer.server import explorer_server
from .guard import notify
from .state import from_query
from .steps.panel import steps_ui
from .steps.params import PARAMS as STEPS_PARAMS
from .steps.server import steps_server

PAGES = (
    shell.Page("explorer", EXPLORER_PARAMS, explorer_ui),
    shell.Page("steps", STEPS_PARAMS, steps_ui),
)


def app_ui(request: Request) -> Any:
    """The document for one request."""
    return shell.build(request, PAGES)


def server(input: Inputs, output: Outputs, session: Session) -> None:
    """One visitor's session."""
    query = dict(session.http_conn.query_params)

    def lang() -> Lang:
        try:
            asked = input.lang()
        except SilentException:
            return "en"
        return best_language(asked if isinstance(asked, str) else None)

    explorer_server("explorer", lang=lang, first=from_query(EXPLORER_PARAMS, query)[0])
    steps_server("steps", lang=lang, first=from_query(STEPS_PARAMS, query)[0])

    @reactive.effect
    @reactive.event(input.wrong_in_link)
    def _() -> None:
        names = input.wrong_in_link()
        if isinstance(names, str):
            notify(session, say(lang(), "problem.link", names=names[:200]))


def make_app() -> App:
    """The app, with one BLAS thread: two sessions on spinning threads slow each other down tenfold."""
    threadpool_limits(1)
    app = App(app_ui, server, static_assets=Path(WWW))
    app.sanitize_errors = True
    app.starlette_app.user_middleware.insert(0, Middleware(CompressedStatics))
    return app
