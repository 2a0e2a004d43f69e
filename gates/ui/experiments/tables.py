"""Tables of a study: the grid of length × learning rate, means and spreads, and every run with its status."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from htmltools import Tag, tags

from gates.experiments.summary import summarise
from gates.text import Lang, say
from gates.ui.numbers import significant
from gates.ui.tables import text_table

from .record import Record, Row, Run
from .words import quality

SETTINGS = ("cell", "sizing", "d_h", "length", "lr", "bias_init")
CLOSED = ("parameters", "state_size", "multiply_adds")
MEASURED = ("updates", "train_seconds", "predict_seconds", "peak_memory_mb", "gradient_norm")
COSTS = ("updates", "train_seconds", "predict_seconds", "peak_memory_mb", "parameters", "unit_calls",
         "multiply_adds", "gradient_norm", "nonfinite_updates")  # fmt: skip
WORDS = ("cell", "sizing", "status")


def varied(rows: list[Row]) -> list[str]:
    """Settings to name: the cell, and what differs between runs."""
    return [name for name in SETTINGS if name == "cell" or len({row.get(name) for row in rows}) > 1]


def cell_text(lang: Lang, name: str, value: Any) -> str:
    """A value of a results table for people."""
    if value is None or value == "":
        return "–"
    if name in WORDS:
        return say(lang, f"experiment.{name}.{value}")
    if isinstance(value, float):
        return f"{value:g}" if value == round(value) and abs(value) < 1e9 else significant(value)
    return str(value)


def summary_table(lang: Lang, record: Record) -> Tag | None:
    """Mean and spread of each group of runs, with how many learned."""
    rows = [run.row for run in record.ended if run.row is not None]
    if not rows:
        return None
    names = varied(rows)
    lines: list[list[str]] = []
    for group in summarise(rows):
        line = [cell_text(lang, name, group[name]) for name in names]
        line.append(f"{group['learned']}/{group['seeds']}")
        line.append(_spread(group["quality"], record.metric))
        line += [_mean(group[name]) for name in MEASURED]
        line += [cell_text(lang, name, group[name]) for name in CLOSED]
        lines.append(line)
    columns = [say(lang, f"experiment.column.{name}") for name in (*names, "learned")]
    columns.append(say(lang, f"experiment.metric.{record.metric}"))
    columns += [say(lang, f"experiment.column.{name}") for name in (*MEASURED, *CLOSED)]
    return text_table(say(lang, "exp.table.summary"), columns, lines)


def _spread(values: Mapping[str, float | None] | None, metric: str) -> str:
    """Median with range, then mean and standard deviation."""
    if values is None:
        return "–"
    shown = {name: quality(v, metric) for name, v in values.items()}
    std = f" ± {shown['std']}" if values["std"] is not None else ""
    return f"{shown['mean']}{std} ({shown['min']} – {shown['max']})"


def _mean(values: Mapping[str, float | None] | None) -> str:
    if values is None or values["mean"] is None:
        return "–"
    mean, std = significant(values["mean"]), values["std"]
    if std is None:
        return mean
    # A spread below the last digit of the mean has no digits of its own to show.
    last = 10.0 ** -len(mean.partition(".")[2])
    if 0 < std < last / 2 and "×" not in mean:
        return f"{mean} ± <{significant(last, 1)}"
    return f"{mean} ± {significant(std, 2)}"


def run_table(lang: Lang, record: Record) -> Tag:
    """Every run of the study, those without a result too."""
    all_rows = [run.settings for run in record.runs]
    names = [name for name in varied(all_rows) if name in SETTINGS]
    lines: list[list[str]] = []
    for run in record.runs:
        row = run.row or {}
        line = [cell_text(lang, name, run.settings[name]) for name in (*names, "seed")]
        line.append(status(lang, record, run))
        line.append(quality(row.get("quality"), record.metric))
        line += [cell_text(lang, name, row.get(name)) for name in COSTS]
        lines.append(line)
    columns = [say(lang, f"experiment.column.{name}") for name in (*names, "seed", "status")]
    columns.append(say(lang, f"experiment.metric.{record.metric}"))
    columns += [say(lang, f"experiment.column.{name}") for name in COSTS]
    classes = [f"status-{status_class(run)}" for run in record.runs]
    return text_table(say(lang, "exp.table.runs", count=len(record.runs)), columns, lines, classes)


def status(lang: Lang, record: Record, run: Run) -> str:
    """What a run came to, or that it waits, trains or was never made."""
    if run.row is not None:
        return say(lang, f"experiment.status.{run.row['status']}")
    if record.over:
        return say(lang, "exp.status.never")
    return say(lang, f"exp.status.{run.state}")


def status_class(run: Run) -> str:
    """For the style sheet."""
    return run.row["status"].replace(" ", "-") if run.row is not None else run.state


def grids(lang: Lang, record: Record) -> list[Tag]:
    """Length × learning rate, one table for each cell, width and bias law; every cell of it says what it came to."""
    kinds: dict[tuple[Any, ...], list[Run]] = {}
    for run in record.runs:
        s = run.settings
        kinds.setdefault((s["cell"], s["sizing"], s["d_h"], s["bias_init"]), []).append(run)
    laws = {kind[3] for kind in kinds}
    out = []
    for (cell, _, d_h, law), runs in kinds.items():
        name = f"{cell.upper()} · d_h {d_h:g}" + (f" · {law}" if len(laws) > 1 else "")
        out.append(_grid(lang, record, name, runs))
    return out


def _grid(lang: Lang, record: Record, name: str, runs: list[Run]) -> Tag:
    lengths = sorted({run.settings["length"] for run in record.runs})
    lrs = sorted({run.settings["lr"] for run in record.runs})
    found: dict[tuple[float, float], list[Run]] = {}
    for run in runs:
        found.setdefault((run.settings["length"], run.settings["lr"]), []).append(run)
    corner = tags.th(say(lang, "exp.grid.corner"), scope="col")
    head = tags.tr(corner, *(tags.th(f"{lr:g}", scope="col") for lr in lrs))
    body = [
        tags.tr(
            tags.th(f"{length:g}", scope="row"),
            *(_cell(lang, record, found.get((length, lr), [])) for lr in lrs),
        )
        for length in lengths
    ]
    return tags.table(tags.caption(name), tags.thead(head), tags.tbody(*body), class_="grid-table")


def _cell(lang: Lang, record: Record, runs: list[Run]) -> Tag:
    """Median quality as number and shade, and in words how many seeds learned."""
    rows = [run.row for run in runs if run.row is not None]
    if not runs:
        return tags.td(say(lang, "exp.grid.not_planned"), class_="empty")
    if not rows:
        return tags.td(status(lang, record, runs[0]), class_="empty")
    group = summarise(rows)[0]
    said = [say(lang, "experiment.figure.learned_of", learned=group["learned"], seeds=len(runs))]
    if not group["learned"] and "partly learned" not in group["statuses"]:
        said = [say(lang, "experiment.figure.none_learned")]
    others = [name for name in ("partly learned", "diverged", "cancelled") if name in group["statuses"]]
    said += [f"{say(lang, f'experiment.status.{name}')} {group['statuses'][name]}" for name in others]
    if len(rows) < len(runs):
        key = "exp.grid.missing" if record.over else "exp.grid.open"
        said.append(say(lang, key, open=len(runs) - len(rows)))
    middle = group["quality"]["median"] if group["quality"] else None
    return tags.td(
        tags.b(quality(middle, record.metric)),
        *(tags.span(text) for text in said),
        style=f"--share:{shade(middle, record):.3f}",
        class_="nothing" if not group["learned"] else None,
    )


def shade(value: float | None, record: Record) -> float:
    """0 at the level of chance, 1 at everything right."""
    chance = record.baseline_quality
    if value is None or chance is None or not math.isfinite(value):
        return 0.0
    share = (value - chance) / (1 - chance) if record.metric == "accuracy" else 1 - value / chance
    return min(max(share, 0.0), 1.0)
