"""A training in a process of its own, spoken to over one pipe.

The pipe carries messages of the training to the server, and one word, "stop", back. Whoever loses the other end stops:
the process when its server is gone, the reader when the process is.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from multiprocessing.connection import Connection
from typing import Any, cast

from gates.experiments.config import Study
from gates.experiments.worker import run_study

# A fork of a server with threads may inherit a held lock.
_context = multiprocessing.get_context("spawn")
SECONDS_TO_END = 10
#: The lowest priority: on a machine of one core a training takes what sliders leave.
NICE = 19


class _Line:
    """The training's end of the pipe, as ``run_study`` knows a queue and an event."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._stop = False

    def put(self, message: dict[str, Any]) -> None:
        """Send a message; with nobody there to read, nothing."""
        try:
            self._connection.send(message)
        except OSError:
            self._stop = True

    def cancel_join_thread(self) -> None:
        """There is no thread to wait for."""

    def is_set(self) -> bool:
        """Whether the server has asked to stop, or has closed its end."""
        self._stop = self._stop or self._connection.poll()
        return self._stop


def _work(study: Study, connection: Connection) -> None:
    # Ctrl-C in the terminal is for the server, which ends its trainings itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    line = cast(Any, _Line(connection))
    run_study(study, line, line)


class Training:
    """One study in training.

    Parameters
    ----------
    study : Study
    """

    def __init__(self, study: Study) -> None:
        self._mine, theirs = _context.Pipe()
        self._theirs: Connection | None = theirs
        self._process = _context.Process(target=_work, args=(study, theirs), daemon=True)
        self._messages: deque[dict[str, Any]] = deque()
        self._over = threading.Event()
        self._guard = threading.Lock()
        self._started = self._unwanted = False

    @property
    def pid(self) -> int | None:
        """Process id, once it has started."""
        return self._process.pid

    @property
    def over(self) -> bool:
        """Whether the process has ended and every message has been read from it."""
        return self._over.is_set()

    def start(self) -> None:
        """Start the process; takes some milliseconds, so call it outside the event loop."""
        with self._guard:
            if self._unwanted:
                self._over.set()
                return
            self._process.start()
            self._started = True
        # With this end open here too, the end of the process would not end the pipe.
        if self._theirs is not None:
            self._theirs.close()
            self._theirs = None
        threading.Thread(target=self._read, name="training", daemon=True).start()

    def _read(self) -> None:
        try:
            while True:
                self._messages.append(self._mine.recv())
        except (EOFError, OSError):
            pass
        self._process.join(SECONDS_TO_END)
        self._over.set()

    def take(self) -> list[dict[str, Any]]:
        """Messages that have come since the last call."""
        return [self._messages.popleft() for _ in range(len(self._messages))]

    def stop(self) -> None:
        """Ask it to end after the present update, with a result."""
        try:
            self._mine.send("stop")
        except OSError:
            return

    def terminate(self) -> None:
        """End it now, whatever it is doing; before it has started, keep it from starting."""
        with self._guard:
            self._unwanted = True
            if not self._started:
                self._over.set()
                return
        if not self.over:
            self._process.terminate()
