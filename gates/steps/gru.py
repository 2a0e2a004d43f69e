"""One GRU step, written out, in both conventions of z and both places of the reset gate."""

from __future__ import annotations

from typing import Literal

import numpy as np

from gates.core import GRU, gradients
from gates.core.shapes import one_of
from gates.steps.formula import Piece, chain, column, line, matrix, plus, times, total
from gates.steps.numbers import Vector, candidate, exact, floats, gate, same_length, vector
from gates.steps.result import Line, Step
from gates.steps.say import about_gates, whole_gradient
from gates.steps.weights import Affine, affine, checked, gate_line, product

Convention = Literal["keeps", "admits"]
Reset = Literal["before", "after"]

# z near 1 keeps the old state (here, PyTorch, Keras, ONNX), or admits the candidate (Chung et al. 2014,
# Haiku).
CONVENTIONS: tuple[Convention, ...] = ("keeps", "admits")
# The direct path is the derivative with the gate and the candidate held still, which formulas say without a word.
DIRECT = r"\left.\frac{\partial h_t}{\partial h_{t-1}}\right|_{z, \tilde{h}} = "


def gru_from_gates(z: object, h_prev: object, h_tilde: object, convention: Convention = "keeps") -> Step:
    """Compute a step from given gate values.

    Parameters
    ----------
    z : number, or up to four numbers, each from 0 to 1
        Update gate.
    h_prev : as many numbers
        Old state h_{t−1}, any finite number.
    h_tilde : as many numbers, each from −1 to 1
        Candidate hidden state.
    convention : "keeps" or "admits"
        h = z h_{t−1} + (1 − z) h̃, or h = (1 − z) h_{t−1} + z h̃.

    Returns
    -------
    Step
        values ``z h_prev h_tilde kept written h slope``; lines ``h``, ``slope``. ``slope`` is the direct path
        ∂h_t/∂h_{t−1} with gate and candidate held fixed: z, or 1 − z.

    Raises
    ------
    GateError
        For a number that its gate or candidate cannot have, naming it.
    """
    one_of("convention", convention, CONVENTIONS)
    update, old, new = gate("z", z), vector("hₜ₋₁", h_prev), candidate("h̃", h_tilde)
    same_length(**{"z": update, "hₜ₋₁": old, "h̃": new})
    return _combine(update, old, new, convention)


def gru_from_weights(
    x: object,
    h_prev: object,
    W: object,
    U: object,
    b: object,
    b_hn: object = None,
    reset: Reset = "before",
    convention: Convention = "keeps",
) -> Step:
    """Compute a step from the input, the old state and the weights.

    Parameters
    ----------
    x : d_x numbers
    h_prev : d_h numbers
    W, U, b : (3, d_h, d_x), (3, d_h, d_h), (3, d_h)
        Gates z, r, h.
    b_hn : (d_h,), optional
        Second bias of the candidate, which r multiplies if it acts after the linear map. If it acts before,
        both biases of the candidate act as one, and b_hn is added to b_h.
    reset : "before" or "after"
        h̃ = tanh(W_h x + U_h (r h_{t−1}) + b_h), or h̃ = tanh(W_h x + b_h + r (U_h h_{t−1} + b_hn)).
    convention : "keeps" or "admits"
        What z near 1 does; the same weights are read in that convention.

    Returns
    -------
    Step
        As `gru_from_gates`, with the lines ``z``, ``r``, ``h_tilde`` in front, and in values ``r`` and the
        whole derivative ∂h_t/∂h_{t−1} as ``jacobian`` (d_h · d_h numbers by rows).

    Raises
    ------
    GateError
        For shapes that do not fit, or more than four inputs or units.
    """
    one_of("convention", convention, CONVENTIONS)
    x, h = vector("xₜ", x), vector("hₜ₋₁", h_prev)
    given = GRU(checked("W", W), checked("U", U), checked("b", b))
    cell = _cell(given, b_hn, reset, convention)
    trace = cell.run(np.array(x)[None, None], np.array(h)[None])
    # A z that admits is one minus a z that keeps: the core is given the opposite weights of z.
    z = floats(trace.z if convention == "keeps" else 1 - trace.z)
    r, h_tilde = floats(trace.r), floats(trace.h_tilde)
    lines = (
        gate_line("z", "z", "z_t", r"\sigma", affine("z", given.W[0], x, given.U[0], h, given.b[0]), z),
        gate_line("r", "r", "r_t", r"\sigma", affine("r", given.W[1], x, given.U[1], h, given.b[1]), r),
        gate_line("h_tilde", "h̃", r"\tilde{h}_t", r"\tanh", _candidate(cell, x, h, r), h_tilde),
    )
    step = _combine(z, h, h_tilde, convention, lines)
    J = gradients.step_jacobians(cell, trace)[0, 0]
    values = step.values | {"x": x, "r": r, "jacobian": floats(J)}
    sentences = (*about_gates(("r",), values, lines), *step.sentences)
    return Step(values, step.lines, (*sentences, whole_gradient(J, np.array(step.values["slope"]))))


def _cell(given: GRU, b_hn: object, reset: Reset, convention: Convention) -> GRU:
    W, U, b = (np.array(a) for a in (given.W, given.U, given.b))
    second = np.zeros(given.d_h) if b_hn is None else checked("b_hn", b_hn)
    if convention == "admits":
        W[0], U[0], b[0] = -W[0], -U[0], -b[0]
    if reset == "after":
        return GRU(W, U, b, reset="after", b_hn=second)
    # The core checks b_hn only where r multiplies it.
    b[2] += GRU(W, U, b, reset="after", b_hn=second).b_hn
    return GRU(W, U, b, reset=reset)


def _candidate(cell: GRU, x: Vector, h: Vector, r: Vector) -> Affine:
    """Write what goes into the candidate; this is where the two places of the reset gate differ."""
    many = cell.d_h > 1
    sign, dot = (r"\odot", r" \odot") if many else (r"\times", "")
    W, U, b = cell.W[2], cell.U[2], cell.b[2]
    Wx, bias, reset = product(W, x), column(floats(b)), column(r)
    if cell.reset == "before":
        inner = times(sign, reset, column(h))
        right = times("" if many else r"\times", matrix(U), _bracket(inner))
        value = W @ np.array(x) + U @ (np.array(r) * np.array(h)) + b
        return rf"W_h x_t + U_h (r_t{dot} h_{{t-1}}) + b_h", plus(Wx, right, bias), floats(value)
    b_hn = np.asarray(cell.b_hn)
    inner = plus(product(U, h), column(floats(b_hn)))
    value = W @ np.array(x) + b + np.array(r) * (U @ np.array(h) + b_hn)
    right = times(sign, reset, _bracket(inner))
    return rf"W_h x_t + b_h + r_t{dot} (U_h h_{{t-1}} + b_{{hn}})", plus(Wx, bias, right), floats(value)


def _bracket(piece: Piece) -> Piece:
    return Piece(rf"\left({piece.latex}\right)", piece.exact)


def _combine(
    z: Vector, h: Vector, h_tilde: Vector, convention: Convention, lines: tuple[Line, ...] = ()
) -> Step:
    """Mix old state and candidate, in decimal arithmetic; ``lines`` are those of the gates."""
    rest = tuple(float(1 - exact(v)) for v in z)
    keep, admit = (z, rest) if convention == "keeps" else (rest, z)
    kept = tuple(float(exact(a) * exact(b)) for a, b in zip(keep, h, strict=True))
    written = tuple(float(exact(a) * exact(b)) for a, b in zip(admit, h_tilde, strict=True))
    terms = zip(keep, h, admit, h_tilde, strict=True)
    new = tuple(float(exact(p) * exact(q) + exact(s) * exact(t)) for p, q, s, t in terms)
    values = {
        "z": z,
        "h_prev": h,
        "h_tilde": h_tilde,
        "kept": kept,
        "written": written,
        "h": new,
        "slope": keep,
    }
    told = (f"z_{convention}", "h_tilde", "h_mixed", "slope_h")
    lines = (*lines, *_lines(values, convention))
    return Step(values, lines, about_gates(told, values, lines))


def _lines(v: dict[str, Vector], convention: Convention) -> tuple[Line, ...]:
    many = len(v["h"]) > 1
    sign, dot = (r"\odot", r" \odot") if many else (r"\times", "")
    z, old, new = (column(v[name]) for name in ("z", "h_prev", "h_tilde"))
    one_minus = Piece(f"(1 - {z.latex})", z.exact)
    if convention == "keeps":
        symbols = rf"h_t = z_t{dot} h_{{t-1}} + (1 - z_t){dot} \tilde{{h}}_t"
        substitution = plus(times(sign, z, old), times(sign, one_minus, new))
        slope_symbols, slope_pieces = "z_t", [column(v["slope"], bracket=False)]
    else:
        symbols = rf"h_t = (1 - z_t){dot} h_{{t-1}} + z_t{dot} \tilde{{h}}_t"
        substitution = plus(times(sign, one_minus, old), times(sign, z, new))
        slope_symbols = "1 - z_t"
        slope_pieces = [Piece(f"1 - {z.latex}", z.exact), column(v["slope"], bracket=False)]
    both, result = total(v["kept"], v["written"]), column(v["h"], bracket=False)
    sure = substitution.exact and both.exact
    h_line = line("h", "h", chain(symbols, substitution, both, result), v["h"], sure)
    if many:
        slope_symbols = rf"\operatorname{{diag}}({slope_symbols}), \quad {slope_symbols}"
    slope = line("slope", "∂hₜ/∂hₜ₋₁", chain(DIRECT + slope_symbols, *slope_pieces), v["slope"], z.exact)
    return h_line, slope
