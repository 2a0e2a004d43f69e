"""The product of step Jacobians J_T J_{T-1} … J_{k+1}, built from the end, one product a step."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gates.core.gradients.jacobians import hidden_jacobians, lstm_blocks
from gates.core.gradients.norms import rescaled, safe, squares
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array
from gates.core.trace import LSTMTrace, RNNTrace

# Jacobians of a few steps at a time: as many as fit a core's cache.
WINDOW_BYTES = 2**20


class Link(NamedTuple):
    """∂s_T/∂s_k = 2**exponent [part | part | …], the parts (B, S, d_h), and their sum of squares (B,)."""

    parts: list[Array]
    exponent: Array
    square: Array


def hidden_chain(cell: GRU | RNN, trace: RNNTrace) -> Iterator[tuple[int, Link]]:
    """Yield k = T - 1 … 0 with ∂h_T/∂h_k."""
    B, n = trace.x.shape[1], cell.d_h
    P = np.broadcast_to(np.eye(n, dtype=trace.h_columns.dtype), (B, n, n))
    exponent = np.zeros(B, int)
    for start, stop in windows(trace, n):
        J = hidden_jacobians(cell, trace.window(start, stop))
        for k in range(stop - 1, start - 1, -1):
            link = _renormalised([P @ J[k - start]], exponent)
            [P], exponent, _ = link
            yield k, link


def lstm_chain(cell: LSTM, trace: RNNTrace) -> Iterator[tuple[int, Link]]:
    """Yield k = T - 1 … 0 with ∂s_T/∂c_k and ∂s_T/∂h_k.

    With Q = P_c + P_h diag(m), the derivative by c_t in all, a step back costs two products of (S, d_h) by
    (d_h, d_h) matrices instead of one of (S, S) by (S, S): P_c <- Q diag(f), P_h <- Q G + P_h diag(do) U_o.
    """
    assert isinstance(trace, LSTMTrace)
    B, n = trace.x.shape[1], cell.d_h
    identity = np.eye(2 * n, dtype=trace.h_columns.dtype)
    P_c, P_h = (np.tile(identity[:, part], (B, 1, 1)) for part in (slice(n), slice(n, None)))
    U_o = np.ascontiguousarray(cell.U[2])
    exponent = np.zeros(B, int)
    for start, stop in windows(trace, n):
        f, m, do, G = lstm_blocks(cell, trace.window(start, stop))
        for t in range(stop - start - 1, -1, -1):
            Q = P_h * m[t][:, None]
            Q += P_c
            P_h = np.matmul((P_h * do[t][:, None]).reshape(-1, n), U_o).reshape(B, 2 * n, n)
            P_h += Q @ G[t]
            P_c = Q * f[t][:, None]
            link = _renormalised([P_c, P_h], exponent)
            [P_c, P_h], exponent, _ = link
            yield start + t, link


def _renormalised(parts: list[Array], exponent: Array) -> Link:
    """Scale the parts by a power of two when their size comes near the limits of the number format."""
    square = squares(*parts)
    if safe(square):
        return Link(parts, exponent, square)
    parts, shift = rescaled(*parts)
    return Link(parts, exponent + shift, squares(*parts))


def windows(trace: RNNTrace, d_h: int) -> Iterator[tuple[int, int]]:
    """Yield the windows (start, stop), the last one first, whose Jacobians are held at one time."""
    itemsize = trace.h_columns.itemsize
    size = max(1, WINDOW_BYTES // (trace.x.shape[1] * d_h * d_h * itemsize))
    for stop in range(trace.T, 0, -size):
        yield max(0, stop - size), stop
