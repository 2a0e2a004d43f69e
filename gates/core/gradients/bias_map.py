"""The gradient at every lag for many biases of one gate, in one batched pass."""

from dataclasses import dataclass

import numpy as np

from gates.core.gradients.flow import flow
from gates.core.gru import GRU
from gates.core.init import GATES
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array, expect, floating, like, one_of


@dataclass(frozen=True, eq=False)
class BiasMap:
    """Gradient norms over bias and lag.

    Attributes
    ----------
    gate : str
    added : (N,)
        What was added to the bias of that gate.
    log10_full, log10_direct, log10_joint : (T + 1, N)
        Norms of ∂c_T/∂c_{T-lag} (LSTM) or ∂h_T/∂h_{T-lag}, of its direct path and of ∂s_T/∂s_{T-lag}; the row
        is the lag, 0 … T.
    """

    gate: str
    added: Array
    log10_full: Array
    log10_direct: Array
    log10_joint: Array


def bias_map(
    cell: LSTM | GRU | RNN, X: object, gate: str, added: object, state: object = None, norm: str = "rms"
) -> BiasMap:
    """Run one sequence once for each bias, all in one batch, and measure the gradient at every lag.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
        With the biases of the other gates as they are to be.
    X : (T, 1, d_x)
    gate : str
        "i", "f", "o", "c" (LSTM), "z", "r", "h" (GRU), "h" (RNN).
    added : (N,)
        Added to all units' biases of that gate: with a cell whose bias is 0 there, the bias itself.
    state : optional
        Initial state of the one sequence, as `run` takes it.
    norm : {"rms", "spectral"}

    Returns
    -------
    BiasMap
    """
    kind = {LSTM: "lstm", GRU: "gru", RNN: "rnn"}[type(cell)]
    gates = GATES[kind]
    one_of("gate", gate, gates)
    biases = expect("added", floating("added", added), "N")
    x = expect("X", like("X", X, cell.dtype), "T", 1, cell.d_x)
    N = len(biases)
    offset = np.zeros((len(gates), N, 1))
    offset[gates.index(gate), :, 0] = biases
    trace = cell.run(np.repeat(x, N, axis=1), _repeated(state, N), offset=offset)
    measured = flow(cell, trace, norm)
    return BiasMap(
        gate=gate,
        added=biases,
        log10_full=measured.log10_full[::-1],
        log10_direct=measured.log10_direct_norm[::-1],
        log10_joint=measured.log10_joint[::-1],
    )


def _repeated(state: object, N: int) -> object:
    """Return a state (1, d_h), or a pair of them, N times over."""
    if state is None:
        return None
    if isinstance(state, (tuple, list)):
        return tuple(
            None if part is None else np.repeat(floating("state", part), N, axis=0) for part in state
        )
    return np.repeat(floating("state", state), N, axis=0)
