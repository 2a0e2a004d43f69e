"""From settings to counts: plain functions, no page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gates.weights.counts import (
    BIAS_VECTORS,
    GATES,
    Convention,
    Layer,
    Match,
    Row,
    counts,
    match,
    network,
    reasons,
    summary,
)

from .stack import parse_stack


@dataclass(frozen=True, eq=False)
class Counted:
    """Everything that the page shows for one network.

    Parameters
    ----------
    d_x : int
    layers : tuple of Layer
        The network of the page.
    name : str
        Which column of ``table`` it is: a cell, or ``stack``.
    table : dict
        Counts by column and convention; a convention that a cell does not have is missing.
    why : dict
        Catalogue keys of the reasons by convention.
    convention : str
        The one of the summary.
    rows : tuple of Row
        The summary.
    budget : int
        Parameters that widths are matched to.
    matches : dict
        Widths by cell.
    """

    d_x: int
    layers: tuple[Layer, ...]
    name: str
    table: dict[str, dict[Convention, int]]
    why: dict[Convention, tuple[str, ...]]
    convention: Convention
    rows: tuple[Row, ...]
    budget: int
    matches: dict[str, Match]


def counted(s: Mapping[str, Any]) -> Counted:
    """Count the network of the settings.

    Raises
    ------
    GateError
        For a stack that cannot be read.
    """
    d_x = s["d_x"]
    if s["build"] == "typed":
        name, layers = "stack", parse_stack(s["stack"])
        columns = {name: layers}
    else:
        name = s["cell"]
        head = s["head"] or None
        columns = {kind: network(kind, s["d_h"], s["layers"], s["both"], head) for kind in GATES}
        layers = columns[name]
    recurrent = tuple(layer for layer in layers if layer.kind != "dense")
    budget = s["number"] if s["budget"] == "typed" else count_of_recurrent(d_x, layers)
    rows = summary(d_x, layers, s["convention"])
    table = {column: counts(d_x, stack) for column, stack in columns.items()}
    return Counted(
        d_x, layers, name, table, reasons(recurrent), s["convention"], rows, budget, match(d_x, budget)
    )


def count_of_recurrent(d_x: int, layers: tuple[Layer, ...]) -> int:
    """Textbook count of the recurrent layers of a network, without its dense ones."""
    rows = summary(d_x, layers, "textbook")
    return sum(row.parameters for row in rows if row.layer.kind != "dense")


def calculation(row: Row, convention: Convention) -> str:
    """The count of a layer written out with its numbers, as LaTeX."""
    units, d_in = row.layer.units, row.d_in
    if row.layer.kind == "dense":
        return rf"({_number(d_in)} + 1) \times {_number(units)}"
    g, v = GATES[row.layer.kind], BIAS_VECTORS[convention][row.layer.kind]
    products = rf"{g} \times {_number(units)} \times ({_number(d_in)} + {_number(units)})"
    written = rf"{products} + {v} \times {_number(units)}"
    return rf"2 \times ({written})" if row.layer.bidirectional else written


def formula(d_x: int, layer: Layer) -> str:
    """The textbook's count of the first layer: letters, numbers, both terms, result."""
    (row,) = summary(d_x, (layer,), "textbook")
    g, twice = GATES[layer.kind], r"2 \times " if layer.bidirectional else ""
    letters = r"g\, d_h (d_x + d_h) + g\, d_h"
    letters = rf"2 \times ({letters})" if layer.bidirectional else letters
    products, biases = g * layer.units * (d_x + layer.units), g * layer.units
    both = rf"{_number(products)} + {_number(biases)}"
    terms = rf"{twice}({both})" if layer.bidirectional else both
    return rf"{letters} = {calculation(row, 'textbook')} = {terms} = {_number(row.parameters)}"


def _number(n: int) -> str:
    """A number as one word: LaTeX would take 1,234 for a list of two."""
    return rf"\text{{{n:,}}}" if n >= 1000 else str(n)
