"""The table behind a figure: columns of numbers, the dialog that shows them, and how a number stands in a cell."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

import numpy as np
from htmltools import HTML, Tag, tags
from shiny import ui

from gates.text import Lang, say

from .numbers import minus

#: Columns of a table by name, each (n,): numbers or words. The first one names the rows.
Columns = dict[str, "np.ndarray | list[str]"]


def table_dialog(lang: Lang, figure: str, columns: Mapping[str, np.ndarray | list[str]]) -> Tag:
    """The dialog with the numbers of a figure."""
    title = say(lang, "table.title", name=say(lang, f"card.{figure}"))
    cells = [[cell(value) for value in column] for column in columns.values()]
    body = text_table(title, list(columns), list(zip(*cells, strict=True)), spoken=True)
    close = ui.modal_button(say(lang, "tool.close"))
    return ui.modal(body, title=title, size="xl", easy_close=True, footer=close)


def text_table(
    caption: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    classes: Sequence[str] | None = None,
    *,
    spoken: bool = False,
) -> Tag:
    """An HTML table of texts with its first column as row heads.

    Written as text: a tag a cell would hold up the event loop for a tenth of a second.

    Parameters
    ----------
    classes : sequence of str, optional
        A class for each row.
    spoken : bool
        The caption is for the ear alone: a title above the table says the same to the eye.
    """
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in columns)
    body = []
    for k, (first, *rest) in enumerate(rows):
        cells = "".join(f"<td>{html.escape(text)}</td>" for text in rest)
        body.append(
            f'<tr class="{classes[k] if classes else ""}"><th scope="row">{html.escape(first)}</th>{cells}</tr>'
        )
    whole = tags.table(
        tags.caption(caption, class_="visually-hidden" if spoken else None),
        tags.thead(HTML(f"<tr>{head}</tr>")),
        tags.tbody(HTML("".join(body))),
        class_="table table-sm numbers",
    )
    return tags.div(whole, class_="table-scroll", tabindex="0")


def cell(value: object) -> str:
    """A number with six digits, or a word as it is."""
    if isinstance(value, str):
        return value
    number = float(np.asarray(value))
    if np.isnan(number):
        return "NaN"
    if np.isinf(number):
        return "∞" if number > 0 else "−∞"
    return minus(f"{number:.6g}")
