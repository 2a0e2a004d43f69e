"""The GRU cell as pipes and valves, with the reset gate before or after the linear map."""

from __future__ import annotations

from gates.figures.diagram_parts import Drawing, number, plain, sign, symbol

_BELT, _MIX, _RAIL, _RESET = 78, 194, 285, 250
_TAP, _Z, _SUM, _JOIN = 26, 334, 396, 470


def draw_gru(draw: Drawing, reset: str) -> None:
    """Draw h_t = z ⊙ h_{t−1} + (1 − z) ⊙ h̃ along the top, the candidate h̃ below it."""
    draw.header("belt.gru")
    _belt(draw)
    reset_x = _reset_before(draw) if reset == "before" else _reset_after(draw)
    _candidate(draw)
    _gates(draw, reset_x)
    draw.equation(
        *(symbol("h", "t"), plain(" = "), symbol("z"), symbol("h", "t−1"), plain(" + (1 − "), symbol("z")),
        *(
            plain(") "),
            symbol("h̃"),
            sign("z"),
            number("z", tone="f"),
            plain(" × "),
            number("h_prev", "paren"),
        ),
        *(plain(" + "), number("one_minus_z", tone="f"), plain(" × "), number("h_tilde", "paren", "cand")),
        *(sign("h"), number("h")),
    )


def _belt(draw: Drawing) -> None:
    draw.pipe(f"M12 {_BELT}H{_Z}", "h_prev", "f", gate="z")
    draw.pipe(f"M{_Z} {_BELT}H{_JOIN}", "z_h_prev", "f", gate="z")
    draw.pipe(f"M{_JOIN} {_BELT}H612", "h", "f", gate="z")
    draw.head(612, _BELT, "f")
    draw.valve(_Z, _BELT, "z", "f")
    draw.plus(_JOIN, _BELT)
    draw.label(12, 54, symbol("h", "t−1"), number("h_prev", dx=7))
    draw.label(352, 54, symbol("z"), plain("·"), symbol("h", "t−1"), number("z_h_prev", tone="f", dx=7))
    draw.label(628, 54, symbol("h", "t"), number("h", dx=7), anchor="end")


def _reset_before(draw: Drawing) -> float:
    """h_{t−1} → r → U_h: the gate acts on single units, before they are mixed. Return the valve's x."""
    valve, mix = 112, 262
    draw.pipe(f"M{_TAP} {_BELT + 11}V{_MIX}H{valve}", "h_prev", "h", gate="r")
    draw.pipe(f"M{valve} {_MIX}H{mix}", "r_h_prev", "h", gate="r")
    draw.wire(f"M{mix} {_MIX}H{_SUM}", "carry")
    draw.valve(valve, _MIX, "r", "r")
    draw.box(mix, _MIX, "h", symbol("U", "h"), draw.word("all_units"), width=104)
    draw.label(130, 164, symbol("r"), plain("·"), symbol("h", "t−1"), number("r_h_prev", tone="r", dx=7))
    return valve


def _reset_after(draw: Drawing) -> float:
    """h_{t−1} → U_h, b_hn → r: the units are mixed first, then the gate acts. Return the valve's x."""
    mix, valve = 105, 249
    draw.pipe(f"M{_TAP} {_BELT + 11}V{_MIX}H{mix}", "h_prev", "h")
    draw.pipe(f"M{mix} {_MIX}H{valve}", "rec", "h", gate="r")
    draw.pipe(f"M{valve} {_MIX}H{_SUM}", "r_rec", "h", gate="r")
    draw.valve(valve, _MIX, "r", "r")
    formula = (symbol("U", "h"), symbol("h", "t−1"), plain("+"), symbol("b", "hn"))
    draw.box(mix, _MIX, "h", "".join(formula), draw.word("all_units"), width=116)
    draw.label(165, 173, number("rec"))
    draw.label(264, 173, number("r_rec", tone="r"))
    return valve


def _candidate(draw: Drawing) -> None:
    valve = 132
    draw.wire(f"M{_SUM} {_MIX}H{_JOIN}", "carry")
    draw.plus(_SUM, _MIX)
    draw.wire(f"M{_SUM} 240V215", arrow=(_SUM, 212, "up"))
    draw.label(
        _SUM + 6, 259, symbol("W", "h"), symbol("x", "t"), plain(" + "), symbol("b", "h"), anchor="middle"
    )
    draw.pipe(f"M{_JOIN} {_MIX}V{valve}", "h_tilde", "cand", gate="one_minus_z")
    draw.pipe(f"M{_JOIN} {valve}V{_BELT}", "fresh", "cand", gate="one_minus_z")
    draw.valve(_JOIN, valve, "one_minus_z", "f", upright=True)
    draw.label(
        490, 116, plain("(1−"), symbol("z"), plain(")·"), symbol("h̃"), number("fresh", tone="cand", dx=6)
    )
    draw.label(490, 162, plain("1−"), symbol("z"), number("one_minus_z", tone="f", dx=6))
    draw.box(_JOIN, _MIX, "cand", symbol("h̃") + number("h_tilde", tone="cand", dx=5), draw.word("candidate"))


def _gates(draw: Drawing, reset_x: float) -> None:
    """The update gate holds two valves, one the other's complement; the reset gate holds one."""
    draw.box(_Z, 132, "f", symbol("z") + number("z", tone="f", dx=5), draw.word("update"))
    draw.box(reset_x, _RESET, "r", symbol("r") + number("r", tone="r", dx=5), draw.word("reset"))
    draw.wire(f"M{_Z} 110V105", "f")
    draw.wire(f"M{_Z + 44} 132H{_JOIN - 27}", "f")
    draw.wire(f"M{reset_x} 227V221", "r")
    draw.wire(f"M{_Z + 14} {_RAIL}V159", arrow=(_Z + 14, 157, "up"))
    draw.wire(f"M{reset_x} {_RAIL}V277", arrow=(reset_x, 275, "up"))
    draw.wire(f"M{_TAP} {_MIX}V{_RAIL}H{_Z + 14}")
    draw.wire(f"M{_TAP} {_RAIL}V292")
    draw.label(12, 307, symbol("x", "t"), number("x", "text", dx=7))
