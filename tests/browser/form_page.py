"""A page of fields and results in a browser, with everything that went wrong in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from explorer_page import ExplorerPage
from playwright.sync_api import Locator, Page, expect
from site_page import DESK
from tabs import Tabs

LATIN_ONLY = re.compile(r"[\u4e00-\u9fff]")


class FormPage(ExplorerPage):
    """The page in a browser.

    Parameters
    ----------
    page : playwright Page
    url : str
        Address of the app.
    name : str
        Name of the page in links.
    """

    def __init__(self, page: Page, url: str, name: str) -> None:
        super().__init__(page, url)
        self.name = name

    def open(self, query: str = "") -> FormPage:
        """Open the page with a link's settings and wait until something stands in its results."""
        self.page.goto(f"{self.url}?page={self.name}&{query}")
        self.results.locator("> div, > p").first.wait_for()
        return self

    def id(self, name: str) -> str:
        """Id of a control."""
        return f"{self.name}-{name}"

    @property
    def results(self) -> Locator:
        """What the server has computed."""
        return self.page.locator(f"#{self.id('shown')}")

    def field(self, name: str) -> Locator:
        """A text field."""
        return self.page.locator(f"#{self.id(name)}")

    def pick(self, name: str, value: str) -> None:
        """Press a radio button."""
        self.page.check(f'input[name="{self.id(name)}"][value="{value}"]')

    def press_example(self, name: str) -> None:
        """Press a button that types an example."""
        self.page.click(f"#{self.id(name)}")

    def says_beside(self, name: str, text: str | re.Pattern[str]) -> None:
        """Wait for a sentence beside a field."""
        expect(self.page.locator(f"#{self.id(name)}-error")).to_have_text(text)

    def is_stale(self) -> bool:
        """Whether the results are greyed."""
        return self.results.locator(".is-stale").count() == 1

    def wait_fresh(self) -> None:
        """Wait until the results belong to what is typed."""
        expect(self.results.locator(".is-stale")).to_have_count(0)
        expect(self.results.locator(".results")).to_have_count(1)

    def wait_link(self, part: str) -> None:
        """Wait until the address holds a setting."""
        self.page.wait_for_function("(part) => location.search.includes(part)", arg=part)

    def query(self) -> str:
        """The settings in the address."""
        return self.page.evaluate("location.search.slice(1)")

    def table(self, number: int = 0) -> list[list[str]]:
        """Texts of a table's body, without the sentences of its last column's bars."""
        rows = self.results.locator("table").nth(number).locator("tbody tr")
        return [row.locator("th, td").all_inner_texts() for row in rows.all()]

    def overflows(self) -> bool:
        """Whether the window has to be scrolled sideways."""
        return self.page.evaluate("document.documentElement.scrollWidth > innerWidth")


def form_pages(url: str, tabs: Tabs, name: str) -> Iterator[Callable[..., FormPage]]:
    """Open pages; at the end none of them has reported an error, shown one, or asked another host."""
    pages: list[FormPage] = []

    def opened(query: str = "lang=en", size: tuple[int, int] = DESK) -> FormPage:
        pages.append(FormPage(tabs.take(size, locale="en-US", color_scheme="light"), url, name))
        return pages[-1].open(query)

    yield opened
    shown = [page.page.locator(".shiny-output-error").count() for page in pages]
    for page in pages:
        tabs.give_back(page)
    assert [problem for page in pages for problem in page.problems] == []
    assert [address for page in pages for address in page.external] == []
    assert not any(shown)
