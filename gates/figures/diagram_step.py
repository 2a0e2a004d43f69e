"""Where the gradient flows in one step: a bar for the norm of each matrix that the step Jacobian is the sum of.

The paths are those of Can, Krishnamurthy, Schwab 2020, eq. 11 (GRU) and eq. 26 (LSTM, state (c, h)).
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from gates.figures.diagram_parts import number, plain, symbol

LEFT, BAR, ROW, TOP = 262, 280, 44, 20

_H = symbol("h", "t−1")


def _diag(*parts: str) -> str:
    return plain("diag(") + "".join(parts) + plain(")")


def _slope(letter: str) -> str:
    return symbol(letter) + plain("(1−") + symbol(letter) + plain(")")


_UPDATE = _diag(plain("("), _H, plain("−"), symbol("h̃"), plain(")"), _slope("z")) + symbol("U", "z")
_FRESH = _diag(plain("(1−"), symbol("z"), plain(")"), symbol("φ′"))
_GRU_AFTER_INNER = plain("(") + symbol("U", "h") + _H + plain("+") + symbol("b", "hn") + plain(")")

# kind -> rows (path, tone, matrix). The path is the key in the values and in the texts.
PATHS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "lstm": (
        ("direct", "f", _diag(symbol("f"))),
        ("forget", "f", _diag(symbol("c", "t−1"), _slope("f")) + symbol("U", "f")),
        ("input", "i", _diag(symbol("c̃"), _slope("i")) + symbol("U", "i")),
        ("candidate", "cand", _diag(symbol("i"), symbol("φ′")) + symbol("U", "c")),
        ("output", "o", _diag(plain("tanh"), symbol("c", "t"), plain(" "), _slope("o")) + symbol("U", "o")),
    ),
    "gru_before": (
        ("direct", "f", _diag(symbol("z"))),
        ("update", "f", _UPDATE),
        ("candidate", "cand", _FRESH + symbol("U", "h") + _diag(symbol("r"))),
        ("reset", "r", _FRESH + symbol("U", "h") + _diag(_H, _slope("r")) + symbol("U", "r")),
    ),
    "gru_after": (
        ("direct", "f", _diag(symbol("z"))),
        ("update", "f", _UPDATE),
        ("candidate", "cand", _FRESH + _diag(symbol("r")) + symbol("U", "h")),
        ("reset", "r", _FRESH + _diag(_GRU_AFTER_INNER, _slope("r")) + symbol("U", "r")),
    ),
    "rnn": (("candidate", "cand", _diag(plain("1−"), symbol("h", "t"), plain("²")) + symbol("U")),),
}
