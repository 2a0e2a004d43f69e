"""One session's training: waits for a place, trains in another process, tells what has come, ends with the session."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from gates.experiments.config import Study
from gates.experiments.studies import command_of

from .params import MOST_MINUTES
from .places import PLACES_OF_SERVER, Places, Ticket
from .process import Training
from .record import Record, of_study

#: Between two looks at what has come; a page draws no more often than this.
TICK_SECONDS = 0.2
SECONDS_TO_STOP = 5.0

Told = Callable[[bool], Coroutine[Any, Any, None]]


class Trainer:
    """The training of one visitor.

    Parameters
    ----------
    told : async callable
        Called with True where runs or results changed, with False where only curves have grown.
    safe : callable
        Wraps the task, so that a defect becomes a notice and a log entry.
    places : Places
        The server's places.
    """

    def __init__(
        self, told: Told, safe: Callable[..., Callable[[], Any]], places: Places = PLACES_OF_SERVER
    ) -> None:
        self._told, self._safe, self._places = told, safe, places
        self._task: asyncio.Task[None] | None = None
        self._stop_by: float | None = None
        self._training: Training | None = None
        self._started = 0.0
        self._closed = False
        self.record: Record | None = None
        self.before = 0
        #: Whether a training waits or runs.
        self.busy = False

    @property
    def minutes(self) -> float:
        """Since the training has started."""
        return (time.monotonic() - self._started) / 60 if self._started else 0.0

    def start(self, study: Study) -> Record:
        """Begin, or take a turn in the queue; the previous training must be over.

        Raises
        ------
        GateError
            The queue is full.
        """
        assert not self.busy
        ticket = self._places.join()
        self.record = record = of_study(study, command_of(study))
        self._stop_by, self._training, self._started = None, None, 0.0

        async def run() -> None:
            await self._run(study, record, ticket)

        self.busy = True
        self._task = asyncio.create_task(self._safe(run)())
        # A task that is cancelled before its first step never reaches a finally of its own.
        self._task.add_done_callback(lambda _: self._left(record, ticket))
        return record

    def _left(self, record: Record, ticket: Ticket) -> None:
        """The task has ended, in whatever way: nothing of it may stay."""
        if self._training is not None:
            self._training.terminate()
        self._places.leave(ticket)
        if self.record is record and self.busy:
            self.busy = False
            if not record.over:
                record.state, record.failed = "failed", {}
            if not self._closed:
                self._last = asyncio.create_task(self._told(True))

    def cancel(self) -> None:
        """Stop after the present update, or leave the queue."""
        if not self.busy or self.record is None:
            return
        if self._training is None and self._task is not None:
            self._task.cancel()
            self.record.state = "cancelled"
            return
        assert self._training is not None
        if self.record.state == "running":
            self.record.state = "stopping"
        self._stop_by = self._stop_by or time.monotonic() + SECONDS_TO_STOP
        self._training.stop()

    def close(self) -> None:
        """End everything now: the visitor has left."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
        if self._training is not None:
            self._training.terminate()

    async def _run(self, study: Study, record: Record, ticket: Ticket) -> None:
        while not ticket.has_place:
            self.before = ticket.before
            await self._told(True)
            await ticket.moved()
        training = self._training = Training(study)
        self._started = time.monotonic()
        record.state = "running"
        await self._told(True)
        await asyncio.to_thread(training.start)
        await self._follow(training, record)

    async def _follow(self, training: Training, record: Record) -> None:
        """Hand on what the training says until it has ended."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            over = training.over
            messages = training.take()
            changed = [record.apply(message) for message in messages]
            if over and not record.over:
                record.state, record.failed = ("cancelled", None) if self._stop_by else ("failed", {})
                changed.append(True)
            self.busy = not over
            if changed or over:
                await self._told(over or any(changed))
            if over:
                return
            self._mind_the_clock(training, record)

    def _mind_the_clock(self, training: Training, record: Record) -> None:
        now = time.monotonic()
        if self._stop_by is None and self.minutes > MOST_MINUTES:
            record.state = "late"
            self._stop_by = now + SECONDS_TO_STOP
            training.stop()
        elif self._stop_by is not None and now > self._stop_by:
            training.terminate()
