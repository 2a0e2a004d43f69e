"""The language of a first visit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.text import LANGS, best_language


@pytest.mark.parametrize(
    ("asked", "accept", "lang"),
    [
        (None, "", "en"),
        (None, "zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        (None, "en-GB,en;q=0.9,zh-CN;q=0.8", "en"),
        (None, "zh-TW", "zh"),
        (None, "ZH-hans-cn", "zh"),
        (None, "de-DE,de;q=0.9", "en"),
        (None, "de-DE,de;q=0.9,zh;q=0.1", "zh"),
        (None, "fr;q=1.0, zh;q=0.4, en;q=0.6", "en"),
        (None, "*", "en"),
        (None, "en;q=nonsense,zh;q=0.2", "zh"),
        ("zh", "en-US,en;q=0.9", "zh"),
        ("en", "zh-CN", "en"),
        ("zh-CN", "en", "zh"),
        ("fr", "zh-CN", "zh"),
        ("", "zh-CN", "zh"),
        ("<script>", "", "en"),
    ],
)
def test_language(asked, accept, lang):
    assert best_language(asked, accept) == lang


@given(st.one_of(st.none(), st.text()), st.text())
def test_any_text_gives_a_language(asked, accept):
    assert best_language(asked, accept) in LANGS
