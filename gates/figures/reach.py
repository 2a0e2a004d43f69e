"""How far back the gradient reaches: direct path beside full gradient, on log10."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from .base import ghost_of, line_trace, live_figure
from .frame import Paint, Ticks, Trace, line

DEPTHS = (2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0, 50000.0,
          100000.0, 200000.0, 500000.0, 1000000.0)  # fmt: skip


def new_reach() -> go.Figure:
    """The empty figure; the y axis is linear in the logarithm, since a log axis drops what is zero."""
    full = line_trace("full", "full", label="@figure.full", weight=1.8, exact=True)
    direct = line_trace("direct", "direct", label="@figure.direct", dash="dash", weight=1.8)
    return live_figure(
        "reach",
        [
            ghost_of(full),
            ghost_of(direct),
            line_trace("other_full", "other", label="@figure.other_full", dash="longdashdot"),
            line_trace("other_direct", "other", dash="dot", faint=True),
            full,
            direct,
        ],
        x="axis.lag_k",
        y="axis.norm",
        labels="start",
        margin={"l": 62, "r": 18},
        y_axis={"range": [-5, 0.5], "dtick": 1, "tickprefix": "10<sup>", "ticksuffix": "</sup>"},
    )


def paint_reach(
    direct: np.ndarray | None,
    full: np.ndarray | None,
    *,
    ticks: Ticks | None = None,
    stale: bool = False,
    other: tuple[np.ndarray, np.ndarray] | None = None,
) -> Paint:
    """Numbers of the figure.

    Parameters
    ----------
    direct, full : ndarray (T + 1,)
        log10 of the direct path's norm and of the full gradient's norm at k = 0 … T; ``-inf`` where a product is
        exactly zero. ``full`` is ``None`` while it has never been computed, ``direct`` for a cell that has no such
        path.
    stale : bool
        ``full`` belongs to an earlier setting.
    other : (direct, full)
        The same of the cell that is compared.
    """
    curves = {name: y for name, y in (("direct", direct), ("full", full)) if y is not None}
    if other is not None:
        curves |= {"other_direct": other[0], "other_full": other[1]}
    traces: dict[str, Trace] = {name: line(_drawable(y), start=0.0) for name, y in curves.items()}
    last = max((len(y) for y in curves.values()), default=2) - 1
    return Paint(traces, (0, last), _range(curves.values()), ticks, stale)


def _drawable(y: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(y), y, np.nan)


def _range(curves) -> tuple[float, float, float]:
    """Lower end, upper end, tick distance: rungs of ``DEPTHS`` below and above 10⁰."""
    joined = np.concatenate([np.zeros(1), *curves])
    finite = joined[np.isfinite(joined)]
    low, high = -finite.min(initial=0.0), finite.max(initial=0.0)
    down = next((d for d in DEPTHS if low <= d), DEPTHS[-1])
    up = 0.0 if high <= 0.05 else next((d for d in DEPTHS if high <= d), DEPTHS[-1])
    span = down + up
    tick = next(
        t
        for t in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 5e5)
        if span / t <= 6.5
    )
    return -down - 0.02 * span, up + 0.06 * span, float(tick)
