"""The page's server: nothing of a lesson's answer leaves it before the student has given one."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from shiny import Inputs, Outputs, Session, module, reactive, ui
from shinywidgets import render_widget

from gates.core.errors import GateError
from gates.text import Lang, say
from gates.ui.guard import Teller, guarded, sentence
from gates.ui.inputs import raw_input
from gates.ui.live import LiveStage
from gates.ui.state import read_inputs
from gates.ui.tables import table_dialog

from .lesson import Lesson, Look
from .opening import address
from .params import LESSONS, PARAMS


@lru_cache(maxsize=2 * len(LESSONS))
def asked(lang: Lang, name: str) -> Look:
    """The lesson at the settings that its question is about."""
    lesson = LESSONS[name]
    return lesson.look(lang, lesson.first)


def verdict(lang: Lang, lesson: Lesson, answer: str) -> str:
    """Right or not, and the computed answer, as HTML."""
    look = asked(lang, lesson.name)
    right = next(key for key, true in look.claims.items() if true)
    told = say(lang, f"lesson.{lesson.name}.answer", **look.fields)
    if answer == right:
        first = f'<p class="is-right" data-right="{right}"><strong>{say(lang, "lesson.right")}</strong></p>'
    else:
        instead = say(lang, "lesson.instead", answer=say(lang, f"lesson.{lesson.name}.{right}"))
        first = (
            f'<p class="is-wrong" data-right="{right}"><strong>{say(lang, "lesson.wrong")}</strong> '
            f'<span class="lesson-instead">{instead}</span></p>'
        )
    return f"{first}<p>{told}</p>"


def further(lang: Lang, page: str, settings: dict[str, Any]) -> str:
    """A link to another page with the present settings; it opens beside the lesson."""
    href = html.escape(address(lang, page, settings))
    return f'<a href="{href}" target="_blank" rel="noopener">{say(lang, f"lesson.open.{page}")} ↗</a>'


def given(lesson: Lesson, revealed: object) -> str | None:
    """What was answered in a lesson, from what the browser sent, which may be anything."""
    found = revealed.get(lesson.name) if isinstance(revealed, dict) else None
    return found if isinstance(found, str) and found in tuple(lesson.answers) else None


def texts(lang: Lang, lesson: Lesson, look: Look, answer: str, values: dict[str, Any]) -> dict[str, str]:
    """Everything that the page says of a revealed lesson, by slot."""
    page, settings = lesson.opens(values)
    says = {f"{lesson.figure(name)}_says": said for name, said in look.says.items()}
    said = says | {
        f"{lesson.name}_verdict": verdict(lang, lesson, answer),
        f"{lesson.name}_open": further(lang, page, dict(settings)),
    }
    # A number and its power of ten stay on one line.
    return {slot: text.replace(" × 10<sup>", "\u00a0×\u00a010<sup>") for slot, text in said.items()}


@module.server
def lessons_server(
    input: Inputs, output: Outputs, session: Session, *, lang: Callable[[], Lang], first: dict[str, Any]
) -> None:
    """Show one visitor the lessons that they have answered.

    Parameters
    ----------
    lang : callable
        Language of the page (reactive).
    first : dict
        Settings with which the page was built.
    """
    safe = guarded(session, lang)
    stage = LiveStage(page="lessons")
    tell = Teller(session)
    good: dict[str, Any] = dict(first)
    attached: reactive.Value[int] = reactive.value(0)

    def attach() -> None:
        with reactive.isolate():
            attached.set(attached() + 1)

    stage.when_ready(attach)

    @output(id="stage")
    @render_widget
    def show_stage() -> LiveStage:
        return stage

    @reactive.calc
    def checked() -> tuple[dict[str, Any], dict[str, GateError]]:
        values, errors = read_inputs(PARAMS, raw_input(input), good)
        good.update(values)
        return values, errors

    @reactive.effect
    @safe
    async def say_what_is_wrong() -> None:
        errors = checked()[1]
        for param in PARAMS:
            await tell.complaint(param.id, sentence(lang(), errors[param.id]) if param.id in errors else "")

    @reactive.calc
    def revealed() -> tuple[Lesson, str, dict[str, Any], Look] | None:
        """The present lesson, the answer to it, its sliders and what it shows; nothing before the answer."""
        s = checked()[0]
        lesson = LESSONS[s["lesson"]]
        answer = given(lesson, raw_input(input)("revealed"))
        if answer is None:
            return None
        values = lesson.settings(s)
        return lesson, answer, values, lesson.look(lang(), values)

    @reactive.effect
    @safe
    async def paint() -> None:
        attached()
        now = revealed()
        if now is None:
            return
        lesson, answer, values, look = now
        paints = {lesson.figure(name): paint for name, paint in look.paints.items()}
        await stage.show(paints, texts(lang(), lesson, look, answer, values))

    @reactive.effect
    @reactive.event(input.table)
    @safe
    async def show_table() -> None:
        figure, now = input.table(), revealed()
        if now is None:
            return
        lesson, *_, look = now
        for name, columns in look.tables.items():
            if lesson.figure(name) == figure:
                ui.modal_show(table_dialog(lang(), figure, columns), session=session.root_scope())
