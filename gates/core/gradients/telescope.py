"""The exact split of a product of Jacobians into its direct path and what leaves it: a telescoping sum."""

from dataclasses import dataclass

import numpy as np

from gates.core.gradients.chain import windows
from gates.core.gradients.flow import direct_path
from gates.core.gradients.norms import LOG10_2, Scaled, measure, measure_diagonal, rescaled, safe, squares
from gates.core.gradients.paths import split
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array
from gates.core.trace import RNNTrace


@dataclass(frozen=True, eq=False)
class Telescope:
    """The gradient to every k = 0 … T as the direct path plus one term a path.

    A term holds all routes that follow the direct path first and leave it by that path; where they go
    afterwards is unrestricted. Direct path and terms sum to the gradient exactly. Their norms do not sum to
    its norm, but their projections on it do.

    Attributes
    ----------
    names : tuple of str
        "direct" first, then the paths of `split` by which it is left. An RNN has no direct path, so all
        of its gradient is the one term "recurrent".
    log10 : (paths, T + 1, B)
        Norm of each term, Frobenius over √d_h, of ∂c_T/∂c_k (LSTM) or ∂h_T/∂h_k.
    log10_full : (T + 1, B)
        Norm of their sum, which is that of the gradient.
    share : (paths, T + 1, B)
        <term, gradient> / <gradient, gradient>: how much of the gradient lies along each term. The shares of
        a column sum to 1; a term against the gradient has a negative one. NaN where the gradient is zero.
    residual : (T + 1, B)
        Norm of (gradient - sum of terms) over the norm of the gradient: rounding, if the identity holds.
    """

    names: tuple[str, ...]
    log10: Array
    log10_full: Array
    share: Array
    residual: Array


@np.errstate(all="ignore")
def telescope(cell: LSTM | GRU | RNN, trace: RNNTrace) -> Telescope:
    """Split the gradient from the last state to every earlier one by the path that leaves the direct one.

    With J_k the step Jacobians, D_k their direct part and J_k - D_k the sum of the other paths R_k::

        ∏J - ∏D = Σ_k (∏_{j>k} J_j) R_k (∏_{j<k} D_j)

    Going back one step, the term of a path is M <- M D_k + (∏_{j>k} J_j) R_k.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    trace : its trace

    Returns
    -------
    Telescope
    """
    names, T, B, n = _path_names(cell), trace.T, trace.x.shape[1], cell.d_h
    identity = np.tile(np.eye(cell.state_size, dtype=trace.h_columns.dtype), (B, 1, 1))
    # Row 0 is the gradient itself, row 1 the direct path, then one row a path.
    M = np.stack([identity, identity, *[np.zeros_like(identity)] * (len(names) - 1)])
    exponent = np.zeros(B, int)
    log10, share, residual = np.empty((1 + len(names), T + 1, B)), np.empty((len(names), T + 1, B)), []
    _record(log10[:, T], share[:, T], M[:, :, :n, :n], exponent)
    for start, stop in windows(trace, 2 * cell.state_size):
        paths = split(cell, trace.window(start, stop))
        D = paths.pop("direct", np.zeros_like(next(iter(paths.values()))))
        R = np.stack(list(paths.values()), axis=1)
        for t in range(stop - start - 1, -1, -1):
            M = _step_back(M, D[t], R[t])
            M, exponent = _renormalised(M, exponent)
            residual.append(_relative(M[0] - M[1:].sum(axis=0), M[0]))
            _record(log10[:, start + t], share[:, start + t], M[:, :, :n, :n], exponent)
    # Far below the gradient itself the direct path would underflow in M; on its own it does not.
    log10[1] = measure_diagonal("rms", direct_path(cell, trace)).log10()
    residual = np.array([*residual[::-1], np.zeros(B)])
    return Telescope(names, log10[1:], log10[0], share, residual)


def _path_names(cell: LSTM | GRU | RNN) -> tuple[str, ...]:
    if isinstance(cell, LSTM):
        return ("direct", "forget", "input", "candidate", "output")
    return ("direct", "update", "candidate", "reset") if isinstance(cell, GRU) else ("direct", "recurrent")


def _step_back(M: Array, D: Array, R: Array) -> Array:
    """Return the matrices one step further back; D is (B, S, S), R (paths, B, S, S)."""
    new = M @ D
    left = M[0] @ R
    new[0] += left.sum(axis=0)
    new[2:] += left
    return new


def _renormalised(M: Array, exponent: Array) -> tuple[Array, Array]:
    """Scale all matrices of a sequence by one power of two when they near the limits of the format."""
    if safe(squares(M).sum(axis=0), margin=4):
        return M, exponent
    [scaled], shift = rescaled(M.transpose(1, 0, 2, 3).reshape(M.shape[1], -1, M.shape[-1]))
    return scaled.reshape(M.shape[1], len(M), *M.shape[2:]).transpose(1, 0, 2, 3), exponent + shift


def _record(log10: Array, share: Array, M: Array, exponent: Array) -> None:
    """Write the norms (1 + paths, B) and the projections (paths, B) of the blocks M (1 + paths, B, n, n)."""
    for kept, matrices in zip(log10, M, strict=True):
        measured = measure("rms", squares(matrices), matrices)
        kept[...] = Scaled(measured.value, measured.exponent).log10() + exponent * LOG10_2
    [full], shift = rescaled(M[0])
    terms = np.ldexp(M[1:], -shift[:, None, None])
    share[...] = np.einsum("pbij,bij->pb", terms, full) / squares(full)


def _relative(difference: Array, whole: Array) -> Array:
    """Return the Frobenius norm of `difference` over that of `whole`; 0 where both are zero."""
    below, above = squares(whole), squares(difference)
    return np.where(above == 0, 0.0, np.sqrt(above / below))
