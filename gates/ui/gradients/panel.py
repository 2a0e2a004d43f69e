"""The gradients page: sections as tabs, controls on the left, figures on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from htmltools import HTML, Tag, TagChild, TagList, tags
from shiny import module, ui
from shiny.module import resolve_id
from shinywidgets import output_widget

from gates.figures.lab_held import new_held
from gates.figures.lab_hygiene import new_clip, new_trunc
from gates.figures.lab_laws import new_laws, new_sat
from gates.figures.lab_map import new_map
from gates.figures.lab_paths import new_ablation, new_split, new_terms
from gates.figures.lab_spectrum import new_eig, new_lyap, new_sing
from gates.ui.controls import choice, shown_for, slider, switch, symbol, text
from gates.ui.i18n import tr, tr_html, translated
from gates.ui.live import figure_card, figure_data
from gates.ui.mathml import mathml

from . import params as p

PAGE = "gradients"
FIGURES = {
    "held": new_held, "split": new_split, "terms": new_terms, "ablation": new_ablation, "map": new_map, "eig": new_eig,
    "sing": new_sing, "lyap": new_lyap, "laws": new_laws, "sat": new_sat, "clip": new_clip, "trunc": new_trunc,
}  # fmt: skip
#: The telescoping identity, Duhamel's formula for products.
IDENTITY = (
    r"\prod_{t} J_t - \prod_{t} D_t = "
    r"\sum_{k} \Big( \prod_{j>k} J_j \Big) \left( J_k - D_k \right) \Big( \prod_{j<k} D_j \Big)"
)

Values = Mapping[str, Any]


@module.ui
def gradients_ui(values: Values) -> Tag:
    """The page with the settings ``values`` (by id), which may come from a link."""
    panels = {
        "held": _held,
        "paths": _paths,
        "map": _map,
        "spectrum": _spectrum,
        "laws": _laws,
        "hygiene": _hygiene,
    }
    tabs = ui.navset_underline(
        *(ui.nav_panel(tr(f"option.tab.{name}"), panel(), value=name) for name, panel in panels.items()),
        id="tab",
        selected=values["tab"],
    )
    return tags.div(
        figure_data(PAGE, {name: new() for name, new in FIGURES.items()}),
        output_widget("stage", height="1px"),
        tags.div(_controls(values), tabs, class_="lab"),
        class_="page gradients html-fill-item",
        data_page=PAGE,
    )


# ---- controls


def _controls(v: Values) -> Tag:
    return tags.div(
        choice(p.CELL, v["cell"], "control.cell", radio=True, inline=True),
        shown_for("cell=gru", choice(p.RESET, v["reset"], "control.restart")),
        shown_for("tab=held", _held_controls(v)),
        shown_for("tab=paths", _path_switches(v)),
        shown_for("tab=map", *(_map_gate(cell, v) for cell in p.MAP)),
        shown_for("tab=spectrum", choice(p.SPECTRUM["at"], v["at"], "lab.control.at", radio=True)),
        shown_for("tab=hygiene", _hygiene_controls(v)),
        shown_for("tab=paths map spectrum laws hygiene", _biases(v)),
        shown_for("tab=laws", _plain(p.UNITS, v, "lab.control.units"), _plain(p.NETWORK["T_max"], v, "control.T_max")),
        shown_for("tab=spectrum", *(_plain(p.SPECTRUM[k], v, f"lab.control.{k}") for k in ("ly_T", "ly_skip"))),
        shown_for("tab=paths spectrum", _clock(v)),
        _plain(p.NETWORK["T"], v, "lab.control.T"),
        _network(v),
        class_="lab-controls sidebar",
    )  # fmt: skip


def _plain(param: Any, v: Values, label: str) -> Tag:
    return slider(param, v[param.id], label=tr(label), spoken=label)


def _map_gate(cell: str, v: Values) -> Tag:
    param = p.MAP[cell]
    return shown_for(f"cell={cell}", choice(param, v[param.id], "lab.control.map_gate"))


def _held_controls(v: Values) -> Tag:
    id = resolve_id("p")
    values = [("0", tr_html("lab.button.low")), *((q, HTML(f"<var>p</var> = {q}")) for q in ("0.1", "0.5", "0.9")),
              ("1", tr_html("lab.button.high"))]  # fmt: skip
    buttons = [
        tags.button(
            label, type="button", class_="btn btn-sm btn-outline-secondary", data_set=id, data_value=value
        )
        for value, label in values
    ]
    p_slider = slider(p.HELD["p"], v["p"], label=tr("lab.control.p"), role="f", spoken="lab.control.p")
    return tags.div(
        p_slider,
        tags.div(*buttons, class_="buttons held-values"),
        _plain(p.HELD["held_scale"], v, "lab.control.held_scale"),
    )


def _path_switches(v: Values) -> Tag:
    rows = []
    for path in p.ALL_PATHS:
        cells = " ".join(cell for cell, paths in p.PATHS.items() if path in paths)
        rows.append(shown_for(f"cell={cells}", switch(p.SWITCHES[path], v[f"on_{path}"], f"lab.path.{path}")))
    return tags.fieldset(tags.legend(tr("lab.paths_on")), *rows, class_="biases path-switches")


def _biases(v: Values) -> Tag:
    groups = []
    for cell, sliders in p.GATE_SLIDERS.items():
        rows = [_bias(letter, role, v) for letter, role in sliders]
        groups.append(shown_for(f"cell={cell}", *rows))
    reset = tags.button(
        tr("explorer.reset_all"), type="button", class_="btn btn-sm btn-outline-secondary", data_reset="all"
    )
    return tags.fieldset(tags.legend(tr("explorer.gates")), *groups, tags.div(reset), class_="biases")


def _bias(letter: str, role: str, v: Values) -> Tag:
    param = p.BIASES[letter]
    label = TagList(symbol("b", letter), " ", tr(f"gate.{letter}"))
    return slider(
        param,
        v[param.id],
        label=label,
        role=role,
        sigma=letter in "fiozr",
        gate=True,
        spoken="spoken." + param.id,
    )


def _clock(v: Values) -> Tag:
    return slider(p.T_CURSOR, v["t"], label=tr("control.t"), clock=True, spoken="spoken.t")


def _network(v: Values) -> Tag:
    n = p.NETWORK
    about = translated(title="control.reroll", aria_label="control.reroll")
    reroll = tags.button("⚄", type="button", class_="btn btn-sm btn-outline-secondary reroll",
                         data_reroll=resolve_id("seed"), **about)  # fmt: skip
    own = shown_for(
        "tab=paths map spectrum laws hygiene",
        *(_plain(n[k], v, f"control.{k}") for k in ("recurrent_scale", "input_scale")),
        *(choice(n[k], v[k], f"control.{k}") for k in ("family", "source", "law")),
    )
    return tags.details(
        tags.summary(tr("lab.network")),
        _plain(n["d_h"], v, "control.d_h"),
        own,
        choice(n["state0"], v["state0"], "control.state0"),
        tags.div(_plain(n["seed"], v, "control.seed"), reroll, class_="with-button"),
        class_="group",
    )


def _hygiene_controls(v: Values) -> Tag:
    h = p.HYGIENE
    return tags.div(
        choice(h["grads"], v["grads"], "lab.control.grads", radio=True, inline=True),
        shown_for("grads=typed", text(h["typed"], v["typed"], "lab.control.typed")),
        _plain(h["max_norm"], v, "lab.control.max_norm"),
        _plain(h["segment"], v, "lab.control.segment"),
        shown_for("cell=lstm", choice(h["cut"], v["cut"], "lab.control.cut")),
    )


# ---- figures


def _card(name: str, class_: str = "") -> Tag:
    return figure_card(PAGE, name, input_id=resolve_id("table"), class_=class_)


def _columns(*columns: TagChild) -> Tag:
    return tags.div(*columns, class_="figures")


def _column(*cards: TagChild, class_: str = "") -> Tag:
    return tags.div(*cards, class_=f"column {class_}")


def _note(slot: str) -> Tag:
    return tags.p(class_="note lab-note", data_text=slot)


def _held() -> Tag:
    table = tags.div(data_text="held_table", class_="table-scroll")
    return _columns(
        _column(_card("held", class_="hero")),
        tags.section(table, _note("held_state"), class_="card lab-aside aside"),
    )


def _paths() -> Tag:
    formula = tags.p(mathml(IDENTITY), class_="lab-formula")
    return _columns(
        _column(_card("split"), _card("ablation"), _note("ablation_never"), class_="aside"),
        _column(_card("terms", class_="hero"), formula),
    )


def _map() -> Tag:
    return _columns(_column(_card("map", class_="hero")))


def _spectrum() -> Tag:
    return _columns(
        _column(_card("eig", class_="hero")), _column(_card("sing"), _card("lyap"), class_="aside")
    )


def _laws() -> Tag:
    return _columns(
        _column(_card("laws", class_="hero")), _column(_card("sat", class_="hero"), class_="aside")
    )


def _hygiene() -> Tag:
    return _columns(
        _column(_card("clip", class_="hero"), _note("clip_cure"), class_="aside"),
        _column(_card("trunc", class_="hero")),
    )
