"""Errors of the experiments: the sentences stand once, in ``gates.text.errors_experiments``."""

from gates.core.errors import GateError
from gates.text.errors_experiments import TEXTS


def complaint(name: str, /, **params: object) -> GateError:
    """The error ``error.experiment.NAME`` with its English sentence and its values."""
    key = f"error.experiment.{name}"
    return GateError(key, TEXTS[key]["en"], **params)
