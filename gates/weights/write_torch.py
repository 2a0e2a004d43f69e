"""PyTorch state dicts: .pt archives written opcode by opcode, .safetensors and .npz."""

from __future__ import annotations

import io
import re
import struct
import zipfile

import numpy as np

from gates.weights.blocks import Dense, Recurrent
from gates.weights.conventions import CONVENTIONS, pack
from gates.weights.convert import check_directions, check_states, file_type
from gates.weights.model import Model
from gates.weights.problems import Sentence, fail

PYTORCH = CONVENTIONS["pytorch"]


def write(model: Model, ending: str) -> tuple[bytes, list[Sentence]]:
    """Return a state dict whose names are those of nn.LSTM, nn.GRU, nn.RNN and nn.Linear."""
    notes: list[Sentence] = []
    arrays = {n: a.astype(file_type(model)) for n, a in state_dict(model, notes).items()}
    if ending == ".safetensors":
        from safetensors.numpy import save

        return save({n: np.ascontiguousarray(a) for n, a in arrays.items()}), notes
    if ending == ".npz":
        stream = io.BytesIO()
        np.savez(stream, **arrays)  # type: ignore[arg-type]
        return stream.getvalue(), notes
    return pt_archive(arrays), notes


def state_dict(model: Model, notes: list[Sentence]) -> dict[str, np.ndarray]:
    """Return the arrays by name; a group of equal layers in a row becomes one module."""
    found: dict[str, np.ndarray] = {}
    groups = list(_groups(model))
    for number, group in enumerate(groups):
        prefix = _prefix(group[0], number, groups)
        for k, layer in enumerate(group):
            _check(layer)
            check_states(layer, "PyTorch", notes)
            for cell, back in zip(layer.cells, layer.backwards, strict=True):
                W, U, b_x, b_h = pack(PYTORCH, cell)
                end = f"l{k}{'_reverse' if back else ''}"
                found |= {f"{prefix}weight_ih_{end}": W, f"{prefix}weight_hh_{end}": U}
                if cell.bias and b_h is not None:
                    found |= {f"{prefix}bias_ih_{end}": b_x, f"{prefix}bias_hh_{end}": b_h}
            if layer.cells[0].kind == "rnn" and layer.cells[0].activation == "relu":
                text = "{layer}: build the module with nonlinearity='relu'."
                notes.append(Sentence("note.convert.relu", text, {"layer": layer.name}))
    for dense in model.heads:
        found |= _linear(dense, notes)
    if model.skip:
        text = "Add the first {n} input channels to the output; a state dict does not hold it."
        notes.append(Sentence("note.convert.skip", text, {"n": model.skip}))
    return found


def _linear(dense: Dense, notes: list[Sentence]) -> dict[str, np.ndarray]:
    """Return the arrays of a linear layer; its nonlinearity becomes a note."""
    name = re.sub(r"[^0-9A-Za-z_.]", "_", dense.name)
    if dense.activation != "linear":
        text = "{layer}: apply {activation} to its output; a state dict does not hold it."
        params = {"layer": dense.name, "activation": dense.activation}
        notes.append(Sentence("note.convert.activation", text, params))
    arrays = {f"{name}.weight": dense.W, f"{name}.bias": dense.b}
    return {key: array for key, array in arrays.items() if array is not None}


def _groups(model: Model) -> list[list[Recurrent]]:
    """Cut the chain into stretches that one multi-layer module can hold."""
    groups: list[list[Recurrent]] = []
    for before, block in zip([None, *model.blocks], model.blocks, strict=False):
        if not isinstance(block, Recurrent):
            continue
        if isinstance(before, Recurrent) and _alike(before, block):
            groups[-1].append(block)
        else:
            groups.append([block])
    return groups


def _alike(a: Recurrent, b: Recurrent) -> bool:
    def signature(layer: Recurrent) -> tuple:
        cell = layer.cells[0]
        return layer.module, layer.direction, cell.kind, cell.d_h, cell.bias, cell.activation

    return signature(a) == signature(b)


def _prefix(layer: Recurrent, number: int, groups: list[list[Recurrent]]) -> str:
    """Return what stands in front of a group's names: the module of the file read, or a number."""
    modules = [group[0].module for group in groups]
    if modules.count(layer.module) == 1:
        return f"{layer.module}." if layer.module else ""
    return f"{layer.module or 'rnn'}{number}."


def _check(layer: Recurrent) -> None:
    """Refuse what PyTorch's modules cannot compute, with the way out."""
    if layer.direction == "reverse":
        fail(
            "error.convert.reverse",
            "{layer} runs backwards only, which PyTorch has no equivalent for; turn the sequence around "
            "in time and use a forward layer, or convert to ONNX.",
            layer=layer.name,
        )
    check_directions(layer, "PyTorch")
    for cell in layer.cells:
        if cell.reset == "before":
            fail(
                "error.convert.reset_before",
                "{layer} resets before the linear map (reset before), which PyTorch has no equivalent for; "
                "convert to ONNX (linear_before_reset=0) or Keras (reset_after=False), or train again with "
                "reset after.",
                layer=layer.name,
            )
        states = ("tanh", "relu") if cell.kind == "rnn" else ("tanh",)
        for name, known in ((cell.gate_activation, ("sigmoid",)), (cell.activation, states)):
            if name not in known:
                fail(
                    "error.convert.activation",
                    "{layer} uses {activation}, which PyTorch has no equivalent for; convert to ONNX or "
                    "Keras, which let it be chosen.",
                    layer=layer.name,
                    activation=name,
                )


def pt_archive(arrays: dict[str, np.ndarray]) -> bytes:
    """Return an archive that ``torch.load(..., weights_only=True)`` reads."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("model/data.pkl", _pickle(arrays))
        archive.writestr("model/byteorder", "little")
        for key, array in enumerate(arrays.values()):
            little = array.dtype.newbyteorder("<")
            archive.writestr(f"model/data/{key}", np.ascontiguousarray(array).astype(little).tobytes())
        archive.writestr("model/version", "3\n")
    return stream.getvalue()


def _pickle(arrays: dict[str, np.ndarray]) -> bytes:
    """Return the pickle of an ordered dictionary of tensors, protocol 2."""
    empty = b"ccollections\nOrderedDict\n)R"
    parts = [b"\x80\x02", empty, b"("]
    for key, (name, array) in enumerate(arrays.items()):
        storage = b"DoubleStorage" if array.dtype == np.float64 else b"FloatStorage"
        strides = [int(np.prod(array.shape[k + 1 :])) for k in range(array.ndim)]
        parts += [
            _text(name),
            b"ctorch._utils\n_rebuild_tensor_v2\n(",
            b"(" + _text("storage") + b"ctorch\n" + storage + b"\n" + _text(str(key)) + _text("cpu"),
            _int(array.size) + b"tQ",
            _int(0) + _ints(array.shape) + _ints(strides) + b"\x89" + empty + b"tR",
        ]
    return b"".join([*parts, b"u."])


def _text(value: str) -> bytes:
    data = value.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def _int(value: int) -> bytes:
    return b"J" + struct.pack("<i", value)


def _ints(values: tuple[int, ...] | list[int]) -> bytes:
    return b"(" + b"".join(map(_int, values)) + b"t"
