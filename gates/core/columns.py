"""What the three cells share: the input projection, and the sums over all steps of a backward pass."""

import numpy as np

from gates.core.shapes import Array, expect, floating, like


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
    bias = b[:, :, None]
    if offset is not None:
        bias = bias + _offset_columns(floating("offset", offset), K, B, d_h)
    a += bias.reshape(K * d_h, -1)
    return a


def offset_type(offset: object, dtype: np.dtype) -> np.dtype:
    """Return the type of a run with that bias offset: an offset changes it only if it is complex."""
    if offset is None or floating("offset", offset).dtype.kind != "c":
        return dtype
    return np.result_type(dtype, 1j)


def time_major(columns: Array) -> Array:
    """Return (T, d, B) as one matrix (d, T B), so that sums over steps and batch are matrix products."""
    return columns.transpose(1, 0, 2).reshape(columns.shape[1], -1)


def input_gradients(da: Array, W: Array, x: Array) -> tuple[Array, Array]:
    """Return the gradients with respect to W, shaped like it, and to x, (T, B, d_x).

    `da` (K d_h, T B) is the gradient with respect to all pre-activations.
    """
    d_x = x.shape[-1]
    dW = da @ x.reshape(-1, d_x)
    dx = da.T @ W.reshape(-1, d_x)
    return dW.reshape(W.shape), dx.reshape(x.shape)


def _offset_columns(offset: Array, K: int, B: int, d_h: int) -> Array:
    """Return a bias offset as (K, d_h or 1, B or 1)."""
    if offset.ndim == 2:
        return expect("offset", offset, K, d_h)[:, :, None]
    width = 1 if offset.ndim == 3 and offset.shape[-1] == 1 else d_h
    return expect("offset", offset, K, B, width).transpose(0, 2, 1)
