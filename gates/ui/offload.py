"""Work that is too long for the event loop: in another process, when the hand rests, the newest request only."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any

log = logging.getLogger("gates")
REST_SECONDS = 0.25


def _start_worker() -> None:
    os.nice(5)  # sliders of others come first
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    # A server that ends by a signal says nothing to its worker, which would wait for work for ever.
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


@cache
def _pool() -> ProcessPoolExecutor:
    # Fresh processes: a fork of a server with threads may inherit a held lock.
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=_start_worker)


async def in_other_process(function: Callable[..., Any], *args: object) -> Any:
    """``function(*args)``, computed in the worker process; a worker that died is replaced once."""
    loop = asyncio.get_running_loop()
    try:
        return await loop.run_in_executor(_pool(), function, *args)
    except BrokenProcessPool:
        _pool.cache_clear()
        return await loop.run_in_executor(_pool(), function, *args)


def close() -> None:
    """End the worker process, without waiting for what it is doing."""
    if _pool.cache_info().currsize:
        pool = _pool()
        _pool.cache_clear()
        for worker in list((pool._processes or {}).values()):
            worker.terminate()
        # Waits for the executor's own thread, so that its locks are given back before Python ends.
        pool.shutdown(wait=True, cancel_futures=True)


class WhenHandRests:
    """Runs the newest of a stream of requests once no newer one came for a moment.

    Parameters
    ----------
    done : async callable
        Receives the key and the result of a request that was still the newest when it finished.
    """

    def __init__(self, done: Callable[[object, Any], Awaitable[None]]) -> None:
        self._done = done
        self._task: asyncio.Task[None] | None = None
        self._key: object = None

    def ask(self, key: object, function: Callable[..., Any], *args: object) -> None:
        """Ask for ``function(*args)``; the same ``key`` again changes nothing."""
        if key == self._key:
            return
        self.forget()
        self._key = key
        self._task = asyncio.create_task(self._run(key, function, *args))

    def forget(self) -> None:
        """Nothing is wanted any more."""
        self._key = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self, key: object, function: Callable[..., Any], *args: object) -> None:
        await asyncio.sleep(REST_SECONDS)
        try:
            result = await in_other_process(function, *args)
        except BrokenProcessPool:
            # The worker died twice. The next frame asks again, where a key that stays would wait for ever.
            log.warning("the worker process died twice on %s", function.__name__)
            if key == self._key:
                self._key = None
            return
        if key == self._key:
            await self._done(key, result)
