"""Controls, built from the declared parameters: what a control may be is said in one place."""

from __future__ import annotations

from typing import Any

from htmltools import HTML, Tag, TagChild, css, tags
from shiny import ui
from shiny.module import resolve_id

from .i18n import building, say, tr, translated
from .state import Choice, Number, Switch, Text


def slider(
    param: Number,
    value: float,
    *,
    label: TagChild,
    role: str | None = None,
    sigma: bool = False,
    gate: bool = False,
    clock: bool = False,
    spoken: str,
) -> Tag:
    """A slider that sends while it moves, with a number box and a button that resets it.

    A native range input: it has its role, value and keys without a script.

    Parameters
    ----------
    param : Number
    value : float
        First value.
    label : tag
        What stands above it.
    role : str, optional
        Quantity whose colour it has.
    sigma : bool
        Show σ(b) beside b.
    gate : bool
        One of those that "reset all" resets.
    clock : bool
        The page's time cursor.
    spoken : str
        Catalogue key of its name for a screen reader.
    """
    id = resolve_id(param.id)
    box_step = "any" if not param.whole else param.step
    return tags.div(
        tags.div(
            tags.label(label, for_=id, class_="slider-label"),
            tags.output(class_="slider-sigma", for_=id) if sigma else None,
            class_="slider-head",
        ),
        tags.div(
            tags.input(type="range", id=id, class_="live-range", min=param.low, max=param.high, step=param.step,
                       value=value, data_default=param.default, data_gate="" if gate else None,
                       data_clock="" if clock else None),
            tags.input(type="number", class_="slider-number form-control", data_for=id, min=param.low, max=param.high,
                       step=box_step, value=value, inputmode="decimal", **translated(aria_label=spoken)),
            tags.button("↺", type="button", class_="slider-reset", data_reset=id,
                        **translated(title="control.reset", aria_label="control.reset")),
            class_="slider-row",
        ),
        problem(id),
        class_="slider",
        style=css(__accent=f"var(--c-{role})") if role else None,
    )  # fmt: skip


def choice(param: Choice, value: str, label: str, *, inline: bool = False, radio: bool = False) -> Tag:
    """A select, or radio buttons; values are language-neutral, names are ``option.<id>.<value>``."""
    names: dict[str, Any] = {v: tr(f"option.{param.id}.{v}") for v in param.options}
    id = resolve_id(param.id)
    if radio:
        control = ui.input_radio_buttons(param.id, tr(label), names, selected=value, inline=inline)
        return tags.div(control, problem(id), class_="control")
    options = [
        tags.option(
            say(building.get(), f"option.{param.id}.{v}"), value=v, selected="" if v == value else None
        )
        for v in param.options
    ]
    return tags.div(
        tags.label(tr(label), for_=id, class_="control-label"),
        tags.select(*options, id=id, class_="form-select", data_i18n_options=f"option.{param.id}"),
        problem(id),
        class_="control shiny-input-container",
    )


def switch(param: Switch, value: bool, label: str) -> Tag:
    """A switch."""
    return ui.input_switch(param.id, tr(label), value)


def text(param: Text, value: str, label: str) -> Tag:
    """A text area."""
    id = resolve_id(param.id)
    return tags.div(ui.input_text_area(param.id, tr(label), value, rows=2), problem(id), class_="control")


def field(
    param: Text | Number, value: Any, *, label: TagChild, role: str | None = None, rows: int = 1
) -> Tag:
    """A line for a number or a few of them, checked on the server as one types.

    Parameters
    ----------
    param : Text or Number
    value : str or number
        First value.
    label : tag
        What stands beside it.
    role : str, optional
        Quantity whose colour it has.
    rows : int
        A box of so many lines.
    """
    id = resolve_id(param.id)
    how: dict[str, Any] = {
        "id": id,
        "class_": "form-control field-input",
        "maxlength": param.longest if isinstance(param, Text) else 20,
        "autocomplete": "off",
        "spellcheck": "false",
        "aria_describedby": f"{id}-error",
    }
    if rows > 1:
        box = tags.textarea(str(value), rows=rows, **how)
    else:
        inputmode = "numeric" if isinstance(param, Number) and param.whole else None
        box = tags.input(type="text", value=str(value), inputmode=inputmode, **how)
    accent = css(__accent=f"var(--c-{role})") if role else None
    return tags.div(
        tags.label(label, for_=id, class_="field-label"), box, problem(id), class_="field", style=accent
    )


def problem(id: str) -> Tag:
    """Where a sentence about a wrong value appears."""
    return tags.p(id=f"{id}-error", class_="control-error", role="alert")


def shown_for(rule: str, *children: TagChild) -> Tag:
    """Children that belong to certain choices only: ``"cell=gru lstm;reset=after"``."""
    return tags.div(*children, data_show=rule)


def symbol(letter: str, index: str) -> Tag:
    """A letter with an index, as in mathematics."""
    return tags.span(HTML(f"<var>{letter}</var><sub>{index}</sub>"), class_="symbol")
