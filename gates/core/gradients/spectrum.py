"""Eigenvalues and singular values of one step, and the disc that random-matrix theory predicts for them."""

from dataclasses import dataclass

import numpy as np

from gates.core.activations import sigmoid
from gates.core.gradients.jacobians import step_jacobians
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array, expect, floating
from gates.core.trace import RNNTrace


@dataclass(frozen=True)
class Disc:
    """Where the eigenvalues of the step Jacobian lie at the zero fixed point, for many random units.

    Attributes
    ----------
    centre, radius : float
        Of the disc in the complex plane that they fill evenly.
    zeros : int
        Eigenvalues that are exactly zero besides: d_h for the LSTM, none for the others.
    """

    centre: float
    radius: float
    zeros: int

    @property
    def edge(self) -> float:
        """The largest modulus; below 1 the zero fixed point is stable."""
        return self.centre + self.radius


def eigenvalues(cell: LSTM | GRU | RNN, trace: RNNTrace, t: int, batch: int = 0) -> Array:
    """Return the S eigenvalues (complex) of the Jacobian of step t (0 … T - 1), largest modulus first."""
    return spectrum_of(step_jacobians(cell, trace.window(t, t + 1))[0, batch])


def singular_values(cell: LSTM | GRU | RNN, trace: RNNTrace, t: int, batch: int = 0) -> Array:
    """Return the S singular values of the Jacobian of step t (0 … T - 1), the largest first."""
    J = step_jacobians(cell, trace.window(t, t + 1))[0, batch]
    return np.linalg.svd(J, compute_uv=False) if np.all(np.isfinite(J)) else np.full(len(J), np.nan)


def spectrum_of(J: object) -> Array:
    """Return the eigenvalues of a matrix (S, S), largest modulus first; NaN if an entry is not finite."""
    J = expect("J", floating("J", J), "S", "S")
    if not np.all(np.isfinite(J)):
        return np.full(len(J), np.nan + 0j)
    values = np.linalg.eigvals(J).astype(complex)
    return values[np.argsort(-np.abs(values), kind="stable")]


def zero_point_jacobian(cell: LSTM | GRU | RNN) -> Array:
    """Return the step Jacobian (S, S) at zero input and zero state.

    That is a fixed point if the candidate's biases are zero.
    """
    return step_jacobians(cell, cell.run(np.zeros((1, 1, cell.d_x), cell.dtype)))[0, 0]


def predicted_disc(cell: LSTM | GRU | RNN, scale: float | None = None) -> Disc:
    """Return the disc of the eigenvalues at the zero fixed point.

    For independent recurrent weights of variance a²/d_h, zero candidate biases and one bias a gate::

        GRU   centre σ(b_z)   radius (1 - σ(b_z)) σ(b_r) a_h
        LSTM  centre σ(b_f)   radius σ(b_o) σ(b_i) a_c, and d_h zeros
        RNN   centre 0        radius a

    Where biases differ between units, their mean gate value is used: the disc is then a guide.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    scale : float, optional
        The factor a of the candidate's recurrent matrix; measured as its Frobenius norm over √d_h by default.

    References
    ----------
    Can, Krishnamurthy and Schwab (2020), PMLR 107:476-511, proposition 2 and corollary 10.
    """
    if isinstance(cell, RNN):
        return Disc(0.0, _scale_of(cell.U, scale), 0)
    gates = sigmoid(cell.b).mean(axis=1)
    if isinstance(cell, GRU):
        z, r, _ = gates
        return Disc(float(z), float((1 - z) * r) * _scale_of(cell.U[2], scale), 0)
    i, f, o, _ = gates
    return Disc(float(f), float(o * i) * _scale_of(cell.U[3], scale), cell.d_h)


def _scale_of(U: Array, scale: float | None) -> float:
    return float(np.linalg.norm(U)) / np.sqrt(len(U)) if scale is None else scale
