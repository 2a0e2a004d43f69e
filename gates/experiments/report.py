"""report.html: one file that opens without a network, with figures and plain sentences."""

import html
from dataclasses import fields
from pathlib import Path

import plotly.graph_objects as go

from gates.experiments import report_figures as draw
from gates.experiments import report_words as tell
from gates.experiments.config import RunConfig
from gates.experiments.environment import processor, versions
from gates.experiments.figure_parts import Words
from gates.experiments.grid_figure import grid_figure
from gates.experiments.store import write_atomically
from gates.experiments.summary import is_grid, summarise
from gates.text import Lang, say

STYLE = """
body { font: 16px/1.55 system-ui, "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif;
       color: #1b1b1b; max-width: 1080px; margin: 32px auto; padding: 0 16px; }
h1 { font-size: 28px; } h2 { font-size: 20px; margin-top: 40px; }
code { background: #f2f2f2; padding: 8px; display: block; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 24px 0; } figcaption { font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: 4px 8px; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child { text-align: left; }
"""
PLOTLY = {"displaylogo": False, "responsive": True, "showSendToCloud": False}
# More curves than this in one figure are unreadable; the grid and history.csv hold them all.
MOST_CURVES = 8
COST_COLUMNS = ("train_seconds", "predict_seconds", "peak_memory_mb", "updates", "gradient_norm")
CLOSED_COLUMNS = ("parameters", "head_parameters", "state_size", "multiply_adds")
SETTING_COLUMNS = ("cell", "sizing", "d_h", "length", "lr", "bias_init")
RUN_COLUMNS = (
    *SETTING_COLUMNS, "seed", "status", "quality", "test_loss", "updates", "nonfinite_updates",
    "train_seconds", "predict_seconds", "peak_memory_mb", "parameters", "unit_calls", "multiply_adds",
    "gradient_norm",
)  # fmt: skip


def write_report(path: Path, results: list[dict], rows: list[dict], command: str, lang: Lang = "en") -> None:
    """Write the report of a finished study.

    Parameters
    ----------
    path : Path
    results : list of dict
        As returned by ``run_sweep``.
    rows : list of dict
        Rows of ``results.csv`` in the same order.
    command : str
        Shown on top, so that the report can be made again.
    lang : {'zh', 'en'}
    """
    write_atomically(path, report_html(results, rows, command, lang))


def report_html(results: list[dict], rows: list[dict], command: str, lang: Lang) -> str:
    """The page as text; plotly.js is inside it."""

    def words(key: str, **params: object) -> str:
        return say(lang, f"experiment.{key}", **params)

    known = {f.name for f in fields(RunConfig)}
    config = RunConfig(**{k: v for k, v in results[0]["config"].items() if k in known})
    summary = summarise(rows)
    groups = draw.grouped(results, rows)
    laws = list(dict.fromkeys(row["bias_init"] for row in rows))
    title = words("report.title", task=words(f"task.{config.task}"))
    body = [
        f"<h1>{html.escape(title)}</h1>",
        f"<p>{words('report.command')}</p><code>{html.escape(command)}</code>",
        _section(words("report.task"), _paragraphs([tell.about(config, rows, words)])),
        _section(words("report.shows"), _list(tell.shows(groups, rows, summary, words))),
        _figures(groups, rows, summary, words),
        _section(words("report.not"), _list(tell.shows_not(config, rows, words))),
        _section(words("report.how"), _paragraphs(tell.how(config, laws, rows[0], words))),
        _section(
            words("report.costs"), _paragraphs([words("report.measured")]) + _cost_table(summary, words)
        ),
        _section(words("report.runs"), _run_table(rows, words)),
        _section(words("report.machine"), _machine()),
    ]
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="{lang}"><head>{head}</head><body>{"".join(body)}</body></html>\n'


def _figures(groups: draw.Groups, rows: list[dict], summary: list[dict], words: Words) -> str:
    """All figures with their captions; the first one brings plotly.js along."""
    made: list[tuple[str, go.Figure | None]] = []
    if is_grid(rows):
        made += _grids(summary, rows[0]["metric"], words)
    if len(groups) <= MOST_CURVES:
        made += [
            (words("figure.quality"), draw.quality_figure(groups, rows, words)),
            (words("figure.loss"), draw.curves_figure(groups, rows, words, "validation_loss")),
            (words("figure.validation"), draw.curves_figure(groups, rows, words, "validation_quality")),
            (words("figure.gates"), draw.gates_figure(groups, rows, words)),
            (words("figure.lags"), draw.lags_figure(groups, rows, words)),
        ]
    parts = []
    for caption, figure in made:
        if figure is not None:
            plot = figure.to_html(full_html=False, include_plotlyjs=not parts, config=PLOTLY)
            parts.append(f"<figure><figcaption>{html.escape(caption)}</figcaption>{plot}</figure>")
    return "".join(parts)


def _grids(summary: list[dict], metric: str, words: Words) -> list[tuple[str, go.Figure | None]]:
    """One heatmap for each cell, width rule and bias law."""
    kinds: dict[tuple, list[dict]] = {}
    for group in summary:
        kinds.setdefault((group["cell"], group["sizing"], group["d_h"], group["bias_init"]), []).append(group)
    made: list[tuple[str, go.Figure | None]] = []
    for (cell, _, d_h, law), members in kinds.items():
        name = f"{cell.upper()}, d_h {d_h:g}, {law}"
        caption = words("figure.grid", cell=name, metric=words(f"metric.{metric}"))
        made.append((caption, grid_figure(members, words)))
    return made


def _section(heading: str, content: str) -> str:
    return f"<h2>{html.escape(heading)}</h2>{content}"


def _paragraphs(sentences: list[str]) -> str:
    return "".join(f"<p>{html.escape(sentence)}</p>" for sentence in sentences)


def _list(sentences: list[str]) -> str:
    return "<ul>" + "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences) + "</ul>"


def _cost_table(summary: list[dict], words: Words) -> str:
    """Closed-form costs, and measured ones as mean ± standard deviation."""
    columns = (*SETTING_COLUMNS, "learned", *CLOSED_COLUMNS, *COST_COLUMNS)
    lines = []
    for group in summary:
        cells = [_value(name, group[name], words) for name in SETTING_COLUMNS]
        cells.append(f"{group['learned']}/{group['seeds']}")
        cells += [_value(name, group[name], words) for name in CLOSED_COLUMNS]
        cells += [_mean_std(group[name]) for name in COST_COLUMNS]
        lines.append(cells)
    return _table(columns, lines, words)


def _run_table(rows: list[dict], words: Words) -> str:
    return _table(
        RUN_COLUMNS, [[_value(name, row[name], words) for name in RUN_COLUMNS] for row in rows], words
    )


def _table(columns: tuple[str, ...], lines: list[list[str]], words: Words) -> str:
    head = "".join(f"<th>{html.escape(words(f'column.{name}'))}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in lines
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _value(name: str, value: object, words: Words) -> str:
    if value is None:
        return "–"
    if name in ("cell", "status", "sizing"):
        return words(f"{name}.{value}")
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _mean_std(values: dict | None) -> str:
    if values is None:
        return "–"
    mean, std = values["mean"], values["std"]
    return f"{mean:.3g}" if std is None else f"{mean:.3g} ± {std:.2g}"


def _machine() -> str:
    facts = [f"{name}: {value}" for name, value in (processor() | versions()).items()]
    return _list(facts)
