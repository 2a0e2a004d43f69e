"""What a section of the page is: parts that are computed, a picture of them, tables behind the figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gates.core.errors import GateError
from gates.figures.frame import Paint
from gates.text import Lang
from gates.ui.tables import Columns

Settings = Mapping[str, Any]

NETWORK = (
    "cell", "reset", "d_h", "recurrent_scale", "input_scale", "family", "source", "state0", "law", "T_max", "seed", "T",
    "b_f", "b_i", "b_o", "b_c", "b_z", "b_r", "b_h",
)  # fmt: skip

#: A part that takes no longer than this, in seconds, follows a moving slider.
LIVE_SECONDS = 0.05


@dataclass(frozen=True)
class Part:
    """One computation.

    Parameters
    ----------
    uses : tuple of str
        Settings on which it depends; it is computed again only when one of them changes.
    compute : callable
        ``compute(settings)``: a function of a module that another process can import.
    seconds : callable
        ``seconds(settings)``: what it takes, roughly.
    live : float
        The longest time with which it still follows a slider.
    """

    uses: tuple[str, ...]
    compute: Callable[[Settings], Any]
    seconds: Callable[[Settings], float] = lambda s: 0.0
    live: float = LIVE_SECONDS


@dataclass(frozen=True)
class Shown:
    """Numbers for figures and sentences for the page."""

    paints: Mapping[str, Paint]
    texts: Mapping[str, str]


@dataclass(frozen=True)
class Section:
    """One section.

    Parameters
    ----------
    parts : mapping
        By name.
    show : callable
        ``show(lang, settings, results, stale)``: ``results`` by part, absent while never computed; ``stale`` holds
        the names of parts whose result belongs to an earlier setting.
    tables : mapping of figure to (parts, callable)
        ``callable(lang, settings, results)`` gives the columns; it needs the named parts.
    prepare : callable
        Settings with what the section derives from them.
    wrong : callable
        What is wrong with the prepared settings, by id of the control.
    """

    parts: Mapping[str, Part]
    show: Callable[[Lang, Settings, Mapping[str, Any], set[str]], Shown]
    tables: Mapping[str, tuple[tuple[str, ...], Callable[[Lang, Settings, Mapping[str, Any]], Columns]]] = (
        field(default_factory=dict)
    )
    prepare: Callable[[Settings], Settings] = lambda s: s
    wrong: Callable[[Settings], Mapping[str, GateError]] = lambda s: {}
