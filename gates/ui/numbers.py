"""Numbers as people read them."""

from __future__ import annotations

import math

SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
#: Below this, eight decimals would leave less than two digits.
SMALLEST = 1e-7


def power(log10: float) -> str:
    """10 to the ``log10`` in readable form: 0.052, 3.1 × 10⁻⁸ or 0."""
    if log10 == -math.inf:
        return "0"
    if not math.isfinite(log10):
        return "—"
    if -2.5 < log10 < 4:
        return significant(10.0**log10)
    exponent = math.floor(log10)
    mantissa = f"{10 ** (log10 - exponent):.1f}"
    if mantissa == "10.0":
        mantissa, exponent = "1.0", exponent + 1
    return f"{mantissa} × 10<sup>{minus(str(exponent))}</sup>"


def significant(value: float, digits: int = 3) -> str:
    """``value`` with ``digits`` significant digits, as plain text, and no exponent where it is of everyday size."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    if not SMALLEST <= abs(value) < 1e6:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        return f"{minus(mantissa)} × 10{str(int(exponent)).translate(SUPERSCRIPT)}"
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return minus(f"{value:.{min(places, 8)}f}")


def sign(shown: str, value: float) -> str:
    """The sign before ``shown``: = where it says all of ``value``, ≈ where it is rounded."""
    try:
        whole = math.isclose(float(shown.replace("−", "-")), value, rel_tol=1e-12)
    except ValueError:
        whole = not math.isfinite(value)
    return "=" if whole else "≈"


def equated(value: float) -> str:
    """``value`` behind its sign: = 0.500 or ≈ 0.731."""
    shown = significant(value)
    return f"{sign(shown, value)} {shown}"


def size(value: float) -> str:
    """A size of any magnitude: 0.36, 3.1 × 10⁻⁸, ∞ or NaN."""
    return power(math.log10(value)) if value > 0 and math.isfinite(value) else significant(value)


def percent(share: float) -> str:
    """A share as a whole number of hundredths, without its sign %."""
    shown = f"{100 * share:.0f}"
    return "0" if shown == "-0" else minus(shown)


def minus(text: str) -> str:
    """A true minus sign."""
    return text.replace("-", "−")
