"""Inputs of a person's own: typed text and CSV files, good and bad."""

from __future__ import annotations

import numpy as np
import pytest

from gates.inputs.upload import read_csv
from gates.text import say

TICKS = "[...document.querySelectorAll('.explorer .live-figure[data-figure=gates] .xtick text')].map((t) => t.textContent)"


def upload(explorer, content: bytes, name: str = "mine.csv") -> None:
    """Choose a file."""
    file = {"name": name, "mimeType": "text/csv", "buffer": content}
    explorer.page.set_input_files("#explorer-csv", files=[file])


@pytest.fixture
def chooser(open_page):
    """The page with the CSV input open."""

    def opened(lang: str = "en"):
        explorer = open_page(f"?lang={lang}")
        explorer.reveal("source")
        explorer.page.select_option("#explorer-source", "csv")
        explorer.wait(
            "(says) => document.getElementById('explorer-csv-error').textContent === says",
            say(lang, "say.csv.wanted"),
        )
        return explorer

    return opened


@pytest.mark.parametrize(
    ("content", "channels"),
    [
        (b"a,b\n1,2\n3,5\n4,9\n2,2\n", 2),
        (b"1\n2\n3\n5\n", 1),
        (b"\xef\xbb\xbfa;b\n1,5;2\n3;4\n5;7\n8;1\n", 2),
        ("日期\t数值\n周一\t1.5\n周二\t2\n周三\t4\n周四\t9\n".encode("gbk"), 1),
        ("时间,值\r\n一,1\r\n二,2\r\n三,4\r\n四,7\r\n".encode("utf-16"), 1),
    ],
)
def test_a_good_file(chooser, content, channels):
    explorer = chooser()
    with explorer.next_frame():
        upload(explorer, content)
    explorer.wait_quiet(300)
    sequence = read_csv(content)
    assert sequence.X.shape == (4, channels)
    assert len(explorer.curve("gates", "f")) == 4
    assert say("en", "say.input.T", T=4, d=channels) in explorer.says("input_note")
    assert explorer.complaint("csv") == ""
    standardised = explorer.curve("gates", "f")
    with explorer.next_frame():
        explorer.page.locator("#explorer-standardise").uncheck()
    assert not np.array_equal(explorer.curve("gates", "f"), standardised)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    ("content", "key", "fields"),
    [
        (b"a,b\n1,2\n3,\n4,9\n", "error.csv.missing_value", {"row": 3, "column": "B (b)"}),
        (b"1;2\n3;x\n", "error.csv.text", {"row": 2, "column": "B", "cell": "'x'"}),
        (b"1,2\n3,inf\n", "error.csv.not_finite", {"row": 2, "column": "B", "cell": "'inf'"}),
        (b"1,2\n3\n", "error.csv.ragged", {"row": 2, "cells": 1, "first": 1, "expected": 2}),
        (b"", "error.csv.empty", {}),
        (b"PK\x03\x04" + bytes(200), "error.csv.workbook", {}),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "error.csv.binary", {}),
    ],
)
def test_a_bad_file_is_refused_beside_its_control_and_the_picture_stays(chooser, lang, content, key, fields):
    explorer = chooser(lang)
    before = explorer.curve("reach", "full")
    upload(explorer, content)
    said = say(lang, key, **fields)
    explorer.wait("(says) => document.getElementById('explorer-csv-error').textContent === says", said)
    np.testing.assert_array_equal(explorer.curve("reach", "full"), before)
    # A good file follows.
    with explorer.next_frame():
        upload(explorer, b"1\n2\n4\n")
    assert explorer.complaint("csv") == ""
    assert len(explorer.curve("gates", "f")) == 3


def test_a_complaint_follows_the_language(chooser):
    explorer = chooser("en")
    upload(explorer, b"a,b\n1,2\n3,\n")
    said = "document.getElementById('explorer-csv-error').textContent"
    explorer.wait(f"() => {said} === 'Row 3, column B (b): the value is missing.'")
    explorer.page.click('[data-lang="zh"]')
    explorer.wait(f"() => {said} === '第 3 行、B (b) 列：缺少数值。'")


def test_too_many_rows(chooser):
    explorer = chooser()
    upload(explorer, b"1\n" * 2001)
    said = say("en", "error.csv.rows", limit=2000)
    explorer.wait("(says) => document.getElementById('explorer-csv-error').textContent === says", said)


def test_numbers_that_overflow_are_words(chooser):
    explorer = chooser()
    huge = ",".join(["1.7e308", "-1.7e308"] * 3)
    with explorer.next_frame():
        upload(explorer, f"{huge}\n{huge}\n1,2,3,4,5,6\n".encode())
    with explorer.next_frame():
        explorer.page.locator("#explorer-standardise").uncheck()
    explorer.set("input_scale", 8)
    says = "(says) => document.querySelector('[data-text=reach_says]').textContent.includes(says)"
    explorer.wait(says, "Not finite")
    assert explorer.says("states_says") == say("en", "say.states.overflow", t=1)
    with explorer.next_frame():
        upload(explorer, b"1\n2\n4\n")
    explorer.wait(says, "From step 3 back to step")
    assert explorer.is_alive()


# ---- text


def test_typed_text_a_step_a_character(open_page):
    explorer = open_page("?lang=zh&in=text")
    explorer.reveal("text")
    for text in ("门控 gate", "今天🙂好", "a"):
        with explorer.next_frame():
            explorer.page.fill("#explorer-text", text)
        explorer.wait(
            "(n) => document.querySelector('.explorer [data-figure=reach] .js-plotly-plot').data[0].y.length === n + 1",
            len(text),
        )
        explorer.wait_quiet()
        assert len(explorer.curve("gates", "f")) == len(text)
        shown = explorer.page.evaluate(TICKS)
        assert shown == ["␣" if c == " " else c for c in text]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_empty_text_is_said_and_the_picture_stays(open_page, lang):
    explorer = open_page(f"?lang={lang}&in=text")
    before = explorer.curve("reach", "full")
    explorer.reveal("text")
    explorer.page.fill("#explorer-text", "")
    explorer.wait(
        "(says) => document.getElementById('explorer-text-error').textContent === says",
        say(lang, "error.text.empty"),
    )
    np.testing.assert_array_equal(explorer.curve("reach", "full"), before)
    with explorer.next_frame():
        explorer.page.fill("#explorer-text", "ok")
    assert explorer.complaint("text") == ""


def test_real_series_and_their_note(explorer):
    explorer.choose("series", "price-aapl")
    assert "standardised" in explorer.says("input_note")
    assert "plotly" in explorer.says("input_note")
    assert len(explorer.curve("gates", "f")) > 50
    for source in ("zero", "impulse", "step", "sine", "noise", "spikes"):
        explorer.choose("source", source)
        assert say("en", "say.input.T", T=100, d=1) in explorer.says("input_note")
