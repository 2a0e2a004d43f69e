"""ONNX models against ONNX Runtime: attributes honoured or refused by name, graphs of PyTorch's exporter."""

import io
import warnings

import numpy as np
import pytest
from weights_makers import SINGLE, X, flat, onnx_node, onnx_run, torch_module

from gates.core.errors import GateError
from gates.weights import load_model

HARD = {"activation_alpha": [1 / 6, 1 / 6], "activation_beta": [0.5, 0.5]}


@pytest.mark.parametrize("direction", ["forward", "reverse", "bidirectional"])
@pytest.mark.parametrize(
    ("op", "attributes"),
    [
        ("LSTM", {}),
        ("LSTM", {"bias": False}),
        ("GRU", {"linear_before_reset": 0}),
        ("GRU", {"linear_before_reset": 1}),
        ("GRU", {"linear_before_reset": 1, "bias": False}),
        ("RNN", {}),
    ],
)
def test_outputs_equal_onnx_runtime(op, attributes, direction):
    data = onnx_node(op, direction=direction, **attributes)
    model = load_model(data, "m.onnx")
    np.testing.assert_allclose(model.run(X).y, flat(onnx_run(data)), atol=SINGLE)
    assert model.layers[0].direction == direction


@pytest.mark.parametrize(
    ("op", "names", "extra"),
    [
        ("LSTM", ["HardSigmoid", "Tanh", "Tanh"], {}),
        ("LSTM", ["Sigmoid", "Relu", "Relu"], {}),
        (
            "LSTM",
            ["hardsigmoid", "affine", "affine"],
            {"activation_alpha": [0.2, 1.0, 1.0], "activation_beta": [0.5, 0.0, 0.0]},
        ),
        ("GRU", ["HardSigmoid", "Relu"], {"activation_alpha": [1 / 6], "activation_beta": [0.5]}),
        ("RNN", ["Relu"], {}),
    ],
)
def test_activations_are_honoured(op, names, extra):
    data = onnx_node(op, activations=names, **extra)
    np.testing.assert_allclose(load_model(data, "m.onnx").run(X).y, flat(onnx_run(data)), atol=SINGLE)


def test_a_function_for_each_direction():
    names = ["Sigmoid", "Tanh", "HardSigmoid", "Relu"]
    data = onnx_node("GRU", direction="bidirectional", activations=names)
    np.testing.assert_allclose(load_model(data, "m.onnx").run(X).y, flat(onnx_run(data)), atol=SINGLE)


def test_initial_states_of_the_graph_and_of_the_person():
    data = onnx_node("LSTM", direction="bidirectional", states=("h0", "c0"))
    h0, c0 = np.random.default_rng(0).normal(size=(2, 2, 3, 4)).astype(np.float32)
    y = flat(onnx_run(data, h0=h0, c0=c0))
    model = load_model(data, "m.onnx")
    np.testing.assert_allclose(model.run(X, h0, c0).y, y, atol=SINGLE)
    assert len(model.assumptions) == 2
    fixed = onnx_node("LSTM", blocks={"h0": h0[:1], "c0": c0[:1]}, extra_inputs=((5, "h0"), (6, "c0")))
    np.testing.assert_allclose(load_model(fixed, "m.onnx").run(X).y, flat(onnx_run(fixed)), atol=SINGLE)


def test_reset_lost_by_an_exporter_can_be_put_right():
    lost = onnx_node("GRU", linear_before_reset=0)
    meant = onnx_node("GRU", linear_before_reset=1)
    model = load_model(lost, "m.onnx", {"reset": "after"})
    np.testing.assert_allclose(model.run(X).y, flat(onnx_run(meant)), atol=SINGLE)


def test_weights_of_old_exports_have_no_axis_of_directions():
    rng = np.random.default_rng(0)
    W, R = (rng.normal(size=(12, n)).astype(np.float32) for n in (2, 4))
    two = onnx_node("GRU", bias=False, blocks={"W": W, "R": R})
    three = onnx_node("GRU", bias=False, blocks={"W": W[None], "R": R[None]})
    np.testing.assert_allclose(load_model(two, "m.onnx").run(X).y, flat(onnx_run(three)), atol=SINGLE)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"clip": 0.5}, "clip=0.5"),
        ({"input_forget": 1}, "input_forget"),
        ({"activations": ["Elu", "Tanh", "Tanh"]}, "Elu"),
        ({"activations": ["Sigmoid", "Tanh", "Relu"]}, "g=tanh, h=relu"),
        ({"activations": ["HardSigmoid", "Tanh", "Tanh"], "activation_alpha": [0.3]}, "alpha=0.3"),
        ({"blocks": {"P": np.ones((1, 12), np.float32)}, "extra_inputs": ((7, "P"),)}, "peepholes"),
        ({"blocks": {"n": np.array([6, 5, 6], np.int32)}, "extra_inputs": ((4, "n"),)}, "sequence_lens"),
        ({"blocks": {"R": np.ones((1, 16, 5), np.float32)}}, r"\(16, 5\)"),
        ({"blocks": {"B": np.ones((1, 16), np.float32)}}, r"\(1, 16\)"),
        ({"blocks": {"W": np.full((1, 16, 2), np.nan, np.float32)}}, "finite"),
        (
            {
                "d_h": 4,
                "blocks": {"W": np.ones((1, 8, 2), np.float32), "R": np.ones((1, 8, 2), np.float32)},
                "bias": False,
            },
            "4 units",
        ),
    ],
)
def test_what_is_not_supported_is_refused_by_name(options, word):
    with pytest.raises(GateError, match=word):
        load_model(onnx_node("LSTM", **options), "m.onnx").run(X)


def test_length_that_the_file_fixes_is_the_only_one():
    data = onnx_node("LSTM", blocks={"n": np.array([6, 6, 6], np.int32)}, extra_inputs=((4, "n"),))
    model = load_model(data, "m.onnx")
    np.testing.assert_allclose(model.run(X).y, flat(onnx_run(data)), atol=SINGLE)
    with pytest.raises(GateError, match="fixed to 6 steps"):
        model.run(X[:4])


def test_peepholes_of_zero_do_nothing():
    data = onnx_node("LSTM", blocks={"P": np.zeros((1, 12), np.float32)}, extra_inputs=((7, "P"),))
    np.testing.assert_allclose(load_model(data, "m.onnx").run(X).y, flat(onnx_run(data)), atol=SINGLE)


def exported(module, x):
    import torch

    stream = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module.eval(),
            (torch.from_numpy(x),),
            stream,
            dynamo=False,
            input_names=["x"],
            dynamic_axes={"x": [0, 1]},
        )
    return stream.getvalue()


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    ("cell", "options"),
    [("LSTM", {"num_layers": 2, "bidirectional": True}), ("GRU", {"num_layers": 2}), ("RNN", {})],
)
def test_exports_of_pytorch(cell, options, last):
    import torch

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.core = torch_module(cell, batch_first=True, **options)
            self.fc = torch.nn.Linear(8 if options.get("bidirectional") else 4, 3)

        def forward(self, x):
            y, state = self.core(x)
            if last and options.get("bidirectional"):
                return self.fc(state[0][-2:].transpose(0, 1).flatten(1))
            return torch.tanh(self.fc(y[:, -1] if last else y))

    data = exported(Net(), X.transpose(1, 0, 2).copy())
    y = onnx_run(data, X.transpose(1, 0, 2).copy())
    model = load_model(data, "m.onnx")
    trace = model.run(X)
    if last and options.get("bidirectional"):
        assert model.layers[-1].module == "core"  # the exporter slices the states; what is run says so
        return
    np.testing.assert_allclose(
        trace.y_last if last else trace.y, y if last else y.transpose(1, 0, 2), atol=SINGLE
    )
    assert {layer.module for layer in model.layers} == {"core"}
    assert model.ignored == ()


def test_two_branches_are_a_choice():
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(0)
    nodes, constants = [], []
    for name in ("left", "right"):
        for what, shape in (("W", (1, 16, 2)), ("R", (1, 16, 4))):
            constants.append(numpy_helper.from_array(rng.normal(size=shape).astype(np.float32), name + what))
        nodes.append(
            helper.make_node("LSTM", ["x", name + "W", name + "R"], [name], name=name, hidden_size=4)
        )
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, None, 2])],
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in ("left", "right")],
        constants,
    )
    data = helper.make_model(
        graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)]
    ).SerializeToString()
    model = load_model(data, "m.onnx")
    assert {layer.name for layer in model.layers} == {"left", "right"}
    with pytest.raises(GateError, match="choose one part"):
        model.run(X)
    right = load_model(data, "m.onnx", {"part": "right"})
    assert right.layers[0].name == "right"


def test_a_graph_without_a_recurrent_node_says_what_it_holds():
    from onnx import TensorProto, helper

    graph = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])],
    )
    with pytest.raises(GateError, match="no LSTM, GRU or plain recurrent layer; it holds Relu"):
        load_model(helper.make_model(graph).SerializeToString(), "m.onnx")
