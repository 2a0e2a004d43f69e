"""A sweep on a real Dask cluster of two worker processes, one of them killed in the middle."""

import os
import signal

import pytest
from distributed import Client, LocalCluster
from experiment_cases import small_study

from gates.core.errors import GateError
from gates.experiments.output import write_study
from gates.experiments.sweep import run_sweep


@pytest.fixture(scope="module")
def cluster():
    """Two worker processes of one thread each, on this machine."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as found:
        yield found


def test_a_killed_worker_loses_no_run_and_none_is_counted_twice(tmp_path, cluster):
    address = cluster.scheduler_address
    with Client(address, set_as_default=False) as client:
        workers = list(client.run(os.getpid).values())
    killed = []

    def progress(done: int, count: int, row: dict) -> None:
        if done == 2 and not killed:
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    study = small_study(seeds=(0, 1, 2, 3))
    runs = study.plan()
    results = run_sweep(runs, tmp_path, backend="dask", scheduler=address, progress=progress)
    assert len(workers) == 2
    assert killed
    rows = write_study(tmp_path, runs, results, "")
    assert len(rows) == len({row["run"] for row in rows}) == 8
    assert len(list((tmp_path / "runs").iterdir())) == 8
    alone = run_sweep(runs, tmp_path / "alone", backend="serial")
    assert [r["row"]["test_loss"] for r in results] == [r["row"]["test_loss"] for r in alone]


def test_an_address_without_a_scheduler_is_said_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("gates.experiments.sweep.SCHEDULER_SECONDS", 0.5)
    with pytest.raises(GateError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        run_sweep(small_study().plan(), tmp_path, backend="dask", scheduler="tcp://127.0.0.1:9")


def test_the_dask_backend_asks_for_an_address(tmp_path):
    with pytest.raises(GateError, match="--scheduler"):
        run_sweep(small_study().plan(), tmp_path, backend="dask")
