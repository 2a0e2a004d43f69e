"""Memory tasks: data fixed by a seed, with the loss and quality of a reader that remembers nothing."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from gates.experiments import task_data as data_of
from gates.experiments.errors import complaint

TASKS = ("first-item", "delayed-copy", "adding", "digits")
SPLITS = ("train", "validation", "test")


@dataclass(frozen=True)
class Split:
    """N sequences and what is to be answered at their last S steps.

    Attributes
    ----------
    data : ndarray
        Numbers (T, N, d_x), or symbol numbers (T, N) that are one-hot vectors to the network.
    Y : ndarray (S, N)
        Class numbers, or numbers.
    width : int
        d_x.
    dtype : str
        Type of the inputs.
    """

    data: np.ndarray
    Y: np.ndarray
    width: int
    dtype: str

    @property
    def count(self) -> int:
        """N, the number of sequences."""
        return self.data.shape[1]

    def inputs(self, which: np.ndarray | slice) -> np.ndarray:
        """Inputs (T, B, d_x) of the chosen sequences; symbols become one-hot only here, to save memory."""
        chosen = self.data[:, which]
        return chosen if chosen.ndim == 3 else np.eye(self.width, dtype=self.dtype)[chosen]


@dataclass(frozen=True)
class Task:
    """A task with its three fixed data splits and its memoryless baseline.

    Attributes
    ----------
    name : str
        One of ``TASKS``.
    length : int
        Dependency length as the user states it (see the maker of each task).
    steps : int
        T, steps of a sequence, each one call of the recurrent unit.
    scored : int
        S, the number of last steps at which an answer is read.
    d_x, d_out : int
        Width of the input and of the answer.
    metric : {'accuracy', 'mse'}
        Quality measure; accuracy is the share of right answers over all scored steps.
    baseline_loss, baseline_quality : float
        Loss (nats, or mean squared error) and quality of the best answer that does not depend on the input.
    answer_mean : float
        The best constant answer of a regression, 0 for classes; the readout's bias starts there.
    learned_at : float
        Quality on the test set from which a run is called learned.
    train, validation, test : Split
    """

    name: str
    length: int
    steps: int
    scored: int
    d_x: int
    d_out: int
    metric: Literal["accuracy", "mse"]
    baseline_loss: float
    baseline_quality: float
    answer_mean: float
    learned_at: float
    train: Split
    validation: Split
    test: Split


def make_task(
    name: str,
    length: int,
    *,
    data_seed: int = 0,
    sizes: tuple[int, int, int] = (8192, 512, 1024),
    classes: int = 8,
    distractors: int = 8,
    symbols: int = 2,
    alphabet: int = 8,
    dtype: str = "float32",
) -> Task:
    """Make the named task; the same arguments give the same numbers on every machine.

    Parameters
    ----------
    name : str
        One of ``TASKS``.
    length : int
        ``first-item``, ``adding``: T itself, so that the first step lies T − 1 steps before the answer.
        ``delayed-copy``: blanks between the last symbol and the first recall step, T = length + 2 symbols.
        ``digits``: T, 8 rows of the picture and length − 8 blank rows behind them.
    data_seed : int
    sizes : (int, int, int)
        Sequences for training, validation and test; the digits have their own, ``DIGIT_SIZES``.
    classes, distractors : int
        First-item memory: symbols of the first step, and kinds of symbols drawn at the others.
    symbols, alphabet : int
        Delayed copy: S symbols of K.

    Raises
    ------
    GateError
        Unknown task, digits shorter than the picture, scikit-learn missing.
    """
    rngs = [np.random.default_rng([data_seed, k]) for k in range(len(SPLITS))]
    if name == "first-item":
        task = data_of.first_item(length, classes, distractors)
        splits = [
            data_of.first_item_data(rng, n, length, classes, distractors)
            for rng, n in zip(rngs, sizes, strict=True)
        ]
    elif name == "delayed-copy":
        task = data_of.delayed_copy(length, symbols, alphabet)
        splits = [
            data_of.delayed_copy_data(rng, n, length, symbols, alphabet)
            for rng, n in zip(rngs, sizes, strict=True)
        ]
    elif name == "adding":
        task = data_of.adding(length)
        splits = [data_of.adding_data(rng, n, length) for rng, n in zip(rngs, sizes, strict=True)]
    elif name == "digits":
        splits = data_of.digits_data(rngs[0], length)
        task = data_of.digits(length, splits)
    else:
        raise complaint("unknown_task", name=name, known=", ".join(TASKS))
    made = {
        key: Split(data.astype(dtype) if data.ndim == 3 else data, Y, task["d_x"], dtype)
        for key, (data, Y) in zip(SPLITS, splits, strict=True)
    }
    return Task(
        name=name,
        length=length,
        train=made["train"],
        validation=made["validation"],
        test=made["test"],
        **task,
    )


def task_width(name: str, *, classes: int = 8, distractors: int = 8, alphabet: int = 8) -> tuple[int, int]:
    """Widths (d_x, d_out) of a task, without making its data."""
    widths = {
        "first-item": (classes + distractors, classes),
        "delayed-copy": (alphabet + 2, alphabet),
        "adding": (2, 1),
        "digits": (8, 10),
    }
    return widths[name]


def task_steps(name: str, length: int, symbols: int) -> int:
    """Steps T of a sequence of the named task."""
    return length + 2 * symbols if name == "delayed-copy" else length
