"""The direct path over several steps: the product of a list of forget gates."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Context, Decimal

from gates.core.errors import GateError
from gates.steps.formula import Piece, chain, column
from gates.steps.numbers import exact, finite, gate, is_short, parse_numbers, show, show_latex
from gates.steps.result import Line, Sentence, Step

MAX_GATES = 2000
WRITTEN_OUT = 8
# 2000 gates of 1e-300 make 1e-600000: far below any float, no matter for a decimal.
ARITHMETIC = Context(prec=60, Emin=-10_000_000, Emax=10_000_000)


def forget_product(gates: object) -> Step:
    """Multiply forget gates: ∂c_T/∂c_0 along the direct path is f_1 f_2 ⋯ f_T.

    Parameters
    ----------
    gates : str or numbers
        From 1 to 2000 values from 0 to 1; as text with commas or blanks between them.

    Returns
    -------
    Step
        values ``f``, ``partial`` (the products of the first 1 … T gates; 0 below the smallest float),
        ``product``, and ``log10`` of the product (−inf where a gate is 0). The product is that of the
        decimals as typed: 0.9, 0.8, 0.5 make 0.36.

    Raises
    ------
    GateError
        If there is none, too many, or one that is not a gate.
    """
    if isinstance(gates, str):
        numbers = parse_numbers("f", gates)
    elif isinstance(gates, Iterable):
        numbers = tuple(finite("f", v) for v in gates)
    else:
        numbers = (finite("f", gates),)
    if not 1 <= len(numbers) <= MAX_GATES:
        raise GateError(
            "error.step.gates",
            "The list has {size} gates; 1 to {limit} can be multiplied.",
            size=len(numbers),
            limit=MAX_GATES,
        )
    for number in numbers:
        gate("f", number)
    partial, product = [], Decimal(1)
    for number in numbers:
        product = ARITHMETIC.multiply(product, exact(number))
        partial.append(float(product))
    log10 = float(product.log10(ARITHMETIC)) if product else -math.inf
    values = {"f": numbers, "partial": tuple(partial), "product": (float(product),), "log10": (log10,)}
    return Step(values, (_line(values),), (_sentence(values),))


def _line(v: dict[str, tuple[float, ...]]) -> Line:
    f, (product,), (log10,) = v["f"], v["product"], v["log10"]
    symbols = rf"\prod_{{t=1}}^{{{len(f)}}} f_t"
    shown = f if len(f) <= WRITTEN_OUT else f[: WRITTEN_OUT - 2]
    factors = r" \times ".join(show_latex(v) for v in shown)
    if len(shown) < len(f):
        factors += rf" \times \cdots \times {show_latex(f[-1])}"
    written = Piece(factors, all(is_short(n) for n in f))
    if product == 0 and math.isfinite(log10):
        return Line(
            "product", rf"{symbols} = {factors} = 10^{{{log10:.2f}}}", f"log₁₀ ∏f ≈ {_decades(log10)}"
        )
    result = column((product,), bracket=False)
    text = f"∏f {'=' if result.exact and written.exact else '≈'} {show(product)}"
    return Line("product", chain(symbols, written, result), text)


def _sentence(v: dict[str, tuple[float, ...]]) -> Sentence:
    (product,), (log10,) = v["product"], v["log10"]
    params = {"steps": len(v["f"]), "product": show(product), "log10": _decades(log10)}
    if not math.isfinite(log10):
        return Sentence("step.say.product.zero", params)
    return Sentence("step.say.product.tiny" if product < 1e-6 else "step.say.product", params)


def _decades(log10: float) -> str:
    return f"{log10:.2f}".replace("-", "−")
