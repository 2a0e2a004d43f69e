"""Studies that train in a second, and records of them."""

from __future__ import annotations

import queue
import threading
from dataclasses import replace
from typing import Any

from gates.experiments.config import Study
from gates.experiments.studies import command_of, default_study
from gates.experiments.worker import run_study
from gates.ui.experiments.params import PARAMS
from gates.ui.experiments.record import Record, of_study

FIRST: dict[str, Any] = {param.id: param.default for param in PARAMS}


def tiny(updates: int = 100, cells: tuple[str, ...] = ("rnn", "lstm"), **changed: Any) -> Study:
    """First item over four steps with eight units."""
    base = default_study("first-item").base
    small = replace(
        base, d_h=8, updates=updates, train_size=512, validation_size=64, test_size=128, classes=4
    )
    return Study(small, cells, **({"lengths": (4,), "lrs": (0.01,), "seeds": (0,)} | changed))


def messages_of(study: Study) -> list[dict[str, Any]]:
    """Everything that the worker says of a study."""
    said: queue.Queue = queue.Queue()
    run_study(study, said, threading.Event())  # type: ignore[arg-type]
    return [said.get_nowait() for _ in range(said.qsize())]


def trained(study: Study) -> Record:
    """The record of a study that has been trained to its end."""
    record = of_study(study, command_of(study))
    for message in messages_of(study):
        record.apply(message)
    return record
