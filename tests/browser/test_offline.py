"""All pages with every host but the app's own refused: scripts, fonts, formulas and figures come from the app."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route
from running_app import RunningApp
from site_page import SitePage

from gates.ui.app import PAGES

NAMES = [page.name for page in PAGES]
#: Pages that show figures before anything was chosen.
DRAWN = ("explorer", "gradients", "experiments")
#: Fonts that a style sheet asked for and that did not come; style sheets that are empty because they did not come.
FONTS = "() => document.fonts.ready.then(() => [...document.fonts].filter((f) => f.status === 'error').map((f) => f.family))"
ADDRESSES = """() => performance.getEntriesByType("resource").map((entry) => entry.name)"""
#: Formulas of the open page that take no place.
FORMULAS = """() => {
  const shown = [...document.querySelectorAll(".tab-pane.active math")].filter((m) => m.checkVisibility());
  return [shown.length, shown.filter((m) => m.getBoundingClientRect().width < 3).length];
}"""
EMPTY_FIGURES = """() => [...document.querySelectorAll(".tab-pane.active .live-figure")]
  .filter((f) => f.checkVisibility() && f.getBoundingClientRect().width > 20)
  .filter((f) => f.querySelector(".live-plot").children.length === 0)
  .map((f) => f.dataset.figure)"""


@pytest.fixture(scope="module")
def alone(app: RunningApp, browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A browser that reaches no other host, and what it asked for nevertheless."""
    refused: list[str] = []
    host = urlsplit(app.url).netloc

    def gate(route: Route) -> None:
        if urlsplit(route.request.url).netloc in ("", host):
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    context = browser.new_context(locale="zh-CN", viewport={"width": 1600, "height": 1000})
    context.route("**/*", gate)
    yield context.new_page(), refused
    context.close()


def entered(page: Page, url: str) -> SitePage:
    """A visit that hears nothing of the one before: what that one still waits for is broken off first."""
    page.goto("about:blank")
    return SitePage(page, url)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_all_pages_work_without_any_other_host(app, alone, lang):
    page, refused = alone
    site = entered(page, app.url)
    site.open(f"?lang={lang}")
    formulas = 0
    for name in NAMES:
        site.go(name)
        assert page.evaluate("document.documentElement.lang") == {"zh": "zh-CN", "en": "en"}[lang]
        shown, flat = page.evaluate(FORMULAS)
        assert flat == 0, name
        formulas += shown
        assert page.locator(".shiny-output-error:visible").count() == 0, name
        if name in DRAWN:
            page.wait_for_function(f"() => ({EMPTY_FIGURES})().length === 0", timeout=30_000)
    assert formulas > 5
    site.go("explorer")
    site.set("b_f", 3.0 if lang == "zh" else 4.0)
    assert page.evaluate(FONTS) == []
    strangers = [a for a in page.evaluate(ADDRESSES) if not a.startswith((app.url, "blob:", "data:"))]
    assert strangers == []
    assert refused == []
    assert site.external == []
    assert site.problems == []


def test_the_lesson_links_work_without_any_other_host(app, alone):
    page, refused = alone
    site = entered(page, app.url)
    page.goto(f"{app.url}?page=lessons&lang=en&present=1")
    site.settle()
    assert page.locator(".tab-pane.active h2:visible, .tab-pane.active h3:visible").count() > 0
    assert refused == []
    assert site.problems == []
