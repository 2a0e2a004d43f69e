"""Cards below the figures: the grid, what the data show and do not show, means, and how it was made."""

from __future__ import annotations

from htmltools import HTML, Tag, TagChild, TagList, tags

from gates.experiments.summary import is_grid
from gates.text import Lang, say
from gates.ui.cards import card

from . import words
from .record import Record
from .tables import grids, summary_table


def results(lang: Lang, record: Record) -> TagChild:
    """All cards of a record."""
    summary = summary_table(lang, record)
    said, not_said = words.shows(lang, record), words.shows_not(lang, record)
    return TagList(
        _grid(lang, record),
        card(say(lang, "exp.title.shows"), _list(said) or _nothing(lang), class_="exp-shows"),
        card(say(lang, "exp.title.not"), _list(not_said) or _nothing(lang)),
        card(say(lang, "exp.title.summary"), summary, class_="wide") if summary is not None else None,
        _how(lang, record),
    )


def _grid(lang: Lang, record: Record) -> Tag | None:
    if not record.runs or not is_grid([run.settings for run in record.runs]):
        return None
    key = "exp.grid.accuracy" if record.metric == "accuracy" else "exp.grid.mse"
    note = tags.p(say(lang, key, chance=words.quality(record.baseline_quality, record.metric)), class_="note")
    return card(
        say(lang, "exp.title.grid"), tags.div(*grids(lang, record), class_="grids"), note, class_="wide"
    )


def _list(sentences: list[str]) -> Tag | None:
    return tags.ul(*map(tags.li, sentences), class_="caveats") if sentences else None


def _nothing(lang: Lang) -> Tag:
    return tags.p(say(lang, "exp.says.no_result"), class_="note", role="status")


def _how(lang: Lang, record: Record) -> Tag:
    """The command that made these results, the task, training and stopping rule."""
    made = (
        [
            tags.p(say(lang, "exp.made_by")),
            tags.code(HTML(words.command(record.command)), class_="exp-command"),
        ]
        if record.command
        else [tags.p(say(lang, "exp.made_by_unknown"))]
    )
    measured = [tags.p(say(lang, "experiment.report.measured"), class_="note")] if record.ended else []
    return card(
        say(lang, "exp.title.how"), *made, *map(tags.p, words.about(lang, record)), *measured, class_="wide"
    )
