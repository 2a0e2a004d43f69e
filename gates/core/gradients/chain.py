"""The product of step Jacobians J_T J_{T-1} … J_{k+1}, built from the end, one product a step."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from gates.core.gradients.jacobians import hidden_jacobians, lstm_blocks
from gates.core.gradients.norms import rescaled, safe, squares
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array
from gates.core.trace import LSTMTrace, RNNTrace

# A window of steps is worked on at a time: as many as keep its matrices in a core's cache.
WINDOW_BYTES = 2**20
WINDOW_STEPS = 32

# parts, start, stop -> the parts at stop - 1 … start, in the order of time, (steps, B, S, d_h) each.
Advance = Callable[[list[Array], int, int], list[Array]]
# start, stop -> the step Jacobians of these steps, or other matrices in their place, (steps, B, S, S).
Jacobians = Callable[[int, int], Array]


class Window(NamedTuple):
    """∂s_T/∂s_k = 2**exponent [part | part | …] for k = start … start + steps - 1.

    Each part is (steps, B, S, d_h); `exponent` is (B,); `square`, (steps, B), is the sum of squares of the
    parts' entries.
    """

    start: int
    parts: list[Array]
    exponent: Array
    square: Array


def chain(cell: LSTM | GRU | RNN, trace: RNNTrace) -> Iterator[Window]:
    """Yield ∂s_T/∂s_k for all k = T - 1 … 0, window by window, the last one first.

    The state's columns come in two parts for the LSTM, (c, h), and in one for the other cells.
    """

    def advance(start: int, stop: int) -> Advance:
        steps = trace.window(start, stop)
        if isinstance(cell, LSTM):
            assert isinstance(steps, LSTMTrace)
            return _lstm_advance(cell, steps)
        return _dense_advance(hidden_jacobians(cell, steps))

    return _chain(trace, cell.state_size, cell.d_h, advance)


def chain_of(jacobians: Jacobians, trace: RNNTrace, S: int) -> Iterator[Window]:
    """Yield the products of other matrices of shape (S, S), one a step of the trace, in one part."""
    return _chain(trace, S, S, lambda start, stop: _dense_advance(jacobians(start, stop)))


def _chain(trace: RNNTrace, S: int, width: int, advance: Callable[[int, int], Advance]) -> Iterator[Window]:
    """Yield the windows of a product of (S, S) matrices, held in parts of `width` columns."""
    B = trace.x.shape[1]
    identity = np.eye(S, dtype=trace.h_columns.dtype)
    parts = [np.tile(identity[:, at : at + width], (B, 1, 1)) for at in range(0, S, width)]
    exponent = np.zeros(B, int)
    for start, stop in windows(trace, S):
        for window in _walk(advance(start, stop), parts, exponent, 0, stop - start):
            parts, exponent = _ends(window)
            yield window._replace(start=start + window.start)


def _walk(advance: Advance, parts: list[Array], exponent: Array, start: int, stop: int) -> Iterator[Window]:
    """Multiply on over the steps stop - 1 … start, in as few windows as the number format allows."""
    history = advance(parts, start, stop)
    square = squares(*history)
    gone = not square.any() and not any(part.any() for part in history)
    if safe(square) or gone or stop - start == 1:
        yield Window(start, history, exponent, square)
        return
    middle = (start + stop) // 2
    for half in ((middle, stop), (start, middle)):
        for window in _walk(advance, parts, exponent, *half):
            parts, exponent = _ends(window)
            yield window


def _ends(window: Window) -> tuple[list[Array], Array]:
    """Return the parts at the window's first step and their exponent, scaled if near the format's limits."""
    parts = [part[0] for part in window.parts]
    if safe(window.square[0], margin=4):
        return parts, window.exponent
    parts, shift = rescaled(*parts)
    return parts, window.exponent + shift


def _dense_advance(J: Array) -> Advance:
    """P <- P J_t."""

    def advance(parts: list[Array], start: int, stop: int) -> list[Array]:
        [P] = parts
        history = np.empty((stop - start, *P.shape), P.dtype)
        for t in range(stop - 1, start - 1, -1):
            P = np.matmul(P, J[t], out=history[t - start])
        return [history]

    return advance


def _lstm_advance(cell: LSTM, steps: LSTMTrace) -> Advance:
    """P_c <- Q diag(f), P_h <- Q G + P_h diag(do) U_o; Q = P_c + P_h diag(m) is the whole derivative by c_t.

    Two products of (S, d_h) by (d_h, d_h) matrices a step instead of one of (S, S) by (S, S).
    """
    f, m, do, G = lstm_blocks(cell, steps)
    f, m, do = (np.ascontiguousarray(v)[:, :, None] for v in (f, m, do))
    U_o = np.ascontiguousarray(cell.U[2])
    n = cell.d_h

    def advance(parts: list[Array], start: int, stop: int) -> list[Array]:
        P_c, P_h = parts
        history_c, history_h = np.empty((2, stop - start, *P_c.shape), P_c.dtype)
        Q, w = np.empty_like(P_c), np.empty_like(P_c)
        for t in range(stop - 1, start - 1, -1):
            np.multiply(P_h, m[t], Q)
            np.add(Q, P_c, Q)
            P_c = np.multiply(Q, f[t], history_c[t - start])
            np.multiply(P_h, do[t], w)
            P_h = history_h[t - start]
            np.matmul(w.reshape(-1, n), U_o, out=P_h.reshape(-1, n))
            np.matmul(Q, G[t], out=w)
            np.add(P_h, w, P_h)
        return [history_c, history_h]

    return advance


def windows(trace: RNNTrace, S: int) -> Iterator[tuple[int, int]]:
    """Yield the windows (start, stop), the last one first."""
    step_bytes = trace.x.shape[1] * S * S * trace.h_columns.itemsize
    size = min(WINDOW_STEPS, max(1, WINDOW_BYTES // step_bytes))
    for stop in range(trace.T, 0, -size):
        yield max(0, stop - size), stop
