"""Sending a layer to the explorer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shiny import Inputs, Session, reactive

from gates.core.errors import GateError
from gates.inputs.sequence import Note
from gates.text import Lang
from gates.ui.guard import Teller, sentence
from gates.ui.sent import Sent, sent_layer

from . import study
from .newest import Newest
from .request import Wanted, as_sequence
from .results import Layer


def serve_sending(
    input: Inputs,
    session: Session,
    lang: Callable[[], Lang],
    tell: Teller,
    safe: Callable[..., Any],
    chosen: Callable[[], tuple[Wanted | None, tuple[int, int]]],
) -> None:
    """Answer the button: fetch the layer, keep it for the explorer, and let the page go there."""
    sending, place = Newest(safe), sent_layer(session)
    session.on_ended(sending.forget)

    @reactive.effect
    @reactive.event(input.send)
    @safe
    async def fetch() -> None:
        w, at = chosen()
        if w is None:
            error = GateError("models.wanted.layer", "There is no layer to send yet.")
            await tell.complaint("send", sentence(lang(), error))
            return
        await tell.complaint("send", "")
        sending.ask((input.send(), at), study.layer, w, *at)

    @reactive.effect
    @safe
    async def arrive() -> None:
        answer = sending.answer()
        if answer is None or answer[1] is None:
            return
        (_, (_, b)), layer = answer
        sent = sent_of(layer, b + 1)
        place.set(sent)
        await session.send_custom_message("gate-sent", {"kind": sent.kind})


def sent_of(layer: Layer, b: int) -> Sent:
    """The layer as the explorer takes it."""
    name = f"{layer.side.name} ({layer.filename})"
    notes = [Note("explorer.model_input", {"name": layer.side.name, "b": b})]
    notes += [Note("explorer.model_backwards")] if layer.side.backwards else []
    return Sent(name, layer.cell, as_sequence(layer.X, tuple(notes)), layer.state)
