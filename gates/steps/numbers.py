"""Numbers as people type and read them: checked on the way in, short on the way out."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

import numpy as np

from gates.core.errors import GateError

Vector = tuple[float, ...]

MAX_SIZE = 4
SEPARATOR = re.compile(r"[\s,;、]+")
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def parse_numbers(name: str, text: str) -> Vector:
    """Read numbers that are separated by commas, semicolons or blanks, Chinese and full-width ones included.

    Raises
    ------
    GateError
        If there is nothing, or something that is not a finite number.
    """
    words = [word for word in SEPARATOR.split(_plain(text)) if word]
    if not words:
        raise GateError("error.step.missing", "{name} is missing: type a number.", name=name)
    return tuple(finite(name, word) for word in words)


def parse_matrix(name: str, text: str) -> tuple[Vector, ...]:
    """Read a matrix, its rows separated by semicolons or line breaks, its entries by commas or blanks."""
    rows = [row for row in re.split(r"[;\n]+", _plain(text)) if row.strip()]
    if not rows:
        raise GateError("error.step.missing", "{name} is missing: type a number.", name=name)
    return tuple(parse_numbers(name, row) for row in rows)


def finite(name: str, value: object) -> float:
    """Return value as a finite float, or say what is wrong with it."""
    if value is None or value == "":
        raise GateError("error.step.missing", "{name} is missing: type a number.", name=name)
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise GateError(
            "error.step.number",
            "{name} must be a finite number; it is {value}.",
            name=name,
            value=repr(value)[:40],
        )
    return number


def vector(name: str, value: object) -> Vector:
    """Return a number or up to four numbers as a tuple."""
    many = isinstance(value, Iterable) and not isinstance(value, str | bytes)
    numbers = tuple(finite(name, v) for v in (value if many else [value]))  # type: ignore[union-attr]
    if not 1 <= len(numbers) <= MAX_SIZE:
        raise GateError(
            "error.step.size",
            "{name} has {size} numbers; the calculation is written out for 1 to {limit}.",
            name=name,
            size=len(numbers),
            limit=MAX_SIZE,
        )
    return numbers


def gate(name: str, value: object) -> Vector:
    """Return the values of a gate; it is a sigmoid, so they lie between 0 and 1."""
    template = "{name} is a gate: a sigmoid, which lies between 0 and 1; it is {value}."
    return _between(name, vector(name, value), 0.0, "error.step.gate", template)


def candidate(name: str, value: object) -> Vector:
    """Return the values of a candidate; it is a tanh, so they lie between −1 and 1."""
    template = "{name} is a candidate: a tanh, which lies between −1 and 1; it is {value}."
    return _between(name, vector(name, value), -1.0, "error.step.candidate", template)


def same_length(**vectors: Vector) -> None:
    """Refuse vectors of different lengths by name."""
    first, *others = vectors.items()
    for name, numbers in others:
        if len(numbers) != len(first[1]):
            raise GateError(
                "error.step.length",
                "{name} must hold as many numbers as {first}: it has {size}, not {expected}.",
                name=name,
                size=len(numbers),
                first=first[0],
                expected=len(first[1]),
            )


def exact(number: float) -> Decimal:
    """Return the decimal that a person typed: 0.1 is one tenth here, not the nearest binary fraction."""
    return Decimal(repr(float(number)))


def is_short(number: float) -> bool:
    """Tell whether ten digits say all of a number, so that it may stand behind an equals sign."""
    return abs(float(f"{number:.10g}") - number) <= 1e-12 * abs(number)


def show(number: float) -> str:
    """Write a number for a sentence: all of it if ten digits say it, else six digits; 1.5·10⁻⁷ when tiny."""
    mantissa, exponent = _parts(number)
    return mantissa.replace("-", "−") if exponent is None else _power(mantissa, exponent)


def show_latex(number: float) -> str:
    """Write a number for a formula, with the same digits as `show`."""
    mantissa, exponent = _parts(number)
    return mantissa if exponent is None else rf"{mantissa} \times 10^{{{exponent}}}"


def _parts(number: float) -> tuple[str, int | None]:
    text = f"{number:.10g}" if is_short(number) else f"{number:.6g}"
    mantissa, _, exponent = (text if float(text) else "0").partition("e")
    return mantissa, int(exponent) if exponent else None


def _power(mantissa: str, exponent: int) -> str:
    return f"{mantissa.replace('-', '−')}·10{str(exponent).translate(SUPERSCRIPT)}"


def _between(name: str, numbers: Vector, low: float, key: str, template: str) -> Vector:
    for number in numbers:
        if not low <= number <= 1.0:
            raise GateError(key, template, name=name, value=show(number))
    return numbers


def _plain(text: str) -> str:
    """Turn full-width digits and punctuation into plain ones, and the minus sign U+2212 into a hyphen."""
    return unicodedata.normalize("NFKC", text).replace("−", "-")


def floats(array: np.ndarray) -> Vector:
    """Return the numbers of an array as a tuple."""
    return tuple(np.asarray(array, float).ravel().tolist())
