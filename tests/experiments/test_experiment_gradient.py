"""The batch gradient by central differences, truncated BPTT, and the gradient norm at every lag."""

import numpy as np
import pytest
from experiment_cases import small

from gates.core import gradients
from gates.experiments.gradient import batch_gradient, log10_norm_by_lag, segments
from gates.experiments.loss import loss_and_gradient
from gates.experiments.network import new_network
from gates.experiments.run import task_of

CASES = [
    {"cell": "lstm", "task": "delayed-copy", "symbols": 2, "alphabet": 3, "length": 4},
    {"cell": "gru", "task": "adding", "length": 7},
    {"cell": "gru", "reset": "after", "task": "first-item", "length": 6},
    {"cell": "rnn", "task": "delayed-copy", "symbols": 2, "alphabet": 3, "length": 3},
]


def made(**changes):
    """A float64 network with a readout large enough to matter, and a batch of three."""
    config = small(dtype="float64", d_h=4, **changes)
    task = task_of(config)
    network = new_network(config, task, np.random.default_rng(5))
    network.views["V"][...] *= 20
    return network, task, task.train.inputs(slice(3)), task.train.Y[:, :3]


def differences(network, loss_of) -> np.ndarray:
    """Central differences of a loss by every parameter."""
    g = np.empty_like(network.theta)
    for k in range(g.size):
        for sign in (1, -1):
            moved = network.copy_of(network.theta)
            moved.theta[k] += sign * 1e-5
            g[k] = loss_of(moved) if sign == 1 else (g[k] - loss_of(moved)) / 2e-5
    return g


@pytest.mark.parametrize("changes", CASES, ids=lambda c: f"{c['cell']}-{c['task']}")
def test_batch_gradient_is_that_of_the_loss(changes):
    network, task, X, Y = made(**changes)
    into = network.copy_of(np.zeros_like(network.theta))

    def loss_of(moved):
        h = moved.cell().run(X).h[-len(Y) :]
        return loss_and_gradient(moved.readout(h), Y, task.metric)[0]

    assert batch_gradient(network, into, X, Y, task.metric) == pytest.approx(loss_of(network), rel=1e-14)
    np.testing.assert_allclose(into.theta, differences(network, loss_of), rtol=1e-6, atol=1e-9)


def test_segments_are_counted_from_the_end():
    assert segments(7, 3) == [(0, 1), (1, 4), (4, 7)]
    assert segments(6, 3) == [(0, 3), (3, 6)]
    assert segments(5, 0) == segments(5, 9) == [(0, 5)]


@pytest.mark.parametrize("changes", CASES, ids=lambda c: f"{c['cell']}-{c['task']}")
@pytest.mark.parametrize("k", [1, 3])
def test_truncation_carries_the_state_and_cuts_its_gradient(changes, k):
    network, task, X, Y = made(**changes)
    into = network.copy_of(np.zeros_like(network.theta))
    loss = batch_gradient(network, into, X, Y, task.metric, truncate=k)
    starts = [start for start, _ in segments(len(X), k)]
    trace = network.cell().run(X)
    frozen = [trace.window(0, start).state if start else None for start in starts]

    def loss_of(moved):
        cell, parts = moved.cell(), []
        for start, state in zip(starts, frozen, strict=True):
            parts.append(cell.run(X[start : start + k if start else len(X) - k * (len(starts) - 1)], state).h)
        h = np.concatenate(parts)[-len(Y) :]
        return loss_and_gradient(moved.readout(h), Y, task.metric)[0]

    # The state in front of each segment is a constant of the differences: carried, not differentiated.
    assert loss == pytest.approx(loss_of(network), rel=1e-12)
    np.testing.assert_allclose(into.theta, differences(network, loss_of), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("cell", ["lstm", "gru", "rnn"])
def test_lag_norms_are_the_products_of_step_jacobians(cell):
    network, task, X, Y = made(cell=cell, task="first-item", length=6)
    found = log10_norm_by_lag(network, X, Y, task.metric)
    trace = network.cell().run(X)
    _, dy = loss_and_gradient(network.readout(trace.h[-1:]), Y, task.metric)
    dh = (dy @ network.views["V"] * 3)[0]
    g = np.concatenate([np.zeros_like(dh), dh], axis=1) if cell == "lstm" else dh
    J = gradients.step_jacobians(network.cell(), trace)
    wanted = [np.linalg.norm(g, axis=1).mean()]
    for t in range(len(X) - 1, -1, -1):
        g = np.einsum("bi,bij->bj", g, J[t])
        wanted.append(np.linalg.norm(g, axis=1).mean())
    np.testing.assert_allclose(10**found, wanted, rtol=1e-11)


def test_lag_norms_of_a_loss_at_several_steps_match_differences_of_the_first_state():
    network, task, X, Y = made(cell="gru", task="delayed-copy", symbols=2, alphabet=3, length=4)
    found = log10_norm_by_lag(network, X[:, :1], Y[:, :1], task.metric)[-1]
    g = np.empty(4)
    for k in range(4):
        ends = []
        for sign in (1, -1):
            h0 = np.zeros((1, 4))
            h0[0, k] = sign * 1e-5
            h = network.cell().run(X[:, :1], h0).h[-2:]
            ends.append(loss_and_gradient(network.readout(h), Y[:, :1], task.metric)[0])
        g[k] = (ends[0] - ends[1]) / 2e-5
    assert 10**found == pytest.approx(np.linalg.norm(g), rel=1e-7)


def test_vanished_gradients_stay_numbers_far_below_the_smallest_float():
    network, task, X, Y = made(cell="gru", task="first-item", length=400)
    network.views["U"][...] = 0
    network.views["b"][0] = -5
    found = log10_norm_by_lag(network, X, Y, task.metric)
    assert -900 < found[-1] < -600
    assert np.all(np.isfinite(found))
