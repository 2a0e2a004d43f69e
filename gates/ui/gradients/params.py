"""Settings of the gradients page; the second name is the short one of a link."""

from __future__ import annotations

from gates.inputs.synthetic import KINDS
from gates.ui.state import Choice, Number, Switch, Text

SECTIONS = ("held", "paths", "map", "spectrum", "laws", "hygiene")
TAB = Choice("tab", "g_tab", "held", SECTIONS)

#: Letters of the gates' bias sliders and the roles of their colours, in the order of the page.
GATE_SLIDERS: dict[str, tuple[tuple[str, str], ...]] = {
    "lstm": (("f", "f"), ("i", "i"), ("o", "o"), ("c", "cand")),
    "gru": (("z", "z"), ("r", "r"), ("h", "cand")),
}
#: The gate that keeps the old state.
KEEP = {"lstm": "f", "gru": "z"}
#: Paths of the step Jacobian, in the order of the core.
PATHS = {
    "lstm": ("direct", "forget", "input", "candidate", "output"),
    "gru": ("direct", "update", "candidate", "reset"),
}
ALL_PATHS = ("direct", "forget", "update", "input", "reset", "candidate", "output")

CELL = Choice("cell", "g_cell", "lstm", ("lstm", "gru"))
RESET = Choice("reset", "g_reset", "before", ("before", "after"))
BIASES = {
    letter: Number(f"b_{letter}", f"g_b{letter}", 1.0 if letter == "f" else 0.0, -8, 8, 0.1, whole=False)
    for letter in "fioczrh"
}
NETWORK = {
    "T": Number("T", "g_T", 100, 2, 500),
    "d_h": Number("d_h", "g_dh", 16, 1, 64),
    "recurrent_scale": Number("recurrent_scale", "g_a", 1.0, 0, 8, 0.05, whole=False),
    "input_scale": Number("input_scale", "g_g", 1.0, 0, 8, 0.05, whole=False),
    "family": Choice("family", "g_init", "gaussian", ("gaussian", "orthogonal", "pytorch", "zero")),
    "source": Choice("source", "g_in", "noise", tuple(KINDS)),
    "state0": Choice("state0", "g_h0", "random", ("zero", "ones", "random")),
    "law": Choice("law", "g_law", "constant", ("constant", "chrono", "uniform")),
    "T_max": Number("T_max", "g_tmax", 100, 3, 2000),
    "seed": Number("seed", "g_seed", 0, 0, 999_999),
}
HELD = {
    "p": Number("p", "g_p", 0.9, 0, 1, 0.001, whole=False),
    "held_scale": Number("held_scale", "g_ha", 0.0, 0, 4, 0.05, whole=False),
}
#: Paths that are on; switching one off is an ablation.
SWITCHES = {path: Switch(f"on_{path}", f"g_p{path}", True) for path in ALL_PATHS}
T_CURSOR = Number("t", "g_t", 50, 1, 500)
MAP = {
    "lstm": Choice("map_lstm", "g_ml", "f", ("f", "i", "o", "c")),
    "gru": Choice("map_gru", "g_mg", "z", ("z", "r", "h")),
}
SPECTRUM = {
    "at": Choice("at", "g_at", "zero", ("zero", "cursor")),
    "ly_T": Number("ly_T", "g_lt", 1000, 200, 2000, 100),
    "ly_skip": Number("ly_skip", "g_ls", 200, 0, 1000, 50),
}
UNITS = Number("units", "g_n", 256, 3, 4096)
HYGIENE = {
    "segment": Number("segment", "g_cutlen", 20, 1, 500),
    "cut": Choice("cut", "g_cut", "both", ("both", "h", "c")),
    "grads": Choice("grads", "g_gr", "network", ("network", "typed")),
    "typed": Text("typed", "g_list", "3, 4, 0", 400),
    "max_norm": Number("max_norm", "g_mn", 1.0, 0, 10, 0.01, whole=False),
}
PARAMS = (
    TAB, CELL, RESET, *BIASES.values(), *NETWORK.values(), *HELD.values(), *SWITCHES.values(), T_CURSOR, *MAP.values(),
    *SPECTRUM.values(), UNITS, *HYGIENE.values(),
)  # fmt: skip
