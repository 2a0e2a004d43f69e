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
    b : ndarray, (k, d_h)
        Biases, those of both sides added.
    b_hn : ndarray, (d_h,) or None
        The GRU candidate's bias inside the reset product; None for zero.
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
    b: np.ndarray
    b_hn: np.ndarray | None = None
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
