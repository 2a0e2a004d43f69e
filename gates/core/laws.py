"""What an initialisation of the forget gate promises: E[f^L] over lag L, in closed form and sampled."""

import numpy as np

from gates.core.activations import sigmoid
from gates.core.errors import GateError
from gates.core.shapes import Array, floating

# Panels that halve towards the upper end, where the integrand of a large lag lives, and nodes in each.
PANELS, NODES = 48, 24


def constant_power(bias: float, lags: object) -> Array:
    """Return E[f^L] = σ(b)^L for one bias b in all units."""
    return np.exp(floating("lags", lags) * np.log(sigmoid(bias)))


def uniform_power(d_h: int, lags: object) -> Array:
    """Return E[f^L] for uniform gate initialisation, f ~ U(1/d, 1 - 1/d).

    ((1 - 1/d)^{L+1} - (1/d)^{L+1}) / ((L + 1)(1 - 2/d)); tends to 1/(L + 1), a power law.

    References
    ----------
    Gu, Gulcehre, Paine, Hoffman and Pascanu (2020), PMLR 119.
    """
    if d_h < 3:
        raise GateError("error.uniform_units", "d_h is {d_h}; a uniform gate law needs 3 or more.", d_h=d_h)
    L = floating("lags", lags)
    low, high = 1 / d_h, 1 - 1 / d_h
    with np.errstate(under="ignore"):
        return (high ** (L + 1) - low ** (L + 1)) / ((L + 1) * (high - low))


def chrono_power(T_max: int, lags: object) -> Array:
    """Return E[f^L] for chrono biases, b_f ~ log U(1, T_max - 1).

    The time scale s = 1/(1 - f) is uniform on 2 … T_max, so
    E[f^L] = 1/(T_max - 2) ∫ (1 - 1/s)^L ds over 2 … T_max, by Gauss-Legendre quadrature in log s; relative
    error below 1e-13 for lags up to 100 T_max, and below 1e-10 until the value itself underflows.

    References
    ----------
    Tallec and Ollivier (2018), Can recurrent neural networks warp time?, equation 16.
    """
    if T_max < 3:
        raise GateError("error.T_max", "T_max is {T_max}; chrono biases need 3 or more.", T_max=T_max)
    L = floating("lags", lags)
    width = np.log(T_max / 2)
    edges = np.append(width * (1 - 0.5 ** np.arange(PANELS)), width)
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    half = np.diff(edges)[:, None] / 2
    x = (edges[:-1, None] + half * (1 + nodes)).ravel()
    s = 2 * np.exp(x)
    with np.errstate(under="ignore"):
        power = np.exp(L[..., None] * np.log1p(-1 / s))
        return power @ ((half * weights).ravel() * s) / (T_max - 2)


def sampled_power(biases: object, lags: object) -> Array:
    """Return the mean of σ(b)^L over units with the biases b: what one draw of a law really gives."""
    log_f = np.log(sigmoid(np.ravel(floating("biases", biases))))
    with np.errstate(under="ignore"):
        return np.exp(floating("lags", lags)[..., None] * log_f).mean(axis=-1)


def time_scales(f: object) -> tuple[Array, Array, Array]:
    """Return 1/(1 - f), -1/ln f and the half-life -ln 2/ln f of gates f, in steps.

    The first is the mean life of a geometric law, the second the e-fold time; they differ by about half a
    step. A gate of exactly 1 has infinite ones, a gate of 0 has 1, 0 and 0.
    """
    f = floating("f", f)
    with np.errstate(divide="ignore"):
        log_f = np.log(f)
        e_fold = np.where(f == 1, np.inf, -1 / np.where(f == 1, -1, log_f))
        return 1 / (1 - f), e_fold, np.log(2) * e_fold
