"""Sweeps: resumed from disk, surviving killed processes, the same numbers wherever they run."""

import multiprocessing
import os
import signal
import warnings
from pathlib import Path

import pytest
from experiment_cases import small, small_study

from gates.core.errors import GateError
from gates.experiments.store import RunStore, write_atomically
from gates.experiments.sweep import run_sweep


def qualities(results: list[dict]) -> list[tuple]:
    return [(r["key"], r["row"]["quality"], r["row"]["test_loss"], r["row"]["updates"]) for r in results]


@pytest.fixture(scope="module")
def serial(tmp_path_factory) -> list[tuple]:
    """What the small study gives in one process without interruption."""
    runs = small_study().plan()
    return qualities(run_sweep(runs, tmp_path_factory.mktemp("serial"), backend="serial"))


def children_of(pid: int) -> dict[int, str]:
    """Child processes with their command lines (Linux)."""
    found = {}
    for listing in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in listing.read_text().split():
            found[int(child)] = Path(f"/proc/{child}/cmdline").read_text().replace("\0", " ")
    return found


def test_processes_give_the_numbers_of_one_process(tmp_path, serial):
    told = []
    results = run_sweep(
        small_study().plan(), tmp_path, jobs=2, progress=lambda *event: told.append(event[:2])
    )
    assert qualities(results) == serial
    assert told == [(k, 6) for k in range(1, 7)]


def _sweep_and_die(directory: Path) -> None:
    """A sweep whose process is killed when two runs are done."""

    def progress(done: int, count: int, row: dict) -> None:
        if done == 2:
            os.kill(os.getpid(), signal.SIGKILL)

    run_sweep(small_study().plan(), directory, backend="serial", progress=progress)


def test_a_killed_sweep_goes_on_from_disk_and_counts_nothing_twice(tmp_path, serial):
    process = multiprocessing.get_context("spawn").Process(target=_sweep_and_die, args=(tmp_path,))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "runs").iterdir()}
    assert len(before) == 2
    told = []
    results = run_sweep(
        small_study().plan(), tmp_path, backend="serial", progress=lambda *e: told.append(e[0])
    )
    assert qualities(results) == serial
    assert told == [1, 2, 3, 4, 5, 6]
    after = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "runs").iterdir()}
    assert len(after) == 6
    assert before.items() <= after.items()


def test_a_killed_worker_process_loses_nothing(tmp_path, serial):
    killed = []

    def progress(done: int, count: int, row: dict) -> None:
        workers = [pid for pid, line in children_of(os.getpid()).items() if "popen_loky" in line]
        if workers and not killed:
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    with warnings.catch_warnings():
        # joblib warns of the process that is killed here.
        warnings.simplefilter("ignore", UserWarning)
        results = run_sweep(small_study().plan(), tmp_path, jobs=2, progress=progress)
    assert killed
    assert qualities(results) == serial
    assert len(list((tmp_path / "runs").iterdir())) == 6


def test_files_cut_short_or_of_other_settings_are_computed_again(tmp_path, serial):
    runs = small_study().plan()
    run_sweep(runs, tmp_path, backend="serial")
    store = RunStore(tmp_path)
    first, second = (store.path(planned.config) for planned in runs[:2])
    first.write_text(first.read_text()[:100])
    second.write_text("[]")
    assert store.load(runs[0].config) is None
    assert store.load(runs[1].config) is None
    assert qualities(run_sweep(runs, tmp_path, backend="serial")) == serial


def test_a_write_that_fails_leaves_the_old_file_and_no_part(tmp_path):
    path = tmp_path / "a.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "\ud800")
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_forgotten_runs_are_computed_again(tmp_path):
    store, config = RunStore(tmp_path), small(updates=5)
    run_sweep(small_study(base=config, cells=("rnn",), seeds=(0,)).plan(), tmp_path, backend="serial")
    planned = small_study(base=config, cells=("rnn",), seeds=(0,)).plan()[0]
    assert store.load(planned.config) is not None
    store.forget([planned.config])
    assert store.load(planned.config) is None


@pytest.mark.parametrize("jobs", [0, -2, 1000])
def test_an_impossible_number_of_processes_is_refused(tmp_path, jobs):
    with pytest.raises(GateError, match="--jobs"):
        run_sweep(small_study().plan(), tmp_path, jobs=jobs)
