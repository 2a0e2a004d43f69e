"""Pieces of a result: numbers that stand out, a sentence for each gate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from htmltools import Tag, tags

from gates.steps import Line, Sentence, Step
from gates.text import Lang, say
from gates.ui.cards import bar

from .derivation import ROLES

_TEXT = re.compile(r"^(?P<name>\S+) (?:= (?P<by>.+) )?(?P<sign>[=≈]) (?P<value>.+)$")


def tiles(lang: Lang, items: Iterable[tuple[str, Line]]) -> Tag:
    """Results as large numbers: (catalogue key of the caption, line)."""
    return tags.dl(*(_tile(lang, key, line) for key, line in items), class_="tiles")


def _tile(lang: Lang, key: str, line: Line) -> Tag:
    found = _TEXT.match(line.text)
    by, sign, value = (found["by"], found["sign"], found["value"]) if found else (None, "=", line.text)
    prefix = f"{by or ''} {sign if by or sign == '≈' else ''}".strip()
    how = tags.span(prefix, class_="tile-by") if prefix else None
    return tags.div(
        tags.dt(say(lang, key)),
        tags.dd(how, " ", tags.span(value, class_="tile-number")),
        class_=f"tile tile-{line.name} {'tile-many' if value.startswith('(') else ''}",
    )


def sentences(lang: Lang, said: Iterable[Sentence], step: Step) -> Tag:
    """One sentence a line; gates and candidates first, with bars of their values, then what comes of them."""
    ordered = sorted(said, key=lambda s: subject(s) not in BARS)
    return tags.ul(*(_sentence(lang, s, step.values) for s in ordered), class_="said-list")


def subject(sentence: Sentence) -> str:
    """The quantity that a sentence is about."""
    return sentence.key.split(".")[2].removesuffix("_keeps").removesuffix("_admits")


def _sentence(lang: Lang, sentence: Sentence, values: Mapping[str, Sequence[float]]) -> Tag:
    name = subject(sentence)
    text = tags.span(say(lang, sentence.key, **sentence.params))
    if name not in BARS:
        return tags.li(text, class_="said-result")
    bars = [BARS[name](value) for value in values[name]]
    return tags.li(tags.div(*bars, class_="bars", aria_hidden="true"), text, class_=f"q-{ROLES[name]}")


def signed_bar(value: float) -> Tag:
    """A bar from the middle that reaches an end at −1 or 1."""
    left = 50 + 50 * min(value, 0)
    return tags.span(
        tags.span(style=f"margin-left:{left:.3g}%;width:{50 * abs(value):.3g}%"), class_="bar signed"
    )


#: Quantities whose sentences have a bar.
BARS = dict.fromkeys("fiorz", bar) | {"c_tilde": signed_bar, "h_tilde": signed_bar}
