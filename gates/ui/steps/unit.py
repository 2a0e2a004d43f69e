"""One unit of a step from weights, written out as plain sums of products."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import numpy as np

from gates.steps import Line, Step, gru_from_gates, lstm_from_gates
from gates.steps.formula import Piece, apply, chain, column, line, plus, rounded, times
from gates.steps.numbers import floats
from gates.steps.result import Vector

from .read import Weights

SYMBOLS = {"z": "z", "r": "r", "i": "i", "f": "f", "o": "o", "c": r"\tilde{c}", "h": r"\tilde{h}"}
NAMES = {"c": ("c_tilde", "c̃"), "h": ("h_tilde", "h̃")}


def lstm_unit(w: Weights, step: Step, j: int) -> tuple[Line, ...]:
    """Lines of unit ``j`` (from 0) of an LSTM step: gates, state, output, direct path."""
    v = step.values
    gates = [_gate(k, w, v, j) for k in ("i", "f", "o", "c")]
    mixed = lstm_from_gates(v["c_prev"][j], v["f"][j], v["i"][j], v["c_tilde"][j], v["o"][j])
    return (*gates, *(_indexed(line, j) for line in mixed.lines))


def gru_unit(w: Weights, step: Step, j: int, reset: str, convention: str) -> tuple[Line, ...]:
    """Lines of unit ``j`` (from 0) of a GRU step."""
    v = step.values
    mixed = gru_from_gates(v["z"][j], v["h_prev"][j], v["h_tilde"][j], convention)  # type: ignore[arg-type]
    first = [_gate("z", w, v, j), _gate("r", w, v, j), _reset_candidate(w, v, j, reset)]
    return (*first, *(_indexed(line, j) for line in mixed.lines))


def _products(row: np.ndarray, numbers: Iterable[float]) -> list[Piece]:
    return [
        times(r"\times", column((float(a),)), column((float(n),))) for a, n in zip(row, numbers, strict=True)
    ]


def _sum(letter: str, k: str, j: int, of: str, index: str = "") -> str:
    return rf"\sum_k {letter}_{{{k},{j + 1}k}}\, {of}_{{{index}k}}"


def _gate(k: str, w: Weights, v: Mapping[str, Vector], j: int) -> Line:
    name, letter = NAMES.get(k, (k, k))
    symbols = f"{_sum('W', k, j, 'x', 't,')} + {_sum('U', k, j, 'h', 't-1,')} + b_{{{k},{j + 1}}}"
    terms = [*_products(w.W[k][j], w.x), *_products(w.U[k][j], w.h), column((float(w.b[k][j]),))]
    a = float(w.W[k][j] @ w.x + w.U[k][j] @ w.h + w.b[k][j])
    return _squashed(name, letter, k, j, symbols, plus(*terms), a, v[name][j])


def _reset_candidate(w: Weights, v: Mapping[str, Vector], j: int, reset: str) -> Line:
    """The candidate of a GRU: r acts on each h_k before the sum, or on unit j's whole sum after it."""
    r, first = np.array(v["r"]), _products(w.W["h"][j], w.x)
    b_hn = float(w.b_hn[j]) if w.b_hn is not None else 0.0
    b, row = float(w.b["h"][j]), w.U["h"][j]
    inputs = _sum("W", "h", j, "x", "t,")
    if reset == "before":
        symbols = rf"{inputs} + \sum_k U_{{h,{j + 1}k}}\, r_{{t,k}}\, h_{{t-1,k}} + b_{{h,{j + 1}}}"
        terms = [times(r"\times", column((float(u),)), column((float(g),)), column((float(h),)))
                 for u, g, h in zip(row, r, w.h, strict=True)]  # fmt: skip
        whole = plus(*first, *terms, column((b + b_hn,)))
        a = float(w.W["h"][j] @ w.x + row @ (r * w.h) + b + b_hn)
    else:
        gated_symbols = rf"\left({_sum('U', 'h', j, 'h', 't-1,')} + b_{{hn,{j + 1}}}\right)"
        symbols = rf"{inputs} + b_{{h,{j + 1}}} + r_{{t,{j + 1}}} {gated_symbols}"
        inner = plus(*_products(row, w.h), column((b_hn,)))
        gated = times(r"\times", column((float(r[j]),)), Piece(rf"\left({inner.latex}\right)", inner.exact))
        whole = plus(*first, column((b,)), gated)
        a = float(w.W["h"][j] @ w.x + b + r[j] * (row @ w.h + b_hn))
    return _squashed("h_tilde", "h̃", "h", j, symbols, whole, a, v["h_tilde"][j])


def _squashed(
    name: str, letter: str, k: str, j: int, symbols: str, whole: Piece, a: float, value: float
) -> Line:
    function = r"\tanh" if k in NAMES else r"\sigma"
    result = rounded(column((value,), bracket=False), unless=a == 0)
    latex = chain(
        rf"{SYMBOLS[k]}_{{t,{j + 1}}} = {function}\left({symbols}\right)",
        apply(function, whole),
        apply(function, column(floats(np.array(a)), bracket=False)),
        result,
    )
    return line(name, letter, latex, (value,), result.exact)


def _indexed(given: Line, j: int) -> Line:
    """The line with the unit's number in every index: f_t becomes f_{t,1}."""
    latex = re.sub(r"_t\b", f"_{{t,{j + 1}}}", given.latex)
    return Line(given.name, latex.replace("_{t-1}", f"_{{t-1,{j + 1}}}"), given.text)
