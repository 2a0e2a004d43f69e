"""The boundary between an event and the page: whatever goes wrong inside, the session lives on."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from shiny import Session, ui
from shiny.types import SafeException, SilentException

from gates.core.errors import GateError
from gates.text import Lang, catalogue, say

log = logging.getLogger("gates")


def sentence(lang: Lang, error: GateError) -> str:
    """The error in the page's language; its English text where the catalogue does not know it."""
    return say(lang, error.key, **error.params) if error.key in catalogue() else str(error)


def guarded(session: Session, lang: Callable[[], Lang]) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Decorator for the body of an effect: bad input becomes a notice, a defect becomes a notice and a log entry.

    An uncaught exception in an effect closes the session of the person who caused it; there is one place that
    catches them all, and it is this one.
    """

    def decorate(body: Callable[[], Any]) -> Callable[[], Any]:
        @functools.wraps(body)
        async def run() -> None:
            try:
                result = body()
                if hasattr(result, "__await__"):
                    await result
            except (SilentException, SafeException):
                raise
            except GateError as error:
                notify(session, sentence(lang(), error))
            except Exception:
                log.exception("%s failed", body.__name__)
                notify(session, say(lang(), "problem.internal"))

        return run

    return decorate


def notify(session: Session, text: str) -> None:
    """Show ``text`` as a notice; the same one is not stacked."""
    ui.notification_show(text, type="warning", duration=8, id="gate-notice", session=session.root_scope())


class Teller:
    """Sentences beside controls and the ends of sliders, sent only when they change."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._told: dict[tuple[str, str], object] = {}

    async def complaint(self, id: str, text: str) -> None:
        """Put ``text`` beside the control ``id`` (empty: take it away)."""
        if self._told.get(("complaint", id), "") != text:
            self._told["complaint", id] = text
            await self._session.send_custom_message(
                "gate-complain", {"id": self._session.ns(id), "text": text}
            )

    async def top(self, id: str, top: float, move_to: float | None = None) -> None:
        """Let the slider ``id`` end at ``top``, and move its handle where it would stand beyond that."""
        if self._told.get(("top", id)) != top:
            self._told["top", id] = top
            message = {"id": self._session.ns(id), "max": top}
            if move_to is not None:
                message["value"] = move_to
            await self._session.send_custom_message("gate-range", message)
