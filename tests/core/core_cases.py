"""Random cells and runs that the tests of the core share."""

import numpy as np

from gates import GRU, LSTM, RNN

NAMES = ("lstm", "gru-before", "gru-after", "rnn")


def random_cell(name, d_x=3, d_h=5, seed=0, scale=1.0, **options):
    """A cell of the given name with different random weights and biases in every gate."""
    rng = np.random.default_rng(seed)

    def draw(*shape):
        return scale * rng.normal(size=shape)

    if name == "lstm":
        return LSTM(draw(4, d_h, d_x + d_h), draw(4, d_h), **options)
    if name == "rnn":
        return RNN(draw(d_h, d_x), draw(d_h, d_h), draw(d_h), **options)
    reset = name.removeprefix("gru-")
    W, U, b, b_hn = draw(3, d_h, d_x), draw(3, d_h, d_h), draw(3, d_h), draw(d_h)
    return GRU(W, U, b, reset=reset, b_hn=b_hn if reset == "after" else None, **options)


def random_run(cell, T=7, B=3, seed=1):
    """A trace of the cell from a random state over a random input."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(T, B, cell.d_x))
    return cell.run(X, random_state(cell, B, rng))


def random_state(cell, B, rng):
    """A random state of the kind that the cell takes."""
    states = rng.normal(size=(2, B, cell.d_h))
    return tuple(states) if isinstance(cell, LSTM) else states[0]


def state_vector(cell, state):
    """The whole state as one row per sequence, in the order of the Jacobian: (c, h) for the LSTM."""
    return np.concatenate([state[1], state[0]], axis=-1) if isinstance(cell, LSTM) else state


def state_from_vector(cell, vector):
    """The inverse of `state_vector`."""
    n = cell.d_h
    return (vector[:, n:], vector[:, :n]) if isinstance(cell, LSTM) else vector


def parameters(cell):
    """The cell's parameter arrays by name."""
    names = {"LSTM": "W b", "GRU": "W U b b_hn", "RNN": "W U b"}[type(cell).__name__].split()
    return {name: getattr(cell, name) for name in names if getattr(cell, name) is not None}


def zero_recurrent(cell):
    """The same cell with its recurrent weights at zero."""
    if isinstance(cell, LSTM):
        W = cell.W.copy()
        W[:, :, cell.d_x :] = 0
        return LSTM(W, cell.b)
    if isinstance(cell, RNN):
        return RNN(cell.W, np.zeros_like(cell.U), cell.b)
    return GRU(cell.W, np.zeros_like(cell.U), cell.b, reset=cell.reset, b_hn=cell.b_hn)
