"""Where the gradient flows in one step: a bar for the norm of each matrix that makes up its Jacobian.

The paths are those of Can, Krishnamurthy, Schwab 2020, eq. 11 (GRU) and eq. 26 (LSTM, state (c, h)).
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from gates.figures.diagram_parts import WIDTH, number, plain, symbol

_LEFT, _BAR, _ROW = 12, 500, 46
_THIN = "\u2009"

_H = symbol("h", "t−1")


def _diag(*parts: str) -> str:
    return plain("diag(") + "".join(parts) + plain(")")


def _slope(letter: str) -> str:
    return symbol(letter) + plain("(1−") + symbol(letter) + plain(")")


_UPDATE = (
    _diag(plain("("), _H, plain("−"), symbol("h̃"), plain(")"), plain(_THIN), _slope("z"))
    + plain(_THIN)
    + symbol("U", "z")
)
_FRESH = _diag(plain("(1−"), symbol("z"), plain(")" + _THIN), symbol("φ′")) + plain(_THIN)
_GRU_AFTER_INNER = plain("(") + symbol("U", "h") + _H + plain("+") + symbol("b", "hn") + plain(")")

# kind -> rows (path, tone, matrix). The path is the key in the values and in the texts.
PATHS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "lstm": (
        ("direct", "f", _diag(symbol("f"))),
        (
            "forget",
            "f",
            _diag(symbol("c", "t−1"), plain(_THIN), _slope("f")) + plain(_THIN) + symbol("U", "f"),
        ),
        ("input", "i", _diag(symbol("c̃"), plain(_THIN), _slope("i")) + plain(_THIN) + symbol("U", "i")),
        (
            "candidate",
            "cand",
            _diag(symbol("i"), plain(_THIN), symbol("φ′")) + plain(_THIN) + symbol("U", "c"),
        ),
        (
            "output",
            "o",
            _diag(plain("tanh" + _THIN), symbol("c", "t"), plain(_THIN), _slope("o"))
            + plain(_THIN)
            + symbol("U", "o"),
        ),
    ),
    "gru_before": (
        ("direct", "f", _diag(symbol("z"))),
        ("update", "f", _UPDATE),
        ("candidate", "cand", _FRESH + symbol("U", "h") + plain(_THIN) + _diag(symbol("r"))),
        (
            "reset",
            "r",
            _FRESH
            + symbol("U", "h")
            + plain(_THIN)
            + _diag(_H, plain(_THIN), _slope("r"))
            + plain(_THIN)
            + symbol("U", "r"),
        ),
    ),
    "gru_after": (
        ("direct", "f", _diag(symbol("z"))),
        ("update", "f", _UPDATE),
        ("candidate", "cand", _FRESH + _diag(symbol("r")) + plain(_THIN) + symbol("U", "h")),
        (
            "reset",
            "r",
            _FRESH + _diag(_GRU_AFTER_INNER, plain(_THIN), _slope("r")) + plain(_THIN) + symbol("U", "r"),
        ),
    ),
    "rnn": (
        ("recurrent", "cand", _diag(plain("1−"), symbol("h", "t"), plain("²")) + plain(_THIN) + symbol("U")),
    ),
}


def draw_step(kind: str, words: Mapping[str, str]) -> str:
    """Return the bars for ``kind``: one a path, one for the whole Jacobian, an axis and what they mean."""
    rows = (*PATHS[kind], ("total", "full", symbol("J", "t")))
    notes = ("step.note", f"step.note.{kind.partition('_')[0]}")
    if kind == "rnn":
        rows, notes = PATHS[kind], ("step.note.rnn",)
    bars = "".join(_row(kind, i, row, words) for i, row in enumerate(rows))
    below = len(rows) * _ROW + 20
    sentences = "".join(
        f'<text class="gd-note" x="{_LEFT}" y="{below + 26 + 22 * i}">{_word(key, words)}</text>'
        for i, key in enumerate(notes)
    )
    height = below + 12 + 22 * len(notes)
    name = f"gate-step-{kind.replace('_', '-')}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="gate-diagram gate-step" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'data-kind="{kind}" data-bar="{_BAR}" data-left="{_LEFT}" data-state="empty">'
        f'<title id="{name}-title" data-i18n="diagram.step.title">{_text("step.title", words)}</title>'
        f'<desc id="{name}-desc"></desc><defs>{_hatch(kind)}</defs>{bars}{_axis(below)}{sentences}</svg>'
    )


def _row(kind: str, index: int, row: tuple[str, str, str], words: Mapping[str, str]) -> str:
    path, tone, matrix = row
    top = index * _ROW
    place = f'x="{_LEFT}" y="{top + 27}" height="14" rx="3"'
    # The direct path and the whole are solid, every other path is hatched: colour alone would not tell the
    # direct path from the one through its own gate.
    hatch = f'<rect data-bind="bar:{path}" {place} width="0" fill="url(#gate-hatch-{kind})"/>'
    return (
        f'<g class="gd-path gd-{tone}">'
        f'<text x="{_LEFT}" y="{top + 19}">{_word(f"step.{path}", words)}</text>'
        f'<text class="gd-matrix" x="628" y="{top + 19}" text-anchor="end">{matrix}</text>'
        f'<rect class="gd-track" {place} width="{_BAR}"/>'
        f'<rect class="gd-bar" data-bind="bar:{path}" {place} width="0"/>'
        f"{'' if path in ('direct', 'total') else hatch}"
        f'<rect class="gd-one" data-bind="one:" x="{_LEFT}" y="{top + 24}" width="2" height="20"/>'
        f'<text x="628" y="{top + 40}" text-anchor="end">{number(path)}</text></g>'
    )


def _axis(y: float) -> str:
    ends = ((_LEFT, "0", "start"), (_LEFT + _BAR, "scale", "end"), (_LEFT, "1", "middle"))
    return "".join(
        f'<text class="gd-tick" x="{x}" y="{y}" text-anchor="{anchor}" data-bind="tick:{name}"></text>'
        for x, name, anchor in ends
    )


def _hatch(kind: str) -> str:
    # The pattern lightens the bar below it; its id names the kind, because an id serves one drawing only.
    return (
        f'<pattern id="gate-hatch-{kind}" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect class="gd-hatch" width="3" height="7"/></pattern>'
    )


def _text(key: str, words: Mapping[str, str]) -> str:
    return escape(words.get(f"diagram.{key}", ""))


def _word(key: str, words: Mapping[str, str]) -> str:
    return f'<tspan class="gd-word" data-i18n="diagram.{key}">{_text(key, words)}</tspan>'
