"""Numbers that are known from elsewhere: hand calculations, public threads, textbooks."""

import numpy as np
import pytest

from gates import GRU, LSTM
from gates.core.activations import sigmoid


def test_sigmoid_of_public_example_has_no_overflow():
    np.testing.assert_allclose(sigmoid([0.12, 0.34, -1234.1]), [0.52996405, 0.58419052, 0], atol=5e-9)


def test_sigmoid_keeps_relative_precision_where_its_logarithm_is_needed():
    # σ(-a) = e^{-a} (1 - e^{-a} + …): tanh(a / 2) would have lost all of it at a = 40.
    for a in (20.0, 40.0, 300.0, 700.0):
        assert np.log(sigmoid(-a)) == pytest.approx(-a - np.log1p(np.exp(-a)), rel=1e-15)


def test_sigmoid_takes_a_complex_step():
    a = np.array([-30.0, -1.0, 0.0, 5.0])
    s = sigmoid(a)
    np.testing.assert_allclose(sigmoid(a + 1e-30j).imag / 1e-30, s * (1 - s), rtol=1e-12)


@pytest.mark.parametrize(
    ("reset", "expected"), [("after", [0.113787, 0.205364]), ("before", [0.114915, 0.207034])]
)
def test_two_steps_of_a_one_unit_gru_tell_the_reset_conventions_apart(reset, expected):
    """All weights 1, both biases of every gate 1, input 0 (a public thread's case, PyTorch's two biases)."""
    # Where the reset acts before, both biases of the candidate sit outside; after, one of them is inside.
    b = np.array([[2.0], [2.0], [1.0 if reset == "after" else 2.0]])
    extra = {"b_hn": [1.0]} if reset == "after" else {}
    cell = GRU(np.ones((3, 1, 1)), np.ones((3, 1, 1)), b, reset=reset, **extra)
    h = cell.run(np.zeros((2, 1, 1))).h.ravel()
    np.testing.assert_allclose(h, expected, atol=6e-7)


def test_b_hn_acts_when_the_state_is_zero():
    cell = GRU(np.zeros((3, 2, 1)), np.zeros((3, 2, 2)), np.zeros((3, 2)), reset="after", b_hn=[1.0, 1.0])
    np.testing.assert_allclose(cell.step([[0.0]]).h, 0.231059, atol=5e-7)


def test_gates_with_different_biases_are_not_mixed_up():
    b = np.array([[-1.0], [2.0], [0.5], [0.3]])
    step = LSTM(np.zeros((4, 1, 2)), b).step([[0.0]], ([[0.0]], [[2.0]]))
    values = [step.i, step.f, step.o, step.c_tilde]
    np.testing.assert_allclose(np.ravel(values), [*sigmoid([-1.0, 2.0, 0.5]), np.tanh(0.3)], rtol=1e-15)
    gru = GRU(np.zeros((3, 1, 1)), np.zeros((3, 1, 1)), b[:3]).step([[0.0]], [[2.0]])
    np.testing.assert_allclose(
        np.ravel([gru.z, gru.r, gru.h_tilde]), [*sigmoid([-1.0, 2.0]), np.tanh(0.5)], rtol=1e-15
    )


@pytest.mark.parametrize(("gate", "last"), [("hard_sigmoid_keras2", 0.605695), ("sigmoid", 0.630845)])
def test_keras_lstm_with_hard_sigmoid(gate, last):
    """Kernel of ones, recurrent kernel 0, forget bias 1, x = [[1, 1], [0, 1]]."""
    W = np.concatenate([np.ones((4, 1, 2)), np.zeros((4, 1, 1))], axis=2)
    cell = LSTM(W, [[0.0], [1.0], [0.0], [0.0]], gate_activation=gate)
    h = cell.run(np.array([[[1.0, 1.0]], [[0.0, 1.0]]])).h
    assert h[-1, 0, 0] == pytest.approx(last, abs=5e-7)


def from_numbers(c_prev, f, i, g, o):
    """One LSTM unit whose gates have the given values: biases are the inverse functions."""
    b = np.array([[np.log(i / (1 - i))], [np.log(f / (1 - f))], [np.log(o / (1 - o))], [np.arctanh(g)]])
    return LSTM(np.zeros((4, 1, 2)), b).step([[0.0]], ([[0.0]], [[c_prev]]))


def test_textbook_steps():
    step = from_numbers(2.0, 0.8, 0.25, -0.4, 0.5)
    assert step.c.item() == pytest.approx(1.5, rel=1e-15)
    assert step.h.item() == pytest.approx(0.5 * np.tanh(1.5), rel=1e-15)
    z, candidate = np.log(0.75 / 0.25), np.arctanh(-0.4)
    gru = GRU(np.zeros((3, 1, 1)), np.zeros((3, 1, 1)), [[z], [0.0], [candidate]])
    assert gru.step([[0.0]], [[2.0]]).h.item() == pytest.approx(1.4, rel=1e-15)
