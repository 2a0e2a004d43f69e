"""The command line on model files: arrays, JSON, one line and status 2 for what is wrong, bounded cost."""

import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from gates.cli import main

ROOT = Path(__file__).parents[2]
D_X, D_H, T, B = 2, 3, 5, 4


def state(seed=0, *, layers=2, sides=2, k=4):
    """Return a PyTorch state dict of random numbers."""
    rng = np.random.default_rng(seed)
    found = {}
    for layer in range(layers):
        width = D_X if layer == 0 else sides * D_H
        for end in ("", "_reverse")[:sides]:
            for what, shape in (
                ("weight_ih", (k * D_H, width)),
                ("weight_hh", (k * D_H, D_H)),
                ("bias_ih", (k * D_H,)),
                ("bias_hh", (k * D_H,)),
            ):
                found[f"{what}_l{layer}{end}"] = rng.normal(size=shape).astype(np.float32)
    return found


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder that holds a model and a sequence, and be in it."""
    monkeypatch.chdir(tmp_path)
    np.savez("model.npz", **state())
    np.save("x.npy", np.random.default_rng(1).normal(size=(T, B, D_X)))
    return tmp_path


def test_trace_writes_the_arrays_by_their_names(folder, capsys):
    h0 = np.random.default_rng(2).normal(size=(4, B, D_H))
    np.save("h0.npy", h0)
    np.save("c0.npy", h0 / 2)
    assert (
        main(["trace", "model.npz", "x.npy", "-o", "out.npz", "--h0", "h0.npy", "--c0", "c0.npy", "--json"])
        == 0
    )
    told = json.loads(capsys.readouterr().out)
    found = dict(np.load("out.npz"))
    gates = ("i", "f", "o", "c_tilde", "c", "h")
    flows = ("log10_direct", "log10_direct_norm", "log10_full", "log10_joint")
    ends = [f"_l{k}{side}" for k in (0, 1) for side in ("", "_reverse")]
    assert set(found) == {f"{n}{end}" for n in (*gates, *flows) for end in ends} | {"y"}
    assert told["arrays"]["log10_direct_l0"] == [T + 1, B, D_H]
    np.testing.assert_array_equal(found["y"], np.concatenate([found["h_l1"], found["h_l1_reverse"]], axis=2))
    # Time runs as in the input: the backward direction starts at its end, and its last state is the first.
    c = found["f_l0_reverse"][-1] * h0[1] / 2 + found["i_l0_reverse"][-1] * found["c_tilde_l0_reverse"][-1]
    np.testing.assert_allclose(found["c_l0_reverse"][-1], c, atol=1e-12)
    np.testing.assert_array_equal(found["log10_direct_l0_reverse"][0], np.zeros((B, D_H)))
    np.testing.assert_allclose(
        found["log10_direct_l0_reverse"][-1], np.log10(found["f_l0_reverse"]).sum(axis=0), atol=1e-12
    )
    np.testing.assert_allclose(found["log10_direct_l0"][0], np.log10(found["f_l0"]).sum(axis=0), atol=1e-12)


def test_csv_in_and_out_hold_the_same_numbers(folder):
    x = np.load("x.npy")[:, 0]
    Path("x.csv").write_text("a,b\n" + "\n".join(",".join(map(repr, map(float, row))) for row in x), "utf-8")
    assert main(["trace", "model.npz", "x.csv", "-o", "out.csv"]) == 0
    assert main(["trace", "model.npz", "x.csv", "-o", "out.npz", "--norm", "spectral"]) == 0
    rows = np.genfromtxt("out.csv", delimiter=",", names=True, encoding="utf-8-sig", deletechars="")
    found = np.load("out.npz")
    np.testing.assert_array_equal(rows["step"], np.arange(T + 1))
    np.testing.assert_array_equal(rows["f_l0[2]"][1:], found["f_l0"][:, 0, 2])
    np.testing.assert_array_equal(rows["log10_direct_l1[0]"], found["log10_direct_l1"][:, 0, 0])
    assert np.isnan(rows["f_l0[2]"][0])
    assert (rows["log10_full_l0"][:-1] <= found["log10_full_l0"][:-1, 0]).all()  # rms is below spectral


def test_a_list_of_numbers_is_a_sequence_of_one_channel(folder):
    one = {**state(layers=1, sides=1), "weight_ih_l0": np.ones((4 * D_H, 1), np.float32)}
    np.savez("one.npz", **one)
    for name, x in (("list.npy", np.arange(3)), ("column.npy", np.arange(3.0)[:, None])):
        np.save(name, x)
        assert main(["trace", "one.npz", name, "-o", f"{name}.npz"]) == 0
    assert np.array_equal(np.load("list.npy.npz")["y"], np.load("column.npy.npz")["y"])


def test_inspect_says_what_a_file_holds(folder, capsys):
    assert main(["inspect", "model.npz", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["framework"] == "pytorch"
    assert told["parameters"] == sum(a.size for a in state().values())
    assert told["layers"][1] == {
        "name": "l1",
        "cell": "lstm",
        "d_x": 6,
        "d_h": 3,
        "direction": "bidirectional",
        "merge": "concat",
        "bias": True,
        "activations": {"gates": "sigmoid", "state": "tanh"},
        "parameters": 2 * (4 * 3 * (6 + 3) + 8 * 3),
    }
    assert (told["ignored"], told["assumptions"]) == ([], [])
    assert main(["inspect", "model.npz"]) == 0
    assert "bidirectional" in capsys.readouterr().out


def test_inspect_lists_what_is_open_and_assume_answers_it(folder, capsys):
    np.savez("rnn.npz", **state(k=1, layers=1, sides=1))
    assert main(["inspect", "rnn.npz", "--json", "--assume", "nonlinearity=relu"]) == 0
    (open_question,) = json.loads(capsys.readouterr().out)["assumptions"]
    assert (open_question["value"], open_question["choices"]) == ("relu", ["tanh", "relu"])


def test_convert_writes_a_file_that_reads_the_same(folder, capsys):
    assert main(["convert", "model.npz", "model.safetensors", "--to", "pytorch", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["bytes"] == Path("model.safetensors").stat().st_size
    for name in ("model.npz", "model.safetensors"):
        assert main(["trace", name, "x.npy", "-o", f"{name}.npz", "--no-gradients"]) == 0
    a, b = (np.load(f"{name}.npz") for name in ("model.npz", "model.safetensors"))
    assert all(np.array_equal(a[n], b[n]) for n in a)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["trace", "model.npz", "x.npy", "-o", "out.txt"], (".npz or .csv",)),
        (["trace", "missing.pt", "x.npy", "-o", "o.npz"], ("missing.pt", "cannot be read")),
        (["trace", "model.npz", "missing.npy", "-o", "o.npz"], ("missing.npy", "cannot be read")),
        (["trace", "model.npz", "x.npy", "-o", "none/o.npz"], ("none/o.npz", "cannot be written")),
        (["trace", "model.npz", "wide.npy", "-o", "o.npz"], ("(5, 4, 3)", "(T, B, 2)")),
        (["trace", "model.npz", "x.npy", "-o", "o.npz", "--h0", "wide.npy"], ("h0", "(4, 4, d_h)")),
        (["trace", "model.npz", "text.csv", "-o", "o.npz"], ("Row 2", "not a number")),
        (["trace", "model.npz", "long.npy", "-o", "o.npz"], ("100,000,000",)),
        (["trace", "x.npy", "x.npy", "-o", "o.npz"], ("no known kind",)),
        (["inspect", "model.npz", "--assume", "reset"], ("NAME=VALUE",)),
        (["inspect", "model.npz", "--assume", "reset=before"], ("no choice called reset",)),
        (["inspect", "model.npz", "--convention", "haiku"], ("haiku",)),
        (["convert", "model.npz", "m.onnx", "--to", "keras"], (".keras",)),
        (["convert", "one.npz", "m.pt", "--to", "onnx"], (".onnx",)),
    ],
)
def test_what_is_wrong_is_one_line_and_status_2(folder, capsys, arguments, words):
    np.save("wide.npy", np.zeros((T, B, 3)))
    np.save("long.npy", np.zeros((100_000, 20, D_X), np.float16))
    np.savez("one.npz", **state(layers=1, sides=1))
    Path("text.csv").write_text("1,2\n3,four\n", "utf-8")
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert all(word in err for word in words), err


@pytest.mark.parametrize(
    "arguments", [[], ["nonsense"], ["trace"], ["convert", "a", "b", "--to", "caffe"], ["inspect"]]
)
def test_wrong_usage_is_one_line_and_status_2(capsys, arguments):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


#: Runs a command and writes down the most memory that it held, in KiB. Linux counts for a process what the one that
#: starts it has held, and that of the tests holds PyTorch and Keras: a small one stands between.
WEIGHED = """
import os, subprocess, sys
_, status, used = os.wait4(subprocess.Popen(sys.argv[2:]).pid, 0)
with open(sys.argv[1], "w") as file:
    file.write(str(used.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def run(*arguments, cwd, weighed=()):
    """Run the command line as a person does, and return status, output, error and seconds of processor time."""
    start = sum(os.times()[2:4])
    done = subprocess.run(
        [*weighed, sys.executable, "-m", "gates", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr, sum(os.times()[2:4]) - start


def zipped(members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def shape_bomb():
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f4", "fortran_order": False, "shape": (2**20, 4)}
    )
    return zipped(
        {"weight_hh_l0.npy": header.getvalue(), "weight_ih_l0.npy": header.getvalue() + b"\0" * 2**27}
    )


HOSTILE = {
    "calls.pt": zipped({"a/data.pkl": b"\x80\x02cposix\nmkdir\nX\x07\x00\x00\x00created\x85R."}),
    "bomb.pt": zipped({"a/data.pkl": b"\0" * 2**27}),
    "bomb.npz": shape_bomb(),
    "deep.json": b"[" * 20_000_000,
    "wide.json": b"[" + b"0," * 9_000_000 + b"0]",
    "random.h5": b"\x89HDF\r\n\x1a\n" + np.random.default_rng(0).bytes(2000),
    "random.onnx": np.random.default_rng(0).bytes(2000),
    "many.onnx": b"\x3a\xfe\xff\xff\x04" + b"\x0a\x00" * 5_242_879,
    "cut.safetensors": b"\xff\xff\xff\x7f\0\0\0\0{",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_cost_little(tmp_path, name):
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / name).write_bytes(HOSTILE[name])
    weighed = (sys.executable, "-c", WEIGHED, str(tmp_path / "peak"))
    status, out, err, seconds = run("inspect", name, cwd=folder, weighed=weighed)
    assert (status, out, err.count("\n")) == (2, "", 1), err
    assert seconds < 5
    assert int((tmp_path / "peak").read_text()) < 500 * 1024
    assert sorted(p.name for p in folder.iterdir()) == [name]


def test_the_start_imports_nothing_heavy(tmp_path):
    np.savez(tmp_path / "model.npz", **state())
    program = (
        "import sys; from gates.cli import main; main(['inspect', 'model.npz']);"
        "print([m for m in ('h5py', 'onnx', 'safetensors', 'torch', 'keras', 'shiny', 'plotly') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "[]"
