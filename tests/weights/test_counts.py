"""Parameter counts against the frameworks themselves, against published figures, and against each other."""

import argparse
import json
import os
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.commands.counts import add_parsers
from gates.core.errors import GateError
from gates.text.counts import TEXTS
from gates.weights.counts import CONVENTIONS, Layer, count, counts, match, network, reasons, summary

SHAPES = [(5, 4, 1, False, None), (3, 7, 2, True, 2), (1, 1, 3, False, 10)]


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
@pytest.mark.parametrize(("d_x", "d_h", "layers", "both", "head"), SHAPES)
def test_pytorch_has_as_many(
    cell: str, d_x: int, d_h: int, layers: int, both: bool, head: int | None
) -> None:
    import torch

    module = getattr(torch.nn, cell.upper())(d_x, d_h, layers, bidirectional=both)
    number = sum(p.numel() for p in module.parameters())
    if head is not None:
        number += sum(p.numel() for p in torch.nn.Linear(d_h * (2 if both else 1), head).parameters())
    assert counts(d_x, network(cell, d_h, layers, both, head))["pytorch"] == number


@pytest.mark.parametrize("cell", ["rnn", "gru", "gru_reset_before", "lstm"])
@pytest.mark.parametrize(("d_x", "d_h", "layers", "both", "head"), SHAPES)
def test_keras_has_as_many(cell: str, d_x: int, d_h: int, layers: int, both: bool, head: int | None) -> None:
    os.environ.setdefault("KERAS_BACKEND", "torch")
    import keras

    model = keras.Sequential([keras.Input((None, d_x))])
    make: Callable = {"rnn": keras.layers.SimpleRNN, "lstm": keras.layers.LSTM}.get(cell, keras.layers.GRU)
    options = {"reset_after": False} if cell == "gru_reset_before" else {}
    for _ in range(layers):
        layer = make(d_h, return_sequences=True, **options)
        model.add(keras.layers.Bidirectional(layer) if both else layer)
    if head is not None:
        model.add(keras.layers.Dense(head))
    kind = cell.split("_")[0]
    found = counts(d_x, network(kind, d_h, layers, both, head))
    assert found["keras_reset_before" if "before" in cell else "keras"] == model.count_params()


@pytest.mark.parametrize(("kind", "op", "g"), [("rnn", "RNN", 1), ("gru", "GRU", 3), ("lstm", "LSTM", 4)])
@pytest.mark.parametrize("both", [False, True])
def test_onnx_runs_with_initialisers_of_that_size(kind: str, op: str, g: int, both: bool) -> None:
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    d_x, d_h, dirs = 3, 5, 2 if both else 1
    shapes = {"W": (dirs, g * d_h, d_x), "R": (dirs, g * d_h, d_h), "B": (dirs, 2 * g * d_h)}
    tensors = [numpy_helper.from_array(np.ones(shape, np.float32), name) for name, shape in shapes.items()]
    node = helper.make_node(
        op, ["X", "W", "R", "B"], ["Y"], hidden_size=d_h, direction="bidirectional" if both else "forward"
    )
    x = helper.make_tensor_value_info("X", TensorProto.FLOAT, [2, 1, d_x])
    y = helper.make_tensor_value_info("Y", TensorProto.FLOAT, [2, dirs, 1, d_h])
    graph = helper.make_graph([node], "g", [x], [y], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 14)], ir_version=8)
    onnx.checker.check_model(model)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    session.run(None, {"X": np.zeros((2, 1, d_x), np.float32)})
    number = sum(numpy_helper.to_array(t).size for t in model.graph.initializer)
    assert counts(d_x, network(kind, d_h, 1, both))["onnx"] == number


@pytest.mark.parametrize(
    ("cell", "d_x", "d_h", "expected"),
    [
        ("rnn", 5, 4, {"textbook": 40}),
        ("gru", 5, 4, {"textbook": 120}),
        ("lstm", 5, 4, {"textbook": 160}),
        (
            "gru",
            4,
            5,
            {"textbook": 150, "keras": 165, "keras_reset_before": 150, "pytorch": 165, "flax": 155},
        ),
        ("lstm", 10, 64, {"textbook": 19200, "keras": 19200, "flax": 19200, "pytorch": 19456, "onnx": 19456}),
        ("gru", 10, 64, {"textbook": 14400, "flax": 14464, "pytorch": 14592, "keras": 14592, "onnx": 14592}),
        ("rnn", 10, 64, {"textbook": 4800, "flax": 4800, "pytorch": 4864}),
        ("lstm", 28, 128, {"textbook": 80384, "pytorch": 80896}),
        ("gru", 28, 128, {"textbook": 60288, "flax": 60416, "onnx": 60672}),
    ],
)
def test_published_counts(cell: str, d_x: int, d_h: int, expected: dict[str, int]) -> None:
    found = counts(d_x, network(cell, d_h))
    assert {name: found[name] for name in expected} == expected  # type: ignore[index]
    assert ("keras_reset_before" in found) == (cell == "gru")


def test_bidirectional_lstm_of_300_on_300() -> None:
    found = counts(300, network("lstm", 300, bidirectional=True))
    assert (found["keras"], found["pytorch"]) == (1_442_400, 1_444_800)


def test_stack_like_a_keras_summary() -> None:
    rows = summary(8, [Layer("lstm", 64), Layer("gru", 32), Layer("dense", 1)])
    assert [row.parameters for row in rows] == [18_688, 9_408, 33]
    assert [(row.d_in, row.d_out) for row in rows] == [(8, 64), (64, 32), (32, 1)]
    assert [row.state_size for row in rows] == [128, 32, 0]
    assert [row.multiply_adds for row in rows] == [4 * 64 * 72, 3 * 32 * 96, 32]


@pytest.mark.parametrize(
    ("d_x", "n", "budget", "gru", "rnn"),
    [
        (8, 32, 5248, (38, 5358, 0.0210), (68, 5236)),
        (10, 64, 19200, (75, 19350, 0.0078), (133, 19152)),
        (28, 128, 80384, (150, 80550, 0.0021), (269, 80162)),
        (1, 40, 6720, (46, 6624, -0.0143), (81, 6723)),
    ],
)
def test_matching_table(d_x: int, n: int, budget: int, gru: tuple, rnn: tuple) -> None:
    assert count(d_x, network("lstm", n)) == budget
    found = match(d_x, budget)
    assert (found["lstm"].d_h, found["lstm"].deviation, found["lstm"].state_size) == (n, 0.0, 2 * n)
    assert (found["gru"].d_h, found["gru"].parameters, found["gru"].state_size) == (*gru[:2], gru[0])
    assert found["gru"].deviation == pytest.approx(gru[2], abs=5e-5)
    assert (found["rnn"].d_h, found["rnn"].parameters) == rnn


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 300), st.integers(1, 20_000))
def test_no_other_width_comes_nearer(d_x: int, budget: int) -> None:
    for kind, found in match(d_x, budget).items():
        gaps = [abs(count(d_x, network(kind, d_h)) - budget) for d_h in range(1, 160)]
        assert abs(found.parameters - budget) == min(gaps)
        assert found.parameters == count(d_x, network(kind, found.d_h))
        assert found.deviation == (found.parameters - budget) / budget


@pytest.mark.parametrize(
    ("call", "key"),
    [
        (lambda: network("lstn", 4), "error.count.choice"),
        (lambda: network("dense", 4), "error.count.choice"),
        (lambda: network("lstm", 0), "error.count.size"),
        (lambda: network("lstm", 4, layers=-1), "error.count.size"),
        (lambda: network("lstm", 4, head=0), "error.count.size"),
        (lambda: network("lstm", 2.5), "error.count.size"),  # type: ignore[arg-type]
        (lambda: count(0, network("lstm", 4)), "error.count.size"),
        (lambda: count(True, network("lstm", 4)), "error.count.size"),
        (lambda: count(3, [Layer("lstm", 10**9)]), "error.count.size"),
        (lambda: match(10, 0), "error.count.size"),
        (lambda: summary(3, [], "tf1"), "error.count.choice"),  # type: ignore[arg-type]
    ],
)
def test_wrong_sizes_are_named(call: Callable, key: str) -> None:
    with pytest.raises(GateError) as caught:
        call()
    assert caught.value.key == key
    assert TEXTS[key]["en"].format(**caught.value.params) == str(caught.value)


def test_every_count_has_its_reason_in_both_languages() -> None:
    for stack in (
        network("rnn", 2),
        network("gru", 2),
        network("lstm", 2),
        [Layer("lstm", 2), Layer("gru", 2)],
    ):
        why = reasons(stack)
        assert why.keys() == counts(2, stack).keys()
        assert all(TEXTS[key][language] for keys in why.values() for key in keys for language in ("zh", "en"))
    assert reasons([Layer("lstm", 2), Layer("gru", 2)])["keras"] == (
        "count.reason.keras.gru",
        "count.reason.keras",
    )
    assert {f"count.convention.{c}" for c in CONVENTIONS} <= TEXTS.keys()


def _run(capsys: pytest.CaptureFixture[str], line: str) -> str:
    parser = argparse.ArgumentParser()
    add_parsers(parser.add_subparsers())
    args = parser.parse_args(line.split())
    assert args.run(args) == 0
    return capsys.readouterr().out


def test_count_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    out = json.loads(_run(capsys, "count --cell gru --d-x 4 --d-h 5 --json"))
    expected = {
        "textbook": 150,
        "pytorch": 165,
        "keras": 165,
        "keras_reset_before": 150,
        "onnx": 165,
        "flax": 155,
    }
    assert out == expected
    out = json.loads(
        _run(capsys, "count --cell lstm --d-x 5 --d-h 4 --layers 2 --bidirectional --head 3 --json")
    )
    assert out["textbook"] == 2 * 160 + 2 * 208 + 27
    assert set(out) == {"textbook", "pytorch", "keras", "onnx", "flax"}


def test_count_in_words_gives_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    out = _run(capsys, "count --cell gru --d-x 4 --d-h 5")
    assert "Textbook" in out
    assert "165  the GRU's default is reset_after=True" in out


def test_match_prints_one_json_object_and_a_table_with_caveats(capsys: pytest.CaptureFixture[str]) -> None:
    out = json.loads(_run(capsys, "match --d-x 10 --d-h 64 --cell lstm --json"))
    assert {kind: (m["d_h"], m["parameters"], m["state_size"]) for kind, m in out.items()} == {
        "rnn": (133, 19152, 133),
        "gru": (75, 19350, 75),
        "lstm": (64, 19200, 128),
    }
    assert out["gru"]["deviation"] == pytest.approx(150 / 19200)
    text = _run(capsys, "match --d-x 10 --d-h 64 --cell lstm")
    assert "+0.78%" in text
    assert "not equal state" in text
