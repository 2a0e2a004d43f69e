"""Gates held at a value: the setting in which theory and measurement coincide, or part for a reason."""

from dataclasses import dataclass

import numpy as np

from gates.core.errors import GateError
from gates.core.gradients.flow import flow
from gates.core.gru import GRU
from gates.core.init import GATES, KEEP
from gates.core.lstm import LSTM
from gates.core.shapes import Array, expect, floating, one_of
from gates.core.trace import LSTMStep


@dataclass(frozen=True, eq=False)
class Held:
    """Gradient from the end to every lag, beside the power law of the held gate.

    Attributes
    ----------
    lag : (T + 1,)
        0 … T.
    log10_power : (T + 1,)
        lag times log10 p.
    log10_full : (T + 1,)
        Measured norm of ∂c_T/∂c_{T-lag} (LSTM) or ∂h_T/∂h_{T-lag} (GRU).
    log10_joint : (T + 1,)
        Measured norm of ∂s_T/∂s_{T-lag}; beyond the c-c block this includes the readout into h.
    """

    lag: Array
    log10_power: Array
    log10_full: Array
    log10_joint: Array


def logit(p: float) -> float:
    """Return the bias b with σ(b) = p; -1000 and 1000 for 0 and 1, where the sigmoid is exact."""
    if not 0 <= p <= 1:
        raise GateError("error.probability", "p is {p}; a gate lies between 0 and 1.", p=p)
    if p in (0, 1):
        return 1000.0 if p else -1000.0
    return float(np.log(p) - np.log1p(-p))


def held_cell(
    kind: str, bias: float, d_h: int, *, U: object = None, reset: str = "before", others: float = 0.0
) -> LSTM | GRU:
    """Return a cell of one input whose forget or update gate sits at σ(bias) on a zero input.

    Parameters
    ----------
    kind : {"lstm", "gru"}
    bias : float
        Bias of f or z, `logit(p)` for a gate at p; ±1000 are its extremes.
    d_h : int
    U : (K, d_h, d_h), optional
        Recurrent weights, zero by default. With others the gate still starts at σ(bias) from a zero state,
        but the gradient also takes the gate and candidate paths.
    reset : {"before", "after"}
    others : float
        Bias of the other gates; the candidate's is zero, so that a zero state stays zero.
    """
    names = GATES[one_of("kind", kind, tuple(KEEP))]
    K = len(names)
    weights = np.zeros((K, d_h, d_h)) if U is None else expect("U", floating("U", U), K, d_h, d_h)
    b = np.full((K, d_h), float(others))
    b[names.index(KEEP[kind])] = bias
    b[-1] = 0
    W = np.zeros((K, d_h, 1))
    if kind == "lstm":
        return LSTM(np.concatenate([W, weights], axis=2), b)
    return GRU(W, weights, b, reset=reset)


def held_gradient(cell: LSTM | GRU, T: int, state: object = None, norm: str = "rms") -> Held:
    """Run a held cell on T steps of zero input and measure the gradient at every lag.

    p is the gate at zero state; `state` is the initial state of one sequence, zero by default.
    """
    trace = cell.run(np.zeros((T, 1, cell.d_x)), state)
    measured = flow(cell, trace, norm)
    at_rest = cell.step(np.zeros((1, cell.d_x)))
    gate = at_rest.f if isinstance(at_rest, LSTMStep) else at_rest.z
    lag = np.arange(T + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        power = np.where(lag == 0, 0.0, lag * np.log10(gate[0, 0]))
    return Held(lag, power, measured.log10_full[::-1, 0], measured.log10_joint[::-1, 0])
