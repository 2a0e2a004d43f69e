"""What a visitor leaves behind on the server, and how it goes."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable, Iterable
from contextvars import Context

from shiny import Session
from starlette.routing import BaseRoute, Mount, Router
from starlette.types import ASGIApp

from .rehearsal import rehearse

#: After a session has ended, and again when its connection has: many that end together are cleaned up together.
SECONDS = (1.0, 6.0)
#: While others are present, fewer sessions than this are left to Python's own time.
SESSIONS = 10
#: Objects; a pass that finds fewer is the last one.
ENOUGH = 1000
#: Of the app itself, after a crowd.
VISITS = 4


class Leaving:
    """Cleans up after sessions.

    Each session is a web of cycles, which Python frees late, and the C library keeps the memory that it was in. Once
    ``SESSIONS`` have ended, or nobody is present, both are asked to let go. That takes about 0.1 s.

    Python gives memory back by the megabyte, and only empty ones. The last that stays of a crowd are the numbers and
    tables which its sessions have written anew: a few in each megabyte. Visits of the app itself write them once more,
    somewhere else.

    Parameters
    ----------
    page : str
        The page that is visited then.
    """

    def __init__(self, page: str) -> None:
        self.page = page
        self.present = 0
        self.left = 0
        self._due: list[asyncio.TimerHandle] = []
        self._moving: asyncio.Task[None] | None = None
        self._give_back = _give_back()

    def follow(self, session: Session) -> None:
        """Clean up after this session when it has ended."""
        self.present += 1
        app = session.app.starlette_app

        def ended() -> None:
            self.present -= 1
            self.left += 1
            forget_repeated_mounts(app.routes)
            if self.left < 2 * SESSIONS:
                self._put_off(app)

        session.on_ended(ended)

    def _put_off(self, app: ASGIApp) -> None:
        for due in self._due:
            due.cancel()
        loop = asyncio.get_running_loop()
        # The context of whoever calls holds the session that has ended.
        self._due = [loop.call_later(seconds, self._clean, app, context=Context()) for seconds in SECONDS]

    def _clean(self, app: ASGIApp) -> None:
        del self._due[:1]
        if self.left >= SESSIONS or not self.present:
            # The visits are fewer than SESSIONS, so that none follow them.
            if self.left >= SESSIONS and not self.present:
                self._moving = asyncio.create_task(self._move(app))
            self.left = 0
            # What the first pass has let go of may have held something else.
            while gc.collect() > ENOUGH:
                pass
            # Python remembers by name where it found attributes, also names that were put together in a session.
            _forget_names()
            self._give_back()

    async def _move(self, app: ASGIApp) -> None:
        for _ in range(VISITS):
            await asyncio.sleep(2 * SECONDS[0])  # it is cleaned up after each as after anybody
            if not self.present:
                await rehearse(app, [self.page])


def forget_repeated_mounts(routes: Iterable[BaseRoute]) -> None:
    """Keep the first of all routes that serve the same folder under the same address.

    The widget package adds the routes of its files anew for each session.
    """
    for route in routes:
        inner = route.app if isinstance(route, Mount) else None
        if isinstance(inner, Router):
            seen: set[tuple[str, str]] = set()
            kept = []
            for mount in inner.routes or ():
                key = (mount.path, str(mount.name)) if isinstance(mount, Mount) else ("", str(id(mount)))
                if key not in seen:
                    seen.add(key)
                    kept.append(mount)
            inner.routes = kept


#: Python 3.13 has it under another name.
_forget_names: Callable[[], None] = getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache


def _give_back() -> Callable[[], object]:
    """``malloc_trim`` of the GNU C library; elsewhere nothing."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return lambda: None
    return lambda: trim(0)
