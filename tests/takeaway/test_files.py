"""Trace tables, trace archives and network files hold the numbers of the trace, under the public names."""

import csv
import io
import json

import numpy as np
import pytest
from safetensors.numpy import load

from gates import GRU, LSTM, RNN, gradients
from gates.inputs import read_csv
from gates.takeaway import network_safetensors, trace_csv, trace_npz


def lstm() -> LSTM:
    rng = np.random.default_rng(0)
    return LSTM(rng.standard_normal((4, 3, 5)), rng.standard_normal((4, 3)))


def gru(reset: str) -> GRU:
    rng = np.random.default_rng(0)
    W, U, b = rng.standard_normal((3, 3, 2)), rng.standard_normal((3, 3, 3)), rng.standard_normal((3, 3))
    return GRU(W, U, b, reset=reset)


def rnn() -> RNN:
    rng = np.random.default_rng(0)
    return RNN(rng.standard_normal((3, 2)), rng.standard_normal((3, 3)), rng.standard_normal(3))


NAMES = {
    "lstm": ["x", "i", "f", "o", "c_tilde", "c", "h", "h0", "c0"],
    "gru": ["x", "z", "r", "h_tilde", "h", "h0"],
    "rnn": ["x", "h", "h0"],
}
FLOW = ["log10_direct", "log10_direct_norm", "log10_full", "log10_joint"]


@pytest.mark.parametrize("cell", [lstm(), gru("before"), gru("after"), rnn()])
def test_npz_holds_the_trace_by_its_public_names(cell: LSTM | GRU | RNN) -> None:
    X = np.random.default_rng(1).standard_normal((6, 2, 2))
    trace = cell.run(X)
    flow = gradients.flow(cell, trace)
    with np.load(io.BytesIO(trace_npz(cell, trace, flow)), allow_pickle=False) as found:
        assert sorted(found.files) == sorted(NAMES[type(cell).__name__.lower()] + FLOW)
        for name in found.files:
            source = flow if name.startswith("log10") else trace
            np.testing.assert_array_equal(found[name], getattr(source, name), err_msg=name)
    with np.load(io.BytesIO(trace_npz(cell, trace))) as found:
        assert sorted(found.files) == sorted(NAMES[type(cell).__name__.lower()])


def table(data: bytes) -> list[dict[str, str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_csv_has_a_row_for_each_step_and_all_digits() -> None:
    cell = lstm()
    trace = cell.run(np.random.default_rng(1).standard_normal((6, 1, 2)))
    flow = gradients.flow(cell, trace)
    rows = table(trace_csv(cell, trace, flow, labels=list("遗忘门=1-")))
    assert [row["t"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert "".join(row["label"] for row in rows) == "遗忘门=1-"
    for name, array in {
        "x": trace.x,
        "f": trace.f,
        "c_tilde": trace.c_tilde,
        "c": trace.c,
        "h": trace.h,
    }.items():
        for j in range(array.shape[2]):
            np.testing.assert_array_equal([float(row[f"{name}_{j + 1}"]) for row in rows], array[:, 0, j])
    assert [row["k"] for row in rows] == ["0", "1", "2", "3", "4", "5"]
    np.testing.assert_array_equal([float(row["log10_full"]) for row in rows], flow.log10_full[:-1, 0])
    np.testing.assert_array_equal(
        [float(row["log10_direct_2"]) for row in rows], flow.log10_direct[:-1, 0, 1]
    )


def test_csv_of_a_batch_counts_the_sequences() -> None:
    cell = gru("after")
    trace = cell.run(np.random.default_rng(1).standard_normal((4, 3, 2)))
    rows = table(trace_csv(cell, trace))
    assert [row["sequence"] for row in rows] == ["1"] * 4 + ["2"] * 4 + ["3"] * 4
    np.testing.assert_array_equal([float(row["z_3"]) for row in rows], trace.z[:, :, 2].T.ravel())
    assert "k" not in rows[0]
    assert "label" not in rows[0]


def test_csv_can_be_uploaded_again() -> None:
    cell = gru("before")
    trace = cell.run(np.random.default_rng(1).standard_normal((4, 1, 2)))
    seq = read_csv(trace_csv(cell, trace, gradients.flow(cell, trace)))
    np.testing.assert_array_equal(seq.X[:, seq.channels.index("z_2")], trace.z[:, 0, 1])


def test_a_label_is_never_a_formula() -> None:
    cell = rnn()
    trace = cell.run(np.zeros((3, 1, 2)))
    rows = table(trace_csv(cell, trace, labels=["=1+1", "+", "-5 °C"]))
    assert [row["label"] for row in rows] == ["'=1+1", "+", "'-5 °C"]


def test_a_vanished_direct_path_is_written_as_minus_infinity() -> None:
    cell = rnn()
    trace = cell.run(np.zeros((3, 1, 2)))
    rows = table(trace_csv(cell, trace, gradients.flow(cell, trace)))
    assert [row["log10_direct_norm"] for row in rows] == ["-inf"] * 3


@pytest.mark.parametrize(
    ("cell", "metadata"),
    [
        (
            lstm(),
            {"cell": "lstm", "gate_order": "i,f,o,c", "gate_activation": "sigmoid", "activation": "tanh"},
        ),
        (gru("before"), {"cell": "gru", "gate_order": "z,r,h", "reset": "before"}),
        (gru("after"), {"cell": "gru", "gate_order": "z,r,h", "reset": "after"}),
        (rnn(), {"cell": "rnn", "gate_order": "h", "activation": "tanh"}),
    ],
)
def test_network_file_holds_the_weights_and_says_what_they_are(
    cell: LSTM | GRU | RNN, metadata: dict
) -> None:
    data = network_safetensors(cell)
    found = load(data)
    assert set(found) == {
        name for name in ("W", "U", "b", "b_hn") if name in vars(cell) and vars(cell)[name] is not None
    }
    for name, array in found.items():
        np.testing.assert_array_equal(array, getattr(cell, name))
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]
    assert header["format"] == "gate-explorer"
    assert {name: header[name] for name in metadata} == metadata


def test_a_transposed_view_of_weights_is_saved_in_its_own_order() -> None:
    """safetensors writes the memory of an array; a view needs to be laid out first."""
    cell = gru("after")
    flipped = GRU(cell.W, cell.U.transpose(0, 2, 1), cell.b, reset="after")
    np.testing.assert_array_equal(load(network_safetensors(flipped))["U"], flipped.U)
