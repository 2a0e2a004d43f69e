"""What a person asks of a model: which file, read how, fed with what. Plain values that another process can take."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gates.core.errors import GateError
from gates.inputs.sequence import MAX_T, Note, Sequence
from gates.inputs.synthetic import synthetic
from gates.inputs.upload import read_csv
from gates.weights.array_file import read_array
from gates.weights.npz_file import read as read_npz

#: A file the upload button takes; the server refuses more before it is read.
MAX_UPLOAD = 20 * 2**20
ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class Upload:
    """An uploaded file: where the server keeps it and what its owner calls it."""

    path: str
    name: str

    def read(self) -> bytes:
        """Its bytes, no more than one above the limit."""
        with Path(self.path).open("rb") as file:
            return file.read(MAX_UPLOAD + 1)


@dataclass(frozen=True)
class Fed:
    """Which sequence the model gets.

    Parameters
    ----------
    kind : {"example", "noise", "zero", "own"}
    T, seed : int
        Of a sequence that is made.
    file : Upload or None
        The person's own.
    """

    kind: str
    T: int = 100
    seed: int = 0
    file: Upload | None = None


@dataclass(frozen=True)
class Wanted:
    """A model as it is to be read, and its input.

    Parameters
    ----------
    model : str or Upload
        Name of a bundled model, or a file.
    answers : tuple of (name, value)
        Answers to what the file leaves open.
    fed : Fed
    """

    model: str | Upload
    answers: tuple[tuple[str, str], ...]
    fed: Fed


@dataclass(frozen=True, eq=False)
class Input:
    """A sequence (T, B, d_x), what is to be told of it, labels of its steps, and initial states of an .npz."""

    X: np.ndarray
    notes: tuple[Note, ...] = ()
    labels: tuple[str, ...] | None = None
    h0: np.ndarray | None = None
    c0: np.ndarray | None = None


def parse_answers(text: str, model: str) -> tuple[tuple[str, str], ...]:
    """Answers of the page's script, if they were given to ``model``: ``gru:reset=after;head=none``."""
    of, _, rest = text.partition(":")
    if of != model:
        return ()
    pairs = (part.partition("=") for part in rest.split(";"))
    return tuple(sorted((name, value) for name, sign, value in pairs if sign and name and value))


def made(fed: Fed, d_x: int) -> Input:
    """Noise or zeros of the model's width."""
    kind = "zero" if fed.kind == "zero" else "noise"
    X = synthetic(kind, fed.T, d_x, fed.seed).X[:, None]
    notes = () if fed.kind in ("noise", "zero") else (Note("models.note.no_example"),)
    return Input(X, notes)


def read_sequence(file: Upload) -> Input:
    """A CSV file (T, d_x), or an array (T, d_x) or (T, B, d_x) of a .npy or .npz file.

    Raises
    ------
    GateError
        For what cannot be read, or is longer than the page takes.
    """
    data = file.read()
    if not is_array(data, file.name):
        sequence = read_csv(data)
        return Input(sequence.X[:, None], sequence.notes, sequence.labels)
    X = read_array(data, file.name, prefer="x", limit=MAX_UPLOAD)
    X = X[:, None] if X.ndim == 1 else X
    X = X[:, None, :] if X.ndim == 2 else X
    if X.ndim == 3 and X.shape[0] > MAX_T:
        raise GateError("error.models.long", "The sequence has {T} steps, the page takes {limit}.",
                        T=X.shape[0], limit=MAX_T)  # fmt: skip
    return Input(X, (), None, *states_of(data, file.name))


def read_recorded(file: Upload) -> tuple[np.ndarray, np.ndarray | None, np.ndarray | None]:
    """Recorded outputs y, and the initial states h0 and c0 where an .npz holds them beside y."""
    data = file.read()
    if not is_array(data, file.name):
        return read_csv(data, max_columns=512).X, None, None
    return read_array(data, file.name, prefer="y", limit=MAX_UPLOAD), *states_of(data, file.name)


def is_array(data: bytes, name: str) -> bool:
    """Whether a file is numpy's, by its first bytes or its name."""
    return data.startswith((b"\x93NUMPY", ZIP)) or name.lower().endswith((".npy", ".npz"))


def states_of(data: bytes, name: str) -> tuple[np.ndarray | None, np.ndarray | None]:
    """h0 and c0 of an .npz that holds them."""
    if not data.startswith(ZIP):
        return None, None
    names = set(read_npz(data)[0])
    found = [
        read_array(data, name, prefer=k) if k in names and len(names) > 1 else None for k in ("h0", "c0")
    ]
    return found[0], found[1]


def as_sequence(X: np.ndarray, notes: tuple[Note, ...] = ()) -> Sequence:
    """(T, d) as the explorer takes a sequence."""
    return Sequence(X, tuple(str(k + 1) for k in range(X.shape[1])), None, notes)


__all__ = ["MAX_UPLOAD", "Fed", "Input", "Upload", "Wanted", "as_sequence", "is_array", "made", "parse_answers",
           "read_recorded", "read_sequence", "states_of"]  # fmt: skip
