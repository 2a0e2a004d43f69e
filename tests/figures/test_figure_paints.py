"""Figures: what they are given for real traces, and ranges that stay finite whatever the numbers are."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plotly.colors import hex_to_rgb

from gates.core import gradients
from gates.core.init import make_cell
from gates.figures.base import as_json
from gates.figures.frame import pack
from gates.figures.gates import GATES, curves, new_gates, paint_gates, spread
from gates.figures.heat import new_heat, paint_heat
from gates.figures.reach import new_reach, paint_reach
from gates.figures.states import new_states, paint_states
from gates.figures.theme import COLOURS, FONT, SIZES, for_browser

FIGURES = {"gates": new_gates, "heat": new_heat, "reach": new_reach, "states": new_states}


@pytest.fixture
def lstm():
    rng = np.random.default_rng(3)
    cell = make_cell("lstm", 2, 5, rng=rng)
    return cell, cell.run(rng.standard_normal((30, 1, 2)))


# ---- gradient reach


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=8))
def test_the_range_of_the_reach_is_finite(values):
    y = np.array(values)
    paint = paint_reach(y, -y)
    low, high, tick = paint.range
    assert all(map(math.isfinite, paint.range))
    assert low < 0 <= high or low < 0 < high + 1
    assert tick > 0
    # About as many ticks as a person can read.
    assert (high - low) / tick <= 7.1
    assert all(np.isfinite(v) or np.isnan(v) for t in paint.traces.values() for v in t.values)
    json.dumps(pack({"reach": paint})[0], allow_nan=False)


@pytest.mark.parametrize(
    ("y", "depth", "above"),
    [
        ([-1.5, 0.0], 2, 0),
        ([-600.0, 0.0], 1000, 0),
        ([-np.inf, -3.0, 0.0], 5, 0),
        ([np.nan, np.nan], 2, 0),
        ([0.0, 3.0, 0.0], 2, 5),
        ([-602060.0, 0.0], 1_000_000, 0),
        ([1e9, -1e9], 1_000_000, 1_000_000),
    ],
)
def test_rungs_of_the_reach(y, depth, above):
    low, high, _ = paint_reach(np.array(y), None).range
    span = depth + above
    assert low == pytest.approx(-depth - 0.02 * span)
    assert high == pytest.approx(above + 0.06 * span)


def test_exact_zeros_are_holes_and_tiny_numbers_are_numbers():
    paint = paint_reach(np.array([-np.inf, -600.0, 0.0]), np.array([np.nan, -599.0, 0.0]), stale=True)
    np.testing.assert_array_equal(paint.traces["direct"].values, [np.nan, -600, 0])
    np.testing.assert_array_equal(paint.traces["full"].values, [np.nan, -599, 0])
    assert paint.traces["direct"].start == 0.0
    assert paint.axis == (0, 2)
    assert paint.stale


def test_the_reach_draws_what_flow_computes(lstm):
    flow = gradients.flow(*lstm)
    paint = paint_reach(flow.log10_direct_norm[:, 0], flow.log10_full[:, 0])
    np.testing.assert_array_equal(paint.traces["full"].values, flow.log10_full[:, 0])
    np.testing.assert_array_equal(paint.traces["direct"].values, flow.log10_direct_norm[:, 0])
    assert paint.axis == (0, 30)


# ---- gates and states


def test_spread_is_mean_and_percentiles():
    values = np.random.default_rng(0).standard_normal((40, 17))
    mean, low, high = spread(values)
    np.testing.assert_allclose(mean, values.mean(1), rtol=1e-15)
    np.testing.assert_allclose(low, np.percentile(values, 10, axis=1), rtol=1e-12)
    np.testing.assert_allclose(high, np.percentile(values, 90, axis=1), rtol=1e-12)


def test_curves_of_the_mean_and_of_one_unit(lstm):
    f = lstm[1].f[:, 0]
    mean = curves("f", f, None)
    assert list(mean) == ["f_band", "f"]
    np.testing.assert_array_equal(mean["f"].values, f.mean(1))
    one = curves("f", f, 3)
    assert list(one) == ["f"]
    np.testing.assert_array_equal(one["f"].values, f[:, 3])
    # A band of one unit would lie under its line.
    assert list(curves("f", f[:, :1], None)) == ["f"]


@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn"])
def test_gates_of_each_cell(kind):
    rng = np.random.default_rng(1)
    cell = make_cell(kind, 1, 4, rng=rng)
    trace = cell.run(rng.standard_normal((7, 1, 1)))
    paint = paint_gates(trace, kind, 2)
    assert set(paint.traces) == set(GATES[kind])
    for gate in GATES[kind]:
        np.testing.assert_array_equal(paint.traces[gate].values, getattr(trace, gate)[:, 0, 2])
    assert paint.axis == (1, 7)


def test_a_compared_cell_is_drawn_beside(lstm):
    other = np.linspace(0, 1, 30)
    gates = paint_gates(lstm[1], "lstm", None, None, other)
    states = paint_states(lstm[1], "lstm", None, None, other)
    np.testing.assert_array_equal(gates.traces["other"].values, other)
    np.testing.assert_array_equal(states.traces["other"].values, other)


class Trace:
    """A trace with states that one may choose."""

    def __init__(self, h: np.ndarray) -> None:
        self.h = h[:, None, None]


@pytest.mark.parametrize(
    ("h", "rung"),
    [
        ([0.0, 0.3], 1),
        ([0.0, -1.5], 2),
        ([49.0, 0.0], 50),
        ([np.nan, 0.2], 1),
        ([np.nan, np.inf], 1),
        ([1e200], 1e38),
    ],
)
def test_the_range_of_the_states_is_finite(h, rung):
    paint = paint_states(Trace(np.array(h)), "gru", 0)
    assert paint.range == pytest.approx((-1.04 * rung, 1.04 * rung, rung / 2))


# ---- heatmap


def test_signed_quantities_are_clipped_and_gates_are_not(lstm):
    c = lstm[1].c[:, 0] * 100
    paint = paint_heat(c, "c")
    assert list(paint.traces) == ["signed"]
    np.testing.assert_allclose(paint.traces["signed"].values / 127 - 1, np.clip(c.T, -1, 1), atol=0.51 / 127)
    assert list(paint_heat(lstm[1].f[:, 0], "f").traces) == ["gate"]


@pytest.mark.parametrize(("units", "tick"), [(1, 1), (8, 2), (16, 5), (128, 50)])
def test_rows_are_units(units, tick):
    paint = paint_heat(np.zeros((3, units)), "h")
    assert paint.range == (0.5, units + 0.5, tick)
    assert paint.traces["signed"].values.shape == (units, 3)


# ---- the empty figures and the theme


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_created_empty_and_small(name):
    data = as_json(FIGURES[name]())
    text = json.dumps(data, allow_nan=False)
    assert len(text) < 8_000
    assert data["layout"]["meta"]["name"] == name
    assert data["layout"]["hovermode"] is False
    assert all(not any(key in trace for key in "xyz") for trace in data["data"])
    assert len({trace["name"] for trace in data["data"]}) == len(data["data"])


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_role_has_a_colour(name, mode):
    for trace in as_json(FIGURES[name]())["data"]:
        assert trace["meta"]["role"] in COLOURS[mode]


def luminance(colour: str) -> float:
    """Relative luminance of WCAG."""
    parts = [v / 255 for v in hex_to_rgb(colour)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return float(np.dot([0.2126, 0.7152, 0.0722], linear))


def contrast(a: str, b: str) -> float:
    """Contrast ratio of WCAG, 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_lines_and_labels_stand_out(mode):
    colours = COLOURS[mode]
    ground = colours["background"]
    lines = ("f", "z", "i", "o", "r", "cand", "full", "direct", "c", "h", "other", "joint", "muted")
    assert {n: c for n in lines if (c := round(contrast(colours[n], ground), 2)) < 3} == {}
    inks = {n: colours.get(f"{n}_ink", colours[n]) for n in lines if n != "muted"}
    assert {n: c for n, ink in inks.items() if (c := round(contrast(ink, ground), 2)) < 4.5} == {}


def test_the_projector_has_large_type_and_thick_lines():
    assert SIZES["present"]["size"] >= 20
    assert SIZES["present"]["line"] >= 4
    assert "Noto Sans SC" in FONT
    assert for_browser()["sizes"] == SIZES
