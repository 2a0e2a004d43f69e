"""Conversion proved in the real frameworks: what is written is loaded there and run on the same input."""

import io

import keras
import numpy as np
import pytest
import torch
from weights_makers import (
    SINGLE,
    X,
    flat,
    keras_bytes,
    keras_model,
    keras_run,
    onnx_node,
    onnx_run,
    state_arrays,
    torch_bytes,
    torch_module,
    torch_run,
)

from gates.core.errors import GateError
from gates.weights import load_model
from gates.weights.convert import convert

pytestmark = pytest.mark.filterwarnings("ignore:.*:DeprecationWarning")
L = keras.layers
SEQ = {"return_sequences": True}
TORCH = [
    ("LSTM", {"num_layers": 2, "bidirectional": True}),
    ("LSTM", {"bias": False}),
    ("GRU", {"num_layers": 2, "bidirectional": True}),
    ("GRU", {"bias": False}),
    ("RNN", {"nonlinearity": "tanh"}),
]


def written(model, to, name):
    data, notes = convert(model, to, name)
    return data, notes


def loaded_state(data, ending):
    """Return a state dict as PyTorch itself reads it."""
    if ending == ".pt":
        return torch.load(io.BytesIO(data), weights_only=True)
    if ending == ".npz":
        return {k: torch.from_numpy(v) for k, v in np.load(io.BytesIO(data)).items()}
    from safetensors.torch import load

    return load(data)


def run_keras(data, tmp_path, ending=".keras"):
    path = tmp_path / f"back{ending}"
    path.write_bytes(data)
    return keras_run(keras.models.load_model(path))


@pytest.mark.parametrize("ending", [".pt", ".safetensors", ".npz"])
@pytest.mark.parametrize(("cell", "options"), TORCH)
def test_pytorch_to_onnx_to_pytorch_changes_no_weight(cell, options, ending):
    module = torch_module(cell, **options)
    middle, _ = written(load_model(torch_bytes(module.state_dict())), "onnx", "m.onnx")
    np.testing.assert_allclose(onnx_run(middle), torch_run(module), atol=SINGLE)
    back, _ = written(load_model(middle, "m.onnx"), "pytorch", f"m{ending}")
    again = torch_module(cell, seed=99, **options)
    again.load_state_dict(loaded_state(back, ending))
    np.testing.assert_array_equal(torch_run(again), torch_run(module))


KERAS = {
    "lstm": lambda: [L.LSTM(4, **SEQ)],
    "gru after": lambda: [L.GRU(4, name="memory", **SEQ), L.GRU(3, use_bias=False, **SEQ)],
    "gru before": lambda: [L.GRU(4, reset_after=False, **SEQ)],
    "hard": lambda: [L.LSTM(4, recurrent_activation="hard_sigmoid", activation="linear", **SEQ)],
    "backwards": lambda: [L.LSTM(4, go_backwards=True, **SEQ)],
    "last": lambda: [L.Bidirectional(L.GRU(4)), L.Dense(2, activation="softmax")],
    "both": lambda: [
        L.Dense(3, activation="tanh"),
        L.Bidirectional(L.LSTM(4, **SEQ), merge_mode="sum"),
        L.SimpleRNN(3, activation="relu", **SEQ),
        L.Dense(2),
    ],
}


@pytest.mark.parametrize("name", KERAS)
def test_keras_to_npz_to_keras_changes_nothing(name, tmp_path):
    made = keras_model(*KERAS[name]())
    middle, _ = written(load_model(keras_bytes(made, ".keras", tmp_path)), "keras", "m.npz")
    for ending in (".keras", ".h5"):
        back, _ = written(load_model(middle, "m.npz"), "keras", f"m{ending}")
        np.testing.assert_array_equal(run_keras(back, tmp_path, ending), keras_run(made))
    made.set_weights([w * 0 for w in made.get_weights()])
    weights, _ = written(load_model(middle, "m.npz"), "keras", "m.weights.h5")
    (tmp_path / "w.weights.h5").write_bytes(weights)
    made.load_weights(tmp_path / "w.weights.h5")
    np.testing.assert_array_equal(keras_run(made), run_keras(back, tmp_path, ".h5"))


@pytest.mark.parametrize("name", ["lstm", "gru after", "gru before", "hard", "last"])
def test_keras_to_onnx(name, tmp_path):
    made = keras_model(*KERAS[name]())
    data, _ = written(load_model(keras_bytes(made, ".keras", tmp_path)), "onnx", "m.onnx")
    np.testing.assert_allclose(onnx_run(data), keras_run(made), atol=SINGLE)
    back = load_model(data, "m.onnx").run(X)
    np.testing.assert_allclose(back.y if back.y_last is None else back.y_last, keras_run(made), atol=SINGLE)


@pytest.mark.parametrize(("cell", "options"), TORCH)
def test_pytorch_to_keras(cell, options, tmp_path):
    module = torch_module(cell, **options)
    data, _ = written(load_model(torch_bytes(module.state_dict())), "keras", "m.keras")
    np.testing.assert_allclose(run_keras(data, tmp_path), torch_run(module), atol=SINGLE)


def test_keras_npz_to_pytorch_names():
    made = keras_model(L.LSTM(4, **SEQ), L.LSTM(4, **SEQ), L.Dense(3, activation="tanh", name="out"))
    arrays = {f"arr_{k}": w for k, w in enumerate(made.get_weights())}
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    data, _ = written(load_model(stream.getvalue()), "pytorch", "m.pt")
    state = loaded_state(data, ".pt")
    module = torch.nn.LSTM(2, 4, num_layers=2)
    module.load_state_dict({k: v for k, v in state.items() if "_l" in k})
    with torch.no_grad():
        head = torch.nn.functional.linear(
            torch.from_numpy(torch_run(module)), state["layer_2.weight"], state["layer_2.bias"]
        )
    np.testing.assert_allclose(np.tanh(head.numpy()), keras_run(made), atol=SINGLE)


def test_backward_layer_of_onnx_to_keras(tmp_path):
    data = onnx_node("GRU", direction="reverse", linear_before_reset=0)
    back, notes = written(load_model(data, "m.onnx"), "keras", "m.keras")
    np.testing.assert_allclose(run_keras(back, tmp_path)[::-1], flat(onnx_run(data)), atol=SINGLE)
    assert "last step first" in str(notes[0])


def test_modules_keep_their_names():
    module = torch_module("LSTM", num_layers=2)
    state = {f"encoder.rnn.{k}": v for k, v in module.state_dict().items()}
    middle, _ = written(load_model(torch_bytes(state)), "onnx", "m.onnx")
    data, _ = written(load_model(middle, "m.onnx"), "pytorch", "m.npz")
    assert set(np.load(io.BytesIO(data))) == {f"encoder.rnn.{k}" for k in state_arrays(module)}


def test_initial_state_of_a_file_goes_into_onnx():
    h0, c0 = np.random.default_rng(0).normal(size=(2, 1, 1, 4)).astype(np.float32)
    one = onnx_node("LSTM", blocks={"h0": h0, "c0": c0}, extra_inputs=((5, "h0"), (6, "c0")))
    model = load_model(one, "m.onnx")
    data, _ = written(model, "onnx", "again.onnx")
    np.testing.assert_allclose(onnx_run(data), model.run(X).y, atol=SINGLE)
    np.testing.assert_allclose(load_model(data, "m.onnx").run(X).y, model.run(X).y, atol=SINGLE)


@pytest.mark.parametrize(
    ("source", "to", "name", "words"),
    [
        (
            lambda: onnx_node("GRU", linear_before_reset=0),
            "pytorch",
            "m.pt",
            ("reset before", "linear_before_reset=0"),
        ),
        (
            lambda: onnx_node("LSTM", direction="reverse"),
            "pytorch",
            "m.pt",
            ("backwards", "turn the sequence"),
        ),
        (
            lambda: onnx_node("LSTM", activations=["HardSigmoid", "Tanh", "Tanh"]),
            "pytorch",
            "m.pt",
            ("hard_sigmoid",),
        ),
        (
            lambda: onnx_node("LSTM", activations=["HardSigmoid", "Tanh", "Tanh"]),
            "keras",
            "m.keras",
            ("0.2 a",),
        ),
        (lambda: onnx_node("LSTM"), "pytorch", "m.onnx", (".safetensors",)),
    ],
)
def test_no_equivalent_no_file(source, to, name, words):
    with pytest.raises(GateError) as caught:
        convert(load_model(source(), "m.onnx"), to, name)
    assert all(word in str(caught.value) for word in words)
