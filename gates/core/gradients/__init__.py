"""Exact gradients through time: step Jacobians, their split into paths, and how far the gradient reaches."""

from gates.core.gradients.ablation import ablate, truncated
from gates.core.gradients.bias_map import BiasMap, bias_map
from gates.core.gradients.flow import Flow, cost, direct_path, flow
from gates.core.gradients.jacobians import step_jacobians
from gates.core.gradients.lyapunov import Lyapunov, lyapunov
from gates.core.gradients.paths import StepSplit, split, split_at
from gates.core.gradients.spectrum import (
    Disc,
    eigenvalues,
    predicted_disc,
    singular_values,
    zero_point_jacobian,
)
from gates.core.gradients.telescope import Telescope, telescope

__all__ = [
    "BiasMap",
    "Disc",
    "Flow",
    "Lyapunov",
    "StepSplit",
    "Telescope",
    "ablate",
    "bias_map",
    "cost",
    "direct_path",
    "eigenvalues",
    "flow",
    "lyapunov",
    "predicted_disc",
    "singular_values",
    "split",
    "split_at",
    "step_jacobians",
    "telescope",
    "truncated",
    "zero_point_jacobian",
]
