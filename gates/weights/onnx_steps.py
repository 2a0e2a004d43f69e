"""Operations of an ONNX graph that a sequence can be followed through, one function each.

A function gets the constants, the node, the sequence that enters it and the number of the input where it
enters; it returns the sequence that comes out, or None where it cannot be followed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gates.weights.blocks import Block, Dense, Recurrent
from gates.weights.onnx_nodes import module_of
from gates.weights.onnx_values import Constants, attributes

FUNCTIONS = {
    "Sigmoid": "sigmoid",
    "Tanh": "tanh",
    "Relu": "relu",
    "Softmax": "softmax",
    "LogSoftmax": "log_softmax",
    "Softplus": "softplus",
    "Softsign": "softsign",
    "Exp": "exponential",
    "HardSigmoid": "hard_sigmoid_keras2",
    "Elu": "elu",
}


@dataclass(frozen=True)
class Stream:
    """A sequence somewhere in the graph.

    Attributes
    ----------
    axes : str
        What each axis is: T time, B batch, F channels, D directions, H units, N time and batch in one; 1 a
        single last step; x and y for axes of the input before a recurrent layer says which is time.
    blocks : tuple
        Layers that it went through.
    last : bool
        Whether only the last step is left.
    folded : str
        The axes that N stands for.
    from_input : bool
        Whether nothing that is not run lies in front.
    """

    axes: str
    blocks: tuple[Block, ...] = ()
    last: bool = False
    folded: str = ""
    from_input: bool = True

    @property
    def depth(self) -> int:
        """Number of recurrent layers passed."""
        return sum(isinstance(block, Recurrent) for block in self.blocks)


Step = Callable[[Constants, Any, Stream, int], Stream | None]


def _transpose(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    perm = attributes(node).get("perm", list(range(len(s.axes)))[::-1])
    if sorted(perm) != list(range(len(s.axes))):
        return None
    return replace(s, axes="".join(s.axes[k] for k in perm))


def _directions(s: Stream) -> int:
    layer = next((b for b in reversed(s.blocks) if isinstance(b, Recurrent)), None)
    return len(layer.cells) if layer is not None else 1


def _width(s: Stream) -> int | None:
    for block in reversed(s.blocks):
        if isinstance(block, Recurrent):
            return block.d_out
        if block.W is not None:
            return block.W.shape[0]
    return None


def _axes_of(constants: Constants, node: Any, at: int = 1) -> list[int] | None:
    given = attributes(node)
    if "axes" in given:
        return list(given["axes"])
    array = constants.array(node.input[at]) if len(node.input) > at else None
    return None if array is None else [int(n) for n in np.atleast_1d(array)]


def _units(axes: str) -> str:
    """Call the units the channels once the axis of directions is gone."""
    return axes if "D" in axes else axes.replace("H", "F")


def _squeeze(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    axes = _axes_of(constants, node)
    dropped = {n % len(s.axes) for n in axes} if axes else {k for k, a in enumerate(s.axes) if a == "1"}
    for k in dropped:
        if s.axes[k] != "1" and not (s.axes[k] == "D" and _directions(s) == 1):
            return None
    return replace(s, axes=_units("".join(a for k, a in enumerate(s.axes) if k not in dropped)))


def _reshape(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    """Accept what merges directions and units, or folds time and batch into one axis and back."""
    array = constants.array(node.input[1]) if len(node.input) > 1 else None
    if array is None and "shape" not in attributes(node):
        return _merge(s, None)
    shape = [int(n) for n in (array if array is not None else attributes(node)["shape"])]
    width = _width(s)
    if shape and shape[-1] not in (-1, 0, width) and width is not None:
        return None
    if len(shape) == 2 and s.axes in ("TBF", "BTF", "xyF"):
        return replace(s, axes="NF", folded=s.axes[:2])
    if len(shape) == 3 and s.axes == "NF":
        return replace(s, axes=s.folded + "F", folded="")
    return _merge(s, len(shape))


def _merge(s: Stream, rank: int | None) -> Stream | None:
    axes = s.axes
    if "D" in axes and (axes.endswith("DH") or _directions(s) == 1):
        axes = _units(axes.replace("D", ""))
    if axes.startswith("1") or ("1" in axes and rank == len(axes) - 1):
        axes = axes.replace("1", "")
    return replace(s, axes=axes) if rank in (None, len(axes)) else None


def _gather(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    """Accept taking the last step."""
    axis = attributes(node).get("axis", 0) % len(s.axes)
    index = constants.array(node.input[1])
    if s.axes[axis] != "T" or index is None or index.size != 1 or int(index.reshape(-1)[0]) != -1:
        return None
    if any(b.direction != "forward" for b in s.blocks[-1:] if isinstance(b, Recurrent)):
        return None  # the last step of a backward direction is its first
    return replace(s, axes=s.axes.replace("T", "1" if index.ndim else ""), last=True)


def _slice(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    """Accept the last step by slicing, time kept as an axis of one."""
    given = attributes(node)
    if "starts" in given:
        starts, axes = given["starts"], given.get("axes", [0])
    else:
        arrays = [constants.array(name) for name in [*node.input[1:], ""][:3]]
        if any(a is None for a in arrays):
            return None
        starts, axes = ([int(n) for n in np.atleast_1d(arrays[k])] for k in (0, 2))  # type: ignore[arg-type]
    if len(starts) != 1 or starts[0] != -1 or s.axes[axes[0] % len(s.axes)] != "T":
        return None
    if any(b.direction != "forward" for b in s.blocks[-1:] if isinstance(b, Recurrent)):
        return None
    return replace(s, axes=s.axes.replace("T", "1"), last=True)


def _matmul(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    if at != 0 or not s.axes.endswith("F"):
        return None
    W = constants.array(node.input[1])
    return _add_dense(s, node.name, None if W is None else W.T, None)


def _gemm(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    given = attributes(node)
    W = constants.array(node.input[1])
    b = constants.array(node.input[2]) if len(node.input) > 2 else None
    plain = given.get("alpha", 1.0) == 1.0 and given.get("beta", 1.0) == 1.0 and not given.get("transA", 0)
    if not plain or W is None or at != 0 or not s.axes.endswith("F"):
        return None
    return _add_dense(s, node.name, W if given.get("transB", 0) else W.T, b)


def _add_dense(s: Stream, name: str, W: np.ndarray | None, b: np.ndarray | None) -> Stream | None:
    width = _width(s)
    if W is None or W.ndim != 2 or (width is not None and W.shape[1] != width):
        return None
    if b is not None:
        b = np.broadcast_to(b.reshape(-1), W.shape[:1]) if b.size in (1, W.shape[0]) else None
        if b is None:
            return None
    count = W.size + (0 if b is None else b.size)
    return replace(s, blocks=(*s.blocks, Dense(module_of(name) or name or "dense", W, b, "linear", count)))


def _add(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    """Accept a bias behind a matrix product."""
    b, top = constants.array(node.input[1 - at]), s.blocks[-1] if s.blocks else None
    if (
        b is None
        or not isinstance(top, Dense)
        or top.W is None
        or top.b is not None
        or top.activation != "linear"
    ):
        return None
    if b.size not in (1, top.W.shape[0]):
        return None
    b = np.broadcast_to(b.reshape(-1), top.W.shape[:1])
    return replace(s, blocks=(*s.blocks[:-1], replace(top, b=b, parameters=top.W.size + b.size)))


def _function(constants: Constants, node: Any, s: Stream, at: int) -> Stream | None:
    if not s.axes.endswith("F"):
        return None
    if node.op_type in ("Softmax", "LogSoftmax"):
        axis = attributes(node).get("axis", -1)
        if axis % len(s.axes) != len(s.axes) - 1:
            return None
    name = FUNCTIONS[node.op_type]
    given = attributes(node)
    if node.op_type == "HardSigmoid":
        slope, half = given.get("alpha", 0.2), given.get("beta", 0.5)
        known = {0.2: name, 1 / 6: "hard_sigmoid"}
        name = next((n for a, n in known.items() if abs(a - slope) < 1e-6 and abs(half - 0.5) < 1e-6), "")
    if not name or (node.op_type == "Elu" and given.get("alpha", 1.0) != 1.0):
        return None
    top = s.blocks[-1] if s.blocks else None
    if isinstance(top, Dense) and top.activation == "linear":
        return replace(s, blocks=(*s.blocks[:-1], replace(top, activation=name)))
    return replace(s, blocks=(*s.blocks, Dense(node.op_type.lower(), None, None, name)))


STEPS: dict[str, Step] = {
    "Identity": lambda constants, node, s, at: s,
    "Dropout": lambda constants, node, s, at: s,
    "Cast": lambda constants, node, s, at: s if attributes(node).get("to") in (1, 10, 11) else None,
    "Transpose": _transpose,
    "Squeeze": _squeeze,
    "Reshape": _reshape,
    "Gather": _gather,
    "Slice": _slice,
    "MatMul": _matmul,
    "Gemm": _gemm,
    "Add": _add,
    **dict.fromkeys(FUNCTIONS, _function),
}
