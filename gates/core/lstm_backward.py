"""The LSTM's local derivatives, and its backward pass."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from gates.core.activations import Activation
from gates.core.columns import input_gradient, stacked_rows, time_major
from gates.core.shapes import Array
from gates.core.trace import Gradients, LSTMTrace, block

# Bytes of gates that are worked on at once: about a second-level cache.
PART_BYTES = 2**20
# NumPy gathers the blocks of several steps in a buffer if it holds them, which takes longer than the product.
BUFFER_ELEMENTS = 1024


class LSTMSlopes(NamedTuple):
    """Local derivatives of a run, as columns (batch last).

    With a_k the pre-activation of gate k: ``gates`` (T, 4 d_h, B) holds ∂c/∂a_i, ∂c/∂a_f, ∂h/∂a_o (at fixed
    c), ∂c/∂a_c; ``m`` (T, d_h, B) is ∂h/∂c = o tanh'(c).
    """

    gates: Array
    m: Array


def new_slopes(trace: LSTMTrace, steps: int) -> LSTMSlopes:
    """Return room for the local derivatives of that many steps."""
    _, n, B = trace.y_columns.shape
    dtype = trace.y_columns.dtype
    return LSTMSlopes(np.empty((steps, 4 * n, B), dtype), np.empty((steps, n, B), dtype))


def lstm_slopes(trace: LSTMTrace, gate: Activation, squash: Activation, room: LSTMSlopes) -> LSTMSlopes:
    """Return the local derivatives of every step, written into the first steps of `room`."""
    n = trace.y_columns.shape[1]
    gates, m = (array[: trace.T] for array in room)
    i, _, o, c_tilde = (block(trace.gates, k, 4) for k in range(4))
    di, df, do, dc = (block(gates, k, 4) for k in range(4))
    with np.errstate(all="ignore"):
        np.setbufsize(BUFFER_ELEMENTS)
        gate.slope(trace.gates[:, : 3 * n], gates[:, : 3 * n])
        np.multiply(di, c_tilde, di)
        np.multiply(df, trace.c_columns[:-1], df)
        np.multiply(do, trace.y_columns, do)
        squash.slope(c_tilde, dc)
        np.multiply(dc, i, dc)
        squash.slope(trace.y_columns, m)
        np.multiply(m, o, m)
    return LSTMSlopes(gates, m)


def lstm_backward(
    W: Array,
    trace: LSTMTrace,
    activations: tuple[Activation, Activation],
    above: Array | None,
    last: tuple[Array, Array],
    need_dx: bool,
) -> Gradients:
    """Return all gradients from those by every h_t, (T, d_h, B) or None, and by h_T and c_T, (d_h, B).

    Part by part from the end, so that a part's derivatives are still in the cache when they are summed up.
    """
    _, n, width = W.shape
    T, B, d_x = trace.x.shape
    dtype = trace.h_columns.dtype
    dh, dc = (np.array(d, dtype, order="C") for d in last)
    dx = np.empty((T, B, d_x), dtype) if need_dx else None
    U_T = np.ascontiguousarray(W[:, :, d_x:].reshape(4 * n, n).T, dtype)
    parts = _parts(trace)
    longest = max((part.stop - part.start for part in parts), default=0)
    room, columns = new_slopes(trace, longest), np.empty(longest * 4 * n * B, dtype)
    inputs = np.ones((longest, B, width + 1), dtype)
    dWb = np.zeros((4 * n, width + 1), dtype)
    for part in parts:
        steps = trace.window(part.start, part.stop)
        slopes = lstm_slopes(steps, *activations, room)
        _loop(U_T, slopes, block(steps.gates, 1, 4), None if above is None else above[part], dh, dc)
        da = time_major(slopes.gates, columns)
        dWb += np.dot(da, stacked_rows(steps, inputs))
        if dx is not None:
            dx[part] = input_gradient(da, W[:, :, :d_x], steps.x)
    dWb = dWb.reshape(4, n, width + 1)
    return Gradients(dx=dx, dh0=dh.T, dc0=dc.T, dW=dWb[:, :, :-1], db=dWb[:, :, -1])


def _parts(trace: LSTMTrace) -> list[slice]:
    """Return the steps of a trace in parts of about equal length, the last ones first."""
    number = -(-trace.gates.nbytes // PART_BYTES)
    ends = [trace.T * k // number for k in range(number, -1, -1)] if number else []
    return [slice(start, stop) for stop, start in pairwise(ends)]


def _loop(U_T: Array, slopes: LSTMSlopes, f: Array, above: Array | None, dh: Array, dc: Array) -> None:
    """Turn `slopes.gates` into the gradients by the pre-activations (T, 4 d_h, B).

    Backwards in time, with dc the gradient by c_t::

        dh += above_t        dc += m dh        da_k = slope_k (dc or, for o, dh)
        dc <- f dc           dh <- Uᵀ da

    `dh` and `dc` (d_h, B) come in as the last state's gradients and become those of the one before.
    """
    da, m = slopes
    from_h = np.empty_like(dc)
    views = (da, *(block(da, k, 4) for k in range(4)), m, f)
    later_first = zip(range(len(m) - 1, -1, -1), *(view[::-1] for view in views), strict=True)
    dot, multiply, add = np.dot, np.multiply, np.add
    for t, da_t, da_i, da_f, da_o, da_c, m_t, f_t in later_first:
        if above is not None:
            add(dh, above[t], dh)
        multiply(dh, m_t, from_h)
        add(dc, from_h, dc)
        # A product for each gate: one that broadcasts dc over two of them takes longer than both.
        multiply(da_i, dc, da_i)
        multiply(da_f, dc, da_f)
        multiply(da_o, dh, da_o)
        multiply(da_c, dc, da_c)
        multiply(dc, f_t, dc)
        dot(U_T, da_t, dh)
