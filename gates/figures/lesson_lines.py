"""Figures of single lessons: a few named curves over something that is not always time."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from .base import line_trace, live_figure
from .frame import Paint, Trace, line
from .lab_axes import POWERS, drawable, power_range

BIASES = np.linspace(-8, 8, 161)
#: Colour and dash of a cell where cells are compared.
CELLS = {"lstm": ("full", "solid"), "gru": ("i", "dash"), "rnn": ("h", "dot")}


def new_slope() -> go.Figure:
    """A gate and its slope over the bias."""
    return live_figure(
        "slope",
        [
            line_trace("f", "f", label="<var>f</var>", weight=1.6),
            line_trace("slope", "full", label="<var>f</var>(1−<var>f</var>)", dash="dash", weight=1.6),
        ],
        x="axis.lesson_bias",
        y="axis.lesson_value",
        margin={"r": 64},
        x_axis={"dtick": 2},
        y_axis={"range": [-0.02, 1.02], "dtick": 0.25},
        cursor=False,
    )


def paint_slope(bias: float) -> Paint:
    """Numbers of the figure: σ(b) and σ(b)(1 − σ(b)), with the present bias marked."""
    f = 1 / (1 + np.exp(-BIASES))
    step = float(BIASES[1] - BIASES[0])
    curves = {name: Trace("line", y, -8.0, step) for name, y in (("f", f), ("slope", f * (1 - f)))}
    return Paint(curves, (-8, 8), extra={"mark": {"x": bias}})


def new_two_biases() -> go.Figure:
    """Direct path and full gradient over k, for the present bias and for none."""
    return live_figure(
        "biases",
        [
            line_trace("full0", "joint", label="@figure.lesson_full0", weight=1.1),
            line_trace("direct0", "joint", label="@figure.lesson_direct0", dash="dot", weight=1.1),
            line_trace("full", "full", label="@figure.full", weight=1.8),
            line_trace("direct", "direct", label="@figure.direct", dash="dash", weight=1.8),
        ],
        x="axis.lag_k",
        y="axis.norm",
        labels="start",
        margin={"l": 62, "r": 18},
        y_axis=POWERS,
        cursor=False,
    )


def paint_two_biases(now: tuple[np.ndarray, np.ndarray], none: tuple[np.ndarray, np.ndarray]) -> Paint:
    """Numbers of the figure: log10 norms (T + 1,) of the direct path and of the full gradient, for both biases."""
    curves = dict(zip(("direct", "full", "direct0", "full0"), (*now, *none), strict=True))
    traces: dict[str, Trace] = {name: line(drawable(y), start=0.0) for name, y in curves.items()}
    return Paint(traces, (0, len(now[0]) - 1), power_range(*curves.values()))


def new_both_resets() -> go.Figure:
    """One unit's hidden state with the reset gate before and after the linear map."""
    return live_figure(
        "resets",
        [
            line_trace("before", "z", label="@figure.lesson_before", weight=1.5),
            line_trace("after", "full", label="@figure.lesson_after", dash="dash", weight=1.5),
        ],
        x="axis.time",
        y="axis.state",
        margin={"r": 64},
        y_axis={"range": [-1.04, 1.04], "dtick": 0.5},
        cursor=False,
    )


def paint_both_resets(before: np.ndarray, after: np.ndarray) -> Paint:
    """Numbers of the figure from h of one unit, (T,) each."""
    return Paint({"before": line(before), "after": line(after)}, (1, len(before)))


def _by_cell(name: str, x: str, y: str, y_axis: dict[str, object], *more: go.Scatter) -> go.Figure:
    lines = [
        line_trace(cell, role, label=cell.upper(), dash=dash, weight=1.5)
        for cell, (role, dash) in CELLS.items()
    ]
    return live_figure(
        name, [*more, *lines], x=x, y=y, margin={"l": 62, "r": 64}, y_axis=y_axis, cursor=False
    )


def new_sizes() -> go.Figure:
    """Numbers carried from step to step, at equal parameters, over the LSTM's width."""
    return _by_cell("sizes", "axis.lesson_width", "axis.lesson_numbers", {"range": [-4, 324], "dtick": 80})


def paint_sizes(sizes: Mapping[str, np.ndarray], d_h: int) -> Paint:
    """Numbers of the figure: state sizes by cell at LSTM widths 1, 2, …, and the present width."""
    curves = {cell: line(np.asarray(y, dtype=float)) for cell, y in sizes.items()}
    return Paint(curves, (1, len(sizes["lstm"])), extra={"mark": {"x": d_h}})


def new_learning() -> go.Figure:
    """Validation accuracy over updates, mean over seeds."""
    chance = line_trace("chance", "text", dash="dash")
    return _by_cell("learning", "axis.lesson_updates", "axis.lesson_accuracy",
                    {"range": [-0.02, 1.04], "dtick": 0.25, "tickformat": ".0%"}, chance)  # fmt: skip


def paint_learning(curves: Mapping[str, np.ndarray], chance: float, every: int, updates: int) -> Paint:
    """Numbers of the figure: accuracy (n,) by cell at updates 0, every, 2 every, …, and the budget."""
    traces = {cell: Trace("line", y, 0.0, float(every)) for cell, y in curves.items()}
    last = every * (max(len(y) for y in curves.values()) - 1)
    traces["chance"] = Trace("line", np.full(2, chance), 0.0, float(last))
    return Paint(traces, (0, last), extra={"mark": {"x": updates}})


def new_directions() -> go.Figure:
    """Singular values of the derivative of states by inputs."""
    return live_figure(
        "directions",
        [
            line_trace("kept", "i", label="@figure.lesson_kept", dash="dash", weight=1.5),
            line_trace("last", "full", label="@figure.lesson_last", weight=1.8),
        ],
        x="axis.lesson_direction",
        y="axis.lesson_singular",
        labels="start",
        margin={"l": 62, "r": 18},
        y_axis=POWERS,
        cursor=False,
    )


def paint_directions(last: np.ndarray, kept: np.ndarray, d_h: int) -> Paint:
    """Numbers of the figure: singular values, largest first, of the last state and of all states together."""
    with np.errstate(divide="ignore"):
        curves = {"last": np.log10(last), "kept": np.log10(kept)}
    traces = {name: line(drawable(y)) for name, y in curves.items()}
    return Paint(traces, (1, len(kept)), power_range(*curves.values()), extra={"mark": {"x": d_h}})


def new_clipped() -> go.Figure:
    """What each step adds to the gradient, before and after clipping."""
    return live_figure(
        "clipped",
        [
            line_trace("before", "full", label="@figure.lesson_unclipped", weight=1.6),
            line_trace("after", "i", label="@figure.lesson_clipped", dash="dash", weight=1.6),
        ],
        x="axis.time",
        y="axis.lesson_contribution",
        labels="start",
        margin={"l": 62, "r": 18},
        y_axis=POWERS,
        cursor=False,
    )


def paint_clipped(before: np.ndarray, factor: float) -> Paint:
    """Numbers of the figure: norms (T,) of the contributions, and the factor that clipping multiplies them by."""
    with np.errstate(divide="ignore"):
        log = np.log10(before)
        curves = {"before": log, "after": log + np.log10(factor)}
    return Paint(
        {k: line(drawable(y)) for k, y in curves.items()}, (1, len(before)), power_range(*curves.values())
    )
