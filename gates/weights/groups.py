"""Recurrent modules found among named arrays, and the order in which they follow one another."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from gates.weights.blocks import Block, Recurrent
from gates.weights.problems import fail
from gates.weights.reading import Reading

MAX_ORDERS = 24


@dataclass
class Module:
    """Layers that belong together under one name, bottom first."""

    name: str
    layers: list[Recurrent]

    @property
    def d_x(self) -> int:
        """Width of the input."""
        return self.layers[0].d_x

    @property
    def d_out(self) -> int:
        """Width of the output."""
        return self.layers[-1].d_out


def natural(name: str) -> list[object]:
    """Sort key under which lstm_2 comes before lstm_10."""
    return [(1, int(part), "") if part.isdigit() else (0, 0, part) for part in re.split(r"(\d+)", name)]


def arrange(modules: list[Module], reading: Reading) -> list[Block]:
    """Return the layers of all modules, or of the one chosen, in the order in which their widths fit.

    Where more than one order fits, the file's own is taken and the choice is reported; where none fits, the
    layers come in the file's order and the model refuses to run until one module is chosen.
    """
    names = [module.name for module in modules]
    if len(modules) > 1:
        chosen = reading.choose(
            "module",
            ("all", *names),
            "assume.module",
            "The file holds several recurrent modules ({names}); {value} is run.",
            names=", ".join(names),
        )
        modules = [module for module in modules if chosen in ("all", module.name)]
    if len(modules) > 1:
        orders = [order for order in itertools.islice(itertools.permutations(modules), 5040) if _fits(order)]
        if len(orders) > 1:
            texts = tuple(" > ".join(m.name for m in order) for order in orders[:MAX_ORDERS])
            value = reading.choose(
                "order",
                texts,
                "assume.order",
                "The widths fit in more than one order; taken is {value}.",
            )
            modules = list(orders[texts.index(value)])
        elif orders:
            modules = list(orders[0])
    return [layer for module in modules for layer in module.layers]


def _fits(order: tuple[Module, ...]) -> bool:
    return all(a.d_out == b.d_x for a, b in itertools.pairwise(order))


def not_recurrent(names: list[str]) -> None:
    """Refuse a file without a recurrent layer, saying what it holds instead."""
    fail(
        "error.model.nothing_recurrent",
        "The file holds no LSTM, GRU or plain recurrent layer; it holds {names}.",
        names=", ".join(names[:4]) + (", …" if len(names) > 4 else "") if names else "no arrays",
    )
