"""The table behind a figure of this page: curves of runs that stopped early have holes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from htmltools import Tag

from gates.text import Lang
from gates.ui import tables


def table_dialog(lang: Lang, figure: str, columns: Mapping[str, Sequence[object]]) -> Tag:
    """The dialog with the columns of a figure."""
    return tables.table_dialog(
        lang, figure, {name: [_cell(v) for v in column] for name, column in columns.items()}
    )


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return tables.cell(value) if math.isfinite(value) else "–"
