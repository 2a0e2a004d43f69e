"""The calculations of the textbook come out digit for digit, and agree with the core."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from latex2mathml.converter import convert

from gates import GRU, LSTM, gradients
from gates.core.errors import GateError
from gates.steps import (
    CONVENTIONS,
    Step,
    forget_product,
    gru_from_gates,
    gru_from_weights,
    lstm_from_gates,
    lstm_from_weights,
    parse_matrix,
    parse_numbers,
    show,
)
from gates.text.steps import TEXTS

RNG = np.random.default_rng(3)
W_LSTM, B_LSTM = RNG.standard_normal((4, 2, 5)), RNG.standard_normal((4, 2))
W_GRU, U_GRU, B_GRU = (
    RNG.standard_normal((3, 2, 3)),
    RNG.standard_normal((3, 2, 2)),
    RNG.standard_normal((3, 2)),
)
X, H, C, B_HN = [0.5, -1.0, 2.0], [0.3, -0.6], [1.5, -0.2], [0.4, -0.7]


def latex(step: Step, name: str) -> str:
    return next(line.latex for line in step.lines if line.name == name)


def text(step: Step, name: str) -> str:
    return next(line.text for line in step.lines if line.name == name)


def sign(step: Step, about: str) -> str:
    """Sign between letter and number in the sentence about a quantity."""
    return next(str(s.params["sign"]) for s in step.sentences if s.key.startswith(f"step.say.{about}"))


def test_lstm_exercise_of_the_textbook() -> None:
    step = lstm_from_gates(2, f=0.8, i=0.25, c_tilde=-0.4, o=0.5)
    assert step.values["c"] == (1.5,)
    assert step.values["h"] == (0.5 * math.tanh(1.5),)
    assert text(step, "c") == "c = 1.5"
    assert text(step, "h") == "h = 0.5·tanh 1.5 ≈ 0.452574"
    assert text(step, "slope") == "∂cₜ/∂cₜ₋₁ = 0.8"
    assert latex(step, "c") == (
        r"c_t = f_t c_{t-1} + i_t \tilde{c}_t = 0.8 \times 2 + 0.25 \times (-0.4) = 1.6 - 0.1 = 1.5"
    )
    assert latex(step, "h") == r"h_t = o_t \tanh(c_t) = 0.5 \times \tanh\left(1.5\right) \approx 0.452574"


def test_gru_exercise_of_the_textbook_in_both_conventions_of_z() -> None:
    step = gru_from_gates(0.75, 2, -0.4)
    assert (step.values["h"], step.values["slope"]) == ((1.4,), (0.75,))
    assert text(step, "h") == "h = 1.4"
    assert latex(step, "h").endswith(r"= 0.75 \times 2 + (1 - 0.75) \times (-0.4) = 1.5 - 0.1 = 1.4")
    assert latex(step, "slope").endswith("= z_t = 0.75")
    other = gru_from_gates(0.75, 2, -0.4, "admits")
    assert (other.values["h"], other.values["slope"]) == ((0.2,), (0.25,))
    assert latex(other, "slope").endswith("= 1 - z_t = 1 - 0.75 = 0.25")
    assert gru_from_gates(0.25, 2, -0.4, "admits").values["h"] == (1.4,)


@pytest.mark.parametrize("gates", ["0.9, 0.8, 0.5", "0.9，0.8、0.5", "０．９；０．８ 0.5", [0.9, 0.8, 0.5]])
def test_forget_gates_of_the_textbook(gates: object) -> None:
    step = forget_product(gates)
    assert step.values["product"] == (0.36,)
    assert step.values["partial"] == (0.9, 0.72, 0.36)
    assert text(step, "product") == "∏f = 0.36"
    assert latex(step, "product") == r"\prod_{t=1}^{3} f_t = 0.9 \times 0.8 \times 0.5 = 0.36"
    assert step.sentences[0].key == "step.say.product"


def test_a_product_far_below_the_smallest_float_keeps_its_exponent() -> None:
    step = forget_product([0.5] * 2000)
    assert step.values["product"] == (0.0,)
    assert step.values["log10"][0] == pytest.approx(-602.0599913279624, abs=1e-9)
    assert text(step, "product") == "log₁₀ ∏f ≈ −602.06"
    assert step.sentences[0].key == "step.say.product.tiny"
    assert forget_product([1e-300] * 2000).values["log10"][0] == pytest.approx(-600_000)


def test_a_closed_forget_gate_cuts_the_direct_path() -> None:
    step = forget_product("0.9 0 0.9")
    assert step.values["log10"] == (-math.inf,)
    assert text(step, "product") == "∏f = 0"
    assert step.sentences[0].key == "step.say.product.zero"


@pytest.mark.parametrize("convention", CONVENTIONS)
@settings(max_examples=100, deadline=None)
@given(st.integers(0, 100), st.integers(-500, 500), st.integers(-100, 100))
def test_typed_decimals_stay_decimals(convention: str, z: int, h: int, h_tilde: int) -> None:
    """With at most two decimals typed, no more than four can come out."""
    step = gru_from_gates(z / 100, h / 100, h_tilde / 100, convention)  # type: ignore[arg-type]
    keep = z if convention == "keeps" else 100 - z
    assert step.values["h"] == ((keep * h + (100 - keep) * h_tilde) / 10_000,)
    assert r"\approx" not in latex(step, "h") + latex(step, "slope")
    assert all(
        len(word) <= 8 for word in latex(step, "h").replace("(", "").replace(")", "").split() if "." in word
    )


def test_vectors_are_mixed_unit_by_unit() -> None:
    step = lstm_from_gates([2, -1], [0.8, 0.99], [0.25, 0.1], [-0.4, 0], [0.5, 1])
    assert step.values["c"] == (1.5, -0.99)
    assert text(step, "c") == "c = (1.5, −0.99)"
    assert r"\begin{pmatrix} 1.6 \\ -0.99 \end{pmatrix}" in latex(step, "c")
    assert r"\odot" in latex(step, "c")


def test_lstm_from_weights_is_the_core_step() -> None:
    step = lstm_from_weights(X, H, C, W_LSTM, B_LSTM)
    cell = LSTM(W_LSTM, B_LSTM)
    core = cell.step(np.array(X)[None], (np.array(H)[None], np.array(C)[None]))
    for name in ("i", "f", "o", "c_tilde", "c", "h"):
        np.testing.assert_allclose(step.values[name], getattr(core, name)[0], rtol=1e-14, err_msg=name)
    assert [line.name for line in step.lines] == ["i", "f", "o", "c_tilde", "c", "h", "slope"]
    trace = cell.run(np.array(X)[None, None], (np.array(H)[None], np.array(C)[None]))
    J = gradients.step_jacobians(cell, trace)[0, 0]
    np.testing.assert_array_equal(np.reshape(step.values["jacobian"], (4, 4)), J)
    np.testing.assert_allclose(J[:2, :2], np.diag(step.values["slope"]), rtol=1e-14)


@pytest.mark.parametrize("reset", ["before", "after"])
def test_gru_from_weights_is_the_core_step(reset: str) -> None:
    step = gru_from_weights(X, H, W_GRU, U_GRU, B_GRU, B_HN if reset == "after" else None, reset)  # type: ignore[arg-type]
    cell = GRU(W_GRU, U_GRU, B_GRU, reset=reset, b_hn=np.array(B_HN) if reset == "after" else None)
    core = cell.step(np.array(X)[None], np.array(H)[None])
    for name in ("z", "r", "h_tilde", "h"):
        np.testing.assert_allclose(step.values[name], getattr(core, name)[0], rtol=1e-13, err_msg=name)
    symbols = latex(step, "h_tilde")
    assert (r"U_h (r_t \odot h_{t-1})" in symbols) == (reset == "before")
    assert (r"r_t \odot (U_h h_{t-1} + b_{hn})" in symbols) == (reset == "after")


def test_the_same_weights_in_the_other_convention_of_z() -> None:
    keeps, admits = (gru_from_weights(X, H, W_GRU, U_GRU, B_GRU, convention=c) for c in CONVENTIONS)
    np.testing.assert_allclose(admits.values["z"], keeps.values["z"], rtol=1e-13)
    z, h_tilde = np.array(keeps.values["z"]), np.array(keeps.values["h_tilde"])
    np.testing.assert_allclose(admits.values["h"], (1 - z) * H + z * h_tilde, rtol=1e-13)
    np.testing.assert_allclose(admits.values["slope"], 1 - z, rtol=1e-13)


def test_the_jacobian_of_the_other_convention_is_its_own_derivative() -> None:
    def h_of(h: list[float]) -> np.ndarray:
        return np.array(gru_from_weights(X, h, W_GRU, U_GRU, B_GRU, convention="admits").values["h"])

    J = np.reshape(
        gru_from_weights(X, H, W_GRU, U_GRU, B_GRU, convention="admits").values["jacobian"], (2, 2)
    )
    for j, e in enumerate(np.eye(2) * 1e-6):
        measured = (h_of(list(H + e)) - h_of(list(H - e))) / 2e-6
        np.testing.assert_allclose(J[:, j], measured, rtol=1e-7)


def test_all_ones_tell_the_two_resets_apart() -> None:
    """Published values for two steps with every weight 1, both biases 1, x = 0."""
    ones, b = np.ones((3, 1, 1)), np.array([[2.0], [2.0], [1.0]])
    for reset, expected in {"after": (0.113787, 0.205364), "before": (0.114915, 0.207034)}.items():
        h = 0.0
        for value in expected:
            h = gru_from_weights(0, h, ones, ones, b, [1.0], reset).values["h"][0]  # type: ignore[arg-type]
            assert h == pytest.approx(value, abs=5e-7)


def test_b_hn_acts_from_a_zero_state() -> None:
    zeros = np.zeros((3, 1, 1))
    step = gru_from_weights(0, 0, zeros, zeros, zeros[:, 0], [1.0], "after")
    assert step.values["h"][0] == pytest.approx(0.231059, abs=5e-7)


ALL_STEPS = [
    lstm_from_gates(2, 0.8, 0.25, -0.4, 0.5),
    lstm_from_gates([-2, 0.001], [0, 1], [0.05, 0.95], [-1, 1], [0, 0.5]),
    lstm_from_weights(X, H, C, W_LSTM, B_LSTM),
    lstm_from_weights(1000, 0, 0, np.ones((4, 1, 2)), np.zeros((4, 1))),
    *(gru_from_gates([0.05, 0.95], [1, 2], [0.1, 0.2], c) for c in CONVENTIONS),
    *(gru_from_gates(z, 1, 0.5, c) for c in CONVENTIONS for z in (0.05, 0.5, 0.95)),
    *(
        gru_from_weights(X, H, W_GRU, U_GRU, B_GRU, B_HN, r, c)
        for r in ("before", "after")
        for c in CONVENTIONS
    ),  # type: ignore[arg-type]
    gru_from_weights(1, 0.5, np.ones((3, 1, 1)), np.ones((3, 1, 1)), np.zeros((3, 1))),
    forget_product([0.5] * 30),
    forget_product([0.9] * 9),
]


@pytest.mark.parametrize("step", ALL_STEPS)
def test_every_line_becomes_mathml_and_every_sentence_exists(step: Step) -> None:
    for line in step.lines:
        mathml = convert(line.latex)
        assert mathml.startswith("<math")
        assert "\\" not in mathml
        assert "00000" not in line.latex.replace("1000", "")
    for sentence in step.sentences:
        for language in ("zh", "en"):
            assert "{" not in TEXTS[sentence.key][language].format(**sentence.params)


@pytest.mark.parametrize("step", ALL_STEPS)
def test_formulas_are_the_same_in_every_language(step: Step) -> None:
    for line in step.lines:
        assert r"\text" not in line.latex
        if line.name == "slope":
            assert (
                r"\right|_{f, i, \tilde{c}}" if "c" in step.values else r"\right|_{z, \tilde{h}}"
            ) in line.latex


def test_percentages_of_several_units_stand_in_brackets() -> None:
    said = lstm_from_gates([2, -1], [0.8, 0.4], [0.25, 0.1], [-0.4, 0], [0.5, 1]).sentences[0]
    assert TEXTS[said.key]["en"].format(**said.params) == (
        "Forget gate f = (0.8, 0.4): (80, 40) % of the old cell state is kept, (20, 60) % forgotten."
    )


def test_rounded_values_stand_behind_an_approximate_sign() -> None:
    step = lstm_from_weights(1000, 0, 0, np.ones((4, 1, 2)), np.zeros((4, 1)))
    assert text(step, "f") == "f ≈ 1"
    assert latex(step, "f").endswith(r"= \sigma\left(1000\right) \approx 1")
    assert sign(step, "f") == sign(step, "h") == sign(step, "slope_c") == "≈"
    half = lstm_from_weights(0, 0, 2, np.ones((4, 1, 2)), np.zeros((4, 1)))
    assert latex(half, "f").endswith(r"= \sigma\left(0\right) = 0.5")
    assert text(half, "c") == "c = 1"
    assert (sign(half, "f"), sign(half, "h"), sign(half, "slope_c")) == ("=", "≈", "=")


def test_a_rounded_hidden_state_is_not_said_to_be_equal() -> None:
    step = lstm_from_gates(2, 0.8, 0.25, -0.4, 0.5)
    said = [s for s in step.sentences if s.key == "step.say.h"]
    assert [TEXTS[s.key]["en"].format(**s.params).partition(":")[0] for s in said] == [
        "Hidden state h ≈ 0.452574"
    ]
    assert (sign(step, "f"), sign(step, "c_tilde"), sign(step, "slope_c")) == ("=", "=", "=")
    drawn = gru_from_weights(X, H, W_GRU, U_GRU, B_GRU)
    assert {sign(drawn, name) for name in ("z_keeps", "r", "h_tilde")} == {"≈"}


@pytest.mark.parametrize(
    ("call", "key", "said"),
    [
        (lambda: lstm_from_gates(2, 1.2, 0, 0, 0), "gate", "f is a gate"),
        (lambda: lstm_from_gates(2, 0.5, -0.1, 0, 0), "gate", "it is −0.1"),
        (lambda: lstm_from_gates(2, 0.5, 0.5, 1.5, 0), "candidate", "c̃ is a candidate"),
        (lambda: lstm_from_gates(None, 0.5, 0.5, 0, 0), "missing", "cₜ₋₁ is missing"),
        (lambda: lstm_from_gates("", 0.5, 0.5, 0, 0), "missing", "cₜ₋₁ is missing"),
        (lambda: lstm_from_gates("abcxyz", 0.5, 0.5, 0, 0), "number", "it is 'abcxyz'"),
        (lambda: lstm_from_gates(math.nan, 0.5, 0.5, 0, 0), "number", "it is nan"),
        (lambda: lstm_from_gates(math.inf, 0.5, 0.5, 0, 0), "number", "it is inf"),
        (
            lambda: lstm_from_gates([1, 2], 0.5, 0.5, 0, 0),
            "length",
            "f must hold as many numbers as cₜ₋₁: it has 1, not 2",
        ),
        (lambda: lstm_from_gates([1] * 5, 0.5, 0.5, 0, 0), "size", "cₜ₋₁ has 5 numbers"),
        (lambda: gru_from_gates(-0.1, 2, 0), "gate", "z is a gate"),
        (lambda: gru_from_gates(0.5, 2, -1.1), "candidate", "h̃ is a candidate"),
        (lambda: forget_product(""), "missing", "f is missing"),
        (lambda: forget_product("0.9, 1.1"), "gate", "it is 1.1"),
        (lambda: forget_product("0.9, x"), "number", "it is 'x'"),
        (lambda: forget_product([0.9] * 2001), "gates", "2001 gates"),
        (
            lambda: lstm_from_weights(1, 0, 0, np.full((4, 1, 2), np.nan), np.zeros((4, 1))),
            "weights",
            "W holds",
        ),
        (
            lambda: lstm_from_weights(1, 0, 0, np.zeros((4, 5, 6)), np.zeros((4, 5))),
            "size",
            "W has 6 numbers",
        ),
    ],
)
def test_impossible_numbers_are_refused_with_a_reason(call, key: str, said: str) -> None:
    with pytest.raises(GateError) as caught:
        call()
    assert caught.value.key == f"error.step.{key}"
    assert said in str(caught.value)
    assert TEXTS[caught.value.key]["en"].format(**caught.value.params) == str(caught.value)


def test_shapes_that_do_not_fit_are_named_by_the_core() -> None:
    with pytest.raises(GateError, match=r"W has shape \(3, 1, 2\)"):
        lstm_from_weights(1, 0, 0, np.zeros((3, 1, 2)), np.zeros((4, 1)))
    with pytest.raises(GateError, match="b_hn has shape"):
        gru_from_weights(X, H, W_GRU, U_GRU, B_GRU, [1.0], "before")


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (0.9 * 0.8 * 0.5, "0.36"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.333333"),
        (-0.0, "0"),
        (-2.5, "−2.5"),
        (1.5e-7, "1.5·10⁻⁷"),
        (1e300, "1·10³⁰⁰"),
        (123456.789, "123456.789"),
    ],
)
def test_numbers_are_written_short(number: float, written: str) -> None:
    assert show(number) == written


def test_typed_numbers_and_matrices() -> None:
    assert parse_numbers("x", " −1，2、３.5;4e-3 ") == (-1.0, 2.0, 3.5, 0.004)
    assert parse_matrix("W", "1, 2; 3 4\n5，6\n") == ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0))
