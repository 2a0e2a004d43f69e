"""The vanilla RNN cell: no gate, no direct path."""

from __future__ import annotations

from gates.figures.diagram_parts import Drawing, number, plain, symbol

_LINE, _MIX, _SUM, _SQUASH = 150, 200, 330, 450


def draw_rnn(draw: Drawing) -> None:
    """Draw h_t = tanh(W x_t + U h_{t−1} + b): everything goes through U and tanh."""
    draw.header("belt.rnn")
    draw.pipe(f"M12 {_LINE}H{_MIX}", "h_prev", "h")
    draw.wire(f"M{_MIX} {_LINE}H{_SQUASH}", "carry")
    draw.pipe(f"M{_SQUASH} {_LINE}H612", "h", "h")
    draw.head(612, _LINE, "h")
    draw.box(_MIX, _LINE, "h", symbol("U"), draw.word("all_units"), width=124)
    draw.plus(_SUM, _LINE)
    draw.box(_SQUASH, _LINE, "h", plain("tanh"))
    draw.wire(f"M{_SUM} 232V171", arrow=(_SUM, 168, "up"))
    draw.label(_SUM, 252, symbol("W"), symbol("x", "t"), plain(" + "), symbol("b"), anchor="middle")
    draw.label(12, 126, symbol("h", "t−1"), number("h_prev", dx=7))
    draw.label(628, 120, symbol("h", "t"), number("h", dx=7), anchor="end")
    draw.label(12, 252, symbol("x", "t"), number("x", "text", dx=7))
    draw.equation(
        *(symbol("h", "t"), plain(" = tanh("), symbol("W"), symbol("x", "t"), plain(" + "), symbol("U")),
        *(symbol("h", "t−1"), plain(" + "), symbol("b"), plain(") = "), number("h")),
    )
