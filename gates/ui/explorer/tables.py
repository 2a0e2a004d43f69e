"""The table behind a figure: the numbers that it draws, all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from shiny import Inputs, Session, reactive, ui

from gates.figures.gates import GATES, spread
from gates.figures.states import STATES
from gates.text import say
from gates.ui.tables import table_dialog

from .frames import CELL_VALUES, Scene

AT_CURSOR = ("cell", "onestep")
FIGURES = ("gates", "heat", "states", "reach", "cell", "onestep")
Columns = dict[str, np.ndarray]


def figure_table(scene: Scene, figure: str) -> tuple[Columns, int]:
    """Columns of a figure's numbers, each (n,), and the step of the first row."""
    if figure == "reach":
        columns = {say(scene.lang, "table.direct"): scene.direct}
        if scene.reach is not None and not scene.stale:
            columns[say(scene.lang, "table.full")] = scene.reach.full
            columns[say(scene.lang, "table.joint")] = scene.reach.joint
        return columns, 0
    trace, kind = scene.run.trace, scene.run.kind
    if figure in AT_CURSOR:
        return _at_cursor(scene, figure), scene.t if figure == "onestep" else 1
    if figure == "heat":
        values = getattr(trace, scene.heat_name)[:, 0]
        return {f"{scene.heat_name}_{u + 1}": values[:, u] for u in range(values.shape[1])}, 1
    columns = {}
    for name in GATES[kind] if figure == "gates" else STATES[kind]:
        columns |= _curves(scene, name, getattr(trace, name)[:, 0])
    return columns, 1


def _at_cursor(scene: Scene, figure: str) -> Columns:
    """Values of every unit at the time cursor, or the norms of the paths of this step."""
    trace, t = scene.run.trace, scene.t - 1
    if figure == "cell":
        names = (*CELL_VALUES[scene.run.kind], "h_prev", "h")
        return {name: getattr(trace, name)[t, 0] for name in names}
    norms = scene.paths(t)
    return {say(scene.lang, f"diagram.step.{name}"): np.array([norms[name]]) for name in norms}


def _curves(scene: Scene, name: str, values: np.ndarray) -> Columns:
    if scene.shown_unit is not None:
        return {f"{name}_{scene.shown_unit + 1}": values[:, scene.shown_unit]}
    keys = ("table.mean", "table.low", "table.high")
    return {say(scene.lang, k, name=name): v for k, v in zip(keys, spread(values), strict=True)}


def _steps(n: int, first: int, labels: tuple[str, ...] | None) -> list[str]:
    """Names of ``n`` rows, numbered from ``first``, with what the sequence calls its steps."""
    return [f"{k} {labels[k - 1]}" if labels and k >= 1 else str(k) for k in range(first, first + n)]


def serve_tables(
    input: Inputs, session: Session, scene: Callable[[], Scene | None], safe: Callable[..., Any]
) -> None:
    """Open a dialog with the table of the figure that was asked for."""

    @reactive.effect
    @reactive.event(input.table)
    @safe
    async def show() -> None:
        now, figure = scene(), input.table()
        if now is None or figure not in FIGURES:
            return
        columns, first = figure_table(now, figure)
        over_time = figure not in AT_CURSOR
        head = say(now.lang, "table.step" if over_time else f"table.{figure}")
        n = len(next(iter(columns.values()), ()))
        steps = _steps(n, first, now.sequence.labels if over_time else None)
        ui.modal_show(table_dialog(now.lang, figure, {head: steps, **columns}), session=session.root_scope())
