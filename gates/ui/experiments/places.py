"""Two trainings at a time on this server; who comes later waits and is told how many are before."""

from __future__ import annotations

import asyncio

from gates.core.errors import GateError

PLACES = 2
MOST_WAITING = 30


class Ticket:
    """A place, or one's turn in the queue."""

    def __init__(self) -> None:
        self.before = 0
        self.has_place = False
        self._moved = asyncio.Event()

    async def moved(self) -> None:
        """Return after the queue has moved."""
        await self._moved.wait()
        self._moved.clear()

    def move(self) -> None:
        """Tell that the queue has moved."""
        self._moved.set()


class Places:
    """The places of one server; all calls come from its event loop.

    Parameters
    ----------
    count : int
        Trainings at a time.
    most_waiting : int
        Length of the queue.
    """

    def __init__(self, count: int = PLACES, most_waiting: int = MOST_WAITING) -> None:
        self._count = count
        self._most_waiting = most_waiting
        self._line: list[Ticket] = []

    def join(self) -> Ticket:
        """Take a place or a turn.

        Raises
        ------
        GateError
            The queue is full.
        """
        if len(self._line) >= self._count + self._most_waiting:
            message = "{count} people are already waiting; please try again later, or run the command on your own machine."
            raise GateError("exp.error.queue", message, count=self._most_waiting)
        ticket = Ticket()
        self._line.append(ticket)
        self._advance()
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """Give the place or the turn back."""
        if ticket in self._line:
            self._line.remove(ticket)
            self._advance()

    def _advance(self) -> None:
        for k, ticket in enumerate(self._line):
            has_place, before = k < self._count, max(0, k - self._count)
            if (has_place, before) != (ticket.has_place, ticket.before):
                ticket.has_place, ticket.before = has_place, before
                ticket.move()


#: The places of this server.
PLACES_OF_SERVER = Places()
