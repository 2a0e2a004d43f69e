"""Settings of the step-by-step page: what is typed stays text, so that a link keeps it as it was typed."""

from __future__ import annotations

from gates.ui.state import Choice, Text

SHEET = Choice("sheet", "s_do", "lstm", ("lstm", "gru", "weights", "product"))
CELL = Choice("cell", "s_cell", "lstm", ("lstm", "gru"))
WRITE = Choice("write", "s_unit", "all", ("all", "1", "2", "3", "4"))


def _line(id: str, key: str, default: str, longest: int = 120) -> Text:
    return Text(id, f"s_{key}", default, longest)


#: Fields of a sheet, by id, in the order of the page. Defaults of gates and lists are textbook exercises.
LSTM = {
    "c_prev": _line("c_prev", "c", "2"),
    "f": _line("f", "f", "0.8"),
    "i": _line("i", "i", "0.25"),
    "c_tilde": _line("c_tilde", "ct", "-0.4"),
    "o": _line("o", "o", "0.5"),
}
GRU = {
    "z": _line("z", "z", "0.75"),
    "h_prev": _line("h_prev", "h", "2"),
    "h_tilde": _line("h_tilde", "ht", "-0.4"),
}
PRODUCT = {"list": _line("list", "list", "0.9, 0.8, 0.5", 1200)}

_WEIGHTS = {
    "i": ("0.5, -1; 1, 0.5", "0.5, 0; 0, 0.5", "0, 0"),
    "f": ("0.5, 0.5; -0.5, 1", "1, 0; 0, 1", "1, 1"),
    "o": ("1, 0.5; 0, 1", "0, 0.5; 0.5, 0", "0, 0"),
    "c": ("1, -1; 0.5, 1", "0.5, -0.5; 1, 0", "0, 0.5"),
    "z": ("0.5, 0.5; -0.5, 1", "1, 0; 0, 1", "1, 1"),
    "r": ("1, -0.5; 0.5, 1", "0.5, 1; -1, 0.5", "0, 0"),
    "h": ("1, -1; 0.5, 1", "0.5, -0.5; 1, 0", "0, 0.5"),
}
#: Gates of each cell in the order of the page.
GATES = {"lstm": ("f", "i", "c", "o"), "gru": ("z", "r", "h")}
STATES = {
    "x": _line("x", "x", "1, -0.5"),
    "h0": _line("h0", "h0", "0.2, -0.4"),
    "c0": _line("c0", "c0", "0.5, 1"),
}
MATRICES = {
    gate: tuple(
        _line(f"{letter}_{gate}", f"{letter}{gate}", text) for letter, text in zip("WUb", texts, strict=True)
    )
    for gate, texts in _WEIGHTS.items()
}
B_HN = _line("b_hn", "bhn", "0.3, -0.2")

PARAMS = (
    SHEET,
    CELL,
    WRITE,
    *LSTM.values(),
    *GRU.values(),
    *STATES.values(),
    *(param for gate in MATRICES.values() for param in gate),
    B_HN,
    *PRODUCT.values(),
)

_ONES = {p.id: "1" for gate in MATRICES.values() for p in gate}
#: Numbers that a button types, by sheet and name of the button.
EXAMPLES: dict[str, dict[str, dict[str, str]]] = {
    "lstm": {
        "textbook": {name: p.default for name, p in LSTM.items()},
        "keep": {"c_prev": "2", "f": "1", "i": "0", "c_tilde": "-0.4", "o": "0.5"},
        "replace": {"c_prev": "2", "f": "0", "i": "1", "c_tilde": "-0.4", "o": "0.5"},
    },
    "gru": {
        "textbook": {name: p.default for name, p in GRU.items()},
        "keep": {"z": "1", "h_prev": "2", "h_tilde": "-0.4"},
        "replace": {"z": "0", "h_prev": "2", "h_tilde": "-0.4"},
    },
    "weights": {
        "two": {
            p.id: p.default for p in (*STATES.values(), *(q for g in MATRICES.values() for q in g), B_HN)
        },
        # Published in oneDNN issue 617: with x = 1 saturation would hide which way the reset gate acts.
        "ones": _ONES | {"b_z": "2", "b_r": "2", "x": "0", "h0": "0", "c0": "0", "b_hn": "1"},
    },
    "product": {
        "textbook": {"list": PRODUCT["list"].default},
        "fifty": {"list": ", ".join(["0.9"] * 50)},
        "cut": {"list": "0.9, 0.8, 0, 0.9, 0.8"},
    },
}
