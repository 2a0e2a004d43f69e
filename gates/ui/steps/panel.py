"""The page: what is typed on the left, what comes of it on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from htmltools import HTML, Tag, TagChild, TagList, tags
from shiny import module, ui

from gates.figures.diagram import diagram_svg
from gates.text import catalogue
from gates.ui.controls import choice, field, shown_for
from gates.ui.i18n import building, tr

from . import params as p

PAGE = "steps"
#: Letter of a field (with its index as HTML) and the quantity whose colour it has.
LETTERS = {
    "c_prev": ("<var>c</var><sub>t−1</sub>", None),
    "f": ("<var>f</var>", "f"),
    "i": ("<var>i</var>", "i"),
    "c_tilde": ("<var>c̃</var>", "cand"),
    "o": ("<var>o</var>", "o"),
    "z": ("<var>z</var>", "z"),
    "h_prev": ("<var>h</var><sub>t−1</sub>", None),
    "h_tilde": ("<var>h̃</var>", "cand"),
    "list": ("<var>f</var><sub>1</sub> … <var>f</var><sub>T</sub>", "f"),
    "x": ("<var>x</var><sub>t</sub>", None),
    "h0": ("<var>h</var><sub>t−1</sub>", None),
    "c0": ("<var>c</var><sub>t−1</sub>", None),
}
ROLES = {"c": "cand", "h": "cand"}


@module.ui
def steps_ui(values: Mapping[str, Any]) -> Tag:
    """The page with the settings ``values`` (by id), which may come from a link."""
    v = values
    sheets = (
        shown_for("sheet=lstm", _examples("lstm"), *(_named(q, v) for q in p.LSTM.values()), _several()),
        shown_for("sheet=gru", _examples("gru"), *(_named(q, v) for q in p.GRU.values()), _several()),
        shown_for("sheet=weights", *_weights(v)),
        shown_for("sheet=product", _examples("product"), _named(p.PRODUCT["list"], v, rows=4)),
    )
    return tags.div(
        ui.layout_sidebar(
            ui.sidebar(
                tags.div(choice(p.SHEET, v["sheet"], "steps.sheet", radio=True), class_="sheet-choice"),
                *sheets,
                width=340,
                open={"desktop": "always", "mobile": "always-above"},
            ),
            tags.div(
                ui.output_ui("shown", class_="results-place"),
                *(_diagram(kind) for kind in ("lstm", "gru_before", "gru_after")),
                class_="result-cards",
            ),
            fillable=False,
        ),
        class_="page steps html-fill-item html-fill-container",
        data_page=PAGE,
    )


def _diagram(kind: str) -> Tag:
    """The live cell diagram of the explorer, here with typed numbers."""
    words = {key: both[building.get()] for key, both in catalogue().items()}
    dashed = kind.replace("_", "-")
    # The same drawing stands on the explorer's page: ids are of the page.
    svg = diagram_svg(kind, words).replace(f"gate-diagram-{dashed}", f"{PAGE}-diagram-{dashed}")
    return tags.section(
        tags.h2(tr(f"steps.diagram.{kind}"), class_="card-title"),
        tags.div(HTML(svg), data_diagram=kind, class_="diagram"),
        class_="card page-card diagram-card",
        hidden="",
    )


def _examples(sheet: str) -> Tag:
    buttons = [
        ui.input_action_button(f"{sheet}_{name}", tr(f"steps.example.{sheet}.{name}"), class_="btn-sm")
        for name in p.EXAMPLES[sheet]
    ]
    return tags.div(*buttons, class_="buttons examples")


def _named(param: Any, v: Mapping[str, Any], rows: int = 1) -> Tag:
    """A field with its letter and its name."""
    letter, role = LETTERS[param.id]
    label = TagList(tags.span(HTML(letter), class_="symbol"), " ", tr(f"steps.field.{param.id}"))
    return field(param, v[param.id], label=label, role=role, rows=rows)


def _several() -> Tag:
    return tags.p(tr("steps.several"), class_="note")


def _weights(v: Mapping[str, Any]) -> tuple[TagChild, ...]:
    states = (
        _short(p.STATES["x"], v, *LETTERS["x"]),
        _short(p.STATES["h0"], v, *LETTERS["h0"]),
        shown_for("cell=lstm", _short(p.STATES["c0"], v, *LETTERS["c0"])),
    )
    return (
        _examples("weights"),
        tags.div(choice(p.CELL, v["cell"], "control.cell", radio=True, inline=True), class_="cell-choice"),
        choice(p.WRITE, v["write"], "steps.write"),
        tags.p(tr("steps.matrices"), class_="note"),
        tags.fieldset(tags.legend(tr("steps.states")), *states, class_="short-fields"),
        *(shown_for(f"cell={cell}", *(_gate(k, v) for k in gates)) for cell, gates in p.GATES.items()),
    )


def _gate(k: str, v: Mapping[str, Any]) -> Tag:
    role = ROLES.get(k, k)
    rows = [
        _short(param, v, f"<var>{letter}</var><sub>{k}</sub>", role)
        for letter, param in zip("WUb", p.MATRICES[k], strict=True)
    ]
    if k == "h":
        rows.append(_short(p.B_HN, v, "<var>b</var><sub>hn</sub>", role))
    return tags.fieldset(tags.legend(tr(f"gate.{k}"), class_=f"q-{role}"), *rows, class_="short-fields")


def _short(param: Any, v: Mapping[str, Any], letter: str, role: str | None) -> Tag:
    """A field with its letter alone; the group says what it belongs to."""
    return field(param, v[param.id], label=tags.span(HTML(letter), class_="symbol"), role=role)
