"""The page's server: typed numbers → steps → results and complaints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from htmltools import Tag
from shiny import Inputs, Outputs, Session, module, reactive, render, ui

from gates.core.errors import GateError
from gates.text import Lang
from gates.ui.guard import Teller, guarded, sentence
from gates.ui.inputs import raw_input
from gates.ui.state import read_inputs

from .diagrams import diagrams
from .params import EXAMPLES, PARAMS
from .read import Reading, fields_of, read
from .show import nothing, results, unit_of


@module.server
def steps_server(
    input: Inputs, output: Outputs, session: Session, *, lang: Callable[[], Lang], first: dict[str, Any]
) -> None:
    """Keep the results of one visitor up to date.

    Parameters
    ----------
    lang : callable
        Language of the page (reactive).
    first : dict
        Settings with which the page was built.
    """
    safe = guarded(session, lang)
    tell = Teller(session)
    good: dict[str, Any] = dict(first)
    kept: dict[str, Reading] = {}

    @reactive.calc
    def checked() -> tuple[dict[str, Any], dict[str, GateError]]:
        values, errors = read_inputs(PARAMS, raw_input(input), good)
        good.update(values)
        return values, errors

    @reactive.calc
    def reading() -> tuple[Reading, dict[str, GateError]]:
        """The sheet as it stands, and what is wrong in it."""
        s, errors = checked()
        now = read(s)
        if now.steps:
            kept[now.kind] = now
        own = {id: error for id, error in errors.items() if id in fields_of(s)}
        return now, now.wrong | own

    @reactive.effect
    @safe
    async def say_what_is_wrong() -> None:
        s, errors = checked()
        wrong = errors | reading()[1]
        for id in (*fields_of(s), "sheet", "cell", "write"):
            await tell.complaint(id, sentence(lang(), wrong[id]) if id in wrong else "")

    @render.ui
    def shown() -> Tag:
        now, wrong = reading()
        last = kept.get(now.kind)
        return results(lang(), last, checked()[0]["write"], bool(wrong)) if last else nothing(lang())

    @reactive.effect
    @safe
    async def move_diagram() -> None:
        now = kept.get(reading()[0].kind)
        found = diagrams(now, unit_of(now, checked()[0]["write"])) if now else {}
        lang()
        await session.send_custom_message("gate-diagrams", {"page": "steps", "diagrams": found})

    for sheet, examples in EXAMPLES.items():
        for name, texts in examples.items():
            _offer(input, session, safe, f"{sheet}_{name}", texts)


def _offer(
    input: Inputs, session: Session, safe: Callable[..., Any], button: str, texts: dict[str, str]
) -> None:
    """Let a button type an example."""

    @reactive.effect
    @reactive.event(input[button])
    @safe
    async def type_example() -> None:
        for id, value in texts.items():
            ui.update_text(id, value=value, session=session)
