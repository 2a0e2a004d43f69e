"""How far the readings of an ambiguous file part, and which other convention would fit recorded outputs."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from gates.core.errors import GateError
from gates.weights.cell import CELLS, CellWeights
from gates.weights.conventions import CONVENTIONS
from gates.weights.model import MERGES, Model, Recurrent
from gates.weights.problems import Sentence, fail
from gates.weights.run import ModelTrace

CellChange = Callable[[CellWeights], CellWeights | None]
# Two runs that part by less than this agree, for a file in single precision.
AGREES = 1e-5


@dataclass(frozen=True)
class OtherReading:
    """One assumption answered otherwise.

    Attributes
    ----------
    name, value : str
        The question and the other answer, as in ``load_model(..., choices={name: value})``.
    deviation : float or None
        Largest difference of the outputs on the sequence; None where this reading gives no comparable output.
    why : Sentence or None
        Why not, in that case.
    """

    name: str
    value: str
    deviation: float | None
    why: Sentence | None = None


def readings(model: Model, x: object, h0: object = None, c0: object = None) -> list[OtherReading]:
    """Run every other reading that the file allows and say how far its output is from the present one.

    Parameters
    ----------
    model : Model
        As read from a file.
    x : (T, B, d_x) or (T, d_x)
        The sequence.
    h0, c0 : (layers x directions, B, d_h), optional
        Initial states.
    """
    y = model.run(x, h0, c0).y
    found = []
    for assumption in model.assumptions:
        for value in assumption.choices:
            if value == assumption.value or model.reread is None:
                continue
            try:
                other = model.reread({assumption.name: value}).run(x, h0, c0).y
            except GateError as error:
                text = str(error).replace("{", "{{").replace("}", "}}")
                found.append(
                    OtherReading(assumption.name, value, None, Sentence(error.key, text, error.params))
                )
                continue
            if other.shape == y.shape:
                found.append(OtherReading(assumption.name, value, deviation(other, y)))
            else:
                why = Sentence("reading.shape", "y has shape {shape} then", {"shape": other.shape})
                found.append(OtherReading(assumption.name, value, None, why))
    return found


def deviation(a: np.ndarray, b: np.ndarray) -> float:
    """Return the largest absolute difference."""
    return float(np.max(np.abs(a - b))) if a.size else 0.0


@dataclass(frozen=True)
class Change:
    """One thing read otherwise; the sentence has a catalogue key as an assumption has."""

    kind: str
    key: str
    template: str
    params: dict[str, object] = field(default_factory=dict, compare=False)
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


@dataclass(frozen=True)
class Target:
    """What the recorded values are, if a reading is right.

    Attributes
    ----------
    layer : str
        The recurrent layer whose output it is; empty for the model's own output.
    last : bool
        Whether it is the last step alone.
    turned : bool
        Whether the last step comes first.
    """

    layer: str = ""
    last: bool = False
    turned: bool = False

    def __str__(self) -> str:
        what = f"output of {self.layer}" if self.layer else "y"
        what += ", last step first" if self.turned else ""
        return f"last step of {what}" if self.last else what


@dataclass(frozen=True)
class Fit:
    """A reading and how well it reproduces the recorded outputs.

    Attributes
    ----------
    changes : tuple of Change
        What is read otherwise; empty for the present reading.
    target : Target
        What the recorded values are then.
    deviation : float
        Largest absolute difference.
    """

    changes: tuple[Change, ...]
    target: Target
    deviation: float

    def __str__(self) -> str:
        return "; ".join(map(str, self.changes)) or "as read"


def fit_conventions(
    model: Model, x: object, y: object, h0: object = None, c0: object = None, *, seconds: float = 3.0
) -> list[Fit]:
    """Try other conventions on recorded outputs, single changes first and then pairs, the best fit first.

    Parameters
    ----------
    model : Model
        As read from a file.
    x : (T, B, d_x) or (T, d_x)
        The input of the recording.
    y : (T, B, d) or (T, d), or (B, d) for a model that returns its last step
        The recorded outputs.
    h0, c0 : (layers x directions, B, d_h), optional
        Initial states of the recording.
    seconds : float
        Time after which no more pairs are tried.

    Returns
    -------
    list of Fit
        The present reading is among them.

    Raises
    ------
    GateError
        Where nothing that the model computes has the shape of the recorded outputs.
    """
    recorded = np.asarray(y, dtype=np.float64)
    end = time.monotonic() + seconds
    base = _fit(model, (), x, recorded, h0, c0)
    if base is None:
        fail(
            "error.model.recorded",
            "The recorded outputs have shape {has}; the model computes {shapes}.",
            has=recorded.shape,
            shapes=", ".join(str(v.shape) for v in _targets(model, model.run(x, h0, c0)).values()),
        )
    singles = list(changes(model))
    fits = [base, *_fits(model, ((c,) for c in singles), x, recorded, h0, c0, end)]
    if min(f.deviation for f in fits) > AGREES:
        best = sorted((f for f in fits if f.changes), key=lambda f: f.deviation)
        ranked = [f.changes[0] for f in best]
        pairs = sorted(itertools.combinations(range(len(ranked)), 2), key=sum)
        wanted = ((ranked[a], ranked[b]) for a, b in pairs if ranked[a].kind != ranked[b].kind)
        fits += _fits(model, wanted, x, recorded, h0, c0, end)
    return sorted(fits, key=lambda f: (f.deviation, len(f.changes)))


def _fits(
    model: Model,
    tries: Iterator[tuple[Change, ...]],
    x: object,
    recorded: np.ndarray,
    h0: object,
    c0: object,
    end: float,
) -> Iterator[Fit]:
    for combination in tries:
        if time.monotonic() > end:
            return
        found = _fit(model, combination, x, recorded, h0, c0)
        if found is not None:
            yield found
            if len(combination) > 1 and found.deviation < AGREES:
                return


def _fit(
    model: Model, combination: tuple[Change, ...], x: object, recorded: np.ndarray, h0: object, c0: object
) -> Fit | None:
    changed: Model | None = model
    for change in combination:
        changed = change.apply(changed) if changed is not None else None
    if changed is None:
        return None
    with np.errstate(all="ignore"):
        targets = _targets(changed, changed.run(x, h0, c0))
    if recorded.ndim == 2 and recorded.shape not in [v.shape for v in targets.values()]:
        recorded = recorded[:, None, :]
    found = [(deviation(v, recorded), t) for t, v in targets.items() if v.shape == recorded.shape]
    if not found:
        return None
    best, target = min(((d if np.isfinite(d) else np.inf, t) for d, t in found), key=lambda pair: pair[0])
    return Fit(combination, target, best)


def _targets(model: Model, trace: ModelTrace) -> dict[Target, np.ndarray]:
    """Return what recorded outputs may be: the model's, or those of a layer, also last step first."""
    targets = {Target(): trace.y}
    if trace.y_last is not None:
        targets[Target(last=True)] = trace.y_last
    for layer, run in zip(model.layers, trace.layers, strict=True):
        both = len(run.outputs) == 2
        targets[Target(layer.name)] = MERGES[layer.merge](run.outputs) if both else run.outputs[0]
    every = [(t, v) for t, v in targets.items() if not t.last]
    targets |= {replace(t, turned=True): v[::-1] for t, v in every}
    targets |= {replace(t, last=True): v[-1] for t, v in every if replace(t, last=True) not in targets}
    targets |= {replace(t, last=True, turned=True): v[0] for t, v in every}
    return targets


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
