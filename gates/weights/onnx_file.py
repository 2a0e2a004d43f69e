"""ONNX models: the chain of recurrent and dense layers that the graph's input runs through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gates.weights import onnx_scan
from gates.weights.groups import not_recurrent
from gates.weights.limits import MAX_FILE_BYTES, check_size
from gates.weights.model import Model
from gates.weights.onnx_graph import Walk
from gates.weights.onnx_nodes import KINDS
from gates.weights.onnx_steps import Stream
from gates.weights.onnx_values import Constants
from gates.weights.problems import fail
from gates.weights.reading import Reading

MAX_ONNX_BYTES = min(MAX_FILE_BYTES, 64 * 2**20)


def read(data: bytes, reading: Reading) -> Model:
    """Return the model that an ONNX file describes.

    Raises
    ------
    GateError
        For bytes that are no ONNX model, weights kept in other files, and whatever a recurrent node asks
        for that is not supported, by name.
    """
    check_size(len(data), MAX_ONNX_BYTES)
    onnx_scan.check(data)
    graph = _parse(data).graph
    kinds = [node.op_type for node in graph.node]
    if not any(kind in KINDS for kind in kinds):
        not_recurrent(sorted({f"{node.domain}.{node.op_type}".strip(".") for node in graph.node}))
    constants = Constants(graph)
    for tensor in graph.initializer:
        if tensor.data_location == 1 or tensor.external_data:
            constants.tensor(tensor)
    inputs = [i.name for i in graph.input if i.name not in constants.tensors]
    walk = Walk(graph, constants, reading, {}, {})
    for value in graph.input:
        if value.name in inputs and len(value.type.tensor_type.shape.dim) in (0, 3):
            walk.streams[value.name] = Stream("xyF")
    walk.run()
    return _model(graph, walk, reading)


def _parse(data: bytes) -> Any:
    from google.protobuf.message import DecodeError
    from onnx import ModelProto

    model = ModelProto()
    try:
        model.ParseFromString(data)
    except (DecodeError, ValueError, RuntimeError) as error:
        fail("error.model.onnx", "The file is not an ONNX model or is damaged ({why}).", why=str(error))
    # Protobuf hands out bytes where a text is not UTF-8.
    if not all(isinstance(text, str) for text in _texts(model.graph)):
        fail(
            "error.model.onnx",
            "The file is not an ONNX model or is damaged ({why}).",
            why="a name is not a text",
        )
    return model


def _texts(graph: Any) -> Iterator[object]:
    for node in graph.node:
        yield from (node.name, node.op_type, node.domain, *node.input, *node.output)
        yield from (attribute.name for attribute in node.attribute)
    for tensor in graph.initializer:
        yield tensor.name
        yield from (text for entry in tensor.external_data for text in (entry.key, entry.value))
    for value in (*graph.input, *graph.output):
        yield value.name


def _model(graph: Any, walk: Walk, reading: Reading) -> Model:
    outputs = {o.name for o in graph.output}
    ends = [(name, s) for name, s in walk.streams.items() if s.depth]
    chains: list[tuple[str, Stream]] = []
    for name, stream in sorted(ends, key=lambda end: _rank(end, outputs), reverse=True):
        if not any(set(map(id, _layers(stream))) <= set(map(id, _layers(taken))) for _, taken in chains):
            chains.append((name, stream))
    if not chains:
        fail(
            "error.model.onnx",
            "The file is not an ONNX model or is damaged ({why}).",
            why="unused recurrent nodes",
        )
    name, stream = _choose(chains, reading)
    broken = ""
    if name == "all":
        broken = ", ".join(sorted({walk.stopped.get(n, "?") for n, _ in chains}))
        stream = replace(stream, blocks=tuple(layer for _, s in chains for layer in _layers(s)))
    elif name not in outputs:
        reading.note(
            "end",
            name,
            "assume.onnx_end",
            "The graph goes on with {operation}, which is not run; the output is {value}.",
            operation=walk.stopped.get(name, "?"),
        )
    if not stream.from_input:
        reading.note(
            "start",
            stream.blocks[0].name,
            "assume.onnx_start",
            "What the graph does in front is not run; the sequence is what enters {value}.",
        )
    unused = [tensor.name for tensor in graph.initializer if tensor.name not in walk.constants.budget.seen]
    return Model(
        "onnx",
        "onnx",
        stream.blocks,
        ignored=tuple(unused),
        returns_last=stream.last,
        broken=broken,
        steps=walk.steps,
    )


def _layers(stream: Stream) -> list:
    return [block for block in stream.blocks if hasattr(block, "cells")]


def _rank(end: tuple[str, Stream], outputs: set[str]) -> tuple:
    """Prefer more recurrent layers, then what the graph returns, every step before the last, more layers."""
    name, stream = end
    return stream.depth, name in outputs and not stream.last, name in outputs, len(stream.blocks)


def _choose(chains: list[tuple[str, Stream]], reading: Reading) -> tuple[str, Stream]:
    if len(chains) == 1:
        return chains[0]
    names = tuple(_layers(stream)[-1].name for _, stream in chains)
    value = reading.choose(
        "part",
        ("all", *names),
        "assume.part",
        "Layers that are not run here ({breaks}) lie between the recurrent ones; the part taken is {value}.",
        breaks="branches of the graph",
    )
    return ("all", chains[0][1]) if value == "all" else chains[names.index(value)]
