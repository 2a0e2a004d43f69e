"""Tasks: what is asked, data fixed by seed, memoryless baselines in closed form."""

import sys

import numpy as np
import pytest

from gates.core.errors import GateError
from gates.experiments.tasks import make_task, task_steps, task_width

SIZES = (4000, 200, 300)


def test_first_item_shows_the_class_first_and_never_again():
    task = make_task("first-item", 12, sizes=SIZES, classes=4, distractors=3)
    X, Y = task.train.inputs(slice(None)), task.train.Y
    assert (X.shape, Y.shape) == ((12, 4000, 7), (1, 4000))
    np.testing.assert_array_equal(X[0].argmax(axis=-1), Y[0])
    assert X[1:].argmax(axis=-1).min() == 4
    np.testing.assert_array_equal(X.sum(axis=-1), 1)
    assert task.baseline_loss == pytest.approx(np.log(4))
    assert task.baseline_quality == 0.25


def test_first_item_distractors_say_nothing_of_the_class():
    task = make_task("first-item", 3, sizes=SIZES, classes=2, distractors=2)
    second, label = task.train.data[1], task.train.Y[0]
    # Independent with probability 1/2 each: the share of agreement lies within four standard errors.
    assert abs(np.mean((second == 2) == (label == 0)) - 0.5) < 4 * 0.5 / np.sqrt(4000)


def test_delayed_copy_recalls_in_order_behind_the_delimiter():
    task = make_task("delayed-copy", 5, sizes=SIZES, symbols=3, alphabet=6)
    shown = task.test.data
    assert task.steps == 11 == task_steps("delayed-copy", 5, 3)
    np.testing.assert_array_equal(shown[:3], task.test.Y)
    np.testing.assert_array_equal(shown[3:7], 6)
    np.testing.assert_array_equal(shown[7], 7)
    np.testing.assert_array_equal(shown[8:], 6)
    assert task.scored == 3
    assert task.baseline_loss == pytest.approx(np.log(6))
    # Arjovsky, Shah and Bengio count all outputs: S ln K / (T + 2S).
    assert 3 * task.baseline_loss / task.steps == pytest.approx(3 * np.log(6) / (5 + 6))


@pytest.mark.parametrize(("T", "published"), [(100, 0.17329), (500, 0.03999), (1000, 0.02039)])
def test_copy_baseline_over_all_outputs_is_the_published_one(T, published):
    task = make_task("delayed-copy", T, sizes=(4, 4, 4), symbols=10, alphabet=8)
    assert 10 * task.baseline_loss / task.steps == pytest.approx(published, abs=5e-6)


def test_adding_marks_one_number_in_each_half():
    task = make_task("adding", 20, sizes=SIZES)
    X, Y = task.train.inputs(slice(None)), task.train.Y
    marks = X[..., 1]
    np.testing.assert_array_equal(marks[:10].sum(axis=0), 1)
    np.testing.assert_array_equal(marks[10:].sum(axis=0), 1)
    np.testing.assert_allclose((X[..., 0] * marks).sum(axis=0), Y[0], rtol=1e-6)
    assert task.baseline_loss == pytest.approx(1 / 6)
    # Always answering 1 costs the variance of the sum: 1/6, here within four standard errors.
    assert np.mean((Y - 1) ** 2) == pytest.approx(1 / 6, abs=4 * 0.2 / np.sqrt(4000))


def test_digits_come_a_row_a_step_in_fixed_splits():
    task = make_task("digits", 10)
    assert [split.count for split in (task.train, task.validation, task.test)] == [1197, 300, 300]
    X = task.train.inputs(slice(3))
    assert X.shape == (10, 3, 8)
    assert X.dtype == np.float32
    np.testing.assert_array_equal(X[8:], 0)
    assert 0 < X[:8].max() <= 1
    # All pictures of the set, each once: the sum over the splits is that of the whole set.
    from sklearn.datasets import load_digits

    pictures, labels = load_digits(return_X_y=True)
    total = sum(float(s.data.sum(dtype=np.float64)) for s in (task.train, task.validation, task.test))
    assert total == pytest.approx(pictures.sum() / 16)
    counts = np.bincount(np.concatenate([s.Y[0] for s in (task.train, task.validation, task.test)]))
    np.testing.assert_array_equal(counts, np.bincount(labels))
    most = np.bincount(task.train.Y[0]).argmax()
    assert task.baseline_quality == pytest.approx(np.mean(most == task.test.Y))


@pytest.mark.parametrize(("name", "length"), [("first-item", 9), ("delayed-copy", 9), ("adding", 9)])
def test_data_are_fixed_by_their_seed_and_splits_differ(name, length):
    one, again = make_task(name, length, sizes=SIZES), make_task(name, length, sizes=SIZES)
    other = make_task(name, length, sizes=SIZES, data_seed=1)
    np.testing.assert_array_equal(one.train.data, again.train.data)
    assert np.any(one.train.data != other.train.data)
    assert np.any(one.train.data[:, :200] != one.validation.data)
    assert one.d_x == task_width(name)[0]


def test_digits_shorter_than_a_picture_are_refused():
    with pytest.raises(GateError, match="8 or more, not 5"):
        make_task("digits", 5)


def test_missing_scikit_learn_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.datasets", None)
    with pytest.raises(GateError, match="pip install scikit-learn") as caught:
        make_task("digits", 8)
    assert caught.value.key == "error.experiment.sklearn_missing"
