"""Reads result files back: those of this package, and a results.csv that a person brings."""

import csv
import io
import math

from gates.experiments.costs import CELLS
from gates.experiments.errors import complaint
from gates.experiments.output import FURTHER, REQUIRED
from gates.experiments.run import STATUSES
from gates.experiments.tasks import TASKS

TEXTS = {"task", "cell", "status", "sizing", "metric", "bias_init", "stopped_by", "run"}
KNOWN = {"task": TASKS, "cell": CELLS, "status": STATUSES}
MAX_ROWS = 20_000


def read_results(text: str) -> list[dict]:
    """Rows of a ``results.csv``, numbers as numbers and empty cells as None.

    Raises
    ------
    GateError
        A column missing, a cell that is no number (named by row and column), no rows or too many.
    """
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        missing = [name for name in REQUIRED if name not in (reader.fieldnames or ())]
        if missing:
            raise complaint("columns", missing=", ".join(missing))
        rows = []
        for number, row in enumerate(reader, start=2):
            if number > MAX_ROWS + 1:
                raise complaint("rows", most=MAX_ROWS)
            rows.append(_checked(row, number))
    except csv.Error as error:
        raise complaint("csv", reason=str(error)) from error
    if not rows:
        raise complaint("empty")
    return rows


def _checked(row: dict, number: int) -> dict:
    """A row with its numbers, its names known and its settings there."""
    found = {name: _cell(name, row.get(name), number) for name in (*REQUIRED, *FURTHER)}
    for name, allowed in KNOWN.items():
        if found[name] not in allowed:
            raise complaint("name", row=number, column=name, value=row[name], allowed=", ".join(allowed))
    for name in ("d_h", "length", "lr", "seed"):
        if found[name] is None:
            raise complaint("cell", row=number, column=name, value="")
    return found


def read_table(text: str) -> list[dict]:
    """Rows of a ``history.csv`` or ``lags.csv`` of ours, numbers as numbers and empty cells as None."""
    return [
        {name: _cell(name, value, number) for name, value in row.items()}
        for number, row in enumerate(csv.DictReader(io.StringIO(text)), start=2)
    ]


def _cell(name: str, value: str | None, number: int) -> str | float | None:
    if name in TEXTS:
        return value or ""
    if not value:
        return None
    try:
        found = float(value)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise complaint("cell", row=number, column=name, value=value[:40])
    return found
