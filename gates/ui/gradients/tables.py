"""The table behind a figure of this page: all the numbers that it draws."""

from __future__ import annotations

import numpy as np
from htmltools import Tag, tags
from shiny import ui

from gates.text import Lang, say
from gates.ui.numbers import minus

from .section import Columns


def table_dialog(lang: Lang, figure: str, columns: Columns) -> Tag:
    """The dialog with the columns of a figure."""
    title = say(lang, "table.title", name=say(lang, f"card.{figure}"))
    close = ui.modal_button(say(lang, "tool.close"))
    return ui.modal(table_tag(columns, title), title=title, size="xl", easy_close=True, footer=close)


def table_tag(columns: Columns, caption: str) -> Tag:
    """An HTML table, the first column as row heads."""
    cells = [[_cell(v) for v in column] for column in columns.values()]
    head = tags.tr(*(tags.th(name, scope="col") for name in columns))
    rows = [
        tags.tr(tags.th(first, scope="row"), *map(tags.td, rest)) for first, *rest in zip(*cells, strict=True)
    ]
    return tags.div(
        tags.table(
            tags.caption(caption), tags.thead(head), tags.tbody(*rows), class_="table table-sm numbers"
        ),
        class_="table-scroll",
        tabindex="0",
    )


def _cell(value: object) -> str:
    if isinstance(value, str):
        return value
    number = float(np.asarray(value))
    if np.isnan(number):
        return "NaN"
    if np.isinf(number):
        return "∞" if number > 0 else "−∞"
    return minus(f"{number:.6g}")
