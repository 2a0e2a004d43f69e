"""Long work in another process: the newest request wins, and a worker that dies is replaced."""

from __future__ import annotations

import asyncio
import operator
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gates.ui import offload
from gates.ui.offload import WhenHandRests, in_other_process


@pytest.fixture(autouse=True)
def no_worker_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No waiting for a hand to rest, and no process that outlives the tests."""
    monkeypatch.setattr(offload, "REST_SECONDS", 0.0)
    yield
    offload.close()


def test_work_is_done_in_another_process_with_lower_priority():
    async def ask() -> tuple[int, int]:
        return await in_other_process(os.getpid), await in_other_process(os.getpriority, os.PRIO_PROCESS, 0)

    pid, priority = asyncio.run(ask())
    assert pid != os.getpid()
    assert priority > os.getpriority(os.PRIO_PROCESS, 0)


def test_a_worker_that_died_is_replaced():
    async def ask() -> tuple[int, int, int]:
        first = await in_other_process(os.getpid)
        os.kill(first, signal.SIGKILL)
        return first, await in_other_process(operator.add, 2, 3), await in_other_process(os.getpid)

    first, five, second = asyncio.run(ask())
    assert five == 5
    assert second != first


def test_work_that_kills_its_worker_does_no_harm_to_the_next():
    async def ask() -> int:
        with pytest.raises(offload.BrokenProcessPool):
            await in_other_process(os._exit, 3)
        return await in_other_process(operator.mul, 6, 7)

    assert asyncio.run(ask()) == 42


def test_an_error_of_the_work_is_told_to_who_asked():
    async def ask() -> None:
        await in_other_process(operator.truediv, 1, 0)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(ask())


def test_closing_ends_the_worker():
    pid = asyncio.run(in_other_process(os.getpid))
    worker = offload._pool()._processes[pid]
    offload.close()
    worker.join(10)
    assert worker.exitcode is not None


# ---- when the hand rests


class Asker:
    """Requests, and what came back."""

    def __init__(self) -> None:
        self.got: list[tuple[object, object]] = []
        self.arrived = asyncio.Event()
        self.resting = WhenHandRests(self.done)

    async def done(self, key: object, result: object) -> None:
        self.got.append((key, result))
        self.arrived.set()


def test_the_newest_request_wins():
    async def play() -> list[tuple[object, object]]:
        asker = Asker()
        for k in range(20):
            asker.resting.ask(k, operator.mul, k, 10)
        await asyncio.wait_for(asker.arrived.wait(), 20)
        return asker.got

    assert asyncio.run(play()) == [(19, 190)]


def test_a_request_that_began_is_forgotten_when_a_newer_one_comes():
    async def play() -> list[tuple[object, object]]:
        asker = Asker()
        # Long enough to be at work when the next one comes.
        asker.resting.ask("old", sum, range(10_000_000))
        for _ in range(5):
            await asyncio.sleep(0)
        asker.resting.ask("new", operator.add, 1, 1)
        await asyncio.wait_for(asker.arrived.wait(), 20)
        return asker.got

    assert asyncio.run(play()) == [("new", 2)]


def test_the_same_request_is_computed_once():
    async def play() -> tuple[list[tuple[object, object]], bool]:
        asker = Asker()
        asker.resting.ask("a", operator.add, 1, 1)
        task = asker.resting._task
        asker.resting.ask("a", operator.add, 1, 1)
        same = asker.resting._task is task
        await asyncio.wait_for(asker.arrived.wait(), 20)
        return asker.got, same

    assert asyncio.run(play()) == ([("a", 2)], True)


def test_nothing_arrives_after_the_owner_left():
    async def play() -> list[tuple[object, object]]:
        asker = Asker()
        asker.resting.ask("a", operator.add, 1, 1)
        task = asker.resting._task
        asker.resting.forget()
        assert task is not None
        with pytest.raises(asyncio.CancelledError):
            await task
        return asker.got

    assert asyncio.run(play()) == []


SERVER = """
import asyncio, os, sys
from gates.ui.offload import in_other_process
if __name__ == "__main__":
    print(asyncio.run(in_other_process(os.getpid)), flush=True)
    sys.stdin.read()
"""


def test_the_worker_ends_with_a_server_that_is_killed(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    root = Path(offload.__file__).parents[2]
    server = subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              env=os.environ | {"PYTHONPATH": str(root)})  # fmt: skip
    with server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        os.kill(worker, 0)
        server.kill()
        # The worker holds the other end of the pipe: reading ends when the worker has ended.
        assert server.communicate(timeout=30)[0] == ""
