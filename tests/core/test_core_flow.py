"""How far the gradient reaches: against products formed in full, and where these would underflow."""

from fractions import Fraction

import numpy as np
import pytest
from core_cases import NAMES, random_cell, random_run, zero_recurrent

from gates import GRU, LSTM, gradients
from gates.core.errors import GateError
from gates.core.gradients import chain

NORMS = ("rms", "spectral")


def size(M, norm):
    return np.linalg.norm(M, 2) if norm == "spectral" else np.linalg.norm(M) / np.sqrt(len(M))


def products(cell, trace, b):
    """∂s_T/∂s_k of sequence b for k = T … 0."""
    product = np.eye(cell.state_size)
    yield product
    for J in gradients.step_jacobians(cell, trace)[::-1, b]:
        product = product @ J
        yield product


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("name", NAMES)
def test_norms_at_every_lag_equal_those_of_the_full_product(name, norm):
    cell = random_cell(name, d_h=6)
    trace = random_run(cell, T=30)
    flow = gradients.flow(cell, trace, norm)
    n = cell.d_h
    for b in range(3):
        for lag, P in enumerate(products(cell, trace, b)):
            k = 30 - lag
            assert flow.log10_joint[k, b] == pytest.approx(np.log10(size(P, norm)), rel=1e-12, abs=1e-12)
            full = size(P[:n, :n], norm)
            assert flow.log10_full[k, b] == pytest.approx(np.log10(full), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", ["lstm", "gru-before", "gru-after"])
def test_direct_path_is_the_product_of_the_gates(name):
    cell = random_cell(name)
    trace = random_run(cell, T=25)
    gate = trace.f if name == "lstm" else trace.z
    flow = gradients.flow(cell, trace)
    for k in range(26):
        exact = np.log10(gate[k:].prod(axis=0))
        np.testing.assert_allclose(flow.log10_direct[k], exact, rtol=1e-13, atol=1e-15)
        rms = np.sqrt(np.mean(gate[k:].prod(axis=0) ** 2, axis=-1))
        np.testing.assert_allclose(flow.log10_direct_norm[k], np.log10(rms), rtol=1e-13, atol=1e-14)
    largest = gradients.flow(cell, trace, "spectral").log10_direct_norm
    np.testing.assert_allclose(largest, flow.log10_direct.max(axis=-1), rtol=1e-14)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("name", ["lstm", "gru-before", "gru-after"])
@pytest.mark.parametrize("shift", [-400.0, -8.0, 0.0, 8.0])
def test_with_zero_recurrent_weights_direct_and_full_lie_on_each_other(name, norm, shift):
    cell = zero_recurrent(random_cell(name, d_h=9))
    b = cell.b.copy()
    b[1 if name == "lstm" else 0] += shift
    cell = LSTM(cell.W, b) if name == "lstm" else GRU(cell.W, cell.U, b, cell.reset, cell.b_hn)
    flow = gradients.flow(cell, random_run(cell, T=1200, B=2), norm)
    np.testing.assert_allclose(flow.log10_full, flow.log10_direct_norm, rtol=1e-15, atol=1e-15)


@pytest.mark.parametrize("name", ["lstm", "gru-before"])
def test_half_to_the_power_2000_is_a_number_on_the_plot(name):
    zero = zero_recurrent(random_cell(name))
    cell = LSTM(0 * zero.W, 0 * zero.b) if name == "lstm" else GRU(0 * zero.W, zero.U, 0 * zero.b)
    flow = gradients.flow(cell, cell.run(np.zeros((2000, 1, 3))))
    assert flow.log10_direct[0, 0, 0] == pytest.approx(-602.0599913279624, rel=1e-15)
    assert flow.log10_full[0, 0] == pytest.approx(-602.0599913279624, rel=1e-15)


def test_long_products_equal_exact_rational_arithmetic():
    """A 2-unit GRU's chain over 400 steps, multiplied out in fractions."""
    cell = random_cell("gru-after", d_h=2)
    trace = random_run(cell, T=400, B=1)
    P = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    for J in gradients.step_jacobians(cell, trace)[::-1, 0]:
        P = [[sum(row[m] * Fraction(float(J[m, j])) for m in range(2)) for j in range(2)] for row in P]
        # Keep the fractions short: 200 bits are far more than the comparison needs.
        P = [[Fraction(round(v * 2**2000), 2**2000) for v in row] for row in P]
    square = sum(v * v for row in P for v in row) / 2
    exact = (np.log10(float(square * 10**300)) - 300) / 2
    assert gradients.flow(cell, trace).log10_full[0, 0] == pytest.approx(exact, rel=1e-12)


def test_a_plain_rnn_has_no_direct_path():
    cell = random_cell("rnn")
    flow = gradients.flow(cell, random_run(cell))
    assert np.all(flow.log10_direct[:-1] == -np.inf)
    assert np.all(flow.log10_direct_norm[:-1] == -np.inf)
    assert np.all(flow.log10_direct[-1] == 0)


@pytest.mark.parametrize("name", NAMES)
def test_sequences_of_a_batch_and_windows_do_not_influence_each_other(name, monkeypatch):
    cell = random_cell(name)
    trace = random_run(cell, T=23, B=4)
    whole = gradients.flow(cell, trace)
    monkeypatch.setattr(chain, "WINDOW_BYTES", 1)
    small = gradients.flow(cell, trace)
    np.testing.assert_allclose(small.log10_joint, whole.log10_joint, rtol=1e-13, atol=1e-15)
    alone = cell.run(trace.x[:, 2:3], (trace.h0[2:3], trace.c0[2:3]) if name == "lstm" else trace.h0[2:3])
    np.testing.assert_allclose(
        gradients.flow(cell, alone).log10_joint[:, 0], whole.log10_joint[:, 2], rtol=1e-11, atol=1e-12
    )


def test_float32_traces_keep_their_scale_apart_too():
    cell = zero_recurrent(random_cell("lstm"))
    single = LSTM(cell.W.astype(np.float32), cell.b.astype(np.float32))
    X = np.random.default_rng(15).normal(size=(900, 1, 3))
    exact = gradients.flow(cell, cell.run(X)).log10_full
    ours = gradients.flow(single, single.run(X.astype(np.float32))).log10_full
    assert exact[0, 0] < -80
    np.testing.assert_allclose(ours, exact, rtol=1e-5, atol=1e-5)


def test_norm_and_type_are_checked():
    cell = random_cell("lstm")
    trace = random_run(cell)
    with pytest.raises(GateError, match="must be one of rms, spectral"):
        gradients.flow(cell, trace, "max")
    with pytest.raises(GateError, match="needs a real trace"):
        gradients.flow(cell, cell.run(trace.x + 0j))


def test_cost_grows_with_every_dimension():
    lstm, wide = random_cell("lstm"), random_cell("lstm", d_h=64)
    assert gradients.cost(lstm, 200) == 2 * gradients.cost(lstm, 100)
    assert gradients.cost(wide, 100) > gradients.cost(lstm, 100)
    assert gradients.cost(wide, 100, 8) > gradients.cost(wide, 100)
    assert gradients.cost(wide, 100, 1, "spectral") > gradients.cost(wide, 100)
    assert gradients.cost(random_cell("gru-before"), 10) > gradients.cost(random_cell("gru-after"), 10)
