"""What all live figures have in common: empty traces with a role, a layout without decoration."""

from __future__ import annotations

from typing import Any, cast

import plotly.graph_objects as go


def line_trace(
    name: str,
    role: str,
    *,
    label: str | None = None,
    dash: str = "solid",
    weight: float = 1.0,
    **meta: object,
) -> go.Scatter:
    """An empty curve.

    Parameters
    ----------
    name : str
        Name by which frames address it.
    role : str
        Quantity whose colour it has (see ``theme.COLOURS``).
    label : str, optional
        Direct label at the line's end; ``"@key"`` is looked up in the catalogue.
    dash : str
        Plotly dash style: colour is never the only sign.
    weight : float
        Width relative to the theme's line.
    """
    return go.Scatter(
        name=name,
        mode="lines",
        hoverinfo="skip",
        line={"dash": dash, "simplify": True},
        meta={"role": role, "weight": weight, **({"label": label} if label else {}), **meta},
    )  # fmt: skip


def band_trace(name: str, role: str, **meta: object) -> go.Scatter:
    """An empty area between a lower and an upper curve."""
    return go.Scatter(
        name=name, mode="lines", hoverinfo="skip", fill="toself", line={"width": 0},
        meta={"role": role, "kind": "band", **meta},
    )  # fmt: skip


def point_trace(
    name: str, role: str, *, symbol: str = "circle", size: float = 3.0, **meta: object
) -> go.Scatter:
    """Empty marks; ``size`` is relative to the theme's line, the symbol is the sign beside the colour."""
    return go.Scatter(
        name=name, mode="markers", hoverinfo="skip", marker={"symbol": symbol, "size": size, "line": {"width": 1.5}},
        meta={"role": role, **meta},
    )  # fmt: skip


def ghost_of(trace: go.Scatter) -> go.Scatter:
    """The thin copy of a curve that stays when it is pinned."""
    meta = {k: v for k, v in cast(dict[str, Any], trace.meta).items() if k != "label"}
    return go.Scatter(
        name=f"ghost_{trace.name}",
        mode="lines",
        hoverinfo="skip",
        line=trace.line,
        meta={**meta, "ghost": trace.name},
    )


def live_figure(
    name: str,
    traces: list[Any],
    *,
    x: str,
    y: str,
    y_axis: dict[str, object],
    labels: str = "end",
    margin: dict[str, float] | None = None,
    x_axis: dict[str, object] | None = None,
    **meta: object,
) -> go.Figure:
    """A figure that is created once; titles are catalogue keys, so that the language changes in place.

    Parameters
    ----------
    labels : {"end", "start", "inside"}
        Where a curve's label stands: right of its end, at its start, or left of its end.
    **meta
        ``cursor=False``: the x axis is not time; ``pad``: room at both ends of the x axis.
    """
    return go.Figure(
        traces,
        layout={
            "meta": {"name": name, "titles": {"xaxis": x, "yaxis": y}, "labels": labels, **meta},
            "showlegend": False,
            "hovermode": False,
            "dragmode": False,
            "margin": margin or {},
            "xaxis": {"fixedrange": True, "zeroline": False, "showgrid": False, "ticks": "outside", "ticklen": 4,
                      **(x_axis or {})},
            "yaxis": {"fixedrange": True, "zeroline": False, **y_axis},
        },
    )  # fmt: skip


def as_json(figure: go.Figure) -> dict[str, Any]:
    """The figure as plain data, without the default template (it is large, and the theme replaces it)."""
    figure.update_layout(template="none")
    data = figure.to_plotly_json()
    data["layout"].pop("template", None)
    return {"data": [dict(t) for t in data["data"]], "layout": data["layout"]}
