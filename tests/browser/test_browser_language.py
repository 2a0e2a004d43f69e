"""Two languages, switched in place: nothing is lost, nothing is left in the other one."""

from __future__ import annotations

import numpy as np
import pytest
from page_words import CJK, foreign_in_chinese, foreign_in_english, words_of

FOREIGN = {"zh": foreign_in_chinese, "en": foreign_in_english}


@pytest.mark.parametrize(
    ("locale", "query", "lang"),
    [("zh-CN", "", "zh-CN"), ("en-GB", "", "en"), ("de-DE", "", "en"), ("zh-CN", "?lang=en", "en"),
     ("en-US", "?lang=zh", "zh-CN")],
)  # fmt: skip
def test_the_first_visit_takes_the_language_of_the_browser_or_the_link(open_page, locale, query, lang):
    explorer = open_page(query, locale=locale)
    assert explorer.page.get_attribute("html", "lang") == lang
    assert explorer.page.locator(".app-name").inner_text() == (
        "门控探索器" if lang == "zh-CN" else "Gate Explorer"
    )


def test_switching_loses_no_setting(open_page):
    explorer = open_page("?lang=en&cell=gru&reset=after&seed=7&T=60&in=noise")
    explorer.set("b_z", 2.5)
    explorer.set("b_r", -1.3)
    page = explorer.page
    before = {figure: explorer.curve(figure, name) for figure, name in (("gates", "z"), ("reach", "full"))}
    sliders = "Object.fromEntries([...document.querySelectorAll('input[type=range]')].map((el) => [el.id, el.value]))"
    values = page.evaluate(sliders)
    says = explorer.says("reach_says")
    with explorer.next_frame():
        page.click('[data-lang="zh"]')
    assert page.get_attribute("html", "lang") == "zh-CN"
    assert page.evaluate(sliders) == values
    assert page.is_checked('input[name="explorer-cell"][value="gru"]')
    assert page.is_checked('input[name="explorer-reset"][value="after"]')
    for figure, name in (("gates", "z"), ("reach", "full")):
        np.testing.assert_array_equal(explorer.curve(figure, name), before[figure])
    assert CJK.search(explorer.says("reach_says"))
    with explorer.next_frame():
        page.click('[data-lang="en"]')
    assert page.get_attribute("html", "lang") == "en"
    assert explorer.says("reach_says") == says


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("arrived", ["by link", "by switch"])
def test_no_word_is_of_the_other_language(open_page, lang, arrived):
    other = {"zh": "en", "en": "zh"}[lang]
    explorer = open_page(f"?lang={lang if arrived == 'by link' else other}")
    page = explorer.page
    if arrived == "by switch":
        with explorer.next_frame():
            page.click(f'[data-lang="{lang}"]')
    explorer.open_groups()
    found = set(words_of(page))
    # What is shown for some choices only.
    explorer.radio("cell", "gru")
    explorer.choose("source", "csv")
    explorer.choose("law", "chrono")
    explorer.radio("view", "unit")
    found |= set(words_of(page))
    explorer.choose("source", "series")
    page.locator(".page.explorer .cell-card .nav-link").nth(1).click()
    explorer.wait("() => document.querySelector('[data-step]:not([hidden])').checkVisibility()")
    found |= set(words_of(page))
    assert FOREIGN[lang](sorted(found)) == [], FOREIGN[lang](sorted(found))
    assert len(found) > 80


def test_titles_and_labels_of_the_figures_change_with_the_language(open_page):
    explorer = open_page("?lang=en")
    plots = "[...document.querySelectorAll('.js-plotly-plot')].map((plot) => plot.layout.xaxis.title.text)"
    labels = "[...document.querySelectorAll('.live-label')].map((label) => label.textContent)"
    assert "full gradient" in explorer.page.evaluate(labels)
    assert "time step t" in explorer.page.evaluate(plots)
    with explorer.next_frame():
        explorer.page.click('[data-lang="zh"]')
    assert {"完整梯度", "直接路径"} <= set(explorer.page.evaluate(labels))
    assert all(CJK.search(title) for title in explorer.page.evaluate(plots))
    assert explorer.page.title() == "门控探索器 Gate Explorer"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_diagram_is_told_in_the_language_of_the_page(open_page, lang):
    explorer = open_page(f"?lang={lang}")
    desc = "document.querySelector('[data-diagram]:not([hidden]) svg desc').textContent"
    assert bool(CJK.search(explorer.page.evaluate(desc))) == (lang == "zh")
    assert "0." in explorer.page.evaluate(desc)
