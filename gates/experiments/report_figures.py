"""Figures of the report, each a plain Plotly figure of the finished runs."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import plotly.graph_objects as go

from gates.experiments.summary import GROUP

FONT = '"Noto Sans SC","PingFang SC","Microsoft YaHei",system-ui,sans-serif'
# One colour, dash and marker a cell; they are not the gates' colours.
COLOURS = {"rnn": "#777777", "gru": "#AA4499", "lstm": "#332288"}
DASHES = {"rnn": "dot", "gru": "dash", "lstm": "solid"}
MARKERS = {"rnn": "triangle-up", "gru": "square", "lstm": "circle"}
GATE_COLOURS = {"i": "#0072B2", "f": "#009E73", "o": "#CC79A7", "z": "#009E73", "r": "#56B4E9"}
BASELINE = "#D55E00"
HEIGHT = 380
MARGIN = {"l": 70, "r": 190, "t": 20, "b": 55}
LABEL_PIXELS = 18

Words = Callable[..., str]
Groups = dict[tuple, list[dict]]


def grouped(results: list[dict], rows: list[dict]) -> Groups:
    """Results by group of equal settings, as in ``summarise``."""
    groups: Groups = {}
    for result, row in zip(results, rows, strict=True):
        groups.setdefault(tuple(row.get(name) for name in GROUP), []).append(result | {"row": row})
    return groups


def name_of(row: dict, rows: list[dict]) -> str:
    """Shortest name of a group that tells it from the others: cell and width, and whatever else differs."""
    parts = [row["cell"].upper(), f"d_h {row['d_h']:g}"]
    for key, word in (("length", "T"), ("lr", "lr"), ("bias_init", "")):
        if len({other[key] for other in rows}) > 1:
            value = row[key]
            parts.append(f"{word} {value:g}" if isinstance(value, int | float) else str(value))
    return " · ".join(parts)


def quality_figure(groups: Groups, rows: list[dict], words: Words) -> go.Figure:
    """Test quality of every seed, group by group, with the memoryless baseline."""
    figure = go.Figure()
    for members in groups.values():
        row = members[0]["row"]
        name = name_of(row, rows)
        values = [m["row"]["quality"] for m in members]
        figure.add_scatter(
            x=[name] * len(values),
            y=values,
            mode="markers",
            marker={
                "color": COLOURS[row["cell"]],
                "symbol": MARKERS[row["cell"]],
                "size": 12,
                "opacity": 0.7,
            },
            hovertext=[f"{words('column.seed')} {m['row']['seed']}" for m in members],
            showlegend=False,
        )
    _baseline(figure, rows[0]["baseline_quality"], words)
    return _laid_out(figure, "", words(f"axis.{rows[0]['metric']}"))


def curves_figure(groups: Groups, rows: list[dict], words: Words, column: str) -> go.Figure:
    """Median and range over the seeds of a history column, with the baseline."""
    figure = go.Figure()
    updates = _update_axis(groups)
    for members in groups.values():
        row = members[0]["row"]
        values = _aligned(members, column, updates)
        colour = COLOURS[row["cell"]]
        figure.add_scatter(
            x=[*updates, *updates[::-1]],
            y=[*values.max(axis=0), *values.min(axis=0)[::-1]],
            fill="toself",
            fillcolor=_faded(colour),
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
        )
        _line(figure, updates, np.median(values, axis=0), name_of(row, rows), colour, DASHES[row["cell"]])
    loss = column == "validation_loss"
    metric = rows[0]["metric"]
    _baseline(figure, rows[0]["baseline_loss" if loss else "baseline_quality"], words)
    _label_ends(figure)
    axis = f"axis.loss.{metric}" if loss else f"axis.{metric}"
    return _laid_out(figure, words("axis.update"), words(axis))


def gates_figure(groups: Groups, rows: list[dict], words: Words) -> go.Figure | None:
    """Mean gate openings over training, median of the seeds; None where no cell has gates."""
    figure = go.Figure()
    updates = _update_axis(groups)
    for members in groups.values():
        row = members[0]["row"]
        for gate, colour in GATE_COLOURS.items():
            if f"gate_{gate}" in members[0]["history"][0]:
                values = _aligned(members, f"gate_{gate}", updates)
                name = f"{gate} · {name_of(row, rows)}"
                _line(figure, updates, np.median(values, axis=0), name, colour, DASHES[row["cell"]])
    if not figure.data:
        return None
    figure.update_yaxes(range=[0, 1])
    _label_ends(figure)
    return _laid_out(figure, words("axis.update"), words("axis.opening"))


def lags_figure(groups: Groups, rows: list[dict], words: Words) -> go.Figure:
    """log10 of the loss's gradient by lag, before training (dashed, thin) and after, median of the seeds."""
    figure = go.Figure()
    lowest = 0.0
    for members in groups.values():
        row = members[0]["row"]
        for index, dash, width in ((0, "dash", 1.5), (-1, "solid", 3)):
            lags = members[0]["lags"][index]["lag"]
            values = np.array([m["lags"][index]["log10"] for m in members], dtype=float)
            # Exact zeros and non-finite gradients are gaps in a line of logarithms.
            median = np.ma.median(np.ma.masked_invalid(values), axis=0).filled(np.nan)
            name = name_of(row, rows) if index else ""
            _line(figure, lags, median, name, COLOURS[row["cell"]], dash, width)
            lowest = min(lowest, float(np.nanmin(median, initial=0.0)))
    step = max(1, math.ceil(-lowest / 8))
    ticks = list(range(-step * math.ceil(-lowest / step), 5, step))
    figure.update_yaxes(tickvals=ticks, ticktext=[f"10<sup>{t}</sup>".replace("-", "−") for t in ticks])
    _label_ends(figure)
    return _laid_out(figure, words("axis.lag"), words("axis.gradient"))


def grid_figure(summary: list[dict], words: Words) -> go.Figure:
    """Length × learning rate of one cell: median quality as colour and number, seeds learned in words."""
    lengths = sorted({group["length"] for group in summary})
    lrs = sorted({group["lr"] for group in summary})
    found = {(group["length"], group["lr"]): group for group in summary}
    z, text = [], []
    for length in lengths:
        cells = [found[length, lr] for lr in lrs]
        z.append([group["quality"]["median"] if group["quality"] else None for group in cells])
        text.append([_grid_text(group, words) for group in cells])
    baseline, metric = summary[0]["baseline_quality"], summary[0]["metric"]
    low, high = (baseline, 1.0) if metric == "accuracy" else (0.0, baseline)
    figure = go.Figure(
        go.Heatmap(
            x=[f"{lr:g}" for lr in lrs],
            y=[f"{length:g}" for length in lengths],
            z=z,
            zmin=low,
            zmax=high,
            colorscale="Cividis" if metric == "accuracy" else "Cividis_r",
            text=text,
            texttemplate="%{text}",
            colorbar={"title": words(f"axis.{metric}")},
        )
    )
    figure.update_xaxes(type="category")
    figure.update_yaxes(type="category")
    return _laid_out(figure, words("axis.lr"), words("axis.length"))


def _grid_text(group: dict, words: Words) -> str:
    if not group["quality"]:
        return words(f"status.{next(iter(group['statuses']))}")
    value = f"{group['quality']['median']:.3g}"
    if not group["learned"]:
        others = [s for s in ("diverged", "partly learned") if s in group["statuses"]]
        notes = [
            words("figure.none_learned"),
            *(f"{words(f'status.{s}')} {group['statuses'][s]}" for s in others),
        ]
        return "<br>".join([value, *notes])
    counts = {"learned": group["learned"], "seeds": group["seeds"]}
    return f"{value}<br>{words('figure.learned_of', **counts)}"


def _update_axis(groups: Groups) -> list[int]:
    """All updates at which any run was validated."""
    return sorted({entry["update"] for members in groups.values() for m in members for entry in m["history"]})


def _aligned(members: list[dict], column: str, updates: list[int]) -> np.ndarray:
    """A history column of all seeds, (seeds, updates); a run that stopped early keeps its last value."""
    values = []
    for m in members:
        own = [entry["update"] for entry in m["history"]]
        index = np.searchsorted(own, updates, side="right") - 1
        values.append([m["history"][k].get(column, math.nan) for k in index])
    return np.array(values, dtype=float)


def _line(figure: go.Figure, x, y, name: str, colour: str, dash: str, width: float = 2.5) -> None:
    """A line; with a name it gets a label at its end instead of a legend, placed by ``_label_ends``."""
    line = {"color": colour, "dash": dash, "width": width}
    figure.add_scatter(x=list(x), y=list(y), mode="lines", name=name, line=line, showlegend=False)


def _label_ends(figure: go.Figure) -> None:
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


def _baseline(figure: go.Figure, value: float, words: Words) -> None:
    figure.add_hline(
        y=value,
        line={"color": BASELINE, "width": 1.5, "dash": "dashdot"},
        annotation={"text": words("figure.baseline"), "font": {"color": BASELINE}},
        annotation_position="bottom left",
    )


def _faded(colour: str) -> str:
    r, g, b = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return f"rgba({r},{g},{b},0.15)"


def _laid_out(figure: go.Figure, x: str, y: str) -> go.Figure:
    figure.update_layout(
        template="plotly_white",
        font={"family": FONT, "size": 14},
        margin=MARGIN,
        height=HEIGHT,
        xaxis_title=x,
        yaxis_title=y,
    )
    return figure
