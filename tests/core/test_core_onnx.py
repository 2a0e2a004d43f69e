"""The cells against ONNX Runtime, which has both reset conventions and other activations.

ONNX Runtime computes in float32: tolerance 2e-6 absolute on states below 1 in size.
"""

import numpy as np
import onnx
import onnxruntime
import pytest
from core_cases import random_cell
from onnx import TensorProto, helper

T, B = 5, 3
ALPHA_BETA = {"activation_alpha": [0.2], "activation_beta": [0.5]}


def onnx_hidden(op, order, W, U, b, b_rec, X, **attributes):
    """Hidden states (T, B, d_h) of an ONNX node, whose gates are ours in the given order."""
    d_h = W.shape[1]
    tensors = {
        "W": W[order].reshape(1, -1, W.shape[2]),
        "R": U[order].reshape(1, -1, d_h),
        "B": np.concatenate([b[order].ravel(), b_rec[order].ravel()])[None],
    }
    node = helper.make_node(op, ["X", *tensors], ["Y"], hidden_size=d_h, **attributes)
    initial = [helper.make_tensor(k, TensorProto.FLOAT, v.shape, v.ravel()) for k, v in tensors.items()]
    graph = helper.make_graph(
        [node],
        "cell",
        [helper.make_tensor_value_info("X", TensorProto.FLOAT, X.shape)],
        [helper.make_tensor_value_info("Y", TensorProto.FLOAT, (T, 1, B, d_h))],
        initial,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8)
    onnx.checker.check_model(model)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(["Y"], {"X": X.astype(np.float32)})[0][:, 0]


@pytest.mark.parametrize("reset", ["before", "after"])
def test_gru_equals_onnx_runtime_in_both_reset_conventions(reset):
    cell = random_cell(f"gru-{reset}")
    X = np.random.default_rng(5).normal(size=(T, B, cell.d_x))
    b_rec = np.zeros_like(cell.b)
    if reset == "after":
        b_rec[2] = cell.b_hn
    after = int(reset == "after")

    theirs = onnx_hidden("GRU", [0, 1, 2], cell.W, cell.U, cell.b, b_rec, X, linear_before_reset=after)

    np.testing.assert_allclose(cell.run(X).h, theirs, atol=2e-6)


@pytest.mark.parametrize(
    ("gate", "activation", "attributes"),
    [
        ("sigmoid", "tanh", {}),
        ("hard_sigmoid_keras2", "tanh", {"activations": ["HardSigmoid", "Tanh", "Tanh"], **ALPHA_BETA}),
        ("sigmoid", "relu", {"activations": ["Sigmoid", "Relu", "Relu"]}),
    ],
)
def test_lstm_equals_onnx_runtime_with_other_activations(gate, activation, attributes):
    cell = random_cell("lstm", scale=0.4, gate_activation=gate, activation=activation)
    X = np.random.default_rng(6).normal(size=(T, B, cell.d_x))
    W = cell.W[:, :, : cell.d_x]

    theirs = onnx_hidden("LSTM", [0, 2, 1, 3], W, cell.U, cell.b, np.zeros_like(cell.b), X, **attributes)

    np.testing.assert_allclose(cell.run(X).h, theirs, atol=2e-6)
