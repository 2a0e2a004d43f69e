"""Answers to questions about a model, as they come from another process."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gates.core.errors import GateError
from gates.core.saturation import Saturation
from gates.inputs.sequence import Note
from gates.weights.fits import Fit
from gates.weights.other_readings import OtherReading
from gates.weights.problems import Sentence
from gates.weights.reading import Assumption


@dataclass(frozen=True)
class Side:
    """One direction of one recurrent layer."""

    layer: str
    number: int
    kind: str
    d_x: int
    d_h: int
    backwards: bool

    @property
    def name(self) -> str:
        """Number, name in the file, and an arrow for the direction in time."""
        return f"{self.number + 1} · {self.layer} {'←' if self.backwards else '→'}"


@dataclass(frozen=True, eq=False)
class Study:
    """A model, what its file leaves open, and its run on a sequence.

    Attributes
    ----------
    filename : str
    about : Sentence or None
        What a bundled model is.
    described : dict
        As ``Model.as_json``.
    assumptions : tuple of Assumption
    readings : tuple of OtherReading
        How far other answers part from the present ones on the sequence.
    sides : tuple of Side
        Directions of layers in the order of the file.
    shape : (T, B, d_x) or None
        Of the sequence, where it could be run.
    y_shape : (T, B, d) or None
    notes : tuple of Note
        What is to be told of the sequence.
    errors : dict
        What is wrong, by control: "weights", "answers", "sequence".
    """

    filename: str = ""
    about: Sentence | None = None
    described: dict[str, Any] = field(default_factory=dict)
    assumptions: tuple[Assumption, ...] = ()
    readings: tuple[OtherReading, ...] = ()
    sides: tuple[Side, ...] = ()
    shape: tuple[int, int, int] | None = None
    y_shape: tuple[int, ...] | None = None
    notes: tuple[Note, ...] = ()
    errors: dict[str, GateError] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Look:
    """The gates of one direction of one layer, and how far back its gradient reaches in one sequence.

    ``shares`` are over all sequences, the norms of one, in the order in which the layer ran.
    """

    side: Side
    shares: dict[str, Saturation]
    slope: float
    direct: np.ndarray
    full: np.ndarray
    joint: np.ndarray
    finite: bool
    B: int

    @property
    def T(self) -> int:
        """Number of steps."""
        return len(self.full) - 1


@dataclass(frozen=True, eq=False)
class Checked:
    """How well recorded outputs are reproduced: the present reading, and the best ones; ``scale`` is their size."""

    present: Fit | None = None
    best: tuple[Fit, ...] = ()
    shape: tuple[int, ...] = ()
    scale: float = 1.0
    error: GateError | None = None


@dataclass(frozen=True, eq=False)
class Written:
    """A converted file, or why there is none."""

    filename: str
    data: bytes = b""
    size: int = 0
    notes: tuple[Sentence, ...] = ()
    error: GateError | None = None


@dataclass(frozen=True, eq=False)
class Layer:
    """A layer for the explorer: the core's cell, and the input (T, d_x) and first state that it had in the model."""

    filename: str
    side: Side
    cell: Any
    X: np.ndarray
    state: Any
