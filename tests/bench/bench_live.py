"""The live path in a real browser, beside what drawing alone costs in the same browser and minute.

    python tests/bench/bench_live.py [--steps 20]

Starts the app, moves the forget-bias slider a step at a time, and prints: milliseconds from the mouse's step to the last
figure in view repainted; milliseconds of a bare ``Plotly.restyle`` of the same figures with the numbers that they hold;
their ratio; repaints a second of the slowest figure during a drag; bytes over the websocket a step.
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
from running_app import RunningApp

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
DRAWN = """() => { const f = [...document.querySelectorAll('.js-plotly-plot')]
    .filter((g) => g.getBoundingClientRect().width > 20);
  return f.length > 3 && f.every((g) => g.querySelector('.main-svg')); }"""
WATCH = """() => { window.figures = [...document.querySelectorAll('.js-plotly-plot')]
    .filter((g) => g.getBoundingClientRect().width > 20);
  window.paints = []; window.moved = 0;
  window.figures.forEach((g, i) => g.on('plotly_afterplot', () => window.paints.push([i, performance.now()])));
  addEventListener('mousemove', () => (window.moved = performance.now()), true); return window.figures.length; }"""
STEP_DONE = "(n) => new Set(window.paints.map((p) => p[0])).size >= n"
BARE = """async () => { const ms = [];
  for (let k = 0; k < 15; k++) { const start = performance.now();
    for (const g of window.figures) { const key = g.data[0].z ? 'z' : 'y';
      await Plotly.restyle(g, { [key]: g.data.map((d) => d[key]) }, g.data.map((_, i) => i)); }
    ms.push(performance.now() - start); await new Promise((r) => setTimeout(r, 20)); }
  return ms.sort((a, b) => a - b)[7]; }"""


def measure(page: Page, url: str, steps: int) -> dict[str, float]:
    """All figures of one page load."""
    received = [0]
    page.on(
        "websocket",
        lambda ws: ws.on("framereceived", lambda f: received.__setitem__(0, received[0] + len(f))),
    )
    start = time.perf_counter()
    page.goto(url)
    page.wait_for_function(DRAWN, timeout=60_000)
    first = time.perf_counter() - start
    page.wait_for_timeout(1500)
    n = page.evaluate(WATCH)
    box = page.locator("#explorer-b_f").bounding_box()
    assert box is not None
    x, y = box["x"] + 10 + (box["width"] - 20) * 9 / 16, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    received[0], milliseconds = 0, []
    for k in range(steps):
        page.evaluate("window.paints = []")
        page.mouse.move(x + (3 if k % 2 == 0 else -3) * (1 + k % 9), y)
        page.wait_for_function(STEP_DONE, arg=n, timeout=10_000)
        milliseconds.append(page.evaluate("Math.max(...window.paints.map((p) => p[1])) - window.moved"))
        page.wait_for_timeout(300)
    bytes_a_step = received[0] / steps
    page.evaluate("window.paints = []")
    start, k = time.perf_counter(), 0
    while time.perf_counter() - start < 4:
        k += 1
        page.mouse.move(x + 2 * (k % 20) * ((k // 20) % 2 * 2 - 1), y)
        page.wait_for_timeout(16)
    seconds = time.perf_counter() - start
    counts = page.evaluate("window.figures.map((_, i) => window.paints.filter((p) => p[0] === i).length)")
    page.mouse.up()
    page.wait_for_timeout(1000)
    step, bare = statistics.median(milliseconds), page.evaluate(BARE)
    return {
        "first figures, s": first,
        "figures in view": n,
        "slider step to the last figure, ms": step,
        "bare Plotly.restyle of them, ms": bare,
        "step / bare": step / bare,
        "repaints a second of the slowest, dragging": min(counts) / seconds,
        "that / what drawing alone allows": min(counts) / seconds * bare / 1000,
        "bytes a step": bytes_a_step,
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--steps", type=int, default=20)
    steps = parser.parse_args().steps
    app = RunningApp()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            page = browser.new_page(viewport={"width": 1600, "height": 1000})
            for name, value in measure(page, app.url, steps).items():
                print(f"{name:45s} {value:10.2f}")
            browser.close()
    finally:
        app.stop()


if __name__ == "__main__":
    main()
