"""A study in its own process: progress, cancel, two at once, and its end with its parent."""

import multiprocessing
import os
import signal
import time

import pytest
from experiment_cases import small, small_study

from gates.experiments.config import Study
from gates.experiments.worker import run_study

CONTEXT = multiprocessing.get_context("spawn")
LAST = {"done", "cancelled", "failed"}
# Long enough never to end by itself within a test.
ENDLESS = small_study(base=small(updates=1_000_000), cells=("lstm",), lengths=(200,), lrs=(1e-7,))


def started(study: Study):
    """A process that runs the study, its queue and its cancel event."""
    queue, cancel = CONTEXT.Queue(), CONTEXT.Event()
    process = CONTEXT.Process(target=run_study, args=(study, queue, cancel), daemon=True)
    process.start()
    return process, queue, cancel


def messages(queue) -> list[dict]:
    """All messages up to the last one."""
    found: list[dict] = []
    while not found or found[-1]["kind"] not in LAST:
        found.append(queue.get(timeout=60))
    return found


def wait_for(queue, kind: str) -> dict:
    """The next message of a kind."""
    while (message := queue.get(timeout=60))["kind"] != kind:
        assert message["kind"] not in LAST, message
    return message


def test_two_studies_at_once_tell_everything_and_end():
    studies = [small_study(seeds=(0, 1)), small_study(cells=("lstm",), seeds=(0,))]
    running = [started(study) for study in studies]
    for (process, queue, _), study in zip(running, studies, strict=True):
        told = messages(queue)
        runs = told[0]["runs"]
        assert [run["seed"] for run in runs] == sorted(p.config.seed for p in study.plan())
        results = [m for m in told if m["kind"] == "result"]
        assert [m["run"] for m in results] == list(range(len(runs)))
        assert [m["row"]["run"] for m in results] == [run["key"] for run in runs]
        evaluations = [m for m in told if m["kind"] == "evaluation" and m["run"] == 0]
        assert evaluations[0]["validation_loss"] == pytest.approx(0.693, abs=0.01)
        assert told[-1] == {"kind": "done"}
        process.join(30)
        assert process.exitcode == 0


def test_cancel_ends_the_study_within_an_update():
    process, queue, cancel = started(ENDLESS)
    wait_for(queue, "update")
    cancel.set()
    told = messages(queue)
    assert told[-1] == {"kind": "cancelled"}
    assert told[-2]["row"]["status"] == "cancelled"
    process.join(30)
    assert process.exitcode == 0


def test_a_wrong_setting_comes_back_as_a_sentence():
    process, queue, _ = started(small_study(base=small(d_h=10_000)))
    told = messages(queue)[-1]
    assert (told["kind"], told["key"]) == ("failed", "error.experiment.range")
    assert told["params"]["name"] == "d_h"
    process.join(30)
    assert process.exitcode == 0


def _parent(pid_out) -> None:
    """Starts an endless study, tells its process id once it trains, and is then killed from outside."""
    process, queue, _ = started(ENDLESS)
    wait_for(queue, "update")
    pid_out.put(process.pid)
    process.join()


def test_a_study_ends_when_its_parent_is_killed():
    pid_out = CONTEXT.Queue()
    parent = CONTEXT.Process(target=_parent, args=(pid_out,))
    parent.start()
    worker = pid_out.get(timeout=60)
    assert parent.pid is not None
    os.kill(parent.pid, signal.SIGKILL)
    parent.join(30)
    deadline = time.monotonic() + 30
    while alive(worker):
        assert time.monotonic() < deadline, "the training outlived its parent"


def alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
