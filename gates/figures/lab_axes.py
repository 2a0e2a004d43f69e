"""Axes of the laboratory's figures: powers of ten on linear axes, in steps."""

from __future__ import annotations

import numpy as np

#: A y axis whose numbers are decimal logarithms; a log axis would drop what is zero.
POWERS: dict[str, object] = {"range": [-5, 0.5], "dtick": 1, "tickprefix": "10<sup>", "ticksuffix": "</sup>"}
#: Ends of an axis of logarithms: it changes in steps, not with each frame.
DEPTHS = (
    1.0,
    2.0,
    3.0,
    5.0,
    8.0,
    12.0,
    16.0,
    *(m * 10.0**e for e in range(1, 7) for m in (2, 3, 4, 6, 8, 10)),
)
_TICKS = tuple(m * 10.0**e for e in range(-2, 7) for m in (1, 2, 5))
_RUNGS = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, *(m * 10.0**e for e in range(1, 38) for m in (1, 2, 5)))


def drawable(y: np.ndarray) -> np.ndarray:
    """``y`` with holes where it is not finite."""
    return np.where(np.isfinite(y), y, np.nan)


def tick_for(span: float, ticks: float = 6.5) -> float:
    """The smallest of 1, 2, 5 times a power of ten that gives no more than ``ticks`` ticks."""
    return float(next((t for t in _TICKS if span / t <= ticks), _TICKS[-1]))


def power_range(*curves: np.ndarray, deepest: float = np.inf) -> tuple[float, float, float]:
    """Lower end, upper end and tick distance for decimal logarithms: rungs below and above 10⁰."""
    finite = np.concatenate([np.ravel(c) for c in curves])
    finite = finite[np.isfinite(finite)]
    low, high = min(-finite.min(initial=0.0), deepest), finite.max(initial=0.0)
    down = next((d for d in DEPTHS if low <= d), DEPTHS[-1])
    up = 0.0 if high <= 0.05 else next((d for d in (0.5, *DEPTHS) if high <= d), DEPTHS[-1])
    span = down + up
    return -down - 0.02 * span, up + 0.06 * span, max(1.0, tick_for(span))


def rung(*curves: np.ndarray) -> float:
    """The first rung that holds all finite values."""
    sizes = [np.abs(c[np.isfinite(c)]).max(initial=0.0) for c in map(np.asarray, curves)]
    return next((r for r in _RUNGS if max(sizes) <= r), _RUNGS[-1])
