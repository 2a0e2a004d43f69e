"""How many numbers a recurrent network has: by the textbook's count and by each framework's.

A recurrent layer of d_h units on d_x inputs with g gate blocks (RNN 1, GRU 3, LSTM 4) has

    g d_h (d_x + d_h) + v d_h

parameters a direction, where v is the number of bias vectors of length d_h. The matrices are the same in
every framework; only v differs, and with it the count.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Literal

from gates.core.errors import GateError

Kind = Literal["rnn", "gru", "lstm", "dense"]
Convention = Literal["textbook", "pytorch", "keras", "keras_reset_before", "onnx", "flax"]

GATES: dict[str, int] = {"rnn": 1, "gru": 3, "lstm": 4}
CONVENTIONS: tuple[Convention, ...] = ("textbook", "pytorch", "keras", "keras_reset_before", "onnx", "flax")
# Bias vectors a cell. PyTorch, ONNX and cuDNN keep one beside W and one beside U. Where the reset gate acts
# after the linear map the candidate's recurrent bias cannot be merged with the other one: Keras then stores
# a second bias for all three gates, Flax (linen) for the candidate alone.
BIAS_VECTORS: dict[Convention, dict[str, int]] = {
    "textbook": {"rnn": 1, "gru": 3, "lstm": 4},
    "pytorch": {"rnn": 2, "gru": 6, "lstm": 8},
    "keras": {"rnn": 1, "gru": 6, "lstm": 4},
    "keras_reset_before": {"rnn": 1, "gru": 3, "lstm": 4},
    "onnx": {"rnn": 2, "gru": 6, "lstm": 8},
    "flax": {"rnn": 1, "gru": 4, "lstm": 4},
}
MAX_SIZE = 1_000_000
MAX_LAYERS = 1_000


@dataclass(frozen=True)
class Layer:
    """One layer of a network.

    Parameters
    ----------
    kind : "rnn", "gru", "lstm" or "dense"
        Cell, or a dense output layer with bias.
    units : int
        d_h of a cell (each direction), or the number of outputs.
    bidirectional : bool
        Two cells that read the sequence in opposite directions; their outputs are concatenated.
    """

    kind: Kind
    units: int
    bidirectional: bool = False

    @property
    def directions(self) -> int:
        """Number of cells in the layer."""
        return 2 if self.bidirectional else 1


@dataclass(frozen=True)
class Row:
    """A layer in its place: one line of a summary.

    Attributes
    ----------
    layer : Layer
    d_in, d_out : int
        Width of its input and of its output.
    parameters : int
        In the convention that was asked for.
    state_size : int
        Numbers carried from step to step: 2 d_h for an LSTM cell, d_h for the others, 0 for a dense layer.
    multiply_adds : int
        Of the matrix products of one step, g d_h (d_in + d_h) a direction. The element-wise work of the
        gates, a few d_h, is left out.
    """

    layer: Layer
    d_in: int
    d_out: int
    parameters: int
    state_size: int
    multiply_adds: int


@dataclass(frozen=True)
class Match:
    """The width at which a cell comes nearest to a budget of parameters.

    Attributes
    ----------
    d_h : int
    parameters : int
        Textbook count at that width.
    deviation : float
        (parameters − budget) / budget.
    state_size : int
        Numbers carried from step to step.
    multiply_adds : int
        Of the matrix products of one step.
    """

    d_h: int
    parameters: int
    deviation: float
    state_size: int
    multiply_adds: int


def network(
    cell: str, d_h: int, layers: int = 1, bidirectional: bool = False, head: int | None = None
) -> tuple[Layer, ...]:
    """Return a stack of equal recurrent layers, with a dense layer of `head` outputs where one is asked for.

    Raises
    ------
    GateError
        For an unknown cell or a size out of range.
    """
    kind = _cell(cell)
    layer = Layer(kind, _size("d_h", d_h), bidirectional)
    stack = (layer,) * _size("layers", layers, MAX_LAYERS)
    return stack if head is None else (*stack, Layer("dense", _size("head", head)))


def summary(d_x: int, layers: Sequence[Layer], convention: Convention = "keras") -> tuple[Row, ...]:
    """Return one row a layer, the output of each being the input of the next.

    Parameters
    ----------
    d_x : int
        Width of the first input.
    layers : sequence of Layer
        Any mixture, such as LSTM(64), GRU(32), Dense(1).
    convention : str
        One of ``CONVENTIONS``; ``"keras"`` is Keras with the GRU's default ``reset_after=True``.

    Raises
    ------
    GateError
        For a size or a convention that does not exist.
    """
    if convention not in CONVENTIONS:
        raise _choice("convention", convention, CONVENTIONS)
    d_in, rows = _size("d_x", d_x), []
    for layer in layers:
        row = _row(layer, d_in, convention)
        rows.append(row)
        d_in = row.d_out
    return tuple(rows)


def count(d_x: int, layers: Sequence[Layer], convention: Convention = "textbook") -> int:
    """Return the number of parameters of a stack of layers in one convention."""
    return sum(row.parameters for row in summary(d_x, layers, convention))


def counts(d_x: int, layers: Sequence[Layer]) -> dict[Convention, int]:
    """Return the number of parameters in every convention; ``keras_reset_before`` only if there is a GRU."""
    has_gru = any(layer.kind == "gru" for layer in layers)
    return {c: count(d_x, layers, c) for c in CONVENTIONS if has_gru or c != "keras_reset_before"}


def reasons(layers: Sequence[Layer]) -> dict[Convention, tuple[str, ...]]:
    """Return, for each convention of `counts`, the catalogue keys that say why it counts as it does."""
    kinds = [kind for kind in GATES if any(layer.kind == kind for layer in layers)]
    found: dict[Convention, tuple[str, ...]] = {}
    for c in CONVENTIONS:
        if c != "keras_reset_before" or "gru" in kinds:
            found[c] = tuple(dict.fromkeys(_reason(c, kind) for kind in kinds))
    return found


def match(d_x: int, budget: int) -> dict[str, Match]:
    """Return for each cell the width whose textbook count is nearest to a budget.

    The count g (d_h² + d_h (d_x + 1)) grows with d_h, so the nearest is one of the two widths around the
    root of count = budget. Equal parameters are not equal state, equal compute or equal capacity.

    Parameters
    ----------
    d_x : int
        Width of the input.
    budget : int
        Number of parameters, such as ``count(d_x, network("lstm", 64))``.

    Raises
    ------
    GateError
        For a size out of range.
    """
    d_x, budget = _size("d_x", d_x), _size("parameters", budget, MAX_SIZE**3)
    found = {}
    for kind, g in GATES.items():
        low = max(1, (isqrt((d_x + 1) ** 2 + 4 * budget // g) - (d_x + 1)) // 2)
        rows = [_row(Layer(_cell(kind), d_h), d_x, "textbook") for d_h in (low, low + 1)]
        row = min(rows, key=lambda r: abs(r.parameters - budget))
        deviation = (row.parameters - budget) / budget
        found[kind] = Match(row.d_out, row.parameters, deviation, row.state_size, row.multiply_adds)
    return found


def _row(layer: Layer, d_in: int, convention: Convention) -> Row:
    units, directions = _size("units", layer.units), layer.directions
    if layer.kind == "dense":
        return Row(layer, d_in, units, (d_in + 1) * units, 0, d_in * units)
    kind = _cell(layer.kind)
    products = GATES[kind] * units * (d_in + units)
    parameters = directions * (products + BIAS_VECTORS[convention][kind] * units)
    state = (2 if kind == "lstm" else 1) * units
    return Row(layer, d_in, directions * units, parameters, directions * state, directions * products)


def _reason(convention: Convention, kind: str) -> str:
    own = kind == "gru" and convention in ("keras", "keras_reset_before", "flax")
    return f"count.reason.{convention}.gru" if own else f"count.reason.{convention}"


def _cell(kind: str) -> Literal["rnn", "gru", "lstm"]:
    if kind == "rnn" or kind == "gru" or kind == "lstm":
        return kind
    raise _choice("cell", kind, tuple(GATES))


def _choice(name: str, value: object, known: Sequence[str]) -> GateError:
    return GateError(
        "error.count.choice",
        "{name} is {value}; it must be one of {known}.",
        name=name,
        value=repr(value)[:40],
        known=", ".join(known),
    )


def _size(name: str, value: object, high: int = MAX_SIZE) -> int:
    """Return a size as an int of at least 1, or say what it must be."""
    try:
        size = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        size = 0
    if isinstance(value, bool) or not 1 <= size <= high:
        raise GateError(
            "error.count.size",
            "{name} must be a whole number from 1 to {high}; it is {value}.",
            name=name,
            high=high,
            value=repr(value)[:40],
        )
    return size
