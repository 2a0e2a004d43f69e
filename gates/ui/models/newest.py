"""Questions that another process answers: the newest one counts, and whatever goes wrong becomes a notice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from shiny import reactive

from gates.ui.offload import in_other_process

#: A hand that is still moving asks nothing.
REST_SECONDS = 0.12


class Newest:
    """The answer to the newest question; reading it is reactive.

    Parameters
    ----------
    safe : callable
        Turns what goes wrong into a notice (see ``guard.guarded``).
    """

    def __init__(self, safe: Callable[[Callable[[], Any]], Callable[[], Any]]) -> None:
        self._safe = safe
        self._key: object = None
        self._task: asyncio.Task[Any] | None = None
        self.answer: reactive.Value[tuple[Any, Any] | None] = reactive.value(None)
        self.waiting: reactive.Value[bool] = reactive.value(False)

    def ask(self, key: object, function: Callable[..., Any], *args: object) -> None:
        """Ask for ``function(*args)``; the same ``key`` again changes nothing."""
        if key == self._key:
            return
        self.forget()
        self._key = key
        self.waiting.set(True)
        self._task = asyncio.create_task(self._run(key, function, *args))

    def forget(self) -> None:
        """Nothing is wanted any more."""
        self._key = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self, key: object, function: Callable[..., Any], *args: object) -> None:
        await asyncio.sleep(REST_SECONDS)
        found: list[Any] = []

        async def compute() -> None:
            found.append(await in_other_process(function, *args))

        await self._safe(compute)()
        if key != self._key:
            return
        async with reactive.lock():
            self.waiting.set(False)
            if found:
                self.answer.set((key, found[0]))
            await reactive.flush()
