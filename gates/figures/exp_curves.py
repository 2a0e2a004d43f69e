"""Training over updates: loss and quality of each cell, with the seeds as a band, and the line of chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from .base import band_trace, line_trace, live_figure
from .frame import Paint, Trace, points
from .lab_axes import rung, tick_for

CELLS = ("rnn", "gru", "lstm")
#: Curves by name: a cell at the study's width, and with the nearest parameter count where both are trained.
NAMES = tuple(name for cell in CELLS for name in (cell, f"{cell}_p"))
DASH = {"rnn": "dot", "gru": "dash", "lstm": "solid"}
_ENDS = tuple(m * 10.0**e for e in range(1, 7) for m in (1, 2, 3, 5))
#: A loss far above the baseline leaves the picture; it must not flatten the others.
TALLEST = 2.0


@dataclass(frozen=True)
class Curve:
    """Runs of a group.

    Parameters
    ----------
    x : ndarray (n,)
    values : ndarray (seeds, n)
        NaN where a run has no value (yet).
    """

    x: np.ndarray
    values: np.ndarray

    def spread(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """x, median, minimum and maximum over the seeds, where any seed has a value."""
        kept = np.isfinite(self.values).any(0)
        values = self.values[:, kept]
        values = np.where(np.isfinite(values), values, np.nan)
        if not values.shape[1]:
            none = np.zeros(0)
            return none, none, none, none
        return self.x[kept], np.nanmedian(values, 0), np.nanmin(values, 0), np.nanmax(values, 0)


def cell_traces(**meta: object) -> list[go.Scatter]:
    """Bands and lines of all cells; the second width of a cell is thinner."""
    bands = [band_trace(f"{name}_band", name.removesuffix("_p"), **meta) for name in NAMES]
    lines = [
        line_trace(
            name, cell, label=f"@exp.figure.{name}", dash=DASH[cell], weight=0.9 if name != cell else 1.5, **meta
        )
        for name, cell in ((name, name.removesuffix("_p")) for name in NAMES)
    ]  # fmt: skip
    return bands + lines


def new_curves(name: str, y: str) -> go.Figure:
    """The empty figure ``exp_loss`` or ``exp_quality``."""
    chance = line_trace("chance", "text", label="@exp.figure.chance", dash="dashdot", weight=0.7)
    return live_figure(
        name,
        [chance, *cell_traces()],
        x="axis.exp_updates",
        y=y,
        margin={"l": 58, "r": 118},
        y_axis={"range": [0, 1], "dtick": 0.25},
        cursor=False,
    )


def spread_traces(name: str, curve: Curve) -> dict[str, Trace]:
    """Line of the median, and the area between minimum and maximum where there are several seeds."""
    x, middle, low, high = curve.spread()
    traces = {name: points(x, middle)}
    if len(curve.values) > 1 and len(x) > 1:
        outline = np.concatenate([x, x[::-1]]), np.concatenate([high, low[::-1]])
        traces[f"{name}_band"] = points(*outline)
    return traces


def paint_curves(curves: Mapping[str, Curve], chance: float | None, share: bool) -> Paint:
    """Numbers of the figure.

    Parameters
    ----------
    curves : mapping
        By name of ``NAMES``.
    chance : float or None
        What a model without memory reaches.
    share : bool
        Values from 0 to 1, such as accuracy.
    """
    traces: dict[str, Trace] = {}
    for name, curve in curves.items():
        traces |= spread_traces(name, curve)
    last = last_update(curves)
    if chance is not None:
        traces["chance"] = points(np.array([0.0, last]), np.array([chance, chance]))
    if share:
        return Paint(traces, (0, last), (-0.03, 1.03, 0.25))
    most = TALLEST * (chance or 1.0)
    seen = [np.minimum(curve.values[np.isfinite(curve.values)], most) for curve in curves.values()]
    top = rung(*seen, np.array([1.15 * (chance or 0.1)]))
    return Paint(traces, (0, last), (-0.03 * top, top, tick_for(top)))


def last_update(curves: Mapping[str, Curve]) -> float:
    """End of the axis of updates: it grows in steps."""
    last = max((float(curve.x[-1]) for curve in curves.values()), default=1.0)
    return next((end for end in _ENDS if last <= end), _ENDS[-1])
