"""Numbers as people read them: digits that say something, and the sign that they deserve."""

from __future__ import annotations

import math

import pytest

from gates.ui.numbers import equated, percent, power, sign, significant, size


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0"), (0.5, "0.500"), (-1 / 3, "−0.333"), (0.00122, "0.00122"), (1.5e-7, "0.00000015"), (999_999.0, "999999"),
     (1e-12, "1.00 × 10⁻¹²"), (-3.14159e-9, "−3.14 × 10⁻⁹"), (2.5e6, "2.50 × 10⁶"), (-1e300, "−1.00 × 10³⁰⁰"),
     (math.inf, "∞"), (-math.inf, "−∞"), (math.nan, "NaN")],
)  # fmt: skip
def test_three_digits(value, shown):
    assert significant(value) == shown


@pytest.mark.parametrize(
    ("shown", "value", "expected"),
    [("0.500", 0.5, "="), ("0.731", 0.7310585786, "≈"), ("−2", -2.0, "="), ("0", 0.0, "="), ("1.00 × 10⁻¹²", 1e-12, "≈"),
     ("∞", math.inf, "=")],
)  # fmt: skip
def test_the_sign_before_a_number(shown, value, expected):
    assert sign(shown, value) == expected


def test_numbers_with_their_sign_sizes_and_shares():
    assert (equated(0.5), equated(0.9002495)) == ("= 0.500", "≈ 0.900")
    assert (size(3.1e-8), size(0.36), size(0.0), power(-math.inf)) == (
        "3.1 × 10<sup>−8</sup>",
        "0.360",
        "0",
        "0",
    )
    assert (percent(-0.001), percent(0.125), percent(-0.06)) == ("0", "12", "−6")
