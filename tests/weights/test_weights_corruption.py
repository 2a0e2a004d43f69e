"""Truncated, overwritten and random bytes: a model or a sentence, never anything else."""

import functools
import json
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from weights_makers import (
    keras_bytes,
    keras_model,
    npz_bytes,
    onnx_node,
    state_arrays,
    torch_bytes,
    torch_module,
)

from gates.core.errors import GateError
from gates.weights import load_model
from gates.weights.model import Model

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
]
STEP = np.ones((2, 2))


@functools.cache
def sample(kind):
    """Return a good file of each kind."""
    state = torch_module("LSTM").state_dict()
    arrays = state_arrays(torch_module("LSTM"))
    if kind == "pt":
        return torch_bytes(state)
    if kind == "legacy":
        return torch_bytes(state, _use_new_zipfile_serialization=False)
    if kind == "npz":
        return npz_bytes(**arrays)
    if kind == "safetensors":
        from safetensors.numpy import save

        return save(arrays)
    if kind == "json":
        return json.dumps({n: a.tolist() for n, a in arrays.items()}).encode()
    if kind == "onnx":
        return onnx_node("LSTM")
    import keras

    with tempfile.TemporaryDirectory() as folder:
        return keras_bytes(keras_model(keras.layers.LSTM(3)), f".{kind}", Path(folder))


def model_or_sentence(data, name):
    """Read bytes and run what they hold; anything but a GateError fails the test."""
    try:
        model = load_model(data, name)
        assert isinstance(model, Model)
        if model.d_x == 2:
            with np.errstate(all="ignore"):
                model.run(STEP)
    except GateError as error:
        problem = str(error) if "\n" in str(error) or not error.key.startswith("error.") else ""
        if problem:
            pytest.fail(problem)


def damage(data, draw):
    """Cut a file off or overwrite a few of its bytes."""
    if draw(st.booleans()):
        return data[: draw(st.integers(0, len(data)))]
    changed = bytearray(data)
    for _ in range(draw(st.integers(1, 6))):
        changed[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(changed)


@pytest.mark.parametrize("kind", ["pt", "legacy", "npz", "safetensors", "json", "onnx"])
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(draw=st.data())
def test_damaged_files(kind, draw):
    model_or_sentence(damage(sample(kind), draw.draw), f"m.{kind}")


@pytest.mark.parametrize("kind", ["keras", "h5"])
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(draw=st.data())
def test_damaged_hdf5_files(kind, draw):
    model_or_sentence(damage(sample(kind), draw.draw), f"m.{kind}")


ENDINGS = st.sampled_from(["m.pt", "m.npz", "m.safetensors", "m.json", "m.onnx", "m"])
STARTS = st.sampled_from([b"", b"PK\x03\x04", b"\x80\x02", b"{", b"\x10\0\0\0\0\0\0\0{", b"\x08\x08:"])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(start=STARTS, data=st.binary(max_size=200), name=ENDINGS)
def test_random_bytes(start, data, name):
    model_or_sentence(start + data, name)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(data=st.binary(max_size=60))
def test_random_pickles(data):
    model_or_sentence(b"\x80\x02" + data + b".", "m.pt")


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.sampled_from([1e308, 0.5, "", "LSTM", "GRU", "RNN", "Bidirectional", "linear", "x", 10**30]),
    st.lists(st.integers(-1, 3), max_size=3),
    st.dictionaries(
        st.sampled_from(["class_name", "config", "layers", "cell"]), st.integers(0, 2), max_size=2
    ),
)


def mutated(tree, draw):
    """Return a copy of a JSON tree in which one value, wherever it is, has become another."""
    places = []

    def visit(node, path):
        places.append(path)
        items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, inner in items:
            visit(inner, (*path, key))

    visit(tree, ())
    path = draw(st.sampled_from(places))
    tree = json.loads(json.dumps(tree))
    if not path:
        return draw(VALUES)
    node = tree
    for key in path[:-1]:
        node = node[key]
    if isinstance(node, dict) and draw(st.booleans()):
        del node[path[-1]]
    else:
        node[path[-1]] = draw(VALUES)
    return tree


@functools.cache
def keras_config():
    """Return configurations that use most of what is supported, each with its arrays."""
    import keras

    layers = keras.layers
    made = keras_model(
        layers.Masking(),
        layers.TimeDistributed(layers.Dense(2)),
        layers.Bidirectional(layers.LSTM(3, return_sequences=True)),
        layers.RNN([layers.LSTMCell(2), layers.GRUCell(2)], return_sequences=True),
        layers.Activation("tanh"),
        layers.GRU(2),
    )
    inputs = keras.Input((None, 2))
    graph = keras.Model(inputs, layers.Dense(2)(layers.LSTM(3)(inputs)))
    return [
        (
            {"class_name": type(m).__name__, "config": m.get_config()},
            {f"{layer.name}/{k}": w for layer in m.layers for k, w in enumerate(layer.get_weights())},
        )
        for m in (made, graph)
    ]


@settings(max_examples=400, deadline=None, derandomize=True)
@given(draw=st.data(), which=st.integers(0, 1))
def test_keras_configurations_with_one_value_changed(draw, which):
    config, arrays = keras_config()[which]
    text = json.dumps(mutated(json.loads(json.dumps(config)), draw.draw))
    model_or_sentence(npz_bytes(keras_config=np.array(text), **arrays), "m.npz")


def test_the_configurations_are_good_ones():
    for config, arrays in keras_config():
        assert load_model(npz_bytes(keras_config=np.array(json.dumps(config)), **arrays)).run(
            STEP
        ).y.shape == (2, 1, 2)


RTNEURAL = {
    "in_shape": [None, None, 2],
    "in_skip": 1,
    "layers": [
        {
            "type": "dense",
            "activation": "tanh",
            "shape": [None, None, 1],
            "weights": [[[0.5], [0.25]], [0.5]],
        },
        {
            "type": "gru",
            "activation": "",
            "shape": [None, None, 1],
            "weights": [[[1, 2, 3]], [[1, 2, 3]], [[1, 2, 3]] * 2],
        },
        {"type": "lstm", "shape": [None, None, 1], "weights": [[[1, 2, 3, 4]], [[1, 2, 3, 4]], [1, 2, 3, 4]]},
        {"type": "activation", "activation": "relu", "shape": [None, None, 1], "weights": []},
    ],
}
STATE = {
    "model_data": {"hidden_size": 1, "input_size": 2, "skip": 1},
    "state_dict": {
        "r.weight_ih_l0": [[1, 2]] * 3,
        "r.weight_hh_l0": [[1]] * 3,
        "r.bias_ih_l0": [1, 2, 3],
        "l.weight": [[1]],
        "l.bias": [1],
    },
}
NAM = {
    "architecture": "LSTM",
    "config": {"num_layers": 1, "input_size": 1, "hidden_size": 1},
    "weights": [0.5] * 16,
}


@settings(max_examples=400, deadline=None, derandomize=True)
@given(draw=st.data(), tree=st.sampled_from([RTNEURAL, STATE, NAM]))
def test_json_with_one_value_changed(draw, tree):
    model_or_sentence(json.dumps(mutated(tree, draw.draw)).encode(), "m.json")


def test_the_json_files_are_good_ones():
    for tree, d_x in ((RTNEURAL, 2), (STATE, 2), (NAM, 1)):
        assert load_model(json.dumps(tree).encode()).run(STEP[:, :d_x]).y.shape == (2, 1, 1)


ATTRIBUTES = st.dictionaries(
    st.sampled_from(
        [
            "direction",
            "activations",
            "activation_alpha",
            "clip",
            "layout",
            "hidden_size",
            "colour",
            "linear_before_reset",
        ]
    ),
    st.one_of(
        st.integers(-2, 5),
        st.floats(-1, 1),
        st.just("reverse"),
        st.just(["Relu", "Tanh"]),
        st.just([0.2, 0.3]),
    ),
    max_size=3,
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(attributes=ATTRIBUTES, op=st.sampled_from(["LSTM", "GRU", "RNN"]))
def test_onnx_attributes_of_any_type(attributes, op):
    from onnx import ModelProto, helper

    model = ModelProto.FromString(onnx_node(op))
    node = model.graph.node[0]
    for name, value in attributes.items():
        for old in [a for a in node.attribute if a.name == name]:
            node.attribute.remove(old)
        node.attribute.append(helper.make_attribute(name, value))
    model_or_sentence(model.SerializeToString(), "m.onnx")
