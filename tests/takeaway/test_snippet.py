"""The snippets are run in the real frameworks and their h is compared with the trace."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gates import GRU, LSTM, RNN
from gates.core.errors import GateError
from gates.takeaway import network_safetensors, snippet, trace_npz
from gates.text.takeaway import TEXTS


def cells(d_x: int, d_h: int) -> dict:
    """A cell of every kind, with different biases a gate."""
    rng = np.random.default_rng(d_x + 10 * d_h)

    def draw(*shape: int) -> np.ndarray:
        # Small enough that the network is not chaotic and rounding does not grow.
        return rng.standard_normal(shape) / d_h**0.5

    after = GRU(draw(3, d_h, d_x), draw(3, d_h, d_h), draw(3, d_h), reset="after", b_hn=draw(d_h))
    diagonal = np.concatenate([draw(2, d_h, d_h), np.diag(draw(d_h))[None]])
    lstm = LSTM(draw(4, d_h, d_x + d_h), draw(4, d_h))
    rnn = RNN(draw(d_h, d_x), draw(d_h, d_h), draw(d_h))
    return {
        "lstm": lstm,
        "lstm_hard_sigmoid": replace(lstm, gate_activation="hard_sigmoid"),
        "lstm_hard_sigmoid_keras2": replace(lstm, gate_activation="hard_sigmoid_keras2", activation="relu"),
        "gru_after": after,
        "gru_before": GRU(after.W, after.U, after.b),
        "gru_diagonal": GRU(after.W, diagonal, after.b),
        "rnn": rnn,
        "rnn_relu": replace(rnn, U=rnn.U / 2, activation="relu"),
    }


IN_PYTORCH = ["lstm", "gru_after", "gru_diagonal", "rnn", "rnn_relu"]
IN_KERAS = [*IN_PYTORCH, "gru_before", "lstm_hard_sigmoid", "lstm_hard_sigmoid_keras2"]

# One process for a framework: importing it costs more than all its snippets.
RUNNER = """
import sys, runpy
import numpy as np
for script in sys.argv[1:]:
    found = runpy.run_path(script)
    np.save(script + ".npy", found["h_again"])
"""


@pytest.mark.parametrize(("framework", "names"), [("pytorch", IN_PYTORCH), ("keras", IN_KERAS)])
def test_snippets_reproduce_the_trace(tmp_path: Path, framework: str, names: list[str]) -> None:
    expected, scripts = {}, []
    for size, (T, B, d_x, d_h) in {"inline": (4, 2, 2, 3), "files": (60, 2, 4, 16)}.items():
        for name, cell in cells(d_x, d_h).items():
            if name not in names:
                continue
            rng = np.random.default_rng(1)
            X, h0, c0 = rng.standard_normal((T, B, d_x)), *rng.standard_normal((2, B, d_h))
            state = (h0, c0) if isinstance(cell, LSTM) else h0
            trace = cell.run(X, state)
            network, numbers = f"{size}_{name}.safetensors", f"{size}_{name}.npz"
            script = tmp_path / f"{size}_{name}.py"
            code = snippet(cell, X, state, framework, network_file=network, trace_file=numbers)  # type: ignore[arg-type]
            assert ("np.load" in code) == (size == "files")
            script.write_text(code, encoding="utf-8")
            if size == "files":
                (tmp_path / network).write_bytes(network_safetensors(cell))
                (tmp_path / numbers).write_bytes(trace_npz(cell, trace))
            scripts.append(script.name)
            expected[script.name] = trace.h
    (tmp_path / "runner.py").write_text(RUNNER, encoding="utf-8")
    command = [sys.executable, "runner.py", *scripts]
    env = os.environ | {"KERAS_BACKEND": "torch"}
    done = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("largest difference from the trace") == len(scripts)
    assert "rounding grows" not in done.stdout
    for script, h in expected.items():
        double = framework == "pytorch" or script.endswith(("_lstm.py", "_gru_after.py"))
        atol = 1e-12 if double else 1e-6
        np.testing.assert_allclose(np.load(tmp_path / f"{script}.npy"), h, atol=atol, rtol=0, err_msg=script)


@pytest.mark.parametrize(
    ("name", "framework", "key"),
    [
        ("gru_before", "pytorch", "reset_before"),
        ("lstm_hard_sigmoid", "pytorch", "activation"),
        ("lstm", "jax", "framework"),
    ],
)
def test_where_there_is_no_twin_the_reason_is_given(name: str, framework: str, key: str) -> None:
    cell = cells(2, 3)[name]
    with pytest.raises(GateError) as caught:
        snippet(cell, np.zeros((4, 1, 2)), None, framework)  # type: ignore[arg-type]
    assert caught.value.key == f"error.takeaway.{key}"
    assert TEXTS[caught.value.key]["en"].format(**caught.value.params) == str(caught.value)


def test_reset_before_really_has_no_pytorch_twin_with_the_same_weights() -> None:
    """The refusal is not over-careful: the same weights read in the other convention give another h."""
    cell = cells(2, 3)["gru_before"]
    X = np.random.default_rng(0).standard_normal((20, 1, 2))
    other = GRU(cell.W, cell.U, cell.b, reset="after")
    assert abs(cell.run(X).h - other.run(X).h).max() > 1e-3
