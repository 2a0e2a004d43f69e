"""Runs of the lessons: settings of the explorer or of the gradients page, so that either page shows the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from gates.core import GRU, LSTM
from gates.core.gradients import step_jacobians
from gates.ui.explorer import compute as explorer
from gates.ui.explorer.params import PARAMS as EXPLORER
from gates.ui.gradients import compute as laboratory
from gates.ui.gradients.params import PARAMS as LABORATORY

_EXPLORER: Mapping[str, Any] = {p.id: p.default for p in EXPLORER}
_LABORATORY: Mapping[str, Any] = {p.id: p.default for p in LABORATORY}


def explored(settings: Mapping[str, Any]) -> explorer.Run:
    """A run of the explorer with these settings, its first values for the rest."""
    s = {**_EXPLORER, **settings}
    sequence = explorer.build_sequence(s, None)
    assert sequence is not None
    return explorer.run(s, s["cell"], sequence)


def reached(run: explorer.Run) -> explorer.Reach:
    """Its exact gradient norms at all lags."""
    return explorer.reach(run.cell, run.trace, run.norm)


def laboratory_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """All settings of the gradients page, with these changed."""
    return {**_LABORATORY, **settings}


def contributions(settings: Mapping[str, Any]) -> np.ndarray:
    """What each step adds to the gradient of all biases, (T, K d_h); the sum over steps is that gradient.

    A cell with inputs of its own into every pre-activation, which are zero, computes the same; the gradient by
    these inputs at step t is the share of the bias gradient that comes from step t. The loss is ½‖h_T − 1‖².
    """
    s = laboratory_settings(settings)
    cell = laboratory.network(s)
    X = laboratory.sequence(s, s["T"])
    K, n = cell.b.shape
    wires = np.eye(K * n).reshape(K, n, K * n)
    W = [cell.W[..., : cell.d_x], wires, *([cell.U] if isinstance(cell, LSTM) else [])]
    wide = replace(cell, W=np.concatenate(W, axis=2))
    trace: Any = wide.run(
        np.concatenate([X, np.zeros((len(X), 1, K * n))], axis=2), laboratory.first_state(s)
    )
    dh = np.zeros_like(trace.h)
    dh[-1] = trace.h[-1] - 1
    dx = wide.backward(trace, dh).dx
    assert dx is not None
    return dx[:, 0, cell.d_x :]


def traces_of_input(cell: GRU, X: np.ndarray) -> np.ndarray:
    """Derivatives of every hidden state by every input of a sequence X (T, 1, 1): (T, d_h, T).

    Entry (t, j, k) is ∂h_t[j] / ∂x_k, zero for k > t: ∂h_t/∂x_k = J_t ∂h_{t-1}/∂x_k, and for k = t the step's own.
    """
    trace = cell.run(X)
    T, n = len(X), cell.d_h
    J = step_jacobians(cell, trace)[:, 0]
    # All steps at once, as sequences of one step: n of them a step, one for each component of h_t.
    one = cell.run(
        np.repeat(X[None, :, 0], n, axis=2).reshape(1, T * n, 1), np.repeat(trace.h_prev[:, 0], n, axis=0)
    )
    dx = cell.backward(one, np.tile(np.eye(n), (T, 1))[None]).dx
    assert dx is not None
    own = dx.reshape(T, n)
    out = np.zeros((T, n, T))
    for t in range(T):
        if t:
            out[t] = J[t] @ out[t - 1]
        out[t, :, t] = own[t]
    return out
