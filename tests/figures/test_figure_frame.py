"""A frame: where each number lies, what the header may hold, and that no extreme is lost on the way."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from gates.figures.frame import (
    MAX_CELLS,
    MAX_COLUMNS,
    Paint,
    Trace,
    band,
    grid,
    line,
    pack,
    points,
    step_range,
)

FLOATS = st.floats(-1e6, 1e6, width=32)


def unpack(header: dict, buffers: list[bytes]) -> dict[str, dict[str, np.ndarray]]:
    """The arrays of a frame, read as the page's script reads them: kind, offset, n, start, step, rows, ends."""
    curves, cells = np.frombuffer(buffers[0], "<f4"), np.frombuffer(buffers[1], "u1")
    rows_of = {"line": 1, "band": 2, "points": 2}
    out: dict[str, dict[str, np.ndarray]] = {}
    for figure, paint in header.items():
        out[figure] = {}
        for name, (kind, offset, n, _, _, *grid_only) in paint["traces"].items():
            if kind == "grid":
                rows, low, high = grid_only
                shown = cells[offset : offset + rows * n].reshape(rows, n).astype(float)
                out[figure][name] = np.where(shown == 255, np.nan, low + shown * (high - low) / 254)
            else:
                rows = rows_of[kind]
                out[figure][name] = curves[offset : offset + rows * n].reshape(rows, n)
    return out


def test_layout_of_a_frame():
    paints = {
        "a": Paint({"one": line(np.array([1.0, 2.0, 3.0])), "two": band(np.zeros(2), np.ones(2))}, (1, 3)),
        "b": Paint({"map": grid(np.array([[0.0, 1.0], [0.5, np.nan]]), 0, 1)}, (1, 2), (0.5, 2.5, 1.0)),
        "c": Paint(
            {"dots": points(np.array([5.0]), np.array([6.0])), "y": line(np.array([7.0]), 0.0)}, (0, 1)
        ),
        "d": Paint({"more": grid(np.array([[-1.0, 2.0]]), -1, 1, start=0.0)}, (0, 1)),
    }
    header, buffers = pack(paints)
    assert header == {
        "a": {"axis": [1, 3], "traces": {"one": ["line", 0, 3, 1.0, 1.0], "two": ["band", 3, 2, 1.0, 1.0]}},
        "b": {"axis": [1, 2], "range": [0.5, 2.5, 1.0], "traces": {"map": ["grid", 0, 2, 1.0, 1, 2, 0, 1]}},
        "c": {"axis": [0, 1], "traces": {"dots": ["points", 7, 1, 1.0, 1.0], "y": ["line", 9, 1, 0.0, 1.0]}},
        "d": {"axis": [0, 1], "traces": {"more": ["grid", 4, 2, 0.0, 1, 1, -1, 1]}},
    }
    assert np.frombuffer(buffers[0], "<f4").tolist() == [1, 2, 3, 0, 0, 1, 1, 5, 6, 7]
    assert list(buffers[1]) == [0, 254, 127, 255, 0, 254]


def test_an_empty_frame():
    assert pack({}) == ({}, [b"", b""])
    assert pack({"gates": Paint({}, (1, 5))})[0] == {"gates": {"axis": [1, 5], "traces": {}}}


@given(
    st.dictionaries(
        st.sampled_from("abcd"),
        hnp.arrays(np.float64, st.integers(1, 7) | st.tuples(st.just(2), st.integers(1, 7)), elements=FLOATS),
        max_size=4,
    )
)
def test_what_is_packed_comes_back(arrays):
    kinds = {1: "line", 2: "band"}
    paint = Paint({name: Trace(kinds[a.ndim], a) for name, a in arrays.items()}, (1, 7))
    back = unpack(*pack({"figure": paint}))["figure"]
    assert back.keys() == arrays.keys()
    for name, a in arrays.items():
        np.testing.assert_array_equal(back[name], np.atleast_2d(a).astype(np.float32))


@given(hnp.arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 9)), elements=st.floats(-2, 2)))
def test_a_cell_of_a_heatmap_is_off_by_less_than_a_shade(values):
    back = unpack(*pack({"f": Paint({"z": grid(values, -1, 1)}, (1, 9))}))["f"]["z"]
    np.testing.assert_allclose(back, np.clip(values, -1, 1), atol=1 / 254 + 1e-12)


def test_what_is_not_finite_travels_in_the_buffers_alone():
    y = np.array([np.nan, np.inf, -np.inf, 1.0])
    paint = Paint({"y": line(y), "z": grid(y[None], -1, 1)}, (0, 3), (np.nan, 1.0, 1.0))
    header, buffers = pack({"r": paint})
    json.dumps(header, allow_nan=False)
    assert "range" not in header["r"]
    back = unpack(header, buffers)["r"]
    np.testing.assert_array_equal(back["y"][0], y.astype(np.float32))
    np.testing.assert_array_equal(back["z"][0], [np.nan, np.nan, np.nan, 1])


def test_numbers_beyond_float32_are_packed_without_a_warning():
    header, buffers = pack({"s": Paint({"c": line(np.array([1e300, -1e300, 1.0]))}, (1, 3))})
    assert unpack(header, buffers)["s"]["c"][0].tolist() == [np.inf, -np.inf, 1.0]


# ---- longer than a screen is wide


@given(st.integers(2 * MAX_COLUMNS + 1, 2000), st.integers(0, 2**32 - 1))
def test_reduction_keeps_every_extreme(n, seed):
    y = np.random.default_rng(seed).standard_normal(n)
    trace = line(y)
    assert trace.values.shape == (2 * MAX_COLUMNS,)
    low, high = trace.values.reshape(-1, 2).T
    edges = np.linspace(0, n, MAX_COLUMNS + 1).astype(int)
    columns = list(pairwise(edges))
    np.testing.assert_array_equal(low, [y[a:b].min() for a, b in columns])
    np.testing.assert_array_equal(high, [y[a:b].max() for a, b in columns])


@pytest.mark.parametrize("n", [2 * MAX_COLUMNS + 1, 1000, 2000, 2001])
def test_reduced_curves_stay_in_place(n):
    trace = line(np.arange(n, dtype=float), start=1.0)
    x = trace.start + trace.step * np.arange(len(trace.values))
    assert x[0] >= 1
    assert x[-1] <= n + 1
    # A straight line stays one: each point is off by less than a column.
    assert np.abs(trace.values - (x - 1)).max() <= n / MAX_COLUMNS


def test_short_curves_are_not_touched():
    y = np.sin(np.arange(2.0 * MAX_COLUMNS))
    assert line(y).values is y
    np.testing.assert_array_equal(band(y, y + 1).values, [y, y + 1])
    assert (line(y).start, line(y).step) == (1.0, 1.0)


def test_a_hole_in_a_curve_stays_a_hole():
    y = np.linspace(0, 1, 1024)
    y[512:] = np.nan
    values = line(y).values.reshape(-1, 2)
    assert np.isfinite(values[:128]).all()
    assert np.isnan(values[128:]).all()


def test_a_long_band_holds_its_curves():
    low, high = -np.abs(np.sin(np.arange(1500.0))), np.abs(np.cos(np.arange(1500.0)))
    reduced = band(low, high)
    assert reduced.values.shape == (2, MAX_COLUMNS)
    assert reduced.values[0].min() == low.min()
    assert reduced.values[1].max() == high.max()
    assert (reduced.values[0] <= reduced.values[1]).all()


@pytest.mark.parametrize(
    ("rows", "n", "width"), [(2, 256, 1), (2, 257, 2), (2, 512, 2), (2, 2000, 8), (128, 2000, None)]
)
def test_a_long_heatmap_shows_means(rows, n, width):
    values = np.linspace(0, 1, rows * n).reshape(rows, n)
    shown = grid(values, 0, 1)
    width = width or -(-n // (MAX_CELLS // rows))
    columns = -(-n // width)
    assert shown.values.shape == (rows, columns)
    assert shown.values.size <= max(MAX_CELLS, 2 * MAX_COLUMNS)
    expected = [values[:, k * width : (k + 1) * width].mean(1) for k in range(columns)]
    np.testing.assert_allclose(shown.values.T / 254, expected, atol=0.51 / 254)
    # The middle of the first column.
    assert shown.start == 1 + (width - 1) / 2
    assert shown.step == width


def test_a_heatmap_that_is_not_a_number_is_not_drawn_as_zero():
    values = np.ones((1, 600))
    values[0, 300:] = np.nan
    shown = grid(values, 0, 1).values[0]
    assert shown[-1] == 255
    assert shown[0] == 254


@pytest.mark.parametrize(
    ("low", "high", "rung"),
    [(0, 0, 1), (-0.5, 1, 1), (-1.01, 0, 2), (3, 4.9, 5), (-5, 5.0001, 10), (-1e9, 0, 10)],
)
def test_axes_grow_in_steps(low, high, rung):
    assert step_range(low, high, (1, 2, 5, 10)) == rung
