"""Running a model's recurrent layers with the core's cells, both directions on the input's time axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gates.core import Cell, gradients
from gates.weights.problems import fail

if TYPE_CHECKING:
    from gates.weights.blocks import Recurrent

NAMES = {
    "lstm": ("i", "f", "o", "c_tilde", "c", "h"),
    "gru": ("z", "r", "h_tilde", "h"),
    "rnn": ("h",),
}
FLOWS = ("log10_direct", "log10_direct_norm", "log10_full", "log10_joint")
State = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class DirectionTrace:
    """One direction of a layer: the core's cell and its trace, in the order in which it ran.

    Attributes
    ----------
    suffix : str
        What its array names end in, such as ``_l0_reverse``.
    backwards : bool
        Whether the trace's time runs against the input's.
    cell : LSTM, GRU or RNN
        The core's cell.
    trace : object
        The core's trace.
    """

    suffix: str
    backwards: bool
    kind: str
    cell: Cell
    trace: object

    def aligned(self, values: np.ndarray) -> np.ndarray:
        """Turn values over time into the direction of the input."""
        return values[::-1] if self.backwards else values

    def arrays(self, norm: str = "rms", *, flow: bool = True) -> dict[str, np.ndarray]:
        """Return gates, states, direct path and gradient norms by name, time as in the input."""
        named = {f"{n}{self.suffix}": self.aligned(getattr(self.trace, n)) for n in NAMES[self.kind]}
        if flow:
            reach = gradients.flow(self.cell, self.trace, norm=norm)  # type: ignore[arg-type]
            for n in FLOWS:
                values = getattr(reach, n, None)
                if values is not None:
                    named[f"{n}{self.suffix}"] = self.aligned(values)
        return named


@dataclass(frozen=True)
class LayerTrace:
    """What one layer did, a direction at a time, and its outputs (T, B, d_h) on the input's time axis."""

    name: str
    directions: tuple[DirectionTrace, ...]
    outputs: list[np.ndarray]

    @classmethod
    def of(cls, layer: Recurrent, number: int, x: np.ndarray, states: list[State]) -> LayerTrace:
        """Run a layer on x (T, B, d_x) from the given initial states (h0, c0), one pair a direction."""
        directions, outputs = [], []
        for weights, back, suffix, (h0, c0) in zip(
            layer.cells, layer.backwards, layer.suffixes, states, strict=True
        ):
            cell = weights.to_core()
            trace = cell.run(x[::-1] if back else x, (h0, c0) if weights.kind == "lstm" else h0)
            directions.append(DirectionTrace(f"_l{number}{suffix}", back, weights.kind, cell, trace))
            outputs.append(trace.h[::-1] if back else trace.h)
        return cls(layer.name, tuple(directions), outputs)


@dataclass(frozen=True)
class ModelTrace:
    """What a model did on a sequence.

    Attributes
    ----------
    layers : tuple of LayerTrace
        Bottom first.
    y : (T, B, d)
        The model's output at every step.
    y_last : (B, d) or None
        What the model itself returns where it returns one step only.
    """

    layers: tuple[LayerTrace, ...]
    y: np.ndarray
    y_last: np.ndarray | None = None

    def arrays(self, norm: str = "rms", *, flow: bool = True) -> dict[str, np.ndarray]:
        """Return every array that ``trace`` writes, by name."""
        named: dict[str, np.ndarray] = {}
        for layer in self.layers:
            for direction in layer.directions:
                named |= direction.arrays(norm, flow=flow)
        named["y"] = self.y
        if self.y_last is not None:
            named["y_last"] = self.y_last
        return named


def checked_sequence(x: object, d_x: int, masked: float | None) -> np.ndarray:
    """Return a sequence as (T, B, d_x) in float64, or say what is wrong with it."""
    values = np.asarray(x, dtype=np.float64)
    if values.ndim == 1 and d_x == 1:
        values = values[:, None]
    if values.ndim == 2:
        values = values[:, None, :]
    if values.ndim != 3 or values.shape[2] != d_x or 0 in values.shape:
        fail(
            "error.model.sequence",
            "The sequence has shape {has}; the model takes (T, {d_x}) or (T, B, {d_x}).",
            has=np.asarray(x).shape,
            d_x=d_x,
        )
    if not np.isfinite(values).all():
        fail("error.model.sequence_finite", "The sequence holds values that are not finite numbers.")
    if masked is not None and (values == masked).all(axis=2).any():
        fail(
            "error.model.masked",
            "The model skips steps whose channels are all {value}, and the sequence has such a step; leave "
            "those steps out.",
            value=masked,
        )
    return values


def initial_states(layers: tuple[Recurrent, ...], B: int, h0: object, c0: object) -> list[list[State]]:
    """Return (h0, c0) for every layer and direction, each (B, d_h)."""
    count = sum(len(layer.cells) for layer in layers)
    if c0 is not None and not any(layer.cells[0].kind == "lstm" for layer in layers):
        fail(
            "error.model.no_cell_state", "c0 was given, but the model has no LSTM, so there is no cell state."
        )
    given_h, given_c = (_given(name, value, count, B) for name, value in (("h0", h0), ("c0", c0)))
    states: list[list[State]] = []
    at = 0
    for layer in layers:
        states.append([])
        for k, cell in enumerate(layer.cells):
            h = _one("h0", given_h, at, layer.h0, k, (B, cell.d_h), layer.name)
            c = _one("c0", given_c, at, layer.c0, k, (B, cell.d_h), layer.name)
            states[-1].append((h, c))
            at += 1
    return states


def _given(name: str, value: object, count: int, B: int) -> np.ndarray | None:
    if value is None:
        return None
    array = np.asarray(value, dtype=np.float64)
    if array.ndim != 3 or array.shape[:2] != (count, B) or not np.isfinite(array).all():
        fail(
            "error.model.state",
            "{name} has shape {has}; it needs ({count}, {B}, d_h), all finite: layers x directions, "
            "batch, units.",
            name=name,
            has=array.shape,
            count=count,
            B=B,
        )
    return array


def _one(
    name: str,
    given: np.ndarray | None,
    at: int,
    own: tuple[np.ndarray, ...] | None,
    k: int,
    shape: tuple[int, int],
    layer: str,
) -> np.ndarray:
    """Return one initial state: the given one, else the file's, else zeros."""
    value = given[at] if given is not None else own[k] if own is not None else np.zeros(shape)
    if value.shape[1] != shape[1] or value.shape[0] not in (1, shape[0]):
        fail(
            "error.model.state_layer",
            "{name} for {layer} has shape {has}, it needs {needs}.",
            name=name,
            layer=layer,
            has=value.shape,
            needs=shape,
        )
    return np.broadcast_to(value, shape)
