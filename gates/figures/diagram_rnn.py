"""The vanilla RNN cell: no gate, no direct path."""

from __future__ import annotations

from gates.figures.diagram_parts import Drawing, number, plain, sign, symbol

_LINE, _INPUT, _MIX, _SUM, _SQUASH = 120, 234, 190, 330, 452


def draw_rnn(draw: Drawing) -> None:
    """Draw h_t = tanh(W x_t + U h_{t−1} + b): everything goes through U and tanh."""
    draw.header("belt.rnn")
    draw.pipe(f"M12 {_LINE}H{_MIX}", "h_prev", "h")
    draw.wire(f"M{_MIX} {_LINE}H{_SQUASH}", "carry")
    draw.pipe(f"M{_SQUASH} {_LINE}H612", "h", "h")
    draw.head(612, _LINE, "h")
    draw.box(_MIX, _LINE, "h", symbol("U"), draw.word("all_units"), width=104)
    draw.plus(_SUM, _LINE)
    draw.box(_SQUASH, _LINE, "h", plain("tanh"))
    weighted = "".join((symbol("W"), symbol("x", "t"), plain(" + "), symbol("b")))
    draw.box(_SUM, _INPUT, "h", weighted, width=104)
    draw.wire(f"M{_SUM} {_INPUT}V{_LINE + 21}", "carry", arrow=(_SUM, _LINE + 18, "up"))
    draw.wire(f"M112 {_INPUT}H{_SUM - 56}", "carry", arrow=(_SUM - 53, _INPUT, "right"))
    draw.label(12, _LINE - 26, symbol("h", "t−1"), number("h_prev", dx=7))
    draw.label(628, _LINE - 30, symbol("h", "t"), number("h", dx=7), anchor="end")
    draw.label(12, _INPUT + 6, symbol("x", "t"), number("x", "text", dx=7))
    draw.equation(
        *(symbol("h", "t"), plain(" = tanh("), symbol("W"), symbol("x", "t"), plain(" + "), symbol("U")),
        *(symbol("h", "t−1"), plain(" + "), symbol("b"), plain(")"), sign("h"), number("h")),
    )
