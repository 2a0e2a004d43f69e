"""Test quality of every seed, a column of marks for each group of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from .base import line_trace, live_figure, point_trace
from .exp_curves import CELLS, TALLEST
from .frame import Paint, Ticks, Trace, points
from .lab_axes import rung, tick_for

SYMBOLS = {"rnn": "triangle-up-open", "gru": "square-open", "lstm": "circle-open"}


def new_seeds() -> go.Figure:
    """The empty figure."""
    chance = line_trace("chance", "text", label="@exp.figure.chance", dash="dashdot", weight=0.7)
    return live_figure(
        "exp_seeds",
        [chance, *(point_trace(cell, cell, symbol=SYMBOLS[cell], size=5.0) for cell in CELLS)],
        x="axis.exp_group",
        y="axis.exp_test",
        margin={"l": 58, "r": 96, "b": 60},
        y_axis={"range": [-0.03, 1.03], "dtick": 0.25},
        cursor=False,
    )


def paint_seeds(
    groups: Sequence[tuple[str, str, Sequence[float]]], chance: float | None, share: bool
) -> Paint:
    """Numbers of the figure.

    Parameters
    ----------
    groups : sequence of (cell, label, qualities)
        In the order of their columns; NaN is a run without a result.
    chance : float or None
    share : bool
        Values from 0 to 1, such as accuracy.
    """
    marks: Mapping[str, list[tuple[float, float]]] = {cell: [] for cell in CELLS}
    for k, (cell, _, values) in enumerate(groups):
        # Equal results would hide each other: they stand a little apart.
        shifts = 0.08 * (np.arange(len(values)) - (len(values) - 1) / 2)
        marks[cell].extend((k + 1 + dx, y) for dx, y in zip(shifts, values, strict=True))
    traces: dict[str, Trace] = {
        cell: points(*np.array(found, dtype=float).T) for cell, found in marks.items() if found
    }
    last = max(len(groups), 1)
    if chance is not None:
        traces["chance"] = points(np.array([0.5, last + 0.5]), np.array([chance, chance]))
    ticks: Ticks = [[k + 1, label] for k, (_, label, _) in enumerate(groups)]
    if share:
        return Paint(traces, (0.5, last + 0.5), (-0.03, 1.06, 0.25), ticks)
    values = np.array([v for _, _, found in groups for v in found], dtype=float)
    most = TALLEST * (chance or 1.0)
    top = rung(np.minimum(values[np.isfinite(values)], most), np.array([1.15 * (chance or 0.1)]))
    return Paint(traces, (0.5, last + 0.5), (-0.03 * top, top, tick_for(top)), ticks)
