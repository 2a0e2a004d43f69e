"""Norms of matrices whose entries may be 10^-600 or 10^600: a value and a binary exponent apart.

Scaling by a power of two is exact, so carrying the exponent apart costs no accuracy.
"""

from typing import NamedTuple

import numpy as np

from gates.core.shapes import Array

LOG10_2 = np.log10(2.0)
NORMS = ("rms", "spectral")
# Largest binary exponent of a floating type by its size in bytes; wider than a double is no worse than one.
MAX_EXPONENT = {2: 16, 4: 128, 8: 1024, 12: 1024, 16: 1024}


class Scaled(NamedTuple):
    """Numbers ``value * 2**exponent``; log10 of zero is -inf."""

    value: Array
    exponent: Array

    def log10(self) -> Array:
        """Return the decimal logarithm, float64; exactly 0 for 1."""
        return (np.log2(self.value) + self.exponent) * LOG10_2


def rescaled(*parts: Array) -> tuple[list[Array], Array]:
    """Divide stacks of matrices (B, r, c) by the power of two nearest above their largest entry.

    Returns the parts and the exponents (B,). A zero or non-finite matrix is left alone.
    """
    largest = np.max([np.abs(part).max(axis=(1, 2)) for part in parts], axis=0)
    exponent = np.where(np.isfinite(largest), np.frexp(largest)[1], 0)
    return [np.ldexp(part, -exponent[:, None, None]) for part in parts], exponent


def squares(*parts: Array) -> Array:
    """Return the sum of squares of all entries of stacks of matrices (…, r, c): (…)."""
    total = 0
    for part in parts:
        flat = part.reshape(*part.shape[:-2], -1)
        total = total + np.vecdot(flat, flat)
    return np.asarray(total)


def safe(square: Array, margin: int = 1) -> bool:
    """Whether sums of squares are far enough from underflow and overflow to be exact to rounding.

    That is, within a third of the format's range of exponents, or within that over `margin`.
    """
    limit = MAX_EXPONENT[square.dtype.itemsize] // (3 * margin)
    return bool(square.min() > 2.0**-limit and square.max() < 2.0**limit)


def measure(norm: str, square: Array, *parts: Array) -> Scaled:
    """Return the norm of the matrices [part | part | …], (B, r, c) each, whose sum of squares is `square`.

    "rms" is the Frobenius norm over √r, r being the number of rows, so that the identity has norm 1;
    "spectral" the largest singular value.
    """
    exponent = np.zeros(len(square), int)
    if not safe(square):
        scaled, exponent = rescaled(*parts)
        parts, square = tuple(scaled), squares(*scaled)
    if norm == "rms":
        return Scaled(np.sqrt(square / parts[0].shape[1]), exponent)
    return Scaled(_largest_singular_value(np.concatenate(parts, axis=2), square), exponent)


def measure_window(norm: str, square: Array, parts: list[Array]) -> Scaled:
    """Return `measure` for stacks with two leading axes: parts (T, B, r, c), the rest (T, B)."""
    flat = [part.reshape(-1, *part.shape[2:]) for part in parts]
    value, exponent = measure(norm, square.ravel(), *flat)
    return Scaled(value.reshape(square.shape), exponent.reshape(square.shape))


def measure_diagonal(norm: str, diagonal: Scaled) -> Scaled:
    """Return the norm of diagonal matrices, the diagonal being the last axis."""
    mantissa, shift = np.frexp(diagonal.value)
    exponent = diagonal.exponent + shift
    top = np.where(mantissa == 0, exponent.min(axis=-1, keepdims=True), exponent).max(axis=-1)
    # Entries too far below the largest one to change the norm become 0 here.
    entries = np.ldexp(mantissa, exponent - top[..., None])
    if norm == "spectral":
        return Scaled(entries.max(axis=-1), top)
    return Scaled(np.sqrt(np.vecdot(entries, entries) / entries.shape[-1]), top)


def _largest_singular_value(M: Array, square: Array) -> Array:
    """Return the largest singular value of each matrix; NaN or inf where an entry is not finite."""
    # The largest eigenvalue of M Mᵀ is accurate to rounding, and several times cheaper than an SVD.
    finite = np.isfinite(square)
    gram = np.where(finite[:, None, None], M @ M.transpose(0, 2, 1), 0)
    values = np.sqrt(np.maximum(np.linalg.eigvalsh(gram)[:, -1], 0))
    return np.where(finite, values, square)
