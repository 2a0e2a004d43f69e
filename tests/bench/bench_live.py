"""The live path in a real browser against drawing alone: ``python tests/bench/bench_live.py``.

Moves the forget-bias slider with the mouse and measures what a person feels; the floor is ``Plotly.restyle`` of the
same figures with the numbers that they hold already, in the same browser and minute. Ratios travel between machines.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))
from conftest import FLAGS
from explorer_page import IN_VIEW, ExplorerPage
from running_app import RunningApp

LOG = f"""() => {{
  window.live = {{figures: {IN_VIEW}.map((f) => f.querySelector(".js-plotly-plot")), paints: [], moved: 0}};
  live.figures.forEach((plot, i) => plot.on("plotly_afterplot", () => live.paints.push([i, performance.now()])));
  addEventListener("mousemove", () => (live.moved = performance.now()), true);
}}"""
FLOOR = """async () => {
  const times = [];
  for (let k = 0; k < 15; k++) {
    const start = performance.now();
    for (const plot of live.figures) {
      const key = plot.data[0].z ? "z" : "y";
      await Plotly.restyle(plot, {[key]: plot.data.map((t) => t[key])}, plot.data.map((_, i) => i));
    }
    times.push(performance.now() - start);
    await new Promise((next) => requestAnimationFrame(next));
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}"""
ALL_PAINTED = "() => new Set(live.paints.map(([i]) => i)).size === live.figures.length"


def handle(page: Page) -> tuple[float, float]:
    """Where the handle of the forget bias is."""
    box = page.locator("#explorer-b_f").bounding_box()
    assert box is not None
    return box["x"] + 8 + (box["width"] - 16) * 9 / 16, box["y"] + box["height"] / 2


def steps(explorer: ExplorerPage, count: int) -> tuple[list[float], float]:
    """Milliseconds from a mouse step to the last repaint, for each step; and bytes received a step."""
    page = explorer.page
    x, y = handle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    explorer.wait_quiet()
    explorer.received.clear()
    taken = []
    for k in range(count):
        page.evaluate("live.paints = []")
        page.mouse.move(x + (4 if k % 2 else -4) * (1 + k % 8), y)
        page.wait_for_function(ALL_PAINTED)
        explorer.wait_quiet(200)
        taken.append(page.evaluate("Math.max(...live.paints.map(([, at]) => at)) - live.moved"))
    return taken, sum(explorer.received) / count


def drag(page: Page, seconds: float) -> float:
    """Repaints a second of the slowest figure while the handle moves; lets it go at the end."""
    x, y = handle(page)
    page.evaluate("live.paints = []")
    start, k = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        k += 1
        page.mouse.move(x + 50 * abs((k % 40) - 20) / 20, y)
        page.evaluate("() => new Promise((next) => requestAnimationFrame(next))")
    counts = page.evaluate("live.figures.map((_, i) => live.paints.filter(([j]) => j === i).length)")
    taken = time.perf_counter() - start
    page.mouse.up()
    return min(counts) / taken


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=4.0)
    wanted = parser.parse_args()
    app = RunningApp()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            explorer = ExplorerPage(browser.new_page(viewport={"width": 1600, "height": 1000}), app.url)
            start = time.perf_counter()
            explorer.page.goto(app.url)
            explorer.wait_drawn()
            first = time.perf_counter() - start
            explorer.wait_quiet(1000)
            explorer.page.evaluate(LOG)
            taken, size = steps(explorer, wanted.steps)
            rate = drag(explorer.page, wanted.seconds)
            explorer.wait_quiet(1000)
            floor = explorer.page.evaluate(FLOOR)
            browser.close()
    finally:
        app.stop()
    step = statistics.median(taken)
    rows = [
        ("page opened to first figures", f"{first:.1f} s"),
        ("slider step to the last figure repainted, median", f"{step:.0f} ms"),
        ("drawing alone (Plotly.restyle of the same figures)", f"{floor:.0f} ms"),
        ("step / drawing alone", f"{step / floor:.2f}"),
        ("repaints a second of the slowest figure in a drag", f"{rate:.1f}"),
        ("its share of what drawing alone allows", f"{rate * floor / 1000:.2f}"),
        ("bytes over the websocket a step", f"{size / 1000:.1f} kB"),
    ]
    for name, value in rows:
        print(f"{name:<52} {value:>9}")


if __name__ == "__main__":
    main()
