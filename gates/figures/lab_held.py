"""A held gate: the power law of its value beside the measured gradient, over lag."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from .base import line_trace, live_figure
from .frame import Paint, line
from .lab_axes import POWERS, drawable, power_range


def new_held() -> go.Figure:
    """The empty figure; where theory and measurement coincide, the dashes lie on the solid curve."""
    return live_figure(
        "held",
        [
            line_trace("joint", "joint", label="@lab.figure.joint", dash="dot"),
            line_trace("full", "full", label="@lab.figure.measured", weight=1.8, exact=True),
            line_trace("power", "direct", label="@lab.figure.power", dash="dash", weight=1.8),
        ],
        x="axis.lab_lag",
        y="axis.lab_norm_lag",
        labels="inside",
        margin={"l": 62, "r": 18},
        y_axis=POWERS,
        cursor=False,
    )


def paint_held(
    power: np.ndarray, full: np.ndarray, joint: np.ndarray | None = None, stale: bool = False
) -> Paint:
    """Numbers of the figure: log10 at lag 0 … T, each (T + 1,)."""
    curves = {"power": power, "full": full} | ({"joint": joint} if joint is not None else {})
    traces = {name: line(drawable(y), start=0.0) for name, y in curves.items()}
    return Paint(traces, (0, len(power) - 1), power_range(*curves.values()), stale=stale)
