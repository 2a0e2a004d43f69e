"""The step Jacobian split into the paths that the gradient takes."""

from dataclasses import dataclass

import numpy as np

from gates.core.gradients.jacobians import candidate_map, lstm_blocks, reset_map
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array
from gates.core.trace import GRUTrace, LSTMTrace, RNNTrace, block, rows


@dataclass(frozen=True, eq=False)
class StepSplit:
    """One step of one sequence, seen as paths.

    Attributes
    ----------
    paths : dict of name to (S, S)
        The terms of `split`, which sum to the step Jacobian.
    norms : dict of name to float
        Frobenius norm over √S of each path. Norms of paths do not add up to the norm of their sum.
    blocks : dict of name to float
        For the LSTM the Frobenius norm over √d_h of the four blocks "c->c", "h->c", "c->h", "h->h" of the
        step Jacobian; for the others "h->h".
    """

    paths: dict[str, Array]
    norms: dict[str, float]
    blocks: dict[str, float]


@np.errstate(all="ignore")
def split(cell: LSTM | GRU | RNN, trace: RNNTrace) -> dict[str, Array]:
    """Return the terms of every step Jacobian by path, each (T, B, S, S); they sum to it.

    LSTM, on the state (c, h): "direct" (c_{t-1} through f, and on to h_t through tanh), "forget", "input",
    "candidate" (h_{t-1} through the gate into c_t, and on to h_t), "output". GRU: "direct", "update",
    "candidate", "reset". RNN: "recurrent" alone.
    """
    if isinstance(cell, LSTM):
        assert isinstance(trace, LSTMTrace)
        return _lstm_paths(cell, trace)
    if isinstance(cell, GRU):
        assert isinstance(trace, GRUTrace)
        return _gru_paths(cell, trace)
    return {"recurrent": rows(cell.slopes(trace))[..., None] * cell.U}


@np.errstate(all="ignore")
def split_at(cell: LSTM | GRU | RNN, trace: RNNTrace, t: int, batch: int = 0) -> StepSplit:
    """Return the paths of step t (0 … T - 1) of one sequence, with their norms."""
    paths = {name: J[0, batch] for name, J in split(cell, trace.window(t, t + 1)).items()}
    S, n = cell.state_size, cell.d_h
    J = sum(paths.values(), np.zeros((S, S)))
    c, h = slice(n), slice(n, None)
    blocks = {"h->h": J}
    if isinstance(cell, LSTM):
        blocks = {"c->c": J[c, c], "h->c": J[c, h], "c->h": J[h, c], "h->h": J[h, h]}
    return StepSplit(
        paths=paths,
        norms={name: float(np.linalg.norm(path)) / np.sqrt(S) for name, path in paths.items()},
        blocks={name: float(np.linalg.norm(part)) / np.sqrt(n) for name, part in blocks.items()},
    )


def _lstm_paths(cell: LSTM, trace: LSTMTrace) -> dict[str, Array]:
    f, m, do, _ = lstm_blocks(cell, trace)
    slopes = cell.slopes(trace).gates
    n = cell.d_h
    U_i, U_f, U_o, U_c = cell.U
    paths = {name: np.zeros((*f.shape[:2], 2 * n, 2 * n), f.dtype) for name in _LSTM_PATHS}
    diagonal = np.arange(n)
    paths["direct"][..., diagonal, diagonal] = f
    paths["direct"][..., n + diagonal, diagonal] = m * f
    for name, k, U in (("forget", 1, U_f), ("input", 0, U_i), ("candidate", 3, U_c)):
        into_c = rows(block(slopes, k, 4))[..., None] * U
        paths[name][..., :n, n:] = into_c
        paths[name][..., n:, n:] = m[..., None] * into_c
    paths["output"][..., n:, n:] = do[..., None] * U_o
    return paths


def _gru_paths(cell: GRU, trace: GRUTrace) -> dict[str, Array]:
    dz, dh, _ = (rows(s) for s in cell.slopes(trace))
    z = trace.z
    return {
        "direct": z[..., None] * np.eye(cell.d_h, dtype=z.dtype),
        "update": dz[..., None] * cell.U[0],
        "candidate": dh[..., None] * candidate_map(cell, trace),
        "reset": dh[..., None] * reset_map(cell, trace),
    }


_LSTM_PATHS = ("direct", "forget", "input", "candidate", "output")
