"""What the page shows for each sheet."""

from __future__ import annotations

import numpy as np
from htmltools import Tag, TagChild, TagList, tags

from gates.steps import CONVENTIONS, Line, Step, show
from gates.steps.formula import matrix
from gates.text import Lang, say
from gates.ui.cards import bar, card
from gates.ui.mathml import mathml

from .derivation import derivation
from .pieces import sentences, subject, tiles
from .read import RESETS, Reading
from .unit import gru_unit, lstm_unit

CAPTIONS = {
    "c": "steps.tile.c",
    "h": "steps.tile.h",
    "slope": "steps.tile.slope",
    "product": "steps.tile.product",
}


def results(lang: Lang, reading: Reading, write: str, stale: bool) -> Tag:
    """The results of a sheet; greyed where they belong to earlier numbers.

    Parameters
    ----------
    lang : {"zh", "en"}
    reading : Reading
        The last one that could be computed.
    write : str
        ``all`` or the number of the unit whose sums are written out.
    stale : bool
    """
    draw = {"lstm": _lstm, "gru": _gru, "product": _product}
    if reading.kind in draw:
        body = draw[reading.kind](lang, reading)
    else:
        unit = None if write == "all" else unit_of(reading, write)
        body = (_lstm_weights if reading.kind == "lstm_weights" else _gru_weights)(lang, reading, unit)
    note = tags.p(say(lang, "steps.stale"), class_="stale-note wide", role="status") if stale else None
    return tags.div(note, body, class_=f"results {'is-stale' if stale else ''}", data_kind=reading.kind)


def unit_of(reading: Reading, write: str) -> int:
    """The unit (from 0) that is written out and drawn; the last one where there are not so many."""
    step = next(iter(reading.steps.values()))
    return 0 if write == "all" else min(int(write), len(step.values.get("h", (0,)))) - 1


def nothing(lang: Lang) -> Tag:
    """No numbers have made sense yet."""
    return tags.p(say(lang, "steps.nothing"), class_="empty-note wide", role="status")


def _pick(lines: tuple[Line, ...], *names: str) -> list[tuple[str, Line]]:
    return [(CAPTIONS[line.name], line) for line in lines if line.name in names]


def _written(lines: tuple[Line, ...] | list[Line], cell: str, bold: bool) -> TagList:
    return TagList(*(derivation(line, cell, bold) for line in lines))


def _is_vector(step: Step) -> bool:
    return len(step.values["h"]) > 1


def _lstm(lang: Lang, reading: Reading) -> TagChild:
    step = reading.steps["lstm"]
    return TagList(
        card(
            say(lang, "steps.title.result"), tiles(lang, _pick(step.lines, "c", "h", "slope")), class_="wide"
        ),
        card(say(lang, "steps.title.written"), _written(step.lines, "lstm", _is_vector(step)), class_="tall"),
        card(say(lang, "steps.title.said"), sentences(lang, step.sentences, step), class_="said-card"),
    )


def _gru(lang: Lang, reading: Reading) -> TagChild:
    cards = []
    for convention in CONVENTIONS:
        step = reading.steps[convention]
        cards.append(
            card(
                say(lang, f"steps.z.{convention}"),
                tags.p(say(lang, f"steps.z.{convention}.who"), class_="note"),
                tiles(lang, _pick(step.lines, "h", "slope")),
                _written(step.lines, "gru", _is_vector(step)),
                sentences(lang, step.sentences, step),
            )
        )
    return TagList(*cards, card(say(lang, "steps.title.swap"), tags.p(say(lang, "steps.z.swap"))))


def _lstm_weights(lang: Lang, reading: Reading, unit: int | None) -> TagChild:
    step = reading.steps["lstm"]
    lines = step.lines
    if unit is not None and reading.weights is not None:
        lines = lstm_unit(reading.weights, step, unit)
    bold = unit is None and _is_vector(step)
    gates = [line for line in lines if line.name not in ("c", "h", "slope")]
    rest = [line for line in lines if line.name in ("c", "h", "slope")]
    return TagList(
        card(
            say(lang, "steps.title.result"), tiles(lang, _pick(step.lines, "c", "h", "slope")), class_="wide"
        ),
        card(_title(lang, "steps.title.gates", unit), _written(gates, "lstm", bold), class_="tall"),
        card(_title(lang, "steps.title.mix", unit), _written(rest, "lstm", bold)),
        card(say(lang, "steps.title.said"), sentences(lang, step.sentences, step), class_="said-card"),
    )


def _title(lang: Lang, key: str, unit: int | None) -> str:
    title = say(lang, key)
    return title if unit is None else say(lang, "steps.title.unit", title=title, unit=unit + 1)


def _gru_weights(lang: Lang, reading: Reading, unit: int | None) -> TagChild:
    keeps = reading.steps["before/keeps"]
    bold = unit is None and _is_vector(keeps)
    columns = [_reset_column(lang, reading, unit, bold, reset) for reset in RESETS]
    shared = [line for line in _gru_lines(reading, unit, "before", "keeps") if line.name in ("z", "r")]
    told = [s for s in keeps.sentences if subject(s) in ("r", "z")]
    both = tags.div(
        tags.div(_written(shared, "gru", bold)), sentences(lang, told, keeps), class_="side-by-side"
    )
    return TagList(
        card(say(lang, "steps.title.four"), _four(lang, reading), class_="wide"),
        card(_title(lang, "steps.title.shared", unit), both, class_="wide"),
        *columns,
    )


def _gru_lines(reading: Reading, unit: int | None, reset: str, convention: str) -> tuple[Line, ...]:
    step = reading.steps[f"{reset}/{convention}"]
    if unit is None or reading.weights is None:
        return step.lines
    return gru_unit(reading.weights, step, unit, reset, convention)


def _reset_column(lang: Lang, reading: Reading, unit: int | None, bold: bool, reset: str) -> Tag:
    """One place of the reset gate: its candidate, then the new state in both meanings of z."""
    step = reading.steps[f"{reset}/keeps"]
    parts: list[TagChild] = []
    for convention in CONVENTIONS:
        lines = {line.name: line for line in _gru_lines(reading, unit, reset, convention)}
        if not parts:
            parts.append(derivation(lines["h_tilde"], "gru", bold))
        parts += [
            tags.h3(say(lang, f"steps.z.{convention}")),
            derivation(lines["h"], "gru", bold),
            derivation(lines["slope"], "gru", bold),
        ]
    told = [s for s in step.sentences if subject(s) in ("h_tilde", "h_mixed", "whole_h")]
    return card(
        _title(lang, f"steps.reset.{reset}", unit),
        tags.p(say(lang, f"steps.reset.{reset}.who"), class_="note"),
        *parts,
        tags.h3(say(lang, "steps.title.said_keeps")),
        sentences(lang, told, step),
    )


def _four(lang: Lang, reading: Reading) -> Tag:
    """h_t and the whole derivative for each place of the reset gate and each meaning of z."""
    rows = []
    for convention in CONVENTIONS:
        meaning = tags.th(say(lang, f"steps.four.{convention}"), scope="rowgroup", rowspan=2)
        for quantity, symbol in (("h", "h_t"), ("jacobian", r"\partial h_t / \partial h_{t-1}")):
            found = [np.array(reading.steps[f"{reset}/{convention}"].values[quantity]) for reset in RESETS]
            d = len(reading.steps[f"before/{convention}"].values["h"])
            cells = [tags.td(mathml(matrix(a.reshape(d, -1)).latex)) for a in found]
            gap = tags.td(show(float(np.abs(found[0] - found[1]).max())))
            name = tags.th(mathml(symbol, d > 1), scope="row")
            rows.append(tags.tr(meaning if quantity == "h" else None, name, *cells, gap))
    names = ("steps.four.convention", "steps.four.quantity", "steps.four.before", "steps.four.after")
    head = tags.tr(*(tags.th(say(lang, name), scope="col") for name in (*names, "steps.four.gap")))
    caption = tags.caption(say(lang, "steps.four.caption"))
    table = tags.table(
        caption, tags.thead(head), tags.tbody(*rows), class_="table table-sm numbers four-table"
    )
    return tags.div(table, class_="table-scroll")


def _product(lang: Lang, reading: Reading) -> TagChild:
    step = reading.steps["product"]
    f, partial = step.values["f"], step.values["partial"]
    rows = [
        tags.tr(
            tags.th(str(t), scope="row"),
            tags.td(show(g)),
            tags.td(show(p)),
            tags.td(bar(p), aria_hidden="true"),
        )
        for t, (g, p) in enumerate(zip(f, partial, strict=True), 1)
    ]
    head = tags.tr(
        tags.th(say(lang, "steps.product.t"), scope="col"),
        tags.th(mathml(r"f_t"), scope="col"),
        tags.th(mathml(r"f_1 \cdots f_t"), scope="col"),
        tags.td(class_="bar-cell"),
    )
    table = tags.table(tags.caption(say(lang, "steps.product.caption")), tags.thead(head), tags.tbody(*rows),
                       class_="table table-sm numbers product-table")  # fmt: skip
    return TagList(
        card(say(lang, "steps.title.product"), tiles(lang, _pick(step.lines, "product")),
             _written(list(step.lines), "lstm", False), sentences(lang, step.sentences, step),
             tags.p(say(lang, "steps.product.only"), class_="note")),
        card(say(lang, "steps.title.partial"), tags.div(table, class_="table-scroll", tabindex="0")),
    )  # fmt: skip
