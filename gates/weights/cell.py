"""One recurrent cell's weights in the project's order, whatever file they came from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gates.core import GRU, LSTM, RNN, Cell

# Gate letters in the project's order: c and h stand for the candidate.
CELLS = {"lstm": "ifoc", "gru": "zrh", "rnn": "h"}
TITLES = {"lstm": "LSTM", "gru": "GRU", "rnn": "RNN"}


@dataclass(frozen=True)
class CellWeights:
    """Weights of an LSTM, a GRU or a plain recurrent cell.

    Attributes
    ----------
    kind : "lstm", "gru" or "rnn"
        The cell.
    W, U : ndarray, (k, d_h, d_x) and (k, d_h, d_h)
        Input and recurrent matrices, gates in the order i, f, o, c or z, r, h.
    b_x : ndarray, (k, d_h)
        Biases beside the input matrix, or the only ones.
    b_h : ndarray, (k, d_h) or None
        Biases beside the recurrent matrix, where the file has both; kept apart so that a file that is
        written back holds what the one read held.
    reset : "before", "after" or None
        Where r multiplies (GRU).
    bias : bool
        Whether the file has biases.
    gate_activation, activation : str
        Nonlinearity of the gates, and of candidate (and LSTM output).
    """

    kind: str
    W: np.ndarray
    U: np.ndarray
    b_x: np.ndarray
    b_h: np.ndarray | None = None
    reset: str | None = None
    bias: bool = True
    gate_activation: str = "sigmoid"
    activation: str = "tanh"

    @property
    def d_x(self) -> int:
        """Width of the input."""
        return self.W.shape[2]

    @property
    def d_h(self) -> int:
        """Number of units."""
        return self.W.shape[1]

    @property
    def b(self) -> np.ndarray:
        """Biases (k, d_h), both sides added, but for a candidate bias that the reset gate multiplies."""
        if self.b_h is None:
            return self.b_x
        if self.reset == "after":
            return self.b_x + np.concatenate([self.b_h[:-1], np.zeros((1, self.d_h))])
        return self.b_x + self.b_h

    @property
    def b_hn(self) -> np.ndarray | None:
        """The GRU candidate's bias inside the reset product, (d_h,); None where there is none."""
        return self.b_h[-1] if self.b_h is not None and self.reset == "after" else None

    def to_core(self) -> Cell:
        """Return the core's cell with these weights."""
        functions = {"gate_activation": self.gate_activation, "activation": self.activation}
        if self.kind == "lstm":
            return LSTM(np.concatenate([self.W, self.U], axis=2), self.b, **functions)
        if self.kind == "gru":
            return GRU(self.W, self.U, self.b, self.reset or "after", self.b_hn, **functions)
        return RNN(self.W[0], self.U[0], self.b[0], activation=self.activation)

    def with_activations(self, gate: str, state: str) -> CellWeights:
        """Return the same weights with other nonlinearities."""
        return replace(self, gate_activation=gate, activation=state)
