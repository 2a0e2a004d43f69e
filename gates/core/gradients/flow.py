"""How the gradient of the last state reaches back to every earlier one."""

from dataclasses import dataclass

import numpy as np

from gates.core.errors import GateError
from gates.core.gradients.chain import Window, chain
from gates.core.gradients.norms import NORMS, Scaled, measure_diagonal, measure_window, squares
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array, one_of
from gates.core.trace import GRUTrace, LSTMTrace, RNNTrace

# Factors in [1/2, 1) that may be multiplied before a float32 product underflows: 64 leave room to spare.
PRODUCT_STEPS = 64


@dataclass(frozen=True, eq=False)
class Flow:
    """Norms of ∂(state at T)/∂(state at k) for k = 0 … T, as decimal logarithms.

    Attributes
    ----------
    log10_direct : (T + 1, B, d_h)
        The direct-path product of f (LSTM) or z (GRU) over the steps k + 1 … T, per unit; last row 0.
        An RNN has no direct path: -inf before the last row.
    log10_direct_norm : (T + 1, B)
        The same path in one number: the norm of the diagonal matrix of these products.
    log10_full : (T + 1, B)
        ∂c_T/∂c_k inside the joint Jacobian (LSTM), ∂h_T/∂h_k (GRU, RNN).
    log10_joint : (T + 1, B)
        ∂s_T/∂s_k, s being the whole state, (c, h) for the LSTM.
    norm : str
        "rms" or "spectral".

    A vanished gradient is -inf, an overflowing one inf or NaN.
    """

    log10_direct: Array
    log10_direct_norm: Array
    log10_full: Array
    log10_joint: Array
    norm: str


@np.errstate(all="ignore")
def flow(cell: LSTM | GRU | RNN, trace: RNNTrace, norm: str = "rms") -> Flow:
    """Return the norms of the exact gradient and of its direct path, from the last state to every k.

    The product J_T J_{T-1} … J_{k+1} is built from the end, one product a step; a power of two is kept apart.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    trace : its trace
    norm : {"rms", "spectral"}
        Frobenius norm over √d (the identity has norm 1), or largest singular value.

    Returns
    -------
    Flow
    """
    one_of("norm", norm, NORMS)
    if trace.h_columns.dtype.kind == "c":
        raise GateError("error.real", "A norm of a gradient needs a real trace; this one is complex.")
    direct = direct_path(cell, trace)
    full, joint = _measured_chain(cell, trace, norm)
    return Flow(
        log10_direct=direct.log10(),
        log10_direct_norm=measure_diagonal(norm, direct).log10(),
        log10_full=full.log10(),
        log10_joint=joint.log10(),
        norm=norm,
    )


@np.errstate(all="ignore")
def direct_path(cell: LSTM | GRU | RNN, trace: RNNTrace) -> Scaled:
    """Return the products of |f| (LSTM) or |z| (GRU) over the steps k + 1 … T, (T + 1, B, d_h)."""
    if isinstance(trace, LSTMTrace):
        gate = trace.f
    elif isinstance(trace, GRUTrace):
        gate = trace.z
    else:
        gate = np.zeros_like(trace.h)
    value = np.ones((trace.T + 1, *gate.shape[1:]), gate.dtype)
    exponent = np.zeros(value.shape, int)
    mantissas, exponents = np.frexp(np.abs(gate[::-1]))
    np.cumsum(exponents, axis=0, out=exponent[1:])
    # The same products in the same order as in the chain of Jacobians: with zero recurrent weights the two
    # agree to the last bit before logarithms are taken.
    carried = np.zeros(gate.shape[1:], int)
    for start in range(0, trace.T, PRODUCT_STEPS):
        stop = min(start + PRODUCT_STEPS, trace.T)
        run = np.concatenate([value[start : start + 1], mantissas[start:stop]])
        value[start : stop + 1] = np.cumprod(run, axis=0)
        exponent[start + 1 : stop + 1] += carried
        value[stop], shift = np.frexp(value[stop])
        carried = carried + shift
        exponent[stop] += shift
    return Scaled(value[::-1], exponent[::-1])


def _measured_chain(cell: LSTM | GRU | RNN, trace: RNNTrace, norm: str) -> tuple[Scaled, Scaled]:
    """Return the norms of the full and of the joint Jacobian to every k, (T + 1, B) each."""
    T, B, n = trace.T, trace.x.shape[1], cell.d_h
    joint = Scaled(np.ones((T + 1, B), trace.h_columns.dtype), np.zeros((T + 1, B), int))
    full = Scaled(joint.value.copy(), joint.exponent.copy())
    for window in chain(cell, trace):
        _store(joint, window, measure_window(norm, window.square, window.parts))
        if isinstance(cell, LSTM):
            by_c = window.parts[0][:, :, :n]
            _store(full, window, measure_window(norm, squares(by_c), [by_c]))
    return (full if isinstance(cell, LSTM) else joint), joint


def _store(kept: Scaled, window: Window, measured: Scaled) -> None:
    """Put the norms of a window's matrices, (steps, B), in their places."""
    at = slice(window.start, window.start + len(window.square))
    kept.value[at] = measured.value
    kept.exponent[at] = window.exponent + measured.exponent


def cost(cell: LSTM | GRU | RNN, T: int, B: int = 1, norm: str = "rms") -> float:
    """Return roughly how many floating point operations `flow` costs, at about 10^10 of them a second.

    Small steps count as what the interpreter spends on them, so that cost / 10^10 is an estimate in seconds.
    """
    n, S = cell.d_h, cell.state_size
    if isinstance(cell, LSTM):
        products, entries = 4 * S * n * n, 20 * n * n + 12 * S * n
    else:
        products = (4 if isinstance(cell, GRU) and cell.reset == "before" else 2) * n**3
        entries = 12 * n * n
    # Weights fitted to measurements: matrix products run four times as fast as 10^10, passes half as fast.
    step = products / 4 + 2 * entries
    if one_of("norm", norm, NORMS) == "spectral":
        step += 200 * S**2 + 0.8 * S**3
    return T * (6e4 + B * step)
