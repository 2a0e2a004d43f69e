"""Identities that hold exactly, whatever the weights are."""

import numpy as np
import pytest
from core_cases import NAMES, random_cell, random_run, zero_recurrent

from gates import GRU, gradients
from gates.core.init import make_cell


def chain(J):
    """J_T ⋯ J_1 of every sequence."""
    product = np.eye(J.shape[-1])
    for J_t in J:
        product = J_t @ product
    return product


def test_zero_recurrent_weights_lstm_joint_jacobian_is_not_diagonal_but_known():
    """Check 2: ∂c_T/∂c_0 = ∏f, ∂h_T/∂c_0 = m_T ∏f, and nothing comes from h_0."""
    cell = zero_recurrent(random_cell("lstm"))
    trace = random_run(cell)
    n = cell.d_h
    J = chain(gradients.step_jacobians(cell, trace))
    product = trace.f.prod(axis=0)
    m_T = trace.o[-1] * (1 - np.tanh(trace.c[-1]) ** 2)
    for b in range(3):
        np.testing.assert_allclose(J[b, :n, :n], np.diag(product[b]), rtol=1e-14)
        np.testing.assert_allclose(J[b, n:, :n], np.diag(m_T[b] * product[b]), rtol=1e-14)
    assert np.all(J[:, :, n:] == 0)


@pytest.mark.parametrize("name", ["gru-before", "gru-after"])
def test_zero_recurrent_weights_gru_jacobian_is_diag_z(name):
    """Check 3."""
    cell = zero_recurrent(random_cell(name))
    trace = random_run(cell)
    J = gradients.step_jacobians(cell, trace)
    np.testing.assert_array_equal(J, trace.z[..., None] * np.eye(cell.d_h))


def test_determinant_of_the_lstm_step_needs_only_f_o_c_and_U_o():
    """Check 5: log|det J| = Σ log f + Σ log|o(1-o) tanh c| + log|det U_o|."""
    cell = random_cell("lstm", d_h=8)
    trace = random_run(cell)
    logdet = np.linalg.slogdet(gradients.step_jacobians(cell, trace))[1]
    by_gate = np.log(trace.f) + np.log(np.abs(trace.o * (1 - trace.o) * np.tanh(trace.c)))
    np.testing.assert_allclose(logdet, by_gate.sum(-1) + np.linalg.slogdet(cell.U[2])[1], rtol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_paths_sum_to_the_step_jacobian(name):
    """Check 7."""
    cell = random_cell(name)
    trace = random_run(cell)
    J = gradients.step_jacobians(cell, trace)
    paths = gradients.split(cell, trace)
    np.testing.assert_allclose(sum(paths.values()), J, rtol=0, atol=1e-15 * np.abs(J).max() * 4)


def test_gru_paths_are_the_published_terms():
    """Can, Krishnamurthy and Schwab (2020), equation 11, written out for one unit's row."""
    cell = random_cell("gru-before")
    step = random_run(cell).at(4)
    z, r, h, g = step.z[1], step.r[1], step.h_prev[1], step.h_tilde[1]
    U_z, U_r, U_h = cell.U
    D = np.diag
    exact = {
        "direct": D(z),
        "update": D((h - g) * z * (1 - z)) @ U_z,
        "candidate": D((1 - z) * (1 - g**2)) @ U_h @ D(r),
        "reset": D((1 - z) * (1 - g**2)) @ U_h @ D(h * r * (1 - r)) @ U_r,
    }
    paths = gradients.split_at(cell, random_run(cell), 4, batch=1).paths
    assert list(paths) == list(exact)
    for name, path in paths.items():
        np.testing.assert_allclose(path, exact[name], rtol=1e-13, atol=1e-16)


def test_one_step_norms_and_blocks():
    cell = random_cell("lstm")
    trace = random_run(cell)
    n, J = cell.d_h, gradients.step_jacobians(cell, trace)[2, 1]
    picture = gradients.split_at(cell, trace, 2, batch=1)
    assert picture.blocks["c->c"] == pytest.approx(np.sqrt(np.mean(trace.f[2, 1] ** 2)), rel=1e-14)
    assert picture.blocks["h->c"] == pytest.approx(np.linalg.norm(J[:n, n:]) / np.sqrt(n), rel=1e-14)
    assert picture.blocks["c->h"] == pytest.approx(np.linalg.norm(J[n:, :n]) / np.sqrt(n), rel=1e-14)
    for name, path in gradients.split(cell, trace).items():
        exact = np.linalg.norm(path[2, 1]) / np.sqrt(2 * n)
        assert picture.norms[name] == pytest.approx(exact, rel=1e-14)
    assert list(gradients.split_at(random_cell("rnn"), random_run(random_cell("rnn")), 0).norms) == [
        "recurrent"
    ]


def twins(cell):
    """The same weights read in the two reset conventions, without b_hn."""
    return cell, GRU(cell.W, cell.U, cell.b, reset="after")


def test_reset_conventions_agree_where_they_must_and_differ_elsewhere():
    """Check 17: equal for one unit, for a diagonal U_h and for r = 1; different in general."""
    X = np.random.default_rng(8).normal(size=(9, 2, 3))
    one = random_cell("gru-before", d_h=1)
    several = random_cell("gru-before")
    diagonal = GRU(several.W, several.U * np.array([np.ones((5, 5)), np.ones((5, 5)), np.eye(5)]), several.b)
    open_reset = GRU(several.W, several.U, several.b + 1e3 * np.array([[0], [1], [0]]))
    for cell in (one, diagonal, open_reset):
        before, after = twins(cell)
        np.testing.assert_allclose(before.run(X).h, after.run(X).h, rtol=1e-12, atol=1e-12)
    before, after = twins(several)
    assert np.abs(before.run(X).h - after.run(X).h).max() > 0.01


def test_negating_the_update_gate_gives_the_other_z_convention():
    """Check 17: h = (1 - z) h + z h̃ is the same function with W_z, U_z and b_z negated."""
    cell = random_cell("gru-before")
    sign = np.array([-1, 1, 1])
    other = GRU(cell.W * sign[:, None, None], cell.U * sign[:, None, None], cell.b * sign[:, None])
    x, h = np.random.default_rng(9).normal(size=(2, 4, 5))
    step = other.step(x[:, :3], h)
    np.testing.assert_allclose(
        cell.step(x[:, :3], h).h, (1 - step.z) * h + step.z * step.h_tilde, rtol=1e-12, atol=1e-14
    )


@pytest.mark.parametrize("name", NAMES)
def test_step_by_step_equals_run(name):
    cell = random_cell(name)
    trace = random_run(cell)
    state = (trace.h0, trace.c0) if name == "lstm" else trace.h0
    for t, x in enumerate(trace.x):
        step = cell.step(x, state)
        state = step.state
        np.testing.assert_allclose(step.h, trace.at(t).h, rtol=1e-13, atol=1e-15)
    np.testing.assert_array_equal(np.asarray(state), np.asarray(trace.state))


@pytest.mark.parametrize("name", NAMES)
def test_a_run_cut_in_two_continues_from_the_state(name):
    cell = random_cell(name)
    X = np.random.default_rng(10).normal(size=(9, 2, 3))
    first = cell.run(X[:4])
    np.testing.assert_array_equal(cell.run(X[4:], first.state).h, cell.run(X).h[4:])


@pytest.mark.parametrize(("kind", "K"), [("lstm", 4), ("gru", 3), ("rnn", 1)])
def test_an_offset_with_a_batch_axis_is_a_bias_of_each_sequence(kind, K):
    rng = np.random.default_rng(11)
    X = np.repeat(rng.normal(size=(6, 1, 3)), 3, axis=1)
    offset = rng.normal(size=(K, 3, 4))

    def cell(biases):
        built = make_cell(kind, 3, 4, rng=np.random.default_rng(12))
        object.__setattr__(built, "b", biases if kind != "rnn" else biases[0])
        return built

    batched = cell(np.zeros((K, 4))).run(X, offset=offset).h
    for k in range(3):
        np.testing.assert_allclose(batched[:, k], cell(offset[:, k]).run(X[:, :1]).h[:, 0], rtol=1e-13)
    shared = cell(np.zeros((K, 4))).run(X, offset=offset[:, 0]).h
    np.testing.assert_allclose(shared[:, 2], batched[:, 0], rtol=1e-13)
    scalar = cell(np.zeros((K, 4))).run(X, offset=offset[:, :, :1]).h
    np.testing.assert_allclose(
        scalar[:, 1], cell(np.repeat(offset[:, 1, :1], 4, axis=1)).run(X[:, :1]).h[:, 0], rtol=1e-13
    )
