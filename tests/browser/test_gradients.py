"""The gradients page in a browser: every section paints when it is shown, and the controls do what they say."""

from __future__ import annotations

import numpy as np
import pytest

from gates.ui.gradients import compute
from gates.ui.gradients.params import PARAMS

DEFAULTS = {param.id: param.default for param in PARAMS}
FIGURES = {
    "held": {"held"},
    "paths": {"split", "terms", "ablation"},
    "map": {"map"},
    "spectrum": {"eig", "sing", "lyap"},
    "laws": {"laws", "sat"},
    "hygiene": {"clip", "trunc"},
}
PAINTED = """() => [...document.querySelectorAll(".gradients .live-figure")]
  .filter((figure) => figure.querySelector(".js-plotly-plot .main-svg")).map((figure) => figure.dataset.figure)"""


@pytest.fixture
def lab(open_page):
    """Opens the gradients page with the settings of a link, in English."""
    return lambda query="", **options: open_page(f"?page=gradients&lang=en{query}", **options)


def section(page, name):
    """Open a section and wait for its figures."""
    page.page.click(f'.lab > .nav a[data-value="{name}"]')
    page.wait_drawn()


def says(page, slot):
    return page.page.inner_text(f'.gradients [data-text="{slot}"]')


def slide(page, name, value):
    with page.next_frame():
        page.page.fill(f'.slider-number[data-for="gradients-{name}"]', str(value))


def slider(page, name):
    return float(page.page.input_value(f"#gradients-{name}"))


def plotted(figure):
    return f"document.querySelector('.page.gradients [data-figure={figure}] .js-plotly-plot').data"


def names(page, figure):
    return page.page.evaluate(f"{plotted(figure)}.map((trace) => trace.name)")


def points(page, figure, name):
    """x and y of a curve or of marks, (2, n)."""
    trace = f"{plotted(figure)}.find((trace) => trace.name === '{name}')"
    return np.array(page.page.evaluate(f"[Array.from({trace}.x), Array.from({trace}.y)]"), dtype=float)


def curve(page, figure, name):
    return points(page, figure, name)[1]


def rows(page):
    """The map, biases by lags."""
    return np.array(page.page.evaluate(f"{plotted('map')}[0].z.map((row) => Array.from(row))"))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_section_paints_when_it_is_shown_and_not_before(open_page, lang):
    page = open_page(f"?page=gradients&lang={lang}")
    for k, (name, figures) in enumerate(FIGURES.items()):
        if k:
            assert not figures & set(page.page.evaluate(PAINTED))
            section(page, name)
        assert set(page.figures_in_view()) == figures
        assert figures <= set(page.page.evaluate(PAINTED))
        for figure in figures:
            assert len(says(page, f"{figure}_says")) > 10


def test_a_link_opens_its_section(lab):
    page = lab("&g_tab=spectrum&g_cell=gru")
    assert set(page.figures_in_view()) == FIGURES["spectrum"]
    assert page.page.is_visible("#gradients-b_z")


def test_theory_and_measurement_coincide_for_zero_weights_and_part_otherwise(lab):
    page = lab("&g_p=0.5")
    theory, measured = curve(page, "held", "power"), curve(page, "held", "full")
    np.testing.assert_allclose(theory, np.arange(101) * np.log10(0.5), rtol=1e-6)
    np.testing.assert_allclose(measured, theory, rtol=1e-6, atol=1e-7)
    assert "coincide" in says(page, "held_says")
    slide(page, "held_scale", 1.5)
    assert abs(curve(page, "held", "full")[-1] - curve(page, "held", "power")[-1]) > 1
    assert "They part mainly by" in says(page, "held_says")
    with page.next_frame():
        page.page.click(".held-values button >> nth=4")
    assert slider(page, "p") == 1
    assert "+1000" in says(page, "held_says")


def test_the_map_is_painted_while_another_gates_slider_moves(lab):
    page = lab("&g_tab=map")
    before = rows(page)
    painted = page.paints()["map"]
    page.page.focus("#gradients-b_i")
    for _ in range(3):
        with page.next_frame():
            page.page.keyboard.press("ArrowRight")
    assert page.paints()["map"] >= painted + 3
    assert before.shape == (81, 101)
    assert not np.array_equal(rows(page), before)
    told = compute.bias_map(DEFAULTS | {"b_i": 0.3, "gate": "f", "b_f": 0.0})
    np.testing.assert_allclose(rows(page), np.clip(told.log10_full.T, -20, 20), atol=40 / 254)


def test_a_click_on_the_map_sets_the_bias_and_the_mark_follows(lab):
    page = lab("&g_tab=map")
    box = page.page.locator("[data-figure=map] .nsewdrag").bounding_box()
    with page.next_frame():
        page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * (8.1 - 4) / 16.2)
    assert slider(page, "b_f") == pytest.approx(4.0, abs=0.11)
    mark = page.page.locator("[data-figure=map] .live-mark").bounding_box()
    share = (mark["y"] - box["y"]) / box["height"]
    assert 8.1 - 16.2 * share == pytest.approx(slider(page, "b_f"), abs=0.1)


def test_ablations_are_drawn_and_named(lab):
    page = lab("&g_tab=paths")
    assert names(page, "ablation") == ["full"]
    for path in ("forget", "candidate"):
        with page.next_frame():
            page.page.click(f"#gradients-on_{path}")
    assert set(names(page, "ablation")) == {"full", "-forget", "-candidate", "all"}
    assert says(page, "ablation_says").startswith("Ablation: without the forget-gate path and the candidate")
    assert "no shares" in says(page, "ablation_never")


def test_eigenvalues_and_disc_follow_the_bias(lab):
    page = lab("&g_tab=spectrum&g_cell=gru")
    slide(page, "b_z", 2.0)
    disc = points(page, "eig", "disc")
    assert disc[0].mean() == pytest.approx(1 / (1 + np.exp(-2)), abs=0.01)
    told = compute.spectrum(DEFAULTS | {"cell": "gru", "b_z": 2.0, "t": 0})
    np.testing.assert_allclose(points(page, "eig", "values")[0], told.eigenvalues.real, rtol=1e-5)


def test_exponents_arrive_when_the_hand_rests(lab):
    page = lab("&g_tab=spectrum")
    told = compute.exponents(DEFAULTS).lyapunov.exponents
    np.testing.assert_allclose(points(page, "lyap", "values")[1], told, rtol=1e-4, atol=1e-5)
    page.page.focus("#gradients-b_f")
    page.page.keyboard.press("ArrowRight")
    page.wait(
        "() => document.querySelector('.gradients [data-text=lyap_says]').innerText.includes('hand rests')"
    )
    page.wait(
        "() => document.querySelector('.gradients [data-text=lyap_says]').innerText.includes('Largest exponent')"
    )
    told = compute.exponents(DEFAULTS | {"b_f": 1.1}).lyapunov.exponents
    page.wait_quiet()
    np.testing.assert_allclose(points(page, "lyap", "values")[1], told, rtol=1e-4, atol=1e-5)


def test_typed_gradients_are_clipped_reported_or_refused(lab):
    page = lab("&g_tab=hygiene&g_gr=typed")
    assert "multiplied by 0.200" in says(page, "clip_says")
    page.page.fill("#gradients-typed", "W: 3; b: nan")
    page.wait(
        "() => document.querySelector('.gradients [data-text=clip_says]').innerText.includes('Not finite')"
    )
    page.page.fill("#gradients-typed", "3, abc")
    page.wait("() => document.querySelector('#gradients-typed-error').innerText.includes('abc')")
    page.page.fill("#gradients-typed", "6, 8")
    page.wait("() => document.querySelector('.gradients [data-text=clip_says]').innerText.includes('0.100')")
    assert page.page.inner_text("#gradients-typed-error") == ""


def test_truncation_follows_its_slider(lab):
    page = lab("&g_tab=hygiene")
    slide(page, "segment", 30)
    drawn = curve(page, "trunc", "truncated")
    assert np.all(np.isnan(drawn[:91]))
    np.testing.assert_allclose(drawn[91:], curve(page, "trunc", "full")[91:], rtol=1e-6)


def test_another_language_keeps_every_value(lab):
    page = lab("&g_tab=paths&g_bf=2.5&g_pcandidate=0&g_T=60")
    english = says(page, "terms_says")
    with page.next_frame():
        page.page.click("[data-lang=zh]")
    assert "恒等式是精确的" in says(page, "terms_says") != english
    assert (slider(page, "b_f"), slider(page, "T")) == (2.5, 60)
    assert not page.page.is_checked("#gradients-on_candidate")
    assert names(page, "ablation") == ["-candidate", "full"]
    page.wait("() => new URLSearchParams(location.search).get('lang') === 'zh'")
    assert "g_bf=2.5" in page.page.url


def test_the_table_holds_what_the_figure_draws(lab):
    page = lab()
    page.page.click(".gradients .live-card:has([data-figure=held]) [data-action=table]")
    page.wait("() => document.querySelectorAll('.modal table tbody tr').length === 101")
    row = page.page.locator(".modal table tbody tr").nth(10)
    cells = [cell.replace("−", "-") for cell in row.locator("th, td").all_inner_texts()]
    lag, theory, measured, _ = map(float, cells)
    assert lag == 10
    assert theory == measured == pytest.approx(10 * np.log10(0.9), rel=1e-5)


def test_a_narrow_window_shows_one_figure_above_the_docked_controls(open_page):
    page = open_page("?page=gradients&lang=zh&g_tab=held", size=(360, 780))
    assert page.figures_in_view() == ["held"]
    slider = page.page.locator("#gradients-p").bounding_box()
    assert slider["y"] + slider["height"] < 780
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 360
