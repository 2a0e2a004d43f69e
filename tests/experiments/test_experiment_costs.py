"""Costs of a run against closed forms, settings against their limits, grids without holes."""

from dataclasses import replace

import pytest
from experiment_cases import small, small_study

from gates.core.errors import GateError
from gates.experiments.config import config_from
from gates.experiments.costs import matched_width
from gates.experiments.run import run_one
from gates.experiments.studies import default_study, textbook_studies


# d_x = 2 classes + 2 distractors = 4, d_h = 8; two readout classes.
@pytest.mark.parametrize(
    ("changes", "parameters", "multiply_adds", "state_size"),
    [
        ({"cell": "rnn"}, 8 * 13, 8 * 12, 8),
        ({"cell": "gru"}, 3 * 8 * 13, 3 * 8 * 12, 8),
        ({"cell": "gru", "reset": "after"}, 3 * 8 * 13 + 8, 3 * 8 * 12, 8),
        ({"cell": "lstm"}, 4 * 8 * 13, 4 * 8 * 12, 16),
    ],
)
def test_costs_are_the_closed_forms(changes, parameters, multiply_adds, state_size):
    row = run_one(small(updates=30, evaluate_every=10, **changes))["row"]
    assert row["parameters"] == parameters
    assert row["head_parameters"] == 2 * 9
    assert row["multiply_adds"] == multiply_adds
    assert row["state_size"] == state_size
    assert row["updates"] == 30
    assert row["unit_calls"] == 30 * 10
    assert 0 < row["predict_seconds"] < 1
    assert 0 < row["train_seconds"] < 60


def test_peak_memory_holds_the_data_and_grows_with_the_length():
    short = run_one(small(updates=5, length=10))["row"]["peak_memory_mb"]
    long = run_one(small(updates=5, length=100))["row"]["peak_memory_mb"]
    # A batch of 32 alone keeps gates, states and their slopes: at least 14 arrays (T, 32, 8) of 4 bytes.
    assert short > 14 * 10 * 32 * 8 * 4 / 1e6
    assert long > 14 * 100 * 32 * 8 * 4 / 1e6
    assert short < long < 30


@pytest.mark.parametrize(
    ("d_x", "d_h", "gru", "rnn"), [(8, 32, 38, 68), (10, 64, 75, 133), (28, 128, 150, 269), (1, 40, 46, 81)]
)
def test_matched_widths_are_the_published_ones(d_x, d_h, gru, rnn):
    assert matched_width("gru", "lstm", d_x, d_h) == gru
    assert matched_width("rnn", "lstm", d_x, d_h) == rnn


def test_grid_has_every_combination_once():
    study = small_study(
        lengths=(10, 20), lrs=(1e-3, 1e-2), bias_inits=("constant", "chrono"), seeds=(0, 1, 0)
    )
    runs = study.plan()
    found = {(p.config.cell, p.config.length, p.config.lr, p.config.bias_init, p.config.seed) for p in runs}
    assert len(runs) == len(found) == 2 * 2 * 2 * 2 * 2
    assert len({p.config.key() for p in runs}) == len(runs)


def test_sizing_both_runs_equal_width_then_nearest_parameters():
    study = textbook_studies()["memory"]
    widths = {(p.config.cell, p.config.d_h, p.sizing) for p in study.plan()}
    # d_x = 16 and d_h = 32: the LSTM has 6272 parameters, a GRU of 38 has 6270, an RNN of 71 has 6248.
    assert widths == {
        ("rnn", 32, "width"),
        ("rnn", 71, "parameters"),
        ("gru", 32, "width"),
        ("gru", 38, "parameters"),
        ("lstm", 32, "reference"),
    }


def test_digits_compare_matched_parameters_by_default():
    study = default_study("digits")
    assert study.cells == ("gru", "lstm")
    assert {p.sizing for p in study.plan()} == {"parameters", "reference"}


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"d_h": 0}, "range"),
        ({"d_h": 257}, "range"),
        ({"length": 1}, "range"),
        ({"length": 2001}, "range"),
        ({"lr": float("nan")}, "range"),
        ({"lr": "fast"}, "number"),
        ({"updates": 10.5}, "whole"),
        ({"seed": True}, "whole"),
        ({"cell": "tcn"}, "choice"),
        ({"task": "chess"}, "choice"),
        ({"reset": "never"}, "choice"),
        ({"colour": 1}, "setting"),
    ],
)
def test_settings_out_of_range_are_refused_by_name(changes, key):
    with pytest.raises(GateError) as caught:
        config_from({"task": "first-item", "cell": "lstm"} | changes)
    assert caught.value.key == f"error.experiment.{key}"
    assert next(iter(changes)) in str(caught.value)


def test_an_empty_or_endless_study_is_refused():
    with pytest.raises(GateError, match="between 1 and 5000 runs, this one has 0"):
        small_study(seeds=()).plan()
    with pytest.raises(GateError, match="this one has 10000"):
        small_study(seeds=tuple(range(5000))).plan()
    with pytest.raises(GateError, match="sizing is one of"):
        small_study(sizing="weight").plan()


def test_every_setting_changes_the_key():
    base = small()
    assert base.key() == small().key()
    changed = [
        replace(base, seed=1),
        replace(base, lr=2e-2),
        replace(base, clip=0.5),
        replace(base, reset="after"),
    ]
    assert len({base.key(), *(config.key() for config in changed)}) == 5
