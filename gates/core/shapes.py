"""Checks at the door: what an array is, which shape it has, which shape it needs."""

from collections.abc import Sequence

import numpy as np

from gates.core.errors import GateError

Array = np.ndarray
Dims = tuple[int | str, ...]


def floating(name: str, values: object) -> Array:
    """Return `values` as an array of a floating (real or complex) type.

    Any floating type is kept; integers and booleans become float64. Nothing is copied without need.

    Raises
    ------
    GateError
        If the values are not numbers, or rows of unequal length.
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise _not_numbers(name) from None
    if array.dtype.kind in "fc":
        return array
    if array.dtype.kind in "iub":
        return array.astype(np.float64)
    raise _not_numbers(name)


def like(name: str, values: object, dtype: np.dtype) -> Array:
    """Like `floating`, but integers take the floating type `dtype` that they are going to meet."""
    array = np.asarray(values) if isinstance(values, np.ndarray) else floating(name, values)
    return array.astype(dtype) if array.dtype.kind in "iub" else floating(name, array)


def expect(name: str, array: Array, *dims: int | str) -> Array:
    """Return `array` if its shape is `dims`; a string stands for any size from 1 up.

    ``"T"`` may be zero: a sequence of no steps is a sequence.

    Raises
    ------
    GateError
        Naming the argument, the shape that it has and the shape that it needs.
    """
    if len(dims) == array.ndim and all(map(_fits, array.shape, dims)):
        return array
    raise wrong_shape(name, array.shape, dims)


def wrong_shape(name: str, has: Sequence[int], needs: Dims) -> GateError:
    """Return the error that says which shape `name` has and which one it needs."""
    return GateError(
        "error.shape",
        "{name} has shape {has}; it needs {needs}.",
        name=name,
        has=_shown(has),
        needs=_shown(needs),
    )


def one_of(name: str, value: str, known: Sequence[str]) -> str:
    """Return `value` if it is one of the `known` names, else raise a GateError that lists them."""
    if value in known:
        return value
    raise GateError(
        "error.choice",
        "{name} is {value}; it must be one of {known}.",
        name=name,
        value=value,
        known=", ".join(known),
    )


def state_columns(name: str, value: object, d_h: int, batch: int, dtype: np.dtype) -> Array:
    """Return a state (B, d_h) as columns (d_h, B); None is a state of zeros."""
    if value is None:
        return np.zeros((d_h, batch), dtype)
    return expect(name, like(name, value, dtype), batch, d_h).T


def state_pair(name: str, value: object) -> tuple[object, object]:
    """Return the two parts (h, c) of an LSTM state or of its gradient; None means neither is given."""
    if value is None:
        return None, None
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return value[0], value[1]
    raise GateError(
        "error.state.pair", "{name} of an LSTM is a pair (h, c), each of shape (B, d_h).", name=name
    )


def _fits(size: int, dim: int | str) -> bool:
    return size == dim if isinstance(dim, int) else size > 0 or dim == "T"


def _shown(dims: Sequence[int | str]) -> str:
    return "(" + ", ".join(map(str, dims)) + ("," if len(dims) == 1 else "") + ")"


def _not_numbers(name: str) -> GateError:
    return GateError("error.not_numbers", "{name} must be a rectangular array of numbers.", name=name)
