"""What the page learns as it goes: uploads, and the names of layers and sequences to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shiny import Inputs, Session, reactive, ui

from gates.ui.guard import Teller
from gates.ui.uploads import uploaded_file

from .request import Upload
from .results import Study

LONGEST_NAME = 200


def name_choices(
    session: Session,
    tell: Teller,
    safe: Callable[..., Any],
    present: Callable[[], Study | None],
    settings: Callable[[], dict[str, Any]],
) -> None:
    """Let the lists of directions and sequences, and the end of the time cursor, follow the model."""
    listed: dict[str, dict[str, str]] = {}

    @reactive.effect
    @safe
    async def name_the_choices() -> None:
        """Lists of directions and sequences follow the model and what it is fed with."""
        now = present()
        if now is None or now.shape is None:
            return
        with reactive.isolate():
            s = settings()
        lists = {
            "side": {str(k + 1): side.name for k, side in enumerate(now.sides)},
            "b": {str(k + 1): str(k + 1) for k in range(now.shape[1])},
        }
        for id, choices in lists.items():
            if listed.get(id) != choices:
                listed[id] = choices
                selected = str(min(s[id], len(choices)))
                ui.update_select(id, choices=choices, selected=selected, session=session)
        T = now.shape[0]
        await tell.top("t", T, max(1, T // 2) if s["t"] > T else None)


def take(
    input: Inputs,
    id: str,
    place: reactive.Value[Upload | None],
    uploads: reactive.Value[int],
    safe: Callable[..., Any],
) -> None:
    """Keep where an upload lies; it is read elsewhere."""

    @reactive.effect
    @reactive.event(input[id])
    @safe
    async def keep() -> None:
        path = uploaded_file(input[id]())
        if path is None:
            return
        name = str(input[id]()[0].get("name", ""))[:LONGEST_NAME] or path.name
        if id == "weights":
            uploads.set(uploads() + 1)
        place.set(Upload(str(path), name))
