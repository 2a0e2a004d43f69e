"""The GRU's local derivatives, and the loops of its backward pass in both reset conventions."""

from typing import NamedTuple

import numpy as np

from gates.core.activations import Activation
from gates.core.columns import column_sums, time_major
from gates.core.shapes import Array
from gates.core.trace import GRUTrace, block


class GRUSlopes(NamedTuple):
    """Local derivatives of a run, as columns (T, d_h, B), a_k being the pre-activation of gate k.

    ``z`` is ∂h_t/∂a_z; ``h`` is ∂h_t/∂a_h; ``r`` is the derivative by a_r of what the reset gate
    multiplies out to: of r h_{t-1} (reset before), of r (U_h h_{t-1} + b_hn) (reset after).
    """

    z: Array
    h: Array
    r: Array


def gru_slopes(trace: GRUTrace, gate: Activation, squash: Activation) -> GRUSlopes:
    """Return the local derivatives of every step."""
    z, r, h_tilde = (block(trace.gates, k, 3) for k in range(3))
    h_old = trace.h_columns[:-1]
    dz, dr, dh = np.empty((3, *h_old.shape), h_old.dtype)
    w = np.subtract(h_old, h_tilde)
    gate.slope(z, dz)
    np.multiply(dz, w, dz)
    squash.slope(h_tilde, dh)
    np.subtract(1, z, w)
    np.multiply(dh, w, dh)
    gate.slope(r, dr)
    np.multiply(dr, h_old if trace.u_columns is None else trace.u_columns, dr)
    return GRUSlopes(dz, dh, dr)


def backward_before(
    U: Array, slopes: GRUSlopes, trace: GRUTrace, above: Array | None, dh: Array
) -> tuple[Array, None, Array]:
    """Return the gradients by all pre-activations (T, 3 d_h, B), nothing, and by h_0; reset before U_h.

    Backwards in time::

        dh += above_t      da_z = slope_z dh      da_h = slope_h dh      d(rh) = U_hᵀ da_h
        da_r = slope_r d(rh)          dh <- z dh + r d(rh) + U_zᵀ da_z + U_rᵀ da_r
    """
    T, n, _ = slopes.z.shape
    U_zr_T = np.ascontiguousarray(U[:2].reshape(2 * n, n).T)
    U_h_T = np.ascontiguousarray(U[2].T)
    da = np.empty_like(trace.gates)
    dh, d_rh, w = np.array(dh), np.empty_like(dh), np.empty_like(dh)
    views = (da[:, : 2 * n], *_blocks(da), *_blocks(trace.gates)[:2], *slopes)
    later_first = zip(range(T - 1, -1, -1), *(view[::-1] for view in views), strict=True)
    for t, da_zr, da_z, da_r, da_h, z_t, r_t, slope_z, slope_h, slope_r in later_first:
        if above is not None:
            np.add(dh, above[t], dh)
        np.multiply(dh, slope_z, da_z)
        np.multiply(dh, slope_h, da_h)
        np.matmul(U_h_T, da_h, out=d_rh)
        np.multiply(d_rh, slope_r, da_r)
        np.multiply(d_rh, r_t, d_rh)
        np.multiply(dh, z_t, dh)
        np.add(dh, d_rh, dh)
        np.matmul(U_zr_T, da_zr, out=w)
        np.add(dh, w, dh)
    return da, None, dh


def backward_after(
    U: Array, slopes: GRUSlopes, trace: GRUTrace, above: Array | None, dh: Array
) -> tuple[Array, Array, Array]:
    """Return the gradients by all pre-activations (T, 3 d_h, B), by all of U h_{t-1}, and by h_0.

    With the reset gate after U_h, the gradient by U_h h_{t-1} is r da_h. Backwards in time::

        dh += above_t      da_z = slope_z dh      da_h = slope_h dh      da_r = slope_r da_h
        dh <- z dh + U_zᵀ da_z + U_rᵀ da_r + U_hᵀ (r da_h)
    """
    T, n, _ = slopes.z.shape
    U_T = np.ascontiguousarray(U.reshape(3 * n, n).T)
    da, du = np.empty_like(trace.gates), np.empty_like(trace.gates)
    dh, w = np.array(dh), np.empty_like(dh)
    views = (du, *_blocks(du), _blocks(da)[2], *_blocks(trace.gates)[:2], *slopes)
    later_first = zip(range(T - 1, -1, -1), *(view[::-1] for view in views), strict=True)
    for t, du_t, da_z, da_r, du_h, da_h, z_t, r_t, slope_z, slope_h, slope_r in later_first:
        if above is not None:
            np.add(dh, above[t], dh)
        np.multiply(dh, slope_z, da_z)
        np.multiply(dh, slope_h, da_h)
        np.multiply(da_h, slope_r, da_r)
        np.multiply(da_h, r_t, du_h)
        np.multiply(dh, z_t, dh)
        np.matmul(U_T, du_t, out=w)
        np.add(dh, w, dh)
    da[:, : 2 * n] = du[:, : 2 * n]
    return da, du, dh


def recurrent_gradients(trace: GRUTrace, da: Array, du: Array | None) -> tuple[Array, Array | None]:
    """Return dU (3, d_h, d_h) and db_hn from the gradients by the pre-activations, (3 d_h, T B)."""
    n = trace.h_columns.shape[1]
    h_old = time_major(trace.h_columns[:-1])
    if du is not None:
        du = time_major(du)
        return (du @ h_old.T).reshape(3, n, n), column_sums(du[2 * n :])
    rh = time_major(block(trace.gates, 1, 3)) * h_old
    return np.concatenate([da[: 2 * n] @ h_old.T, da[2 * n :] @ rh.T]).reshape(3, n, n), None


def _blocks(stacked: Array) -> tuple[Array, Array, Array]:
    return block(stacked, 0, 3), block(stacked, 1, 3), block(stacked, 2, 3)
