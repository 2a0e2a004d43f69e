"""What a lesson is: settings, a question, and a function that computes everything that its answer says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go

from gates.figures.frame import Paint
from gates.text import Lang
from gates.ui.state import Number
from gates.ui.tables import Columns

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class Look:
    """What a lesson shows for one position of its sliders.

    Parameters
    ----------
    claims : mapping of str to bool
        Whether each answer that is offered is true here.
    fields : mapping
        Numbers of the sentence ``lesson.<name>.answer``.
    paints : mapping of str to Paint
        Numbers of the lesson's figures.
    says : mapping of str to str
        The sentence under each figure.
    tables : mapping of str to Columns
        All numbers of each figure.
    """

    claims: Mapping[str, bool]
    fields: Mapping[str, object]
    paints: Mapping[str, Paint]
    says: Mapping[str, str]
    tables: Mapping[str, Columns]


@dataclass(frozen=True)
class Lesson:
    """One lesson; its prose is in the catalogue under ``lesson.<name>``.

    Parameters
    ----------
    name : str
        Name in links and in the catalogue.
    right : str
        The right answer, ``"a"`` … ``"d"``. A test compares it with what is computed.
    answers : str
        The answers that are offered, such as ``"abc"``.
    sliders : tuple of Number
        What the student may move, by quantity; the defaults are the settings that the question is about.
    figures : mapping of str to callable
        Functions that make the empty figures, by name; a projector shows the first one alone.
    look : callable
        ``look(lang, settings)`` computes everything; settings hold the sliders' values by quantity.
    opens : callable
        ``opens(settings)`` gives (page, settings of that page by id), where the same thing is to be explored.
    """

    name: str
    right: str
    answers: str
    sliders: tuple[Number, ...]
    figures: Mapping[str, Callable[[], go.Figure]]
    look: Callable[[Lang, Settings], Look]
    opens: Callable[[Settings], tuple[str, Mapping[str, Any]]]
    first: Settings = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", {p.id: p.default for p in self.sliders})

    def figure(self, figure: str) -> str:
        """Name of one of its figures among all figures of the page."""
        return f"{self.name}_{figure}"

    def param(self, slider: Number) -> Number:
        """The slider as a setting of the page: lessons have sliders of the same name but not of the same value."""
        return Number(
            f"{self.name}_{slider.id}", f"l_{self.name}_{slider.key}", slider.default, slider.low, slider.high,
            slider.step, slider.whole,
        )  # fmt: skip

    def settings(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values of its sliders by quantity, from the settings of the page."""
        return {p.id: values[f"{self.name}_{p.id}"] for p in self.sliders}


def bias(letter: str, default: float, low: float = -8, high: float = 8) -> Number:
    """The slider of a gate's bias."""
    return Number(f"b_{letter}", f"b{letter}", default, low, high, 0.1, whole=False)


def scale(default: float) -> Number:
    """The slider of the recurrent scale a."""
    return Number("recurrent_scale", "a", default, 0, 8, 0.1, whole=False)
