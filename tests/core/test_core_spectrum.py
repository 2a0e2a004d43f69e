"""Eigenvalues against the predicted disc, Lyapunov exponents against closed forms and published values."""

import numpy as np
import pytest
from core_cases import NAMES, random_cell, random_run, zero_recurrent

from gates import GRU, LSTM, gradients
from gates.core.errors import GateError
from gates.core.gradients.spectrum import spectrum_of
from gates.core.init import make_cell


def random_gated(kind, d_h, scale, biases, seed=0, reset="before"):
    rng = np.random.default_rng(seed)
    return make_cell(kind, 1, d_h, rng=rng, reset=reset, recurrent_scale=scale, biases=biases)


def test_gru_eigenvalues_fill_the_predicted_disc():
    """Check 8, with the theory's own setting: predicted edge .90367, within 1 % at N = 200."""
    cell = random_gated("gru", 200, 1.7, [1.0, -0.5, 0.0])
    disc = gradients.predicted_disc(cell, 1.7)
    assert disc.edge == pytest.approx(0.90367, abs=5e-6)
    values = spectrum_of(gradients.zero_point_jacobian(cell))
    assert abs(values[0]) == pytest.approx(disc.edge, rel=0.01)
    # Evenly filled: a share r² of the eigenvalues lies within r times the radius.
    distance = np.sort(np.abs(values - disc.centre)) / disc.radius
    np.testing.assert_allclose(distance[[49, 99, 149]] ** 2, [0.25, 0.5, 0.75], atol=0.06)


@pytest.mark.parametrize("scale", [0.5, 1.0, 1.5, 2.0])
def test_gru_zero_point_exponent(scale):
    """Check 9: log(½ + a/4) at zero biases."""
    cell = random_gated("gru", 200, scale, [0, 0, 0], seed=1)
    values = spectrum_of(gradients.zero_point_jacobian(cell))
    assert np.log(abs(values[0])) == pytest.approx(np.log(0.5 + scale / 4), abs=0.03)
    assert np.log(gradients.predicted_disc(cell, scale).edge) == pytest.approx(
        np.log(0.5 + scale / 4), rel=1e-14
    )


def test_lstm_eigenvalues_are_d_h_zeros_and_a_disc():
    """Check 10, with the theory's own setting: predicted edge .99369, within 1 % at N = 200."""
    cell = random_gated("lstm", 200, 1.7, [-1.0, 1.0, 0.3, 0.0])
    disc = gradients.predicted_disc(cell, 1.7)
    assert disc.edge == pytest.approx(0.99369, abs=5e-6)
    assert disc.zeros == 200
    J = gradients.zero_point_jacobian(cell)
    # Exact zeros: J = [[f, G], [m f, m G]] there, whose lower half is m times its upper half.
    assert np.linalg.matrix_rank(J) == 200
    values = spectrum_of(J)
    assert abs(values[0]) == pytest.approx(disc.edge, rel=0.01)
    assert np.abs(values[200:]).max() < 1e-10
    assert np.abs(values[:200]).min() > 0.4


def test_the_scale_is_measured_if_it_is_not_given():
    cell = random_gated("lstm", 100, 1.7, [0, 0, 0, 0], seed=3)
    assert gradients.predicted_disc(cell).radius == pytest.approx(0.25 * 1.7, rel=0.02)
    plain = random_gated("rnn", 100, 0.9, [0])
    disc = gradients.predicted_disc(plain)
    assert disc.radius == pytest.approx(0.9, rel=0.02)
    assert abs(spectrum_of(gradients.zero_point_jacobian(plain))[0]) == pytest.approx(disc.edge, rel=0.05)


@pytest.mark.parametrize("name", NAMES)
def test_eigenvalues_and_singular_values_of_one_step(name):
    cell = random_cell(name)
    trace = random_run(cell)
    J = gradients.step_jacobians(cell, trace)[3, 1]
    values = gradients.eigenvalues(cell, trace, 3, batch=1)
    assert np.sum(values) == pytest.approx(np.trace(J), rel=1e-12)
    assert np.prod(values) == pytest.approx(np.linalg.det(J), rel=1e-9)
    assert np.all(np.diff(np.abs(values)) <= 1e-15)
    singular = gradients.singular_values(cell, trace, 3, batch=1)
    assert np.sum(singular**2) == pytest.approx(np.sum(J**2), rel=1e-13)
    assert np.all(np.isnan(spectrum_of([[np.inf, 0.0], [0.0, 1.0]])))


def test_gru_exponents_without_recurrent_weights():
    """Check 3: the mean of log z, unit by unit."""
    cell = zero_recurrent(random_cell("gru-before"))
    trace = random_run(cell, T=50)
    ours = gradients.lyapunov(cell, trace, batch=2)
    exact = np.sort(np.log(trace.z[:, 2]).mean(axis=0))[::-1]
    np.testing.assert_allclose(ours.exponents, exact, rtol=1e-14)


@pytest.mark.parametrize("count", [5, None])
def test_lstm_exponents_without_recurrent_weights(count):
    """Check 4: [Σ log f + ½ log(1 + m_T²)] / T, and d_h times -inf in the joint state."""
    cell = zero_recurrent(random_cell("lstm"))
    trace = random_run(cell, T=50)
    m_T = trace.o[-1, 1] * (1 - np.tanh(trace.c[-1, 1]) ** 2)
    exact = (np.log(trace.f[:, 1]).sum(axis=0) + 0.5 * np.log1p(m_T**2)) / 50
    ours = gradients.lyapunov(cell, trace, batch=1, count=count)
    np.testing.assert_allclose(ours.exponents[:5], np.sort(exact)[::-1], rtol=1e-14)
    assert np.all(ours.exponents[5:] == -np.inf)


def test_sum_of_lstm_exponents_is_the_mean_log_determinant():
    """Check 5."""
    cell = random_cell("lstm", d_h=8)
    trace = random_run(cell, T=60)
    ours = gradients.lyapunov(cell, trace, transient=10)
    c, o = trace.c[10:, 0], trace.o[10:, 0]
    by_gate = np.log(trace.f[10:, 0]) + np.log(np.abs(o * (1 - o) * np.tanh(c)))
    exact = by_gate.sum(axis=-1).mean() + np.linalg.slogdet(cell.U[2])[1]
    assert ours.exponents.sum() == pytest.approx(exact, rel=1e-13)


def frozen_gru(d_h, g, delta, seed=0):
    """h' = (1 - δ) h + δ tanh(J h): the GRU without recurrent weights in its gates, reset open."""
    U = np.zeros((3, d_h, d_h))
    U[2] = np.random.default_rng(seed).normal(size=(d_h, d_h)) * g / np.sqrt(d_h)
    b = np.zeros((3, d_h))
    b[0] = -1000 if delta == 1 else np.log(1 / delta - 1)
    b[1] = 1000
    return GRU(np.zeros((3, d_h, 1)), U, b, reset="after")


@pytest.mark.parametrize(
    ("g", "delta", "published", "tolerance"),
    [(3, 1, 0.30958, 0.05), (2, 1, 0.15425, 0.05), (3, 0.5, 0.21453, 0.12)],
)
def test_frozen_gate_gru_has_the_published_largest_exponent(g, delta, published, tolerance):
    """Check 11; published for N = 4096 per unit of time, so δ times that a step. Smaller N lies below."""
    cell = frozen_gru(256, g, delta)
    h0 = np.random.default_rng(1).normal(size=(1, 256))
    trace = cell.run(np.zeros((1200, 1, 1)), h0)
    ours = gradients.lyapunov(cell, trace, count=1, transient=300)
    assert ours.exponents[0] == pytest.approx(delta * published, rel=tolerance)


def test_full_spectrum_of_a_chaotic_network():
    """Check 11 at N = 64: λ1 .273, mean -2.221, entropy rate .0219 a unit in the theory's own run."""
    cell = frozen_gru(64, 3, 1, seed=2)
    trace = cell.run(np.zeros((1500, 1, 1)), np.random.default_rng(3).normal(size=(1, 64)))
    ours = gradients.lyapunov(cell, trace, transient=300)
    assert ours.exponents[0] == pytest.approx(0.273, rel=0.15)
    assert ours.exponents.mean() == pytest.approx(-2.221, rel=0.05)
    assert ours.entropy_rate / 64 == pytest.approx(0.0219, rel=0.2)
    positive = np.sum(ours.exponents > 0)
    assert positive < ours.dimension < 64


def test_spectrum_below_the_transition():
    """Check 12: log g + ½ log(1 - i/N) at the zero state, mean log g - ½."""
    g, N = 0.8, 128
    cell = frozen_gru(N, g, 1, seed=4)
    ours = gradients.lyapunov(cell, cell.run(np.zeros((200, 1, 1))), transient=50).exponents
    at = np.array([0, 32, 64, 96])
    np.testing.assert_allclose(ours[at], np.log(g) + 0.5 * np.log(1 - at / N), atol=0.06)
    assert ours.mean() == pytest.approx(np.log(g) - 0.5, abs=0.03)


def test_a_batched_trace_and_its_single_sequence_have_the_same_exponents():
    cell = random_cell("lstm")
    trace = random_run(cell, T=30)
    alone = gradients.lyapunov(cell, trace.sequence(2)).exponents
    np.testing.assert_array_equal(gradients.lyapunov(cell, trace, batch=2).exponents, alone)
    assert len(gradients.lyapunov(cell, trace, start=np.eye(10)[:, 3:6]).exponents) == 3


def test_kaplan_yorke_dimension():
    assert gradients.Lyapunov(np.array([0.5, -0.25, -1.0]), np.empty(0)).dimension == pytest.approx(2.25)
    assert gradients.Lyapunov(np.array([-0.1, -0.2]), np.empty(0)).dimension == 0
    assert gradients.Lyapunov(np.array([0.3, 0.1]), np.empty(0)).dimension == 2


def test_bad_requests_are_refused_and_overflow_is_nan():
    cell = random_cell("rnn")
    trace = random_run(cell)
    with pytest.raises(GateError, match="transient is 7"):
        gradients.lyapunov(cell, trace, transient=7)
    with pytest.raises(GateError, match="count is 6"):
        gradients.lyapunov(cell, trace, count=6)
    huge = LSTM(np.full((4, 2, 3), 1e300), np.zeros((4, 2)), activation="linear")
    ours = gradients.lyapunov(huge, huge.run(np.full((5, 1, 1), 1e300)))
    assert np.all(np.isnan(ours.exponents))
