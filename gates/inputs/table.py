"""From the text of a CSV file to rows of cells: delimiter, quotes, blank rows, equal length."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from gates.core.errors import GateError

MAX_LINE = 65_536
SAMPLE_ROWS = 25
# Blank rows before and after the table are read past, but not by the million.
BLANK_ROWS = 10_000
DELIMITERS = (",", ";", "\t")
SEPARATOR_LINE = re.compile(r'"?sep=([,;\t])"?\r?\n?', re.IGNORECASE)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True)
class Table:
    """Rows of stripped cells, all of one length.

    Parameters
    ----------
    rows : list of list of str
        Without blank rows before and after the data and without empty columns at the right.
    numbers : list of int
        The number of each row as a spreadsheet shows it, from 1.
    delimiter : str
        Comma, semicolon or tab.
    """

    rows: list[list[str]]
    numbers: list[int]
    delimiter: str


def split(text: str, max_rows: int, max_columns: int) -> Table:
    """Split a CSV text into equal rows.

    Raises
    ------
    GateError
        For an endless line, a quote that is not closed, too many rows or columns, a blank row in the
        middle, or rows of unequal length.
    """
    declared = SEPARATOR_LINE.match(text)
    delimiter = declared.group(1) if declared else find_delimiter(text)
    rows, numbers = [], []
    for number, row in _records(text, delimiter):
        if number > max_rows + BLANK_ROWS:
            raise too_many_rows(max_rows)
        if any(row) and not (number == 1 and declared):
            if rows and number != numbers[-1] + 1:
                raise GateError("error.csv.blank_row", "Row {row} is blank.", row=numbers[-1] + 1)
            rows.append(row)
            numbers.append(number)
            _check_size(row, len(rows), max_rows, max_columns)
    if not rows:
        raise GateError("error.csv.empty", "The file is empty.")
    return Table(_equal(rows, numbers), numbers, delimiter)


def find_delimiter(text: str) -> str:
    """Return the delimiter under which the first rows hold the largest share of numbers.

    ``1,5;2,5`` has one number under the comma and two decimal-comma numbers under the semicolon; a share,
    not a count, because a wrong delimiter makes more cells.
    """
    text = text[: SAMPLE_ROWS * MAX_LINE]
    best, best_score = ",", (0.0, 0)
    for delimiter in DELIMITERS:
        sample = [row for _, row in islice(_records(text, delimiter, strict=False), SAMPLE_ROWS)]
        cells = [cell for row in sample for cell in row if cell]
        split_rows = sum(len(row) > 1 for row in sample)
        numeric = sum(is_number(cell if delimiter == "," else cell.replace(",", ".")) for cell in cells)
        score = (numeric / max(len(cells), 1), split_rows)
        if split_rows and score > best_score:
            best, best_score = delimiter, score
    return best


def is_number(cell: str) -> bool:
    """Tell whether a cell is a plain number; float() would also take 1_000 and foreign digits."""
    return NUMBER.fullmatch(cell) is not None


def _records(text: str, delimiter: str, strict: bool = True) -> Iterator[tuple[int, list[str]]]:
    """Yield (spreadsheet row number, cells); a quoted cell with line breaks counts as one row."""
    reader = csv.reader(_lines(text), delimiter=delimiter, skipinitialspace=delimiter != "\t", strict=strict)
    number = 0
    while True:
        number += 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise GateError(
                "error.csv.quotes",
                "Row {row}: a quotation mark opens or closes in the wrong place.",
                row=number,
            ) from error
        # Some programs write the sign of a negative number as U+2212.
        yield number, [cell.strip().replace("−", "-") for cell in row]


def _lines(text: str) -> Iterator[str]:
    for number, line in enumerate(io.StringIO(text, newline=""), start=1):
        # Refused before it is split: a line of commas would become millions of cells.
        if len(line) > MAX_LINE:
            raise GateError(
                "error.csv.line",
                "Line {line} has more than {limit} characters.",
                line=number,
                limit=MAX_LINE,
            )
        yield line


def _check_size(row: list[str], count: int, max_rows: int, max_columns: int) -> None:
    width = max(j for j, cell in enumerate(row, start=1) if cell)
    if width > max_columns:
        raise too_many_columns(width, max_columns)
    if count > max_rows + 1:
        raise too_many_rows(max_rows)


def too_many_columns(columns: int, limit: int) -> GateError:
    """Return the error for a table that is wider than the limit."""
    return GateError(
        "error.csv.columns",
        "The table has {columns} columns; at most {limit} are allowed.",
        columns=columns,
        limit=limit,
    )


def too_many_rows(limit: int) -> GateError:
    """Return the error for a sequence that is longer than the limit."""
    return GateError("error.csv.rows", "The table has more than {limit} rows of numbers.", limit=limit)


def _equal(rows: list[list[str]], numbers: list[int]) -> list[list[str]]:
    """Cut empty cells off the right edge and refuse rows that still differ in length."""
    expected = len(rows[0])
    for row, number in zip(rows, numbers, strict=True):
        if len(row) < expected or any(row[expected:]):
            raise GateError(
                "error.csv.ragged",
                "Row {row} has {cells} cells, row {first} has {expected}.",
                row=number,
                cells=len(row),
                first=numbers[0],
                expected=expected,
            )
    width = max(j for row in rows for j, cell in enumerate(row[:expected], start=1) if cell)
    return [row[:width] for row in rows]
