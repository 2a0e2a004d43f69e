"""The page around the pages: head, navigation, language, theme, projector mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from htmltools import HTML, HTMLDependency, Tag, TagList, head_content, tags
from shiny import ui
from starlette.requests import Request

import gates
from gates.figures.theme import for_browser
from gates.text import Lang, best_language, say

from .assets import TEXT_URL, catalogue_js, own_files, plotly_js
from .i18n import building, tr, translated
from .links import unpacked
from .live import json_tag
from .state import Choice, Param, from_query


@dataclass(frozen=True)
class Page:
    """One page of the app.

    Parameters
    ----------
    name : str
        Name in links and ids; its title is the catalogue's ``nav.<name>``.
    params : tuple of Param
        Its settings.
    ui : callable
        ``ui(name, values)`` gives the page.
    server : callable
        ``server(name, lang=..., first=...)`` serves it.
    """

    name: str
    params: tuple[Param, ...]
    ui: Callable[..., Tag]
    server: Callable[..., object]


def _drawn(page: Page, lang: Lang, values: Mapping[str, Any]) -> TagList:
    """The page's markup for these settings.

    Seven pages of controls are a third of a second of tags and figures; most visitors, and each page that a link does
    not name, want the same ones again.
    """
    html, dependencies = _markup(page, lang, tuple(values.items()))
    return TagList(HTML(html), *dependencies)


@lru_cache(maxsize=64)
def _markup(
    page: Page, lang: Lang, values: tuple[tuple[str, Any], ...]
) -> tuple[str, tuple[HTMLDependency, ...]]:
    building.set(lang)
    rendered = TagList(page.ui(page.name, dict(values))).render()
    return rendered["html"], tuple(rendered["dependencies"])


def page_param(pages: tuple[Page, ...]) -> Choice:
    """Which page is open."""
    return Choice("page", "page", pages[0].name, tuple(p.name for p in pages))


def build(request: Request, pages: tuple[Page, ...]) -> Tag:
    """The whole document for one request, in its language and with the settings of its link."""
    query, unread = unpacked(request.query_params)
    lang = best_language(query.get("lang"), request.headers.get("accept-language", ""))
    building.set(lang)
    which = page_param(pages)
    values: dict[str, dict[str, Any]] = {}
    opened, wrong = from_query((which,), query)
    wrong += unread
    for page in pages:
        values[page.name], more = from_query(page.params, query)
        wrong += more
    panels = [ui.nav_panel(tr(f"nav.{p.name}"), _drawn(p, lang, values[p.name]), value=p.name) for p in pages]
    named: dict[str, Any] = translated(aria_label="nav.label")
    return ui.page_navbar(
        *panels,
        # www/access.js takes it out of the list of tabs, which may hold nothing but tabs.
        ui.nav_control(_tools(lang)),
        title=TagList(_skip(), tags.h1(tr("app.name"), class_="app-name"), _version()),
        id="page",
        selected=opened["page"],
        fillable=[p.name for p in pages],
        header=_head(lang, pages, values, opened["page"], wrong, "present" in query),
        navbar_options=ui.navbar_options(**named),
        window_title=say(lang, "app.title"),
        lang="zh-CN" if lang == "zh" else "en",
    )


def _head(
    lang: str,
    pages: tuple[Page, ...],
    values: Mapping[str, Mapping[str, Any]],
    opened: str,
    wrong: list[str],
    present: bool,
) -> TagList:
    """Scripts, styles, theme and state; plotly.js stands first."""
    state: dict[str, dict[str, Any]] = {"page": {"key": "page", "default": pages[0].name, "value": opened}}
    for page in pages:
        for param in page.params:
            state[f"{page.name}-{param.id}"] = {
                "key": param.key, "default": param.default, "value": values[page.name][param.id],
            }  # fmt: skip
    version, _ = catalogue_js()
    early = "document.documentElement.toggleAttribute('data-present', true);" if present else ""
    return TagList(
        plotly_js(),
        head_content(
            tags.meta(name="viewport", content="width=device-width, initial-scale=1"),
            tags.link(rel="icon", href="favicon.svg", type="image/svg+xml"),
            tags.script(src=f"{TEXT_URL.lstrip('/')}?{version}", defer=""),
            tags.script(early) if early else None,
        ),
        own_files(),
        # A busy figure keeps its last picture; nothing spins while a slider moves.
        ui.busy_indicators.use(spinners=False, pulse=False),
        json_tag("gate-theme", for_browser()),
        json_tag("gate-params", state),
        json_tag("gate-wrong", wrong),
        tags.p(id="gate-said", class_="said", role="status"),
        tags.div(
            tags.strong(tr("offline.title")),
            " ",
            tr("offline.waiting"),
            id="gate-offline",
            role="alert",
            hidden="",
        ),
    )


def _skip() -> Tag:
    """The first stop of the Tab key: past the navigation."""
    return tags.a(tr("nav.skip"), href="#main", class_="skip-link")


def _version() -> Tag:
    """Which version this is; narrow windows and the projector show it in the link's dialog alone."""
    return tags.small(f"v{gates.__version__}", class_="app-version")


def _tools(lang: str) -> Tag:
    """Language, light or dark, projector, link."""
    hint = translated(title="tool.present_hint", aria_label="tool.present_hint")
    link = translated(title="tool.link_hint", aria_label="tool.link_hint")
    return tags.div(
        tags.div(
            tags.button("中文", type="button", data_action="lang", data_lang="zh", lang="zh-CN"),
            tags.button("EN", type="button", data_action="lang", data_lang="en", lang="en"),
            class_="language",
            role="group",
            **translated(aria_label="tool.language"),
        ),
        ui.input_dark_mode(id="mode"),
        tags.button(tr("tool.present"), type="button", data_action="present", aria_pressed="false", **hint),
        tags.button(tr("tool.link"), type="button", data_action="link", **link),
        class_="app-tools",
    )


__all__ = ["Page", "build", "page_param"]
