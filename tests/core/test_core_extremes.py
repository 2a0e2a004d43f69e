"""Nothing that a person can ask for makes a warning, and nothing finite becomes NaN without a reason.

The test run turns every warning into an error.
"""

from dataclasses import replace

import numpy as np
import pytest
from core_cases import NAMES, parameters, random_cell, random_run, random_state
from hypothesis import given, settings
from hypothesis import strategies as st

from gates import LSTM, RNN, gradients
from gates.core.init import make_cell


@pytest.mark.parametrize("bias", [-1000.0, 1000.0])
@pytest.mark.parametrize("name", NAMES)
def test_gates_at_their_extremes(name, bias):
    cell = random_cell(name)
    cell = replace(cell, b=np.full_like(cell.b, bias))
    trace = random_run(cell, T=20)
    grads = cell.backward(trace, np.ones_like(trace.h))
    flow = gradients.flow(cell, trace)
    gate = {"lstm": "f", "rnn": "h"}.get(name, "z")
    assert set(np.unique(getattr(trace, gate))) == {np.sign(bias)} if name == "rnn" else {float(bias > 0)}
    for array in (trace.h, grads.dx, grads.dW, grads.db, grads.dh0):
        assert np.all(np.isfinite(array))
    expected = -np.inf if bias < 0 or name == "rnn" else 0.0
    assert np.all(flow.log10_direct[0] == expected)
    assert not np.any(np.isnan(flow.log10_full))


def test_a_held_state_is_kept_to_the_last_bit():
    for name in ("lstm", "gru-before", "gru-after"):
        cell = random_cell(name)
        b = np.array([[-1000], [1000], [0], [0]]) if name == "lstm" else np.array([[1000], [0], [0]])
        cell = replace(cell, b=b + np.zeros_like(cell.b))
        trace = random_run(cell, T=50)
        kept, first = (trace.c, trace.c0) if name == "lstm" else (trace.h, trace.h0)
        np.testing.assert_array_equal(kept, np.broadcast_to(first, kept.shape))


@pytest.mark.parametrize("norm", ["rms", "spectral"])
@pytest.mark.parametrize("name", NAMES)
def test_weights_scaled_until_everything_saturates_or_explodes(name, norm):
    for scale in (1e2, 1e8, 1e150, 1e300):
        cell = random_cell(name, scale=scale)
        trace = random_run(cell, T=30)
        cell.backward(trace, np.ones_like(trace.h))
        gradients.step_jacobians(cell, trace)
        flow = gradients.flow(cell, trace, norm)
        assert flow.log10_full.shape == (31, 3)
        assert np.all(flow.log10_full[-1] == 0)


def test_an_exploding_network_reports_its_size_and_then_infinity():
    cell = RNN(np.zeros((2, 1)), np.full((2, 2), 5.0), np.zeros(2), activation="linear")
    trace = cell.run(np.zeros((400, 1, 1)), np.ones((1, 2)))
    assert np.all(np.isinf(trace.h[-1]))
    flow = gradients.flow(cell, trace)
    # ∂h_T/∂h_k = U^(T-k) = 10^(T-k-1) U, whose Frobenius norm over √2 is 10^(T-k) / √2.
    exact = np.arange(400, 0, -1) - np.log10(2) / 2
    np.testing.assert_allclose(flow.log10_full[:-1, 0], exact, rtol=1e-14)
    unbounded = LSTM(np.full((4, 3, 4), 1e200), np.zeros((4, 3)), activation="linear")
    broken = unbounded.run(np.full((5, 1, 1), 1e200))
    assert not np.all(np.isfinite(broken.h))
    assert not np.all(np.isfinite(gradients.flow(unbounded, broken, "spectral").log10_joint[0]))


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(NAMES),
    d_x=st.integers(1, 4),
    d_h=st.integers(1, 6),
    T=st.integers(0, 5),
    B=st.integers(1, 4),
    size=st.sampled_from([0.0, 1e-3, 1.0, 1e3]),
)
def test_shapes_of_everything(name, d_x, d_h, T, B, size):
    cell = random_cell(name, d_x=d_x, d_h=d_h, scale=size)
    rng = np.random.default_rng(13)
    X, state = size * rng.normal(size=(T, B, d_x)), random_state(cell, B, rng)
    trace = cell.run(X, state)
    grads = cell.backward(trace, np.ones((T, B, d_h)), state)
    flow = gradients.flow(cell, trace)
    S = cell.state_size

    names = {"lstm": "i f o c_tilde c h h_prev c_prev", "rnn": "h h_prev"}.get(name, "z r h_tilde h h_prev")
    for field in names.split():
        assert getattr(trace, field).shape == (T, B, d_h)
        assert np.all(np.isfinite(getattr(trace, field)))
    assert gradients.step_jacobians(cell, trace).shape == (T, B, S, S)
    assert grads.dx.shape == (T, B, d_x)
    assert grads.dh0.shape == (B, d_h)
    for field, array in parameters(cell).items():
        assert getattr(grads, f"d{field}").shape == array.shape
    assert flow.log10_direct.shape == (T + 1, B, d_h)
    for field in ("log10_direct_norm", "log10_full", "log10_joint"):
        assert getattr(flow, field).shape == (T + 1, B)
        assert np.all(getattr(flow, field)[-1] == 0)


@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn"])
def test_the_largest_live_setting(kind):
    """T = 2,000 and d_h = 128, shortened to the part that bounds memory: a few windows of Jacobians."""
    cell = make_cell(kind, 1, 128, rng=np.random.default_rng(14))
    trace = cell.run(np.ones((40, 1, 1)))
    flow = gradients.flow(cell, trace)
    J = gradients.step_jacobians(cell, trace)
    product = np.linalg.multi_dot(J[::-1, 0])
    exact = np.log10(np.linalg.norm(product) / np.sqrt(cell.state_size))
    assert flow.log10_joint[0, 0] == pytest.approx(exact, rel=1e-12)
