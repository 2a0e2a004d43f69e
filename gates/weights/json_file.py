"""Models written as JSON: RTNeural's layers, PyTorch state dicts of guitar-amp projects, and .nam files."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from gates.weights import torch_names
from gates.weights.activations import keras_activation
from gates.weights.blocks import Block, Dense, Recurrent, check_chain
from gates.weights.cell import CellWeights
from gates.weights.conventions import CONVENTIONS, unpack
from gates.weights.groups import not_recurrent
from gates.weights.keras_arrays import keras_cell
from gates.weights.limits import MAX_TEXT_BYTES, MAX_VALUES, check_size
from gates.weights.model import Model
from gates.weights.problems import fail
from gates.weights.reading import Reading
from gates.weights.tensors import Tensor, Tensors

MAX_SIZE = 4096
MAX_BRACKETS = 300_000
MAX_COMMAS = 2_000_000
RECURRENT = ("lstm", "gru")
DENSE = ("dense", "time-distributed-dense")


def read(data: bytes, reading: Reading) -> Model:
    """Return the model that a JSON file describes.

    Raises
    ------
    GateError
        For JSON that is damaged, too deep or too large, and for layers of another kind, by name.
    """
    root = _parse(data)
    if isinstance(root, dict) and isinstance(root.get("layers"), list):
        return _rtneural(root, reading)
    if isinstance(root, dict) and isinstance(root.get("weights"), list) and "architecture" in root:
        return _nam(root, reading)
    if isinstance(root, dict):
        return _state_dict(root, reading)
    fail("error.model.json_kind", "The JSON holds neither layers nor a state dict.")


def _parse(data: bytes) -> Any:
    check_size(len(data), MAX_TEXT_BYTES)
    if data.count(b"[") + data.count(b"{") > MAX_BRACKETS or data.count(b",") > MAX_COMMAS:
        fail("error.model.json_large", "The JSON has more entries than a model needs.")
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        fail("error.model.json", "The JSON is damaged ({why}).", why=why)


def _array(values: object, name: str) -> np.ndarray:
    """Return nested lists of numbers as an array."""
    try:
        array = np.array(values, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        fail("error.model.json_array", "{name} is not an array of numbers.", name=name)
    if array.size > MAX_VALUES or not np.isfinite(array).all():
        fail("error.model.not_finite", "{name} holds values that are not finite numbers.", name=name)
    return array


def _rtneural(root: dict[str, Any], reading: Reading) -> Model:
    """Keras layers in Keras's order, each with its arrays; biases of a GRU in two rows."""
    blocks: list[Block] = []
    for number, entry in enumerate(root["layers"]):
        if not isinstance(entry, dict) or not isinstance(entry.get("weights", []), list):
            fail(
                "error.model.json_layer",
                "Layer {n} is not described as RTNeural describes a layer.",
                n=number,
            )
        kind = str(entry.get("type", "")).lower()
        name = f"{kind}_{number}"
        arrays = [_array(w, f"array {k} of {name}") for k, w in enumerate(entry.get("weights", []))]
        if kind in RECURRENT:
            blocks.append(_recurrent(entry, name, kind, arrays, reading))
        elif kind in DENSE:
            blocks.append(_dense(entry, name, arrays))
        elif kind == "activation":
            blocks.append(Dense(name, None, None, _activation(entry, name)))
        else:
            fail(
                "error.model.keras_layer",
                "{layer} is a {kind}, which is not supported.",
                layer=name,
                kind=kind,
            )
        _declared(entry, name, blocks[-1])
    if not any(isinstance(block, Recurrent) for block in blocks):
        not_recurrent([block.name for block in blocks])
    check_chain(tuple(blocks))
    skip = int(bool(root.get("in_skip", 0)))
    gains = [g for g in ("in_gain", "out_gain") if root.get(g)]
    if gains:
        reading.note(
            "gain", ", ".join(gains), "assume.gain", "The gains in the file ({value}) are not applied."
        )
    return Model("keras", "keras", tuple(blocks), skip=skip)


def _declared(entry: dict[str, Any], name: str, block: Block) -> None:
    """Compare the width that a layer declares with the one that its arrays have."""
    shape = entry.get("shape")
    width = block.d_out if isinstance(block, Recurrent) else None if block.W is None else block.W.shape[0]
    if isinstance(shape, list) and shape and isinstance(shape[-1], int) and width not in (None, shape[-1]):
        fail(
            "error.model.units",
            "{layer} declares {declared} units, its arrays hold {has}.",
            layer=name,
            declared=shape[-1],
            has=width,
        )


def _activation(entry: dict[str, Any], name: str) -> str:
    return keras_activation(entry.get("activation"), name, version=3, head=True)


def _recurrent(
    entry: dict[str, Any], name: str, kind: str, arrays: list[np.ndarray], reading: Reading
) -> Recurrent:
    activation = entry.get("activation") or "tanh"
    if activation != "tanh":
        fail(
            "error.model.json_activation",
            "{layer} uses the activation {name}; RTNeural's is tanh.",
            layer=name,
            name=activation,
        )
    shape = entry.get("shape")
    if len(arrays) in (2, 3) and arrays[1].ndim == 2 and isinstance(shape, list) and shape:
        declared = shape[-1]
        if isinstance(declared, int) and arrays[1].shape[0] != declared:
            fail(
                "error.model.units",
                "{layer} declares {declared} units, its arrays hold {has}.",
                layer=name,
                declared=declared,
                has=arrays[1].shape[0],
            )
    cell = keras_cell(arrays, name, reading, kind=kind)
    return Recurrent(name, (cell,), parameters=sum(a.size for a in arrays))


def _dense(entry: dict[str, Any], name: str, arrays: list[np.ndarray]) -> Dense:
    W, b = arrays[0] if arrays else np.zeros(0), arrays[1] if len(arrays) == 2 else None
    if len(arrays) not in (1, 2) or W.ndim != 2 or (b is not None and b.shape != W.shape[1:]):
        fail("error.model.keras_dense", "The arrays of the dense layer {layer} do not fit.", layer=name)
    return Dense(name, W.T, b, _activation(entry, name), sum(a.size for a in arrays))


def _state_dict(root: dict[str, Any], reading: Reading) -> Model:
    """A PyTorch state dict, alone or beside a description that may ask for a skip connection."""
    state = root.get("state_dict", root)
    if not isinstance(state, dict):
        fail("error.model.json_kind", "The JSON holds neither layers nor a state dict.")
    arrays = {str(k): _array(v, str(k)) for k, v in state.items() if isinstance(v, list)}
    tensors = Tensors({k: Tensor(a.shape, "float64", lambda a=a: a) for k, a in arrays.items()})
    model = torch_names.build(tensors, reading, in_order=True, linear=True)
    about = root.get("model_data")
    if not isinstance(about, dict):
        return model
    cell = model.layers[0].cells[0]
    for what, has in (("hidden_size", cell.d_h), ("input_size", cell.d_x)):
        if what in about and about[what] != has:
            fail(
                "error.model.json_declared",
                "The file declares {what} {declared}, its arrays hold {has}.",
                what=what,
                declared=about[what],
                has=has,
            )
    skip = about.get("skip", 0)
    if not isinstance(skip, int) or not 0 <= skip <= cell.d_x:
        fail("error.model.json_skip", "The file asks to add {skip} input channels to the output.", skip=skip)
    return Model(**{**vars(model), "skip": int(skip)})


def _size(value: object) -> int:
    """Return a number of layers or units that a file declares."""
    if not isinstance(value, int) or not 0 < value < MAX_SIZE:
        fail(
            "error.model.json_size",
            "The file declares {value} where a number of layers or units belongs.",
            value=str(value),
        )
    return value


def _nam(root: dict[str, Any], reading: Reading) -> Model:
    """Neural Amp Modeler: a flat list; a layer is the joined matrix, the bias, h_0 and c_0; then the head."""
    config = root.get("config")
    config = config if isinstance(config, dict) else {}
    layers, d_x, d_h = (_size(config.get(k)) for k in ("num_layers", "input_size", "hidden_size"))
    if root["architecture"] != "LSTM":
        fail("error.model.not_recurrent", "The file holds no LSTM, GRU or plain recurrent layer.")
    flat = _array(root["weights"], "weights")
    needed = sum(4 * d_h * (d + d_h) + 6 * d_h for d in [d_x] + [d_h] * (layers - 1)) + d_h + 1
    if flat.shape != (needed,):
        fail(
            "error.model.json_declared",
            "The file declares {what} {declared}, its arrays hold {has}.",
            what="weights",
            declared=needed,
            has=flat.size,
        )
    blocks: list[Block] = []
    for number in range(layers):
        width = d_x if number == 0 else d_h
        cut = np.cumsum([4 * d_h * (width + d_h), 4 * d_h, d_h, d_h])
        joined, bias, h0, c0, flat = np.split(flat, cut)
        joined = joined.reshape(4 * d_h, width + d_h)
        cell: CellWeights = unpack(CONVENTIONS["pytorch"], "lstm", joined[:, :width], joined[:, width:], bias)
        blocks.append(Recurrent(f"lstm_{number}", (cell,), parameters=cut[1], h0=(h0[None],), c0=(c0[None],)))
    blocks.append(Dense("head", flat[None, :d_h], flat[d_h:], "linear", d_h + 1))
    return Model("pytorch", "pytorch", tuple(blocks))
