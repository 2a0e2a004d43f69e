"""Arrays of a PyTorch .pt/.pth file, in today's archive form and in the older one of pickles in a row."""

from __future__ import annotations

import io
import math
from collections.abc import Callable

import numpy as np

from gates.weights.limits import MAX_PICKLE_BYTES, MAX_VALUES, open_zip, read_member
from gates.weights.pickle_names import Storage, TensorRecord
from gates.weights.pickles import walk
from gates.weights.problems import fail
from gates.weights.tensors import DTYPES, Tensor, Tensors, as_floats

# First number of the older form, written as a pickle of its own.
LEGACY_MAGIC = 0x1950A86A20F9469CFC6C
MAX_NESTING = 8


def read_archive(data: bytes) -> Tensors:
    """Return the arrays of a .pt archive: ``data.pkl`` describes them, ``data/<key>`` holds the numbers."""
    archive = open_zip(data)
    pickle_path = next((name for name in archive.namelist() if name.split("/")[-1] == "data.pkl"), None)
    if pickle_path is None:
        fail("error.model.zip_missing", "The archive holds no {name}.", name="data.pkl")
    folder = pickle_path[: -len("data.pkl")]
    root = walk(io.BytesIO(read_member(archive, pickle_path, MAX_PICKLE_BYTES)))
    swap = False
    if folder + "byteorder" in archive.namelist():
        swap = read_member(archive, folder + "byteorder", 16).strip() == b"big"

    def fetch(storage: Storage) -> np.ndarray:
        return _typed(read_member(archive, f"{folder}data/{storage.key}", _bytes(storage)), storage, swap)

    return _tensors(root, fetch)


def read_legacy(data: bytes) -> Tensors:
    """Return the arrays of a file of PyTorch before 1.6: pickles in a row, then the storages in key order."""
    stream = io.BytesIO(data)
    if walk(stream) != LEGACY_MAGIC:
        fail("error.model.plain_pickle", "The file is a pickle, but not one that torch.save wrote.")
    walk(stream)  # protocol version
    system = walk(stream)
    swap = isinstance(system, dict) and system.get("little_endian") is False
    root, keys = walk(stream), walk(stream)
    counts = {s.key: s for s in _storages(root)}
    found: dict[str, memoryview] = {}
    at = stream.tell()
    for key in keys if isinstance(keys, list) else ():
        if key not in counts:
            fail("error.model.pickle", "The pickle is damaged ({why}).", why=f"storage {key} has no tensor")
        # Eight bytes of length precede each storage.
        found[key] = memoryview(data)[at + 8 : at + 8 + _bytes(counts[key])]
        at += 8 + _bytes(counts[key])

    def fetch(storage: Storage) -> np.ndarray:
        if storage.key not in found:
            fail(
                "error.model.pickle",
                "The pickle is damaged ({why}).",
                why=f"storage {storage.key} is missing",
            )
        return _typed(found[storage.key], storage, swap)

    return _tensors(root, fetch)


def _bytes(storage: Storage) -> int:
    if storage.count > MAX_VALUES:
        fail(
            "error.model.values",
            "{name} brings the file over {limit:,} values, the limit.",
            name=f"storage {storage.key}",
            limit=MAX_VALUES,
        )
    return storage.count * DTYPES[storage.dtype].itemsize


def _typed(raw: bytes | memoryview, storage: Storage, swap: bool) -> np.ndarray:
    """Return a storage's numbers in the type and byte order of the file, without a copy."""
    dtype = DTYPES[storage.dtype].newbyteorder(">") if swap else DTYPES[storage.dtype]
    if len(raw) < _bytes(storage):
        fail(
            "error.model.short",
            "{name} declares shape {needs} and holds {has} values.",
            name=f"storage {storage.key}",
            needs=(storage.count,),
            has=len(raw) // dtype.itemsize,
        )
    return np.frombuffer(raw, dtype, storage.count)


def _flatten(root: object) -> dict[str, TensorRecord]:
    """Return the tensors of nested dictionaries by dotted name, each dictionary once."""
    found: dict[str, TensorRecord] = {}
    seen: set[int] = set()

    def visit(value: object, prefix: str, depth: int) -> None:
        if isinstance(value, TensorRecord):
            found[prefix] = value
        elif isinstance(value, dict) and depth <= MAX_NESTING and id(value) not in seen:
            seen.add(id(value))
            for key, item in value.items():
                visit(item, f"{prefix}.{key}" if prefix else str(key), depth + 1)

    visit(root, "", 0)
    return found


def _storages(value: object) -> list[Storage]:
    """Return the storages of all tensors, the optimizer's too, as the file's raw part holds them all."""
    found, queue, seen = [], [value], set()
    while queue:
        item = queue.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, TensorRecord):
            found.append(item.storage)
        elif isinstance(item, Storage):
            found.append(item)
        elif isinstance(item, dict):
            queue.extend(item.values())
        elif isinstance(item, (list, tuple)):
            queue.extend(item)
    return found


def _tensors(root: object, fetch: Callable[[Storage], np.ndarray]) -> Tensors:
    entries = {}
    for name, record in _flatten(root).items():
        load = lambda r=record: _view(r, fetch(r.storage))  # noqa: E731
        entries[name] = Tensor(record.shape, record.storage.dtype, load)
    return Tensors(entries)


def _view(record: TensorRecord, values: np.ndarray) -> np.ndarray:
    """Return the tensor that a record cuts out of its storage."""
    count = math.prod(record.shape)
    last = record.offset + sum((n - 1) * s for n, s in zip(record.shape, record.stride, strict=True))
    if count > MAX_VALUES or (count and last >= values.size):
        fail(
            "error.model.pickle", "The pickle is damaged ({why}).", why="a tensor reaches beyond its storage"
        )
    if not count:
        return np.zeros(record.shape)
    strides = tuple(s * values.itemsize for s in record.stride)
    view = np.lib.stride_tricks.as_strided(values[record.offset :], record.shape, strides)
    return as_floats(view, record.storage.dtype)
