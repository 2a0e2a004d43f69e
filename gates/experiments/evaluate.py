"""Loss, quality, gate openings of a network on a split, and what a run costs in time and memory."""

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gates.experiments.loss import loss_and_gradient, quality
from gates.experiments.network import Network
from gates.experiments.tasks import Split

GATES = {"lstm": ("i", "f", "o"), "gru": ("z", "r"), "rnn": ()}
# Steps × sequences run at once: bounds the memory of an evaluation whatever the length.
CHUNK_STEPS = 12_800
PREDICT_BATCH = 64
PREDICT_REPEATS = 5


@dataclass(frozen=True)
class Evaluation:
    """Loss, quality and mean gate openings over all units, steps and sequences of a split."""

    loss: float
    quality: float
    gates: dict[str, float]


def evaluate(network: Network, split: Split, metric: str) -> Evaluation:
    """Run the network over a split in chunks of bounded size."""
    cell = network.cell()
    steps = len(split.data)
    chunk = max(16, CHUNK_STEPS // steps)
    answers, openings, weights = [], [], []
    for start in range(0, split.count, chunk):
        trace = cell.run(split.inputs(slice(start, start + chunk)))
        answers.append(network.readout(trace.h[-len(split.Y) :]))
        openings.append([float(np.mean(getattr(trace, g), dtype=np.float64)) for g in GATES[network.kind]])
        weights.append(trace.h.shape[1])
    y = np.concatenate(answers, axis=1)
    loss, _ = loss_and_gradient(y, split.Y, metric)
    means = np.average(np.array(openings), axis=0, weights=weights)
    gates = {g: float(m) for g, m in zip(GATES[network.kind], means, strict=True)}
    return Evaluation(loss, quality(y, split.Y, metric), gates)


def predict_seconds(network: Network, split: Split) -> float:
    """Median time of answering the first 64 sequences of a split, of five repeats after a first one."""
    X = np.ascontiguousarray(split.inputs(slice(PREDICT_BATCH)))
    cell = network.cell()
    times = []
    for _ in range(PREDICT_REPEATS + 1):
        start = time.perf_counter()
        network.readout(cell.run(X).h[-len(split.Y) :])
        times.append(time.perf_counter() - start)
    return float(np.median(times[1:]))


def peak_memory_mb(work: Callable[[], object], held: int) -> float:
    """Peak memory of a run in MB (10⁶ bytes): ``held`` bytes of data and parameters and the peak of ``work``.

    ``work`` is one update and one evaluation, repeated after the timed training under ``tracemalloc``, which
    sees every NumPy array and Python object. The process's own peak would also hold the libraries and
    whatever ran in the same process before.
    """
    tracemalloc.start()
    try:
        work()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    return (held + peak) / 1e6
