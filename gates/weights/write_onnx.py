"""ONNX models: a chain of LSTM, GRU, RNN and dense nodes on a sequence (T, B, d_x)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gates.weights.blocks import Dense, Recurrent
from gates.weights.conventions import CONVENTIONS, pack
from gates.weights.convert import check_directions, check_skip, file_type
from gates.weights.model import Model
from gates.weights.problems import Sentence

OPSET = 17
IR_VERSION = 8
# Our name -> ONNX's and its alpha and beta.
FUNCTIONS: dict[str, tuple[str, tuple[float, ...]]] = {
    "sigmoid": ("Sigmoid", ()),
    "tanh": ("Tanh", ()),
    "relu": ("Relu", ()),
    "hard_sigmoid": ("HardSigmoid", (1 / 6, 0.5)),
    "hard_sigmoid_keras2": ("HardSigmoid", (0.2, 0.5)),
    "linear": ("Affine", (1.0, 0.0)),
}
HEADS: dict[str, tuple[str, dict[str, Any]]] = {
    "sigmoid": ("Sigmoid", {}),
    "tanh": ("Tanh", {}),
    "relu": ("Relu", {}),
    "hard_sigmoid": ("HardSigmoid", {"alpha": 1 / 6, "beta": 0.5}),
    "hard_sigmoid_keras2": ("HardSigmoid", {"alpha": 0.2, "beta": 0.5}),
    "softmax": ("Softmax", {"axis": -1}),
    "log_softmax": ("LogSoftmax", {"axis": -1}),
    "elu": ("Elu", {"alpha": 1.0}),
    "softplus": ("Softplus", {}),
    "softsign": ("Softsign", {}),
    "exponential": ("Exp", {}),
}


@dataclass
class Graph:
    """Nodes and constants written so far, and the name of the value reached."""

    value: str = "x"
    nodes: list[Any] = field(default_factory=list)
    constants: list[Any] = field(default_factory=list)

    def constant(self, name: str, array: np.ndarray) -> str:
        """Add a constant and return its name."""
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, op: str, inputs: list[str], output: str, name: str = "", **attributes: Any) -> str:
        """Add a node of one output and return the output's name."""
        from onnx import helper

        self.nodes.append(helper.make_node(op, inputs, [output], name=name or output, **attributes))
        return output


def write(model: Model, ending: str) -> tuple[bytes, list[Sentence]]:
    """Return an ONNX model; input ``x`` (T, B, d_x), output ``y`` (T, B, d), or (B, d) for the last step."""
    from onnx import TensorProto, helper

    notes: list[Sentence] = []
    if file_type(model) is np.float64:
        text = "The weights are written in single precision, which ONNX Runtime's cells need."
        notes.append(Sentence("note.convert.single", text))
    check_skip(model, "ONNX")
    graph = Graph()
    for number, block in enumerate(model.blocks):
        if isinstance(block, Dense):
            _dense(graph, block, number)
        else:
            _recurrent(graph, block, number, last=model.returns_last and block is model.layers[-1])
    graph.node("Identity", [graph.value], "y")
    sizes: list[list[Any]] = [["T", "B", model.d_x], ["B", None] if model.returns_last else ["T", "B", None]]
    ends = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in zip("xy", sizes, strict=True)
    ]
    made = helper.make_graph(graph.nodes, "model", ends[:1], ends[1:], graph.constants)
    opset = helper.make_opsetid("", OPSET)
    proto = helper.make_model(made, opset_imports=[opset], ir_version=IR_VERSION, producer_name="gates")
    return proto.SerializeToString(), notes


def _dense(graph: Graph, block: Dense, number: int) -> None:
    name = f"/{block.name.replace('.', '/')}/MatMul"
    if block.W is not None:
        W = graph.constant(f"W_{number}", block.W.T.astype(np.float32))
        graph.value = graph.node("MatMul", [graph.value, W], f"product_{number}", name)
    if block.b is not None:
        b = graph.constant(f"b_{number}", block.b.astype(np.float32))
        graph.value = graph.node("Add", [graph.value, b], f"sum_{number}")
    if block.activation != "linear":
        op, attributes = HEADS[block.activation]
        graph.value = graph.node(op, [graph.value], f"function_{number}", **attributes)


def _recurrent(graph: Graph, layer: Recurrent, number: int, *, last: bool) -> None:
    from onnx import helper

    check_directions(layer, "ONNX")
    cell = layer.cells[0]
    op = {"lstm": "LSTM", "gru": "GRU", "rnn": "RNN"}[cell.kind]
    packed = [pack(CONVENTIONS["onnx"], c) for c in layer.cells]
    W, R = (np.stack([p[k] for p in packed]).astype(np.float32) for k in (0, 1))  # type: ignore[misc]
    inputs = [graph.value, graph.constant(f"W_{number}", W), graph.constant(f"R_{number}", R), "", "", "", ""]
    if cell.bias:
        B = np.stack([np.concatenate([p[2], p[3]]) for p in packed])  # type: ignore[list-item]
        inputs[3] = graph.constant(f"B_{number}", B.astype(np.float32))
    for at, what, states in ((5, "h0", layer.h0), (6, "c0", layer.c0)):
        if states is not None:
            inputs[at] = _state(graph, np.stack(states), f"{what}_{number}", layer.name)
    while not inputs[-1]:
        inputs.pop()
    outputs = [f"Y_{number}", f"Y_h_{number}"]
    name = f"/{layer.module.replace('.', '/')}/{op}_{number}" if layer.module else layer.name
    graph.nodes.append(helper.make_node(op, inputs, outputs, name=name, **_attributes(layer)))
    # (T, D, B, d_h) -> (T, B, D d_h); of the last step (D, B, d_h) -> (B, D d_h)
    perm, shape = ([1, 0, 2], [0, -1]) if last else ([0, 2, 1, 3], [0, 0, -1])
    turned = graph.node("Transpose", [outputs[int(last)]], f"turned_{number}", perm=perm)
    to = graph.constant(f"shape_{number}", np.array(shape, dtype=np.int64))
    graph.value = graph.node("Reshape", [turned, to], f"joined_{number}")


def _attributes(layer: Recurrent) -> dict[str, Any]:
    names, alphas, betas = [], [], []
    for c in layer.cells:
        own = {
            "lstm": [c.gate_activation, c.activation, c.activation],
            "gru": [c.gate_activation, c.activation],
        }
        for function in own.get(c.kind, [c.activation]):
            name, parameters = FUNCTIONS[function]
            names.append(name)
            if parameters:
                alphas.append(parameters[0])
                betas.append(parameters[1])
    found: dict[str, Any] = {
        "hidden_size": layer.cells[0].d_h,
        "direction": layer.direction,
        "activations": names,
    }
    if alphas:
        found |= {"activation_alpha": alphas, "activation_beta": betas}
    if layer.cells[0].kind == "gru":
        found["linear_before_reset"] = int(layer.cells[0].reset == "after")
    return found


def _state(graph: Graph, state: np.ndarray, name: str, layer: str) -> str:
    """Return an initial state (D, 1, d_h) repeated for the batch of x."""
    if state.shape[1] != 1:
        return graph.constant(name, state.astype(np.float32))
    one = graph.constant(f"{name}_one", state.astype(np.float32))
    size = graph.node("Shape", ["x"], f"{name}_size", start=1, end=2)
    ends = [graph.constant(f"{name}_{k}", np.array([state.shape[k]], dtype=np.int64)) for k in (0, 2)]
    shape = graph.node("Concat", [ends[0], size, ends[1]], f"{name}_shape", axis=0)
    return graph.node("Expand", [one, shape], name)
