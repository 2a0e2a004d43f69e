"""Gradients that a person types: numbers, or names with numbers."""

from __future__ import annotations

import re
import unicodedata

import numpy as np

from gates.core.errors import GateError

MOST = 100
_SEPARATOR = re.compile(r"[\s,，、]+")


def typed_gradients(text: str) -> dict[str, np.ndarray]:
    """Read ``3, 4, nan`` or ``W: 3, 4; b: inf``; NaN and inf are allowed, since clipping has to report them.

    Full-width signs are read as what they stand for. Numbers without a name are called g1, g2, …

    Raises
    ------
    GateError
        If there is no number, a word that is none, a name twice, or more than 100 numbers.
    """
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").replace("∞", "inf")
    out: dict[str, np.ndarray] = {}
    count = 0
    for piece in filter(str.strip, re.split(r"[;\n]", plain)):
        name, colon, rest = piece.rpartition(":")
        numbers = [_number(word) for word in _SEPARATOR.split(rest.strip()) if word]
        named = {name.strip()[:20]: np.array(numbers)} if colon and name.strip() and numbers else {
            f"g{count + j + 1}": np.array([v]) for j, v in enumerate(numbers)
        }  # fmt: skip
        if twice := out.keys() & named.keys():
            raise GateError("lab.error.twice", "the name {name} stands twice", name=sorted(twice)[0])
        out |= named
        count += len(numbers)
    if not count or count > MOST:
        raise GateError("lab.error.count", "type 1 to {most} numbers", most=MOST)
    return out


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise GateError("lab.error.number", "{word} is not a number", word=word[:20]) from None
