"""Pieces of written-out formulas: numbers and columns, sums and products, and = or ≈ between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gates.steps.numbers import Vector, is_short, show, show_latex
from gates.steps.result import Line


@dataclass(frozen=True)
class Piece:
    """A part of a formula.

    Attributes
    ----------
    latex : str
    exact : bool
        Whether the digits that are shown say all of the numbers in it.
    """

    latex: str
    exact: bool = True


def column(numbers: Vector, bracket: bool = True) -> Piece:
    """Write a number or a column vector; a negative single number is put in brackets for use in a product."""
    first, *others = numbers
    exact = all(is_short(v) for v in numbers)
    if others:
        rows = r" \\ ".join(show_latex(v) for v in numbers)
        return Piece(rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}", exact)
    text = show_latex(first)
    return Piece(f"({text})" if bracket and (first < 0 or "times" in text) else text, exact)


def matrix(values: np.ndarray) -> Piece:
    """Write a matrix, or the plain number if it has one entry."""
    if values.size == 1:
        return column((float(values.flat[0]),))
    rows = r" \\ ".join(" & ".join(show_latex(v) for v in row) for row in values.tolist())
    return Piece(
        rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}", all(is_short(v) for v in values.ravel().tolist())
    )


def times(sign: str, *pieces: Piece) -> Piece:
    """Write a product: ``\\times`` between numbers, ``\\odot`` between vectors, nothing after a matrix."""
    return Piece(f" {sign} ".join(p.latex for p in pieces), all(p.exact for p in pieces))


def plus(*pieces: Piece) -> Piece:
    """Write a sum."""
    return Piece(" + ".join(p.latex for p in pieces), all(p.exact for p in pieces))


def total(*terms: Vector) -> Piece:
    """Write a sum of plain numbers with their signs, as in 1.6 − 0.1."""
    latex, exact = "", True
    for numbers in terms:
        sign = "-" if len(numbers) == 1 and numbers[0] < 0 else "+"
        piece = column((abs(numbers[0]),) if len(numbers) == 1 else numbers, bracket=False)
        latex += f" {sign} {piece.latex}" if latex else ("-" if sign == "-" else "") + piece.latex
        exact = exact and piece.exact
    return Piece(latex, exact)


def apply(function: str, piece: Piece) -> Piece:
    """Write a function of something."""
    return Piece(rf"{function}\left({piece.latex}\right)", piece.exact)


def rounded(piece: Piece, unless: bool = False) -> Piece:
    """Mark a value as rounded, whatever its digits look like; σ and tanh are exact at 0 only."""
    return piece if unless else Piece(piece.latex, False)


def chain(symbols: str, *pieces: Piece) -> str:
    """Join symbols, substitution and results; from the first rounded number on the sign is ≈."""
    latex, exact = symbols, True
    for piece in pieces:
        exact = exact and piece.exact
        latex += (" = " if exact else r" \approx ") + piece.latex
    return latex


def line(name: str, letter: str, latex: str, numbers: Vector, exact: bool = True, by: str = "") -> Line:
    """Make a line whose short text is ``letter = value``; `by` is an expression to put between the two."""
    value = shown(numbers)
    sign = "=" if exact and all(is_short(v) for v in numbers) else "≈"
    return Line(name, latex, f"{letter} = {by} {sign} {value}" if by else f"{letter} {sign} {value}")


def shown(numbers: Vector) -> str:
    """Write a number, or several in brackets, for a sentence."""
    text = ", ".join(show(v) for v in numbers)
    return text if len(numbers) == 1 else f"({text})"
