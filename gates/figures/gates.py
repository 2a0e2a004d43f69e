"""Gate values over time: mean and 10–90 % band over units, or one unit."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from .base import band_trace, ghost_of, line_trace, live_figure
from .frame import Paint, Ticks, Trace, band, line

GATES = {"lstm": ("f", "i", "o"), "gru": ("z", "r"), "rnn": ()}
KEEP = {"lstm": "f", "gru": "z"}
DASH = {"f": "solid", "z": "solid", "i": "dash", "o": "dashdot", "r": "dash"}


def new_gates() -> go.Figure:
    """The empty figure; it holds the gates of every cell and shows those that a frame names."""
    lines = [line_trace(g, g, label=f"<var>{g}</var>", dash=DASH[g], weight=1.2) for g in DASH]
    other = line_trace("other", "other", label="@figure.other_keep", dash="longdashdot")
    return live_figure(
        "gates",
        [*(band_trace(f"{g}_band", g) for g in DASH), *(ghost_of(t) for t in lines), *lines, other],
        x="axis.time",
        y="axis.gate",
        y_axis={"range": [-0.02, 1.02], "dtick": 0.25},
    )


def spread(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean, 10th and 90th percentile over units of ``values`` (T, d_h), each (T,).

    The percentiles are order statistics with linear interpolation between neighbours, as in ``np.percentile``;
    one sort of the whole array is several times faster than two calls of it.
    """
    ordered = np.sort(values, axis=1)
    last = values.shape[1] - 1

    def at(share: float) -> np.ndarray:
        low = int(share * last)
        rest = share * last - low
        return ordered[:, low] * (1 - rest) + ordered[:, min(low + 1, last)] * rest

    return values.mean(1), at(0.1), at(0.9)


def curves(name: str, values: np.ndarray, unit: int | None) -> dict[str, Trace]:
    """Line and band of one quantity ``values`` (T, d_h); ``unit`` counts from 0, ``None`` is the mean over units."""
    if unit is not None or values.shape[1] == 1:
        return {name: line(values[:, unit or 0])}
    mean, low, high = spread(values)
    return {f"{name}_band": band(low, high), name: line(mean)}


def paint_gates(
    trace, kind: str, unit: int | None, ticks: Ticks | None = None, other: np.ndarray | None = None
) -> Paint:
    """Numbers of the figure.

    Parameters
    ----------
    trace : trace of a cell with a batch of one
    kind : {"lstm", "gru", "rnn"}
    unit : int or None
        One unit, counted from 0, or the mean and the band over all.
    other : ndarray (T,), optional
        The keep gate of the cell that is compared.
    """
    traces: dict[str, Trace] = {}
    for gate in GATES[kind]:
        traces |= curves(gate, getattr(trace, gate)[:, 0], unit)
    if other is not None:
        traces["other"] = line(other)
    return Paint(traces, (1, trace.h.shape[0]), ticks=ticks)
