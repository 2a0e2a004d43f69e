"""Clipping gradients by their global norm."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gates.core.errors import GateError
from gates.core.shapes import Array, floating


@dataclass(frozen=True, eq=False)
class Clipped:
    """Gradients after clipping.

    Attributes
    ----------
    gradients : dict of name to array
        Scaled by `factor`; untouched if one is not finite.
    before, after : float
        Global norm, the root of the sum of squares of all entries; NaN or inf if one is not finite.
    factor : float
        What all entries were multiplied by, at most 1.
    not_finite : tuple of str
        Names of the gradients that hold NaN or inf. Such an update is to be skipped and counted: no factor
        repairs it.
    """

    gradients: dict[str, Array]
    before: float
    after: float
    factor: float
    not_finite: tuple[str, ...]


def clip_by_global_norm(gradients: Mapping[str, object], max_norm: float) -> Clipped:
    """Scale all gradients by one factor so that their global norm is at most `max_norm`.

    g <- g max_norm / ‖g‖ where ‖g‖ > max_norm: the direction stays.

    Parameters
    ----------
    gradients : mapping of name to array
    max_norm : float
        Zero or more.

    Raises
    ------
    GateError
        If `max_norm` is negative or not a number.

    References
    ----------
    Pascanu, Mikolov and Bengio (2013), PMLR 28, algorithm 1.
    """
    if not max_norm >= 0:
        raise GateError("error.max_norm", "max_norm is {max_norm}; it must be 0 or more.", max_norm=max_norm)
    arrays = {name: floating(name, value) for name, value in gradients.items()}
    before = global_norm(arrays)
    bad = tuple(name for name, array in arrays.items() if not np.all(np.isfinite(array)))
    if bad or before <= max_norm:
        return Clipped(arrays, before, before, 1.0, bad)
    # Entries are brought to size 1 first: squares or quotients of very large ones would leave the format.
    factor = max_norm / before
    largest = _largest(arrays)
    scale = max_norm / (before / largest)
    clipped = {name: (array / largest * scale).astype(array.dtype) for name, array in arrays.items()}
    return Clipped(clipped, before, global_norm(clipped), factor, ())


def global_norm(gradients: Mapping[str, Array]) -> float:
    """Return the root of the sum of squares of all entries, without overflow on the way."""
    largest = _largest(gradients)
    if largest == 0 or not np.isfinite(largest):
        return largest
    total = sum(float(np.sum(np.square(np.abs(g) / largest, dtype=np.float64))) for g in gradients.values())
    return largest * float(np.sqrt(total))


def _largest(gradients: Mapping[str, Array]) -> float:
    """Return the largest absolute entry, NaN if one is."""
    return float(np.max([np.abs(g).max(initial=0) for g in gradients.values()], initial=0))
