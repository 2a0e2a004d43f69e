"""Initialisation laws of the keep gate over lag, and how saturated the gates are."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from .base import line_trace, live_figure, point_trace
from .frame import Paint, Trace, line, points
from .lab_axes import POWERS

#: Laws, their colours and dashes; the sampled ones are drawn thin.
LAWS = {"constant": ("c", "solid"), "chrono": ("other", "longdash"), "uniform": ("r", "dashdot")}
DEEPEST = 8
GATES = {"f": "circle", "z": "circle", "i": "square", "o": "diamond", "r": "triangle-up"}


def new_laws() -> go.Figure:
    """E[f^L] over L, both axes logarithmic (drawn as logarithms on linear axes)."""
    closed = [
        line_trace(law, role, label=f"@lab.law.{law}", dash=dash, weight=1.5)
        for law, (role, dash) in LAWS.items()
    ]
    drawn = [line_trace(f"{law}_drawn", role, dash="dot", weight=1.1) for law, (role, _) in LAWS.items()]
    return live_figure(
        "laws",
        [*drawn, *closed],
        x="axis.lab_log_lag",
        y="axis.lab_expected",
        labels="inside",
        margin={"l": 62, "r": 18},
        x_axis={"dtick": 1, "tickprefix": "10<sup>", "ticksuffix": "</sup>", "showgrid": True},
        y_axis=POWERS | {"range": [-DEEPEST, 0.3], "dtick": 2},
        cursor=False,
        pad=0.05,
    )


def paint_laws(curves: Mapping[str, np.ndarray], first: float, last: float) -> Paint:
    """Numbers of the figure: E[f^L] (n,) by law at n lags whose log10 runs evenly from ``first`` to ``last``."""
    traces: dict[str, Trace] = {}
    for name, values in curves.items():
        with np.errstate(divide="ignore"):
            logs = np.log10(values)
        # Below the picture a curve ends, so that its label stands where it leaves.
        seen = np.where(logs >= -DEEPEST, logs, np.nan)
        traces[name] = Trace("line", seen, first, (last - first) / (len(values) - 1))
    return Paint(traces, (first, last))


def new_sat() -> go.Figure:
    """Share of time below 0.1 and above 0.9, a mark a unit; both shares sum to 1 at most: a triangle."""
    marks = [point_trace(g, g, symbol=symbol, size=3.6, faint=True) for g, symbol in GATES.items()]
    return live_figure(
        "sat", [line_trace("edge", "text", dash="dash"), *marks],
        x="axis.lab_left", y="axis.lab_right", margin={"r": 16},
        x_axis={"dtick": 0.25, "showgrid": True}, y_axis={"range": [-0.04, 1.04], "dtick": 0.25},
        cursor=False, pad=0.04,
    )  # fmt: skip


def paint_sat(shares: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> Paint:
    """Numbers of the figure: shares (left, right), each (d_h,), by gate."""
    edge = line(np.array([1.0, 0.0]), start=0.0)
    return Paint({"edge": edge} | {g: points(*both) for g, both in shares.items()}, (0, 1))
