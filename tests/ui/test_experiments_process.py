"""Trainings in other processes: to the end, cancelled, left, and waiting for a place."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable

import pytest
from experiment_studies import messages_of, tiny

from gates.core.errors import GateError
from gates.ui.experiments import trainer as trainer_module
from gates.ui.experiments.places import Places
from gates.ui.experiments.process import Training
from gates.ui.experiments.trainer import Trainer

#: Never learns and never ends.
LONG = tiny(updates=1_000_000, cells=("lstm",), lrs=(1e-7,))
PATIENCE = 60.0


def is_alive(pid: int) -> bool:
    """Whether a process runs (one that has ended and was not waited for does not)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "this never happened"
        await asyncio.sleep(0)


def has_room(places: Places) -> bool:
    """Whether who came now would have a place."""
    try:
        ticket = places.join()
    except GateError:
        return False
    places.leave(ticket)
    return ticket.has_place


def as_task(body: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """What the page wraps around the task; here errors are errors."""
    return body


class Told:
    """Counts what a page would be told."""

    def __init__(self) -> None:
        self.times = 0

    async def __call__(self, results: bool) -> None:
        """Count."""
        self.times += 1


def new_trainer(places: Places) -> Trainer:
    """A trainer with places of its own."""
    return Trainer(Told(), as_task, places)


def test_a_training_says_what_it_says_without_a_process():
    study = tiny(updates=60)
    training = Training(study)

    async def go() -> list[dict]:
        training.start()
        await until(lambda: training.over)
        return training.take()

    said = asyncio.run(go())
    kinds = ("start", "evaluation", "done")
    assert [m["kind"] for m in said if m["kind"] in kinds] == [
        m["kind"] for m in messages_of(study) if m["kind"] in kinds
    ]
    wanted = [m["row"]["quality"] for m in messages_of(study) if m["kind"] == "result"]
    assert [m["row"]["quality"] for m in said if m["kind"] == "result"] == wanted
    assert not is_alive(training.pid or 0)


def test_a_trainer_goes_to_the_end_and_gives_its_place_back():
    places = Places(1, 0)

    async def go() -> None:
        one = new_trainer(places)
        record = one.start(tiny(updates=60))
        assert one.busy
        await until(lambda: not one.busy)
        assert record.state == "done"
        assert [run.row is not None for run in record.runs] == [True, True]
        assert len(record.runs[1].history) == 3
        await until(lambda: has_room(places))

    asyncio.run(go())


def test_cancel_stops_within_an_update_and_keeps_what_there_is():
    async def go() -> None:
        one = new_trainer(Places())
        record = one.start(LONG)
        await until(lambda: len(record.runs[0].history) > 1)
        pid = one._training.pid if one._training else None
        one.cancel()
        assert record.state == "stopping"
        await until(lambda: not one.busy)
        assert record.state == "cancelled"
        assert record.runs[0].row is not None
        assert record.runs[0].row["status"] == "cancelled"
        assert record.runs[0].row["updates"] > 0
        assert pid is not None
        assert not is_alive(pid)

    asyncio.run(go())


def test_who_leaves_takes_the_process_along():
    async def go() -> None:
        places = Places(1, 1)
        one = new_trainer(places)
        record = one.start(LONG)
        await until(lambda: len(record.runs[0].history) > 0)
        pid = one._training.pid if one._training else None
        assert pid is not None
        assert is_alive(pid)
        assert os.getpriority(os.PRIO_PROCESS, pid) >= 10
        one.close()
        await until(lambda: not is_alive(pid))
        await until(lambda: has_room(places))

    asyncio.run(go())


@pytest.mark.parametrize("steps", [0, 1, 3])
def test_who_leaves_at_once_leaves_nothing(steps):
    async def go() -> None:
        places = Places(1, 0)
        one = new_trainer(places)
        one.start(LONG)
        for _ in range(steps):
            await asyncio.sleep(0)
        one.close()
        await until(lambda: one._task is not None and one._task.done())
        training = one._training
        await until(lambda: training is None or training.over)
        assert training is None or not is_alive(training.pid or 0)
        await until(lambda: has_room(places))

    asyncio.run(go())


def test_a_process_that_is_killed_is_told_as_broken_off():
    async def go() -> None:
        one = new_trainer(Places())
        record = one.start(LONG)
        await until(lambda: len(record.runs[0].history) > 0)
        assert one._training is not None
        one._training._process.kill()
        await until(lambda: not one.busy)
        assert record.state == "failed"

    asyncio.run(go())


def test_the_page_does_not_train_forever(monkeypatch):
    monkeypatch.setattr(trainer_module, "MOST_MINUTES", 0)

    async def go() -> None:
        one = new_trainer(Places())
        record = one.start(LONG)
        await until(lambda: not one.busy)
        assert record.state == "late"

    asyncio.run(go())


def test_the_third_waits_and_is_told_its_turn():
    places = Places(2, 2)

    async def go() -> None:
        tickets = [places.join() for _ in range(4)]
        assert [(t.has_place, t.before) for t in tickets] == [(True, 0), (True, 0), (False, 0), (False, 1)]
        with pytest.raises(GateError) as caught:
            places.join()
        assert caught.value.key == "exp.error.queue"
        moved = asyncio.create_task(tickets[3].moved())
        places.leave(tickets[0])
        await asyncio.wait_for(moved, 5)
        assert [(t.has_place, t.before) for t in tickets[1:]] == [(True, 0), (True, 0), (False, 0)]
        places.leave(tickets[3])
        places.leave(tickets[3])
        assert [t.has_place for t in tickets[1:3]] == [True, True]

    asyncio.run(go())


def test_a_waiting_training_can_be_cancelled_and_starts_when_its_turn_comes():
    async def go() -> None:
        places = Places(1, 2)
        ahead = places.join()
        second, third = new_trainer(places), new_trainer(places)
        left = second.start(LONG)
        record = third.start(tiny(updates=60, cells=("rnn",)))
        await until(lambda: third.before == 1)
        assert (left.state, record.state) == ("waiting", "waiting")
        second.cancel()
        await until(lambda: not second.busy)
        assert left.state == "cancelled"
        await until(lambda: third.before == 0)
        places.leave(ahead)
        await until(lambda: not third.busy)
        assert record.state == "done"

    asyncio.run(go())
