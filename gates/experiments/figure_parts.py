"""Parts that the report's figures share: lines labelled at their ends, the baseline, the layout."""

import math
from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go

FONT = '"Noto Sans SC","PingFang SC","Microsoft YaHei",system-ui,sans-serif'
BASELINE = "#D55E00"
HEIGHT = 380
MARGIN = {"l": 70, "r": 190, "t": 20, "b": 55}
LABEL_PIXELS = 18

Words = Callable[..., str]


def line(figure: go.Figure, x, y, name: str, colour: str, dash: str, width: float = 2.5) -> None:
    """A line; with a name it gets a label at its end instead of a legend, placed by ``_label_ends``."""
    line = {"color": colour, "dash": dash, "width": width}
    figure.add_scatter(x=list(x), y=list(y), mode="lines", name=name, line=line, showlegend=False)


def label_ends(figure: go.Figure) -> None:
    """Write each named line's name at its end, labels moved apart where ends lie on each other."""
    lines: Any = figure.data
    values = [float(v) for trace in lines for v in trace.y if math.isfinite(v)]
    values += [float(shape.y0) for shape in figure.layout.shapes]
    low, high = figure.layout.yaxis.range or (min(values), max(values))
    pad = 0.05 * (high - low or 1)
    figure.update_yaxes(range=[low - pad, high + pad])
    pixels = (HEIGHT - MARGIN["t"] - MARGIN["b"]) / (high - low + 2 * pad)
    named = [trace for trace in lines if trace.name and any(math.isfinite(y) for y in trace.y)]
    ends = sorted((_end(trace) for trace in named), key=lambda end: end[1])
    places = _apart([y * pixels for _, y, _, _ in ends], high * pixels)
    for (x, y, name, colour), place in zip(ends, places, strict=True):
        figure.add_annotation(
            x=x,
            y=y,
            text=name,
            font={"color": colour},
            xanchor="left",
            showarrow=False,
            xshift=6,
            yshift=place - y * pixels,
        )


def _apart(wanted: list[float], top: float) -> list[float]:
    """Heights near the wanted ones (ascending), ``LABEL_PIXELS`` apart, none above ``top`` if that can be."""
    places: list[float] = []
    for height in wanted:
        places.append(max(height, places[-1] + LABEL_PIXELS) if places else height)
    limit = top
    for k in range(len(places) - 1, -1, -1):
        places[k] = min(places[k], limit)
        limit = places[k] - LABEL_PIXELS
    return places


def _end(trace) -> tuple[float, float, str, str]:
    """Last finite point of a line with its name and colour."""
    x, y = [(x, y) for x, y in zip(trace.x, trace.y, strict=True) if math.isfinite(y)][-1]
    return x, y, trace.name, trace.line.color


def baseline(figure: go.Figure, value: float, words: Words) -> None:
    figure.add_hline(
        y=value,
        line={"color": BASELINE, "width": 1.5, "dash": "dashdot"},
        annotation={"text": words("figure.baseline"), "font": {"color": BASELINE}},
        annotation_position="bottom left",
    )


def faded(colour: str) -> str:
    r, g, b = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return f"rgba({r},{g},{b},0.15)"


def laid_out(figure: go.Figure, x: str, y: str) -> go.Figure:
    figure.update_layout(
        template="plotly_white",
        font={"family": FONT, "size": 14},
        margin=MARGIN,
        height=HEIGHT,
        xaxis_title=x,
        yaxis_title=y,
    )
    return figure
