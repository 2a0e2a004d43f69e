"""How far the readings of an ambiguous file part on a given sequence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gates.core.errors import GateError
from gates.weights.model import Model
from gates.weights.problems import Sentence


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
