"""From typed settings to a study: the textbook's studies come back as they are, and wrong words are named."""

from __future__ import annotations

import pytest
from experiment_studies import FIRST

from gates.experiments.studies import command_of, default_study, textbook_studies
from gates.ui.experiments.params import PARAMS, PRESETS
from gates.ui.experiments.study import values, wanted
from gates.ui.state import read_inputs


@pytest.mark.parametrize("name", textbook_studies())
def test_a_button_fills_in_the_textbooks_study(name):
    found = wanted(FIRST | PRESETS[name])
    assert found.study is not None
    assert command_of(found.study) == command_of(textbook_studies()[name])
    assert found.study.plan() == textbook_studies()[name].plan()


@pytest.mark.parametrize(("name", "task"), [("copy", "delayed-copy"), ("adding", "adding")])
def test_the_other_tasks_have_their_defaults(name, task):
    found = wanted(FIRST | PRESETS[name])
    assert found.study is not None
    assert found.study.plan() == default_study(task).plan()


def test_the_page_opens_with_the_first_study():
    found = wanted(FIRST)
    assert found.study is not None
    assert found.study.plan() == textbook_studies()["memory"].plan()
    assert found.runs == 15


def test_what_a_button_fills_in_is_allowed():
    for preset in PRESETS.values():
        assert read_inputs(PARAMS, preset.get, FIRST)[1] == {}


@pytest.mark.parametrize(
    ("changed", "control", "key"),
    [
        ({"lengths": ""}, "lengths", "exp.error.count"),
        ({"lengths": "50, x"}, "lengths", "exp.error.whole"),
        ({"lengths": "50.5"}, "lengths", "exp.error.whole"),
        ({"lengths": "501"}, "lengths", "exp.error.whole"),
        ({"lengths": "1"}, "lengths", "exp.error.whole"),
        ({"lrs": "nan"}, "lrs", "exp.error.number"),
        ({"lrs": "inf"}, "lrs", "exp.error.number"),
        ({"lrs": "0"}, "lrs", "exp.error.number"),
        ({"lrs": "0.1 " * 11}, "lrs", "exp.error.count"),
        ({"seeds": "-1"}, "seeds", "exp.error.whole"),
        ({"rnn": False, "gru": False, "lstm": False}, "cells", "exp.error.cells"),
        ({"task": "digits", "lengths": "7"}, "lengths", "error.experiment.range"),
        ({"lengths": "20, 50, 100, 200", "lrs": "0.1, 0.01, 0.001, 1"}, "start", "exp.error.runs"),
    ],
)
def test_what_is_wrong_stands_beside_its_control(changed, control, key):
    found = wanted(FIRST | changed)
    assert found.study is None
    assert {id: error.key for id, error in found.errors.items()} == {control: key}


def test_lists_may_be_typed_in_many_ways():
    assert values("20，50、100; 50", int, 1, 500) == (20, 50, 100)
    assert values(" 1e-3  0.01 ", float, 0, 1) == (0.001, 0.01)


def test_three_laws_are_three_groups():
    found = wanted(FIRST | {"bias_init": "all", "sizing": "width", "seeds": "0"})
    assert found.study is not None
    assert [run.config.bias_init for run in found.study.plan()] == [
        law for law in ("constant", "chrono", "uniform") for _ in range(3)
    ]
