"""One LSTM step, written out: c_t = f c_{t−1} + i c̃ and h_t = o tanh(c_t)."""

from __future__ import annotations

import math

import numpy as np

from gates.core import LSTM, gradients
from gates.steps.formula import apply, chain, column, line, plus, rounded, shown, times, total
from gates.steps.numbers import Vector, candidate, exact, floats, gate, same_length, vector
from gates.steps.result import Line, Step
from gates.steps.say import about_gates, through_h
from gates.steps.weights import affine, checked, gate_line

# Name of the line, letter in text, symbol and function in a formula.
WRITTEN: dict[str, tuple[str, str, str, str]] = {
    "i": ("i", "i", "i_t", r"\sigma"),
    "f": ("f", "f", "f_t", r"\sigma"),
    "o": ("o", "o", "o_t", r"\sigma"),
    "c": ("c_tilde", "c̃", r"\tilde{c}_t", r"\tanh"),
}
# The direct path is the derivative with the gates and the candidate held still, which formulas say without a word.
DIRECT = r"\left.\frac{\partial c_t}{\partial c_{t-1}}\right|_{f, i, \tilde{c}} = "


def lstm_from_gates(c_prev: object, f: object, i: object, c_tilde: object, o: object) -> Step:
    """Compute a step from given gate values.

    Parameters
    ----------
    c_prev : number, or up to four numbers
        Old cell state c_{t−1}, any finite number.
    f, i, o : as many numbers, each from 0 to 1
        Forget, input and output gate.
    c_tilde : as many numbers, each from −1 to 1
        Candidate cell state.

    Returns
    -------
    Step
        values ``f i c_tilde o c_prev kept written c tanh_c h slope``; lines ``c``, ``h``, ``slope``.
        Products and sums are those of the decimals as typed: 0.8 · 2 + 0.25 · (−0.4) is 1.5. ``slope`` is
        the direct path ∂c_t/∂c_{t−1} = f.

    Raises
    ------
    GateError
        For a number that its gate or candidate cannot have, naming it.
    """
    old = vector("cₜ₋₁", c_prev)
    forget, write, out = gate("f", f), gate("i", i), gate("o", o)
    new = candidate("c̃", c_tilde)
    same_length(**{"cₜ₋₁": old, "f": forget, "i": write, "c̃": new, "o": out})
    return _combine(old, forget, write, new, out)


def lstm_from_weights(x: object, h_prev: object, c_prev: object, W: object, b: object) -> Step:
    """Compute a step from the input, the old state and the weights.

    Parameters
    ----------
    x : d_x numbers
    h_prev, c_prev : d_h numbers each
    W : (4, d_h, d_x + d_h)
        Gates i, f, o, c; the input's columns first. For the layout see `gates.LSTM`.
    b : (4, d_h)

    Returns
    -------
    Step
        As `lstm_from_gates`, with a line for each gate in front, and in values the joint Jacobian
        ``jacobian`` (2 d_h · 2 d_h numbers by rows, order c, h).

    Raises
    ------
    GateError
        For shapes that do not fit, or more than four inputs or units.
    """
    x, h, c = vector("xₜ", x), vector("hₜ₋₁", h_prev), vector("cₜ₋₁", c_prev)
    cell = LSTM(checked("W", W), checked("b", b))
    trace = cell.run(np.array(x)[None, None], (np.array(h)[None], np.array(c)[None]))
    gates = {"i": trace.i, "f": trace.f, "o": trace.o, "c": trace.c_tilde}
    lines = []
    for k, (name, value) in enumerate(gates.items()):
        W_x, U = cell.W[k][:, : cell.d_x], cell.W[k][:, cell.d_x :]
        lines.append(gate_line(*WRITTEN[name], affine(name, W_x, x, U, h, cell.b[k]), floats(value)))
    step = _combine(c, floats(trace.f), floats(trace.i), floats(trace.c_tilde), floats(trace.o), tuple(lines))
    J = gradients.step_jacobians(cell, trace)[0, 0]
    values = step.values | {"x": x, "h_prev": h, "jacobian": floats(J)}
    return Step(values, step.lines, (*step.sentences, through_h(J[: cell.d_h, cell.d_h :])))


def _combine(
    c: Vector, f: Vector, i: Vector, c_tilde: Vector, o: Vector, lines: tuple[Line, ...] = ()
) -> Step:
    """Mix old state and candidate, in decimal arithmetic; ``lines`` are those of the gates."""
    kept = tuple(float(exact(a) * exact(b)) for a, b in zip(f, c, strict=True))
    written = tuple(float(exact(a) * exact(b)) for a, b in zip(i, c_tilde, strict=True))
    terms = zip(f, c, i, c_tilde, strict=True)
    new = tuple(float(exact(p) * exact(q) + exact(r) * exact(s)) for p, q, r, s in terms)
    squashed = tuple(math.tanh(v) for v in new)
    h = tuple(a * b for a, b in zip(o, squashed, strict=True))
    values = {"f": f, "i": i, "c_tilde": c_tilde, "o": o, "c_prev": c, "kept": kept, "written": written}
    values |= {"c": new, "tanh_c": squashed, "h": h, "slope": f}
    told = ("f", "i", "c_tilde", "o", "c", "h", "slope_c")
    lines = (*lines, *_lines(values))
    return Step(values, lines, about_gates(told, values, lines))


def _lines(v: dict[str, Vector]) -> tuple[Line, ...]:
    sign = r"\times" if len(v["c"]) == 1 else r"\odot"
    dot = "" if len(v["c"]) == 1 else r" \odot"
    put = {name: column(numbers) for name, numbers in v.items()}
    substitution = plus(times(sign, put["f"], put["c_prev"]), times(sign, put["i"], put["c_tilde"]))
    sum_of_two, new = total(v["kept"], v["written"]), column(v["c"], bracket=False)
    symbols = rf"c_t = f_t{dot} c_{{t-1}} + i_t{dot} \tilde{{c}}_t"
    sure = substitution.exact and sum_of_two.exact and new.exact
    c_line = line("c", "c", chain(symbols, substitution, sum_of_two, new), v["c"], sure)

    zero = all(c == 0 for c in v["c"])
    product = times(sign, put["o"], apply(r"\tanh", new))
    h_value = rounded(column(v["h"], bracket=False), unless=zero or not any(v["o"]))
    by = f"{shown(v['o'])}·tanh {_argument(v['c'])}" if product.exact and not zero else ""
    h_line = line("h", "h", chain(rf"h_t = o_t{dot} \tanh(c_t)", product, h_value), v["h"], h_value.exact, by)

    symbols = DIRECT + ("f_t" if len(v["f"]) == 1 else r"\operatorname{diag}(f_t), \quad f_t")
    slope = line("slope", "∂cₜ/∂cₜ₋₁", chain(symbols, column(v["f"], bracket=False)), v["f"])
    return c_line, h_line, slope


def _argument(numbers: Vector) -> str:
    text = shown(numbers)
    return f"({text})" if text.startswith("−") else text
