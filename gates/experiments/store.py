"""Finished runs on disk: one file a run, written whole or not at all, named by the hash of its settings."""

import json
import os
from dataclasses import asdict
from pathlib import Path

from gates.experiments.config import RESULT_FORMAT, RunConfig


class RunStore:
    """Directory ``runs/`` inside the output directory of a study.

    A run is there completely or not at all: the file is written under another name and renamed. The same run
    computed twice (a worker lost after it had finished) writes the same name again, so nothing counts twice.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory / "runs"

    def path(self, config: RunConfig) -> Path:
        """File of a run."""
        return self.directory / f"{config.key()}.json"

    def load(self, config: RunConfig) -> dict | None:
        """A finished run, or None where there is none or the file is not one of this format."""
        try:
            result = json.loads(self.path(config).read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError, UnicodeDecodeError):
            return None
        # A file cut short or left by another version is computed again, not believed.
        same = isinstance(result, dict) and result.get("format") == RESULT_FORMAT
        return result if same and result.get("config") == asdict(config) else None

    def save(self, result: dict) -> None:
        """Write a run under its key: temporary file, flush to disk, rename."""
        self.directory.mkdir(parents=True, exist_ok=True)
        write_atomically(self.directory / f"{result['key']}.json", json.dumps(result, indent=0))

    def forget(self, configs: list[RunConfig]) -> None:
        """Remove the given runs, so that they are computed again."""
        for config in configs:
            self.path(config).unlink(missing_ok=True)


def write_atomically(path: Path, text: str) -> None:
    """Replace a text file (UTF-8) in one step, so that no reader ever sees half of it."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open(part, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
