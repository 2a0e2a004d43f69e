"""From arrays to one message: what a figure is given after it exists.

A frame is a header (small, JSON), one float32 buffer with all curves of a page and one uint8 buffer with its
heatmaps. Positions on the x axis are affine in the index, so they are two numbers and not an array.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

MAX_COLUMNS = 256
#: Cells of a heatmap in one frame; colour scales have 256 steps, so a byte a cell loses nothing that is seen.
MAX_CELLS = 16384
LEVELS = 254
MISSING = 255


Ticks = list[list[object]]


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
    ends : (float, float)
        Values of the cells 0 and 254 of a heatmap.
    more : mapping
        Attributes of a heatmap that change with its numbers, such as ``y0``, ``dy``, ``zmin`` and ``zmax``.
    """

    kind: str
    values: np.ndarray
    start: float = 1.0
    step: float = 1.0
    ends: tuple[float, float] = (0.0, 1.0)
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
    ticks : list of [position, label] or None
        Labels of the x axis where they are not numbers.
    stale : bool
        The exact curves of this frame belong to an earlier setting and are being computed.
    extra : mapping
        ``mark``: ``{"x": …}`` or ``{"y": …}``, a dashed line across the figure; ``click_y``: id of the slider that
        a click sets to its y position.
    """

    traces: Mapping[str, Trace]
    axis: tuple[float, float]
    range: tuple[float, float, float] | None = None
    ticks: Ticks | None = None
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


def grid_width(rows: int, n: int) -> int:
    """Steps that share a column of a heatmap."""
    return -(-n // max(1, min(MAX_COLUMNS, MAX_CELLS // rows)))


def grid(values: np.ndarray, low: float, high: float, start: float = 1.0) -> Trace:
    """A heatmap ``values`` (rows, n) between ``low`` and ``high``; longer ones show the mean of a column's steps.

    Values beyond the ends have the colours of the ends; cells are 0 … 254 from ``low`` to ``high``, and 255 where
    a value is not finite.
    """
    rows, n = values.shape
    width = grid_width(rows, n)
    if width > 1:
        padded = np.pad(values, ((0, 0), (0, -n % width)))
        count = np.minimum(width, n - width * np.arange(padded.shape[1] // width))
        values = padded.reshape(rows, -1, width).sum(-1) / count
    share = (values - low) / (high - low)
    with np.errstate(invalid="ignore"):
        cells = np.where(np.isfinite(share), np.rint(np.clip(share, 0, 1) * LEVELS), MISSING).astype(np.uint8)
    return Trace("grid", cells, start + (width - 1) / 2, width, (low, high))


def _columns(low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    edges = np.linspace(0, len(low), MAX_COLUMNS + 1).astype(int)[:-1]
    return np.fmin.reduceat(low, edges), np.fmax.reduceat(high, edges), len(low) / MAX_COLUMNS


def pack(paints: Mapping[str, Paint]) -> tuple[dict[str, object], list[bytes]]:
    """Header and buffers (float32 curves, uint8 cells) of a frame; NaN travels in a buffer, never in the header."""
    header: dict[str, object] = {}
    curves, cells = _Buffer(np.float32), _Buffer(np.uint8)
    for name, paint in paints.items():
        places: dict[str, list[object]] = {}
        for trace_name, trace in paint.traces.items():
            is_grid = trace.kind == "grid"
            offset = (cells if is_grid else curves).add(trace.values)
            places[trace_name] = [trace.kind, offset, trace.values.shape[-1], trace.start, trace.step]
            if is_grid:
                places[trace_name] += [trace.values.shape[0], *trace.ends]
                if trace.more:
                    places[trace_name].append(dict(trace.more))
        header[name] = _without_defaults(paint) | {"traces": places} | dict(paint.extra)
    return header, [curves.bytes(), cells.bytes()]


class _Buffer:
    """Arrays of one type, one behind the other."""

    def __init__(self, dtype: type[np.generic]) -> None:
        self._dtype = dtype
        self._parts: list[np.ndarray] = []
        self._size = 0

    def add(self, values: np.ndarray) -> int:
        """Append ``values`` and return where they begin."""
        offset = self._size
        # A state beyond the float32 range is an infinity there, without a warning; words on the page say it.
        with np.errstate(over="ignore", invalid="ignore"):
            self._parts.append(np.ascontiguousarray(values, dtype=self._dtype).ravel())
        self._size += values.size
        return offset

    def bytes(self) -> bytes:
        """All of them."""
        return np.concatenate(self._parts).tobytes() if self._parts else b""


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
