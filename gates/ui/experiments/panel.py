"""The page: the study on the left, what comes of it on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from htmltools import Tag, tags
from shiny import module, ui
from shiny.module import resolve_id
from shinywidgets import output_widget

from gates.figures.exp_curves import new_curves
from gates.figures.exp_gates import new_exp_gates
from gates.figures.exp_lags import new_lags
from gates.figures.exp_seeds import new_seeds
from gates.text import say
from gates.ui.controls import choice, field, problem, shown_for, switch
from gates.ui.i18n import building, tr, tr_html, translated
from gates.ui.live import figure_card, figure_data

from . import params as p

PAGE = "experiments"
Values = Mapping[str, Any]


@module.ui
def experiments_ui(values: Values) -> Tag:
    """The page with the settings ``values`` (by id), which may come from a link."""
    figures = {
        "exp_quality": new_curves("exp_quality", "axis.exp_quality"),
        "exp_loss": new_curves("exp_loss", "axis.exp_loss"),
        "exp_gates": new_exp_gates(),
        "exp_lags": new_lags(),
        "exp_seeds": new_seeds(),
    }
    return tags.div(
        figure_data(PAGE, figures),
        output_widget("stage", height="1px"),
        ui.layout_sidebar(
            ui.sidebar(
                _presets(),
                _study(values),
                _further(values),
                _start(),
                _open(),
                width=340,
                open={"desktop": "always", "mobile": "always-above"},
            ),
            _state(values),
            _figures(),
            tags.div(ui.output_ui("shown", class_="results-place"), class_="result-cards"),
            tags.details(
                tags.summary(tr("exp.every_run")),
                ui.output_ui("every_run"),
                class_="card page-card every-run",
                open="",
            ),
            fillable=False,
        ),
        class_="page experiments html-fill-item html-fill-container",
        data_page=PAGE,
    )


def _presets() -> Tag:
    buttons = [
        ui.input_action_button(f"preset_{name}", tr(f"exp.preset.{name}"), class_="btn-sm")
        for name in p.PRESETS
    ]
    return tags.div(
        tags.p(tr("exp.presets"), class_="control-label"),
        tags.div(*buttons, class_="buttons examples presets"),
    )


def _study(v: Values) -> Tag:
    cells = tags.fieldset(
        tags.legend(tr("exp.cells")),
        tags.div(
            *(switch(s, v[s.id], f"experiment.cell.{s.id}") for s in p.SWITCHES.values()),
            class_="cell-switches",
        ),
        problem(resolve_id("cells")),
        class_="biases",
    )
    return tags.div(
        choice(p.TASK, v["task"], "exp.task"),
        cells,
        *(field(param, v[id], label=tr(f"exp.list.{id}")) for id, param in p.LISTS.items()),
        choice(p.SIZING, v["sizing"], "exp.sizing"),
        choice(p.LAW, v["bias_init"], "exp.law"),
        shown_for("bias_init=constant all", _number(p.BIAS, v)),
        class_="exp-study",
    )


def _further(v: Values) -> Tag:
    f, t = p.FURTHER, p.OF_TASK
    return tags.details(
        tags.summary(tr("exp.further")),
        *(_number(f[id], v) for id in ("d_h", "updates", "patience", "clip", "truncate")),
        shown_for("gru=true", choice(p.RESET, v["reset"], "control.restart")),
        shown_for("task=first-item", _number(t["classes"], v), _number(t["distractors"], v)),
        shown_for("task=delayed-copy", _number(t["symbols"], v), _number(t["alphabet"], v)),
        class_="group",
    )


def _number(param: Any, v: Values) -> Tag:
    value = v[param.id]
    shown = f"{value:g}" if isinstance(value, float) else value
    return tags.div(field(param, shown, label=tr_html(f"exp.field.{param.id}")), class_="short-number")


def _start() -> Tag:
    copy = tags.button(
        tr("exp.copy"), type="button", class_="btn btn-sm btn-outline-secondary", data_action="copy",
        data_copy="#exp-command", **translated(title="exp.copy_hint"),
    )  # fmt: skip
    return tags.div(
        tags.p(tr("exp.command"), class_="control-label"),
        tags.code(id="exp-command", data_text="command", class_="exp-command"),
        tags.p(class_="note", data_text="plan"),
        tags.div(
            ui.input_action_button("start", tr("exp.start"), class_="btn-sm exp-start"),
            ui.input_action_button("cancel", tr("exp.cancel"), class_="btn-sm", disabled=True),
            copy,
            class_="buttons",
        ),
        problem(resolve_id("start")),
        class_="exp-go",
    )


def _open() -> Tag:
    browse = say(building.get(), "exp.browse")
    upload = ui.input_file(
        "file", tr("exp.file"), accept=[".csv", "text/csv"], button_label=browse, placeholder=""
    )
    return tags.details(
        tags.summary(tr("exp.open")),
        tags.div(upload, problem(resolve_id("file")), class_="control"),
        ui.input_action_button("bundled", tr("exp.bundled"), class_="btn-sm btn-outline-secondary"),
        class_="group",
    )


def _state(v: Values) -> Tag:
    """Where the study stands, and which of its settings the curves are of."""
    id = resolve_id("setting")
    which = tags.div(
        tags.label(tr("exp.which"), for_=id, class_="control-label"),
        tags.select(tags.option("–", value=str(v["setting"])), id=id, class_="form-select"),
        problem(id),
        class_="control shiny-input-container exp-setting",
    )
    return tags.section(
        tags.div(
            tags.p(data_text="state", id="exp-state", role="status"),
            tags.div(data_text="bar"),
            class_="exp-said",
        ),
        which,
        class_="card page-card exp-state",
    )


def _figures() -> Tag:
    table = resolve_id("table")

    def card(name: str, class_: str = "") -> Tag:
        return figure_card(PAGE, name, input_id=table, class_=class_)

    return tags.div(
        card("exp_quality", "hero big of-curves"),
        card("exp_loss", "aside big of-curves"),
        card("exp_lags", "aside of-curves"),
        card("exp_gates", "aside of-curves"),
        card("exp_seeds", "aside of-seeds"),
        class_="exp-figures",
    )
