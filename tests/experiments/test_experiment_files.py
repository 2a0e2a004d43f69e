"""Files of a study: tables, settings, a report that opens offline; and reading tables back."""

import csv
import html
import io
import json
import re

import pytest
from experiment_cases import small, small_study

from gates.core.errors import GateError
from gates.experiments.bundled import bundled
from gates.experiments.output import FURTHER, REQUIRED, to_csv, write_study
from gates.experiments.reading import read_results, read_table
from gates.experiments.report import report_html
from gates.experiments.summary import spread, summarise
from gates.experiments.sweep import run_sweep
from gates.text import say

COMMAND = "python -m gates experiment first-item --seeds 0,1,2"


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A finished study of two cells and three seeds: directory, results, rows."""
    directory = tmp_path_factory.mktemp("study")
    runs = small_study(cells=("rnn", "lstm"), base=small(updates=75)).plan()
    results = run_sweep(runs, directory, backend="serial")
    return directory, results, write_study(directory, runs, results, COMMAND)


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    """Length × learning rate, one rate so small that nothing is learned: results and rows."""
    directory = tmp_path_factory.mktemp("grid")
    lists = {"cells": ("gru",), "lengths": (5, 10), "lrs": (1e-7, 1e-2), "seeds": (0, 1)}
    runs = small_study(base=small(updates=150), **lists).plan()
    results = run_sweep(runs, directory, backend="serial")
    return results, write_study(directory, runs, results, COMMAND)


def test_results_have_the_promised_columns_and_a_row_a_run(study):
    directory, results, rows = study
    text = (directory / "results.csv").read_text(encoding="utf-8")
    table = list(csv.DictReader(io.StringIO(text)))
    promised = (
        "task, cell, d_h, length, lr, seed, quality, train_seconds, predict_seconds, peak_memory_mb, "
        "parameters, unit_calls, multiply_adds, updates, gradient_norm, status"
    )
    assert set(promised.split(", ")) <= table[0].keys()
    assert [(row["cell"], row["seed"]) for row in table] == [(c, s) for c in ("rnn", "lstm") for s in "012"]
    assert [float(row["quality"]) for row in table] == [result["row"]["quality"] for result in results]
    assert len(rows) == 6


def test_what_is_written_is_read_back(study):
    directory, _, rows = study
    back = read_results((directory / "results.csv").read_text(encoding="utf-8"))
    for written, read in zip(rows, back, strict=True):
        assert read == {name: written.get(name) for name in (*REQUIRED, *FURTHER)}


def test_history_and_lags_hold_every_evaluation_and_both_ends(study):
    directory, results, _ = study
    history = read_table((directory / "history.csv").read_text(encoding="utf-8"))
    assert len(history) == sum(len(result["history"]) for result in results)
    first = history[0]
    assert (first["update"], first["train_loss"], first["gate_f"]) == (0, None, None)
    assert 0.5 < next(row for row in history if row["cell"] == "lstm")["gate_f"] < 0.9
    lags = read_table((directory / "lags.csv").read_text(encoding="utf-8"))
    assert {row["lag"] for row in lags} == set(range(11))
    assert len(lags) == 6 * 2 * 11


def test_config_tells_versions_processor_seeds_and_command(study):
    directory, results, _ = study
    config = json.loads((directory / "config.json").read_text(encoding="utf-8"))
    assert config["command"] == COMMAND
    assert config["seeds"] == [0, 1, 2]
    assert {"python", "numpy"} <= config["versions"].keys()
    assert config["machine"]["cpu"]
    assert [run["seed"] for run in config["runs"]] == [result["config"]["seed"] for result in results]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_report_is_one_file_that_asks_for_nothing(study, lang):
    _, results, rows = study
    page = report_html(results, rows, COMMAND, lang)
    assert f'<html lang="{lang}">' in page
    # plotly.js is inside; no element of the page loads anything.
    assert not re.findall(r"""<(?:script|link|img|iframe)[^>]+(?:src|href)=""", page)
    assert page.count("Plotly.newPlot(") == 5
    assert COMMAND in page
    for heading in ("shows", "not", "costs", "runs"):
        assert say(lang, f"experiment.report.{heading}") in page
    # Both sides of the sizing caveat are there only where they apply.
    assert html.escape(say(lang, "experiment.not.width")) in page
    assert html.escape(say(lang, "experiment.not.parameters")) not in page
    assert "{" not in re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)


def test_grid_report_shows_every_cell_and_says_where_nothing_was_learned(grid):
    results, rows = grid
    summary = summarise(rows)
    assert [(g["length"], g["lr"]) for g in summary] == [(5, 1e-7), (5, 1e-2), (10, 1e-7), (10, 1e-2)]
    assert [g["learned"] for g in summary] == [0, 2, 0, 2]
    page = report_html(results, rows, COMMAND, "en")
    assert page.count("nothing learned") >= 2
    assert "The grid has 4 settings, all of them shown; in 2 no seed learned, in 2 every seed did." in page
    assert page.count('"type":"heatmap"') >= 1


def test_spread_is_over_the_values_that_are_there():
    assert spread([1.0, None, 3.0, float("inf")]) == {
        "mean": 2.0,
        "std": pytest.approx(2**0.5),
        "median": 2.0,
        "min": 1.0,
        "max": 3.0,
    }
    assert spread([5.0]) == {"mean": 5.0, "std": None, "median": 5.0, "min": 5.0, "max": 5.0}
    assert spread([None]) is None


def one_row(**changes) -> str:
    row: dict = dict.fromkeys(REQUIRED, 1) | {"task": "adding", "cell": "gru", "status": "learned"}
    return to_csv([row | changes], REQUIRED)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "columns"),
        ("a,b\n1,2\n", "columns"),
        (one_row().splitlines()[0] + "\n", "empty"),
        (one_row(quality="good"), "cell"),
        (one_row(quality="1e999"), "cell"),
        (one_row(d_h=""), "cell"),
        (one_row(cell="tcn"), "name"),
        (one_row(status="<b>"), "name"),
        (one_row() + '"' + "x" * 200_000 + "\n", "csv"),
        (one_row() + (one_row().splitlines()[1] + "\n") * 20_001, "rows"),
    ],
)
def test_a_table_that_is_no_results_csv_is_refused_with_a_reason(text, key):
    with pytest.raises(GateError) as caught:
        read_results(text)
    assert caught.value.key == f"error.experiment.{key}"


def test_a_byte_order_mark_and_missing_further_columns_do_no_harm():
    rows = read_results("\ufeff" + one_row(quality=""))
    assert (rows[0]["quality"], rows[0]["cell"], rows[0]["sizing"], rows[0]["run"]) == (None, "gru", "", "")


def test_bundled_results_are_complete_and_small():
    bundle = bundled("first_item")
    assert bundle.command.startswith("python -m gates experiment first-item")
    assert {row["cell"] for row in bundle.rows} == {"rnn", "gru", "lstm"}
    keys = {row["run"] for row in bundle.rows}
    assert {row["run"] for row in bundle.history} == keys == {row["run"] for row in bundle.lags}
    for cell in ("gru", "lstm"):
        assert sorted(row["quality"] for row in bundle.rows if row["cell"] == cell)[1] == 1.0
