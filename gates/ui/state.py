"""The state of a page as one declared list: what a setting is called, what it may be, what it is at first.

The same list builds the controls, reads and checks the inputs on the server, and gives the link its short names.
An input is never trusted: it may be missing, of another type, or out of range.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gates.core.errors import GateError


@dataclass(frozen=True)
class Number:
    """A number between ``low`` and ``high``; ``whole`` numbers come back as int."""

    id: str
    key: str
    default: float
    low: float
    high: float
    step: float = 1
    whole: bool = True

    def read(self, raw: Any) -> float:
        """The value of ``raw``, or a ``GateError`` with the reason."""
        try:
            value = math.nan if isinstance(raw, bool | None) else float(raw)
        except (TypeError, ValueError, OverflowError):
            value = math.nan
        if not self.low <= value <= self.high:
            message = "must be a number from {low} to {high}"
            raise GateError("problem.range", message, low=f"{self.low:.10g}", high=f"{self.high:.10g}")
        if self.whole and value != round(value):
            raise GateError("problem.whole", "must be a whole number from {low} to {high}",
                            low=f"{self.low:.10g}", high=f"{self.high:.10g}")  # fmt: skip
        return int(value) if self.whole else value


@dataclass(frozen=True)
class Choice:
    """One of ``options``."""

    id: str
    key: str
    default: str
    options: tuple[str, ...]

    def read(self, raw: Any) -> str:
        """The value of ``raw``, or a ``GateError``."""
        if not isinstance(raw, str) or raw not in self.options:
            raise GateError("problem.choice", "must be one of: {options}", options=", ".join(self.options))
        return raw


@dataclass(frozen=True)
class Switch:
    """On or off; a link says 1 or 0."""

    id: str
    key: str
    default: bool = False

    def read(self, raw: Any) -> bool:
        """The value of ``raw``, or a ``GateError``."""
        if isinstance(raw, bool):
            return raw
        if raw in ("0", "1"):
            return raw == "1"
        raise GateError("problem.choice", "must be one of: {options}", options="0, 1")


@dataclass(frozen=True)
class Text:
    """Free text of at most ``longest`` characters."""

    id: str
    key: str
    default: str
    longest: int = 400

    def read(self, raw: Any) -> str:
        """The value of ``raw``, or a ``GateError``."""
        if not isinstance(raw, str):
            raise GateError("problem.text", "must be text")
        if len(raw) > self.longest:
            raise GateError(
                "problem.text_long", "must have at most {longest} characters", longest=self.longest
            )
        return raw


Param = Number | Choice | Switch | Text


def from_query(params: tuple[Param, ...], query: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Values of a link: those it names and that are right, defaults for the rest, and the names that were wrong."""
    values: dict[str, Any] = {}
    wrong: list[str] = []
    for param in params:
        values[param.id] = param.default
        if param.key in query:
            try:
                values[param.id] = _on_step(param, param.read(query[param.key]))
            except GateError:
                wrong.append(param.key)
    return values, wrong


def _on_step(param: Param, value: Any) -> Any:
    """The value that the slider of a link's number can show: the nearest of its steps."""
    if not isinstance(param, Number) or param.whole:
        return value
    nearest = param.low + round((value - param.low) / param.step) * param.step
    return min(param.high, float(f"{nearest:.10g}"))


def read_inputs(
    params: tuple[Param, ...], get: Callable[[str], Any], last: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, GateError]]:
    """Checked values of all inputs.

    Parameters
    ----------
    get : callable
        Value of an input by id, or ``None`` where the browser has not sent it.
    last : mapping
        Last good values; a wrong input keeps its own.

    Returns
    -------
    values : dict
        A good value for every parameter.
    errors : dict
        What is wrong, by id.
    """
    values: dict[str, Any] = {}
    errors: dict[str, GateError] = {}
    for param in params:
        raw = get(param.id)
        try:
            values[param.id] = last[param.id] if raw is None else param.read(raw)
        except GateError as error:
            values[param.id] = last[param.id]
            errors[param.id] = error
    return values, errors
