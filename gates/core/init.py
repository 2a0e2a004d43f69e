"""Initial weights and gate biases.

Every function draws standard numbers first and scales them afterwards, in a fixed order, so that the same
seed with another scale, family or bias law keeps the draws that it shares.
"""

import numpy as np

from gates.core.errors import GateError
from gates.core.gru import GRU
from gates.core.lstm import LSTM
from gates.core.rnn import RNN
from gates.core.shapes import Array, expect, floating, one_of

KINDS = ("lstm", "gru", "rnn")
FAMILIES = ("gaussian", "orthogonal", "pytorch", "zero")
BIAS_LAWS = ("constant", "chrono", "uniform")
GATES = {"lstm": ("i", "f", "o", "c"), "gru": ("z", "r", "h"), "rnn": ("h",)}
# The gate that keeps the old state.
KEEP = {"lstm": "f", "gru": "z"}


def recurrent_weights(family: str, K: int, d_h: int, scale: float, rng: np.random.Generator) -> Array:
    """Return K recurrent matrices (K, d_h, d_h).

    Parameters
    ----------
    family : {"gaussian", "orthogonal", "pytorch", "zero"}
        N(0, a²/d_h); a times a random orthogonal matrix (QR of a Gaussian one, signs fixed, so that it is
        Haar distributed); a times U(-1/√d_h, 1/√d_h); zero.
    scale : float
        The factor a.
    rng : numpy.random.Generator
        Draws the same amount of numbers whatever the family.
    """
    normal = rng.standard_normal((K, d_h, d_h))
    uniform = rng.uniform(-1, 1, (K, d_h, d_h))
    one_of("family", family, FAMILIES)
    if family == "gaussian":
        return scale / np.sqrt(d_h) * normal
    if family == "orthogonal":
        q, r = np.linalg.qr(normal)
        signs = np.sign(np.diagonal(r, axis1=1, axis2=2))
        return scale * q * signs[:, None, :]
    return scale / np.sqrt(d_h) * uniform if family == "pytorch" else np.zeros_like(normal)


def input_weights(family: str, K: int, d_h: int, d_x: int, scale: float, rng: np.random.Generator) -> Array:
    """Return K input matrices (K, d_h, d_x).

    N(0, a²/d_x), so that a standardised input gives pre-activations of variance a² whatever d_x is; for the
    family "pytorch" a U(-1/√d_h, 1/√d_h), as torch.nn draws them.
    """
    normal = rng.standard_normal((K, d_h, d_x))
    uniform = rng.uniform(-1, 1, (K, d_h, d_x))
    if one_of("family", family, FAMILIES) == "pytorch":
        return scale / np.sqrt(d_h) * uniform
    return scale / np.sqrt(d_x) * normal


def gate_biases(kind: str, law: str, d_h: int, biases: Array, T_max: int, rng: np.random.Generator) -> Array:
    """Return the biases (K, d_h) of a cell's gates.

    Parameters
    ----------
    kind : {"lstm", "gru", "rnn"}
    law : {"constant", "chrono", "uniform"}
        "constant": one bias a gate. "chrono": b_f ~ log U(1, T_max - 1) and b_i = -b_f (b_z likewise), so
        that 1 / (1 - f) is uniform on 2 … T_max on a zero input. "uniform" (uniform gate initialisation): f
        uniform on 1/d_h … 1 - 1/d_h. The last two add to `biases`.
    biases : (K,)
        The constant part, in the order of the cell's gates.
    T_max : int
        Longest dependency that chrono biases expect, 3 or more.
    rng : numpy.random.Generator
        Draws one standard uniform number a unit whatever the law.

    References
    ----------
    Tallec and Ollivier (2018), Can recurrent neural networks warp time?, equation 16.
    Gu, Gulcehre, Paine, Hoffman and Pascanu (2020), PMLR 119, uniform gate initialisation.
    """
    u = rng.random(d_h)
    names = GATES[one_of("kind", kind, KINDS)]
    b = np.repeat(np.asarray(biases)[:, None], d_h, axis=1).astype(float)
    if one_of("bias_law", law, BIAS_LAWS) == "constant" or kind == "rnn":
        return b
    if law == "chrono":
        if T_max < 3:
            raise GateError("error.T_max", "T_max is {T_max}; chrono biases need 3 or more.", T_max=T_max)
        drawn = np.log(1 + u * (T_max - 2))
    else:
        low = min(1 / d_h, 0.5)
        f = low + u * (1 - 2 * low)
        drawn = np.log(f) - np.log1p(-f)
    b[names.index(KEEP[kind])] += drawn
    if kind == "lstm" and law == "chrono":
        b[names.index("i")] -= drawn
    return b


def make_cell(
    kind: str,
    d_x: int,
    d_h: int,
    *,
    rng: np.random.Generator,
    reset: str = "before",
    recurrent_scale: float = 1.0,
    input_scale: float = 1.0,
    family: str = "gaussian",
    bias_law: str = "constant",
    biases: object = None,
    T_max: int = 100,
) -> LSTM | GRU | RNN:
    """Return a cell with random weights; see the functions above for the parameters.

    `biases` holds one constant a gate: i, f, o, c (LSTM), z, r, h (GRU), h (RNN); zeros by default.
    Weights depend on the generator alone, so moving a bias or a scale never redraws them.
    """
    K = len(GATES[one_of("kind", kind, KINDS)])
    constants = np.zeros(K) if biases is None else expect("biases", floating("biases", biases), K)
    U = recurrent_weights(family, K, d_h, recurrent_scale, rng)
    W = input_weights(family, K, d_h, d_x, input_scale, rng)
    b = gate_biases(kind, bias_law, d_h, constants, T_max, rng)
    if kind == "lstm":
        return LSTM(np.concatenate([W, U], axis=2), b)
    if kind == "gru":
        return GRU(W, U, b, reset=reset)
    return RNN(W[0], U[0], b[0])
