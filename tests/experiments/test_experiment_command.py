"""The experiment command: files written, resumed, refused in one sentence."""

import argparse
import json
import shlex

import pytest

from gates.commands.experiment import add_parsers, study_from
from gates.core.errors import GateError
from gates.experiments.config import Study
from gates.experiments.studies import command_of, default_study, textbook_studies

QUICK = (
    "experiment first-item --cells lstm,gru --length 8,10 --lr 1e-2 --seeds 0,1 --d-h 8 --classes 2 "
    "--distractors 2 --updates 100 --evaluate-every 25 --train-size 512 --validation-size 64 --test-size 64"
)


def parsed(command: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_parsers(parser.add_subparsers(required=True))
    return parser.parse_args(shlex.split(command))


def test_writes_all_files_and_goes_on_from_disk(tmp_path, capsys):
    out = tmp_path / "out"
    args = parsed(f"{QUICK} -o {out} --jobs 2 --json")
    assert args.run(args) == 0
    assert {p.name for p in out.iterdir()} == {
        "results.csv", "history.csv", "lags.csv", "config.json", "report.html", "runs",
    }  # fmt: skip
    first = capsys.readouterr()
    summary = json.loads(first.out)
    assert [(g["cell"], g["length"], g["seeds"]) for g in summary] == [
        ("lstm", 8, 2), ("gru", 8, 2), ("lstm", 10, 2), ("gru", 10, 2),
    ]  # fmt: skip
    assert "[8/8]" in first.err
    results = (out / "results.csv").read_bytes()
    args = parsed(f"{QUICK} -o {out} --lang zh")
    assert args.run(args) == 0
    assert "找到已完成的 8/8 次运行" in capsys.readouterr().err
    assert (out / "results.csv").read_bytes() == results
    assert '<html lang="zh">' in (out / "report.html").read_text(encoding="utf-8")


def test_defaults_are_those_of_the_task():
    for task in ("first-item", "delayed-copy", "adding", "digits"):
        assert study_from(parsed(f"experiment {task}")) == default_study(task)


@pytest.mark.parametrize("name", ["memory", "digits", "grid"])
def test_the_command_shown_for_a_study_runs_that_study(name):
    study = textbook_studies()[name]
    again = study_from(parsed(command_of(study).removeprefix("python -m gates ")))
    assert [p.config for p in again.plan()] == [p.config for p in study.plan()]


def test_the_command_shown_holds_every_changed_setting():
    base = default_study("adding").base
    changed = Study(
        base=type(base)(**(vars(base) | {"d_h": 7, "clip": 0.0, "reset": "after", "truncate": 5})),
        cells=("gru",),
        lengths=(12,),
        lrs=(2.5e-4,),
        seeds=(9,),
    )
    again = study_from(parsed(command_of(changed).removeprefix("python -m gates ")))
    assert [p.config for p in again.plan()] == [p.config for p in changed.plan()]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--lr fast", "--lr is a list such as 0.001,0.01, not 'fast'."),
        ("--seeds 1.5", "--seeds is a list such as 20,50,100, not '1.5'."),
        ("--cells rnn,tcn", "cell is one of rnn, gru, lstm, not 'tcn'."),
        ("--length 5000", "length lies between 1 and 2000, not 5000."),
        ("--jobs 0", "--jobs is -1 (one a core) or 1 to 256, not 0."),
        ("--backend dask", "--backend dask needs --scheduler with the address of the scheduler."),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(tmp_path, options, sentence):
    args = parsed(f"experiment first-item -o {tmp_path} {options}")
    with pytest.raises(GateError) as caught:
        args.run(args)
    assert str(caught.value) == sentence
