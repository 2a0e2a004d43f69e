"""The live path: drawn after load, repainted while the hand moves, nothing left over, little on the wire."""

from __future__ import annotations

import numpy as np
import pytest
from explorer_page import FIGURES

from gates.ui.explorer import compute
from gates.ui.explorer.params import PARAMS

DEFAULTS = {param.id: param.default for param in PARAMS}


def test_every_figure_shows_the_numbers_of_the_core(explorer):
    assert set(explorer.figures_in_view()) == set(FIGURES)
    run = compute.run(DEFAULTS, "lstm", compute.build_sequence(DEFAULTS, None))
    reach = compute.reach(run.cell, run.trace, run.norm)
    single = {"rtol": 1e-6, "atol": 1e-6}
    np.testing.assert_allclose(explorer.curve("reach", "full"), reach.full, **single)
    np.testing.assert_allclose(explorer.curve("reach", "direct"), reach.direct, **single)
    for gate in "fio":
        np.testing.assert_allclose(
            explorer.curve("gates", gate), getattr(run.trace, gate)[:, 0].mean(1), **single
        )
    for state in "ch":
        np.testing.assert_allclose(
            explorer.curve("states", state), getattr(run.trace, state)[:, 0].mean(1), **single
        )
    # A heatmap travels as bytes: 255 shades.
    np.testing.assert_allclose(explorer.rows(), run.trace.f[:, 0].T, atol=0.51 / 254)


def test_twenty_loads_in_a_row_leave_no_figure_empty(explorer):
    for _ in range(20):
        explorer.open("?lang=en")
        assert len(explorer.figures_in_view()) == 4


def test_a_drag_repaints_every_figure_before_release_and_none_after(explorer):
    page = explorer.page
    handle = page.locator("#explorer-b_f").bounding_box()
    assert handle is not None
    x, y = handle["x"] + handle["width"] * 9 / 16, handle["y"] + handle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    explorer.wait_quiet()
    before = explorer.paints()
    in_view = explorer.figures_in_view()
    for k in range(1, 13):
        counted = explorer.paints()
        page.mouse.move(x + 5 * k, y)
        # The hand still holds the handle while each of them is painted anew.
        explorer.wait(
            "([counted, names]) => names.every((name) => watched.paints[name] > counted[name])",
            [counted, in_view],
        )
    during = explorer.paints()
    assert all(during[name] - before[name] >= 12 for name in in_view)
    page.evaluate("watched.released = performance.now()")
    page.mouse.up()
    explorer.wait(
        "() => performance.now() - watched.released > 700 && performance.now() - watched.lastPaint > 500"
    )
    late = page.evaluate("watched.lastPaint - watched.released")
    assert late < 250
    assert explorer.value("b_f") > 1.0
    # The last picture is that of the last value.
    s = DEFAULTS | {"b_f": explorer.value("b_f")}
    run = compute.run(s, "lstm", compute.build_sequence(s, None))
    np.testing.assert_allclose(explorer.curve("gates", "f"), run.trace.f[:, 0].mean(1), rtol=1e-6)


def test_an_axis_only_widens_while_the_handle_is_held(explorer):
    page = explorer.page
    ends = "() => GateLive.of(document.querySelector('.live-figure[data-page=explorer][data-figure=reach]')).paint.range"
    own = page.evaluate(ends)
    handle = page.locator("#explorer-b_f").bounding_box()
    assert handle is not None
    x, y = handle["x"] + handle["width"] * 9 / 16, handle["y"] + handle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    with explorer.next_frame():
        page.mouse.move(handle["x"] + 10, y)
    wide = page.evaluate(ends)
    assert wide[0] < own[0]
    with explorer.next_frame():
        page.mouse.move(x, y)
    assert page.evaluate(ends) == wide
    page.mouse.up()
    explorer.wait(f"(own) => String(({ends})()) === String(own)", own)
    shown = page.evaluate(
        "document.querySelector('[data-page=explorer][data-figure=reach] .js-plotly-plot')._fullLayout.yaxis.range"
    )
    assert shown == own[:2]


def test_no_rule_of_a_framework_watches_the_ancestors_of_figures(explorer):
    rules = """() => [...document.styleSheets].filter((s) => !s.href?.includes("/gate-explorer-"))
        .flatMap((s) => [...s.cssRules]).map((r) => r.selectorText || "").filter((s) => s.includes(":has("))"""
    left = [rule for rule in explorer.page.evaluate(rules) if "ipywidget" not in rule]
    assert left == []


def test_a_step_is_one_frame_of_few_bytes(explorer):
    explorer.page.focus("#explorer-b_f")
    for _ in range(5):
        explorer.received.clear()
        explorer.sent.clear()
        frames = explorer.page.evaluate("watched.frames")
        with explorer.next_frame():
            explorer.page.keyboard.press("ArrowRight")
        assert explorer.page.evaluate("watched.frames") == frames + 1
        assert sum(explorer.received) < 60_000
        assert len(explorer.received) <= 5
        assert len(explorer.sent) == 1
        assert sum(explorer.sent) < 200
    assert explorer.value("b_f") == pytest.approx(1.5)


def test_moving_the_cursor_sends_no_curve(explorer):
    explorer.page.focus("#explorer-t")
    explorer.received.clear()
    with explorer.next_frame():
        explorer.page.keyboard.press("ArrowRight")
    assert sum(explorer.received) < 6_000


def test_the_plot_library_never_travels_over_the_websocket(explorer):
    assert sum(explorer.received) < 150_000


def test_the_page_is_drawn_soon_when_it_is_known(explorer):
    sizes = []
    explorer.page.on("response", lambda r: sizes.append((r.url, r.from_service_worker, r.request)))
    explorer.open("?lang=en")
    kept = [
        url for url, _, request in sizes if "plotly.min.js" in url and request.sizes()["responseBodySize"] > 0
    ]
    assert kept == []
