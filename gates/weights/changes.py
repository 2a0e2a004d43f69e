"""What could be read otherwise in a model: order of gates, reset, z, forget bias, functions, direction."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from gates.weights.blocks import Recurrent
from gates.weights.cell import CELLS, CellWeights
from gates.weights.conventions import CONVENTIONS
from gates.weights.model import Model

CellChange = Callable[[CellWeights], CellWeights | None]


@dataclass(frozen=True)
class Change:
    """One thing read otherwise; the sentence has a catalogue key as an assumption has."""

    kind: str
    key: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict, compare=False)
    cell: CellChange | None = field(default=None, compare=False, repr=False)
    layer: Callable[[Recurrent], Recurrent] | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def apply(self, model: Model) -> Model | None:
        """Return the model read otherwise, or None where the change means nothing to it."""
        blocks, changed = [], False
        for block in model.blocks:
            if isinstance(block, Recurrent):
                if self.layer is not None:
                    block, changed = self.layer(block), True
                elif self.cell is not None:
                    cells = [self.cell(c) for c in block.cells]
                    changed |= any(c is not None for c in cells)
                    own = tuple(c if c is not None else o for c, o in zip(cells, block.cells, strict=True))
                    block = replace(block, cells=own)
            blocks.append(block)
        return replace(model, blocks=tuple(blocks)) if changed else None


def changes(model: Model) -> Iterator[Change]:
    """Yield what could be read otherwise in a model."""
    kinds = {cell.kind for layer in model.layers for cell in layer.cells}
    for kind in sorted(kinds - {"rnn"}):
        yield from _orders(kind, CONVENTIONS[model.convention].order(kind))
    if "gru" in kinds:
        yield Change("reset", "fit.reset", "the reset gate on the other side of the linear map", cell=_reset)
        yield Change("z", "fit.z", "z near 1 admits the candidate", cell=_z)
    if "lstm" in kinds:
        for added in (1.0, -1.0):
            yield Change(
                "forget_bias",
                "fit.forget_bias",
                "{added:+g} on the forget bias",
                {"added": added},
                lambda c, a=added: _forget(c, a),
            )
    if kinds & {"lstm", "gru"}:
        for name in ("sigmoid", "hard_sigmoid", "hard_sigmoid_keras2"):
            yield Change(
                "gates",
                "fit.gates",
                "{name} for the gates",
                {"name": name},
                lambda c, n=name: None if c.gate_activation == n else replace(c, gate_activation=n),
            )
    if "rnn" in kinds:
        for name in ("tanh", "relu"):
            yield Change(
                "state",
                "fit.state",
                "{name} for the state",
                {"name": name},
                lambda c, n=name: None if c.activation == n or c.kind != "rnn" else replace(c, activation=n),
            )
    yield Change("bias", "fit.one_bias", "the second bias left out", cell=_one_bias)
    yield Change("transposed", "fit.transposed", "the recurrent matrices transposed", cell=_transposed)
    yield Change("direction", "fit.direction", "the layers run the other way in time", layer=_turned)


def _orders(kind: str, order: str) -> Iterator[Change]:
    """Yield every other order of the gate blocks, those of known frameworks first."""
    known: dict[str, str] = {}
    for row in CONVENTIONS.values():
        known.setdefault(row.order(kind), row.name)
    others = ["".join(p) for p in itertools.permutations(order)]
    for other in sorted(others, key=lambda o: o not in known):
        if other == order:
            continue
        # The block read as order[p] is gate other[p] then.
        take = [order[other.index(letter)] for letter in CELLS[kind]]
        rows = [CELLS[kind].index(letter) for letter in take]
        yield Change(
            "order",
            "fit.order",
            "gate blocks in the order {order} ({who})",
            {"order": ", ".join(other), "who": known.get(other, "no framework known here")},
            lambda c, k=kind, r=rows: _permuted(c, r) if c.kind == k else None,
        )


def _permuted(c: CellWeights, rows: list[int]) -> CellWeights:
    b_h = None if c.b_h is None else c.b_h[rows]
    return replace(c, W=c.W[rows], U=c.U[rows], b_x=c.b_x[rows], b_h=b_h)


def _reset(c: CellWeights) -> CellWeights | None:
    return replace(c, reset="after" if c.reset == "before" else "before") if c.kind == "gru" else None


def _z(c: CellWeights) -> CellWeights | None:
    if c.kind != "gru":
        return None
    sign = np.array([[-1.0], [1.0], [1.0]])
    b_h = None if c.b_h is None else c.b_h * sign
    return replace(c, W=c.W * sign[..., None], U=c.U * sign[..., None], b_x=c.b_x * sign, b_h=b_h)


def _forget(c: CellWeights, added: float) -> CellWeights | None:
    return replace(c, b_x=c.b_x + np.array([[0.0], [added], [0.0], [0.0]])) if c.kind == "lstm" else None


def _one_bias(c: CellWeights) -> CellWeights | None:
    return None if c.b_h is None else replace(c, b_h=None)


def _transposed(c: CellWeights) -> CellWeights:
    return replace(c, U=c.U.transpose(0, 2, 1))


def _turned(layer: Recurrent) -> Recurrent:
    return replace(layer, backwards=tuple(not back for back in layer.backwards))
