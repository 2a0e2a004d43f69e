"""What a visitor leaves behind on the server, and how it goes."""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable, Iterable

from shiny import Session
from starlette.routing import BaseRoute, Mount, Router

#: After a session has ended, and again when its connection has: many that end together are cleaned up together.
SECONDS = (1.0, 6.0)
#: While others are present, fewer sessions than this are left to Python's own time.
SESSIONS = 10
#: Objects; a pass that finds fewer is the last one.
ENOUGH = 1000


class Leaving:
    """Cleans up after sessions.

    Each session is a web of cycles, which Python frees late, and the C library keeps the memory that it was in. Once
    ``SESSIONS`` have ended, or nobody is present, both are asked to let go. That takes about 0.1 s.
    """

    def __init__(self) -> None:
        self.present = 0
        self.left = 0
        self._due: list[asyncio.TimerHandle] = []
        self._give_back = _give_back()

    def follow(self, session: Session) -> None:
        """Clean up after this session when it has ended."""
        self.present += 1
        routes = session.app.starlette_app.routes

        def ended() -> None:
            self.present -= 1
            self.left += 1
            forget_repeated_mounts(routes)
            if self.left < 2 * SESSIONS:
                for due in self._due:
                    due.cancel()
            loop = asyncio.get_running_loop()
            self._due = [loop.call_later(seconds, self._clean) for seconds in SECONDS]

        session.on_ended(ended)

    def _clean(self) -> None:
        if self.left >= SESSIONS or not self.present:
            self.left = 0
            # What the first pass has let go of may have held something else.
            while gc.collect() > ENOUGH:
                pass
            self._give_back()


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


def _give_back() -> Callable[[], object]:
    """``malloc_trim`` of the GNU C library; elsewhere nothing."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return lambda: None
    return lambda: trim(0)
