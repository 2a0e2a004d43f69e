"""How much of the time a gate is saturated."""

from dataclasses import dataclass

import numpy as np

from gates.core.shapes import Array, expect, floating

LEFT, RIGHT = 0.1, 0.9


@dataclass(frozen=True, eq=False)
class Saturation:
    """Share of time that each unit's gate spends saturated, (d_h,) each.

    Attributes
    ----------
    left : below 0.1
    right : above 0.9

    A saturated gate, on either side, has f(1 - f) < 0.09: right-saturation opens the direct path and closes
    the path through the gate.

    References
    ----------
    Karpathy, Johnson and Li (2015), arXiv:1506.02078.
    """

    left: Array
    right: Array


def saturation(gate: object) -> Saturation:
    """Return the shares over all steps and sequences of a gate (T, B, d_h) of a trace, T being 1 or more."""
    values = expect("gate", floating("gate", gate), "steps", "B", "d_h")
    return Saturation(np.mean(values < LEFT, axis=(0, 1)), np.mean(values > RIGHT, axis=(0, 1)))
