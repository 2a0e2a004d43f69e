"""Activations: for each one the value and, from the value, the slope.

The default pair is the logistic sigmoid for gates and tanh for states. The others are what files of other
frameworks ask for. Every slope is a function of the value, so that a trace needs no pre-activations.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from gates.core.shapes import Array, floating, one_of

Value = Callable[[Array, Array], object]


@dataclass(frozen=True)
class Activation:
    """A function and its derivative.

    Attributes
    ----------
    name : str
        The name that cells take.
    value : callable
        ``value(a, out)`` writes the values at the pre-activations `a` into `out`, which may be `a`.
    slope : callable
        ``slope(y, out)`` writes the derivative, as a function of the value `y`, into `out`.
    fold : callable or None
        ``fold(dtype)`` returns a factor, and a function that does of factor * a what `value` does of a: a loop
        multiplies its weights by the factor, once, and saves work at every step.
    """

    name: str
    value: Value
    slope: Value
    fold: Callable[[np.dtype], tuple[float, Value]] | None = None


def sigmoid(a: object) -> Array:
    """Return the logistic sigmoid 1 / (1 + exp(-a)).

    Exact to rounding relative to its own size, however small (tanh(a/2) would lose it, and with it log f);
    exactly 0 at -1000 and exactly 1 at 1000, without a warning. Complex input is allowed (complex step).
    """
    a = floating("a", a)
    out = np.empty_like(a)
    with np.errstate(over="ignore", under="ignore"):
        _sigmoid(a, out)
    return out


def activation(name: str, argument: str) -> Activation:
    """Return the activation called `name`; `argument` is the parameter that a complaint would be about."""
    return ACTIVATIONS[one_of(argument, name, tuple(ACTIVATIONS))]


def _sigmoid(a: Array, out: Array) -> None:
    np.negative(a, out)
    _sigmoid_of_minus(out.dtype)(out, out)


@cache
def _sigmoid_of_minus(dtype: np.dtype) -> Value:
    # At every step of a loop: names are looked up once.
    one, exp, add, divide = _one(dtype), np.exp, np.add, np.divide

    def value(minus_a: Array, out: Array) -> None:
        # exp(-a) overflows to inf for a below -709, and 1 / (1 + inf) is the right 0.
        exp(minus_a, out)
        add(out, one, out)
        divide(one, out, out)

    return value


def _fold_sigmoid(dtype: np.dtype) -> tuple[float, Value]:
    # In float32, the type of training, (1 + tanh(a/2)) / 2 is exact to rounding relative to 1: its error is
    # as large as the one that c_t is rounded by. Models from files and all their figures are float64.
    return (0.5, _sigmoid_of_half(dtype)) if dtype == np.float32 else (-1, _sigmoid_of_minus(dtype))


@cache
def _sigmoid_of_half(dtype: np.dtype) -> Value:
    half, tanh, add, multiply = np.asarray(_one(dtype) / 2), np.tanh, np.add, np.multiply

    def value(half_a: Array, out: Array) -> None:
        tanh(half_a, out)
        multiply(out, half, out)
        add(out, half, out)

    return value


@cache
def _one(dtype: np.dtype) -> Array:
    """Return 1 as an array of that type: a Python number costs a small ufunc a third more."""
    one = np.ones((), dtype)
    one.flags.writeable = False
    return one


def _sigmoid_slope(y: Array, out: Array) -> None:
    np.subtract(_one(out.dtype), y, out)
    np.multiply(out, y, out)


def _tanh_slope(y: Array, out: Array) -> None:
    np.multiply(y, y, out)
    np.subtract(_one(out.dtype), out, out)


def _relu(a: Array, out: Array) -> None:
    np.maximum(a, 0, out=out)


def _relu_slope(y: Array, out: Array) -> None:
    out[...] = np.real(y) > 0


def _linear(a: Array, out: Array) -> None:
    out[...] = a


def _linear_slope(y: Array, out: Array) -> None:
    out[...] = 1


def _hard_sigmoid(slope: float) -> Activation:
    """Return min(1, max(0, slope * a + 1/2)); its derivative is `slope` strictly between 0 and 1."""

    def value(a: Array, out: Array) -> None:
        np.multiply(a, slope, out)
        np.add(out, 0.5, out)
        np.clip(out, 0, 1, out=out)

    def derivative(y: Array, out: Array) -> None:
        out[...] = slope * ((np.real(y) > 0) & (np.real(y) < 1))

    return Activation("hard_sigmoid", value, derivative)


ACTIVATIONS = {
    "sigmoid": Activation("sigmoid", _sigmoid, _sigmoid_slope, _fold_sigmoid),
    "tanh": Activation("tanh", np.tanh, _tanh_slope),
    "relu": Activation("relu", _relu, _relu_slope),
    "linear": Activation("linear", _linear, _linear_slope),
    # Keras 3: relu6(a + 3) / 6. Keras 1 and 2, and ONNX by default: 0.2 a + 0.5, clipped.
    "hard_sigmoid": _hard_sigmoid(1 / 6),
    "hard_sigmoid_keras2": _hard_sigmoid(0.2),
}
