"""From settings to numbers: which bias a slider moves, what a seed redraws, what the page is told."""

from __future__ import annotations

import json

import numpy as np
import pytest
from ui_scenes import DEFAULTS, reach_of, run_of, scene, settings

from gates.core import gradients
from gates.figures.diagram import KINDS
from gates.inputs.sequence import Sequence
from gates.inputs.series import real_series
from gates.text import LANGS, catalogue
from gates.ui.explorer import compute
from gates.ui.explorer.frames import HEAT
from gates.ui.explorer.params import BIASES, GATE_SLIDERS
from gates.ui.explorer.tables import figure_table

#: Row of each slider in the cell's bias array: i, f, o, c and z, r, h.
ROWS = {"lstm": {"b_i": 0, "b_f": 1, "b_o": 2, "b_c": 3}, "gru": {"b_z": 0, "b_r": 1, "b_h": 2}}


@pytest.mark.parametrize(("kind", "slider"), [(k, s) for k, rows in ROWS.items() for s in rows])
def test_a_slider_moves_its_own_gate_and_no_weight(kind, slider):
    before = compute.build_cell(settings(), kind, 2)
    after = compute.build_cell(settings(**{slider: DEFAULTS[slider] + 2.5}), kind, 2)
    moved = after.b - before.b
    expected = np.zeros_like(moved)
    expected[ROWS[kind][slider]] = 2.5
    np.testing.assert_allclose(moved, expected, atol=1e-15)
    np.testing.assert_array_equal(after.W, before.W)


def test_the_bias_of_an_rnn_is_one_vector():
    cell = compute.build_cell(settings(b_n=-1.5), "rnn", 2)
    np.testing.assert_array_equal(cell.b, np.full(16, -1.5))


def test_the_sliders_add_to_the_law_of_the_biases():
    plain = compute.build_cell(settings(law="chrono", b_f=0.0), "lstm", 1)
    moved = compute.build_cell(settings(law="chrono", b_f=1.0), "lstm", 1)
    assert len(set(plain.b[1])) == 16
    np.testing.assert_allclose(moved.b[1], plain.b[1] + 1, rtol=1e-14)


def test_every_bias_of_a_cell_has_a_slider():
    for kind, sliders in GATE_SLIDERS.items():
        letters = {f"b_{letter}" for letter, _ in sliders}
        assert letters == set(compute.BIAS_ORDER[kind])
        assert letters <= {param.id for param in BIASES.values()}


def test_a_seed_gives_the_same_network_and_another_gives_another():
    a, b, c = (compute.build_cell(settings(seed=k), "gru", 3) for k in (5, 5, 6))
    np.testing.assert_array_equal(a.W, b.W)
    np.testing.assert_array_equal(a.U, b.U)
    assert not np.array_equal(a.U, c.U)


def test_the_initial_state_does_not_redraw_the_weights():
    zero, drawn = (run_of(state0=name)[1] for name in ("zero", "random"))
    np.testing.assert_array_equal(zero.cell.W, drawn.cell.W)
    h0, c0 = compute.first_state(settings(state0="random"), "lstm")
    assert not np.array_equal(h0, c0)
    np.testing.assert_array_equal(compute.first_state(settings(state0="ones"), "gru"), np.ones((1, 16)))


@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn"])
@pytest.mark.parametrize("norm", ["rms", "spectral"])
def test_the_cheap_direct_path_is_that_of_the_flow(kind, norm):
    _, run, _ = run_of(cell=kind, norm=norm)
    np.testing.assert_array_equal(compute.direct_norm(run.cell, run.trace, norm), reach_of(run).direct)


def test_what_can_follow_a_slider_and_what_cannot():
    assert run_of()[1].live
    assert run_of(d_h=64, T=100)[1].live
    assert not run_of(d_h=128, T=2000)[1].live


@pytest.mark.parametrize("source", ["zero", "impulse", "step", "sine", "noise", "spikes"])
def test_synthetic_inputs_have_the_length_of_the_slider(source):
    assert compute.build_sequence(settings(source=source, T=17), None).X.shape == (17, 1)


def test_other_inputs():
    text = compute.build_sequence(settings(source="text", text="门a"), None)
    assert text.X.shape == (2, compute.EMBEDDING)
    assert list(text.labels) == ["门", "a"]
    series = compute.build_sequence(settings(source="series", series="return-all"), None)
    np.testing.assert_array_equal(series.X, real_series("return-all").X)
    assert compute.build_sequence(settings(source="csv"), None) is None
    own = Sequence(np.array([[1.0], [3.0]]), channels=("v",))
    raw = compute.build_sequence(settings(source="csv", standardise=False), own)
    scaled = compute.build_sequence(settings(source="csv"), own)
    np.testing.assert_array_equal(raw.X, [[1], [3]])
    np.testing.assert_allclose(scaled.X, [[-1], [1]])


# ---- what the page is told

SITUATIONS = [
    {},
    {"cell": "gru", "reset": "before"},
    {"cell": "gru", "reset": "after", "view": "unit", "unit": 3},
    {"cell": "rnn", "heat": "out"},
    {"recurrent_scale": 8.0, "T": 300, "cell": "rnn"},
    {"b_f": -8.0, "b_i": 8.0, "b_o": -8.0, "b_c": 8.0},
    {"d_h": 1, "T": 1, "t": 1},
    {"source": "text", "text": "今天 🙂 ok", "heat": "cell"},
    {"source": "series", "series": "price-aapl", "T": 2000, "t": 2000},
]


@pytest.mark.parametrize("changed", SITUATIONS, ids=str)
@pytest.mark.parametrize("lang", LANGS)
def test_every_situation_has_words_and_numbers(changed, lang):
    now = scene(lang, **changed)
    json.dumps(now.diagram(), allow_nan=False)
    texts = now.texts()
    assert all(texts.values())
    assert not any("{" in text or "nan" in text.lower().split() for text in texts.values())
    for paint in now.paints().values():
        assert paint.range is None or np.isfinite(paint.range).all()


@pytest.mark.parametrize("kind", KINDS)
def test_the_diagram_shows_the_cursor(kind):
    cell, _, reset = kind.partition("_")
    now = scene(cell=cell, reset=reset or "before", t=7, unit=4)
    numbers = now.diagram()
    trace, cell = now.run.trace, now.run.cell
    assert numbers["kind"] == kind
    values = numbers["values"]
    assert values["h"] == trace.h[6, 0, 3]
    assert values["h_prev"] == trace.h[5, 0, 3]
    assert (values["t"], values["unit"]) == (7, 4)
    if kind == "lstm":
        assert values["c"] == pytest.approx(values["f"] * values["c_prev"] + values["i"] * values["c_tilde"])
        assert values["h"] == pytest.approx(values["o"] * np.tanh(values["c"]))
    if kind.startswith("gru"):
        mixed = values["z"] * values["h_prev"] + (1 - values["z"]) * values["h_tilde"]
        assert values["h"] == pytest.approx(mixed)
    if kind == "gru_after":
        assert values["rec"] == pytest.approx(cell.U[2, 3] @ trace.h[5, 0] + cell.b_hn[3])
    step = gradients.step_jacobians(cell, trace)[6, 0]
    assert numbers["paths"]["total"] == pytest.approx(np.linalg.norm(step) / np.sqrt(len(step)))


def test_the_cursor_and_the_unit_stay_inside():
    now = scene(T=5, t=2000, d_h=3, unit=128)
    assert (now.t, now.unit) == (5, 2)


def test_labels_of_the_time_axis():
    letters = scene(source="text", text="门控ab").ticks
    assert letters == [[1, "门"], [2, "控"], [3, "a"], [4, "b"]]
    dates = scene(source="series", series="return-all").ticks
    assert 3 <= len(dates) <= 8
    assert dates[0] == [1, "2018-01-08"]
    assert scene().ticks is None


@pytest.mark.parametrize("kind", HEAT)
def test_the_heatmap_shows_a_quantity_of_the_cell(kind):
    for choice in ("keep", "in", "out", "candidate", "cell", "hidden"):
        now = scene(cell=kind, heat=choice)
        assert now.heat_name == HEAT[kind].get(choice, "h")
        [shown] = now.paints()["heat"].traces.values()
        low, high = shown.ends
        exact = np.clip(getattr(now.run.trace, now.heat_name)[:, 0].T, low, high)
        drawn = low + shown.values * (high - low) / 254
        np.testing.assert_allclose(drawn, exact, atol=0.51 * (high - low) / 254)


# ---- tables


def test_tables_hold_everything_that_a_figure_draws():
    now = scene("zh", T=40)
    columns, first = figure_table(now, "reach")
    assert (list(columns), first) == (["log₁₀ 直接路径", "log₁₀ 完整梯度", "log₁₀ 整个状态的梯度"], 0)
    np.testing.assert_array_equal(columns["log₁₀ 完整梯度"], now.reach.full)
    columns, first = figure_table(now, "gates")
    assert first == 1
    assert list(columns)[:3] == ["f 均值", "f 10 %", "f 90 %"]
    np.testing.assert_allclose(columns["f 均值"], now.run.trace.f[:, 0].mean(1))
    one, _ = figure_table(scene(view="unit", unit=2), "states")
    assert list(one) == ["c_2", "h_2"]
    heat, _ = figure_table(scene(heat="cell", d_h=3), "heat")
    assert list(heat) == ["c_1", "c_2", "c_3"]


def test_a_curve_of_an_earlier_setting_is_in_no_table():
    assert list(figure_table(scene(stale=True), "reach")[0]) == ["log₁₀ direct path"]


@pytest.mark.parametrize("figure", ["gates", "heat", "states", "reach"])
def test_figures_have_a_title(figure):
    assert f"card.{figure}" in catalogue()
