"""Numbers as people read them, right to the last digit shown, and the sentence that each situation gets."""

from __future__ import annotations

import math
import re
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ui_scenes import reach_of, run_of

from gates.text import say
from gates.ui.explorer import words
from gates.ui.explorer.compute import Reach

NUMBER = re.compile(r"(−?)(\d+)(?:\.(\d+))?(?: × 10<sup>(−?\d+)</sup>)?")


def shown(text: str) -> tuple[Decimal, Decimal, int]:
    """Value of a shown number, the unit of its last digit, and how many significant digits it has."""
    sign, whole, fraction, exponent = NUMBER.fullmatch(text).groups()
    places = len(fraction or "")
    scale = Decimal(10) ** int((exponent or "0").replace("−", "-"))
    digits = Decimal(f"{'-' if sign else ''}{whole}.{fraction or '0'}")
    return digits * scale, Decimal(10) ** -places * scale, len((whole + (fraction or "")).lstrip("0"))


def is_right(text: str, exact: Decimal, slack: Decimal) -> bool:
    """Whether ``exact`` rounds to what is shown; ``slack`` is the relative error of the double itself."""
    value, unit, _ = shown(text)
    return abs(value - exact) <= unit / 2 + abs(exact) * slack


@given(st.floats(-9e5, 9e5))
@example(-2.5)
@example(-2.4999999999)
@example(3.9999999)
@example(4.0)
@example(-8.0)
@example(-7.978810700930062)  # 1.05e-8 lies between two numbers that can be shown
@example(-5 + math.log10(9.96))
def test_powers_are_right_to_the_last_digit(log10):
    with localcontext() as context:
        context.prec = 60
        exact = Decimal(10) ** Decimal(log10)
        text = words.power(log10)
        # The logarithm is a double: a change of its last bit moves the number by this share.
        slack = Decimal("2.4") * Decimal(math.ulp(log10)) + Decimal("1e-15")
        assert is_right(text, exact, slack)
        assert shown(text)[2] >= 2


@pytest.mark.parametrize(
    ("log10", "text"),
    [
        (0.0, "1.00"),
        (-math.inf, "0"),
        (math.inf, "—"),
        (math.nan, "—"),
        (math.log10(0.052), "0.0520"),
        (math.log10(3.1e-8), "3.1 × 10<sup>−8</sup>"),
        (-600.5, "3.2 × 10<sup>−601</sup>"),
        (math.log10(9.97e-5), "1.0 × 10<sup>−4</sup>"),
        (12.0, "1.0 × 10<sup>12</sup>"),
        (-602.0599913279624, "8.7 × 10<sup>−603</sup>"),
    ],
)
def test_powers(log10, text):
    assert words.power(log10) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(999.96)
@example(-0.0004999)
@example(1e-12)
@example(5e-324)
@example(1.7976931348623157e308)
def test_numbers_are_right_to_the_last_digit(value):
    text = words.significant(value)
    with localcontext() as context:
        context.prec = 400
        assert is_right(text, Decimal(value), Decimal("1e-12"))
    if value:
        # Never a row of zeros for a number that is not zero.
        assert shown(text)[2] >= 2


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (3.718, "3.72"), (148.9, "149"), (1234567.0, "1.2 × 10<sup>6</sup>"), (-0.25, "−0.250"),
     (math.inf, "∞"), (-math.inf, "—"), (math.nan, "—"), (2.5e-9, "2.5 × 10<sup>−9</sup>")],
)  # fmt: skip
def test_numbers(value, text):
    assert words.significant(value) == text


# ---- sentences


def told(lang: str, key: str, **fields: object) -> re.Pattern[str]:
    """The sentence of ``key`` with any value in the fields that are not given."""
    pattern = re.escape(say(lang, key)).replace(r"\{", "{").replace(r"\}", "}")
    for name, value in fields.items():
        pattern = pattern.replace(f"{{{name}}}", re.escape(str(value)))
    return re.compile(re.sub(r"\{\w+\}", ".+?", pattern))


def reach(direct: list[float], full: list[float]) -> Reach:
    """Norms at k = 0 … T."""
    return Reach(np.array(direct), np.array(full), np.array(full))


@pytest.mark.parametrize("cell", ["lstm", "gru"])
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("norm", ["rms", "spectral"])
def test_with_zero_recurrent_weights_both_are_said_to_coincide(cell, lang, norm):
    _, run, _ = run_of(cell=cell, family="zero", norm=norm)
    exact = reach_of(run)
    # Equal to the last bit but one: far below what the float32 of a frame can tell apart.
    np.testing.assert_allclose(exact.full, exact.direct, rtol=4e-16)
    for k in (0, 10, 29):
        said = words.reach_says(lang, run, exact, False, k)
        assert told(lang, "say.reach.same", T=30, k=k, direct=words.power(exact.full[k])).match(said)


def test_a_network_with_recurrent_weights_has_a_gap_that_is_said():
    _, run, _ = run_of(recurrent_scale=2.0)
    exact = reach_of(run)
    gap = exact.full[10] - exact.direct[10]
    assert abs(gap) > 0.1
    said = words.reach_says("en", run, exact, False, 10)
    key = "say.reach.more" if gap > 0 else "say.reach.less"
    assert told("en", key, T=30, k=10, gap=f"{abs(gap):.2f}", full=words.power(exact.full[10])).match(said)
    assert words.readouts("en", run, exact, 10)["gap"] == f"{gap:+.2f} decades".replace("-", "−")


@pytest.mark.parametrize(
    ("direct", "full", "key"),
    [
        ([-3.0, 0.0], [-1.0, 0.0], "say.reach.more"),
        ([-1.0, 0.0], [-3.0, 0.0], "say.reach.less"),
        ([-3.0, 0.0], [-3.0, 0.0], "say.reach.same"),
        ([-math.inf, 0.0], [-math.inf, 0.0], "say.reach.same"),
        ([-3.0, 0.0], [-math.inf, 0.0], "say.reach.zero"),
        ([-3.0, 0.0], [math.nan, 0.0], "say.nonfinite"),
        ([-3.0, 0.0], [math.inf, 0.0], "say.nonfinite"),
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_is_said_at_the_cursor(direct, full, key, lang):
    _, run, _ = run_of(T=1)
    assert told(lang, key).match(words.reach_says(lang, run, reach(direct, full), False, 0))


def test_at_the_last_step_there_is_nothing_to_compare():
    _, run, _ = run_of()
    assert words.reach_says("en", run, reach_of(run), False, 30).startswith(say("en", "say.reach.end"))


def test_an_rnn_has_no_direct_path():
    _, run, _ = run_of(cell="rnn")
    exact = reach_of(run)
    said = words.reach_says("en", run, exact, False, 5)
    assert told("en", "say.reach.rnn", T=30, k=5, full=words.power(exact.full[5])).match(said)
    readouts = words.readouts("en", run, exact, 5)
    assert {readouts[k] for k in ("half_life", "tau", "efold", "saturated", "gap")} == {"—"}


@pytest.mark.parametrize(
    ("first", "word"),
    [(-7.3, "Vanished"), (-7.2, None), (0.0, None), (7.2, None), (7.3, "Exploded"), (-600.0, "Vanished"),
     (-math.inf, "Vanished"), (math.inf, "Not finite"), (math.nan, "Not finite")],
)  # fmt: skip
def test_the_fate_of_the_gradient_is_a_word(first, word):
    _, run, _ = run_of(T=1)
    said = words.reach_says("en", run, reach([first, 0.0], [first, 0.0]), False, 1)
    found = [w for w in ("Vanished", "Exploded", "Not finite") if f"<strong>{w}</strong>" in said]
    assert found == ([word] if word else [])


@pytest.mark.parametrize("first", [-30.0, 30.0])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_gates_are_not_blamed_where_there_are_none(first, lang):
    curves = reach([first, 0.0], [first, 0.0])
    gates = say(lang, "say.in_spite_of_gates")
    assert gates not in words.gradient_says(lang, "rnn", curves, 1)
    for kind in ("lstm", "gru"):
        said = words.gradient_says(lang, kind, curves, 1)
        assert said.endswith(gates)
        assert ("。 " in said) is False


def test_what_is_being_computed_is_said():
    _, run, _ = run_of()
    assert words.reach_says("zh", run, None, True, 3) == say("zh", "say.waiting_first")
    assert words.reach_says("zh", run, reach_of(run), True, 3) == say("zh", "say.waiting")


class Overflowed:
    """A run whose state stops being finite at step 3."""

    kind, T = "gru", 5

    class trace:
        h = np.array([0.1, 0.2, np.inf, np.nan, np.nan])[:, None, None]


def test_an_overflow_is_said_with_its_step():
    assert words.overflow(Overflowed) == 3
    assert words.states_says("en", Overflowed) == say("en", "say.states.overflow", t=3)
    assert words.reach_says("zh", Overflowed, None, False, 1) == say("zh", "say.nonfinite")


def test_readouts_of_gates_held_at_a_known_value():
    # Zero input, state and weights: f = σ(1) at every step (theory.md's table: 3.718, 3.192, 2.21).
    _, run, _ = run_of(source="zero", family="zero", b_f=1.0, b_i=-8.0, b_o=8.0)
    out = words.readouts("en", run, reach_of(run), 10)
    assert out["tau"] == "3.72 steps"
    assert out["efold"] == "3.19 steps"
    assert out["half_life"] == "2.21 steps"
    assert out["saturated"] == "<var>f</var> 0 / 0 % · <var>i</var> 100 / 0 % · <var>o</var> 0 / 100 %"
    assert out["gap"] == "0.00 decades"
    assert out["tau_name"] == "1/(1−f̄)"


def test_the_size_of_huge_states_is_no_overflow():
    assert words._rms(np.array([3e200, 4e200])) == pytest.approx(np.sqrt(12.5) * 1e200)
    assert words._rms(np.zeros(3)) == 0.0
