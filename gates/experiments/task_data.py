"""Makers of the four tasks: the numbers that describe each, and its sequences.

The data are symbol numbers (T, N), one-hot to the network, or numbers (T, N, d_x); the targets (S, N) belong
to the last S steps.
"""

import itertools

import numpy as np

from gates.experiments.errors import complaint

DIGIT_ROWS = 8
DIGIT_SIZES = {"train": 1197, "validation": 300, "test": 300}


def classification(steps: int, scored: int, d_x: int, classes: int, learned_at: float) -> dict:
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


def first_item(length: int, classes: int, distractors: int) -> dict:
    return classification(length, 1, classes + distractors, classes, 0.95)


def first_item_data(rng, n: int, length: int, classes: int, distractors: int):
    """The class at the first step, then symbols that say nothing of it (Hochreiter, Schmidhuber 1997, 2c)."""
    label = rng.integers(classes, size=n)
    noise = classes + rng.integers(distractors, size=(length - 1, n))
    return np.concatenate([label[None], noise]).astype(np.uint8), label[None]


def delayed_copy(length: int, symbols: int, alphabet: int) -> dict:
    return classification(length + 2 * symbols, symbols, alphabet + 2, alphabet, 0.95)


def delayed_copy_data(rng, n: int, length: int, symbols: int, alphabet: int):
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


def adding(length: int) -> dict:
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


def adding_data(rng, n: int, length: int):
    """Numbers from U(0, 1) and two marks, one in each half; the answer is the sum of the marked numbers."""
    X = np.zeros((length, n, 2))
    X[..., 0] = rng.random((length, n))
    column = np.arange(n)
    first = rng.integers(length // 2, size=n)
    second = rng.integers(length // 2, length, size=n)
    X[first, column, 1] = 1
    X[second, column, 1] = 1
    return X, (X[first, column, 0] + X[second, column, 0])[None]


def digits_data(rng, length: int):
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


def digits(length: int, splits) -> dict:
    """Chance here: always the most frequent training class, and the entropy of the class shares."""
    train, test = splits[0][1][0], splits[2][1][0]
    share = np.bincount(train, minlength=10) / train.size
    chance = {
        "baseline_loss": float(-(share * np.log(share)).sum()),
        "baseline_quality": float(np.mean(test == share.argmax())),
    }
    return classification(length, 1, 8, 10, 0.9) | chance
