"""What a written-out step consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gates.steps.numbers import Vector


@dataclass(frozen=True)
class Line:
    """One line of a calculation.

    Attributes
    ----------
    name : str
        What it computes, by the project's letters: ``"f"``, ``"c"``, ``"h"``, ``"slope"``.
    latex : str
        Symbols, substitution and result, such as ``c_t = f_t c_{t-1} + … = 0.8 \\times 2 + … = 1.5``.
    text : str
        The result in one short line, such as ``c = 1.5``.
    """

    name: str
    latex: str
    text: str


@dataclass(frozen=True)
class Sentence:
    """A sentence of the text catalogues with the values of its fields."""

    key: str
    params: Mapping[str, object]


@dataclass(frozen=True)
class Step:
    """One step, computed and explained.

    Attributes
    ----------
    values : dict of tuples of float
        Every quantity by its letter, one number a unit.
    lines : tuple of Line
        In the order in which a person computes.
    sentences : tuple of Sentence
        One for each gate, for the result, and for the gradient.
    """

    values: dict[str, Vector]
    lines: tuple[Line, ...]
    sentences: tuple[Sentence, ...]
