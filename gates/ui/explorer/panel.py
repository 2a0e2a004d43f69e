"""The explorer's page: cause on the left, effect on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from htmltools import HTML, Tag, TagChild, TagList, tags
from shiny import module, ui
from shiny.module import resolve_id
from shinywidgets import output_widget

from gates.figures.diagram import KINDS, diagram_svg, onestep_svg
from gates.figures.gates import new_gates
from gates.figures.heat import new_heat
from gates.figures.reach import new_reach
from gates.figures.states import new_states
from gates.text import catalogue
from gates.ui.controls import choice, problem, shown_for, slider, switch, symbol, text
from gates.ui.i18n import building, say, tr, translated
from gates.ui.live import figure_card, figure_data, tools

from . import params as p

PAGE = "explorer"


@module.ui
def explorer_ui(values: Mapping[str, Any]) -> Tag:
    """The page with the settings ``values`` (by id), which may come from a link."""
    figures = {"gates": new_gates(), "heat": new_heat(), "states": new_states(), "reach": new_reach()}
    return tags.div(
        figure_data(PAGE, figures),
        output_widget("stage", height="1px"),
        ui.layout_sidebar(
            ui.sidebar(
                _cell(values),
                _biases(values),
                _network(values),
                _input(values),
                _view(values),
                _take_away(),
                width=310,
                open={"desktop": "always", "mobile": "always-above"},
            ),
            _figures(values),
            _clock(values),
            fillable=True,
        ),
        class_="page explorer html-fill-item html-fill-container",
        data_page=PAGE,
    )


def _cell(v: Mapping[str, Any]) -> TagChild:
    return tags.div(
        tags.div(
            choice(p.NETWORK["weights"], v["weights"], "control.weights", radio=True), class_="sent-only"
        ),
        shown_for("weights=drawn", choice(p.CELL, v["cell"], "control.cell", radio=True, inline=True)),
        shown_for("cell=gru;weights=drawn", choice(p.RESET, v["reset"], "control.restart", radio=True)),
        class_="cell-choice",
    )


def _biases(v: Mapping[str, Any]) -> Tag:
    groups = []
    for cell, sliders in p.GATE_SLIDERS.items():
        rows = [_bias(letter, role, cell, v) for letter, role in sliders]
        groups.append(shown_for(f"cell={cell}", *rows))
    reset = tags.button(
        tr("explorer.reset_all"), type="button", class_="btn btn-sm btn-outline-secondary", data_reset="all"
    )
    note = shown_for("weights=model", tags.p(class_="note model-note", data_text="model_note"))
    return tags.fieldset(tags.legend(tr("explorer.gates")), note, *groups, tags.div(reset), class_="biases")


def _bias(letter: str, role: str, cell: str, v: Mapping[str, Any]) -> Tag:
    param = p.BIASES[letter]
    sign = HTML("<var>b</var>") if letter == "n" else symbol("b", letter)
    label = TagList(sign, " ", tr(f"gate.{letter}"))
    gate = letter in "fiozr"
    return slider(
        param, v[param.id], label=label, role=role, sigma=gate, gate=True, spoken=f"spoken.b_{letter}"
    )


def _network(v: Mapping[str, Any]) -> Tag:
    n = p.NETWORK
    reroll = tags.button("⚄", type="button", class_="btn btn-sm btn-outline-secondary reroll",
                         data_reroll=resolve_id("seed"),
                         **translated(title="control.reroll", aria_label="control.reroll"))  # fmt: skip
    return _group(
        "explorer.network",
        shown_for("weights=model", tags.p(tr("explorer.model_network"), class_="note")),
        shown_for("weights=drawn", *_drawn(v)),
        tags.div(_plain(n["seed"], v), reroll, class_="with-button"),
    )


def _drawn(v: Mapping[str, Any]) -> list[Tag]:
    n = p.NETWORK
    return [
        *(_plain(n[k], v) for k in ("d_h", "recurrent_scale", "input_scale")),
        choice(n["family"], v["family"], "control.family"),
        choice(n["law"], v["law"], "control.law"),
        shown_for("law=chrono", _plain(n["T_max"], v)),
        shown_for("law=chrono uniform", tags.p(tr("control.law_note"), class_="note")),
    ]


def _input(v: Mapping[str, Any]) -> Tag:
    i = p.INPUT
    return _group(
        "explorer.input",
        choice(i["source"], v["source"], "control.source"),
        shown_for("source=series", _series(v)),
        shown_for("source=zero impulse step sine noise spikes", _plain(i["T"], v)),
        shown_for("source=text", text(i["text"], v["text"], "control.text")),
        shown_for("source=csv", _upload(), switch(i["standardise"], v["standardise"], "control.standardise")),
        choice(i["state0"], v["state0"], "control.state0"),
        tags.p(class_="note", data_text="input_note"),
    )


def _series(v: Mapping[str, Any]) -> Tag:
    from gates.inputs.series import SERIES

    groups: dict[str, list[Tag]] = {}
    for name, series in SERIES.items():
        option = tags.option(say(building.get(), series.title), value=name, data_i18n=series.title,
                             selected="" if name == v["series"] else None)  # fmt: skip
        groups.setdefault(series.group, []).append(option)
    id = resolve_id("series")
    return tags.div(
        tags.label(tr("control.series"), for_=id, class_="control-label"),
        tags.select(
            *(tags.optgroup(*options, **translated(label=group)) for group, options in groups.items()),
            id=id,
            class_="form-select",
        ),
        problem(id),
        class_="control shiny-input-container",
    )


def _upload() -> Tag:
    field = ui.input_file("csv", tr("control.csv"), accept=[".csv", ".tsv", ".txt", "text/csv"],
                          button_label=cast(str, tr("control.csv_browse")), placeholder="")  # fmt: skip
    return tags.div(field, problem(resolve_id("csv")), class_="control")


def _view(v: Mapping[str, Any]) -> Tag:
    w = p.VIEW
    pins = tags.div(
        tags.button(tr("control.pin"), type="button", class_="btn btn-sm btn-outline-secondary", data_action="pin",
                    **translated(title="control.pin_hint")),
        tags.button(tr("control.unpin"), type="button", class_="btn btn-sm btn-outline-secondary", data_action="unpin",
                    disabled=""),
        class_="buttons",
    )  # fmt: skip
    return _group(
        "explorer.view",
        choice(w["norm"], v["norm"], "control.norm"),
        shown_for("weights=drawn", choice(w["compare"], v["compare"], "control.compare")),
        pins,
    )


def _take_away() -> Tag:
    kinds = ("csv", "npz", "network", "pytorch", "keras")
    links = [ui.download_link(f"take_{kind}", tr(f"take.{kind}")) for kind in kinds]
    return _group("explorer.take", tags.div(*links, class_="downloads"), problem(resolve_id("take")))


def _group(title: str, *children: TagChild) -> Tag:
    return tags.details(tags.summary(tr(title)), *children, class_="group")


def _plain(param: Any, v: Mapping[str, Any]) -> Tag:
    return slider(param, v[param.id], label=tr(f"control.{param.id}"), spoken=f"control.{param.id}")


def _figures(v: Mapping[str, Any]) -> Tag:
    w = p.VIEW
    view = choice(w["view"], v["view"], "control.view", radio=True, inline=True)
    unit = shown_for("view=unit", _plain(w["unit"], v))
    table = resolve_id("table")
    gates = figure_card(PAGE, "gates", head=tags.div(view, unit, class_="card-controls"), input_id=table)
    states = figure_card(PAGE, "states", input_id=table)
    heat = figure_card(PAGE, "heat", head=choice(w["heat"], v["heat"], "control.heat"), input_id=table)
    reach = figure_card(PAGE, "reach", input_id=table, class_="hero")
    return tags.div(
        tags.div(gates, states, heat, class_="column aside"), tags.div(reach, _cell_card(table), class_="column"),
        class_="figures",
    )  # fmt: skip


def _cell_card(table: str) -> Tag:
    """The live diagram, and the one-step picture behind a second tab."""
    spoken = {key: both[building.get()] for key, both in catalogue().items()}
    diagrams = [
        tags.div(HTML(diagram_svg(k, spoken)), data_diagram=k, hidden="", class_="diagram") for k in KINDS
    ]
    steps = [
        tags.div(HTML(onestep_svg(k, spoken)), data_diagram=k, data_step="1", hidden="", class_="diagram")
        for k in KINDS
    ]
    tabs = ui.navset_underline(
        ui.nav_panel(tr("card.cell"), tools("cell", table), *diagrams, value="cell"),
        ui.nav_panel(tr("card.onestep"), tools("onestep", table), *steps, value="step"),
        id="cell_tab",
    )
    return ui.card(tabs, full_screen=True, id="cell_card", class_="live-card cell-card")


def _clock(v: Mapping[str, Any]) -> Tag:
    """The time cursor with play, and the read-outs."""
    t = p.VIEW["t"]
    play = tags.button("▶", type="button", class_="btn btn-outline-secondary play", data_action="play",
                       aria_pressed="false", **translated(title="control.play", aria_label="control.play"))  # fmt: skip
    items = ("half_life", "tau", "efold", "saturated", "gap")
    readouts = [
        tags.div(tags.dt(data_text=f"{k}_name"), tags.dd(data_text=f"{k}"), class_="readout") for k in items
    ]
    return tags.div(
        tags.div(
            slider(t, v["t"], label=tr("control.t"), clock=True, spoken="spoken.t"), play, class_="clock"
        ),
        tags.dl(*readouts, class_="readouts", **translated(aria_label="read.title")),
        class_="bottom",
    )
