"""Costs of a recurrent layer in closed form, by the counts that the parameters page shows."""

from gates.weights.counts import GATES, count, match, network, summary

CELLS = tuple(GATES)


def parameters(cell: str, d_x: int, d_h: int, reset: str = "before") -> int:
    """Trained numbers of the recurrent layer, g d_h (d_x + d_h + 1) with g = 1, 3, 4 (one bias a gate).

    The GRU with ``reset='after'`` has d_h more: the bias b_hn inside the reset gate.
    """
    inner = d_h if cell == "gru" and reset == "after" else 0
    return count(d_x, network(cell, d_h)) + inner


def head_parameters(d_h: int, d_out: int) -> int:
    """Trained numbers of the linear readout, d_out (d_h + 1)."""
    return d_out * (d_h + 1)


def state_size(cell: str, d_h: int) -> int:
    """Numbers carried from step to step: 2 d_h for the LSTM (c and h), else d_h."""
    return summary(1, network(cell, d_h))[0].state_size


def multiply_adds(cell: str, d_x: int, d_h: int) -> int:
    """Multiply-adds in the matrix products of one step of one sequence, g d_h (d_x + d_h)."""
    return summary(d_x, network(cell, d_h))[0].multiply_adds


def matched_width(cell: str, reference: str, d_x: int, d_h: int) -> int:
    """Width of ``cell`` whose textbook count is nearest to that of ``reference`` with d_h units."""
    return match(d_x, count(d_x, network(reference, d_h)))[cell].d_h
