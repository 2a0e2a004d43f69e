"""LSTM, GRU and RNN nodes of ONNX as recurrent layers: every attribute honoured or refused by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from gates.weights.blocks import Recurrent
from gates.weights.cell import CellWeights
from gates.weights.conventions import CONVENTIONS, unpack
from gates.weights.onnx_values import Constants, Uniform, attributes
from gates.weights.problems import fail
from gates.weights.reading import Reading

# Our name of the cell, and how many functions a direction has.
KINDS = {"LSTM": ("lstm", 3), "GRU": ("gru", 2), "RNN": ("rnn", 1)}
USUAL = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "RNN": ["Tanh"]}
KNOWN: dict[str, type] = {
    "hidden_size": int,
    "direction": bytes,
    "activations": list,
    "activation_alpha": list,
    "activation_beta": list,
    "clip": float,
    "input_forget": int,
    "layout": int,
    "linear_before_reset": int,
    "output_sequence": int,
}
# Defaults of ONNX for the functions that have parameters.
ALPHA = {
    "hardsigmoid": 0.2,
    "scaledtanh": 1.0,
    "affine": 1.0,
    "leakyrelu": 0.01,
    "elu": 1.0,
    "thresholdedrelu": 1.0,
}
BETA = {"hardsigmoid": 0.5, "scaledtanh": 1.0, "affine": 0.0}


def layer_of(node: Any, constants: Constants, reading: Reading, name: str) -> Recurrent:
    """Return the layer that a node describes.

    Raises
    ------
    GateError
        For peepholes, clip, coupled gates, unknown functions or attributes, and shapes that do not fit.
    """
    given = attributes(node)
    inputs = [*node.input, *[""] * 8][:8]
    _check_attributes(node, given, name)
    peephole = constants.array(inputs[7])
    if inputs[7] and (peephole is None or peephole.any()):
        refuse(name, "P (peepholes)")
    direction = given.get("direction", b"forward").decode("utf-8", "replace").lower()
    if direction not in ("forward", "reverse", "bidirectional"):
        refuse(name, f"direction={direction}")
    sides = 2 if direction == "bidirectional" else 1
    named = zip(inputs[1:4], "WRB", strict=True)
    arrays = [_weights(constants, value, what, name, sides) for value, what in named]
    layer = Recurrent(
        name,
        tuple(_cells(node, given, arrays, sides, reading, name)),
        (False, True) if sides == 2 else (direction == "reverse",),
        module=module_of(node.name),
        parameters=sum(a.size for a in arrays if a is not None),
    )
    layout = given.get("layout", 0)
    h0 = _state(constants, inputs[5], layer, layout)
    c0 = _state(constants, inputs[6], layer, layout) if node.op_type == "LSTM" else None
    return replace(layer, h0=h0, c0=c0)


def _check_attributes(node: Any, given: dict[str, Any], name: str) -> None:
    """Refuse attributes that are not known, not of their type, or ask for what is not computed here."""
    for key in (a.name for a in node.attribute):
        if key not in KNOWN or not isinstance(given.get(key), KNOWN[key]):
            refuse(name, key)
    if given.get("clip", 0.0) > 0:
        refuse(name, f"clip={given['clip']:g}")
    if given.get("input_forget", 0):
        refuse(name, "input_forget=1")


def _cells(
    node: Any,
    given: dict[str, Any],
    arrays: list[np.ndarray | None],
    sides: int,
    reading: Reading,
    name: str,
) -> list[CellWeights]:
    """Return one cell a direction."""
    kind = KINDS[node.op_type][0]
    W, R, B = arrays
    if W is None or R is None:
        _not_constant(name, "W" if W is None else "R")
    if B is not None and B.shape != (sides, 2 * W.shape[1]):
        fail(
            "error.model.shape",
            "{layer}: {what} has shape {has}, it needs {needs}.",
            layer=name,
            what="B",
            has=B.shape,
            needs=(sides, 2 * W.shape[1]),
        )
    functions = _functions(node.op_type, given, name, sides)
    reset = _reset(given, reading, name) if kind == "gru" else None
    cells = []
    for side in range(sides):
        biases = (None, None) if B is None else np.split(B[side], 2)
        cell = unpack(CONVENTIONS["onnx"], kind, W[side], R[side], *biases, reset=reset, name=name)
        cells.append(_with_functions(cell, functions[side], name))
    if given.get("hidden_size", cells[0].d_h) != cells[0].d_h:
        fail(
            "error.model.units",
            "{layer} declares {declared} units, its arrays hold {has}.",
            layer=name,
            declared=given["hidden_size"],
            has=cells[0].d_h,
        )
    return cells


def _not_constant(layer: str, what: str) -> NoReturn:
    fail(
        "error.model.onnx_weights",
        "{layer}: the input {what} is not a constant of the file.",
        layer=layer,
        what=what,
    )


def refuse(name: str, what: str) -> NoReturn:
    """Refuse what a node asks for, by name."""
    fail(
        "error.model.onnx_unsupported", "{layer} uses {what}, which is not supported.", layer=name, what=what
    )


def _weights(constants: Constants, name: str, what: str, layer: str, sides: int) -> np.ndarray | None:
    """Return W, R or B with the axis of directions in front, which old exports leave out."""
    if not name:
        return None
    value = constants.get(name)
    if isinstance(value, Uniform) or value is None:
        _not_constant(layer, what)
    full = 2 if what == "B" else 3
    value = value[None] if value.ndim == full - 1 and sides == 1 else value
    if value.ndim != full or value.shape[0] != sides:
        fail(
            "error.model.onnx_directions",
            "{layer}: {what} has shape {has} for {sides} direction(s).",
            layer=layer,
            what=what,
            has=value.shape,
            sides=sides,
        )
    return value


def _reset(given: dict[str, Any], reading: Reading, name: str) -> str:
    """Return where the reset gate acts; PyTorch's exporter once lost linear_before_reset=1."""
    if given.get("linear_before_reset", 0):
        return "after"
    return reading.choose(
        "reset",
        ("before", "after"),
        "assume.onnx_reset",
        "{layer} has linear_before_reset=0, which some exporters wrote for cells that reset after; taken is "
        "{value}.",
        layer=name,
    )


def _functions(op: str, given: dict[str, Any], name: str, sides: int) -> list[list[str]]:
    """Return our names of a node's functions, a list a direction."""
    texts = [n for n in given.get("activations", []) if isinstance(n, bytes)]
    names = [n.decode("utf-8", "replace") for n in texts] or USUAL[op] * sides
    per = KINDS[op][1]
    if len(names) != per * sides:
        refuse(name, f"activations={names}")
    alphas, betas = list(given.get("activation_alpha", [])), list(given.get("activation_beta", []))
    found = []
    for function in names:
        key = function.lower()
        alpha = (alphas.pop(0) if alphas else ALPHA[key]) if key in ALPHA else None
        beta = (betas.pop(0) if betas else BETA[key]) if key in BETA else None
        found.append(_function(function, alpha, beta, name))
    return [found[k * per : (k + 1) * per] for k in range(sides)]


def _function(function: str, alpha: float | None, beta: float | None, name: str) -> str:
    key = function.lower()
    if key in ("sigmoid", "tanh", "relu"):
        return key
    if key == "hardsigmoid" and beta is not None and alpha is not None and abs(beta - 0.5) < 1e-6:
        if abs(alpha - 0.2) < 1e-6:
            return "hard_sigmoid_keras2"
        if abs(alpha - 1 / 6) < 1e-6:
            return "hard_sigmoid"
    if (key, alpha, beta) == ("affine", 1.0, 0.0):
        return "linear"
    if (key, alpha, beta) == ("scaledtanh", 1.0, 1.0):
        return "tanh"
    parameters = "".join(f", {n}={v:g}" for n, v in (("alpha", alpha), ("beta", beta)) if v is not None)
    refuse(name, f"activations={function}{parameters}")


def _with_functions(cell: CellWeights, functions: list[str], name: str) -> CellWeights:
    if cell.kind == "rnn":
        return cell.with_activations("sigmoid", functions[0])
    if cell.kind == "lstm" and functions[1] != functions[2]:
        refuse(name, f"activations g={functions[1]}, h={functions[2]}")
    return cell.with_activations(functions[0], functions[1])


def _state(constants: Constants, name: str, layer: Recurrent, layout: int) -> tuple[np.ndarray, ...] | None:
    """Return an initial state that the file fixes, one array (B or 1, d_h) a direction; None for zeros."""
    value = constants.get(name) if name else None
    if value is None:
        return None
    sides, d_h = len(layer.cells), layer.cells[0].d_h
    if isinstance(value, Uniform):
        return tuple(np.full((1, d_h), value.value) for _ in range(sides)) if value.value else None
    if value.ndim == 3 and layout:
        value = value.transpose(1, 0, 2)
    if value.ndim != 3 or value.shape[0] != sides or value.shape[2] != d_h:
        fail(
            "error.model.shape",
            "{layer}: {what} has shape {has}, it needs {needs}.",
            layer=layer.name,
            what="h0",
            has=value.shape,
            needs=(sides, "B", d_h),
        )
    return tuple(value) if value.any() else None


def module_of(node: str) -> str:
    """Return the module that a node's name, such as /encoder/rnn/LSTM_1, tells."""
    return ".".join(node.strip("/").split("/")[:-1]) if "/" in node else ""
