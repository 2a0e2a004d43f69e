"""Keras files against Keras 3, and layouts of Keras 1 and 2 laid out by hand."""

import io
import json

import h5py
import keras
import numpy as np
import pytest
from weights_makers import SINGLE, X, keras_bytes, keras_model, keras_run, npz_bytes

from gates import GRU, LSTM
from gates.core.errors import GateError
from gates.weights import load_model

pytestmark = pytest.mark.filterwarnings("ignore:.*:DeprecationWarning")
L = keras.layers
SEQ = {"return_sequences": True}
MODELS = {
    "lstm": lambda: [L.LSTM(4, **SEQ)],
    "gru after": lambda: [L.GRU(4, **SEQ)],
    "gru before": lambda: [L.GRU(4, reset_after=False, **SEQ)],
    "gru before, no bias": lambda: [L.GRU(4, reset_after=False, use_bias=False, **SEQ)],
    "simple": lambda: [L.SimpleRNN(4, **SEQ)],
    "hard": lambda: [L.LSTM(4, recurrent_activation="hard_sigmoid", activation="relu", **SEQ)],
    "linear": lambda: [L.GRU(3, recurrent_activation="hard_sigmoid", activation="linear", **SEQ)],
    "both": lambda: [L.Bidirectional(L.GRU(4, **SEQ), name="pair")],
    "both summed": lambda: [L.Bidirectional(L.LSTM(4, **SEQ), merge_mode="ave")],
    "stack": lambda: [
        L.Dropout(0.5),
        L.TimeDistributed(L.Dense(3, activation="tanh")),
        L.LSTM(4, use_bias=False, name="first", **SEQ),
        L.Bidirectional(L.LSTM(3, **SEQ)),
        L.GRU(2, **SEQ),
        L.Dense(3, activation="softmax"),
        L.Activation("relu"),
    ],
    "cells": lambda: [L.RNN([L.LSTMCell(4), L.GRUCell(3), L.LSTMCell(2)], **SEQ)],
}


@pytest.mark.parametrize("ending", [".keras", ".h5"])
@pytest.mark.parametrize("name", MODELS)
def test_outputs_equal_keras(name, ending, tmp_path):
    made = keras_model(*MODELS[name]())
    made.compile("adam", "mse")
    made.optimizer.build(made.trainable_variables)
    model = load_model(keras_bytes(made, ending, tmp_path))
    np.testing.assert_allclose(model.run(X).y, keras_run(made), atol=SINGLE)
    assert model.parameters == made.count_params()
    assert model.ignored == ("optimizer/…" if ending == ".keras" else "optimizer_weights/…",)


@pytest.mark.parametrize("name", ["lstm", "gru after", "gru before", "both"])
def test_weights_without_settings(name, tmp_path):
    made = keras_model(*MODELS[name]())
    model = load_model(keras_bytes(made, ".weights.h5", tmp_path))
    np.testing.assert_allclose(model.run(X).y, keras_run(made), atol=SINGLE)
    assert "gate_activation" in {a.name for a in model.assumptions}


def test_order_that_widths_leave_open_is_a_question(tmp_path):
    made = keras_model(*MODELS["cells"]())
    data = keras_bytes(made, ".weights.h5", tmp_path)
    orders = {a.name: a.choices for a in load_model(data).assumptions}["order"]
    assert orders[:2] == ("gru_cell > lstm_cell_1 > lstm_cell", "lstm_cell > gru_cell > lstm_cell_1")
    model = load_model(data, choices={"order": orders[1]})
    np.testing.assert_allclose(model.run(X).y, keras_run(made), atol=SINGLE)


def test_weights_without_settings_place_dense_layers_by_width(tmp_path):
    made = keras_model(
        L.Dense(5), L.LSTM(4, recurrent_activation="hard_sigmoid", **SEQ), L.GRU(6, **SEQ), L.Dense(3)
    )
    data = keras_bytes(made, ".weights.h5", tmp_path)
    model = load_model(data, choices={"gate_activation": "hard_sigmoid"})
    gru = keras_model(
        L.Dense(5),
        L.LSTM(4, recurrent_activation="hard_sigmoid", **SEQ),
        L.GRU(6, recurrent_activation="hard_sigmoid", **SEQ),
        L.Dense(3),
    )
    gru.set_weights(made.get_weights())
    np.testing.assert_allclose(model.run(X).y, keras_run(gru), atol=SINGLE)


def test_backward_layer_runs_in_the_direction_of_the_input(tmp_path):
    made = keras_model(L.GRU(4, go_backwards=True, **SEQ))
    model = load_model(keras_bytes(made, ".keras", tmp_path))
    np.testing.assert_allclose(model.run(X).y, keras_run(made)[::-1], atol=SINGLE)
    assert model.layers[0].direction == "reverse"
    assert "h_l0_reverse" in model.run(X).arrays()
    np.testing.assert_allclose(model.reread({"time": "model"}).run(X).y, keras_run(made), atol=SINGLE)
    # What follows a backward layer sees time turned around.
    stack = keras_model(L.LSTM(4, go_backwards=True, **SEQ), L.Bidirectional(L.GRU(3, **SEQ)))
    model = load_model(keras_bytes(stack, ".keras", tmp_path))
    np.testing.assert_allclose(model.run(X).y, keras_run(stack)[::-1], atol=SINGLE)


@pytest.mark.parametrize(
    "layer", [lambda: L.LSTM(4), lambda: L.Bidirectional(L.GRU(4)), lambda: L.GRU(4, go_backwards=True)]
)
def test_last_step_is_kept_beside_every_step(layer, tmp_path):
    made = keras_model(layer(), L.Dense(2, activation="tanh"))
    trace = load_model(keras_bytes(made, ".keras", tmp_path)).run(X)
    np.testing.assert_allclose(trace.y_last, keras_run(made), atol=SINGLE)
    assert trace.y.shape == (6, 3, 2)


def test_functional_model_with_layers_that_are_not_run(tmp_path):
    inputs = keras.Input((None, 2))
    x = L.Conv1D(5, 1)(inputs)
    x = L.LSTM(4, name="memory", **SEQ)(x)
    x = L.Dense(3, activation="sigmoid")(x)
    made = keras.Model(inputs, L.GlobalAveragePooling1D()(x))
    part = keras.Model(made.layers[1].output, x)
    x5 = np.random.default_rng(0).normal(size=(6, 3, 5)).astype(np.float32)
    model = load_model(keras_bytes(made, ".keras", tmp_path))
    np.testing.assert_allclose(model.run(x5).y, keras_run(part, x5), atol=SINGLE)
    assert "Conv1D" in str(model.assumptions[0])
    assert any("conv1d" in name for name in model.ignored)


def test_parts_around_an_unknown_layer_are_a_choice(tmp_path):
    made = keras.Sequential(
        [keras.Input((6, 2)), L.LSTM(4, name="code"), L.RepeatVector(6), L.LSTM(3, name="decode", **SEQ)]
    )
    data = keras_bytes(made, ".keras", tmp_path)
    model = load_model(data)
    assert [layer.name for layer in model.layers] == ["code", "decode"]
    with pytest.raises(GateError, match="RepeatVector"):
        model.run(X)
    assert load_model(data, choices={"part": "code"}).run(X).y.shape == (6, 3, 4)


def test_masking_is_never_ignored(tmp_path):
    made = keras_model(L.Masking(0.0), L.LSTM(4, **SEQ))
    model = load_model(keras_bytes(made, ".keras", tmp_path))
    np.testing.assert_allclose(model.run(X).y, keras_run(made), atol=SINGLE)
    x = X.copy()
    x[2, 1] = 0.0
    with pytest.raises(GateError, match="skips steps"):
        model.run(x)


@pytest.mark.parametrize(
    ("layers", "word"),
    [
        (lambda: [L.LSTM(4, recurrent_activation="gelu", **SEQ)], "gelu"),
        (lambda: [L.LSTM(4, activation="softsign", **SEQ)], "softsign"),
        (lambda: [L.Dense(3)], "no LSTM"),
        (lambda: [L.Bidirectional(L.LSTM(4, **SEQ), merge_mode=None)], "merge_mode"),
    ],
)
def test_what_is_not_known_is_refused_by_name(layers, word, tmp_path):
    made = keras.Sequential([keras.Input((None, 2)), *layers()])
    with pytest.raises(GateError, match=word):
        load_model(keras_bytes(made, ".keras", tmp_path))


def old_file(layers, config=None, version="2.2.4", top=""):
    """Return an HDF5 file as Keras 1 and 2 arranged it: layers is {layer: {array name: values}}."""
    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        group = file.require_group(top) if top else file
        file.attrs["keras_version"] = version.encode()
        if config is not None:
            file.attrs["model_config"] = json.dumps(config).encode()
        group.attrs["layer_names"] = [name.encode() for name in layers]
        for layer, arrays in layers.items():
            inner = group.create_group(layer)
            inner.attrs["weight_names"] = [name.encode() for name in arrays]
            for name, values in arrays.items():
                inner[name] = values
    return stream.getvalue()


def test_hard_sigmoid_of_keras_2_is_not_that_of_keras_3():
    """Kernel ones, recurrent 0, forget bias 1, x = [[1, 1], [0, 1]]: last h .605695, not .630845."""
    arrays = {
        "lstm_1/kernel:0": np.ones((2, 4), "f4"),
        "lstm_1/recurrent_kernel:0": np.zeros((1, 4), "f4"),
        "lstm_1/bias:0": np.array([0, 1, 0, 0], "f4"),
    }
    settings = {"name": "lstm_1", "units": 1, "recurrent_activation": "hard_sigmoid", "activation": "tanh"}
    x = np.array([[1.0, 1.0], [0.0, 1.0]])

    def last(**change):
        layer = {"class_name": "LSTM", "config": {**settings, **change}}
        config = {"class_name": "Sequential", "config": {"name": "s", "layers": [layer]}}
        data = old_file({"lstm_1": arrays}, config, "2.2.4", "model_weights")
        return load_model(data).run(x).y_last[0, 0]

    assert last() == pytest.approx(0.605695, abs=1e-6)
    assert last(recurrent_activation="sigmoid") == pytest.approx(0.630845, abs=1e-6)
    # Weights alone: Keras before 2.3 used the hard sigmoid unless told otherwise.
    bare = old_file({"lstm_1": arrays})
    assert load_model(bare).run(x).y[-1, 0, 0] == pytest.approx(0.605695, abs=1e-6)
    other = load_model(bare, choices={"gate_activation": "sigmoid"})
    assert other.run(x).y[-1, 0, 0] == pytest.approx(0.630845, abs=1e-6)


def random(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape) * 0.6


def test_twelve_arrays_of_keras_1():
    W, b = random(4, 3, 5), random(4, 3, seed=1)  # i f o c
    gates = dict(zip("ifoc", range(4), strict=True))
    arrays = {}
    for letter in "icfo":
        k = gates[letter]
        arrays |= {
            f"lstm_1_W_{letter}": W[k, :, :2].T,
            f"lstm_1_U_{letter}": W[k, :, 2:].T,
            f"lstm_1_b_{letter}": b[k],
        }
    layer = {
        "class_name": "LSTM",
        "config": {
            "name": "lstm_1",
            "output_dim": 3,
            "inner_activation": "sigmoid",
            "return_sequences": True,
        },
    }
    data = old_file(
        {"lstm_1": arrays}, {"class_name": "Sequential", "config": [layer]}, "1.2.2", "model_weights"
    )
    np.testing.assert_allclose(load_model(data).run(X).y, LSTM(W, b).run(X).h, atol=1e-12)


def test_cudnn_layers_of_keras_2():
    """Blocks kept as cuDNN wants them: input transposed and reshaped, recurrent transposed, two biases."""
    W, U, b, b_hn = random(3, 4, 2), random(3, 4, 4, seed=1), random(3, 4, seed=2), random(4, seed=3)
    kernel = np.hstack([block.T.ravel(order="F").reshape(2, 4) for block in W])
    recurrent = np.hstack(list(U))
    bias = np.concatenate([b.ravel(), np.zeros(8), b_hn])
    arrays = {"g/kernel:0": kernel, "g/recurrent_kernel:0": recurrent, "g/bias:0": bias}
    layer = {"class_name": "CuDNNGRU", "config": {"name": "g", "units": 4, "return_sequences": True}}
    config = {"class_name": "Sequential", "config": {"layers": [layer]}}
    data = old_file({"g": arrays}, config, "2.2.4", "model_weights")
    h = GRU(W, U, b, "after", b_hn).run(X).h
    np.testing.assert_allclose(load_model(data).run(X).y, h, atol=1e-12)


def test_layer_that_declares_other_units_than_it_holds():
    arrays = {"kernel": random(2, 16), "recurrent_kernel": random(4, 16), "bias": random(16)}
    layer = {"class_name": "LSTM", "config": {"name": "m", "units": 5}}
    config = {"class_name": "Sequential", "config": {"layers": [layer]}}
    with pytest.raises(GateError, match="declares 5 units, its arrays hold 4"):
        load_model(old_file({"m": arrays}, config, "2.4.0", "model_weights"))


def test_bare_arrays_of_get_weights():
    made = keras_model(L.Bidirectional(L.GRU(4, **SEQ)), L.LSTM(3, **SEQ), L.Dense(2))
    arrays = {f"arr_{k}": w for k, w in enumerate(made.get_weights())}
    model = load_model(npz_bytes(**arrays))
    np.testing.assert_allclose(model.run(X).y, keras_run(made), atol=SINGLE)


def test_reset_of_a_gru_without_biases_is_a_question():
    made = keras_model(L.GRU(4, use_bias=False, reset_after=False, **SEQ))
    data = npz_bytes(**{f"arr_{k}": w for k, w in enumerate(made.get_weights())})
    assert {a.name: a.value for a in load_model(data).assumptions}["reset"] == "after"
    model = load_model(data, choices={"reset": "before"})
    np.testing.assert_allclose(model.run(X).y, keras_run(made), atol=SINGLE)


def test_json_layers_as_rtneural_writes_them():
    made = keras_model(
        L.TimeDistributed(L.Dense(3, activation="tanh")), L.GRU(4, **SEQ), L.LSTM(3, **SEQ), L.Dense(2)
    )
    layers = []
    for layer, kind in zip(made.layers, ("time-distributed-dense", "gru", "lstm", "dense"), strict=True):
        weights = [w.tolist() for w in layer.get_weights()]
        activation = "tanh" if kind.startswith("time") else ""
        shape = [None, None, layer.output.shape[-1]]
        layers.append({"type": kind, "activation": activation, "shape": shape, "weights": weights})
    data = json.dumps({"in_shape": [None, None, 2], "layers": layers}).encode()
    np.testing.assert_allclose(load_model(data).run(X).y, keras_run(made), atol=SINGLE)
    layers[1]["shape"][-1] = 5
    with pytest.raises(GateError, match="declares 5 units, its arrays hold 4"):
        load_model(json.dumps({"layers": layers}).encode())
