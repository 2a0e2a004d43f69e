"""The figures of the page: numbers, sentences, tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from shiny import Inputs, Session, reactive, ui

from gates.figures.frame import Paint
from gates.figures.model_figures import paint_reach, paint_sat
from gates.text import Lang, say
from gates.ui.tables import Columns, table_dialog

from . import words
from .newest import Newest
from .results import Look
from .study import KEEP


def paints(look: Look, stale: bool) -> Mapping[str, Paint]:
    """Numbers of both figures."""
    direct = look.direct if look.side.kind in KEEP else None
    return {
        "model_reach": paint_reach(direct, look.full, stale=stale),
        "model_sat": paint_sat({g: (v.left, v.right) for g, v in look.shares.items()}),
    }


def texts(lang: Lang, look: Look, b: int, t: int, stale: bool) -> Mapping[str, str]:
    """Sentences under both figures; ``b`` counts from 1."""
    waiting = say(lang, "models.stale_picture") if stale else ""
    return {
        "model_reach_says": waiting or words.reach_says(lang, look, b, t),
        "model_sat_says": waiting or words.sat_says(lang, look),
    }


def columns(lang: Lang, look: Look, figure: str) -> Columns:
    """Columns of a figure's table."""
    if figure == "model_reach":
        norms = {"table.direct": look.direct, "table.full": look.full, "table.joint": look.joint}
        return {"k": np.arange(len(look.full)), **{say(lang, key): v for key, v in norms.items()}}
    out: Columns = {say(lang, "lab.table.unit"): np.arange(1, look.side.d_h + 1)}
    for g, v in look.shares.items():
        out |= {f"{g} < 0.1": v.left, f"{g} > 0.9": v.right}
    return out


def serve_tables(
    input: Inputs, session: Session, lang: Callable[[], Lang], looks: Newest, safe: Callable[..., Any]
) -> None:
    """Open a dialog with the numbers of the figure that was asked for."""

    @reactive.effect
    @reactive.event(input.table)
    @safe
    async def show_table() -> None:
        figure, answer = input.table(), looks.answer()
        if figure in ("model_reach", "model_sat") and answer is not None and answer[1] is not None:
            dialog = table_dialog(lang(), figure, columns(lang(), answer[1], figure))
            ui.modal_show(dialog, session=session.root_scope())
