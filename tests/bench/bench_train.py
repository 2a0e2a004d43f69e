"""A training step of ours against PyTorch's: forward, loss, backward, clip, Adam; one thread each.

Run by hand: ``python tests/bench/bench_train.py``. Prints, for each cell and size, the median time of a
step of both, measured in turns in one process, and their ratio (ours / PyTorch's, below 1: ours is faster).
Times are processor time of this process, so that what else the machine does counts for neither. Adam is used
as PyTorch ships it, and once more in its fused form.
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

from gates.experiments.config import RunConfig
from gates.experiments.run import task_of
from gates.experiments.train import Training

SIZES = ((32, 50, 32), (64, 100, 32))
ROUNDS = 30
STEPS = 4


def our_step(cell: str, d_h: int, length: int, batch: int):
    """One update of ``Training``, batch selection included."""
    reset = "after" if cell == "gru" else "before"
    config = RunConfig("first-item", cell, d_h=d_h, length=length, batch=batch, reset=reset, train_size=512)
    return Training(config, task_of(config)).update


def torch_step(cell: str, d_h: int, length: int, batch: int, fused: bool):
    """The same update in PyTorch on the same data (its GRU has the reset gate after the linear map)."""
    task = task_of(RunConfig("first-item", cell, d_h=d_h, length=length, batch=batch, train_size=512))
    kinds = {"lstm": torch.nn.LSTM, "gru": torch.nn.GRU, "rnn": torch.nn.RNN}
    layer = kinds[cell](task.d_x, d_h)
    head = torch.nn.Linear(d_h, task.d_out)
    weights = [*layer.parameters(), *head.parameters()]
    adam = torch.optim.Adam(weights, lr=3e-3, fused=fused)
    rng = np.random.default_rng(0)

    def step() -> float:
        index = rng.integers(task.train.count, size=batch)
        x = torch.from_numpy(task.train.inputs(index))
        y = torch.from_numpy(task.train.Y[0, index])
        adam.zero_grad()
        loss = torch.nn.functional.cross_entropy(head(layer(x)[0][-1]), y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        adam.step()
        return loss.item()

    return step


def median_times(steps: list) -> list[float]:
    """Median processor seconds of each step function, measured in turns."""
    for step in steps:
        for _ in range(10):
            step()
    times = np.zeros((ROUNDS, len(steps)))
    for k in range(ROUNDS):
        for j, step in enumerate(steps):
            start = time.process_time()
            for _ in range(STEPS):
                step()
            times[k, j] = (time.process_time() - start) / STEPS
    return list(np.median(times, axis=0))


def main() -> None:
    """Print the table."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    kernels = [lib["architecture"] for lib in threadpool_info() if lib["internal_api"] == "openblas"]
    print(f"NumPy's OpenBLAS uses the kernels of {kernels}; OPENBLAS_CORETYPE chooses others")
    print("cell  d_h    T   B    ours ms  torch ms  fused ms   ratio  ratio to fused")
    for d_h, length, batch in SIZES:
        for cell in ("lstm", "gru", "rnn"):
            size = (cell, d_h, length, batch)
            ours, plain, fused = median_times(
                [our_step(*size), torch_step(*size, fused=False), torch_step(*size, fused=True)]
            )
            times = f"{1e3 * ours:8.2f}  {1e3 * plain:8.2f}  {1e3 * fused:8.2f}"
            ratios = f"{ours / plain:6.2f}  {ours / fused:6.2f}"
            print(f"{cell:4s}  {d_h:3d}  {length:3d}  {batch:2d}  {times}  {ratios}")


if __name__ == "__main__":
    main()
