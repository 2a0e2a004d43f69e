"""Gates opening over training: the mean over units, steps and sequences."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from .base import band_trace, line_trace, live_figure
from .exp_curves import Curve, last_update, spread_traces
from .frame import Paint, Trace

#: Gates of LSTM and GRU in one figure: f and z share their colour, so their dashes differ.
GATES = {
    "f": ("solid", "@exp.gate.f"),
    "i": ("dash", "@exp.gate.i"),
    "o": ("dashdot", "@exp.gate.o"),
    "z": ("longdash", "@exp.gate.z"),
    "r": ("dot", "@exp.gate.r"),
}


def new_exp_gates() -> go.Figure:
    """The empty figure."""
    lines = [line_trace(g, g, label=label, dash=dash, weight=1.3) for g, (dash, label) in GATES.items()]
    return live_figure(
        "exp_gates",
        [*(band_trace(f"{g}_band", g) for g in GATES), *lines],
        x="axis.exp_updates",
        y="axis.exp_opening",
        margin={"l": 58, "r": 84},
        y_axis={"range": [-0.03, 1.03], "dtick": 0.25},
        cursor=False,
    )


def paint_exp_gates(curves: Mapping[str, Curve]) -> Paint:
    """Numbers of the figure: mean opening by gate over updates."""
    traces: dict[str, Trace] = {}
    for name, curve in curves.items():
        traces |= spread_traces(name, curve)
    return Paint(traces, (0, last_update(curves)))
