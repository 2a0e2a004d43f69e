"""Gradient of a batch by the cells' own backward: full or truncated BPTT, and its norm at every lag."""

from typing import Any

import numpy as np

from gates.core import Cell
from gates.core.trace import Gradients, LSTMTrace, Trace
from gates.experiments.loss import loss_and_gradient
from gates.experiments.network import Network


def segments(steps: int, truncate: int) -> list[tuple[int, int]]:
    """Cut T steps every ``truncate`` steps, counted from the end, so that the last loss reaches just so far.

    ``truncate`` 0 leaves one segment.
    """
    if not truncate or truncate >= steps:
        return [(0, steps)]
    ends = list(range(steps, 0, -truncate))[::-1]
    return list(zip([0, *ends[:-1]], ends, strict=True))


def batch_gradient(
    network: Network, into: Network, X: np.ndarray, Y: np.ndarray, metric: str, truncate: int = 0
) -> float:
    """Loss of a batch; its gradient is written into ``into.theta``.

    Truncated BPTT carries the state (h and c) from segment to segment and cuts the gradient of both between
    them; segments without an answer need no backward pass.

    Parameters
    ----------
    X : ndarray (T, B, d_x)
    Y : ndarray (S, B)
        Targets of the last S steps.
    """
    cell = network.cell()
    scored = len(Y)
    traces, state = [], None
    for start, end in segments(len(X), truncate):
        trace = cell.run(X[start:end], state)
        state = trace.state
        if end > len(X) - scored:
            traces.append(trace)
    h = traces[0].h if len(traces) == 1 else np.concatenate([trace.h for trace in traces])
    h = h[-scored:]
    loss, dy = loss_and_gradient(network.readout(h), Y, metric)
    into.theta[...] = 0
    flat = dy.reshape(-1, dy.shape[-1])
    into.views["V"][...] = flat.T @ h.reshape(-1, h.shape[-1])
    into.views["a"][...] = flat.sum(axis=0)
    _add_cell_gradients(cell, traces, dy @ network.views["V"], into)
    return loss


def _add_cell_gradients(cell: Cell, traces: list, dh_scored: np.ndarray, into: Network) -> None:
    """Backward through each kept segment; ``dh_scored`` (S, B, d_h) belongs to the last S steps."""
    end = len(dh_scored)
    for trace in reversed(traces):
        here = dh_scored[max(end - trace.T, 0) : end]
        grads = _backward(cell, trace, here)
        for name, view in into.views.items():
            if name not in ("V", "a"):
                view += getattr(grads, f"d{name}")
        end -= trace.T


def _backward(cell: Any, trace: Trace, dh: np.ndarray) -> Gradients:
    """Backward from a loss at the last steps of a trace, ``dh`` (S, B, d_h); nothing is needed of dx."""
    if len(dh) == 1:
        # One scored step is a gradient of the final state: no array of zeros for all the others.
        last = (dh[0], None) if isinstance(trace, LSTMTrace) else dh[0]
        return cell.backward(trace, None, last, need_dx=False)
    above = np.zeros(trace.h.shape, dh.dtype)
    above[trace.T - len(dh) :] = dh
    return cell.backward(trace, above, need_dx=False)


def log10_norm_by_lag(network: Network, X: np.ndarray, Y: np.ndarray, metric: str) -> np.ndarray:
    """log10 of the mean over the batch of ‖∂L/∂s_{T−k}‖₂ for lags k = 0..T, s the whole state (h, or h, c).

    What Arjovsky, Shah & Bengio 2016 plot as ‖∂C/∂h_t‖, here for the joint state. Each sequence's own loss is
    differentiated. The gradient is carried with its scale apart, so that 10⁻⁶⁰⁰ is a number; −inf only where
    it is exactly zero. In float64, whatever the training uses.

    Parameters
    ----------
    X : ndarray (T, B, d_x)
    Y : ndarray (S, B)

    Returns
    -------
    ndarray (T + 1,)
    """
    wide = network.copy_of(network.theta.astype(np.float64))
    cell = wide.cell()
    traces, state = [], None
    for t in range(len(X)):
        traces.append(cell.run(X[t : t + 1].astype(np.float64), state))
        state = traces[-1].state
    h = np.concatenate([trace.h for trace in traces[-len(Y) :]])
    _, dy = loss_and_gradient(wide.readout(h), Y, metric)
    dh = dy @ wide.views["V"] * Y.shape[1]
    return _chain_back(cell, traces, dh)


def _chain_back(cell: Cell, traces: list, dh: np.ndarray) -> np.ndarray:
    """Norms at all lags, one backward step at a time; ``dh`` (S, B, d_h) at the last S steps."""
    B = dh.shape[1]
    parts = 2 if isinstance(traces[0], LSTMTrace) else 1
    carried = [np.zeros_like(dh[0]) for _ in range(parts)]
    log_scale = np.zeros(B)
    # Lag 0 holds the loss's own gradient at the last step, before it has passed through any step.
    norms = [_log10_mean(np.linalg.norm(dh[-1], axis=-1), log_scale)]
    for back, trace in enumerate(reversed(traces), start=1):
        here = dh[-back] if back <= len(dh) else np.zeros_like(dh[0])
        state = (carried[0], carried[1]) if parts == 2 else carried[0]
        grads = cell.backward(trace, here[None], state, need_dx=False)
        carried = [grads.dh0, grads.dc0] if parts == 2 else [grads.dh0]
        size = np.sqrt(sum(np.sum(part * part, axis=-1) for part in carried))
        norms.append(_log10_mean(size, log_scale))
        if back >= len(dh):
            scale = np.where(size > 0, size, 1.0)
            carried = [part / scale[:, None] for part in carried]
            log_scale = log_scale + np.log10(scale)
    return np.array(norms)


def _log10_mean(size: np.ndarray, log_scale: np.ndarray) -> float:
    """log10 of the mean of size · 10^log_scale."""
    with np.errstate(divide="ignore"):
        logs = np.log10(size) + log_scale
    top = logs.max()
    return float(top + np.log10(np.mean(10.0 ** (logs - top)))) if np.isfinite(top) else float(top)
