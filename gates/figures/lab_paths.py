"""Paths: their norms in every step, the telescoping terms, and ablations."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from .base import line_trace, live_figure
from .frame import Paint, Trace, line
from .lab_axes import POWERS, drawable, power_range, rung

#: Colour and dash of each path.
STYLE = {
    "direct": ("direct", "dash"),
    "forget": ("f", "solid"),
    "update": ("z", "solid"),
    "input": ("i", "longdash"),
    "reset": ("r", "longdash"),
    "candidate": ("cand", "dot"),
    "output": ("o", "dashdot"),
}


def _path(name: str, prefix: str, label: str, **meta: object) -> go.Scatter:
    role, dash = STYLE[name]
    weight = 1.6 if name == "direct" else 1.1
    return line_trace(prefix + name, role, label="@" + label, dash=dash, weight=weight, **meta)


def new_split() -> go.Figure:
    """Norm of each path's term of the step Jacobian over time."""
    return live_figure(
        "split",
        [
            *(_path(name, "", f"lab.short.{name}") for name in STYLE),
            line_trace("total", "full", label="@lab.short.total", weight=1.5),
        ],
        x="axis.time",
        y="axis.lab_step_norm",
        margin={"r": 84},
        y_axis={"range": [0, 1], "rangemode": "nonnegative"},
    )


def paint_split(norms: Mapping[str, np.ndarray]) -> Paint:
    """Numbers of the figure from norms (T,) by path and "total"."""
    top = rung(*norms.values())
    traces = {name: line(drawable(y)) for name, y in norms.items()}
    return Paint(traces, (1, len(norms["total"])), (-0.02 * top, 1.04 * top, top / 4))


def new_terms() -> go.Figure:
    """The gradient, its direct path and what leaves it, over k."""
    paths = [_path(name, "", f"lab.term.{name}", exact=True) for name in STYLE]
    return _over_k(
        "terms", [*paths, line_trace("full", "full", label="@figure.full", weight=1.8, exact=True)]
    )


def paint_terms(names: tuple[str, ...], terms: np.ndarray, full: np.ndarray, stale: bool = False) -> Paint:
    """Numbers of the figure: log10 norms ``terms`` (paths, T + 1) and ``full`` (T + 1,)."""
    curves = dict(zip(names, terms, strict=True)) | {"full": full}
    return _powers(curves, stale)


def new_ablation() -> go.Figure:
    """The full gradient and what is left with paths switched off."""
    alone = [_path(name, "-", f"lab.without.{name}", exact=True) for name in STYLE]
    every = line_trace("all", "h", label="@lab.figure.all_off", dash="longdashdot", weight=1.3, exact=True)
    full = line_trace("full", "full", label="@figure.full", weight=1.8, exact=True)
    return _over_k("ablation", [*alone, every, full])


def paint_ablation(curves: Mapping[str, np.ndarray], stale: bool = False) -> Paint:
    """Numbers of the figure: log10 norms (T + 1,) by "full", "-path" and "all"."""
    return _powers(curves, stale)


def _over_k(name: str, traces: list[go.Scatter]) -> go.Figure:
    return live_figure(name, traces, x="axis.lag_k", y="axis.norm", labels="start", margin={"l": 62, "r": 18},
                       y_axis=POWERS)  # fmt: skip


def _powers(curves: Mapping[str, np.ndarray], stale: bool) -> Paint:
    """Curves over k; what lies far below the gradient itself leaves the picture rather than flatten it."""
    full = curves["full"]
    finite = full[np.isfinite(full)]
    floor = 12.0 - 1.5 * float(finite.min(initial=0.0))
    traces: dict[str, Trace] = {name: line(drawable(y), start=0.0) for name, y in curves.items()}
    return Paint(traces, (0, len(full) - 1), power_range(*curves.values(), deepest=floor), stale=stale)
