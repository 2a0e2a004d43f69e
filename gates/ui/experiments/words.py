"""Sentences of the page: where a training is, what the figures show, what the data say and do not say."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping

import numpy as np

from gates.experiments import report_words
from gates.experiments.report_figures import grouped
from gates.experiments.summary import is_grid, summarise
from gates.figures.exp_curves import Curve
from gates.figures.exp_lags import DEEPEST
from gates.text import Lang, say
from gates.ui.numbers import power, significant

from .params import MOST_MINUTES
from .places import PLACES
from .record import Record, Row, Run, Setting

#: A grid of more groups than this is read from its cells and tables, not from a sentence for each.
MOST_GROUPS = 12


def reporter(lang: Lang) -> Callable[..., str]:
    """Words of the report in ``lang``."""

    def words(key: str, **params: object) -> str:
        return say(lang, f"experiment.{key}", **params)

    return words


def quality(value: float | None, metric: str) -> str:
    """A quality for people."""
    return report_words.shown(value, metric).replace("nan %", "–")


def setting_name(lang: Lang, setting: Setting, law: bool) -> str:
    """Length, learning rate and, where it matters, the bias law."""
    length, lr, bias_init = setting
    name = say(lang, "exp.setting", length=f"{length:g}", lr=f"{lr:g}")
    return f"{name} · {bias_init}" if law else name


def run_name(run: Run) -> str:
    """Cell and width."""
    return f"{run.settings['cell'].upper()} (d_h {run.settings['d_h']:g})"


def command(text: str) -> str:
    """A command as markup: a line breaks between its words only."""
    return " ".join(f"<span>{html.escape(word)}</span>" for word in text.split(" "))


def state(lang: Lang, record: Record, before: int, minutes: float) -> str:
    """One sentence: where the study stands. Markup of our own, numbers only."""
    done, count = len(record.ended), len(record.runs)
    if record.state == "waiting":
        return say(lang, "exp.state.waiting", before=before, places=PLACES)
    if record.state == "failed":
        failed = record.failed or {}
        return say(lang, "exp.state.failed", reason=_reason(lang, failed), done=done, count=count)
    now = record.now
    if record.over or now is None:
        key = record.source if record.state == "done" and record.source != "training" else record.state
        return say(lang, f"exp.state.{key}", done=done, count=count, minutes=MOST_MINUTES)
    s = now.settings
    return say(
        lang, "exp.state.stopping" if record.state == "stopping" else "exp.state.now",
        k=record.runs.index(now) + 1, count=count, who=run_name(now), seed=s["seed"],
        setting=setting_name(lang, now.setting, len({r.setting[2] for r in record.runs}) > 1),
        update=now.update, most=now.most_updates, loss=significant(now.loss), minutes=f"{minutes:.1f}", done=done,
    )  # fmt: skip


def _reason(lang: Lang, failed: Mapping[str, object]) -> str:
    from gates.text import catalogue

    key, params = str(failed.get("key", "exp.error.ended")), failed.get("params") or {}
    if key not in catalogue() or not isinstance(params, dict):
        return html.escape(str(failed.get("message", "")))
    return html.escape(say(lang, key, **params))


def progress(record: Record) -> str:
    """A bar over all runs; the present one counts by its updates."""
    now = record.now
    share = now.update / now.most_updates if now is not None and now.most_updates else 0.0
    value = (len(record.ended) + min(share, 1.0)) / max(len(record.runs), 1)
    hidden = "" if record.source == "training" and not record.over else " hidden"
    return f'<progress max="1" value="{value:.3f}"{hidden}></progress>'


def curve_says(lang: Lang, curves: Mapping[str, Curve], record: Record, column: str) -> str:
    """The last median of each curve, and chance."""
    if not curves:
        return nothing(lang, record)
    accuracy = column == "validation_quality" and record.metric == "accuracy"
    said = [
        f"{say(lang, f'exp.figure.{name}')} <b>{_last(curve, accuracy)}</b>"
        for name, curve in curves.items()
        if np.isfinite(curve.values).any()
    ]
    chance = record.baseline_quality if column == "validation_quality" else record.baseline_loss
    shown = "–" if chance is None else f"{100 * chance:.1f} %" if accuracy else significant(chance)
    seeds = max(len(curve.values) for curve in curves.values())
    key = "exp.says.curves" if seeds > 1 else "exp.says.curve"
    return say(lang, key, values=" · ".join(said), chance=shown, seeds=seeds)


def _last(curve: Curve, accuracy: bool) -> str:
    value = float(curve.spread()[1][-1])
    return f"{100 * value:.1f} %" if accuracy else significant(value)


def nothing(lang: Lang, record: Record) -> str:
    """Why a figure of curves is empty."""
    return say(lang, "exp.says.no_curves" if record.source == "uploaded" else "exp.says.nothing_yet")


def gates_say(lang: Lang, curves: Mapping[str, Curve], record: Record) -> str:
    """From where to where each gate went."""
    if not curves:
        return say(lang, "exp.says.no_gates") if record.has_curves else nothing(lang, record)
    said = []
    for gate, curve in curves.items():
        _, middle, _, _ = curve.spread()
        if len(middle):
            said.append(f"<var>{gate}</var> {middle[0]:.2f} → {middle[-1]:.2f}")
    return say(lang, "exp.says.gates", values=" · ".join(said))


def lags_say(lang: Lang, first: Mapping[str, Curve], now: Mapping[str, Curve], record: Record) -> str:
    """What is left of the gradient at the longest lag, before training and now."""
    said, deepest = [], 0.0
    for name, curve in now.items():
        before, after = (float(np.nan_to_num(c.spread()[1][-1], nan=-np.inf)) if len(c.spread()[1]) else -np.inf
                         for c in (first[name], curve))  # fmt: skip
        deepest = min(deepest, before, after)
        said.append(f"{say(lang, f'exp.figure.{name}')} {power(before)} → {power(after)}")
    if not said:
        return nothing(lang, record)
    lag = max(float(curve.x[-1]) for curve in now.values())
    note = say(lang, "exp.says.below", depth=f"{DEEPEST:g}") if deepest < -DEEPEST else ""
    return say(lang, "exp.says.lags", lag=f"{lag:g}", values=" · ".join(said), note=note)


def shows(lang: Lang, record: Record) -> list[str]:
    """What the data show: the report's sentences, or those that an uploaded table supports."""
    if not record.ended:
        return []
    words = reporter(lang)
    if record.base is None:
        return _shows_of_rows([run.row for run in record.ended if run.row is not None], record, words)
    rows = [run.row for run in record.ended if run.row is not None]
    return report_words.shows(grouped(record.results(), rows), rows, summarise(rows), words)


def _shows_of_rows(rows: list[Row], record: Record, words: Callable[..., str]) -> list[str]:
    """Sentences from ``results.csv`` alone."""
    summary = summarise(rows)
    said = []
    if is_grid(rows):
        none = sum(group["learned"] == 0 for group in summary)
        every = sum(group["learned"] == group["seeds"] for group in summary)
        said.append(words("shows.grid", cells=len(summary), none=none, all=every))
    for group in summary[:MOST_GROUPS] if len(summary) <= MOST_GROUPS else []:
        who = f"{group['cell'].upper()} · d_h {group['d_h']:g}"
        values, updates = group["quality"], group["updates"]
        if values:
            worst, best = ("min", "max") if record.metric == "accuracy" else ("max", "min")
            said.append(
                words(
                    "shows.group", who=who, seeds=group["seeds"], learned=group["learned"],
                    metric=words(f"metric.{record.metric}"), median=quality(values["median"], record.metric),
                    worst=quality(values[worst], record.metric), best=quality(values[best], record.metric),
                    chance=quality(group["baseline_quality"], record.metric),
                    updates=f"{updates['median']:g}" if updates else "–",
                )
            )  # fmt: skip
        if set(group["statuses"]) == {"not learned"}:
            said.append(words("shows.at_chance", who=who))
        if "diverged" in group["statuses"]:
            said.append(words("shows.diverged", who=who, count=group["statuses"]["diverged"]))
    return said


def shows_not(lang: Lang, record: Record) -> list[str]:
    """What they do not show."""
    rows = [run.row for run in record.ended if run.row is not None and run.row.get("quality") is not None]
    never = len(record.runs) - len(record.ended)
    said = []
    if never and record.over:
        said.append(say(lang, "exp.not.never", never=never, count=len(record.runs)))
    if not rows:
        return said
    from gates.experiments.config import RunConfig

    config = record.base or RunConfig(record.task, rows[0]["cell"])
    return said + report_words.shows_not(config, rows, reporter(lang))


def about(lang: Lang, record: Record) -> list[str]:
    """The task, and how it was trained and when it stopped."""
    rows = [run.row for run in record.ended if run.row is not None]
    if record.base is None or not rows:
        return []
    laws = list(dict.fromkeys(run.settings["bias_init"] for run in record.runs))
    words = reporter(lang)
    return [
        report_words.about(record.base, rows, words),
        *report_words.how(record.base, laws, rows[0], words),
    ]
