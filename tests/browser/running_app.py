"""The app as its users have it: a process of its own that serves pages on a free port."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: What the log of a healthy app never holds.
TROUBLE = re.compile(r"Traceback|Warning|\bWARNING\b|\bERROR\b|\bCRITICAL\b|Exception|never retrieved|failed")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class RunningApp:
    """``shiny run app.py`` on a port of 127.0.0.1; ends by its process id.

    Parameters
    ----------
    patience : float
        Seconds until it must be ready.
    prefix : sequence of str
        A command that starts it, such as one that pins it to a core.
    root : Path
        Folder of ``app.py``.
    python : str
        The interpreter.
    port : int, optional
        Where it listens, instead of a free port.
    """

    def __init__(
        self,
        patience: float = 60,
        prefix: Sequence[str] = (),
        root: Path = ROOT,
        python: str = sys.executable,
        port: int | None = None,
    ) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.root = root
        self.lines: list[str] = []
        self._ready = threading.Event()
        command = [
            *prefix,
            python,
            "-m",
            "shiny",
            "run",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "app.py",
        ]
        self._process = subprocess.Popen(
            command,
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._ready.wait(patience) or self._process.poll() is not None:
            self.stop()
            raise RuntimeError("the app did not start:\n" + "\n".join(self.lines))

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.rstrip())
            if "Uvicorn running" in line:
                self._ready.set()
        # The log has ended, and the app with it.
        self._ready.set()

    @property
    def pid(self) -> int:
        """Process id of the server."""
        return self._process.pid

    def trouble(self) -> list[str]:
        """Lines of the log that tell of something wrong."""
        return [line for line in self.lines if TROUBLE.search(line)]

    def kill(self) -> None:
        """End the process as a crash would."""
        self._process.kill()

    def stop(self) -> int:
        """End the process and give its exit status."""
        self._process.terminate()
        try:
            status = self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait(20)
        self._reader.join(5)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return status
