"""Exact derivatives against the complex step, which has no truncation and no cancellation.

f(x + i ε) = f(x) + i ε f'(x) + O(ε²) with ε = 1e-30: the imaginary part over ε is the derivative to
rounding. Tolerance 1e-12 relative to the largest entry.
"""

from dataclasses import replace

import numpy as np
import pytest
from core_cases import (
    NAMES,
    parameters,
    random_cell,
    random_run,
    random_state,
    state_from_vector,
    state_vector,
)

from gates import LSTM, gradients
from gates.core.activations import ACTIVATIONS

EPSILON = 1e-30
GATES = ("sigmoid", "hard_sigmoid", "hard_sigmoid_keras2")
SQUASHES = ("tanh", "relu", "linear", "sigmoid")


def close(ours, exact, tolerance=1e-12):
    np.testing.assert_allclose(ours, exact, rtol=0, atol=tolerance * max(1e-3, np.abs(exact).max()))


def every_activation(test):
    cases = [(name, "sigmoid", "tanh") for name in NAMES]
    cases += [(n, g, s) for n in NAMES[:3] for g in GATES for s in SQUASHES if (g, s) != ("sigmoid", "tanh")]
    cases += [("rnn", "sigmoid", s) for s in SQUASHES[1:]]
    return pytest.mark.parametrize(("name", "gate", "squash"), cases)(test)


def cell_with(name, gate, squash, **options):
    gates = {} if name == "rnn" else {"gate_activation": gate}
    return random_cell(name, activation=squash, **gates, **options)


def complex_step_jacobian(cell, x, state):
    """∂s_t/∂s_{t-1} of one sequence, one column a complex step."""
    s = state_vector(cell, state)
    columns = []
    for b in range(s.shape[1]):
        bumped = s.astype(complex)
        bumped[:, b] += 1j * EPSILON
        new = cell.step(x, state_from_vector(cell, bumped)).state
        columns.append(state_vector(cell, new).imag / EPSILON)
    return np.stack(columns, axis=-1)


@every_activation
def test_step_jacobians(name, gate, squash):
    cell = cell_with(name, gate, squash, scale=0.7)
    trace = random_run(cell, T=3, B=2)
    J = gradients.step_jacobians(cell, trace)
    for t in range(3):
        step = trace.at(t)
        state = (step.h_prev, step.c_prev) if isinstance(cell, LSTM) else step.h_prev
        close(J[t], complex_step_jacobian(cell, trace.x[t], state))


@every_activation
def test_backward_by_every_parameter_state_and_input(name, gate, squash):
    cell = cell_with(name, gate, squash, d_x=2, d_h=3, scale=0.7)
    rng = np.random.default_rng(7)
    T, B = 4, 2
    X, state = rng.normal(size=(T, B, 2)), random_state(cell, B, rng)
    dh, dstate = rng.normal(size=(T, B, 3)), random_state(cell, B, rng)

    def loss(some_cell, x, initial):
        trace = some_cell.run(x, initial)
        last = np.sum(state_vector(cell, trace.state) * state_vector(cell, dstate))
        return np.sum(trace.h * dh) + last

    def derivative(array, evaluate):
        exact = np.empty(array.shape)
        for index in np.ndindex(array.shape):
            bumped = array.astype(complex)
            bumped[index] += 1j * EPSILON
            exact[index] = evaluate(bumped).imag / EPSILON
        return exact

    grads = cell.backward(cell.run(X, state), dh, dstate)
    for field, array in parameters(cell).items():
        exact = derivative(array, lambda p, field=field: loss(replace(cell, **{field: p}), X, state))
        close(getattr(grads, f"d{field}"), exact)
    close(grads.dx, derivative(X, lambda x: loss(cell, x, state)))
    vector = state_vector(cell, state)
    ds = derivative(vector, lambda s: loss(cell, X, state_from_vector(cell, s)))
    close(state_vector(cell, (grads.dh0, grads.dc0) if name == "lstm" else grads.dh0), ds)


@pytest.mark.parametrize("name", NAMES)
def test_step_jacobian_equals_central_differences(name):
    """Check 1 of the theory: 1e-9 relative."""
    cell = random_cell(name)
    trace = random_run(cell, T=1, B=1)
    J = gradients.step_jacobians(cell, trace)[0, 0]
    step = trace.at(0)
    s = state_vector(cell, (step.h_prev, step.c_prev) if name == "lstm" else step.h_prev)
    eps = 1e-5
    for b in range(s.shape[1]):
        e = eps * np.eye(s.shape[1])[b]
        plus, minus = (cell.step(trace.x[0], state_from_vector(cell, s + d)).state for d in (e, -e))
        difference = (state_vector(cell, plus) - state_vector(cell, minus))[0] / (2 * eps)
        np.testing.assert_allclose(J[:, b], difference, rtol=0, atol=1e-9 * np.abs(J).max())


def test_every_activation_is_covered():
    assert set(GATES) | set(SQUASHES) == set(ACTIVATIONS)
