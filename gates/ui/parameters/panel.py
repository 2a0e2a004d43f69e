"""The page: the network on the left, its counts on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from htmltools import HTML, Tag, TagChild, TagList, tags
from shiny import module, ui

from gates.ui.controls import choice, field, shown_for, switch
from gates.ui.i18n import tr

from . import params as p

PAGE = "parameters"
SYMBOLS = {"d_x": "<var>d</var><sub>x</sub>", "d_h": "<var>d</var><sub>h</sub>"}


@module.ui
def parameters_ui(values: Mapping[str, Any]) -> Tag:
    """The page with the settings ``values`` (by id), which may come from a link."""
    v = values
    return tags.div(
        ui.layout_sidebar(
            ui.sidebar(
                tags.div(choice(p.BUILD, v["build"], "parameters.build", radio=True), class_="sheet-choice"),
                _examples(),
                _number("d_x", v),
                shown_for("build=equal", *_equal(v)),
                shown_for("build=typed", *_typed(v)),
                choice(p.CONVENTION, v["convention"], "parameters.convention"),
                tags.div(
                    choice(p.BUDGET, v["budget"], "parameters.budget", radio=True), class_="sheet-choice"
                ),
                shown_for("budget=typed", field(p.NUMBER, v["number"], label=tr("parameters.number"))),
                width=340,
                open={"desktop": "always", "mobile": "always-above"},
            ),
            tags.div(ui.output_ui("shown", class_="results-place"), class_="result-cards"),
            fillable=False,
        ),
        class_="page parameters html-fill-item html-fill-container",
        data_page=PAGE,
    )


def _examples() -> Tag:
    buttons = [
        ui.input_action_button(f"example_{name}", tr(f"parameters.example.{name}"), class_="btn-sm")
        for name in p.EXAMPLES
    ]
    return tags.div(*buttons, class_="buttons examples")


def _number(id: str, v: Mapping[str, Any]) -> Tag:
    sign = TagList(tags.span(HTML(SYMBOLS[id]), class_="symbol"), " ") if id in SYMBOLS else None
    label = TagList(sign, tr(f"parameters.field.{id}"))
    return tags.div(field(p.EQUAL[id], v[id], label=label), class_="short-number")


def _equal(v: Mapping[str, Any]) -> list[TagChild]:
    return [
        tags.div(choice(p.CELL, v["cell"], "control.cell", radio=True, inline=True), class_="cell-choice"),
        _number("d_h", v),
        _number("layers", v),
        switch(p.BOTH, v["both"], "parameters.field.both"),
        _number("head", v),
    ]


def _typed(v: Mapping[str, Any]) -> list[TagChild]:
    return [
        field(p.STACK, v["stack"], label=tr("parameters.field.stack"), rows=3),
        tags.p(tr("parameters.stack_note"), class_="note"),
    ]
