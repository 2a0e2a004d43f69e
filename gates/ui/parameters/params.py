"""Settings of the parameters page."""

from __future__ import annotations

from gates.ui.state import Choice, Number, Switch, Text
from gates.weights.counts import CONVENTIONS, GATES

LARGEST = 1_000_000
BUILD = Choice("build", "n_by", "equal", ("equal", "typed"))
CELL = Choice("cell", "n_cell", "gru", tuple(GATES))
EQUAL = {
    "d_x": Number("d_x", "n_dx", 5, 1, LARGEST),
    "d_h": Number("d_h", "n_dh", 4, 1, LARGEST),
    "layers": Number("layers", "n_l", 1, 1, 100),
    "head": Number("head", "n_out", 0, 0, LARGEST),
}
BOTH = Switch("both", "n_bi", False)
STACK = Text("stack", "n_stack", "LSTM(64), GRU(32), Dense(1)", 300)
CONVENTION = Choice("convention", "n_as", "keras", CONVENTIONS)
BUDGET = Choice("budget", "n_b", "network", ("network", "typed"))
NUMBER = Number("number", "n_bn", 20_000, 1, 10**12)
PARAMS = (BUILD, CELL, *EQUAL.values(), BOTH, STACK, CONVENTION, BUDGET, NUMBER)

#: Settings that a button types, by name of the button.
EXAMPLES: dict[str, dict[str, str]] = {
    "textbook": {"build": "equal", "d_x": "5", "d_h": "4", "layers": "1", "head": "0"},
    "wide": {"build": "equal", "d_x": "10", "d_h": "64", "layers": "1", "head": "0"},
    "stack": {"build": "typed", "d_x": "8", "stack": "LSTM(64), GRU(32), Dense(1)"},
}
