"""Settings of the explorer, in the order of the page; the second name is the short one of a link."""

from __future__ import annotations

from gates.inputs.series import SERIES
from gates.inputs.synthetic import KINDS
from gates.ui.state import Choice, Number, Switch, Text

CELLS = ("lstm", "gru", "rnn")
RESETS = ("before", "after")

#: Gate biases of each cell, in the order of the core: (letter of the slider, role of its colour).
GATE_SLIDERS: dict[str, tuple[tuple[str, str], ...]] = {
    "lstm": (("f", "f"), ("i", "i"), ("o", "o"), ("c", "cand")),
    "gru": (("z", "z"), ("r", "r"), ("h", "cand")),
    "rnn": (("n", "cand"),),
}


def _bias(letter: str, default: float = 0.0) -> Number:
    return Number(f"b_{letter}", f"b{letter}", default, -8, 8, 0.1, whole=False)


BIASES: dict[str, Number] = {
    "f": _bias("f", 1.0),
    "i": _bias("i"),
    "o": _bias("o"),
    "c": _bias("c"),
    "z": _bias("z"),
    "r": _bias("r"),
    "h": _bias("h"),
    "n": _bias("n"),
}
CELL = Choice("cell", "cell", "lstm", CELLS)
RESET = Choice("reset", "reset", "before", RESETS)
NETWORK = {
    "weights": Choice("weights", "w", "drawn", ("drawn", "model")),
    "d_h": Number("d_h", "dh", 16, 1, 128),
    "recurrent_scale": Number("recurrent_scale", "a", 1.0, 0, 8, 0.05, whole=False),
    "input_scale": Number("input_scale", "g", 1.0, 0, 8, 0.05, whole=False),
    "family": Choice("family", "init", "gaussian", ("gaussian", "orthogonal", "pytorch", "zero")),
    "law": Choice("law", "law", "constant", ("constant", "chrono", "uniform")),
    "T_max": Number("T_max", "tmax", 100, 3, 2000),
    "seed": Number("seed", "seed", 0, 0, 999_999),
}
INPUT = {
    "source": Choice("source", "in", "series", ("series", *KINDS, "text", "csv", "model")),
    "series": Choice("series", "series", "return-all", tuple(SERIES)),
    "T": Number("T", "T", 100, 1, 2000),
    "text": Text("text", "text", "今天天气很好，我们去公园。The gate opens.", 400),
    "standardise": Switch("standardise", "std", True),
    "state0": Choice("state0", "h0", "zero", ("zero", "ones", "random", "model")),
}
VIEW = {
    "view": Choice("view", "view", "mean", ("mean", "unit")),
    "unit": Number("unit", "unit", 1, 1, 256),
    "heat": Choice("heat", "heat", "keep", ("keep", "in", "out", "candidate", "cell", "hidden")),
    "norm": Choice("norm", "norm", "rms", ("rms", "spectral")),
    "compare": Choice("compare", "vs", "none", ("none", *CELLS)),
    "t": Number("t", "t", 50, 1, 2000),
}
PARAMS = (CELL, RESET, *BIASES.values(), *NETWORK.values(), *INPUT.values(), *VIEW.values())
