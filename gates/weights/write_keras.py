"""Keras 3 files: a sequential model as .keras, .weights.h5, .h5, or its arrays and configuration as .npz."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gates.weights.blocks import Dense, Recurrent
from gates.weights.cell import CellWeights
from gates.weights.conventions import CONVENTIONS, pack
from gates.weights.convert import check_skip, check_states, file_type
from gates.weights.keras_config import snake_case
from gates.weights.load import KERAS_CONFIG
from gates.weights.model import Model
from gates.weights.problems import Sentence, fail

CLASSES = {"lstm": "LSTM", "gru": "GRU", "rnn": "SimpleRNN"}
VERSION = "3.0.0"
# Any fixed moment: the same model gives the same bytes.
DATE = "2025-01-01@00:00:00"


@dataclass
class Written:
    """One layer of the new model: its configuration, and its arrays by where Keras 3 keeps them."""

    kind: str
    config: dict[str, Any]
    arrays: dict[str, list[np.ndarray]] = field(default_factory=dict)


def write(model: Model, ending: str) -> tuple[bytes, list[Sentence]]:
    """Return a Keras file of the model as a sequence of layers."""
    notes: list[Sentence] = []
    check_skip(model, "Keras")
    layers = _layers(model, notes)
    dtype = file_type(model)
    config = json.dumps(_config(layers, model.d_x))
    if ending == ".npz":
        named = {
            f"{layer.config['name']}/{k}": a.astype(dtype)
            for layer in layers
            for k, a in enumerate(a for own in layer.arrays.values() for a in own)
        }
        stream = io.BytesIO()
        np.savez(stream, **{KERAS_CONFIG: np.array(config)}, **named)  # type: ignore[arg-type]
        return stream.getvalue(), notes
    if ending == ".h5":
        return _old_hdf5(layers, config, dtype), notes
    weights = _new_hdf5(layers, dtype)
    if ending == ".weights.h5":
        return weights, notes
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("metadata.json", json.dumps({"keras_version": VERSION, "date_saved": DATE}))
        archive.writestr("config.json", config)
        archive.writestr("model.weights.h5", weights)
    return stream.getvalue(), notes


def _layers(model: Model, notes: list[Sentence]) -> list[Written]:
    """Return the layers in order; a backward layer turns time around for what follows, as Keras does."""
    names: set[str] = set()
    written: list[Written] = []
    turned = False
    if model.masked is not None:
        written.append(Written("Masking", {"name": _unique("masking", names), "mask_value": model.masked}))
    for block in model.blocks:
        name = _unique(block.name, names)
        if isinstance(block, Dense):
            written.append(_dense(block, name))
            continue
        check_states(block, "Keras", notes)
        sequences = not (model.returns_last and block is model.layers[-1])
        written.append(_recurrent(block, name, sequences, turned))
        turned = block.backwards[0]
    if turned and not model.returns_last:
        text = "Keras gives the last step first, as the layer runs backwards; turn its output around in time."
        notes.append(Sentence("note.convert.turned", text))
    return written


def _unique(name: str, names: set[str]) -> str:
    """Return a name without slashes that no other layer has."""
    plain = "".join(c if c.isalnum() or c in "_-" else "_" for c in name).strip("_") or "layer"
    found, n = plain, 1
    while found in names:
        n += 1
        found = f"{plain}_{n}"
    names.add(found)
    return found


def _activation(layer: str, name: str) -> str:
    if name == "hard_sigmoid_keras2":
        fail(
            "error.convert.keras2",
            "{layer} uses the hard sigmoid of Keras 1 and 2 (0.2 a + 0.5), which Keras 3 has no "
            "equivalent for; convert to ONNX, whose HardSigmoid has it.",
            layer=layer,
        )
    return name


def _dense(block: Dense, name: str) -> Written:
    activation = _activation(block.name, block.activation)
    if block.W is None:
        return Written("Activation", {"name": name, "activation": activation})
    config = {
        "name": name,
        "units": block.W.shape[0],
        "activation": activation,
        "use_bias": block.b is not None,
    }
    return Written("Dense", config, {"": [block.W.T, *([] if block.b is None else [block.b])]})


def _cell(layer: str, cell: CellWeights) -> tuple[dict[str, Any], list[np.ndarray]]:
    """Return the settings of a cell and its arrays in Keras's order."""
    W, U, b_x, b_h = pack(CONVENTIONS["keras"], cell)
    config: dict[str, Any] = {
        "units": cell.d_h,
        "activation": _activation(layer, cell.activation),
        "use_bias": cell.bias,
    }
    if cell.kind != "rnn":
        config["recurrent_activation"] = _activation(layer, cell.gate_activation)
    if cell.kind == "gru":
        config["reset_after"] = cell.reset == "after"
    bias = [] if not cell.bias else [b_x if b_h is None else np.stack([b_x, b_h])]
    return config, [W, U, *bias]


def _recurrent(block: Recurrent, name: str, sequences: bool, turned: bool) -> Written:
    sides = []
    for cell, back in zip(block.cells, block.backwards, strict=True):
        config, arrays = _cell(block.name, cell)
        config |= {"return_sequences": sequences, "go_backwards": back != turned}
        sides.append((config, arrays))
    kind = CLASSES[block.cells[0].kind]
    if len(sides) == 1:
        return Written(kind, {"name": name, **sides[0][0]}, {"cell": sides[0][1]})
    config: dict[str, Any] = {"name": name, "merge_mode": block.merge}
    for key, (inner, _), side in zip(
        ("layer", "backward_layer"), sides, ("forward", "backward"), strict=True
    ):
        config[key] = _entry(kind, {"name": f"{side}_{name}", **inner})
    return Written(
        "Bidirectional", config, {"forward_layer/cell": sides[0][1], "backward_layer/cell": sides[1][1]}
    )


def _entry(kind: str, config: dict[str, Any]) -> dict[str, Any]:
    return {"module": "keras.layers", "class_name": kind, "config": config, "registered_name": None}


def _config(layers: list[Written], d_x: int) -> dict[str, Any]:
    entries = [_entry("InputLayer", {"batch_shape": [None, None, d_x], "dtype": "float32", "name": "input"})]
    entries += [_entry(layer.kind, layer.config) for layer in layers]
    return {
        "module": "keras",
        "class_name": "Sequential",
        "config": {"name": "sequential", "trainable": True, "layers": entries},
        "registered_name": None,
        "build_config": {"input_shape": [None, None, d_x]},
    }


def _new_hdf5(layers: list[Written], dtype: type) -> bytes:
    """Return Keras 3's arrangement: layers/<class>_<n>/cell/vars/<k>."""
    import h5py

    stream = io.BytesIO()
    counts: dict[str, int] = {}
    with h5py.File(stream, "w") as file:
        for layer in layers:
            snake = snake_case(layer.kind)
            n = counts.get(snake, 0)
            counts[snake] = n + 1
            root = f"layers/{snake}_{n}" if n else f"layers/{snake}"
            file.create_group(f"{root}/vars").attrs["name"] = layer.config["name"]
            for place, arrays in layer.arrays.items():
                path = f"{root}/{place}/vars" if place else f"{root}/vars"
                for k, array in enumerate(arrays):
                    file[f"{path}/{k}"] = array.astype(dtype)
        file.require_group("vars").attrs["name"] = "sequential"
    return stream.getvalue()


def _old_hdf5(layers: list[Written], config: str, dtype: type) -> bytes:
    """Return the arrangement of Keras 2, which Keras 3 still reads: a group a layer and lists of names."""
    import h5py

    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        file.attrs.update({"keras_version": VERSION, "backend": "tensorflow", "model_config": config})
        top = file.create_group("model_weights")
        top.attrs.update({"keras_version": VERSION, "backend": "tensorflow"})
        top.attrs["layer_names"] = [layer.config["name"] for layer in layers]
        for layer in layers:
            group = top.create_group(layer.config["name"])
            arrays = [a for own in layer.arrays.values() for a in own]
            names = [f"{layer.config['name']}/{k}" for k in range(len(arrays))]
            group.attrs["weight_names"] = names if names else np.array([], dtype="S1")
            for name, array in zip(names, arrays, strict=True):
                group[name] = array.astype(dtype)
    return stream.getvalue()
