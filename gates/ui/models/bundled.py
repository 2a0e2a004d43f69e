"""Small models that the page makes itself, with a fixed seed: two trained on a memory task, one only drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from gates.core import GRU, LSTM, Cell
from gates.core.init import make_cell
from gates.weights import Dense, Model, Recurrent, convert
from gates.weights.cell import CellWeights
from gates.weights.problems import Sentence

#: File names without their ending.
STEMS = {"lstm": "first-item-lstm", "gru": "first-item-gru", "bilstm": "encoder-bilstm"}
SEQUENCES = 8
TRAINED = {"task": "first-item", "d_h": 16, "length": 40, "lr": 1e-2, "bias_init": "chrono", "classes": 4,
           "distractors": 4, "train_size": 2048, "validation_size": 128, "test_size": 512, "updates": 600}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Bundled:
    """A model file that was made here, and sequences for it.

    Parameters
    ----------
    filename : str
        Its ending says whose file it is.
    data : bytes
    X : ndarray (T, B, d_x)
    about : Sentence
        What it is and how it came about.
    """

    filename: str
    data: bytes
    X: np.ndarray
    about: Sentence


@cache
def bundled(name: str) -> Bundled:
    """The model ``name``: "lstm" and "gru" are trained in less than a second, "bilstm" is drawn."""
    return _drawn() if name == "bilstm" else _trained(name)


def _trained(cell: str) -> Bundled:
    """First-item memory, learned by the experiments' own training."""
    # Imported here: this runs in the worker, and the page's process need not hold the experiments.
    from gates.experiments.config import config_from
    from gates.experiments.evaluate import evaluate
    from gates.experiments.run import task_of
    from gates.experiments.train import Training

    config = config_from(TRAINED | {"cell": cell})
    task = task_of(config)
    training = Training(config, task)
    training.run()
    best = training.network.copy_of(training.best_theta)
    quality = evaluate(best, task.test, task.metric).quality
    layer = Recurrent(cell, (_weights(best.cell()),), module=cell)
    head = Dense("head", np.asarray(best.views["V"]), np.asarray(best.views["a"]))
    to, ending = ("pytorch", "safetensors") if cell == "lstm" else ("onnx", "onnx")
    filename = f"{STEMS[cell]}.{ending}"
    data, _ = convert(Model("gate-explorer", "pytorch", (layer, head)), to, filename)
    about = Sentence(
        "models.about.trained",
        "Trained here on first-item memory over {T} steps, seed 0, {n} updates; right in {percent} of the test.",
        {"T": config.length, "n": training.best_update, "percent": f"{100 * quality:.0f} %"},
    )
    X = task.test.inputs(slice(SEQUENCES)).astype(float)
    return Bundled(filename, data, X, about)


def _drawn() -> Bundled:
    """Two bidirectional layers as PyTorch draws them."""
    rng, d_x, d_h = np.random.default_rng(0), 3, 12
    layers, width = [], d_x
    for k in range(2):
        cells = tuple(
            _weights(make_cell("lstm", width, d_h, family="pytorch", rng=rng,
                               biases=rng.uniform(-1, 1, 4) / np.sqrt(d_h)))
            for _ in range(2)
        )  # fmt: skip
        layers.append(Recurrent(f"encoder.l{k}", cells, (False, True), module="encoder"))
        width = 2 * d_h
    filename = f"{STEMS['bilstm']}.pt"
    data, _ = convert(Model("gate-explorer", "pytorch", tuple(layers)), "pytorch", filename)
    about = Sentence("models.about.drawn", "Drawn as PyTorch draws its weights, seed 0; not trained.")
    return Bundled(filename, data, rng.standard_normal((100, 2, d_x)), about)


def _weights(cell: Cell) -> CellWeights:
    """The core's cell as a file's weights."""
    single = np.float32
    if isinstance(cell, LSTM):
        W, U = cell.W[..., : cell.d_x], cell.W[..., cell.d_x :]
        return CellWeights("lstm", W.astype(single), U.astype(single), cell.b.astype(single))
    assert isinstance(cell, GRU)
    parts = (cell.W.astype(single), cell.U.astype(single), cell.b.astype(single))
    return CellWeights("gru", *parts, reset=cell.reset)
