"""Exact gradients through time: step Jacobians, their split into paths, and how far the gradient reaches."""

from gates.core.gradients.flow import Flow, cost, flow
from gates.core.gradients.jacobians import step_jacobians
from gates.core.gradients.paths import StepSplit, split, split_at

__all__ = ["Flow", "StepSplit", "cost", "flow", "split", "split_at", "step_jacobians"]
