"""The page's server: settings → counts → tables and complaints."""

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

from .count import Counted, counted
from .params import EXAMPLES, PARAMS
from .show import nothing, results


@module.server
def parameters_server(
    input: Inputs, output: Outputs, session: Session, *, lang: Callable[[], Lang], first: dict[str, Any]
) -> None:
    """Keep the tables of one visitor up to date.

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
    kept: list[Counted] = []

    @reactive.calc
    def now() -> tuple[Counted | None, dict[str, GateError]]:
        """The network's counts, or ``None``, and what is wrong, by id."""
        values, errors = read_inputs(PARAMS, raw_input(input), good)
        good.update(values)
        try:
            found = counted(values)
        except GateError as error:
            return None, errors | {"stack": error}
        kept[:] = [found]
        return found, _of_what_is_shown(values, errors)

    @reactive.effect
    @safe
    async def say_what_is_wrong() -> None:
        wrong = now()[1]
        for param in PARAMS:
            await tell.complaint(param.id, sentence(lang(), wrong[param.id]) if param.id in wrong else "")

    @render.ui
    def shown() -> Tag:
        wrong = now()[1]
        return results(lang(), kept[0], bool(wrong)) if kept else nothing(lang())

    for name, settings in EXAMPLES.items():
        _offer(input, session, safe, f"example_{name}", settings)


def _of_what_is_shown(values: dict[str, Any], errors: dict[str, GateError]) -> dict[str, GateError]:
    """Complaints about settings that count; a wrong number in a hidden field changes nothing."""
    hidden = {"stack"} if values["build"] == "equal" else {"d_h", "layers", "head"}
    if values["budget"] != "typed":
        hidden.add("number")
    return {id: error for id, error in errors.items() if id not in hidden}


def _offer(
    input: Inputs, session: Session, safe: Callable[..., Any], button: str, settings: dict[str, str]
) -> None:
    """Let a button set an example."""

    @reactive.effect
    @reactive.event(input[button])
    @safe
    async def set_example() -> None:
        for id, value in settings.items():
            if id == "build":
                ui.update_radio_buttons(id, selected=value, session=session)
            else:
                ui.update_text(id, value=value, session=session)
