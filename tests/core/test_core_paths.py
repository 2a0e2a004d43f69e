"""The split of long products: the exact telescoping identity, ablations, truncation, held gates, the map."""

import numpy as np
import pytest
from core_cases import NAMES, random_cell, random_run, zero_recurrent

from gates import gradients
from gates.core.activations import sigmoid
from gates.core.errors import GateError
from gates.core.held import held_cell, held_gradient, logit
from gates.core.init import make_cell

GATED = ("lstm", "gru-before", "gru-after")


def product(matrices, S):
    """M_T ⋯ M_1 of a list in the order of time."""
    P = np.eye(S)
    for M in matrices:
        P = M @ P
    return P


def log_rms(M):
    with np.errstate(divide="ignore"):
        return np.log10(np.linalg.norm(M) / np.sqrt(len(M)))


@pytest.mark.parametrize("name", GATED)
def test_telescoping_terms_equal_the_sum_over_departures(name):
    """Check 6: ∏J - ∏D = Σ_k (∏_{j>k} J_j) (J_k - D_k) (∏_{j<k} D_j), term by term and path by path."""
    cell = random_cell(name, scale=0.7)
    T, S, n = 12, cell.state_size, cell.d_h
    trace = random_run(cell, T=T, B=2)
    J = gradients.step_jacobians(cell, trace)
    paths = gradients.split(cell, trace)
    told = gradients.telescope(cell, trace)
    assert told.names == tuple(paths)
    for b in range(2):
        D = paths["direct"][:, b]
        for k in (0, 5, 11):
            full = product(J[k:, b], S)
            assert told.log10_full[k, b] == pytest.approx(log_rms(full[:n, :n]), abs=1e-12)
            for p, path in enumerate(told.names):
                term = product(D[k:], S)
                if path != "direct":
                    departures = [
                        product(J[t + 1 :, b], S) @ paths[path][t, b] @ product(D[k:t], S)
                        for t in range(k, T)
                    ]
                    term = np.sum(departures, axis=0)
                term = term[:n, :n]
                share = np.sum(term * full[:n, :n]) / np.sum(full[:n, :n] ** 2)
                assert told.log10[p, k, b] == pytest.approx(log_rms(term), abs=1e-11)
                assert told.share[p, k, b] == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_telescoping_identity_holds_to_rounding_at_every_lag(name):
    """Check 6: 6e-16 relative in the theory; more over 300 steps in which the terms partly cancel."""
    cell = random_cell(name, d_h=8)
    trace = random_run(cell, T=300, B=2)
    told = gradients.telescope(cell, trace)
    assert told.residual.max() < 1e-12
    np.testing.assert_allclose(told.share.sum(axis=0), 1, atol=1e-12)
    np.testing.assert_allclose(
        told.log10_full, gradients.flow(cell, trace).log10_full, rtol=1e-12, atol=1e-12
    )
    np.testing.assert_allclose(told.log10[0], gradients.flow(cell, trace).log10_direct_norm, rtol=1e-14)


@pytest.mark.parametrize("name", GATED)
def test_without_recurrent_weights_nothing_leaves_the_direct_path(name):
    cell = zero_recurrent(random_cell(name))
    told = gradients.telescope(cell, random_run(cell, T=40))
    assert np.all(told.log10[1:] == -np.inf)
    np.testing.assert_allclose(told.share[0], 1, rtol=1e-15)


@pytest.mark.parametrize("norm", ["rms", "spectral"])
@pytest.mark.parametrize("name", NAMES)
def test_ablating_nothing_or_everything(name, norm):
    cell = random_cell(name)
    trace = random_run(cell, T=20)
    flow = gradients.flow(cell, trace, norm)
    np.testing.assert_allclose(
        gradients.ablate(cell, trace, [], norm), flow.log10_full, rtol=1e-12, atol=1e-12
    )
    others = [path for path in gradients.split(cell, trace) if path != "direct"]
    alone = gradients.ablate(cell, trace, others, norm)
    np.testing.assert_allclose(alone, flow.log10_direct_norm, rtol=1e-13, atol=1e-13)


def test_an_ablation_is_the_product_without_that_path():
    cell = random_cell("gru-before")
    trace = random_run(cell, T=9, B=1)
    J = gradients.step_jacobians(cell, trace) - gradients.split(cell, trace)["reset"]
    ours = gradients.ablate(cell, trace, ["reset"])
    for k in range(10):
        assert ours[k, 0] == pytest.approx(log_rms(product(J[k:, 0], 5)), rel=1e-12)
    with pytest.raises(GateError, match="off is forget; it must be one of direct, update"):
        gradients.ablate(cell, trace, ["forget"])


def test_ablations_do_not_add_up():
    """Removing a path can make the gradient larger, and the losses do not sum to the whole."""
    cell = make_cell("gru", 2, 12, rng=np.random.default_rng(7))
    trace = cell.run(np.random.default_rng(3).normal(size=(40, 1, 2)))
    full = 10 ** gradients.flow(cell, trace).log10_full[0, 0]
    without = {
        name: 10 ** gradients.ablate(cell, trace, [name])[0, 0] for name in ("update", "candidate", "reset")
    }
    assert max(without.values()) > full
    direct = 10 ** gradients.flow(cell, trace).log10_direct_norm[0, 0]
    assert abs(sum(full - rest for rest in without.values()) + direct - full) > 0.5 * full


@pytest.mark.parametrize("name", NAMES)
def test_truncation_stops_the_gradient_at_the_last_segment(name):
    cell = random_cell(name)
    trace = random_run(cell, T=23)
    whole = gradients.flow(cell, trace).log10_full
    cut = gradients.truncated(cell, trace, 10)
    np.testing.assert_allclose(cut[21:], whole[21:], rtol=1e-12, atol=1e-12)
    assert np.all(cut[:21] == -np.inf)
    np.testing.assert_allclose(gradients.truncated(cell, trace, 23), whole, rtol=1e-12, atol=1e-12)
    with pytest.raises(GateError, match="segment is 0"):
        gradients.truncated(cell, trace, 0)


def test_forgetting_to_cut_c_lets_the_gradient_through():
    cell = random_cell("lstm")
    trace = random_run(cell, T=8, B=1)
    J = gradients.step_jacobians(cell, trace)[:, 0]
    J[4, :, 5:] = 0
    ours = gradients.truncated(cell, trace, 4, cut=["h"])
    for k in range(9):
        assert ours[k, 0] == pytest.approx(log_rms(product(J[k:], 10)[:5, :5]), rel=1e-12, abs=1e-14)
    assert np.all(gradients.truncated(cell, trace, 4)[:5] == -np.inf)


@pytest.mark.parametrize("kind", ["lstm", "gru"])
@pytest.mark.parametrize("p", [0.1, 0.5, 0.9, 0.123])
def test_held_gates_measure_the_power_law(kind, p):
    held = held_gradient(held_cell(kind, logit(p), 6), 500)
    np.testing.assert_allclose(held.log10_full, held.log10_power, rtol=1e-13, atol=1e-14)
    assert held.log10_power[500] == pytest.approx(500 * np.log10(p), rel=1e-13)


@pytest.mark.parametrize("kind", ["lstm", "gru"])
def test_held_gates_at_their_extremes(kind):
    shut = held_gradient(held_cell(kind, -1000, 4), 50)
    held = held_gradient(held_cell(kind, 1000, 4), 50)
    for log10, value in ((shut.log10_full, -np.inf), (shut.log10_power, -np.inf)):
        assert log10[0] == 0
        assert np.all(log10[1:] == value)
    np.testing.assert_array_equal(held.log10_full, np.zeros(51))
    np.testing.assert_array_equal(held.log10_power, np.zeros(51))
    assert (logit(0), logit(1)) == (-1000, 1000)
    with pytest.raises(GateError, match=r"p is 1.5"):
        logit(1.5)


@pytest.mark.parametrize("reset", ["before", "after"])
def test_with_recurrent_weights_the_held_gate_is_not_the_whole_gradient(reset):
    """At a zero state J = σ(b_z) I + (1 - σ(b_z)) σ(b_r) U_h at every step: candidate path included."""
    U = np.random.default_rng(4).normal(size=(3, 5, 5)) / np.sqrt(5)
    held = held_gradient(held_cell("gru", logit(0.5), 5, U=U, reset=reset), 30)
    J = 0.5 * np.eye(5) + 0.25 * U[2]
    for lag in (1, 7, 30):
        assert held.log10_full[lag] == pytest.approx(log_rms(np.linalg.matrix_power(J, lag)), rel=1e-12)
    assert abs(held.log10_full[30] - held.log10_power[30]) > 0.5


@pytest.mark.parametrize(("kind", "gate"), [("lstm", "f"), ("lstm", "o"), ("gru", "z"), ("rnn", "h")])
def test_the_map_is_one_flow_a_bias(kind, gate):
    cell = make_cell(kind, 2, 5, rng=np.random.default_rng(5), recurrent_scale=1.2)
    X = np.random.default_rng(6).normal(size=(25, 1, 2))
    state = np.full((1, 5), 0.3)
    state = (state, 2 * state) if kind == "lstm" else state
    biases = np.array([-8.0, 0.0, 0.7, 8.0])
    picture = gradients.bias_map(cell, X, gate, biases, state)
    index = ("i", "f", "o", "c").index(gate) if kind == "lstm" else ("z", "r", "h").index(gate)
    for column, bias in enumerate(biases):
        offset = np.zeros(({"lstm": 4, "gru": 3}.get(kind, 1), 5))
        offset[0 if kind == "rnn" else index] = bias
        flow = gradients.flow(cell, cell.run(X, state, offset=offset))
        np.testing.assert_allclose(
            picture.log10_full[::-1, column], flow.log10_full[:, 0], rtol=1e-11, atol=1e-12
        )
        np.testing.assert_allclose(
            picture.log10_direct[::-1, column], flow.log10_direct_norm[:, 0], rtol=1e-12
        )
    with pytest.raises(GateError, match="gate is q"):
        gradients.bias_map(cell, X, "q", biases)


def test_a_forget_bias_moves_the_map_as_its_sigmoid_says():
    """Without recurrent weights every column is a straight line of slope log10 σ(b)."""
    cell = make_cell("lstm", 1, 3, rng=np.random.default_rng(7), family="zero", input_scale=0.0)
    biases = np.linspace(-8, 8, 9)
    picture = gradients.bias_map(cell, np.zeros((60, 1, 1)), "f", biases)
    exact = np.arange(61)[:, None] * np.log10(sigmoid(biases))
    np.testing.assert_allclose(picture.log10_full, exact, rtol=1e-13, atol=1e-14)
