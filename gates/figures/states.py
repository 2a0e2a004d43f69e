"""Cell state and hidden state over time."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from .base import band_trace, ghost_of, line_trace, live_figure
from .frame import Paint, Ticks, Trace, line, step_range
from .gates import curves

LADDER = (1.0, 2.0, 5.0, *(m * 10.0**e for e in range(1, 300) for m in (1, 2, 5)))
STATES = {"lstm": ("c", "h"), "gru": ("h",), "rnn": ("h",)}


def new_states() -> go.Figure:
    """The empty figure."""
    lines = [
        line_trace("c", "c", label="<var>c</var>", weight=1.3),
        line_trace("h", "h", label="<var>h</var>", dash="dot", weight=1.2),
    ]
    other = line_trace("other", "other", label="@figure.other_h", dash="longdashdot")
    return live_figure(
        "states",
        [band_trace("c_band", "c"), band_trace("h_band", "h"), *(ghost_of(t) for t in lines), *lines, other],
        x="axis.time",
        y="axis.state",
        y_axis={"range": [-1, 1], "exponentformat": "power"},
    )


def paint_states(
    trace, kind: str, unit: int | None, ticks: Ticks | None = None, other: np.ndarray | None = None
) -> Paint:
    """Numbers of the figure; the arguments are those of ``paint_gates``."""
    traces: dict[str, Trace] = {}
    for state in STATES[kind]:
        traces |= curves(state, getattr(trace, state)[:, 0], unit)
    if other is not None:
        traces["other"] = line(other)
    drawn = np.concatenate([t.values.ravel() for t in traces.values()])
    drawn = drawn[np.isfinite(drawn)]
    rung = step_range(drawn.min(initial=0.0), drawn.max(initial=0.0), LADDER)
    # A float32 frame cannot show more than its own largest number; beyond it the words on the page speak.
    rung = min(rung, 1e38)
    return Paint(traces, (1, trace.h.shape[0]), (-rung * 1.04, rung * 1.04, rung / 2), ticks)
