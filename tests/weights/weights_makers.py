"""Small models of the real frameworks, with every weight and bias different, and what they compute."""

import io
import os
from pathlib import Path

import numpy as np

os.environ.setdefault("KERAS_BACKEND", "torch")

X = np.random.default_rng(7).normal(size=(6, 3, 2)).astype(np.float32)
SINGLE = 1e-6


def torch_module(kind, *, seed=1, **options):
    """Return a torch.nn.LSTM, GRU or RNN of width 4 on two channels with biases far from zero."""
    import torch

    torch.manual_seed(seed)
    module = getattr(torch.nn, kind)(2, 4, **options)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn_like(parameter) * 0.6)
    return module


def torch_run(module, x=X, state=None):
    """Return the output (T, B, d) of a recurrent module."""
    import torch

    with torch.no_grad():
        return module(torch.from_numpy(x), state)[0].numpy()


def torch_bytes(value, **options):
    """Return what torch.save writes."""
    import torch

    stream = io.BytesIO()
    torch.save(value, stream, **options)
    return stream.getvalue()


def state_arrays(module):
    """Return a state dict as numpy arrays."""
    return {name: t.numpy() for name, t in module.state_dict().items()}


def npz_bytes(**arrays):
    """Return an .npz file."""
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def keras_model(*layers, d_x=2, seed=3):
    """Return a sequential Keras model of the layers with random weights, none of them zero."""
    import keras

    model = keras.Sequential([keras.Input((None, d_x)), *layers])
    rng = np.random.default_rng(seed)
    model.set_weights([rng.normal(size=w.shape) * 0.6 for w in model.get_weights()])
    return model


def keras_run(model, x=X):
    """Return a Keras model's output with time first where it has time."""
    import torch

    with torch.no_grad():
        y = model(np.ascontiguousarray(x.transpose(1, 0, 2))).detach().cpu().numpy()
    return y.transpose(1, 0, 2) if y.ndim == 3 else y


def keras_bytes(model, ending, folder: Path):
    """Return what Keras writes for an ending: .keras, .h5 or .weights.h5."""
    path = folder / f"model{ending}"
    if ending == ".weights.h5":
        model.save_weights(path)
    else:
        model.save(path)
    return path.read_bytes()


def onnx_node(op, *, d_x=2, d_h=4, bias=True, states=(), seed=5, blocks=None, extra_inputs=(), **attributes):
    """Return the bytes of an ONNX model of one recurrent node, weights as initialisers."""
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(seed)
    k = {"LSTM": 4, "GRU": 3, "RNN": 1}[op]
    sides = 2 if attributes.get("direction") == "bidirectional" else 1
    shapes = {"W": (sides, k * d_h, d_x), "R": (sides, k * d_h, d_h), "B": (sides, 2 * k * d_h)}
    arrays = {n: (rng.normal(size=s) * 0.6).astype(np.float32) for n, s in shapes.items() if bias or n != "B"}
    arrays |= dict(blocks or {})
    inputs = ["x", "W", "R", "B" if bias else "", "", *states]
    for at, name in extra_inputs:
        inputs += [""] * (at + 1 - len(inputs))
        inputs[at] = name
    while not inputs[-1]:
        inputs.pop()
    node = helper.make_node(op, inputs, ["Y", "Y_h"], name="cell", hidden_size=d_h, **attributes)
    values = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, None, d_x])]
    values += [helper.make_tensor_value_info(s, TensorProto.FLOAT, [sides, None, d_h]) for s in states]
    graph = helper.make_graph(
        [node],
        "g",
        values,
        [helper.make_tensor_value_info("Y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(a, n) for n, a in arrays.items()],
    )
    opset = helper.make_opsetid("", 17)
    return helper.make_model(graph, opset_imports=[opset], ir_version=8).SerializeToString()


def onnx_run(data, x=X, **states):
    """Return the first output of ONNX Runtime as it stands."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    return session.run(None, {session.get_inputs()[0].name: x, **states})[0]


def flat(y):
    """Bring ONNX's (T, D, B, d_h) to (T, B, D d_h)."""
    T, D, B, d_h = y.shape
    return y.transpose(0, 2, 1, 3).reshape(T, B, D * d_h)
