"""Every unit over time: one gate or state as a units × time heatmap."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from .base import live_figure
from .frame import Paint, Ticks, grid
from .theme import DIVERGING, GATE_SCALE

SIGNED = {"c", "h", "c_tilde", "h_tilde"}


def new_heat() -> go.Figure:
    """The empty figure: one heatmap for gates (0 … 1) and one for signed quantities."""
    bar = {"thickness": 10, "outlinewidth": 0, "x": 1.01, "xpad": 4}
    common = {"hoverinfo": "skip", "zsmooth": False, "colorbar": bar}
    return live_figure(
        "heat",
        [
            go.Heatmap(name="gate", zmin=0, zmax=1, colorscale=GATE_SCALE, meta={"role": "f"}, **common),
            go.Heatmap(name="signed", zmid=0, zmin=-1, zmax=1, colorscale=DIVERGING, meta={"role": "c"}, **common),
        ],
        x="axis.time",
        y="axis.unit",
        margin={"r": 64},
        y_axis={"range": [0.5, 16.5], "dtick": 5, "tick0": 0},
    )  # fmt: skip


def paint_heat(values: np.ndarray, name: str, ticks: Ticks | None = None) -> Paint:
    """Numbers of the figure from ``values`` (T, d_h) of the quantity ``name``.

    Signed quantities beyond ±1 are drawn in the end colours; the colour scale stands still while a slider moves.
    """
    steps, units = values.shape
    shown = grid(values.T, -1.0 if name in SIGNED else 0.0, 1.0)
    dtick = next(d for d in (1, 2, 5, 10, 20, 50, 100) if units / d <= 5)
    return Paint(
        {"signed" if name in SIGNED else "gate": shown}, (1, steps), (0.5, units + 0.5, float(dtick)), ticks
    )
