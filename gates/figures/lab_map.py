"""Bias × lag: how much of the gradient is left."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import plotly.graph_objects as go

from .base import live_figure
from .frame import Paint, grid
from .lab_axes import DEPTHS
from .theme import DIVERGING

#: Beyond this many decades the colour says no more: the picture would lose what lies near 1.
DEEPEST = 20.0


def new_map() -> go.Figure:
    """The empty figure: white keeps the gradient, blue has lost it, orange has more of it."""
    bar = {
        "thickness": 12,
        "outlinewidth": 0,
        "x": 1.01,
        "xpad": 4,
        "tickprefix": "10<sup>",
        "ticksuffix": "</sup>",
        "nticks": 9,
    }
    heat = go.Heatmap(name="map", zmid=0, zmin=-20, zmax=20, colorscale=DIVERGING, hoverinfo="skip", zsmooth=False,
                      colorbar=bar, meta={"role": "full", "exact": True})  # fmt: skip
    return live_figure(
        "map",
        [heat],
        x="axis.lab_lag",
        y="axis.lab_bias",
        margin={"r": 76},
        y_axis={"range": [-8.1, 8.1], "dtick": 2, "ticks": "outside", "ticklen": 4},
        cursor=False,
    )  # fmt: skip


def paint_map(log10: np.ndarray, biases: np.ndarray, bias: float, slider: str, stale: bool = False) -> Paint:
    """Numbers of the figure.

    Parameters
    ----------
    log10 : ndarray (N, T + 1)
        log10 norm for each bias (row) at lag 0 … T; -inf where the gradient is exactly zero.
    biases : ndarray (N,)
    bias : float
        The slider's present value, marked with a line.
    slider : str
        Id of the slider that a click sets.
    """
    finite = log10[np.isfinite(log10)]
    size = min(np.abs(finite).max(initial=1.0), DEEPEST)
    end = next(d for d in DEPTHS if size <= d)
    more = {"y0": float(biases[0]), "dy": float(biases[1] - biases[0]), "zmin": -end, "zmax": end}
    cells = replace(grid(np.clip(log10, -end, end), -end, end, start=0.0), more=more)
    extra = {"mark": {"y": bias}, "click_y": slider}
    return Paint({"map": cells}, (0, log10.shape[1] - 1), stale=stale, extra=extra)
