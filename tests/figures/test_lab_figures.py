"""The laboratory's figures: what they are given, and axes that stay finite whatever the numbers are."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.figures.base import as_json
from gates.figures.frame import pack
from gates.figures.lab_axes import power_range, rung, tick_for
from gates.figures.lab_held import new_held, paint_held
from gates.figures.lab_hygiene import new_clip, new_trunc, paint_clip, paint_trunc
from gates.figures.lab_laws import DEEPEST, new_laws, new_sat, paint_laws, paint_sat
from gates.figures.lab_map import new_map, paint_map
from gates.figures.lab_paths import (
    STYLE,
    new_ablation,
    new_split,
    new_terms,
    paint_ablation,
    paint_split,
    paint_terms,
)
from gates.figures.lab_spectrum import new_eig, new_lyap, new_sing, paint_eig, paint_lyap, paint_sing
from gates.figures.theme import COLOURS

NEW = (
    new_held,
    new_split,
    new_terms,
    new_ablation,
    new_map,
    new_eig,
    new_sing,
    new_lyap,
    new_laws,
    new_sat,
    new_clip,
    new_trunc,
)
ANY = st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=8).map(np.array)


def sent(paint):
    """Header of a frame with this paint; NaN in it would end a session."""
    header, _ = pack({"figure": paint})
    json.dumps(header, allow_nan=False)
    return header["figure"]


@pytest.mark.parametrize("new", NEW)
def test_every_curve_has_a_colour_in_both_themes_and_a_name_of_its_own(new):
    data = as_json(new())
    names = [trace["name"] for trace in data["data"]]
    assert len(names) == len(set(names))
    roles = {trace["meta"]["role"] for trace in data["data"]}
    assert all(roles <= colours.keys() for colours in COLOURS.values())


@given(ANY, ANY)
def test_ranges_are_finite_and_hold_the_numbers(a, b):
    low, high, tick = power_range(a, b)
    assert all(map(math.isfinite, (low, high, tick)))
    assert low < 0 <= high
    assert tick >= 1
    drawn = np.concatenate([a, b])
    drawn = drawn[np.isfinite(drawn) & (np.abs(drawn) < 1e6)]
    assert all(low <= v <= high + 0.05 for v in drawn)


@given(ANY)
def test_a_rung_holds_all_numbers_of_bearable_size(values):
    fine = values[np.isfinite(values)]
    assert rung(values) >= min(np.abs(fine).max(initial=0.0), 1e37)


@pytest.mark.parametrize("span", [0.1, 1.0, 3.0, 40.0, 1e5])
def test_ticks_are_few(span):
    assert span / tick_for(span) <= 6.5


@given(ANY)
def test_any_numbers_can_be_sent(values):
    full = np.append(values, 0.0)
    names = tuple(STYLE)[:2]
    sent(paint_held(full, full[::-1], full))
    sent(paint_terms(names, np.stack([full, -full]), full))
    sent(paint_ablation({"full": full, "-direct": -full}))
    sent(paint_split({"direct": np.abs(full), "total": np.abs(full)}))
    sent(paint_map(np.stack([full, -full]), np.array([-1.0, 1.0]), 0.5, "slider"))
    eigenvalues = np.stack([full, full[::-1]], axis=1).view(complex)[:, 0]
    sent(paint_eig(eigenvalues, None))
    sent(paint_sing(np.abs(full)))
    sent(paint_lyap(full, float(full[0])))
    sent(paint_trunc(full, -full, 1))
    sent(paint_clip({"a": float(values[0])}, {"a": float(values[-1])}))


def test_where_theory_and_measurement_are_equal_the_same_numbers_are_drawn():
    lag = np.arange(30)
    paint = paint_held(lag * -0.3, lag * -0.3)
    np.testing.assert_array_equal(paint.traces["power"].values, paint.traces["full"].values)
    assert set(paint.traces) == {"power", "full"}
    assert paint.axis == (0, 29)


def test_the_map_has_a_row_a_bias_and_marks_the_present_one():
    biases = np.linspace(-8, 8, 81)
    log10 = -np.abs(biases)[:, None] * np.arange(4)[None, :]
    header = sent(paint_map(log10, biases, 1.3, "gradients-b_f"))
    kind, _, n, start, step, rows, low, high, more = header["traces"]["map"]
    assert (kind, n, start, step, rows) == ("grid", 4, 0.0, 1, 81)
    assert more == {"y0": -8.0, "dy": pytest.approx(0.2), "zmin": low, "zmax": high}
    # The deepest is 24 decades; the colours end at 20.
    assert (low, high) == (-20, 20)
    assert header["mark"] == {"y": 1.3}
    assert header["click_y"] == "gradients-b_f"


def test_a_gradient_of_exactly_zero_has_the_deepest_colour_and_nan_none():
    cells = paint_map(np.array([[-np.inf, 0.0], [np.nan, np.inf]]), np.array([0.0, 1.0]), 0.0, "x")
    np.testing.assert_array_equal(cells.traces["map"].values, [[0, 127], [255, 254]])


def test_the_eigenvalue_picture_is_square_and_holds_disc_and_unit_circle():
    paint = paint_eig(np.array([0.5 + 0.1j, 0.5 - 0.1j, 0.0]), (0.73, 1.9))
    assert paint.axis == paint.range[:2]
    assert paint.range[1] >= 0.73 + 1.9
    x, y = paint.traces["disc"].values
    np.testing.assert_allclose(np.hypot(x - 0.73, y), 1.9)
    np.testing.assert_allclose(np.hypot(*paint.traces["unit"].values), 1.0)
    np.testing.assert_array_equal(paint.traces["values"].values, [[0.5, 0.5, 0], [0.1, -0.1, 0]])
    assert "disc" not in paint_eig(np.array([0.5 + 0j]), None).traces


def test_singular_values_that_are_rounding_are_left_out():
    drawn = paint_sing(np.array([10.0, 1.0, 1e-17])).traces["values"].values
    np.testing.assert_array_equal(drawn, [[1, 2, 3], [1, 0, np.nan]])


def test_exponents_of_minus_infinity_have_no_mark():
    paint = paint_lyap(np.array([0.2, -1.0, -np.inf]), -0.5)
    np.testing.assert_array_equal(paint.traces["values"].values[1], [0.2, -1.0, np.nan])
    np.testing.assert_array_equal(paint.traces["direct"].values, [-0.5] * 3)
    assert "direct" not in paint_lyap(np.array([0.2]), -np.inf).traces


def test_laws_are_drawn_as_logarithms_down_to_the_lower_end():
    trace = paint_laws({"constant": np.array([1.0, 1e-4, 1e-9, 0.0])}, 0.0, 3.0).traces["constant"]
    np.testing.assert_allclose(trace.values, [0, -4, np.nan, np.nan])
    assert (trace.start, trace.step) == (0.0, 1.0)
    assert DEEPEST == 8


def test_saturation_lies_in_its_triangle():
    paint = paint_sat({"f": (np.array([0.0, 0.25]), np.array([1.0, 0.5]))})
    np.testing.assert_array_equal(paint.traces["f"].values, [[0, 0.25], [1, 0.5]])
    np.testing.assert_array_equal(paint.traces["edge"].values, [1, 0])


def test_one_factor_shifts_all_gradients_equally():
    before = {"W": 5.0, "U": 50.0, "b": 0.0}
    paint = paint_clip(before, {name: v / 10 for name, v in before.items()})
    shift = paint.traces["before"].values[1] - paint.traces["after"].values[1]
    np.testing.assert_allclose(shift, [1, 1, np.nan])
    assert paint.ticks == [[1, "W"], [2, "U"], [3, "b"]]


def test_names_of_many_gradients_are_thinned_out():
    many = {f"g{k}": 1.0 for k in range(100)}
    assert len(paint_clip(many, many).ticks) <= 16


def test_the_last_boundary_is_marked():
    curve = np.linspace(-3, 0, 11)
    assert paint_trunc(curve, curve, 8).extra == {"mark": {"x": 8}}
    assert paint_trunc(curve, curve, 0).extra == {"mark": None}
