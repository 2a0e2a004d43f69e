"""Constants of an ONNX graph: initialisers, Constant nodes, and the shuffling that exporters do to them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gates.weights.limits import MAX_VALUES, Budget
from gates.weights.problems import fail

# ONNX's numbers of the types that weights and shapes have.
TYPES = {1: "float32", 6: "int32", 7: "int64", 9: "bool", 10: "float16", 11: "float64", 16: "bfloat16"}


@dataclass(frozen=True)
class Uniform:
    """An array of unknown shape that holds one number throughout, such as a zero state of any batch."""

    value: float


Value = np.ndarray | Uniform | None


def attributes(node: Any) -> dict[str, Any]:
    """Return a node's attributes as plain values; graphs are left out."""
    found: dict[str, Any] = {}
    for a in node.attribute:
        plain = {1: a.f, 2: a.i, 3: a.s, 4: a.t, 6: list(a.floats), 7: list(a.ints), 8: list(a.strings)}
        if a.type in plain:
            found[a.name] = plain[a.type]
    return found


class Constants:
    """Values that do not depend on the model's input, by name."""

    def __init__(self, graph: Any) -> None:
        self.budget = Budget()
        self.tensors = {tensor.name: tensor for tensor in graph.initializer}
        self.makers = {name: node for node in graph.node for name in node.output if name}
        self.known: dict[str, Value] = {}
        for sparse in graph.sparse_initializer:
            fail(
                "error.model.onnx_sparse",
                "{name} is sparse, which is not supported.",
                name=sparse.values.name,
            )

    def get(self, name: str) -> Value:
        """Return a constant, or None where the value depends on the input or on an unknown operation."""
        if name not in self.known:
            self.known[name] = None  # a circle has no value
            if name in self.tensors:
                self.known[name] = self.tensor(self.tensors[name])
            elif name in self.makers:
                node = self.makers[name]
                operation = OPERATIONS.get(node.op_type)
                if operation is not None and node.domain in ("", "ai.onnx"):
                    self.known[name] = self._run(operation, node, list(node.output).index(name))
        return self.known[name]

    def array(self, name: str) -> np.ndarray | None:
        """Return a constant that is an array."""
        value = self.get(name) if name else None
        return value if isinstance(value, np.ndarray) else None

    def _run(self, operation: Callable, node: Any, output: int) -> Value:
        values = [self.get(name) if name else None for name in node.input]
        given = attributes(node)
        if node.op_type == "Constant":
            return self._constant(given)
        try:
            value = operation(values, given, output)
        except (ValueError, IndexError, TypeError, KeyError, OverflowError):
            return None
        if isinstance(value, np.ndarray) and value.size > MAX_VALUES:
            return None
        return value

    def _constant(self, given: dict[str, Any]) -> Value:
        if "value" in given:
            return self.tensor(given["value"])
        for key in ("value_float", "value_floats", "value_int", "value_ints"):
            if key in given:
                return np.array(given[key])
        return None

    def tensor(self, tensor: Any) -> Value:
        """Return the values of a tensor message.

        Raises
        ------
        GateError
            Where they lie in another file, are too many, or do not fit the declared shape.
        """
        from onnx import numpy_helper

        name = tensor.name or "a constant"
        if tensor.data_location == 1 or tensor.external_data:
            where = next((e.value for e in tensor.external_data if e.key == "location"), "?")
            fail(
                "error.model.onnx_external",
                "{name} keeps its values in another file ({where}), which is not opened; save the model with "
                "its weights inside.",
                name=name,
                where=where,
            )
        if tensor.data_type not in TYPES:
            return None
        size = math.prod(tensor.dims)
        if any(n < 0 for n in tensor.dims):
            fail(
                "error.model.onnx",
                "The file is not an ONNX model or is damaged ({why}).",
                why=f"the shape of {name}",
            )
        self.budget.take(name, size)
        try:
            values = np.asarray(numpy_helper.to_array(tensor))
        except (ValueError, TypeError, OverflowError) as error:
            fail(
                "error.model.onnx",
                "The file is not an ONNX model or is damaged ({why}).",
                why=f"{name}: {error}",
            )
        values = values if values.dtype.kind in "iub" else values.astype(np.float64)
        if not np.isfinite(values).all() and values.size > 1:
            fail("error.model.not_finite", "{name} holds values that are not finite numbers.", name=name)
        return values


def _axes(values: list[Value], given: dict[str, Any], at: int = 1) -> list[int] | None:
    """Return axes from the attribute (old operation sets) or from an input."""
    if "axes" in given:
        return list(given["axes"])
    found = values[at] if len(values) > at else None
    return [int(n) for n in np.atleast_1d(found)] if isinstance(found, np.ndarray) else None


def _keep(operation: Callable[[np.ndarray, list[Value], dict], np.ndarray]) -> Callable:
    """Let an operation that only moves values pass a uniform array through."""

    def run(values: list[Value], given: dict[str, Any], output: int) -> Value:
        first = values[0]
        if isinstance(first, Uniform):
            return first
        return None if first is None else operation(first, values, given)

    return run


def _squeeze(a: np.ndarray, values: list[Value], given: dict) -> np.ndarray:
    axes = _axes(values, given)
    return np.squeeze(a, None if axes is None else tuple(axes))


def _unsqueeze(a: np.ndarray, values: list[Value], given: dict) -> np.ndarray:
    return np.expand_dims(a, tuple(_axes(values, given) or ()))


def _reshape(a: np.ndarray, values: list[Value], given: dict) -> np.ndarray:
    shape = _ints(values[1]) if len(values) > 1 else list(given["shape"])
    return a.reshape([a.shape[k] if n == 0 else n for k, n in enumerate(shape)])


def _ints(value: Value) -> list[int]:
    if not isinstance(value, np.ndarray):
        raise TypeError
    return [int(n) for n in np.atleast_1d(value)]


def _slice(a: np.ndarray, values: list[Value], given: dict) -> np.ndarray:
    if "starts" in given:
        starts, ends = given["starts"], given["ends"]
        axes, steps = given.get("axes", range(len(starts))), [1] * len(starts)
    else:
        starts, ends = _ints(values[1]), _ints(values[2])
        axes = _ints(values[3]) if len(values) > 3 and values[3] is not None else range(len(starts))
        steps = _ints(values[4]) if len(values) > 4 and values[4] is not None else [1] * len(starts)
    index = [slice(None)] * a.ndim
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        index[axis] = slice(start, end if end > -(2**31) else None, step)
    return a[tuple(index)]


def _split(values: list[Value], given: dict[str, Any], output: int) -> Value:
    a = values[0]
    if not isinstance(a, np.ndarray):
        return a
    sizes = list(given["split"]) if "split" in given else _ints(values[1])
    return np.split(a, np.cumsum(sizes)[:-1], axis=given.get("axis", 0))[output]


def _concat(values: list[Value], given: dict[str, Any], output: int) -> Value:
    if any(v is None for v in values):
        return None
    numbers = {v.value for v in values if isinstance(v, Uniform)}
    if numbers:
        same = [v for v in values if isinstance(v, np.ndarray) and (v.size == 0 or set(v.flat) != numbers)]
        return Uniform(numbers.pop()) if len(numbers) == 1 and not same else None
    return np.concatenate(values, axis=given.get("axis", 0))  # type: ignore[arg-type]


def _filled(values: list[Value], given: dict[str, Any], output: int) -> Value:
    """ConstantOfShape: of any shape here, as the shape mostly holds the batch."""
    if "value" not in given:
        return Uniform(0.0)
    from onnx import numpy_helper

    if math.prod(given["value"].dims) != 1:
        return None
    return Uniform(float(numpy_helper.to_array(given["value"]).reshape(-1)[0]))


def _expand(values: list[Value], given: dict[str, Any], output: int) -> Value:
    a = values[0]
    if isinstance(a, np.ndarray) and a.size and (a == a.flat[0]).all():
        return Uniform(float(a.flat[0]))
    return a  # a state of batch 1 serves every batch


OPERATIONS: dict[str, Callable[[list[Value], dict[str, Any], int], Value]] = {
    "Constant": lambda values, given, output: None,
    "Identity": _keep(lambda a, values, given: a),
    "Cast": _keep(lambda a, values, given: a),
    "Transpose": _keep(lambda a, values, given: np.transpose(a, given.get("perm"))),
    "Reshape": _keep(_reshape),
    "Squeeze": _keep(_squeeze),
    "Unsqueeze": _keep(_unsqueeze),
    "Slice": _keep(_slice),
    "Gather": _keep(lambda a, values, given: np.take(a, values[1], axis=given.get("axis", 0))),  # type: ignore[arg-type]
    "Split": _split,
    "Concat": _concat,
    "ConstantOfShape": _filled,
    "Expand": _expand,
    "Tile": _expand,
}
