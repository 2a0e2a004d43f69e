"""Costs of a recurrent layer in closed form: parameters, state, multiply-adds, and equal-parameter widths."""

import math

# Linear maps from (x, h) that one step computes; the elementwise products that join them to the state.
BLOCKS = {"rnn": 1, "gru": 3, "lstm": 4}
ELEMENTWISE = {"rnn": 0, "gru": 3, "lstm": 3}
CELLS = tuple(BLOCKS)


def parameters(cell: str, d_x: int, d_h: int, reset: str = "before") -> int:
    """Trained numbers of the recurrent layer, k d_h (d_x + d_h + 1) with k = 1, 3, 4 maps (one bias a map).

    The GRU with ``reset='after'`` has d_h more: the bias b_hn inside the reset gate.
    """
    inner = d_h if cell == "gru" and reset == "after" else 0
    return BLOCKS[cell] * d_h * (d_x + d_h + 1) + inner


def head_parameters(d_h: int, d_out: int) -> int:
    """Trained numbers of the linear readout, d_out (d_h + 1)."""
    return d_out * (d_h + 1)


def state_size(cell: str, d_h: int) -> int:
    """Numbers carried from step to step: 2 d_h for the LSTM (c and h), else d_h."""
    return 2 * d_h if cell == "lstm" else d_h


def multiply_adds(cell: str, d_x: int, d_h: int) -> int:
    """Multiply-adds of one step of one sequence: k d_h (d_x + d_h) in the maps and the gates' own products.

    LSTM: f ⊙ c, i ⊙ c̃, o ⊙ tanh c; GRU: r ⊙ h, z ⊙ h, (1 − z) ⊙ h̃. Sigmoid and tanh are not counted.
    """
    return BLOCKS[cell] * d_h * (d_x + d_h) + ELEMENTWISE[cell] * d_h


def matched_width(cell: str, reference: str, d_x: int, d_h: int, reset: str = "before") -> int:
    """Width of ``cell`` whose parameter count is nearest to that of ``reference`` with d_h units.

    k n (n + d_x + 1) = P solved for n; of the two whole numbers around the root the nearer count wins, the
    smaller width on a tie.
    """
    target = parameters(reference, d_x, d_h, reset)
    inner = 1 if cell == "gru" and reset == "after" else 0
    half = (d_x + 1 + inner / BLOCKS[cell]) / 2
    root = math.sqrt(half * half + target / BLOCKS[cell]) - half
    around = (max(1, math.floor(root)), max(1, math.floor(root) + 1))
    return min(around, key=lambda n: abs(parameters(cell, d_x, n, reset) - target))
