"""Which convention fits outputs that were recorded in another framework."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from gates.weights.blocks import MERGES
from gates.weights.changes import Change, changes
from gates.weights.model import Model
from gates.weights.other_readings import deviation
from gates.weights.problems import fail
from gates.weights.run import ModelTrace

# Two runs that part by less than this agree, for a file in single precision.
AGREES = 1e-5


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
