"""The core against PyTorch in one run, one thread each: forward, gradients at every lag, backward.

Run by hand: ``python tests/bench/bench_core.py``. Every pair is measured in turns, so that a busy machine
hits both alike; the ratio is PyTorch's median time over ours, above 1: ours is faster.

Rows named "fused" are PyTorch's float32 LSTM on oneDNN, which runs all steps inside one call into compiled
code; no loop in Python reaches that. float64 is what the core and its pages use.
"""

import os
import sys
import time
from pathlib import Path

# Before NumPy and PyTorch are imported: one thread each.
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import torch
from threadpoolctl import threadpool_info

from gates import GRU, LSTM, RNN, gradients
from gates.core.init import make_cell

ROUNDS = 15
TYPES = {"float64": (np.float64, torch.float64), "float32": (np.float32, torch.float32)}
LAYERS = {"lstm": torch.nn.LSTM, "gru": torch.nn.GRU, "rnn": torch.nn.RNN}


def median_times(ours, theirs, calls=4):
    """Median seconds a call of both functions, measured in turns."""
    times = [[], []]
    for round_ in range(ROUNDS + 2):
        for kept, run in zip(times, (ours, theirs), strict=True):
            start = time.perf_counter()
            for _ in range(calls):
                run()
            if round_ >= 2:
                kept.append((time.perf_counter() - start) / calls)
    return [float(np.median(kept)) for kept in times]


def cell_of(kind, d_x, d_h, dtype):
    """A random cell in that floating type; the GRU resets after, as PyTorch's does."""
    cell = make_cell(kind, d_x, d_h, rng=np.random.default_rng(0), reset="after")
    arrays = {k: v.astype(dtype) for k, v in vars(cell).items() if isinstance(v, np.ndarray)}
    return {"lstm": LSTM, "gru": GRU, "rnn": RNN}[kind](**{**vars(cell), **arrays})


def forward(kind, precision, with_grad):
    """Run (T=100, B=1, d_h=32)."""
    numpy_type, torch_type = TYPES[precision]
    cell, layer = cell_of(kind, 8, 32, numpy_type), LAYERS[kind](8, 32, dtype=torch_type)
    X = np.random.default_rng(1).normal(size=(100, 1, 8)).astype(numpy_type)
    x = torch.from_numpy(X)

    def theirs():
        with torch.set_grad_enabled(with_grad):
            layer(x)

    return median_times(lambda: cell.run(X), theirs, calls=10)


def all_lags(kind):
    """`flow` from the last state to all 100 earlier ones, beside PyTorch's Jacobian for one lag."""
    cell, layer = cell_of(kind, 8, 32, np.float64), LAYERS[kind](8, 32, dtype=torch.float64)
    X = np.random.default_rng(2).normal(size=(100, 1, 8))
    x, zeros = torch.from_numpy(X), torch.zeros(1, 1, 32, dtype=torch.float64)

    def last(*state):
        return layer(x, state if kind == "lstm" else state[0])[1]

    def theirs():
        torch.autograd.functional.jacobian(last, (zeros, zeros) if kind == "lstm" else zeros)

    return median_times(lambda: gradients.flow(cell, cell.run(X)), theirs, calls=1)


def forward_and_backward(kind, d_h, T, B):
    """Run and backward in float32, the gradient coming from the last hidden state."""
    cell, layer = cell_of(kind, 8, d_h, np.float32), LAYERS[kind](8, d_h)
    rng = np.random.default_rng(3)
    X, dh = rng.normal(size=(T, B, 8)).astype(np.float32), np.ones((B, d_h), np.float32)
    x = torch.from_numpy(X)

    def ours():
        cell.backward(cell.run(X), None, (dh, None) if kind == "lstm" else dh, need_dx=False)

    def theirs():
        layer.zero_grad()
        layer(x)[0][-1].sum().backward()

    return median_times(ours, theirs)


def map_time(kind, gate):
    """Seconds of the bias map: 81 biases, d_h 16, T 100, all lags."""
    cell = make_cell(kind, 1, 16, rng=np.random.default_rng(4))
    X, biases = np.random.default_rng(5).normal(size=(100, 1, 1)), np.linspace(-8, 8, 81)

    def ours():
        gradients.bias_map(cell, X, gate, biases)

    return median_times(ours, lambda: None, calls=1)[0]


def report(what, times):
    """Print one row."""
    ours, theirs = times
    print(f"{what:58s} {ours * 1e3:9.2f} {theirs * 1e3:9.2f} {theirs / ours:8.2f}")


def main():
    """Print the table."""
    torch.set_num_threads(1)
    kernels = [
        library.get("architecture") for library in threadpool_info() if "openblas" in library["prefix"]
    ]
    print(f"numpy {np.__version__} (OpenBLAS {', '.join(map(str, kernels))}), torch {torch.__version__}")
    print(f"{'median ms':58s} {'gates':>9s} {'PyTorch':>9s} {'ratio':>8s}")
    for kind in LAYERS:
        for precision in TYPES:
            fused = " (fused)" if kind == "lstm" and precision == "float32" else ""
            for with_grad in (False, True):
                mode = "recording gradients" if with_grad else "no_grad"
                report(f"{kind} forward {precision} {mode}{fused}", forward(kind, precision, with_grad))
    for kind in LAYERS:
        report(f"{kind} run and flow at 100 lags / jacobian at one lag", all_lags(kind))
    for kind in LAYERS:
        for size in ((32, 50, 32), (64, 100, 32)):
            fused = " (fused)" if kind == "lstm" else ""
            report(f"{kind} run and backward float32 {size}{fused}", forward_and_backward(kind, *size))
    for kind, gate in (("lstm", "f"), ("gru", "z")):
        print(f"{kind + ' bias map, 81 biases, d_h 16, T 100':58s} {map_time(kind, gate) * 1e3:9.2f}")


if __name__ == "__main__":
    main()
