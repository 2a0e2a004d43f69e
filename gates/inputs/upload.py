"""A person's own CSV file as an input sequence, or one sentence that says what is wrong with it."""

from __future__ import annotations

import math
from typing import NoReturn

import numpy as np

from gates.core.errors import GateError
from gates.inputs.decode import MAX_BYTES, decode
from gates.inputs.sequence import MAX_T, Note, Sequence, shorten
from gates.inputs.table import Table, is_number, split, too_many_columns, too_many_rows

MAX_COLUMNS = 64
MISSING = {"", "na", "n/a", "#n/a", "null", "none", "-", "--", "?", "缺失", "无"}
NOT_FINITE = {"nan", "inf", "infinity", "#num!", "#div/0!"}
DELIMITER_NAMES = {",": ",", ";": ";", "\t": "Tab"}


def read_csv(
    data: bytes, *, max_T: int = MAX_T, max_columns: int = MAX_COLUMNS, max_bytes: int = MAX_BYTES
) -> Sequence:
    """Read a CSV file whose rows are time steps and whose columns are channels.

    Parameters
    ----------
    data : bytes
        UTF-8 or UTF-16 with or without a byte-order mark (UTF-16 with one), or GBK; comma, semicolon or
        tab; decimal comma beside a semicolon or tab; with or without a header row. A first column without
        any number becomes the labels of the time axis, and so does a first column without a name beside
        named ones (a written index).
    max_T, max_columns, max_bytes : int
        Limits; a column of labels does not count.

    Returns
    -------
    Sequence
        X of shape (T, d_x) as the file has it, not standardised. Channels carry the header's names, or the
        column letters. The first note says how the file was understood.

    Raises
    ------
    GateError
        For anything that is not a finite number, with its row and column as a spreadsheet counts them, and
        for files that are too large, empty, binary, ragged or without a column of numbers.
    """
    text, encoding = decode(data, max_bytes)
    table = split(text, max_T, max_columns + 1)
    header = table.rows[0] if _is_header(table.rows[0]) else None
    first = 0 if header is None else 1
    body, numbers = table.rows[first:], table.numbers[first:]
    if not body:
        raise GateError("error.csv.header_only", "The file has a header but no row of numbers.")
    if len(body) > max_T:
        raise too_many_rows(max_T)
    has_labels = _is_label_column(header, [row[0] for row in body])
    start = int(has_labels)
    if len(body[0]) == start:
        raise GateError("error.csv.no_numbers", "The file has no column of numbers.")
    if len(body[0]) - start > max_columns:
        raise too_many_columns(len(body[0]) - start, max_columns)
    comma = table.delimiter != "," and any("," in c and _numeric(c) for row in body for c in row[start:])
    X = np.array(
        [
            [_value(cell, row_number, j, header, comma) for j, cell in enumerate(row[start:], start)]
            for row, row_number in zip(body, numbers, strict=True)
        ]
    )
    names = tuple(_name(j, header) for j in range(start, len(body[0])))
    labels = tuple(shorten(row[0]) for row in body) if has_labels else None
    return Sequence(X, names, labels, (_note(table, encoding, header, has_labels, X),))


def _is_header(row: list[str]) -> bool:
    """A header has words and no numbers; the first cell is left out, as it may be the label of a data row."""
    cells = row[1:] if len(row) > 1 else row
    words = [cell for cell in cells if cell.lower() not in MISSING | NOT_FINITE and not _numeric(cell)]
    return bool(words) and not any(_numeric(cell) for cell in cells)


def _is_label_column(header: list[str] | None, column: list[str]) -> bool:
    if header is not None and len(header) > 1 and not header[0]:
        return True
    word = any(cell and cell.lower() not in NOT_FINITE | MISSING for cell in column)
    return word and not any(_numeric(cell) for cell in column)


def _numeric(cell: str) -> bool:
    return is_number(cell) or is_number(cell.replace(",", ".", 1))


def _value(cell: str, row: int, j: int, header: list[str] | None, comma: bool) -> float:
    """Return the number in a cell, or refuse it by row and column."""
    if comma and "." in cell and is_number(cell):
        _refuse(
            "error.csv.decimal",
            "{cell} has a decimal point where other cells have a comma.",
            cell,
            row,
            j,
            header,
        )
    text = cell.replace(",", ".", 1) if comma else cell
    if is_number(text):
        value = float(text)
        if math.isfinite(value):
            return value
        _refuse("error.csv.not_finite", "{cell} is not a finite number.", cell, row, j, header)
    if cell.lower() in MISSING:
        _refuse("error.csv.missing_value", "the value is missing.", cell, row, j, header)
    if cell.lower().lstrip("+-") in NOT_FINITE:
        _refuse("error.csv.not_finite", "{cell} is not a finite number.", cell, row, j, header)
    _refuse("error.csv.text", "{cell} is not a number.", cell, row, j, header)


def _refuse(key: str, what: str, cell: str, row: int, j: int, header: list[str] | None) -> NoReturn:
    name = header[j] if header is not None else ""
    column = f"{column_letter(j)} ({shorten(name)})" if name else column_letter(j)
    raise GateError(
        key, f"Row {{row}}, column {{column}}: {what}", row=row, column=column, cell=repr(shorten(cell))
    )


def column_letter(j: int) -> str:
    """Return the spreadsheet's name of column j, counted from 0: A … Z, AA, AB …"""
    letters = ""
    j += 1
    while j:
        j, rest = divmod(j - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _name(j: int, header: list[str] | None) -> str:
    return shorten(header[j]) if header is not None and header[j] else column_letter(j)


def _note(table: Table, encoding: str, header: list[str] | None, has_labels: bool, X: np.ndarray) -> Note:
    key = "input.note.csv" + ("_header" if header is not None else "") + ("_labels" if has_labels else "")
    shown = {"utf-8-sig": "UTF-8", "utf-8": "UTF-8", "utf-16": "UTF-16", "gb18030": "GBK"}[encoding]
    delimiter = DELIMITER_NAMES[table.delimiter]
    return Note(key, {"T": X.shape[0], "d_x": X.shape[1], "encoding": shown, "delimiter": delimiter})
