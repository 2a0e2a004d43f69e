"""What a crowd leaves on the server."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from running_app import RunningApp
from visitor import Visitor

PEOPLE = 40
SECONDS = 25.0
#: A tenth is what is wanted; a little more may lie by chance where one object holds a megabyte.
SHARE = 1.13


def resident(app: RunningApp) -> int:
    """Kilobytes of the server process."""
    status = Path(f"/proc/{app.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


async def come_and_leave(url: str) -> None:
    """All at once, each moves a slider."""
    people = [await Visitor(url).open() for _ in range(PEOPLE)]
    for k, person in enumerate(people):
        await person.step(**{"explorer-b_f": -4 + k / 20})
    await asyncio.gather(*(person.leave() for person in people))


def test_memory_comes_back_when_a_crowd_has_left():
    app = RunningApp()
    try:
        start = resident(app)
        # Playwright's loop runs in this thread already.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, come_and_leave(app.url)).result()
        end = time.monotonic() + SECONDS
        while resident(app) > SHARE * start and time.monotonic() < end:
            threading.Event().wait(0.5)
        assert resident(app) < SHARE * start
        assert app.trouble() == []
    finally:
        app.stop()
