"""The lessons page: the list on the left, one lesson on the right; its figure is hidden until one has answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from htmltools import HTML, Tag, TagChild, TagList, tags
from shiny import module
from shiny.module import resolve_id
from shinywidgets import output_widget

from gates.ui.controls import choice, shown_for, slider, symbol
from gates.ui.i18n import tr, tr_html, translated
from gates.ui.live import figure_card, figure_data
from gates.ui.state import Number

from .lesson import Lesson
from .params import LESSON, LESSONS

PAGE = "lessons"


@module.ui
def lessons_ui(values: Mapping[str, Any]) -> Tag:
    """The page with the settings ``values`` (by id), which may come from a link."""
    figures = {
        lesson.figure(name): new() for lesson in LESSONS.values() for name, new in lesson.figures.items()
    }
    names = list(LESSONS)
    lessons = []
    for k, name in enumerate(names):
        lesson = _lesson(LESSONS[name], values, names[max(k - 1, 0) : k], names[k + 1 : k + 2])
        place = shown_for(f"lesson={name}", lesson)
        if name != values["lesson"]:
            # Hidden from the first picture on, not only once the page's script says so.
            place.attrs.update(hidden="")
        lessons.append(place)
    return tags.div(
        figure_data(PAGE, figures),
        output_widget("stage", height="1px"),
        tags.div(
            tags.nav(
                choice(LESSON, values["lesson"], "lesson.list", radio=True),
                class_="lesson-list",
                **translated(aria_label="lesson.list"),
            ),
            tags.div(*lessons, class_="lesson-place"),
            class_="lessons-grid",
        ),
        class_="page lessons html-fill-item html-fill-container",
        data_page=PAGE,
    )


def _lesson(lesson: Lesson, v: Mapping[str, Any], before: list[str], after: list[str]) -> Tag:
    said = tags.div(class_="lesson-verdict", data_text=f"{lesson.name}_verdict", aria_live="polite")
    return tags.article(
        tags.div(
            tags.h2(tr(f"option.lesson.{lesson.name}"), class_="lesson-title"),
            tags.p(tr_html(f"lesson.{lesson.name}.text"), class_="lesson-text"),
            _question(lesson),
            tags.div(said, class_="lesson-result", hidden=""),
            _go(before, after),
            class_="lesson-words",
        ),
        tags.div(
            _wait(),
            tags.div(_sliders(lesson, v), *_figures(lesson), class_="lesson-result lesson-look", hidden=""),
            class_="lesson-side",
        ),
        class_="lesson",
        data_lesson=lesson.name,
    )


def _question(lesson: Lesson) -> Tag:
    """The question with its answers; nothing of it tells which one is right."""
    answers = [
        tags.label(
            tags.input(type="radio", name=f"answer-{lesson.name}", value=key, autocomplete="off"),
            tags.span(tr_html(f"lesson.{lesson.name}.{key}")),
            class_="lesson-answer",
            data_answer=key,
        )
        for key in lesson.answers
    ]
    return tags.div(
        tags.fieldset(tags.legend(tr_html(f"lesson.{lesson.name}.question")), *answers),
        tags.div(
            tags.button(
                tr("lesson.reveal"), type="button", class_="btn lesson-reveal", disabled="", data_reveal=""
            ),
            tags.button(
                tr("lesson.again"),
                type="button",
                class_="btn btn-outline-secondary",
                hidden="",
                data_again="",
            ),
            tags.span(class_="lesson-open", data_text=f"{lesson.name}_open", hidden=""),
            class_="lesson-buttons",
        ),
        class_="lesson-question",
    )


def _wait() -> Tag:
    return tags.div(
        tags.p("?", class_="lesson-sign", aria_hidden="true"),
        tags.p(tags.strong(tr("lesson.wait.title"))),
        tags.p(tr("lesson.wait.text")),
        class_="lesson-wait",
    )


def _sliders(lesson: Lesson, v: Mapping[str, Any]) -> Tag:
    rows = [_slider(p, lesson.param(p), v) for p in lesson.sliders]
    return tags.div(*rows, class_="lesson-sliders", role="group", **translated(aria_label="lesson.try"))


def _slider(quantity: Number, param: Number, v: Mapping[str, Any]) -> Tag:
    key = f"lesson.slider.{quantity.id}"
    if not quantity.id.startswith("b_"):
        return slider(param, v[param.id], label=tr(key), spoken=key)
    letter = quantity.id[-1]
    label: TagChild = TagList(symbol("b", letter), " ", tr(key))
    return slider(param, v[param.id], label=label, role=letter, sigma=True, spoken=f"spoken.{quantity.id}")


def _figures(lesson: Lesson) -> list[Tag]:
    table = resolve_id("table")
    names = map(lesson.figure, lesson.figures)
    return [figure_card(PAGE, name, input_id=table, class_="lesson-figure") for name in names]


def _go(before: list[str], after: list[str]) -> Tag:
    """To the lessons beside this one; in projector mode there is no list."""
    sides = ((before, "lesson.previous", "←"), (after, "lesson.next", "→"))
    buttons = [
        tags.button(
            HTML(f"{arrow} ") if arrow == "←" else None,
            tr(key),
            HTML(f" {arrow}") if arrow == "→" else None,
            type="button",
            class_=f"btn btn-outline-secondary lesson-{key.rpartition('.')[2]}",
            data_lesson_go=found[0],
        )
        for found, key, arrow in sides
        if found
    ]
    return tags.div(*buttons, class_="lesson-go")
