"""Counting the fields of a protobuf before it is parsed: a small file can ask for a great many of them."""

from __future__ import annotations

from gates.weights.problems import fail

MAX_FIELDS = 400_000
# Numbers of one byte each in the file that become eight in memory; shapes have few of them.
MAX_PACKED_BYTES = 2 * 2**20
PACKED = {"tensor": (5, 7, 11), "attribute": (7, 8)}
# Fields that hold messages: model -> graph, functions; graph -> nodes, tensors, values; node -> attributes.
NESTED: dict[str, dict[int, str]] = {
    "model": {7: "graph", 8: "pair", 14: "pair", 20: "any", 25: "function"},
    "graph": {
        1: "node",
        5: "tensor",
        11: "value",
        12: "value",
        13: "value",
        14: "any",
        15: "any",
        16: "pair",
    },
    "node": {5: "attribute", 9: "pair"},
    "attribute": {
        5: "tensor",
        6: "graph",
        10: "tensor",
        11: "graph",
        14: "any",
        15: "any",
        22: "any",
        23: "any",
    },
    "function": {7: "node", 11: "attribute", 12: "value", 14: "pair"},
    "tensor": {13: "pair", 16: "pair"},
    "value": {2: "any", 4: "pair"},
    "pair": {},
    "any": {},
}


def check(data: bytes) -> None:
    """Refuse bytes that are not an ONNX model, or that hold more fields than a model needs.

    Raises
    ------
    GateError
        In one sentence.
    """
    queue = [("model", 0, len(data), 0)]
    count = 0
    graphs = 0
    while queue:
        kind, at, end, depth = queue.pop()
        while at < end:
            key, at = _varint(data, at, end)
            field, wire = key >> 3, key & 7
            if wire == 0:
                _, at = _varint(data, at, end)
            elif wire in (1, 5):
                at += 8 if wire == 1 else 4
            elif wire == 2:
                size, at = _varint(data, at, end)
                inner = NESTED[kind].get(field)
                if field in PACKED.get(kind, ()) and size > MAX_PACKED_BYTES:
                    _large()
                if inner is not None and depth < 12:
                    graphs += inner == "graph"
                    queue.append((inner, at, at + size, depth + 1))
                at += size
            else:
                _damaged("an unknown wire type")
            if at > end or field == 0:
                _damaged("a field reaches beyond its end")
            count += 1
            if count > MAX_FIELDS:
                _large()
    if not graphs:
        _damaged("no graph")


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    value = shift = 0
    while at < end and shift < 70:
        byte = data[at]
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return value, at
        shift += 7
    _damaged("a number without end")
    raise AssertionError("_damaged raises")


def _large() -> None:
    fail("error.model.onnx_large", "The ONNX file has more parts than a model needs.")


def _damaged(why: str) -> None:
    fail("error.model.onnx", "The file is not an ONNX model or is damaged ({why}).", why=why)
