"""Spectra: eigenvalues in the complex plane with the predicted disc, singular values, Lyapunov exponents."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from .base import line_trace, live_figure, point_trace
from .frame import Paint, Trace, line, points
from .lab_axes import POWERS, drawable, power_range, rung, tick_for

_ANGLE = np.linspace(0, 2 * np.pi, 97)
#: A singular value below this share of the largest is rounding.
ROUNDING = 1e-15


def new_eig() -> go.Figure:
    """Eigenvalues; both axes have one scale, so that a disc is round."""
    return live_figure(
        "eig",
        [
            line_trace("unit", "text", dash="dash"),
            line_trace("disc", "direct", weight=1.4),
            point_trace("values", "full", size=3.2),
        ],
        x="axis.lab_real",
        y="axis.lab_imaginary",
        margin={"r": 16},
        x_axis={"constrain": "domain", "showgrid": True, "zeroline": True},
        y_axis={
            "range": [-1.25, 1.25],
            "dtick": 0.5,
            "scaleanchor": "x",
            "constrain": "domain",
            "zeroline": True,
        },
        cursor=False,
        pad=0,
    )


def paint_eig(values: np.ndarray, disc: tuple[float, float] | None) -> Paint:
    """Numbers of the figure: eigenvalues (S,), complex, and centre and radius of the predicted disc."""
    x, y = np.real(values), np.imag(values)
    centre, radius = disc or (0.0, 1.0)
    with np.errstate(over="ignore"):
        ends = 1.05 * np.concatenate([x, y, [centre + radius, centre - radius]])
    size = max(1.25, rung(ends))
    traces: dict[str, Trace] = {"unit": points(np.cos(_ANGLE), np.sin(_ANGLE))}
    if disc is not None:
        traces["disc"] = points(centre + radius * np.cos(_ANGLE), radius * np.sin(_ANGLE))
    traces["values"] = points(x, y)
    return Paint(traces, (-size, size), (-size, size, tick_for(2 * size)))


def new_sing() -> go.Figure:
    """Singular values, largest first."""
    return live_figure(
        "sing", [line_trace("one", "text", dash="dash"), point_trace("values", "full", size=2.6)],
        x="axis.lab_index", y="axis.lab_singular", margin={"l": 62, "r": 16}, y_axis=POWERS, cursor=False,
    )  # fmt: skip


def paint_sing(values: np.ndarray) -> Paint:
    """Numbers of the figure from the singular values (S,); those that are rounding are left out."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log10(np.where(values > ROUNDING * values[0], values, 0))
    index = np.arange(1, len(values) + 1)
    traces = {"one": line(np.zeros(len(values))), "values": points(index, drawable(logs))}
    return Paint(traces, (1, len(values)), power_range(logs))


def new_lyap() -> go.Figure:
    """Lyapunov exponents, largest first, and the direct path's own exponent."""
    return live_figure(
        "lyap",
        [
            line_trace("zero", "text", dash="dash"),
            line_trace("direct", "direct", label="@lab.figure.direct_exponent", dash="dash", weight=1.4),
            point_trace("values", "full", size=2.6, exact=True),
        ],
        x="axis.lab_index",
        y="axis.lab_exponent",
        labels="inside",
        margin={"r": 16},
        y_axis={"range": [-2, 0.5]},
        cursor=False,
    )


def paint_lyap(exponents: np.ndarray, direct: float, stale: bool = False) -> Paint:
    """Numbers of the figure from the exponents (S,), natural logarithm a step; -inf has no mark."""
    finite = np.append(exponents[np.isfinite(exponents)], direct if np.isfinite(direct) else 0.0)
    down, up = rung(np.minimum(finite, 0)), rung(np.maximum(finite, 0))
    span = down + up
    n = len(exponents)
    traces: dict[str, Trace] = {"zero": line(np.zeros(n))}
    if np.isfinite(direct):
        traces["direct"] = line(np.full(n, direct))
    traces["values"] = points(np.arange(1, n + 1), drawable(exponents))
    return Paint(traces, (1, n), (-down - 0.04 * span, up + 0.04 * span, tick_for(span)), stale=stale)
