"""How far back the gradient of the loss reaches, before training and now."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from .base import line_trace, live_figure
from .exp_curves import DASH, NAMES, Curve
from .frame import Paint, Trace, points
from .lab_axes import POWERS, power_range

#: Powers of ten below which a curve leaves the picture.
DEEPEST = 20.0


def new_lags() -> go.Figure:
    """The empty figure; thin and faint is before training."""
    traces = []
    for name in NAMES:
        cell = name.removesuffix("_p")
        traces.append(line_trace(f"{name}_first", cell, dash="dot", weight=0.6, faint=True))
    for name in NAMES:
        cell = name.removesuffix("_p")
        weight = 0.9 if name != cell else 1.5
        traces.append(line_trace(name, cell, label=f"@exp.figure.{name}", dash=DASH[cell], weight=weight))
    return live_figure(
        "exp_lags",
        traces,
        x="axis.exp_lag",
        y="axis.exp_gradient",
        margin={"l": 62, "r": 118},
        y_axis=POWERS,
        cursor=False,
    )


def paint_lags(first: Mapping[str, Curve], now: Mapping[str, Curve]) -> Paint:
    """Numbers of the figure: log10 norms by lag, the median of the seeds."""
    traces: dict[str, Trace] = {}
    seen = [np.zeros(1)]
    for suffix, curves in (("_first", first), ("", now)):
        for name, curve in curves.items():
            x, middle, _, _ = curve.spread()
            traces[f"{name}{suffix}"] = points(x, middle)
            seen.append(middle)
    last = max((float(curve.x[-1]) for curve in [*first.values(), *now.values()]), default=1.0)
    return Paint(traces, (0, last), power_range(*seen, deepest=DEEPEST))
