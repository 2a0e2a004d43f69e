"""The page's server: files and choices → questions to another process → cards and figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from htmltools import Tag
from shiny import Inputs, Outputs, Session, module, reactive, render
from shinywidgets import render_widget

from gates.core.errors import GateError
from gates.text import Lang
from gates.ui.guard import Teller, guarded, sentence
from gates.ui.inputs import raw_input
from gates.ui.live import LiveStage
from gates.ui.state import read_inputs

from . import show, study
from .choices import name_choices, take
from .files import serve_downloads
from .newest import Newest
from .params import PARAMS
from .picture import paints, serve_tables, texts
from .request import Fed, Upload, Wanted, parse_answers
from .results import Study
from .sending import serve_sending


@module.server
def models_server(
    input: Inputs, output: Outputs, session: Session, *, lang: Callable[[], Lang], first: dict[str, Any]
) -> None:
    """Keep cards and figures of one visitor up to date.

    Parameters
    ----------
    lang : callable
        Language of the page (reactive).
    first : dict
        Settings with which the page was built.
    """
    safe = guarded(session, lang)
    stage = LiveStage(page="models")
    good: dict[str, Any] = dict(first)
    tell = Teller(session)
    files: dict[str, reactive.Value[Upload | None]] = {
        id: reactive.value(None) for id in ("weights", "sequence", "recorded")
    }
    uploads: reactive.Value[int] = reactive.value(0)
    attached: reactive.Value[int] = reactive.value(0)
    studies, looks, checks, writings = (Newest(safe) for _ in range(4))
    for asking in (studies, looks, checks, writings):
        session.on_ended(asking.forget)
    kept: list[Study] = []

    def attach() -> None:
        with reactive.isolate():
            attached.set(attached() + 1)

    stage.when_ready(attach)

    @output(id="stage")
    @render_widget
    def show_stage() -> LiveStage:
        return stage

    # ---- what is asked

    @reactive.calc
    def checked() -> tuple[dict[str, Any], dict[str, GateError]]:
        values, errors = read_inputs(PARAMS, raw_input(input), good)
        good.update(values)
        return values, errors

    def model_key() -> str:
        """Name of the model, to which answers belong; each upload is a model of its own."""
        name = checked()[0]["model"]
        return f"own{uploads()}" if name == "own" else name

    @reactive.calc
    def wanted() -> Wanted | None:
        s = checked()[0]
        file = files["weights"]()
        if s["model"] == "own" and file is None:
            return None
        answers = dict(parse_answers(s["answers"], model_key()))
        if s["model"] == "own" and s["layout"] != "auto":
            answers.setdefault("convention", s["layout"])
        fed = Fed(s["fed"], s["T"], s["seed"], files["sequence"]() if s["fed"] == "own" else None)
        return Wanted(
            file if s["model"] == "own" and file else s["model"], tuple(sorted(answers.items())), fed
        )

    @reactive.calc
    def present() -> Study | None:
        """The study of what is wanted now."""
        answer = studies.answer()
        return answer[1] if answer is not None and answer[0] == wanted() else None

    def last() -> tuple[Study | None, bool]:
        """The newest study of a model that could be read, and whether it belongs to something earlier."""
        now = present()
        if now is not None and now.described:
            kept[:] = [now]
            return now, False
        return (kept[0] if kept else None), True

    def ran() -> Wanted | None:
        """What is wanted, if it could be read and run."""
        now = present()
        return wanted() if now is not None and now.shape is not None else None

    def side_and_sequence() -> tuple[int, int]:
        """Chosen direction of a layer and sequence of the batch, from 0."""
        now, s = present(), checked()[0]
        assert now is not None
        assert now.shape is not None
        return min(s["side"], len(now.sides)) - 1, min(s["b"], now.shape[1]) - 1

    @reactive.effect
    @safe
    async def ask_study() -> None:
        w = wanted()
        if w is None:
            studies.forget()
        else:
            studies.ask(w, study.study, w)

    @reactive.effect
    @safe
    async def ask_look() -> None:
        w = ran()
        if w is not None:
            at = side_and_sequence()
            looks.ask((w, *at), study.look, w, *at)

    @reactive.effect
    @safe
    async def ask_check() -> None:
        w, file = ran(), files["recorded"]()
        if w is not None and file is not None:
            checks.ask((w, file), study.check, w, file)

    @reactive.calc
    def conversion() -> tuple[Wanted, str, str] | None:
        """Model, framework and ending that were chosen."""
        s, now, w = checked()[0], present(), wanted()
        if now is None or not now.described or w is None:
            return None
        return w, s["to"], s.get(f"as_{s['to']}", s["to"])

    @reactive.effect
    @safe
    async def ask_conversion() -> None:
        what = conversion()
        if what is not None:
            writings.ask(what, study.convertible, *what)

    # ---- what is shown

    @render.ui
    def found() -> Tag:
        now, stale = last()
        if now is None:
            return show.nothing(lang(), wanted() is not None and studies.waiting())
        return show.found(lang(), now, stale)

    @output(id="open")
    @render.ui
    def left_open() -> Tag | None:
        now, stale = last()
        return (
            show.left_open(lang(), now, model_key(), session.ns("answers"), stale)
            if now is not None
            else None
        )

    @output(id="checked")
    @render.ui
    def show_check() -> Tag:
        file, w, answer = files["recorded"](), ran(), checks.answer()
        current = answer is not None and answer[0] == (w, file)
        waiting = file is not None and w is not None and not current
        return show.checked(lang(), last()[0], answer[1] if answer is not None and current else None, waiting)

    @output(id="converted")
    @render.ui
    def show_conversion() -> Tag | None:
        what, answer = conversion(), writings.answer()
        if what is None:
            return None
        return show.converted(lang(), answer[1] if answer is not None and answer[0] == what else None)

    @reactive.effect
    @safe
    async def say_what_is_wrong() -> None:
        s, errors = checked()
        now, answer = present(), checks.answer()
        wrong: dict[str, GateError] = dict(errors)
        if now is not None:
            places = {"sequence": "sequence" if s["fed"] == "own" else "fed",
                      "answers": "layout" if s["model"] == "own" and s["layout"] != "auto" else "answers"}  # fmt: skip
            wrong |= {places.get(id, id): error for id, error in now.errors.items()}
        elif wanted() is None:
            wrong["weights"] = GateError("models.wanted.model", "Choose a model file.")
        if (
            answer is not None
            and answer[0] == (wanted(), files["recorded"]())
            and answer[1].error is not None
        ):
            wrong["recorded"] = answer[1].error
        for id in dict.fromkeys([*(param.id for param in PARAMS), *files]):
            await tell.complaint(id, sentence(lang(), wrong[id]) if id in wrong else "")

    name_choices(session, tell, safe, present, lambda: checked()[0])

    @reactive.effect
    @safe
    async def paint() -> None:
        attached()
        answer, (now, _) = looks.answer(), last()
        if answer is None or answer[1] is None or now is None:
            return
        (w, _, b), look = answer
        stale = present() is None or w != wanted()
        await stage.show(paints(look, stale), texts(lang(), look, b + 1, checked()[0]["t"], stale))

    serve_tables(input, session, lang, looks, safe)
    serve_downloads(input, session, lang, wanted, conversion)
    serve_sending(input, session, lang, tell, safe, lambda: (ran(), side_and_sequence() if ran() else (0, 0)))
    for id, place in files.items():
        take(input, id, place, uploads, safe)
