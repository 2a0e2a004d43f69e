"""The LSTM's local derivatives, and the loop of its backward pass."""

from typing import NamedTuple

import numpy as np

from gates.core.activations import Activation
from gates.core.shapes import Array
from gates.core.trace import LSTMTrace, block


class LSTMSlopes(NamedTuple):
    """Local derivatives of a run, as columns (batch last).

    With a_k the pre-activation of gate k: ``gates`` (T, 4 d_h, B) holds ∂c/∂a_i, ∂c/∂a_f, ∂h/∂a_o (at fixed
    c), ∂c/∂a_c; ``m`` (T, d_h, B) is ∂h/∂c = o tanh'(c).
    """

    gates: Array
    m: Array


def lstm_slopes(trace: LSTMTrace, gate: Activation, squash: Activation) -> LSTMSlopes:
    """Return the local derivatives of every step."""
    n = trace.y_columns.shape[1]
    gates = np.empty_like(trace.gates)
    i, _, o, c_tilde = (block(trace.gates, k, 4) for k in range(4))
    di, df, do, dc = (block(gates, k, 4) for k in range(4))
    gate.slope(trace.gates[:, : 3 * n], gates[:, : 3 * n])
    np.multiply(di, c_tilde, di)
    np.multiply(df, trace.c_columns[:-1], df)
    np.multiply(do, trace.y_columns, do)
    squash.slope(c_tilde, dc)
    np.multiply(dc, i, dc)
    m = np.empty_like(trace.y_columns)
    squash.slope(trace.y_columns, m)
    np.multiply(m, o, m)
    return LSTMSlopes(gates, m)


def lstm_backward(
    U: Array, slopes: LSTMSlopes, trace: LSTMTrace, above: Array | None, dh: Array, dc: Array
) -> tuple[Array, Array, Array]:
    """Return the gradients by all pre-activations (T, 4 d_h, B), by h_0 and by c_0.

    Backwards in time, with dc the gradient by c_t::

        dh += above_t        dc += m dh        da_k = slope_k (dc or, for o, dh)
        dc <- f dc           dh <- Uᵀ da

    `slopes.gates` is overwritten with the result; `dh` and `dc` (d_h, B) come in as the final state's
    gradients.
    """
    da, m = slopes
    T, n, B = m.shape
    U_T = np.ascontiguousarray(U.reshape(4 * n, n).T)
    dh, dc, from_h = np.array(dh), np.array(dc), np.empty_like(dc)
    by_gate = da.reshape(T, 4, n, B)
    f = block(trace.gates, 1, 4)
    views = (da, by_gate[:, :2], by_gate[:, 2], by_gate[:, 3], m, f)
    later_first = zip(range(T - 1, -1, -1), *(view[::-1] for view in views), strict=True)
    for t, da_t, da_if, da_o, da_c, m_t, f_t in later_first:
        if above is not None:
            np.add(dh, above[t], dh)
        np.multiply(dh, m_t, from_h)
        np.add(dc, from_h, dc)
        np.multiply(da_if, dc, da_if)
        np.multiply(da_o, dh, da_o)
        np.multiply(da_c, dc, da_c)
        np.multiply(dc, f_t, dc)
        np.matmul(U_T, da_t, out=dh)
    return da, dh, dc
