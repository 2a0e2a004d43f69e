"""What the three cells share: the input projection, and the sums over all steps of a backward pass."""

import numpy as np

from gates.core.shapes import Array, expect, floating, like, state_columns
from gates.core.trace import RNNTrace


def checked_input(X: object, d_x: int, dtype: np.dtype) -> Array:
    """Return the input as a floating array (T, B, d_x)."""
    return expect("X", like("X", X, dtype), "T", "B", d_x)


def project(W: Array, x: Array, b: Array, offset: object, dtype: np.dtype) -> Array:
    """Return W x_t + b for all steps at once: (T, K d_h, B).

    Parameters
    ----------
    W : (K, d_h, d_x)
    x : (T, B, d_x)
    b : (K, d_h)
    offset : (K, d_h), (K, B, d_h) or (K, B, 1), or None
        Added to the bias; with a batch axis, each sequence has a bias of its own.
    dtype
        Type of the result.
    """
    T, B, d_x = x.shape
    K, d_h = b.shape
    a = np.empty((T, K * d_h, B), dtype)
    np.matmul(W.reshape(K * d_h, d_x), x.transpose(0, 2, 1), out=a)
    a += bias_columns(b, offset, B)
    return a


def bias_columns(b: Array, offset: object, B: int) -> Array:
    """Return the biases (K, d_h), with an offset as in `project`, as (K d_h, 1) or (K d_h, B)."""
    K, d_h = b.shape
    bias = b[:, :, None]
    if offset is not None:
        bias = bias + _offset_columns(floating("offset", offset), K, B, d_h)
    return bias.reshape(K * d_h, -1)


def stacked_columns(x: Array, h0: Array) -> Array:
    """Return [x_t; h_{t-1}; 1] for t = 1 … T + 1 as columns (T + 1, d_x + d_h + 1, B) of the type of `h0`.

    Of the states, only h_0 (d_h, B) is filled in; x_{T+1} is zero.
    """
    T, B, d_x = x.shape
    u = np.empty((T + 1, d_x + len(h0) + 1, B), h0.dtype)
    u[:T, :d_x] = x.transpose(0, 2, 1)
    u[T, :d_x] = 0
    u[0, d_x:-1] = h0
    u[:, -1] = 1
    return u


def stacked_rows(trace: RNNTrace, room: Array) -> Array:
    """Return [x_t, h_{t-1}, 1] of all steps and sequences as one matrix (T B, d_x + d_h + 1).

    It is written into the first steps of `room`, whose last column holds the ones already.
    """
    u = room[: trace.T]
    d_x = trace.x.shape[-1]
    u[:, :, :d_x] = trace.x
    u[:, :, d_x:-1] = trace.h_prev
    return u.reshape(-1, u.shape[-1])


def offset_type(offset: object, dtype: np.dtype) -> np.dtype:
    """Return the type of a run with that bias offset: an offset changes it only if it is complex."""
    if offset is None or floating("offset", offset).dtype.kind != "c":
        return dtype
    return np.result_type(dtype, 1j)


def time_major(columns: Array, room: Array | None = None) -> Array:
    """Return (T, d, B) as one matrix (d, T B), so that sums over steps and batch are matrix products.

    It is written into `room`, a vector that is long enough, if one is given.
    """
    T, d, B = columns.shape
    out = np.empty((d, T, B), columns.dtype) if room is None else room[: columns.size].reshape(d, T, B)
    out[...] = columns.transpose(1, 0, 2)
    return out.reshape(d, -1)


def column_sums(da: Array) -> Array:
    """Return the sums of the rows of (d, T B), as a product with ones: three times as fast as `sum`."""
    return da @ np.ones(da.shape[1], da.dtype)


def input_gradient(da: Array, W: Array, x: Array) -> Array:
    """Return the gradient with respect to x, (T, B, d_x), from that by the pre-activations, (K d_h, T B)."""
    return (da.T @ W.reshape(-1, x.shape[-1])).reshape(x.shape)


def input_columns(x: Array) -> Array:
    """Return (T, B, d_x) as one matrix (d_x, T B)."""
    return x.reshape(-1, x.shape[-1]).T


def last_gradient(name: str, value: object, trace: RNNTrace) -> Array:
    """Return the gradient with respect to the final state, (B, d_h) or None, as columns (d_h, B)."""
    _, d_h, B = trace.h_columns.shape
    dtype = trace.h_columns.dtype
    return state_columns(name, value, d_h, B, dtype).astype(dtype, copy=False)


def above(dh: object, trace: RNNTrace) -> Array | None:
    """Return the gradient with respect to every h_t, (T, B, d_h) or None, as columns (T, d_h, B)."""
    if dh is None:
        return None
    _, d_h, B = trace.h_columns.shape
    return expect("dh", like("dh", dh, trace.h_columns.dtype), trace.T, B, d_h).transpose(0, 2, 1)


def _offset_columns(offset: Array, K: int, B: int, d_h: int) -> Array:
    """Return a bias offset as (K, d_h or 1, B or 1)."""
    if offset.ndim == 2:
        return expect("offset", offset, K, d_h)[:, :, None]
    width = 1 if offset.ndim == 3 and offset.shape[-1] == 1 else d_h
    return expect("offset", offset, K, B, width).transpose(0, 2, 1)
