"""A study in a process of its own, for a page: progress through a queue, cancelled by an event.

    context = multiprocessing.get_context("spawn")
    queue, cancel = context.Queue(), context.Event()
    process = context.Process(target=run_study, args=(study, queue, cancel), daemon=True)

Messages are small dicts of plain values, each with ``kind``:

``study``
    ``runs``: a list of dicts (``run`` number, ``key``, ``cell``, ``d_h``, ``length``, ``lr``, ``bias_init``,
    ``seed``, ``sizing``), in the order in which they will run.
``start``
    ``run``, ``updates`` (the most there may be), ``baseline_loss``, ``baseline_quality``, ``metric``.
``update``
    ``run``, ``update``, ``epoch``, ``loss``, ``gradient_norm``; at most ten a second.
``evaluation``
    ``run``, ``update``, ``epoch``, the columns of ``history.csv`` and ``lags`` (``lag``, ``log10``).
``result``
    ``run``, ``row``: a row of ``results.csv``.
``done``, ``cancelled``, ``failed``
    The last message; ``failed`` has ``key``, ``params`` and the English ``message``.
"""

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event

from gates.core.errors import GateError
from gates.experiments.config import Planned, Study
from gates.experiments.run import run_one

PARENT_CHECK_SECONDS = 0.5


def run_study(study: Study, queue: "Queue[dict]", cancel: Event) -> None:
    """Run all runs of a study one after the other, seed by seed, so that every cell shows early.

    How willingly it gives way to others is the caller's matter. Ends after the last run, when ``cancel``
    is set (within one update), or when the parent process has died.
    """
    # With the parent gone nobody reads the queue; leaving must not wait for it to be emptied.
    stop = _stop_asked(cancel)
    try:
        ended = _run_all(study, queue, stop)
    except GateError as error:
        ended = {"kind": "failed", "key": error.key, "params": error.params, "message": str(error)}
    queue.put(ended)
    if _parent_died():
        queue.cancel_join_thread()


def _run_all(study: Study, queue: "Queue[dict]", stop: Callable[[], bool]) -> dict:
    """Tell the plan, run it, tell every result; returns the last message."""
    runs = sorted(study.plan(), key=lambda planned: planned.config.seed)
    queue.put({"kind": "study", "runs": [_described(k, planned) for k, planned in enumerate(runs)]})
    for number, planned in enumerate(runs):
        result = run_one(planned.config, lambda event, run=number: queue.put(event | {"run": run}), stop)
        row = result["row"] | {"sizing": planned.sizing, "run": result["key"]}
        queue.put({"kind": "result", "run": number, "row": row})
        if row["status"] == "cancelled":
            return {"kind": "cancelled"}
    return {"kind": "done"}


def _described(number: int, planned: Planned) -> dict:
    names = ("cell", "d_h", "length", "lr", "bias_init", "seed")
    config = planned.config
    settings = {name: getattr(config, name) for name in names}
    return {"run": number, "key": config.key(), **settings, "sizing": planned.sizing}


def _stop_asked(cancel: Event) -> Callable[[], bool]:
    """The question asked before every update; the parent is looked at less often."""
    looked = time.monotonic()

    def stop() -> bool:
        nonlocal looked
        if time.monotonic() - looked > PARENT_CHECK_SECONDS:
            looked = time.monotonic()
            if _parent_died():
                return True
        return cancel.is_set()

    return stop


def _parent_died() -> bool:
    parent = multiprocessing.parent_process()
    return parent is not None and not parent.is_alive()
