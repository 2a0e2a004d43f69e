"""The one table of conventions from which every reader and writer is built.

A recurrent layer is stored as blocks, one a gate, and every framework has its own order of the blocks, its
own orientation of the matrices and its own idea of where the biases go. A row of :data:`CONVENTIONS` says
all of it; :func:`unpack` turns a framework's arrays into :class:`~gates.weights.cell.CellWeights`, which
has the project's order (i, f, o, c and z, r, h), and :func:`pack` goes the other way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from gates.weights.cell import CELLS, CellWeights
from gates.weights.problems import fail

Biases = Literal["one", "two", "candidate"]


@dataclass(frozen=True)
class Convention:
    """How one framework stores an LSTM, a GRU and a plain recurrent layer.

    Attributes
    ----------
    name : str
        The name that a person chooses it by.
    lstm, gru : str
        Order of the gate blocks in the project's letters: i, f, o, c (candidate) and z, r, h (candidate).
    gates_along : "rows" or "columns"
        ``rows``: the input matrix is (k d_h, d_x); ``columns``: it is (d_x, k d_h), the transpose.
    biases : "one", "two" or "candidate"
        One bias; one beside the input matrix and one beside the recurrent matrix; or one, and a second for
        the GRU candidate alone.
    reset : "before", "after" or "file"
        Whether r multiplies h_{t-1} or U_h h_{t-1} + b_hn; ``file``: the file says it.
    z_keeps : bool
        True where z near 1 keeps the old state; False where it admits the candidate.
    forget_bias : float
        What the framework adds to the forget gate's bias at run time without storing it.
    """

    name: str
    lstm: str
    gru: str
    gates_along: Literal["rows", "columns"]
    biases: Biases
    reset: Literal["before", "after", "file"]
    z_keeps: bool = True
    forget_bias: float = 0.0

    def order(self, kind: str) -> str:
        """Gate letters of a kind of cell in this framework's order."""
        return {"lstm": self.lstm, "gru": self.gru, "rnn": "h"}[kind]


CONVENTIONS: dict[str, Convention] = {
    row.name: row
    for row in (
        Convention("pytorch", "ifco", "rzh", "rows", "two", "after"),
        Convention("keras", "ifco", "zrh", "columns", "one", "file"),
        Convention("onnx", "iofc", "zrh", "rows", "two", "file"),
        Convention("tf1", "icfo", "rzh", "columns", "one", "before", forget_bias=1.0),
        Convention("flax", "ifco", "rzh", "columns", "candidate", "after"),
        Convention("equinox", "ifco", "rzh", "rows", "candidate", "after"),
        Convention("haiku", "icfo", "zrh", "columns", "one", "before", z_keeps=False, forget_bias=1.0),
    )
}


def unpack(
    convention: Convention,
    kind: str,
    kernel: np.ndarray,
    recurrent: np.ndarray,
    bias: np.ndarray | None = None,
    recurrent_bias: np.ndarray | None = None,
    *,
    reset: str | None = None,
    forget_bias: float | None = None,
    name: str = "",
) -> CellWeights:
    """Bring a framework's arrays into the project's order and orientation.

    Parameters
    ----------
    convention : Convention
        The row of the table.
    kind : "lstm", "gru" or "rnn"
        The cell.
    kernel : ndarray, (k d_h, d_x) or its transpose
        Input matrix, oriented as the convention says.
    recurrent : ndarray, (k d_h, d_h) or its transpose
        Recurrent matrix.
    bias : ndarray, (k d_h,), optional
        Bias beside the input matrix, or the only one.
    recurrent_bias : ndarray, (k d_h,) or (d_h,), optional
        Bias beside the recurrent matrix; of length d_h for the convention's extra candidate bias.
    reset : "before" or "after", optional
        Overrides the convention's own (GRU).
    forget_bias : float, optional
        Overrides what is added to the stored forget bias.
    name : str
        What the error messages call the layer.

    Raises
    ------
    GateError
        Where a shape does not fit, with the shape it has and the one it needs.
    """
    if convention.gates_along == "columns":
        kernel, recurrent = kernel.T, recurrent.T
    order, names = convention.order(kind), CELLS[kind]
    k, d_h = len(order), recurrent.shape[1] if recurrent.ndim == 2 else 0
    _need(name, "U", recurrent, (k * d_h, d_h))
    _need(name, "W", kernel, (k * d_h, kernel.shape[-1] if kernel.ndim == 2 else 0))
    if bias is not None:
        _need(name, "b", bias, (k * d_h,))
    if recurrent_bias is not None:
        _need(name, "b_h", recurrent_bias, (d_h,) if len(recurrent_bias) == d_h else (k * d_h,))
    take = [order.index(letter) for letter in names]
    W, U = (m.reshape(k, d_h, -1)[take] for m in (kernel, recurrent))
    b_x = np.zeros((k, d_h)) if bias is None else bias.reshape(k, d_h)[take]
    b_h = None if recurrent_bias is None else _recurrent_bias(recurrent_bias, take, d_h)
    if kind == "lstm" and (added := convention.forget_bias if forget_bias is None else forget_bias):
        b_x[names.index("f")] += added
    if kind != "gru":
        return CellWeights(kind, W, U, b_x, b_h, None, bias is not None or b_h is not None)
    sign = _sign(convention, names)
    W, U, b_x = W * sign[..., None], U * sign[..., None], b_x * sign
    b_h = None if b_h is None else b_h * sign
    reset = reset or (convention.reset if convention.reset != "file" else "after")
    return CellWeights(kind, W, U, b_x, b_h, reset, bias is not None or b_h is not None)


def _recurrent_bias(second: np.ndarray, take: list[int], d_h: int) -> np.ndarray:
    """Return the second bias a gate a row, with zeros where a convention has it for the candidate alone."""
    if len(second) == d_h and len(take) > 1:
        return np.concatenate([np.zeros((len(take) - 1, d_h)), second[None]])
    return second.reshape(len(take), d_h)[take]


def _sign(convention: Convention, names: str) -> np.ndarray:
    """Return -1 for the row of z where a convention's z admits the candidate: 1 - σ(a) = σ(-a)."""
    return np.array([[-1.0 if letter == "z" and not convention.z_keeps else 1.0] for letter in names])


def pack(
    convention: Convention, cell: CellWeights
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
    """Return the arrays of a cell as a framework stores them; the reverse of :func:`unpack`.

    Returns
    -------
    kernel, recurrent : ndarray
        Oriented as the convention says.
    bias : ndarray, (k d_h,)
        The first or only bias.
    recurrent_bias : ndarray, (k d_h,), or None
        For a convention of two biases, and for a GRU that resets after, always; else None. Where the cell
        has one bias only, it is zero but for the candidate of such a GRU.
    """
    order, names = convention.order(cell.kind), CELLS[cell.kind]
    take = [names.index(letter) for letter in order]
    two = convention.biases == "two" or cell.reset == "after"
    b_x = cell.b_x if two else cell.b
    b_h = (np.zeros_like(b_x) if cell.b_h is None else cell.b_h) if two else None
    sign = _sign(convention, names) if cell.kind == "gru" else np.ones((len(names), 1))
    W, U = ((m * sign[..., None])[take].reshape(len(names) * cell.d_h, -1) for m in (cell.W, cell.U))
    if cell.kind == "lstm" and convention.forget_bias:
        b_x = b_x.copy()
        b_x[names.index("f")] -= convention.forget_bias
    flat = [None if b is None else (b * sign)[take].reshape(-1) for b in (b_x, b_h)]
    if convention.gates_along == "columns":
        W, U = W.T, U.T
    assert flat[0] is not None
    return W, U, flat[0], flat[1]


def _need(name: str, what: str, array: np.ndarray, shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        fail(
            "error.model.shape",
            "{layer}: {what} has shape {has}, it needs {needs}.",
            layer=name or "cell",
            what=what,
            has=array.shape,
            needs=shape,
        )
