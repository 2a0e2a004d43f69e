"""Keras files: .keras archives, .weights.h5 and .h5 of Keras 1 to 3, and this project's own .npz."""

from __future__ import annotations

import json

from gates.weights import hdf5, keras_guess
from gates.weights.blocks import Block
from gates.weights.groups import not_recurrent
from gates.weights.keras_config import Layer, Runs, parse, split_runs
from gates.weights.keras_layers import Builder
from gates.weights.keras_store import ArrayStore, NameStore, PlaceStore, Store
from gates.weights.limits import MAX_FILE_BYTES, MAX_TEXT_BYTES, open_zip, read_member
from gates.weights.model import Model
from gates.weights.problems import ModelError, fail
from gates.weights.reading import Reading
from gates.weights.tensors import Tensors


def read_archive(data: bytes, reading: Reading) -> Model:
    """Read a .keras archive: configuration, version, and the arrays in an HDF5 file inside."""
    archive = open_zip(data)
    config = read_member(archive, "config.json", MAX_TEXT_BYTES)
    version = 3
    if "metadata.json" in archive.namelist():
        try:
            version = _major(
                json.loads(read_member(archive, "metadata.json", MAX_TEXT_BYTES))["keras_version"]
            )
        except (ValueError, KeyError, TypeError):
            fail(
                "error.model.keras_config", "The Keras configuration is damaged ({why}).", why="metadata.json"
            )
    h5 = hdf5.read(read_member(archive, "model.weights.h5", MAX_FILE_BYTES))
    return _build(parse(config), PlaceStore(h5), version, reading, h5.skipped)


def read_hdf5(data: bytes, reading: Reading) -> Model:
    """Read an HDF5 file that Keras wrote, with or without a configuration."""
    h5 = hdf5.read(data)
    root = h5.groups[""]
    if "model_config" in root:
        store = NameStore(h5, "model_weights")
        version = _major(
            root.get("keras_version", h5.groups.get("model_weights", {}).get("keras_version", "1"))
        )
        return _build(parse(str(root["model_config"])), store, version, reading, h5.skipped)
    if h5.texts("", "layer_names"):
        return keras_guess.by_name(NameStore(h5, ""), str(root.get("keras_version", "1")), reading)
    return keras_guess.by_place(PlaceStore(h5), reading)


def read_npz(tensors: Tensors, text: str, reading: Reading) -> Model:
    """Read an .npz that :mod:`~gates.weights.write_keras` wrote: Keras arrays beside their configuration."""
    return _build(parse(text), ArrayStore(tensors), 3, reading, [])


def _major(version: object) -> int:
    digits = str(version).lstrip("b'").split(".")[0]
    return int(digits) if digits.isdigit() else 3


def _build(layers: list[Layer], store: Store, version: int, reading: Reading, skipped: list[str]) -> Model:
    runs = split_runs(layers)
    if not runs.recurrent:
        not_recurrent([f"{layer.name} ({layer.kind})" for layer in layers])
    parts, broken = _choose_parts(runs, reading)
    blocks: list[Block] = []
    for part in parts:
        builder = Builder(store, reading, version)
        blocks += _blocks(builder, part)
    turned = False
    if builder.turned and not builder.returns_last:
        order = reading.choose(
            "time",
            ("input", "model"),
            "assume.keras_time",
            "The model gives its last step first; y here runs in the order of the {value}.",
        )
        turned = order == "model"
    ignored = (*store.tensors.ignored(), *(f"{group}/…" for group in skipped))
    return Model(
        "keras",
        "keras",
        tuple(blocks),
        ignored=ignored,
        returns_last=builder.returns_last,
        masked=builder.masked,
        broken=broken,
        turned=turned,
    )


def _blocks(builder: Builder, part: list[Layer]) -> list[Block]:
    """Return the blocks of some layers; settings of an unusual type are the file's fault."""
    try:
        return [block for layer in part for block in builder.blocks(layer)]
    except ModelError:
        raise
    except (TypeError, ValueError, AttributeError, KeyError, OverflowError) as error:
        fail("error.model.keras_config", "The Keras configuration is damaged ({why}).", why=str(error))


def _choose_parts(runs: Runs, reading: Reading) -> tuple[list[list[Layer]], str]:
    """Return the layers to run, and what stands between the parts where there is more than one."""
    parts = runs.recurrent
    breaks = "; ".join(runs.breaks)
    if len(parts) == 1:
        if breaks:
            reading.note(
                "part",
                ", ".join(layer.name for layer in parts[0]),
                "assume.part_only",
                "The model has layers that are not run here ({breaks}); the part that is run is {value}.",
                breaks=breaks,
            )
        return parts, ""
    names = tuple(next(layer.name for layer in part if layer.is_recurrent) for part in parts)
    value = reading.choose(
        "part",
        ("all", *names),
        "assume.part",
        "Layers that are not run here ({breaks}) lie between the recurrent ones; the part taken is {value}.",
        breaks=breaks,
    )
    if value == "all":
        return parts, breaks
    return [parts[names.index(value)]], ""
