"""From typed settings to a study, with what is wrong beside the control that it stands in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gates.core.errors import GateError
from gates.experiments.config import BIAS_INITS, RANGES, RunConfig, Study

from .params import ALL_LAWS, CELLS, LONGEST, MOST_RUNS, OF_RUN

MOST_VALUES = 10
_SEPARATORS = re.compile(r"[,，、;；\s]+")
#: Control in which a setting of a run is typed, where it has another name there.
CONTROLS = {"length": "lengths", "lr": "lrs", "seed": "seeds", "cell": "cells"}


@dataclass(frozen=True)
class Wanted:
    """The study that the controls ask for, or what is wrong, by control."""

    study: Study | None
    errors: Mapping[str, GateError]
    runs: int = 0


def wanted(s: Mapping[str, Any]) -> Wanted:
    """Read the settings ``s`` (by id, each checked by itself)."""
    errors: dict[str, GateError] = {}

    def read(id: str, kind: Callable[[str], Any], low: float, high: float) -> tuple[Any, ...]:
        try:
            return values(s[id], kind, low, high)
        except GateError as error:
            errors[id] = error
            return ()

    lengths = read("lengths", int, 2, LONGEST)
    lrs = read("lrs", float, *RANGES["lr"])
    seeds = read("seeds", int, *RANGES["seed"])
    cells = tuple(cell for cell in CELLS if s[cell])
    if not cells:
        errors["cells"] = GateError("exp.error.cells", "Choose at least one cell.")
    if errors:
        return Wanted(None, errors)
    laws = BIAS_INITS if s["bias_init"] == ALL_LAWS else (s["bias_init"],)
    try:
        base = RunConfig(
            task=s["task"], cell=cells[-1], length=lengths[0], lr=lrs[0], **{name: s[name] for name in OF_RUN}
        )
        study = Study(base, cells, lengths, lrs, seeds, laws, s["sizing"])
        runs = len(study.plan())
    except GateError as error:
        name = str(error.params.get("name", "start"))
        return Wanted(None, {CONTROLS.get(name, name): error})
    if runs > MOST_RUNS:
        message = "{count} runs are too many for this page, which trains {most} at most; the command has no such limit."
        return Wanted(None, {"start": GateError("exp.error.runs", message, count=runs, most=MOST_RUNS)}, runs)
    return Wanted(study, {}, runs)


def values(text: str, kind: Callable[[str], Any], low: float, high: float) -> tuple[Any, ...]:
    """Values of a list such as ``20, 50, 100``, each once, in their order.

    Raises
    ------
    GateError
        Nothing, too much, or a word that is no number between ``low`` and ``high``.
    """
    words = [word for word in _SEPARATORS.split(text.strip()) if word]
    if not 0 < len(words) <= MOST_VALUES:
        raise GateError("exp.error.count", "Type 1 to {most} numbers, such as {example}.",
                        most=MOST_VALUES, example="20, 50, 100" if kind is int else "0.001, 0.01")  # fmt: skip
    found = []
    for word in words:
        try:
            value = kind(word)
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            key, what = (
                ("exp.error.whole", "a whole number") if kind is int else ("exp.error.number", "a number")
            )
            raise GateError(key, "“{word}” is not " + what + " from {low} to {high}.",
                            word=word[:20], low=f"{low:.10g}", high=f"{high:.10g}")  # fmt: skip
        found.append(value)
    return tuple(dict.fromkeys(found))
