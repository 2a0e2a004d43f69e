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
            contexts[key].set_default_timeout(60_000)
        return contexts[key]

    yield context
    for made in contexts.values():
        made.close()


@pytest.fixture
def open_page(
    app: RunningApp, context_of: Callable[..., BrowserContext]
) -> Iterator[Callable[..., ExplorerPage]]:
    """Opens pages; at the end of a test none of them has reported an error or asked another host."""
    pages: list[ExplorerPage] = []

    def opened(query: str = "?lang=en", size: tuple[int, int] = (1600, 1000), **options: Any) -> ExplorerPage:
        page = context_of(**({"locale": "en-US", "color_scheme": "light"} | options)).new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        pages.append(ExplorerPage(page, app.url))
        return pages[-1].open(query)

    yield opened
    for page in pages:
        page.page.close()
    assert [problem for page in pages for problem in page.problems] == []
    assert [url for page in pages for url in page.external] == []


@pytest.fixture
def explorer(open_page: Callable[..., ExplorerPage]) -> ExplorerPage:
    """The explorer page in English with its first settings."""
    return open_page()


@pytest.fixture(scope="module")
def site(app: RunningApp, context_of: Callable[..., BrowserContext]) -> Iterator[SitePage]:
    """One document for a whole module; at its end nothing has gone wrong in it."""
    page = context_of(locale="en-US", color_scheme="light", reduced_motion="no-preference").new_page()
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    opened = SitePage(page, app.url)
    opened.open("?lang=en")
    yield opened
    page.close()
    assert opened.problems == []
    assert opened.external == []


@pytest.fixture
def desk(site: SitePage) -> SitePage:
    """The document as on a desk, in English and light."""
    site.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    site.set_mode(*MODES[0])
    return site
