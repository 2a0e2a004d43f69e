"""What the page shows of a study: curves, words, tables and files, while it trains, afterwards, and from a file."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from experiment_studies import messages_of, tiny, trained

from gates.core.errors import GateError
from gates.experiments.config import Study
from gates.experiments.output import FURTHER, REQUIRED, to_csv
from gates.experiments.reading import read_results
from gates.experiments.report import report_html
from gates.experiments.studies import command_of, default_study
from gates.text import LANGS, say
from gates.ui.experiments import show, words
from gates.ui.experiments.record import of_rows, of_study
from gates.ui.experiments.scene import Scene
from gates.ui.experiments.server import read_file, shipped
from gates.ui.experiments.tables import grids, run_table


@pytest.fixture(scope="module")
def grid():
    """Two lengths, a useful and a useless learning rate, two seeds, trained to the end."""
    return trained(tiny(cells=("lstm",), updates=300, lengths=(3, 4), lrs=(0.02, 1e-6), seeds=(0, 1)))


def cells_of(record) -> list[str]:
    """Texts of the grid's cells."""
    html = "".join(str(table) for table in grids("en", record))
    return [re.sub("<[^>]+>", " ", cell).strip() for cell in re.findall("<td.*?</td>", html, re.S)]


def test_curves_are_the_medians_of_the_histories():
    record = shipped()
    curve = Scene("en", record, 0).losses["lstm"]
    own = [run for run in record.runs if run.settings["cell"] == "lstm"]
    assert curve.values.shape == (3, len(curve.x))
    for run, values in zip(own, curve.values, strict=True):
        by_update = {entry["update"]: entry["validation_loss"] for entry in run.history}
        last = max(by_update)
        wanted = [
            by_update.get(x, by_update[last]) if x > last or x in by_update else np.nan for x in curve.x
        ]
        np.testing.assert_array_equal(values, wanted)
    _, middle, low, high = curve.spread()
    np.testing.assert_array_equal(middle, np.median(curve.values, 0))
    np.testing.assert_array_equal([low, high], [curve.values.min(0), curve.values.max(0)])


def test_a_run_in_training_ends_where_it_is():
    study = tiny(updates=150, cells=("lstm",), seeds=(0, 1))
    record = of_study(study, "")
    record.state = "running"
    said = messages_of(study)
    second = next(
        k for k, m in enumerate(said) if m.get("run") == 1 and m["kind"] == "evaluation" and m["update"]
    )
    for message in said[: second + 1]:
        record.apply(message)
    assert record.now is record.runs[1]
    values = Scene("en", record, 0).losses["lstm"].values
    assert np.isfinite(values[0]).all()
    assert np.isfinite(values[1]).tolist() == [True, True] + [False] * (values.shape[1] - 2)
    assert "run 2 of 2" in words.state("en", record, 0, 0.0)


def test_the_grid_has_no_hole_and_says_where_nothing_was_learned(grid):
    cells = cells_of(grid)
    assert len(cells) == 4
    assert [("2/2 learned" in cell, "nothing learned" in cell) for cell in cells] == [
        (False, True),
        (True, False),
    ] * 2


def test_before_the_end_every_cell_of_the_grid_says_that_it_waits():
    record = of_study(tiny(lengths=(3, 4), lrs=(0.1, 0.01)), "")
    assert cells_of(record) == ["waiting"] * 8
    record.state = "cancelled"
    assert cells_of(record) == ["never made"] * 8


def test_the_shade_of_a_grid_cell_is_its_distance_from_chance(grid):
    html = "".join(str(table) for table in grids("en", grid))
    shades = [float(share) for share in re.findall(r"--share:([\d.]+)", html)]
    medians = {}
    for run in grid.ended:
        medians.setdefault(run.setting, []).append(run.row["quality"])
    wanted = [(np.median(medians[key]) - 0.25) / 0.75 for key in sorted(medians)]
    np.testing.assert_allclose(shades, np.clip(wanted, 0, 1), atol=6e-4)


def test_results_of_a_cancelled_study_hold_every_run(tmp_path):
    study = tiny(updates=60, cells=("lstm",), seeds=(0, 1, 2))
    record = of_study(study, command_of(study))
    for message in messages_of(study):
        if message.get("run") in (0, None) and message["kind"] not in ("done", "study"):
            record.apply(message)
    record.apply({"kind": "cancelled"})
    text = to_csv(record.rows(), (*REQUIRED, *FURTHER))
    rows = read_results(text)
    assert [(row["seed"], row["status"] == "cancelled") for row in rows] == [(0, False), (1, True), (2, True)]
    assert "2 of the 3 planned runs were never made" in words.shows_not("en", record)[0]
    # The file of it opens again on this page.
    path = tmp_path / "results.csv"
    path.write_text(text, encoding="utf-8-sig")
    again = read_file(path)
    assert [row["quality"] for row in again.rows()] == [row.get("quality") for row in record.rows()]


@pytest.mark.parametrize("lang", LANGS)
def test_the_report_of_a_study_trained_here_is_that_of_the_command(grid, lang):
    rows = [run.row for run in grid.ended]
    report = report_html(grid.results(), rows, grid.command, lang)
    for sentence in words.shows(lang, grid):
        assert sentence.replace("&", "&amp;") in report.replace("&#x27;", "'")
    assert grid.command in report


@pytest.mark.parametrize("lang", LANGS)
def test_a_file_with_the_required_columns_only_is_shown(lang):
    rows = read_results(to_csv(shipped().rows(), REQUIRED))
    record = of_rows(rows)
    scene = Scene(lang, record, 0)
    assert not record.has_curves
    assert set(scene.paints()["exp_seeds"].traces) == {"rnn", "gru", "lstm"}
    assert len(words.shows(lang, record)) == 3
    assert "3000" in str(run_table(lang, record))
    assert words.shows_not(lang, record)
    assert show.results(lang, record) is not None
    assert scene.texts()["exp_loss_says"] == words.nothing(lang, record)


def test_words_of_a_file_are_text_and_not_markup():
    text = to_csv([row | {"bias_init": "<b>x</b>", "sizing": "<i>", "metric": "?"} for row in shipped().rows()],
                  (*REQUIRED, *FURTHER))  # fmt: skip
    record = of_rows(read_results(text))
    shown = (
        str(show.results("en", record))
        + str(run_table("en", record))
        + "".join(Scene("en", record, 0).texts())
    )
    assert "<b>x" not in shown
    assert "<i>" not in shown


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "error.experiment.columns"),
        (b"a,b\n1,2\n", "error.experiment.columns"),
        (b"\xff\xfe\x00\xd8", "exp.error.no_text"),
        (b"x" * (8 * 2**20 + 1), "exp.error.large"),
        (to_csv([], REQUIRED).encode(), "error.experiment.empty"),
        (to_csv(shipped().rows(), REQUIRED).replace("lstm", "llama").encode(), "error.experiment.name"),
        (to_csv(shipped().rows(), REQUIRED).replace("1568", "many").encode(), "error.experiment.cell"),
    ],
    ids=["nothing", "other columns", "no text", "large", "no rows", "unknown cell", "no number"],
)
def test_a_bad_file_is_refused_with_a_reason(tmp_path, content, key):
    path = tmp_path / "results.csv"
    path.write_bytes(content)
    with pytest.raises(GateError) as caught:
        read_file(path)
    assert caught.value.key == key


def test_tables_behind_the_figures_hold_what_they_draw():
    scene = Scene("en", shipped(), 0)
    loss = scene.table("exp_loss")
    assert loss is not None
    at = loss["updates"].index("500")
    history = [
        e
        for run in shipped().runs
        if run.settings["cell"] == "rnn"
        for e in run.history
        if e["update"] == 500
    ]
    assert loss["RNN"][at] == np.median([entry["validation_loss"] for entry in history])
    gates = scene.table("exp_gates")
    assert gates is not None
    assert [name for name in gates if " " not in name][1:] == ["z", "r", "i", "f", "o"]
    lags = scene.table("exp_lags")
    assert lags is not None
    assert lags["lag k"] == [str(k) for k in range(51)]
    assert scene.table("no such figure") is None


@pytest.mark.parametrize("task", ["delayed-copy", "adding", "digits"])
def test_every_task_is_drawn_and_told(task):
    base = replace(
        default_study(task).base, d_h=8, updates=60, train_size=256, validation_size=64, test_size=64
    )
    record = trained(Study(base, ("gru", "lstm"), (8,), (0.01,), (0,), sizing="parameters"))
    metric = "mse" if task == "adding" else "accuracy"
    assert record.metric == metric
    for lang in LANGS:
        scene = Scene(lang, record, 0)
        assert set(scene.losses) == {"gru", "lstm"}
        paints = scene.paints()
        assert paints["exp_loss"].traces["chance"].values[1].tolist() == [record.baseline_loss] * 2
        assert all(paint.range is None or np.isfinite(paint.range).all() for paint in paints.values())
        assert say(lang, f"experiment.task.{task}") in report_html(
            record.results(), record.rows(), record.command, lang
        )
        assert words.about(lang, record)
        assert show.results(lang, record) is not None


def test_a_diverged_training_is_drawn_and_said():
    record = trained(tiny(cells=("rnn",), updates=60, lrs=(100.0,)))
    scene = Scene("en", record, 0)
    for paint in scene.paints().values():
        assert paint.range is None or np.isfinite(paint.range).all()
    assert record.state == "done"
    assert record.runs[0].row is not None
