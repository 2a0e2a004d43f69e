"""What a person does on the explorer page and what they see there, as methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlparse

import numpy as np
from playwright.sync_api import ConsoleMessage, Locator, Page, Request, Response, WebSocket

FIGURES = ("gates", "states", "heat", "reach")
#: Runs before the page's own scripts: counts frames and repaints as they happen.
WATCH = """
window.watched = {frames: 0, lastFrame: 0, paints: {}, lastPaint: 0};
document.addEventListener("DOMContentLoaded", () => {
  if (!window.$) return;
  $(document).on("shiny:message", (e) => {
    if (!e.message.custom?.shinywidgets_comm_msg) return;
    watched.frames += 1;
    watched.lastFrame = performance.now();
  });
  new MutationObserver(() => {
    for (const plot of document.querySelectorAll(".js-plotly-plot")) {
      if (plot.watchedPlot || !plot.on) continue;
      plot.watchedPlot = true;
      const name = plot.closest(".live-figure")?.dataset.figure;
      plot.on("plotly_afterplot", () => {
        watched.paints[name] = (watched.paints[name] || 0) + 1;
        watched.lastPaint = performance.now();
      });
    }
  }).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ["class"]});
});
"""
IN_VIEW = """[...document.querySelectorAll(".live-figure")].filter((figure) => {
  const box = figure.getBoundingClientRect();
  return box.width > 20 && box.height > 20 && box.bottom > 0 && box.top < innerHeight;
})"""
DRAWN = f"""() => {{
  const figures = {IN_VIEW};
  const drawn = (figure) => {{
    const plot = figure.querySelector(".js-plotly-plot");
    const full = (trace) => (trace.z || trace.y || []).length > 0;
    // A vanilla RNN has no gates: the only figure that may be without a curve.
    const gateless = figure.dataset.figure === "gates" && window.GatePage.value("explorer", "cell") === "rnn";
    const enough = gateless || plot?.data?.length;
    return plot?.data && enough && plot.data.every(full) && plot.querySelector(".main-svg");
  }};
  return figures.length > 0 && figures.every(drawn);
}}"""
QUIET = """(rest) => watched.frames > 0 && performance.now() - watched.lastFrame > rest
  && !document.documentElement.classList.contains("shiny-busy")"""
NEXT_PICTURE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


class ExplorerPage:
    """The page in a browser, with everything that went wrong in it.

    Parameters
    ----------
    page : playwright Page
    url : str
        Address of the app.
    """

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.problems: list[str] = []
        self.external: list[str] = []
        self.received: list[int] = []
        self.sent: list[int] = []
        host = urlparse(url).netloc
        self._watch = page.add_init_script(WATCH)
        self._heard: dict[Any, Callable[..., None]] = {
            "console": self._console,
            "pageerror": lambda error: self.problems.append(f"page error: {error}"),
            "requestfailed": self._failed,
            "response": self._response,
            "request": lambda r: self._request(r.url, host),
            "websocket": self._websocket,
        }
        for event, hear in self._heard.items():
            page.on(event, hear)

    def let_go(self) -> None:
        """Hear nothing more of the tab: whoever has it next listens for themselves."""
        self._watch.close()
        for event, hear in self._heard.items():
            self.page.remove_listener(event, hear)

    def _failed(self, request: Request) -> None:
        # A page that is left may not have come to its icon yet.
        if not (request.url.endswith("/favicon.svg") and request.failure == "net::ERR_ABORTED"):
            self.problems.append(f"failed: {request.url} {request.failure}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status}: {response.url}")

    def _request(self, url: str, host: str) -> None:
        parts = urlparse(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != host:
            self.external.append(url)

    def _websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(len(frame)))
        socket.on("framesent", lambda frame: self.sent.append(len(frame)))

    # ---- going somewhere, and waiting

    def open(self, query: str = "") -> ExplorerPage:
        """Open the page with a link's settings and wait until every figure in view is drawn."""
        self.page.goto(self.url + query)
        self.wait_drawn()
        return self

    def wait_drawn(self) -> None:
        """Wait until every figure in view holds data and nothing more is coming."""
        self.page.wait_for_function(DRAWN, timeout=60_000)
        self.wait_quiet()

    def wait_quiet(self, rest: int = 150) -> None:
        """Wait until no frame has come for ``rest`` milliseconds and the server is idle."""
        self.page.wait_for_function(QUIET, arg=rest, timeout=60_000)

    def wait(self, condition: str, arg: Any = None, timeout: float = 60_000) -> None:
        """Wait for a condition in the page."""
        self.page.wait_for_function(condition, arg=arg, timeout=timeout)

    @contextmanager
    def next_frame(self) -> Iterator[None]:
        """Wait after the block until a frame that it caused has come and is drawn."""
        before = self.page.evaluate("watched.frames")
        yield
        self.wait("(before) => watched.frames > before", before)
        self.wait_quiet(60)
        self.page.evaluate(NEXT_PICTURE)

    # ---- what a person does

    def id(self, name: str) -> str:
        """Id of a control."""
        return f"explorer-{name}"

    def box(self, name: str) -> Locator:
        """The number box of a slider."""
        return self.page.locator(f'.slider-number[data-for="{self.id(name)}"]')

    def open_groups(self) -> None:
        """Open every group of controls."""
        self.page.evaluate(
            "for (const group of document.querySelectorAll('.page.explorer details')) group.open = true"
        )

    def reveal(self, name: str) -> None:
        """Open the group that a control lies in."""
        closed = self.page.locator(f"details:not([open]):has(#{self.id(name)}) > summary")
        if closed.count():
            closed.first.click()

    def type(self, name: str, value: float | str) -> None:
        """Type into the number box of a slider."""
        self.reveal(name)
        self.box(name).fill(str(value))

    def set(self, name: str, value: float) -> None:
        """Set a slider by its box and wait for the picture."""
        with self.next_frame():
            self.type(name, value)

    def choose(self, name: str, value: str) -> None:
        """Choose from a list and wait for the picture."""
        self.reveal(name)
        with self.next_frame():
            self.page.select_option(f"#{self.id(name)}", value)

    def radio(self, name: str, value: str) -> None:
        """Press a radio button and wait for the picture."""
        with self.next_frame():
            self.page.check(f'input[name="{self.id(name)}"][value="{value}"]')

    def press(self, action: str) -> None:
        """Press a button of the page."""
        self.page.locator(f'[data-action="{action}"]:visible').first.click()

    # ---- what a person sees

    def value(self, name: str) -> float:
        """Value of a slider."""
        return float(self.page.input_value(f"#{self.id(name)}"))

    def names(self, figure: str) -> list[str]:
        """Curves of a figure."""
        return self.page.evaluate(f"{self._plot(figure)}.data.map((trace) => trace.name)")

    def curve(self, figure: str, name: str) -> np.ndarray:
        """Values of a curve."""
        found = f"{self._plot(figure)}.data.find((trace) => trace.name === '{name}')"
        return np.array(self.page.evaluate(f"Array.from({found}.y)"), dtype=float)

    def rows(self) -> np.ndarray:
        """Values of the heatmap, units by steps."""
        return np.array(self.page.evaluate(f"{self._plot('heat')}.data[0].z.map((row) => Array.from(row))"))

    def style(self, figure: str, name: str) -> dict[str, Any]:
        """Line of a curve: colour, width, dash."""
        return self.page.evaluate(f"{self._plot(figure)}.data.find((trace) => trace.name === '{name}').line")

    def _plot(self, figure: str) -> str:
        return f"document.querySelector('.page.explorer [data-figure={figure}] .js-plotly-plot')"

    def card(self, figure: str) -> Locator:
        """The card of a figure."""
        return self.page.locator(f".page.explorer .card:has(.live-figure[data-figure={figure}])")

    def says(self, slot: str) -> str:
        """Text of a slot that follows the numbers."""
        return self.page.locator(f'.page[data-page="explorer"] [data-text="{slot}"]').first.inner_text()

    def complaint(self, name: str) -> str:
        """The sentence beside a control."""
        return self.page.locator(f"#{self.id(name)}-error").inner_text()

    def paints(self) -> dict[str, int]:
        """Repaints by figure since the page opened."""
        return self.page.evaluate("({...watched.paints})")

    def figures_in_view(self) -> list[str]:
        """Names of the figures that the window shows."""
        return self.page.evaluate(f"{IN_VIEW}.map((figure) => figure.dataset.figure)")

    def is_alive(self) -> bool:
        """Whether the session still answers: the time cursor moves the diagram."""
        target = 3 if self.value("t") != 3 else 4
        self.set("t", target)
        shown = self.page.evaluate("""() => document.querySelector('[data-diagram]:not([hidden]) svg')
            .querySelector('[data-bind="text:t"]').textContent""")
        return shown == str(target) and not self.page.locator("#shiny-disconnected-overlay").count()
