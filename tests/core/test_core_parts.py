"""What makes a training step fast changes no number: parts of a sequence, folded scales, biases in the product."""

import numpy as np
import pytest
from core_cases import random_cell, random_run

from gates import LSTM
from gates.core import lstm_backward


@pytest.mark.parametrize("steps", [1, 2, 3, 7])
def test_gradients_summed_part_by_part_are_those_of_the_whole_sequence(monkeypatch, steps):
    cell = random_cell("lstm")
    trace = random_run(cell, T=10)
    rng = np.random.default_rng(2)
    dh, last = rng.normal(size=(10, 3, cell.d_h)), tuple(rng.normal(size=(2, 3, cell.d_h)))
    whole = cell.backward(trace, dh, last)
    monkeypatch.setattr(lstm_backward, "PART_BYTES", steps * trace.gates[0].nbytes)
    in_parts = cell.backward(trace, dh, last)
    for name in ("dx", "dh0", "dc0"):
        np.testing.assert_array_equal(getattr(in_parts, name), getattr(whole, name))
    for name in ("dW", "db"):
        np.testing.assert_allclose(getattr(in_parts, name), getattr(whole, name), rtol=1e-12, atol=1e-13)
    assert cell.backward(trace, dh, last, need_dx=False).dx is None


def test_biases_of_each_sequence_are_those_of_cells_of_their_own():
    cell = random_cell("lstm")
    rng = np.random.default_rng(3)
    X, offset = rng.normal(size=(6, 3, cell.d_x)), rng.normal(size=(4, 3, cell.d_h))
    together = cell.run(X, offset=offset)
    for b in range(3):
        alone = LSTM(cell.W, cell.b + offset[:, b]).run(X[:, b : b + 1])
        np.testing.assert_allclose(together.h[:, b], alone.h[:, 0], rtol=1e-13, atol=1e-15)
        np.testing.assert_allclose(together.f[:, b], alone.f[:, 0], rtol=1e-13)


def test_float32_gates_are_within_a_rounding_of_one():
    a = np.linspace(-100, 100, 4001)
    W, b = np.zeros((4, 1, 2)), np.zeros((4, 1))
    W[:, 0, 0] = 1
    wide = LSTM(W, b).run(a[:, None, None])
    narrow = LSTM(W.astype(np.float32), b.astype(np.float32)).run(a[:, None, None].astype(np.float32))
    assert narrow.f.dtype == np.float32
    # The input itself is rounded to float32 first, hence the second unit.
    np.testing.assert_allclose(narrow.f, wide.f, rtol=0, atol=2 * np.finfo(np.float32).eps)
    assert narrow.f[0, 0, 0] == 0
    assert narrow.f[-1, 0, 0] == 1
