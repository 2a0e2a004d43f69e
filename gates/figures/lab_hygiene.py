"""Training hygiene: gradients before and after clipping, and the reach of truncated backpropagation."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from .base import line_trace, live_figure, point_trace
from .frame import Paint, points
from .frame import line as curve
from .lab_axes import POWERS, drawable, power_range


def new_clip() -> go.Figure:
    """Size of each gradient before and after: on a logarithmic axis one factor is one shift."""
    return live_figure(
        "clip",
        [
            point_trace("before", "h", symbol="circle-open", size=5.0),
            point_trace("after", "full", size=3.4),
        ],
        x="axis.lab_gradient",
        y="axis.lab_size",
        margin={"l": 62, "r": 18},
        y_axis=POWERS,
        cursor=False,
    )


def paint_clip(before: Mapping[str, float], after: Mapping[str, float]) -> Paint:
    """Numbers of the figure: norms by name; zero and what is not finite have no mark."""
    names = list(before)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = [np.log10(np.array([sizes[n] for n in names], dtype=float)) for sizes in (before, after)]
    index = np.arange(1, len(names) + 1)
    traces = {name: points(index, drawable(y)) for name, y in zip(("before", "after"), logs, strict=True)}
    every = -(-len(names) // 16)
    ticks: list = [[k + 1, names[k]] for k in range(0, len(names), every)]
    return Paint(traces, (1, max(len(names), 2)), power_range(*logs), ticks)


def new_trunc() -> go.Figure:
    """The reach of the gradient with and without truncation."""
    return live_figure(
        "trunc",
        [
            line_trace("full", "full", label="@lab.figure.untruncated", weight=1.8, exact=True),
            line_trace(
                "truncated", "joint", label="@lab.figure.truncated", dash="dash", weight=1.8, exact=True
            ),
        ],
        x="axis.lag_k",
        y="axis.norm",
        labels="start",
        margin={"l": 62, "r": 18},
        y_axis=POWERS,
        cursor=False,
    )


def paint_trunc(full: np.ndarray, truncated: np.ndarray, boundary: int, stale: bool = False) -> Paint:
    """Numbers of the figure: log10 norms (T + 1,), and the last boundary, marked with a line."""
    traces = {"full": curve(drawable(full), start=0.0), "truncated": curve(drawable(truncated), start=0.0)}
    extra = {"mark": {"x": boundary}} if boundary else {"mark": None}
    return Paint(traces, (0, len(full) - 1), power_range(full, truncated), stale=stale, extra=extra)
