"""Lyapunov exponents by QR accumulation."""

from dataclasses import dataclass

import numpy as np

from gates.core.errors import GateError
from gates.core.gradients.chain import windows
from gates.core.gradients.jacobians import step_jacobians
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array, expect, floating
from gates.core.trace import RNNTrace


@dataclass(frozen=True, eq=False)
class Lyapunov:
    """Mean logarithmic growth a step along a trajectory (natural logarithm).

    Attributes
    ----------
    exponents : (k,)
        Largest first; -inf for a direction that a step maps to zero.
    running : (steps, k)
        The mean over the steps so far, in the order in which the directions were carried: how far the
        exponents have settled.
    """

    exponents: Array
    running: Array

    @property
    def dimension(self) -> float:
        """Kaplan-Yorke dimension; 0 if no exponent is positive, k if their sums stay positive."""
        sums = np.cumsum(self.exponents)
        if not len(sums) or sums[0] < 0:
            return 0.0
        whole = int(np.sum(sums >= 0))
        if whole == len(sums):
            return float(whole)
        return whole + float(sums[whole - 1] / abs(self.exponents[whole]))

    @property
    def entropy_rate(self) -> float:
        """Sum of the positive exponents, an upper bound of the entropy produced a step."""
        return float(self.exponents[self.exponents > 0].sum())


@np.errstate(all="ignore")
def lyapunov(
    cell: LSTM | GRU | RNN,
    trace: RNNTrace,
    *,
    batch: int = 0,
    count: int | None = None,
    transient: int = 0,
    start: object = None,
) -> Lyapunov:
    """Return the leading Lyapunov exponents of the whole state, (c, h) for the LSTM, along one sequence.

    Q_t R_t = J_t Q_{t-1}; exponent j is the mean of log |R_t[j, j]| after the transient. A product formed
    first and decomposed afterwards would lose all but the largest of them to rounding.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    trace : its trace
    batch : int
        Which sequence.
    count : int, optional
        How many exponents, all S by default.
    transient : int
        Steps at the beginning that only turn the directions and are not counted.
    start : (S, k), optional
        Orthonormal first directions; the first k unit vectors by default.

    References
    ----------
    Engelken, Wolf and Abbott, Lyapunov spectra of chaotic recurrent neural networks, arXiv:2006.02427.
    """
    S = cell.state_size
    Q = _directions(S, count, start)
    if not 0 <= transient < max(trace.T, 1):
        template = "transient is {transient}; it must be 0 or more and below the {T} steps of the sequence."
        raise GateError("error.transient", template, transient=transient, T=trace.T)
    steps = np.empty((trace.T, Q.shape[1]))
    trace = trace.sequence(batch)
    for first, stop in sorted(windows(trace, S)):
        J = step_jacobians(cell, trace.window(first, stop))[:, 0]
        for t in range(first, stop):
            Q, steps[t] = _advance(J[t - first] @ Q)
    counted = steps[transient:]
    running = np.cumsum(counted, axis=0) / np.arange(1, len(counted) + 1)[:, None]
    exponents = running[-1] if len(running) else np.zeros(Q.shape[1])
    return Lyapunov(exponents=-np.sort(-exponents), running=running)


def _advance(V: Array) -> tuple[Array, Array]:
    """Return the orthonormal directions of V and the logarithm of what each adds to those before it."""
    if not np.all(np.isfinite(V)):
        return V, np.full(V.shape[1], np.nan)
    Q, R = np.linalg.qr(V)
    length = np.abs(np.diagonal(R))
    # What is left of a column that lies in the span of those before it is rounding, not a length.
    rounding = 8 * np.sqrt(len(V)) * np.finfo(V.dtype).eps * np.linalg.norm(V, axis=0)
    return Q, np.log(np.where(length <= rounding, 0, length))


def _directions(S: int, count: int | None, start: object) -> Array:
    if start is not None:
        return expect("start", floating("start", start), S, "k")
    if count is not None and not 1 <= count <= S:
        template = "count is {count}; it must lie between 1 and {S}."
        raise GateError("error.count", template, count=count, S=S)
    return np.eye(S)[:, :count]
