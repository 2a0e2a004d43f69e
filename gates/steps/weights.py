"""Weights of a small cell, and the sum that goes into a gate, written out."""

from __future__ import annotations

import numpy as np

from gates.core.errors import GateError
from gates.core.shapes import floating
from gates.steps.formula import Piece, apply, chain, column, line, matrix, plus, rounded, times
from gates.steps.numbers import MAX_SIZE, Vector, floats
from gates.steps.result import Line

Affine = tuple[str, Piece, Vector]


def checked(name: str, value: object) -> np.ndarray:
    """Return weights as a finite float array of at most four units and four inputs."""
    array = np.asarray(floating(name, value), float)
    if not np.isfinite(array).all():
        raise GateError("error.step.weights", "{name} holds a number that is not finite.", name=name)
    if array.ndim > 1 and (array.shape[1] > MAX_SIZE or array.shape[-1] > 2 * MAX_SIZE):
        raise GateError(
            "error.step.size",
            "{name} has {size} numbers; the calculation is written out for 1 to {limit}.",
            name=name,
            size=max(array.shape[1:]),
            limit=MAX_SIZE,
        )
    return array


def affine(name: str, W: np.ndarray, x: Vector, U: np.ndarray, h: Vector, b: np.ndarray) -> Affine:
    """Write W x + U h + b for one gate.

    Parameters
    ----------
    name : str
        Index of the gate's weights.
    W, U : (d_h, d_x) and (d_h, d_h)
    x, h : d_x and d_h numbers
    b : (d_h,)

    Returns
    -------
    symbols : str
    substitution : Piece
    value : d_h numbers
    """
    value = floats(W @ np.array(x) + U @ np.array(h) + b)
    substitution = plus(product(W, x), product(U, h), column(floats(b)))
    return f"W_{name} x_t + U_{name} h_{{t-1}} + b_{name}", substitution, value


def product(M: np.ndarray, v: Vector) -> Piece:
    """Write a matrix times a column, or a number times a number."""
    return times(r"\times" if M.size == 1 else "", matrix(M), column(v))


def gate_line(name: str, letter: str, symbol: str, function: str, pre: Affine, value: Vector) -> Line:
    """Write a gate: symbols, substitution, the sum, and σ or tanh of it."""
    symbols, substitution, a = pre
    result = rounded(column(value, bracket=False), unless=not any(a))
    latex = chain(
        rf"{symbol} = {function}({symbols})",
        apply(function, substitution),
        apply(function, column(a, bracket=False)),
        result,
    )
    return line(name, letter, latex, value, result.exact)
