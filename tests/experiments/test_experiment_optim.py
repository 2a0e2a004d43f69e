"""Clipping and optimisers against closed forms and PyTorch."""

import numpy as np
import pytest
import torch

from gates.core.errors import GateError
from gates.experiments.optim import SGD, Adam, clip_global_norm, global_norm


def test_clip_keeps_the_direction_and_reaches_the_threshold():
    g = np.random.default_rng(0).standard_normal(50)
    before = g.copy()
    assert clip_global_norm(g, 1.5) == pytest.approx(np.linalg.norm(before), rel=1e-14)
    assert np.linalg.norm(g) == pytest.approx(1.5, rel=1e-14)
    assert g @ before / (np.linalg.norm(g) * np.linalg.norm(before)) == pytest.approx(1, rel=1e-14)


def test_clip_leaves_a_small_gradient_alone():
    g = np.array([0.3, -0.4])
    assert clip_global_norm(g, 0.5 + 1e-12) == pytest.approx(0.5)
    np.testing.assert_array_equal(g, [0.3, -0.4])


@pytest.mark.parametrize("value", [1.0, 1e20, 1e38])
def test_clip_of_a_hundred_equal_numbers_in_float32_is_a_tenth_each(value):
    g = np.full(100, value, np.float32)
    assert clip_global_norm(g, 1.0) == pytest.approx(10 * value, rel=1e-6)
    np.testing.assert_allclose(g, 0.1, rtol=1e-6)


def test_norm_neither_overflows_nor_underflows():
    assert global_norm(np.full(4, 1e200)) == pytest.approx(2e200)
    assert global_norm(np.full(4, 1e-200)) == pytest.approx(2e-200)


def test_zero_gradient_at_max_norm_zero_stays_zero():
    g = np.zeros(3)
    assert clip_global_norm(g, 0.0) == 0
    np.testing.assert_array_equal(g, 0)


@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan])
def test_non_finite_gradient_is_reported_and_not_turned_into_zeros(bad):
    g = np.array([1.0, bad, 2.0])
    assert not np.isfinite(clip_global_norm(g, 1.0))
    np.testing.assert_array_equal(g, [1.0, bad, 2.0])


@pytest.mark.parametrize("bad", [-1.0, np.nan])
def test_negative_max_norm_is_refused(bad):
    with pytest.raises(GateError, match="0 or more"):
        clip_global_norm(np.ones(2), bad)


@pytest.mark.parametrize(("ours", "theirs"), [(Adam, torch.optim.Adam), (SGD, torch.optim.SGD)])
def test_optimiser_takes_pytorchs_steps(ours, theirs):
    rng = np.random.default_rng(1)
    theta = rng.standard_normal(7)
    parameter = torch.nn.Parameter(torch.tensor(theta))
    mine, reference = ours(0.02), theirs([parameter], lr=0.02)
    for _ in range(20):
        g = rng.standard_normal(7)
        mine.update(theta, g)
        parameter.grad = torch.tensor(g)
        reference.step()
    np.testing.assert_allclose(theta, parameter.detach().numpy(), rtol=1e-13)
