"""Gradients of a recurrence with a path switched off, or with the gradient cut between segments."""

from collections.abc import Collection

import numpy as np

from gates.core.errors import GateError
from gates.core.gradients.chain import Jacobians, chain_of
from gates.core.gradients.jacobians import step_jacobians
from gates.core.gradients.norms import LOG10_2, NORMS, measure_window, squares
from gates.core.gradients.paths import split
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array, one_of
from gates.core.trace import RNNTrace

CUTS = ("h", "c")


def ablate(cell: LSTM | GRU | RNN, trace: RNNTrace, off: Collection[str], norm: str = "rms") -> Array:
    """Return the gradient's norm at every k with some paths removed from every step Jacobian.

    An ablation is not a share: products of sums are not additive, so norms with one path removed each neither
    sum to the full norm nor stay below it. For a split that is exact see `telescope`.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    trace : its trace; gates and states stay as they are
    off : names of paths, of those that `split` returns
    norm : {"rms", "spectral"}

    Returns
    -------
    (T + 1, B)
        log10 of the norm of ∂c_T/∂c_k (LSTM) or ∂h_T/∂h_k.
    """
    known = tuple(split(cell, trace.window(0, 0)))
    for name in off:
        one_of("off", name, known)

    def remaining(start: int, stop: int) -> Array:
        kept = [path for name, path in split(cell, trace.window(start, stop)).items() if name not in off]
        shape = (stop - start, trace.x.shape[1], cell.state_size, cell.state_size)
        return sum(kept, np.zeros(shape, trace.h_columns.dtype))

    return _norms(cell, trace, remaining, norm)


def truncated(
    cell: LSTM | GRU | RNN, trace: RNNTrace, segment: int, norm: str = "rms", cut: Collection[str] = CUTS
) -> Array:
    """Return the gradient's norm at every k under truncated backpropagation through time.

    The state is carried over every segment boundary (forward nothing changes), the gradient is not: it stops
    at the states s_L, s_2L, … that segments of L steps, counted from the first, hand on.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    trace : its trace
    segment : int
        Length L of a segment, 1 or more.
    norm : {"rms", "spectral"}
    cut : subset of {"h", "c"}
        What is cut. Leaving one of the LSTM's two states uncut is a common mistake, which this shows.

    Returns
    -------
    (T + 1, B)
        log10 of the norm of ∂c_T/∂c_k (LSTM) or ∂h_T/∂h_k, -inf where no gradient arrives.
    """
    if segment < 1:
        template = "segment is {segment}; it must be 1 or more."
        raise GateError("error.segment", template, segment=segment)
    n = cell.d_h
    columns = {"h": slice(-n, None), "c": slice(0, n if isinstance(cell, LSTM) else 0)}
    closed = [columns[one_of("cut", name, CUTS)] for name in cut]

    def jacobians(start: int, stop: int) -> Array:
        J = step_jacobians(cell, trace.window(start, stop))
        boundaries = [k for k in range(start, stop) if k > 0 and k % segment == 0]
        for part in closed:
            J[[k - start for k in boundaries], :, :, part] = 0
        return J

    return _norms(cell, trace, jacobians, norm)


@np.errstate(all="ignore")
def _norms(cell: LSTM | GRU | RNN, trace: RNNTrace, jacobians: Jacobians, norm: str) -> Array:
    """Return log10 of the norm of the block of d_h leading state components, (T + 1, B)."""
    one_of("norm", norm, NORMS)
    n = cell.d_h
    log10 = np.zeros((trace.T + 1, trace.x.shape[1]))
    for window in chain_of(jacobians, trace, cell.state_size):
        # For the LSTM this is the c-c block; for the other cells all of it.
        leading = np.ascontiguousarray(window.parts[0][:, :, :n, :n])
        measured = measure_window(norm, squares(leading), [leading])
        at = slice(window.start, window.start + len(window.square))
        log10[at] = measured.log10() + window.exponent * LOG10_2
    return log10
