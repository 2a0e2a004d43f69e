"""Input sequences made from a formula or from a seeded random generator."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gates.core.errors import GateError
from gates.inputs.sequence import MAX_D_X, MAX_T, Sequence, whole_number

PERIOD = 25
SPIKE_RATE = 0.1
MAX_SEED = 2**32 - 1


def zero(T: int, d_x: int, seed: int) -> np.ndarray:
    """x_t = 0, so that the biases alone decide the gates. Returns (T, d_x)."""
    return np.zeros((T, d_x))


def impulse(T: int, d_x: int, seed: int) -> np.ndarray:
    """x_0 = 1 and 0 afterwards: one event at the start, then nothing. Returns (T, d_x)."""
    X = np.zeros((T, d_x))
    X[0] = 1.0
    return X


def step(T: int, d_x: int, seed: int) -> np.ndarray:
    """x_t = 0 for the first quarter, 1 from t = T // 4 on. Returns (T, d_x)."""
    X = np.zeros((T, d_x))
    X[T // 4 :] = 1.0
    return X


def sine(T: int, d_x: int, seed: int) -> np.ndarray:
    """x_t = sin(2π (t / 25 + j / d_x)) in channel j, a period of 25 steps. Returns (T, d_x)."""
    t, j = np.arange(T)[:, None], np.arange(d_x)[None, :]
    return np.sin(2 * np.pi * (t / PERIOD + j / d_x))


def noise(T: int, d_x: int, seed: int) -> np.ndarray:
    """x_t ~ N(0, 1), independent. A longer sequence begins with the shorter one. Returns (T, d_x)."""
    return np.random.default_rng(seed).standard_normal((T, d_x))


def spikes(T: int, d_x: int, seed: int) -> np.ndarray:
    """x_t = 1 with probability 0.1, else 0, independent. A longer sequence begins with the shorter one."""
    return (np.random.default_rng(seed).random((T, d_x)) < SPIKE_RATE).astype(np.float64)


KINDS: dict[str, Callable[[int, int, int], np.ndarray]] = {
    "zero": zero,
    "impulse": impulse,
    "step": step,
    "sine": sine,
    "noise": noise,
    "spikes": spikes,
}


def synthetic(kind: str, T: int, d_x: int = 1, seed: int = 0) -> Sequence:
    """Make one of the formula inputs.

    Parameters
    ----------
    kind : str
        One of ``KINDS``: zero, impulse, step, sine, noise, spikes.
    T : int
        Number of steps, 1 to 2000.
    d_x : int
        Number of channels, 1 to 256.
    seed : int
        Seed of noise and spikes, 0 to 2³² − 1; the other kinds do not depend on it.

    Returns
    -------
    Sequence
        X of shape (T, d_x), channels named ``x_1`` … ``x_d``, no labels.

    Raises
    ------
    GateError
        For an unknown kind, or a number out of its range.
    """
    if kind not in KINDS:
        raise GateError(
            "error.input.kind",
            "There is no input called {kind}; choose one of {kinds}.",
            kind=repr(kind),
            kinds=", ".join(KINDS),
        )
    T = whole_number("T", T, 1, MAX_T)
    d_x = whole_number("d_x", d_x, 1, MAX_D_X)
    seed = whole_number("seed", seed, 0, MAX_SEED)
    return Sequence(KINDS[kind](T, d_x, seed), tuple(f"x_{j + 1}" for j in range(d_x)))
