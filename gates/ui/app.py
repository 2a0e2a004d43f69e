"""The app: pages, one server, static files."""

from __future__ import annotations

import gc
import importlib.util
import sys
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qsl

from shiny import App, Inputs, Outputs, Session, reactive, ui
from shiny.types import SilentException
from starlette.middleware import Middleware
from starlette.requests import Request
from threadpoolctl import threadpool_limits

from gates.text import Lang, best_language, say

from . import offload, shell
from .assets import WWW, CompressedStatics
from .documents import KeptDocuments
from .experiments.panel import experiments_ui
from .experiments.params import PARAMS as EXPERIMENTS_PARAMS
from .experiments.server import experiments_server
from .explorer.panel import explorer_ui
from .explorer.params import PARAMS as EXPLORER_PARAMS
from .explorer.server import explorer_server
from .gradients.panel import gradients_ui
from .gradients.params import PARAMS as GRADIENTS_PARAMS
from .gradients.server import gradients_server
from .guard import guarded, notify
from .hardening import Health, LimitedBodies, SecurityHeaders
from .leaving import Leaving
from .lessons.panel import lessons_ui
from .lessons.params import PARAMS as LESSONS_PARAMS
from .lessons.server import lessons_server
from .links import checked_link, link_dialog, unpacked
from .logs import keep_visitors_out
from .models.panel import models_ui
from .models.params import PARAMS as MODELS_PARAMS
from .models.server import models_server
from .parameters.panel import parameters_ui
from .parameters.params import PARAMS as PARAMETERS_PARAMS
from .parameters.server import parameters_server
from .rehearsal import Rehearsed
from .shell import Page
from .sockets import CheckedSockets
from .state import from_query
from .steps.panel import steps_ui
from .steps.params import PARAMS as STEPS_PARAMS
from .steps.server import steps_server

PAGES = (
    Page("explorer", EXPLORER_PARAMS, explorer_ui, explorer_server),
    Page("gradients", GRADIENTS_PARAMS, gradients_ui, gradients_server),
    Page("steps", STEPS_PARAMS, steps_ui, steps_server),
    Page("parameters", PARAMETERS_PARAMS, parameters_ui, parameters_server),
    Page("models", MODELS_PARAMS, models_ui, models_server),
    Page("experiments", EXPERIMENTS_PARAMS, experiments_ui, experiments_server),
    Page("lessons", LESSONS_PARAMS, lessons_ui, lessons_server),
)


_leaving = Leaving(PAGES[0].name)


def app_ui(request: Request) -> Any:
    """The document for one request."""
    return shell.build(request, PAGES)


def server(input: Inputs, output: Outputs, session: Session) -> None:
    """One visitor's session; a page's server starts when the page is first opened."""
    _leaving.follow(session)
    with reactive.isolate():
        search = asked(session.clientdata.url_search).removeprefix("?")
        query, _ = unpacked(dict(parse_qsl(search, keep_blank_values=True)))
    started: set[str] = set()

    def lang() -> Lang:
        return best_language(
            asked(input.lang) or query.get("lang"),
            cast(Any, session).http_conn.headers.get("accept-language", ""),
        )

    def start(page: Page) -> None:
        started.add(page.name)
        page.server(page.name, lang=lang, first=from_query(page.params, query)[0])

    @reactive.effect
    def open_page() -> None:
        name = asked(input.page) or from_query((shell.page_param(PAGES),), query)[0]["page"]
        for page in PAGES:
            if page.name == name and name not in started:
                with reactive.isolate():
                    start(page)

    safe = guarded(session, lang)

    @reactive.effect
    @reactive.event(input.link)
    @safe
    def show_link() -> None:
        ui.modal_show(link_dialog(lang(), checked_link(asked(input.link))))

    @reactive.effect
    @reactive.event(input.wrong_in_link)
    @safe
    def tell_wrong_settings() -> None:
        notify(session, say(lang(), "problem.link", names=asked(input.wrong_in_link)[:200]))


def asked(read: Any) -> str:
    """A text that the browser sent; empty where it sent nothing or something else."""
    try:
        value = read()
    except SilentException:
        return ""
    return value if isinstance(value, str) else ""


def _remember_absent(module: str) -> None:
    """Let an import of a package that is not installed fail at once.

    Shiny asks for its tracing package a dozen times an event, and Python searches the disk each time: a millisecond
    of the five that a slider step takes.
    """
    try:
        found = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        found = None
    if found is None:
        sys.modules.setdefault(module, None)  # pyright: ignore[reportArgumentType]


def make_app() -> App:
    """The app, with one BLAS thread: two sessions on spinning threads slow each other down tenfold."""
    threadpool_limits(1)
    _remember_absent("opentelemetry.sdk")
    app = App(app_ui, server, static_assets=Path(WWW))
    app.sanitize_errors = True
    app.on_shutdown(offload.close)
    # The first of the list is the outermost, whose start comes last.
    app.starlette_app.user_middleware[:0] = [
        Middleware(Rehearsed, pages=[page.name for page in PAGES]),
        *map(
            Middleware,
            (SecurityHeaders, Health, LimitedBodies, CompressedStatics, KeptDocuments, CheckedSockets),
        ),
    ]
    keep_visitors_out()
    # What is imported stays: a collection of garbage need not look at it again.
    gc.freeze()
    return app
