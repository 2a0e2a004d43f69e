"""The LSTM cell as pipes and valves."""

from __future__ import annotations

from gates.figures.diagram_parts import Drawing, number, plain, sign, symbol

_BELT, _GATES, _RAIL, _HIDDEN = 78, 250, 292, 262
_F, _I, _CANDIDATE, _O, _OUT = 176, 272, 368, 464, 560


def draw_lstm(draw: Drawing) -> None:
    """Draw c_t = f ⊙ c_{t−1} + i ⊙ c̃ along the top and h_t = o ⊙ tanh(c_t) down to the right."""
    draw.header("belt.lstm")
    _belt(draw)
    _input_branch(draw)
    _output_branch(draw)
    _gates(draw)
    draw.equation(
        *(
            symbol("c", "t"),
            plain(" = "),
            symbol("f"),
            symbol("c", "t−1"),
            plain(" + "),
            symbol("i"),
            symbol("c̃"),
        ),
        *(sign("f"), number("f", tone="f"), plain(" × "), number("c_prev", "paren"), plain(" + ")),
        *(number("i", tone="i"), plain(" × "), number("c_tilde", "paren", "cand"), sign("c"), number("c")),
    )


def _belt(draw: Drawing) -> None:
    draw.pipe(f"M12 {_BELT}H{_F}", "c_prev", "f", gate="f")
    draw.pipe(f"M{_F} {_BELT}H{_CANDIDATE}", "f_c_prev", "f", gate="f")
    draw.pipe(f"M{_CANDIDATE} {_BELT}H612", "c", "f", gate="f")
    draw.head(612, _BELT, "f")
    draw.valve(_F, _BELT, "f", "f")
    draw.plus(_CANDIDATE, _BELT)
    draw.label(12, 54, symbol("c", "t−1"), number("c_prev", dx=7))
    draw.label(200, 54, symbol("f"), plain("·"), symbol("c", "t−1"), number("f_c_prev", tone="f", dx=7))
    draw.label(628, 54, symbol("c", "t"), number("c", dx=7), anchor="end")


def _input_branch(draw: Drawing) -> None:
    valve = 160
    draw.pipe(f"M{_CANDIDATE} {_GATES}V{valve}", "c_tilde", "cand", gate="i")
    draw.pipe(f"M{_CANDIDATE} {valve}V{_BELT}", "i_c_tilde", "cand", gate="i")
    draw.valve(_CANDIDATE, valve, "i", "i", upright=True)
    draw.label(390, 126, symbol("i"), plain("·"), symbol("c̃"), number("i_c_tilde", tone="cand", dx=7))


def _output_branch(draw: Drawing) -> None:
    squash, valve = 136, 204
    draw.pipe(f"M{_OUT} {_BELT + 11}V{squash}", "c", "h")
    draw.pipe(f"M{_OUT} {squash}V{valve}", "tanh_c", "h", gate="o")
    draw.pipe(f"M{_OUT} {valve}V{_HIDDEN}H612", "h", "h", gate="o")
    draw.head(612, _HIDDEN, "h")
    draw.box(_OUT, squash, "h", plain("tanh ") + symbol("c", "t"), number("tanh_c"))
    draw.valve(_OUT, valve, "o", "o", upright=True)
    draw.label(628, 300, symbol("h", "t"), number("h", dx=7), anchor="end")


def _gates(draw: Drawing) -> None:
    """The three gates and the candidate in one row, each fed by x_t and h_{t−1}, each holding its valve."""
    rows = ((_F, "f", "forget", "f"), (_I, "i", "input", "i"))
    for x, letter, word, tone in (*rows, (_CANDIDATE, "c̃", "candidate", "cand"), (_O, "o", "output", "o")):
        quantity = "c_tilde" if tone == "cand" else letter
        draw.box(x, _GATES, tone, symbol(letter) + number(quantity, tone=tone, dx=5), draw.word(word))
        draw.wire(f"M{x} {_RAIL}V275", arrow=(x, 273, "up"))
    draw.wire(f"M124 {_RAIL}H{_O}")
    draw.wire("M124 256V302")
    draw.label(12, 268, symbol("x", "t"), number("x", "text", dx=7))
    draw.label(12, 298, symbol("h", "t−1"), number("h_prev", dx=7))
    draw.wire(f"M{_F} 228V105", "f")
    draw.wire(f"M{_I} 228V160H{_CANDIDATE - 27}", "i")
    draw.wire(f"M{_O} 228V204H{_OUT - 27}", "o")
