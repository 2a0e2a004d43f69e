"""The page's server: settings → results of the open section → frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shiny import Inputs, Outputs, Session, module, reactive, ui
from shinywidgets import render_widget

from gates.core.errors import GateError
from gates.text import Lang
from gates.ui.guard import Teller, guarded, sentence
from gates.ui.inputs import raw_input
from gates.ui.live import LiveStage
from gates.ui.state import read_inputs
from gates.ui.tables import table_dialog

from . import bias_map, held, hygiene, laws, paths, spectrum
from .params import PARAMS
from .results import Results
from .section import Section, Settings

SECTIONS: dict[str, Section] = {
    "held": held.SECTION,
    "paths": paths.SECTION,
    "map": bias_map.SECTION,
    "spectrum": spectrum.SECTION,
    "laws": laws.SECTION,
    "hygiene": hygiene.SECTION,
}


@module.server
def gradients_server(
    input: Inputs, output: Outputs, session: Session, *, lang: Callable[[], Lang], first: dict[str, Any]
) -> None:
    """Keep the figures of the open section up to date.

    Parameters
    ----------
    lang : callable
        Language of the page (reactive).
    first : dict
        Settings with which the page was built.
    """
    safe = guarded(session, lang)
    stage = LiveStage(page="gradients")
    good: dict[str, Any] = dict(first)
    tell = Teller(session)
    again: reactive.Value[int] = reactive.value(0)

    def once_more() -> None:
        with reactive.isolate():
            again.set(again() + 1)

    async def arrived() -> None:
        async with reactive.lock():
            once_more()
            await reactive.flush()

    stage.when_ready(once_more)
    results = Results(arrived)
    session.on_ended(results.forget)

    @output(id="stage")
    @render_widget
    def show_stage() -> LiveStage:
        return stage

    @reactive.calc
    def checked() -> tuple[dict[str, Any], dict[str, GateError]]:
        values, errors = read_inputs(PARAMS, raw_input(input), good)
        good.update(values)
        return values, errors

    @reactive.calc
    def opened() -> tuple[Section, Settings]:
        s = checked()[0]
        section = SECTIONS[s["tab"]]
        return section, section.prepare(s)

    @reactive.effect
    @safe
    async def say_what_is_wrong() -> None:
        section, s = opened()
        errors = {**checked()[1], **section.wrong(s)}
        for param in PARAMS:
            await tell.complaint(param.id, sentence(lang(), errors[param.id]) if param.id in errors else "")

    @reactive.effect
    @safe
    async def paint() -> None:
        again()
        section, s = opened()
        results.forget(but=section)
        found, stale = results.of(section, s)
        shown = section.show(lang(), s, found, stale)
        await stage.show(shown.paints, shown.texts)

    @reactive.effect
    @safe
    async def follow_length() -> None:
        T = checked()[0]["T"]
        await tell.top("t", T)
        await tell.top("segment", T)

    @reactive.effect
    @reactive.event(input.table)
    @safe
    async def show_table() -> None:
        figure = input.table()
        with reactive.isolate():
            section, s = opened()
            found, stale = results.of(section, s)
            parts, columns = section.tables.get(figure, ((), None))
            if columns is None or any(part not in found or part in stale for part in parts):
                return
            dialog = table_dialog(lang(), figure, columns(lang(), s, found))
        ui.modal_show(dialog, session=session.root_scope())
