"""Figures of the report, each a plain Plotly figure of the finished runs."""

import math

import numpy as np
import plotly.graph_objects as go

from gates.experiments.figure_parts import Words, baseline, faded, label_ends, laid_out, line
from gates.experiments.summary import GROUP

# One colour, dash and marker a cell; they are not the gates' colours.
COLOURS = {"rnn": "#777777", "gru": "#AA4499", "lstm": "#332288"}
DASHES = {"rnn": "dot", "gru": "dash", "lstm": "solid"}
MARKERS = {"rnn": "triangle-up", "gru": "square", "lstm": "circle"}
GATE_COLOURS = {"i": "#0072B2", "f": "#009E73", "o": "#CC79A7", "z": "#009E73", "r": "#56B4E9"}

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
    baseline(figure, rows[0]["baseline_quality"], words)
    return laid_out(figure, "", words(f"axis.{rows[0]['metric']}"))


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
            fillcolor=faded(colour),
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
        )
        line(figure, updates, np.median(values, axis=0), name_of(row, rows), colour, DASHES[row["cell"]])
    loss = column == "validation_loss"
    metric = rows[0]["metric"]
    baseline(figure, rows[0]["baseline_loss" if loss else "baseline_quality"], words)
    label_ends(figure)
    axis = f"axis.loss.{metric}" if loss else f"axis.{metric}"
    return laid_out(figure, words("axis.update"), words(axis))


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
                line(figure, updates, np.median(values, axis=0), name, colour, DASHES[row["cell"]])
    if not figure.data:
        return None
    figure.update_yaxes(range=[0, 1])
    label_ends(figure)
    return laid_out(figure, words("axis.update"), words("axis.opening"))


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
            line(figure, lags, median, name, COLOURS[row["cell"]], dash, width)
            lowest = min(lowest, float(np.nanmin(median, initial=0.0)))
    step = max(1, math.ceil(-lowest / 8))
    ticks = list(range(-step * math.ceil(-lowest / step), 5, step))
    figure.update_yaxes(tickvals=ticks, ticktext=[f"10<sup>{t}</sup>".replace("-", "−") for t in ticks])
    label_ends(figure)
    return laid_out(figure, words("axis.lag"), words("axis.gradient"))


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
