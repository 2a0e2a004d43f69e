"""Arrays of a .safetensors file: a JSON header, then raw bytes."""

from __future__ import annotations

from gates.weights.limits import MAX_VALUES
from gates.weights.problems import fail
from gates.weights.tensors import Tensor, Tensors, decode

NAMES = {
    "F64": "float64",
    "F32": "float32",
    "F16": "float16",
    "BF16": "bfloat16",
    "I64": "int64",
    "I32": "int32",
    "I16": "int16",
    "I8": "int8",
    "U8": "uint8",
    "BOOL": "bool",
}


def looks_like(data: bytes) -> bool:
    """Tell whether the bytes start as a safetensors file does: a length, then a JSON object."""
    return len(data) > 9 and data[8:9] == b"{" and int.from_bytes(data[:8], "little") <= len(data) - 8


def read(data: bytes) -> Tensors:
    """Return the arrays of a safetensors file.

    The library checks the header against the bytes; bfloat16 is decoded here, as numpy has no such type.
    """
    from safetensors import SafetensorError, deserialize

    if int.from_bytes(data[:8], "little") > MAX_VALUES:
        fail("error.model.safetensors", "The safetensors file is damaged ({why}).", why="header too large")
    try:
        found = deserialize(data)
    except (SafetensorError, ValueError) as error:
        fail("error.model.safetensors", "The safetensors file is damaged ({why}).", why=str(error))
    entries = {}
    for name, view in found:
        shape, raw = tuple(view["shape"]), view["data"]
        dtype = NAMES.get(view["dtype"], str(view["dtype"]))
        # Types without a decoder are refused by name before they are loaded.
        load = lambda raw=raw, dtype=dtype, shape=shape: decode(raw, dtype).reshape(shape)  # noqa: E731
        entries[name] = Tensor(shape, dtype, load)
    return Tensors(entries)
