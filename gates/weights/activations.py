"""Nonlinearities by the names that files give them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gates.core.activations import ACTIVATIONS, sigmoid
from gates.weights.problems import fail


def _softmax(a: np.ndarray) -> np.ndarray:
    e = np.exp(a - a.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


# Nonlinearities of dense layers, on arrays whose last axis is the layer's width.
HEADS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "linear": lambda a: a,
    "sigmoid": sigmoid,
    "tanh": np.tanh,
    "relu": lambda a: np.maximum(a, 0),
    "hard_sigmoid": lambda a: np.clip(a / 6 + 0.5, 0, 1),
    "hard_sigmoid_keras2": lambda a: np.clip(0.2 * a + 0.5, 0, 1),
    "softmax": _softmax,
    "log_softmax": lambda a: np.log(_softmax(a)),
    "elu": lambda a: np.where(a > 0, a, np.expm1(np.minimum(a, 0))),
    "softplus": lambda a: np.logaddexp(a, 0),
    "softsign": lambda a: a / (1 + np.abs(a)),
    "exponential": np.exp,
}

# Keras 1 and 2 clip 0.2 a + 0.5, Keras 3 clips a/6 + 0.5, under the same name.
OLD_HARD_SIGMOID = "hard_sigmoid_keras2"


def keras_activation(config: object, layer: str, *, version: int, head: bool = False) -> str:
    """Return our name of a Keras activation.

    Parameters
    ----------
    config : object
        What the layer's configuration holds: a name, None, or a serialised function.
    layer : str
        The layer's name, for the message.
    version : int
        Major version of the Keras that wrote the file, which decides what hard_sigmoid is.
    head : bool
        Whether a dense layer asks, which may have more functions than a cell.

    Raises
    ------
    GateError
        For a function that is not known, by name.
    """
    if isinstance(config, dict):
        config = config.get("registered_name") or config.get("config") or config.get("class_name")
    name = "linear" if config is None or config == "" else str(config)
    if name == "hard_sigmoid" and version < 3:
        return OLD_HARD_SIGMOID
    if name not in (HEADS if head else ACTIVATIONS) or name == OLD_HARD_SIGMOID:
        unknown(layer, name)
    return name


def unknown(layer: str, name: str) -> None:
    """Refuse a nonlinearity by name."""
    fail(
        "error.model.activation",
        "{layer} uses the activation {name}; known are {known}.",
        layer=layer,
        name=name,
        known=", ".join(n for n in ACTIVATIONS if n != OLD_HARD_SIGMOID),
    )
