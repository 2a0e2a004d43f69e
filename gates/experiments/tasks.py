"""Memory tasks: data fixed by a seed, with the loss and quality of a reader that remembers nothing."""

import itertools
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gates.experiments.errors import complaint

TASKS = ("first-item", "delayed-copy", "adding", "digits")
SPLITS = ("train", "validation", "test")
DIGIT_ROWS = 8
DIGIT_SIZES = {"train": 1197, "validation": 300, "test": 300}


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
        task = _first_item(length, classes, distractors)
        splits = [
            _first_item_data(rng, n, length, classes, distractors) for rng, n in zip(rngs, sizes, strict=True)
        ]
    elif name == "delayed-copy":
        task = _delayed_copy(length, symbols, alphabet)
        splits = [
            _delayed_copy_data(rng, n, length, symbols, alphabet) for rng, n in zip(rngs, sizes, strict=True)
        ]
    elif name == "adding":
        task = _adding(length)
        splits = [_adding_data(rng, n, length) for rng, n in zip(rngs, sizes, strict=True)]
    elif name == "digits":
        splits = _digits_data(rngs[0], length)
        task = _digits(length, splits)
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


def _classification(steps: int, scored: int, d_x: int, classes: int, learned_at: float) -> dict:
    """Numbers of a task with equally likely classes: chance is ln K nats and 1/K right."""
    return {
        "steps": steps,
        "scored": scored,
        "d_x": d_x,
        "d_out": classes,
        "metric": "accuracy",
        "baseline_loss": float(np.log(classes)),
        "baseline_quality": 1 / classes,
        "answer_mean": 0.0,
        "learned_at": learned_at,
    }


def _first_item(length: int, classes: int, distractors: int) -> dict:
    return _classification(length, 1, classes + distractors, classes, 0.95)


def _first_item_data(rng, n: int, length: int, classes: int, distractors: int):
    """The class at the first step, then symbols that say nothing of it (Hochreiter, Schmidhuber 1997, 2c)."""
    label = rng.integers(classes, size=n)
    noise = classes + rng.integers(distractors, size=(length - 1, n))
    return np.concatenate([label[None], noise]).astype(np.uint8), label[None]


def _delayed_copy(length: int, symbols: int, alphabet: int) -> dict:
    return _classification(length + 2 * symbols, symbols, alphabet + 2, alphabet, 0.95)


def _delayed_copy_data(rng, n: int, length: int, symbols: int, alphabet: int):
    """S symbols, ``length`` − 1 blanks, a delimiter, S blanks at which the symbols are recalled.

    The layout of Arjovsky, Shah & Bengio 2016; only the recall steps are scored, so that the memoryless
    cross-entropy is ln K whatever the delay (over all T + 2S outputs it would be S ln K / (T + 2S)).
    """
    blank, delimiter = alphabet, alphabet + 1
    word = rng.integers(alphabet, size=(symbols, n))
    shown = np.full((length + 2 * symbols, n), blank)
    shown[:symbols] = word
    shown[symbols + length - 1] = delimiter
    return shown.astype(np.uint8), word


def _adding(length: int) -> dict:
    """Always answering the mean, 1, costs the variance of a sum of two U(0, 1): 2/12."""
    return {
        "steps": length,
        "scored": 1,
        "d_x": 2,
        "d_out": 1,
        "metric": "mse",
        "baseline_loss": 1 / 6,
        "baseline_quality": 1 / 6,
        "answer_mean": 1.0,
        "learned_at": 1 / 60,
    }


def _adding_data(rng, n: int, length: int):
    """Numbers from U(0, 1) and two marks, one in each half; the answer is the sum of the marked numbers."""
    X = np.zeros((length, n, 2))
    X[..., 0] = rng.random((length, n))
    column = np.arange(n)
    first = rng.integers(length // 2, size=n)
    second = rng.integers(length // 2, length, size=n)
    X[first, column, 1] = 1
    X[second, column, 1] = 1
    return X, (X[first, column, 0] + X[second, column, 0])[None]


def _digits_data(rng, length: int):
    """Handwritten digits of scikit-learn, 8 × 8, a row a step, blank rows behind them."""
    if length < DIGIT_ROWS:
        raise complaint("digits_length", rows=DIGIT_ROWS, length=length)
    try:
        # Imported here: no other task needs scikit-learn, and it takes a second to load.
        from sklearn.datasets import load_digits
    except ImportError as error:
        raise complaint("sklearn_missing") from error
    pictures, label = load_digits(return_X_y=True)
    order = rng.permutation(len(label))
    rows = pictures[order].reshape(-1, DIGIT_ROWS, 8).transpose(1, 0, 2) / 16
    X = np.concatenate([rows, np.zeros((length - DIGIT_ROWS, *rows.shape[1:]))])
    ends = np.cumsum([0, *DIGIT_SIZES.values()])
    return [(X[:, a:b], label[order][None, a:b]) for a, b in itertools.pairwise(ends)]


def _digits(length: int, splits) -> dict:
    """Chance here: always the most frequent training class, and the entropy of the class shares."""
    train, test = splits[0][1][0], splits[2][1][0]
    share = np.bincount(train, minlength=10) / train.size
    chance = {
        "baseline_loss": float(-(share * np.log(share)).sum()),
        "baseline_quality": float(np.mean(test == share.argmax())),
    }
    return _classification(length, 1, 8, 10, 0.9) | chance
