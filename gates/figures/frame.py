"""From arrays to one message: what a figure is given after it exists.

A frame is a header (small, JSON) and one float32 buffer for all figures of a page. Positions on the x axis
are affine in the index, so they are two numbers and not an array.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

MAX_COLUMNS = 256


@dataclass(frozen=True)
class Trace:
    """Numbers of one trace.

    Parameters
    ----------
    kind : str
        ``"line"`` (one array), ``"band"`` (lower and upper), ``"grid"`` (a heatmap, rows by columns),
        ``"points"`` (x and y of each).
    values : ndarray
        ``(n,)``, ``(2, n)`` or ``(rows, n)``.
    start, step : float
        Position of the first value on the x axis and the distance to the next.
    more : mapping
        Attributes of a heatmap that change with its numbers, such as ``y0``, ``dy``, ``zmin`` and ``zmax``.
    """

    kind: str
    values: np.ndarray
    start: float = 1.0
    step: float = 1.0
    more: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Paint:
    """Numbers of one figure.

    Parameters
    ----------
    traces : mapping of str to Trace
        By trace name; traces of the figure that are missing here are hidden.
    axis : (float, float)
        First and last position on the x axis.
    range : (float, float, float) or None
        Lower end, upper end and tick distance of the y axis; must be finite.
    ticks : list of str or None
        Labels of the positions 1, 2, … where they are not numbers.
    stale : bool
        The exact curves of this frame belong to an earlier setting and are being computed.
    extra : mapping
        ``mark``: ``{"x": …}`` or ``{"y": …}``, a dashed line across the figure; ``click_y``: id of the slider that
        a click sets to its y position.
    """

    traces: Mapping[str, Trace]
    axis: tuple[float, float]
    range: tuple[float, float, float] | None = None
    ticks: list[str] | None = None
    stale: bool = False
    extra: Mapping[str, object] = field(default_factory=dict)


def line(y: np.ndarray, start: float = 1.0) -> Trace:
    """A curve ``y`` (n,), by minimum and maximum per column where it is longer than a screen is wide."""
    if len(y) <= 2 * MAX_COLUMNS:
        return Trace("line", y, start)
    low, high, width = _columns(y, y)
    # Two points a column keep every extreme; which of them comes first does not matter at this width.
    return Trace("line", np.stack([low, high], 1).ravel(), start + width / 4, width / 2)


def band(low: np.ndarray, high: np.ndarray, start: float = 1.0) -> Trace:
    """The area between ``low`` and ``high``, each (n,)."""
    if len(low) <= 2 * MAX_COLUMNS:
        return Trace("band", np.stack([low, high]), start)
    low, high, width = _columns(low, high)
    return Trace("band", np.stack([low, high]), start + width / 2, width)


def points(x: np.ndarray, y: np.ndarray) -> Trace:
    """Marks, or a closed curve, at ``x`` and ``y``, each (n,)."""
    return Trace("points", np.stack([x, y]))


def grid(values: np.ndarray, start: float = 1.0) -> Trace:
    """A heatmap ``values`` (rows, n); longer ones show the mean of each column's steps."""
    rows, n = values.shape
    width = -(-n // MAX_COLUMNS)
    if width == 1:
        return Trace("grid", values, start)
    blocks = np.pad(values, ((0, 0), (0, -n % width))).reshape(rows, -1, width)
    count = np.minimum(width, n - width * np.arange(blocks.shape[1]))
    return Trace("grid", blocks.sum(-1) / count, start + (width - 1) / 2, width)


def _columns(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    edges = np.linspace(0, len(low), MAX_COLUMNS + 1).astype(int)[:-1]
    return np.fmin.reduceat(low, edges), np.fmax.reduceat(high, edges), len(low) / MAX_COLUMNS


def pack(paints: Mapping[str, Paint]) -> tuple[dict[str, object], bytes]:
    """Header and float32 buffer of a frame; NaN travels in the buffer, never in the header."""
    header: dict[str, object] = {}
    parts: list[np.ndarray] = []
    offset = 0
    for name, paint in paints.items():
        places: dict[str, list[object]] = {}
        for trace_name, trace in paint.traces.items():
            # Beyond float32 a curve ends, and the words on the page say so.
            with np.errstate(over="ignore"):
                values = np.ascontiguousarray(trace.values, dtype=np.float32)
            rows = values.shape[0] if values.ndim == 2 else 1
            places[trace_name] = [trace.kind, offset, values.shape[-1], trace.start, trace.step, rows]
            if trace.more:
                places[trace_name].append(dict(trace.more))
            parts.append(values.ravel())
            offset += values.size
        header[name] = _without_defaults(paint) | {"traces": places} | dict(paint.extra)
    return header, np.concatenate(parts).tobytes() if parts else b""


def _without_defaults(paint: Paint) -> dict[str, object]:
    out: dict[str, object] = {"axis": list(paint.axis)}
    if paint.range is not None and np.all(np.isfinite(paint.range)):
        out["range"] = list(paint.range)
    if paint.ticks:
        out["ticks"] = paint.ticks
    if paint.stale:
        out["stale"] = True
    return out


def step_range(low: float, high: float, ladder: tuple[float, ...]) -> float:
    """The first rung of ``ladder`` that holds both ends: an axis changes in steps, not with each frame."""
    size = max(abs(low), abs(high))
    return next((rung for rung in ladder if size <= rung), ladder[-1])
