"""Whatever an effect raises, the session lives on, the person is told, and the log has the reason."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from shiny.types import SafeException, SilentException

from gates.core.errors import GateError
from gates.text import say
from gates.ui import guard
from gates.ui.guard import Teller, guarded, sentence


@pytest.fixture
def notices(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Notices that a person would see."""
    shown: list[str] = []
    monkeypatch.setattr(guard, "notify", lambda session, text: shown.append(text))
    return shown


def run(body: Any, lang: Any = lambda: "en") -> None:
    """Run a guarded body as an effect would."""
    asyncio.run(guarded(None, lang)(body)())  # type: ignore[arg-type]


def test_a_good_body_runs_and_says_nothing(notices):
    done = []
    run(lambda: done.append(1))

    async def later() -> None:
        done.append(2)

    run(later)
    assert (done, notices) == ([1, 2], [])


@pytest.mark.parametrize(
    "error", [ValueError("x"), ZeroDivisionError(), MemoryError(), KeyError("k"), OSError()]
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_defect_becomes_a_notice_and_a_log_entry(error, lang, notices, caplog):
    def paint_something() -> None:
        raise error

    with caplog.at_level(logging.ERROR, "gates"):
        run(paint_something, lambda: lang)
    assert notices == [say(lang, "problem.internal")]
    [record] = caplog.records
    assert record.getMessage() == "paint_something failed"
    assert record.exc_info[1] is error


def test_a_defect_after_an_await_is_caught_too(notices, caplog):
    async def body() -> None:
        await asyncio.sleep(0)
        raise RuntimeError("late")

    run(body)
    assert notices == [say("en", "problem.internal")]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_bad_input_becomes_a_sentence_in_the_language_of_the_page(lang, notices, caplog):
    def body() -> None:
        raise GateError("error.csv.missing_value", "Row {row}, column {column}.", row=3, column="B")

    run(body, lambda: lang)
    assert notices == [
        {"zh": "第 3 行、B 列：缺少数值。", "en": "Row 3, column B: the value is missing."}[lang]
    ]
    assert caplog.records == []


@pytest.mark.parametrize("signal", [SilentException(), SafeException("said by shiny")])
def test_what_shiny_uses_to_stop_an_effect_passes(signal, notices):
    def body() -> None:
        raise signal

    with pytest.raises(type(signal)):
        run(body)
    assert notices == []


def test_cancelling_passes(notices):
    async def body() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        run(body)
    assert notices == []


def test_a_key_that_the_catalogue_lacks_is_said_in_english():
    assert sentence("zh", GateError("error.unheard", "It is {what}.", what="so")) == "It is so."


class Recorder:
    """A session that records what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, object]]] = []

    def ns(self, id: str) -> str:
        return f"page-{id}"

    async def send_custom_message(self, kind: str, message: dict[str, object]) -> None:
        self.sent.append((kind, message))


def test_sentences_beside_controls_are_sent_only_when_they_change():
    session = Recorder()

    async def talk() -> None:
        tell = Teller(session)  # type: ignore[arg-type]
        for text in ("", "wrong", "wrong", ""):
            await tell.complaint("b_f", text)
        for top in (30, 30, 7):
            await tell.top("t", top)

    asyncio.run(talk())
    assert session.sent == [
        ("gate-complain", {"id": "page-b_f", "text": "wrong"}),
        ("gate-complain", {"id": "page-b_f", "text": ""}),
        ("gate-range", {"id": "page-t", "max": 30}),
        ("gate-range", {"id": "page-t", "max": 7}),
    ]
