"""An input sequence with its names, and how to bring it to mean 0 and standard deviation 1."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from gates.core.errors import GateError

MAX_T = 2000
MAX_D_X = 256


@dataclass(frozen=True)
class Note:
    """Something a reader of the figure has to be told about the numbers.

    Parameters
    ----------
    key : str
        Name of the sentence in the text catalogues, such as ``"input.note.standardised"``.
    params : Mapping
        Values of the sentence's fields, and the same as plain numbers where a program may want them.
    """

    key: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Sequence:
    """A sequence of T steps with d_x channels, ready to be fed to a cell as ``X[:, None, :]``.

    Parameters
    ----------
    X : numpy.ndarray, shape (T, d_x)
        Values, float64 and finite. Kept as a read-only copy, since sequences are shared between sessions.
    channels : tuple of str
        A name for each column.
    labels : tuple of str or None
        Text of the time axis, one a step; None when the step number says it all.
    notes : tuple of Note
        What was done to the numbers.

    Raises
    ------
    GateError
        If X is not two-dimensional, is empty or not finite, or the names do not fit it.
    """

    X: np.ndarray
    channels: tuple[str, ...]
    labels: tuple[str, ...] | None = None
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        X = np.array(self.X, dtype=np.float64)
        if X.ndim != 2 or 0 in X.shape:
            raise GateError(
                "error.input.shape", "A sequence has shape (T, d_x); this one has {shape}.", shape=X.shape
            )
        if not np.isfinite(X).all():
            raise GateError("error.input.finite", "A sequence holds finite numbers only.")
        if len(self.channels) != X.shape[1] or (self.labels is not None and len(self.labels) != X.shape[0]):
            raise GateError(
                "error.input.names",
                "{channels} channel names and {labels} labels do not fit a sequence of shape {shape}.",
                channels=len(self.channels),
                labels="no" if self.labels is None else len(self.labels),
                shape=X.shape,
            )
        X.flags.writeable = False
        object.__setattr__(self, "X", X)

    @property
    def T(self) -> int:
        """Number of steps."""
        return self.X.shape[0]

    @property
    def d_x(self) -> int:
        """Number of channels."""
        return self.X.shape[1]


def standardise(seq: Sequence) -> Sequence:
    """Bring every channel to mean 0 and standard deviation 1: x ← (x − μ) / s.

    Parameters
    ----------
    seq : Sequence
        Any sequence; s is the standard deviation over its own T steps (divided by T, not T − 1).

    Returns
    -------
    Sequence
        The same names, with a note that gives μ and s of each channel. A channel that never changes becomes
        zeros, and a second note names it.
    """
    # Dividing by the largest magnitude first keeps the squares of 1e300 and of 1e-300 inside the float range.
    scale = np.abs(seq.X).max(axis=0)
    unit = seq.X / np.where(scale > 0, scale, 1.0)
    constant = seq.X.min(axis=0) == seq.X.max(axis=0)
    mean, sd = unit.mean(axis=0), unit.std(axis=0)
    constant |= sd == 0
    Z = np.where(constant, 0.0, (unit - mean) / np.where(constant, 1.0, sd))
    mean = np.where(constant, seq.X[0], mean * scale)
    sd = np.where(constant, 0.0, sd * scale)
    notes = [*seq.notes, _standardised_note(seq.channels, mean, sd)]
    if constant.any():
        names = tuple(name for name, still in zip(seq.channels, constant, strict=True) if still)
        notes.append(Note("input.note.constant", {"names": ", ".join(names), "columns": names}))
    return replace(seq, X=Z, notes=tuple(notes))


def _standardised_note(channels: tuple[str, ...], mean: np.ndarray, sd: np.ndarray) -> Note:
    shown = [f"{c}: μ = {m:.4g}, s = {s:.4g}" for c, m, s in zip(channels, mean, sd, strict=True)][:6]
    if len(channels) > len(shown):
        shown.append("…")
    return Note(
        "input.note.standardised",
        {"mean": tuple(mean.tolist()), "sd": tuple(sd.tolist()), "detail": "; ".join(shown)},
    )


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """Return value as an int from low to high, or say which argument is wrong and what it may be."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise GateError(
            "error.input.whole_number",
            "{name} must be a whole number from {low} to {high}; it is {value}.",
            name=name,
            low=low,
            high=high,
            value=shorten(repr(value)),
        ) from None
    if not low <= number <= high:
        raise GateError(
            "error.input.range",
            "{name} must lie between {low} and {high}; it is {value}.",
            name=name,
            low=low,
            high=high,
            value=number,
        )
    return number


def shorten(text: str, length: int = 40) -> str:
    """Return text cut to a length that fits into a sentence."""
    return text if len(text) <= length else text[: length - 1] + "…"
