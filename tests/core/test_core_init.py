"""Initial weights and biases: their laws, and that settings never redraw what they do not touch."""

import numpy as np
import pytest
from core_cases import parameters

from gates.core.activations import sigmoid
from gates.core.errors import GateError
from gates.core.init import FAMILIES, KINDS, gate_biases, input_weights, make_cell, recurrent_weights


def rng():
    return np.random.default_rng(16)


def test_gaussian_variance_is_a_squared_over_d_h():
    U = recurrent_weights("gaussian", 3, 200, 1.7, rng())
    assert np.var(U) == pytest.approx(1.7**2 / 200, rel=0.02)


def test_orthogonal_matrices_are_a_times_orthogonal():
    for U in recurrent_weights("orthogonal", 3, 20, 0.9, rng()):
        np.testing.assert_allclose(U.T @ U, 0.81 * np.eye(20), atol=1e-14)


def test_pytorch_weights_lie_within_one_over_root_d_h():
    U = recurrent_weights("pytorch", 4, 64, 1.0, rng())
    W = input_weights("pytorch", 4, 64, 3, 1.0, rng())
    for weights in (U, W):
        assert np.abs(weights).max() <= 1 / 8
        assert np.var(weights) == pytest.approx(1 / (3 * 64), rel=0.1)


def test_zero_family_and_input_scale():
    assert not recurrent_weights("zero", 3, 8, 1.0, rng()).any()
    W = input_weights("zero", 1, 400, 4, 0.5, rng())
    assert np.var(W) == pytest.approx(0.25 / 4, rel=0.1)


@pytest.mark.parametrize("kind", KINDS)
def test_biases_and_scales_never_redraw_the_weights(kind):
    K = {"lstm": 4, "gru": 3, "rnn": 1}[kind]
    first = make_cell(kind, 2, 6, rng=rng())
    moved = make_cell(kind, 2, 6, rng=rng(), biases=np.arange(K) + 1.0, bias_law="chrono", reset="after")
    scaled = make_cell(kind, 2, 6, rng=rng(), recurrent_scale=2.0, input_scale=3.0)
    np.testing.assert_array_equal(moved.W, first.W)
    np.testing.assert_array_equal(scaled.U, 2 * first.U)
    np.testing.assert_allclose(scaled.W[..., :2], 3 * first.W[..., :2], rtol=1e-15)
    np.testing.assert_array_equal(scaled.b, first.b)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_change_of_family_keeps_the_bias_draws(family):
    one = make_cell("lstm", 2, 6, rng=rng(), bias_law="uniform")
    other = make_cell("lstm", 2, 6, rng=rng(), bias_law="uniform", family=family)
    np.testing.assert_array_equal(one.b, other.b)


def test_chrono_time_scales_are_uniform_up_to_T_max():
    b = gate_biases("lstm", "chrono", 20_000, np.zeros(4), 100, rng())
    f, i = sigmoid(b[1]), sigmoid(b[0])
    scale = 1 / (1 - f)
    assert scale.min() >= 2
    assert scale.max() <= 100
    assert np.mean(scale) == pytest.approx(51, rel=0.01)
    np.testing.assert_allclose(i, 1 - f, rtol=1e-12)
    assert np.mean(f > 0.9) == pytest.approx((100 - 10) / (100 - 2), abs=0.005)
    z = gate_biases("gru", "chrono", 6, np.zeros(3), 100, rng())
    np.testing.assert_array_equal(z[0], b[1][:6])
    assert not z[1:].any()


def test_uniform_gate_biases_give_uniform_gates():
    f = sigmoid(gate_biases("gru", "uniform", 20_000, np.zeros(3), 100, rng())[0])
    np.testing.assert_allclose(np.quantile(f, [0.1, 0.5, 0.9]), [0.1, 0.5, 0.9], atol=0.015)


def test_constants_fill_their_gate_and_add_to_a_law():
    np.testing.assert_array_equal(
        gate_biases("lstm", "constant", 2, np.array([1, 2, 3, 4]), 100, rng()),
        [[1, 1], [2, 2], [3, 3], [4, 4]],
    )
    plain = gate_biases("lstm", "chrono", 5, np.zeros(4), 50, rng())
    moved = gate_biases("lstm", "chrono", 5, np.array([0, 1, 0, 0]), 50, rng())
    np.testing.assert_allclose(moved - plain, [[0] * 5, [1] * 5, [0] * 5, [0] * 5], atol=1e-15)


def test_bad_names_and_sizes_are_refused():
    for settings in ({"family": "xavier"}, {"bias_law": "none"}, {"reset": "never"}, {"biases": [1, 2]}):
        with pytest.raises(GateError):
            make_cell("gru", 1, 2, rng=rng(), **settings)
    with pytest.raises(GateError, match="T_max is 2"):
        make_cell("gru", 1, 2, rng=rng(), bias_law="chrono", T_max=2)
    with pytest.raises(GateError, match="kind is cnn"):
        make_cell("cnn", 1, 2, rng=rng())


@pytest.mark.parametrize("kind", KINDS)
def test_cells_are_float64_of_the_size_asked_for(kind):
    cell = make_cell(kind, 2, 5, rng=rng())
    assert (cell.d_x, cell.d_h) == (2, 5)
    assert all(array.dtype == np.float64 for array in parameters(cell).values())
