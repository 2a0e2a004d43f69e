"""The models page: files and choices on the left, what was found in the middle, the gates at work on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from htmltools import Tag, TagChild, tags
from shiny import module, ui
from shiny.module import resolve_id
from shinywidgets import output_widget

from gates.figures.model_figures import new_reach, new_sat
from gates.ui.controls import choice, problem, shown_for, slider
from gates.ui.i18n import tr
from gates.ui.live import figure_card, figure_data

from . import params as p

PAGE = "models"
FIGURES = {"model_reach": new_reach, "model_sat": new_sat}
MODEL_FILES = [".pt", ".pth", ".safetensors", ".npz", ".keras", ".h5", ".hdf5", ".onnx", ".json", ".nam"]
ARRAYS = [".csv", ".tsv", ".txt", "text/csv", ".npy", ".npz"]

Values = Mapping[str, Any]


@module.ui
def models_ui(values: Values) -> Tag:
    """The page with the settings ``values`` (by id), which may come from a link."""
    return tags.div(
        figure_data(PAGE, {name: new() for name, new in FIGURES.items()}),
        output_widget("stage", height="1px"),
        ui.layout_sidebar(
            ui.sidebar(
                _weights(values),
                _sequence(values),
                _look(values),
                width=310,
                open={"desktop": "always", "mobile": "always-above"},
            ),
            tags.div(_facts(values), _figures(values), class_="models-board"),
            fillable=True,
        ),
        class_="page models html-fill-item html-fill-container",
        data_page=PAGE,
    )


def _weights(v: Values) -> Tag:
    own = shown_for(
        "model=own",
        _upload("weights", "models.file", MODEL_FILES),
        tags.p(tr("models.file_kinds"), class_="note"),
        choice(p.LAYOUT, v["layout"], "models.layout"),
    )
    answers = tags.div(ui.input_text("answers", None, v["answers"]), class_="models-answers-text")
    return _group("models.weights", choice(p.MODEL, v["model"], "models.model"), own, answers)


def _sequence(v: Values) -> Tag:
    i = p.INPUT
    return _group(
        "models.sequence",
        choice(i["fed"], v["fed"], "models.fed"),
        shown_for("fed=own", _upload("sequence", "models.sequence_file", ARRAYS)),
        shown_for("fed=noise zero", _plain(i["T"], v)),
        shown_for("fed=noise", _plain(i["seed"], v)),
    )


def _look(v: Values) -> Tag:
    send = ui.input_action_button(
        "send",
        tr("models.send"),
        class_="btn-sm btn-outline-secondary send",
    )
    return _group(
        "models.look",
        _chosen(p.LOOK["side"], v, "models.side"),
        _chosen(p.LOOK["b"], v, "models.b"),
        tags.div(send, problem(resolve_id("send"))),
        tags.p(tr("models.send_hint"), class_="note"),
        class_="models-look",
    )


def _group(title: str, *children: TagChild, class_: str = "") -> Tag:
    return tags.details(tags.summary(tr(title)), *children, class_=f"group {class_}", open="")


def _chosen(param: Any, v: Values, label: str) -> Tag:
    """A list whose entries the server names when it knows the model."""
    id = resolve_id(param.id)
    options = [tags.option(str(v[param.id]), value=v[param.id], selected="")]
    return tags.div(
        tags.label(tr(label), for_=id, class_="control-label"),
        tags.select(*options, id=id, class_="form-select"),
        problem(id),
        class_="control shiny-input-container",
    )


def _plain(param: Any, v: Values) -> Tag:
    return slider(param, v[param.id], label=tr(f"control.{param.id}"), spoken=f"control.{param.id}")


def _upload(id: str, label: str, accept: list[str]) -> Tag:
    field = ui.input_file(
        id, tr(label), accept=accept, button_label=cast(str, tr("models.browse")), placeholder=""
    )
    return tags.div(field, problem(resolve_id(id)), class_="control")


def _facts(v: Values) -> Tag:
    c = p.CONVERT
    check = tags.section(
        tags.h2(tr("models.title.check"), class_="card-title"),
        ui.output_ui("checked"),
        _upload("recorded", "models.recorded", ARRAYS),
        ui.download_link("example", tr("models.check.example"), class_="note"),
        class_="card page-card",
    )
    convert = tags.section(
        tags.h2(tr("models.title.convert"), class_="card-title"),
        tags.div(
            choice(c["to"], v["to"], "models.to"),
            shown_for("to=pytorch", choice(c["as_pytorch"], v["as_pytorch"], "models.as")),
            shown_for("to=keras", choice(c["as_keras"], v["as_keras"], "models.as")),
            ui.download_button(
                "converted_file", tr("models.download"), class_="btn-sm btn-outline-secondary"
            ),
            class_="models-row",
        ),
        ui.output_ui("converted"),
        class_="card page-card",
    )
    return tags.div(
        ui.output_ui("found"), problem(resolve_id("answers")), ui.output_ui("open"), check, convert,
        class_="models-facts",
    )  # fmt: skip


def _figures(v: Values) -> Tag:
    table = resolve_id("table")
    clock = slider(p.LOOK["t"], v["t"], label=tr("control.t"), clock=True, spoken="spoken.t")
    return tags.div(
        tags.div(
            figure_card(PAGE, "model_reach", input_id=table, class_="hero"),
            figure_card(PAGE, "model_sat", input_id=table, class_="aside"),
            class_="figures",
        ),
        tags.div(tags.div(clock, class_="clock"), class_="bottom"),
        class_="models-figures",
    )
