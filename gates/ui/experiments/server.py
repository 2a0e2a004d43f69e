"""The page's server: settings → study → training in another process → figures, tables, words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from htmltools import Tag, TagChild
from shiny import Inputs, Outputs, Session, module, reactive, render, ui
from shinywidgets import render_widget

from gates.core.errors import GateError
from gates.experiments.reading import read_results
from gates.experiments.studies import command_of
from gates.text import Lang, say
from gates.ui.guard import Teller, guarded, sentence
from gates.ui.inputs import raw_input
from gates.ui.live import LiveStage
from gates.ui.state import Switch, read_inputs
from gates.ui.uploads import uploaded_file

from . import show, words
from .dialog import table_dialog
from .downloads import links, serve_downloads
from .params import PARAMS, PRESETS
from .record import Record, of_bundle, of_rows
from .scene import Scene
from .study import Wanted, wanted
from .tables import run_table
from .trainer import Trainer

#: Twenty thousand rows of ours are about 6 MB.
MOST_BYTES = 8 * 2**20


@cache
def shipped() -> Record:
    """The results that come with the app; nobody changes them."""
    return of_bundle("first_item")


def read_file(path: Path) -> Record:
    """The record of an uploaded results.csv.

    Raises
    ------
    GateError
        It is too large, no text, or no results.csv.
    """
    if path.stat().st_size > MOST_BYTES:
        raise GateError("exp.error.large", "The file is larger than {most} MB.", most=MOST_BYTES // 2**20)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise GateError("exp.error.no_text", "This file is not text in UTF-8.") from error
    return of_rows(read_results(text))


@module.server
def experiments_server(
    input: Inputs, output: Outputs, session: Session, *, lang: Callable[[], Lang], first: dict[str, Any]
) -> None:
    """Train what one visitor asks for and show it.

    Parameters
    ----------
    lang : callable
        Language of the page (reactive).
    first : dict
        Settings with which the page was built.
    """
    safe = guarded(session, lang)
    stage = LiveStage(page="experiments")
    tell = Teller(session)
    good: dict[str, Any] = dict(first)
    record: reactive.Value[Record] = reactive.value(shipped())
    refused: reactive.Value[GateError | None] = reactive.value(None)
    #: What has changed inside the record: its curves, or its runs and results too.
    grown, changed = reactive.value(0), reactive.value(0)

    def count(value: reactive.Value[int]) -> None:
        with reactive.isolate():
            value.set(value() + 1)

    async def told(results: bool) -> None:
        async with reactive.lock():
            count(grown)
            if results:
                count(changed)
            await reactive.flush()

    trainer = Trainer(told, safe)
    session.on_ended(trainer.close)
    stage.when_ready(lambda: count(grown))

    @output(id="stage")
    @render_widget
    def show_stage() -> LiveStage:
        return stage

    # ---- settings

    @reactive.calc
    def checked() -> tuple[dict[str, Any], dict[str, GateError]]:
        values, errors = read_inputs(PARAMS, raw_input(input), good)
        good.update(values)
        return values, errors

    @reactive.calc
    def asked() -> Wanted:
        values, errors = checked()
        found = wanted({name: values[name] for name in values})
        return Wanted(None, errors | dict(found.errors)) if errors else found

    @reactive.effect
    @safe
    async def say_what_is_wrong() -> None:
        errors = asked().errors
        for id in (*(param.id for param in PARAMS), "cells", "start"):
            await tell.complaint(id, sentence(lang(), errors[id]) if id in errors else "")

    last_command = [""]

    def command_texts() -> dict[str, str]:
        """The command of the present settings; while something is wrong in them, the last one."""
        found = asked()
        if found.study is None:
            return {"command": last_command[0], "plan": say(lang(), "exp.plan_wrong")}
        last_command[0] = words.command(command_of(found.study))
        return {"command": last_command[0], "plan": say(lang(), "exp.plan", runs=found.runs)}

    # ---- training

    @reactive.effect
    @reactive.event(input.start)
    @safe
    async def start() -> None:
        if trainer.busy:
            raise GateError("exp.error.busy", "A training of yours is running; cancel it first.")
        found = asked()
        if found.study is None:
            raise next(iter(found.errors.values()))
        record.set(trainer.start(found.study))
        count(changed)

    @reactive.effect
    @reactive.event(input.cancel)
    @safe
    async def cancel() -> None:
        trainer.cancel()
        count(grown)

    @reactive.effect
    @safe
    async def enable_buttons() -> None:
        changed()
        ui.update_action_button("start", disabled=trainer.busy, session=session)
        ui.update_action_button("cancel", disabled=not trainer.busy, session=session)

    # ---- other results

    @reactive.effect
    @reactive.event(input.file)
    @safe
    async def upload() -> None:
        path = uploaded_file(input.file())
        if path is None:
            return
        try:
            if trainer.busy:
                raise GateError("exp.error.busy", "A training of yours is running; cancel it first.")
            record.set(read_file(path))
            refused.set(None)
        except GateError as error:
            refused.set(error)

    @reactive.effect
    @safe
    async def say_what_is_wrong_with_the_file() -> None:
        error = refused()
        await tell.complaint("file", sentence(lang(), error) if error is not None else "")

    @reactive.effect
    @reactive.event(input.bundled)
    @safe
    async def show_shipped() -> None:
        if trainer.busy:
            raise GateError("exp.error.busy", "A training of yours is running; cancel it first.")
        record.set(shipped())
        refused.set(None)

    # ---- what is shown

    def scene() -> Scene:
        return Scene(lang(), record(), checked()[0]["setting"])

    last_drawn: list[object] = [None]

    @reactive.effect
    @safe
    async def paint() -> None:
        now = scene()
        bare = "" if now.record.has_curves or not now.record.over else '<i class="no-curves"></i>'
        state = words.state(now.lang, now.record, trainer.before, trainer.minutes) + bare
        texts = now.texts() | command_texts() | {"state": state, "bar": words.progress(now.record)}
        drawn = (now.record, now.setting, now.lang, grown())
        # What is typed changes the command, not the curves.
        await stage.show(None if drawn == last_drawn[0] else now.paints(), texts)
        last_drawn[0] = drawn

    @reactive.effect
    @safe
    async def offer_settings() -> None:
        settings = record().settings
        laws = len({setting[2] for setting in settings}) > 1
        names = {str(k): words.setting_name(lang(), s, laws) for k, s in enumerate(settings)}
        with reactive.isolate():
            last = min(checked()[0]["setting"], len(settings) - 1)
        ui.update_select("setting", choices=names, selected=str(last), session=session)

    @render.ui
    def shown() -> TagChild:
        changed()
        return [show.results(lang(), record()), links(lang(), record())]

    @render.ui
    def every_run() -> Tag:
        changed()
        return run_table(lang(), record())

    @reactive.effect
    @reactive.event(input.table)
    @safe
    async def show_table() -> None:
        figure = input.table()
        columns = scene().table(figure) if isinstance(figure, str) else None
        if columns is not None:
            ui.modal_show(table_dialog(lang(), figure, columns), session=session.root_scope())

    serve_downloads(lang, record)
    for name, values in PRESETS.items():
        _offer(input, session, safe, f"preset_{name}", values)


def _offer(
    input: Inputs, session: Session, safe: Callable[..., Any], button: str, values: dict[str, Any]
) -> None:
    """Let a button fill in a study."""
    switches = {param.id for param in PARAMS if isinstance(param, Switch)}
    lists = {"task", "sizing", "bias_init", "reset"}

    @reactive.effect
    @reactive.event(input[button])
    @safe
    async def fill_in() -> None:
        for id, value in values.items():
            if id in switches:
                ui.update_switch(id, value=bool(value), session=session)
            elif id in lists:
                ui.update_select(id, selected=str(value), session=session)
            else:
                text = f"{value:g}" if isinstance(value, float) else str(value)
                ui.update_text(id, value=text, session=session)
