"""Step Jacobians: entry (a, b) is the derivative of new state component a by old state component b."""

from typing import NamedTuple

import numpy as np

from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array
from gates.core.trace import GRUTrace, LSTMTrace, RNNTrace, block, rows


class LSTMBlocks(NamedTuple):
    """The four blocks of the LSTM's step Jacobian, from three vectors and two matrices a step.

    ∂c/∂c_{t-1} = diag(f), ∂c/∂h_{t-1} = G, ∂h/∂c_{t-1} = diag(m f), ∂h/∂h_{t-1} = diag(do) U_o + diag(m) G;
    ``f``, ``m``, ``do`` are (T, B, d_h), ``G`` is (T, B, d_h, d_h).
    """

    f: Array
    m: Array
    do: Array
    G: Array


@np.errstate(all="ignore")
def step_jacobians(cell: LSTM | GRU | RNN, trace: RNNTrace) -> Array:
    """Return ∂s_t/∂s_{t-1} at every step.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    trace : its trace

    Returns
    -------
    (T, B, S, S)
        S = 2 d_h in order (c, h) for the LSTM, else d_h.

    References
    ----------
    Can, Krishnamurthy and Schwab (2020), PMLR 107:476-511, equations 11 (GRU) and 26 (LSTM).
    """
    if not isinstance(cell, LSTM):
        return hidden_jacobians(cell, trace)
    assert isinstance(trace, LSTMTrace)
    f, m, do, G = lstm_blocks(cell, trace)
    n = cell.d_h
    J = np.zeros((*f.shape[:2], 2 * n, 2 * n), G.dtype)
    diagonal = np.arange(n)
    J[..., diagonal, diagonal] = f
    J[..., n + diagonal, diagonal] = m * f
    J[..., :n, n:] = G
    J[..., n:, n:] = do[..., None] * cell.U[2] + m[..., None] * G
    return J


def lstm_blocks(cell: LSTM, trace: LSTMTrace) -> LSTMBlocks:
    """Return the blocks of the step Jacobians of an LSTM."""
    slopes = cell.slopes(trace)
    di, df, do, dc = (rows(block(slopes.gates, k, 4)) for k in range(4))
    U_i, U_f, _, U_c = cell.U
    G = df[..., None] * U_f
    G += di[..., None] * U_i
    G += dc[..., None] * U_c
    return LSTMBlocks(f=trace.f, m=rows(slopes.m), do=do, G=G)


def hidden_jacobians(cell: GRU | RNN, trace: RNNTrace) -> Array:
    """Return ∂h_t/∂h_{t-1}, (T, B, d_h, d_h), of a cell whose whole state is h."""
    if isinstance(cell, RNN):
        return rows(cell.slopes(trace))[..., None] * cell.U
    assert isinstance(trace, GRUTrace)
    dz, dh, _ = (rows(s) for s in cell.slopes(trace))
    J = candidate_map(cell, trace) + reset_map(cell, trace)
    J *= dh[..., None]
    J += dz[..., None] * cell.U[0]
    diagonal = np.arange(cell.d_h)
    J[..., diagonal, diagonal] += trace.z
    return J


def candidate_map(cell: GRU, trace: GRUTrace) -> Array:
    """Return the derivative of the candidate's pre-activation by h_{t-1} with the gates held."""
    # U_h diag(r) where the reset acts before the linear map, diag(r) U_h where it acts after.
    return cell.U[2] * (trace.r[..., None, :] if cell.reset == "before" else trace.r[..., None])


def reset_map(cell: GRU, trace: GRUTrace) -> Array:
    """Return the derivative of the candidate's pre-activation by h_{t-1} through the reset gate."""
    dr = rows(cell.slopes(trace).r)
    if cell.reset == "before":
        return (cell.U[2] * dr[..., None, :]) @ cell.U[1]
    return dr[..., None] * cell.U[1]
