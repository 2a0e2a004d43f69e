"""One app, one browser, and pages that must end without a complaint."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from explorer_page import ExplorerPage
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from running_app import RunningApp
from site_page import DESK, MODES, SitePage
from tabs import PATIENCE_MS, Tabs

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    # No name of any other machine is found, and nothing is looked up.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


@pytest.fixture(scope="session")
def app() -> Iterator[RunningApp]:
    """The running app; when the tests are over its log has nothing to tell."""
    running = RunningApp()
    yield running
    running.stop()
    assert running.trouble() == []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    path = shutil.which("chromium")
    assert path, "the browser tests need chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def context_of(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Browser contexts by their options: pages of one context share a cache, as pages of one visitor do."""
    contexts: dict[str, BrowserContext] = {}

    def context(**options: Any) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in contexts:
            contexts[key] = browser.new_context(**options)
            contexts[key].set_default_timeout(PATIENCE_MS)
        return contexts[key]

    yield context
    for made in contexts.values():
        made.close()


@pytest.fixture(scope="session")
def tabs(context_of: Callable[..., BrowserContext]) -> Tabs:
    """The tabs of all tests."""
    return Tabs(context_of)


@pytest.fixture
def new_page(app: RunningApp, tabs: Tabs) -> Iterator[Callable[..., ExplorerPage]]:
    """Pages that have opened nothing yet; at the end of a test none has reported an error or asked another host."""
    pages: list[ExplorerPage] = []

    def new(size: tuple[int, int] = DESK, **options: Any) -> ExplorerPage:
        tab = tabs.take(size, **({"locale": "en-US", "color_scheme": "light"} | options))
        pages.append(ExplorerPage(tab, app.url))
        return pages[-1]

    yield new
    for page in pages:
        tabs.give_back(page)
    assert [problem for page in pages for problem in page.problems] == []
    assert [url for page in pages for url in page.external] == []


@pytest.fixture
def open_page(new_page: Callable[..., ExplorerPage]) -> Callable[..., ExplorerPage]:
    """Opens pages and waits until their figures are drawn."""

    def opened(query: str = "?lang=en", size: tuple[int, int] = DESK, **options: Any) -> ExplorerPage:
        return new_page(size, **options).open(query)

    return opened


@pytest.fixture
def explorer(open_page: Callable[..., ExplorerPage]) -> ExplorerPage:
    """The explorer page in English with its first settings."""
    return open_page()


@pytest.fixture(scope="module")
def site(app: RunningApp, tabs: Tabs) -> Iterator[SitePage]:
    """One document for a whole module; at its end nothing has gone wrong in it."""
    tab = tabs.take(DESK, locale="en-US", color_scheme="light", reduced_motion="no-preference")
    opened = SitePage(tab, app.url)
    opened.open("?lang=en")
    yield opened
    tabs.give_back(opened)
    assert opened.problems == []
    assert opened.external == []


@pytest.fixture
def desk(site: SitePage) -> SitePage:
    """The document as on a desk, in English and light."""
    site.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    site.set_mode(*MODES[0])
    return site
