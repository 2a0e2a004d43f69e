"""The table behind a figure of this page."""

from __future__ import annotations

import math

from htmltools import Tag
from shiny import ui

from gates.text import Lang, say
from gates.ui.numbers import minus

from .tables import table


def table_dialog(lang: Lang, figure: str, columns: dict[str, list[object]]) -> Tag:
    """The dialog with the columns of a figure."""
    title = say(lang, "table.title", name=say(lang, f"card.{figure}"))
    rows = [[_cell(value) for value in row] for row in zip(*columns.values(), strict=True)]
    body = table(title, list(columns), [list(row) for row in rows])
    close = ui.modal_button(say(lang, "tool.close"))
    return ui.modal(body, title=title, size="xl", easy_close=True, footer=close)


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return minus(f"{value:.6g}") if math.isfinite(value) else "–"
