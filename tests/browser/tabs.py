"""Browser tabs that serve one test after another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from explorer_page import ExplorerPage
from playwright.sync_api import BrowserContext, Page

PATIENCE_MS = 60_000


class Tabs:
    """Tabs that are taken for a test and given back after it.

    Each test has a document and a session of its own; only the process of the tab has run the app's scripts before. A
    new tab is a new process, and opening the app there costs three times the processor time.

    Parameters
    ----------
    context_of : callable
        Browser contexts by their options.
    """

    def __init__(self, context_of: Callable[..., BrowserContext]) -> None:
        self._context_of = context_of
        self._free: defaultdict[BrowserContext, list[Page]] = defaultdict(list)

    def take(self, size: tuple[int, int], **options: Any) -> Page:
        """An empty tab of a window of this size."""
        context = self._context_of(**options)
        page = self._free[context].pop() if self._free[context] else context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        # Behind another tab a page draws once a second.
        page.bring_to_front()
        return page

    def give_back(self, shown: ExplorerPage) -> None:
        """Leave the app as a closed tab does, and keep the tab unless the test has closed it."""
        page = shown.page
        if page.is_closed():
            return
        shown.let_go()
        page.goto("about:blank")
        # Neither the hand nor the patience of one test goes on in the next.
        page.mouse.up()
        page.mouse.move(0, 0)
        page.set_default_timeout(PATIENCE_MS)
        self._free[page.context].append(page)
