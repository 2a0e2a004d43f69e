"""All runs of a study through joblib: in this process, in processes of this machine, or on a Dask cluster."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky.process_executor import TerminatedWorkerError

from gates.experiments.config import Planned, RunConfig
from gates.experiments.errors import complaint
from gates.experiments.run import run_one, task_of
from gates.experiments.store import RunStore

BACKENDS = ("loky", "dask", "serial")
# A process that dies (killed, out of memory) takes its unfinished run along; it is handed out again so often.
ATTEMPTS = 3
SCHEDULER_SECONDS = 10
MOST_JOBS = 256

Progress = Callable[[int, int, dict], None]


def run_sweep(
    runs: list[Planned],
    directory: Path,
    *,
    backend: str = "loky",
    jobs: int = -1,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> list[dict]:
    """Run what is not yet on disk and return all results in the order of ``runs``.

    Every result is written by this process as soon as it arrives, so a sweep that is interrupted goes on from
    what is on disk.

    Parameters
    ----------
    runs : list of Planned
    directory : Path
        Output directory of the study; finished runs lie in its ``runs/``.
    backend : {'loky', 'dask', 'serial'}
    jobs : int
        Processes of ``loky``, −1 for one a core.
    scheduler : str, optional
        Address of the Dask scheduler, such as ``tcp://host:8786``.
    progress : callable, optional
        Called with (finished, all, row) for each run, those from disk first.

    Raises
    ------
    GateError
        Dask missing or its scheduler not reached, processes that keep dying.
    """
    if not (jobs == -1 or 1 <= jobs <= MOST_JOBS):
        raise complaint("jobs", most=MOST_JOBS, jobs=jobs)
    store = RunStore(directory)
    configs = {planned.config.key(): planned.config for planned in runs}
    done = {key: found for key, config in configs.items() if (found := store.load(config)) is not None}
    if len(done) < len(configs) and runs[0].config.task == "digits":
        # A missing scikit-learn is said here, before processes are started.
        task_of(runs[0].config)
    tell = progress or (lambda finished, count, row: None)
    for number, result in enumerate(done.values(), start=1):
        tell(number, len(configs), result["row"])
    for attempt in range(ATTEMPTS):
        waiting = [config for key, config in configs.items() if key not in done]
        if not waiting:
            break
        try:
            for result in _results(waiting, backend, jobs, scheduler):
                store.save(result)
                done[result["key"]] = result
                tell(len(done), len(configs), result["row"])
        except TerminatedWorkerError as error:
            if attempt == ATTEMPTS - 1:
                raise complaint("workers_die", attempts=ATTEMPTS) from error
    return [done[planned.config.key()] for planned in runs]


def _results(configs: list[RunConfig], backend: str, jobs: int, scheduler: str | None) -> Iterator[dict]:
    """Results as they come in, in any order."""
    if backend == "serial":
        yield from map(run_one, configs)
        return
    with _joblib(backend, jobs, scheduler):
        # One run a task: joblib's batches would lose finished runs together with the unfinished ones.
        options: dict[str, Any] = {"return_as": "generator_unordered", "batch_size": 1}
        results: Any = Parallel(**options)(delayed(run_one)(config) for config in configs)
        yield from results


@contextmanager
def _joblib(backend: str, jobs: int, scheduler: str | None) -> Iterator[None]:
    """The joblib configuration of a backend; a Dask client is opened and closed here."""
    if backend == "loky":
        # No more processes than cores, one BLAS thread in each.
        with parallel_config(backend="loky", n_jobs=jobs, inner_max_num_threads=1):
            yield
        return
    with _dask_client(scheduler) as client, parallel_config(backend="dask", client=client):
        yield


@contextmanager
def _dask_client(scheduler: str | None) -> Iterator:
    """A client of the scheduler at that address; Dask is imported only here."""
    if not scheduler:
        raise complaint("scheduler")
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError as error:
        raise complaint("dask_missing") from error
    # A lost connection is said in one sentence below, not in a traceback of the client's own.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = Client(scheduler, timeout=SCHEDULER_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise complaint("no_scheduler", address=scheduler, seconds=SCHEDULER_SECONDS) from error
    with client:
        try:
            yield client
        except TimeoutError as error:
            raise complaint("no_workers", address=scheduler) from error
        except KilledWorker as error:
            raise complaint("workers_die", attempts=error.allowed_failures + 1) from error
        except (CancelledError, OSError) as error:
            raise complaint("cluster_lost", address=scheduler) from error
