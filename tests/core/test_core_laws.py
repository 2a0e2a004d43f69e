"""Initialisation laws, saturation and clipping: closed forms and known numbers."""

from statistics import NormalDist

import numpy as np
import pytest

from gates.core import laws
from gates.core.activations import sigmoid
from gates.core.clipping import clip_by_global_norm, global_norm
from gates.core.errors import GateError
from gates.core.init import gate_biases
from gates.core.saturation import saturation


@pytest.mark.parametrize(
    ("T_max", "lags", "published"),
    [
        (100, [10, 50, 100, 500], [0.732, 0.330, 0.150, 9.8e-4]),
        (784, [10, 50, 100, 500, 1000], [0.941, 0.797, 0.677, 0.260, 0.0999]),
        (1000, [10, 50, 100, 500, 1000], [0.951, 0.829, 0.724, 0.327, 0.149]),
    ],
)
def test_chrono_law_has_the_tabulated_values(T_max, lags, published):
    """Check 15; the table was sampled, to about three digits."""
    np.testing.assert_allclose(laws.chrono_power(T_max, lags), published, rtol=4e-3)


@pytest.mark.parametrize("T_max", [3, 100, 5000])
def test_chrono_quadrature_equals_the_closed_form(T_max):
    """∫ v^L / (1 - v)² dv over [1/2, 1 - 1/T_max], by the recursion that the power's division gives."""
    low, high = 0.5, 1 - 1 / T_max
    square, single = T_max - 2.0, np.log(T_max / 2)
    for L in range(1, 41):
        square = square - single
        single = single - (high**L - low**L) / L
        assert laws.chrono_power(T_max, L) == pytest.approx(square / (T_max - 2), rel=1e-9)


def test_chrono_law_at_extreme_lags():
    assert laws.chrono_power(100, 0) == pytest.approx(1, rel=1e-13)
    # 60 digits of the integral over 2 … 100 at L = 60,000, by another library's adaptive quadrature.
    assert np.log10(laws.chrono_power(100, 60_000)) == pytest.approx(-264.663501940031361, abs=1e-10)


def test_uniform_law_has_the_tabulated_values():
    np.testing.assert_allclose(laws.uniform_power(128, [100, 1000]), [0.00455, 3.95e-7], rtol=2e-3)
    assert laws.uniform_power(512, 100) == pytest.approx(0.00816, rel=1e-3)
    assert laws.uniform_power(10**6, 9) == pytest.approx(0.1, rel=1e-4)


def test_constant_law_and_time_scales_have_the_tabulated_values():
    table = {
        0: (9.77e-4, 7.89e-31, 2, 1.443, 1.00),
        1: (0.0436, 2.48e-14, 3.718, 3.192, 2.21),
        2: (0.281, 3.07e-6, 8.389, 7.878, 5.46),
        3: (0.615, 7.76e-3, 21.09, 20.58, 14.27),
        5: (0.935, 0.511, 149.4, 148.9, 103.2),
    }
    for bias, (ten, hundred, mean_life, e_fold, half_life) in table.items():
        np.testing.assert_allclose(laws.constant_power(bias, [10, 100]), [ten, hundred], rtol=2e-3)
        scales = laws.time_scales(sigmoid(float(bias)))
        np.testing.assert_allclose(scales, [mean_life, e_fold, half_life], rtol=4e-3)
    np.testing.assert_array_equal(laws.time_scales([0.0, 1.0]), [[1, np.inf], [0, np.inf], [0, np.inf]])


@pytest.mark.parametrize("law", ["constant", "chrono", "uniform"])
def test_samples_follow_the_closed_form(law):
    rng = np.random.default_rng(0)
    d_h = 200_000 if law != "uniform" else 512
    draws = [
        gate_biases("lstm", law, d_h, np.array([0, 0, 0, 0]), 100, rng)[1]
        for _ in range(1 if d_h > 512 else 400)
    ]
    lags = np.array([1.0, 10.0, 100.0])
    closed = {
        "constant": lambda: laws.constant_power(0.0, lags),
        "chrono": lambda: laws.chrono_power(100, lags),
        "uniform": lambda: laws.uniform_power(512, lags),
    }[law]()
    np.testing.assert_allclose(laws.sampled_power(draws, lags), closed, rtol=0.02)


def test_laws_refuse_sizes_that_have_no_meaning():
    with pytest.raises(GateError, match="T_max is 2"):
        laws.chrono_power(2, 1)
    with pytest.raises(GateError, match="d_h is 2"):
        laws.uniform_power(2, 1)


def test_saturation_shares():
    gate = np.array([[[0.05, 0.5, 0.95], [0.2, 0.95, 0.95]], [[0.05, 0.05, 0.91], [0.1, 0.9, 0.89]]])
    shares = saturation(gate)
    np.testing.assert_array_equal(shares.left, [0.5, 0.25, 0])
    np.testing.assert_array_equal(shares.right, [0, 0.25, 0.75])


def test_saturation_of_a_gaussian_pre_activation():
    """P(f > .9) = Φ((b - ln 9)/s), P(f < .1) = Φ((-b - ln 9)/s)."""
    a = np.random.default_rng(1).normal(1.0, 1.5, size=(400_000, 1, 1))
    shares = saturation(sigmoid(a))
    phi = NormalDist().cdf
    assert shares.right[0] == pytest.approx(phi((1 - np.log(9)) / 1.5), abs=0.003)
    assert shares.left[0] == pytest.approx(phi((-1 - np.log(9)) / 1.5), abs=0.003)


def test_clip_of_a_hundred_ones():
    for size in (1.0, 1e20, 1e38, 1e-38):
        clipped = clip_by_global_norm({"W": np.full(100, size, np.float32)}, min(1.0, size))
        np.testing.assert_allclose(clipped.gradients["W"], min(1.0, size) / 10, rtol=1e-6)
        assert clipped.gradients["W"].dtype == np.float32
        assert clipped.before == pytest.approx(10 * size, rel=1e-6)
        assert clipped.after == pytest.approx(min(1.0, size), rel=1e-6)


def test_clip_in_double_precision_where_squares_leave_the_format():
    for size in (1e300, 1e-300):
        clipped = clip_by_global_norm({"a": np.full(3, size), "b": [2 * size, -2 * size]}, size)
        assert global_norm(clipped.gradients) == pytest.approx(size, rel=1e-15)
        assert clipped.gradients["b"][1] == pytest.approx(-2 * size / np.sqrt(11), rel=1e-15)


def test_clip_keeps_the_direction_and_meets_the_threshold():
    """Check 18."""
    rng = np.random.default_rng(2)
    gradients = {"W": rng.normal(size=(4, 5)), "b": rng.normal(size=5)}
    clipped = clip_by_global_norm(gradients, 0.7)
    flat = np.concatenate([g.ravel() for g in gradients.values()])
    after = np.concatenate([g.ravel() for g in clipped.gradients.values()])
    assert np.linalg.norm(after) == pytest.approx(0.7, rel=1e-14)
    assert after @ flat / np.linalg.norm(after) / np.linalg.norm(flat) == pytest.approx(1, rel=1e-14)
    assert clipped.factor == pytest.approx(0.7 / np.linalg.norm(flat), rel=1e-14)


def test_a_small_gradient_is_left_alone():
    g = np.array([0.3, 0.4])
    clipped = clip_by_global_norm({"g": g}, 0.5)
    assert clipped.gradients["g"] is g
    assert (clipped.before, clipped.after, clipped.factor) == (0.5, 0.5, 1.0)


def test_zero_gradient_and_zero_threshold():
    clipped = clip_by_global_norm({"g": np.zeros(3)}, 0)
    np.testing.assert_array_equal(clipped.gradients["g"], np.zeros(3))
    np.testing.assert_array_equal(clip_by_global_norm({"g": np.ones(3)}, 0).gradients["g"], np.zeros(3))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_gradients_that_are_not_finite_are_named_and_not_swallowed(bad):
    g = np.array([1.0, bad])
    clipped = clip_by_global_norm({"W": np.ones(2), "U": g}, 1.0)
    assert clipped.not_finite == ("U",)
    np.testing.assert_array_equal(clipped.gradients["U"], g)
    np.testing.assert_array_equal(clipped.gradients["W"], np.ones(2))
    assert not np.isfinite(clipped.before)


def test_a_negative_threshold_is_refused():
    for bad in (-1.0, np.nan):
        with pytest.raises(GateError, match="max_norm is"):
            clip_by_global_norm({"g": np.ones(2)}, bad)
