"""The lessons as a class has them: answer, reveal, look; in both languages, on a desk, a projector and a phone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from explorer_page import IN_VIEW
from page_words import foreign_in_chinese, foreign_in_english, words_of
from playwright.sync_api import Locator, Page, expect

from gates.text import say
from gates.ui.lessons.params import LESSONS
from gates.ui.lessons.server import texts

expect.set_options(timeout=20_000)
READY = "() => window.Shiny?.shinyapp?.isConnected() && document.querySelector('.lesson-list input:checked')"
PAINTED = f"""() => {IN_VIEW}.some((f) => f.dataset.page === "lessons") && {IN_VIEW}.every((f) => {{
  const plot = f.querySelector(".js-plotly-plot");
  return plot?.data?.length && plot.data.every((trace) => (trace.y || []).length) && plot.querySelector(".main-svg");
}})"""
PLAIN = "(html) => { const el = document.createElement('p'); el.innerHTML = html; return el.textContent; }"


class Course:
    """The lessons page of a visitor."""

    def __init__(self, opened) -> None:
        self.opened = opened
        self.page: Page = opened.page

    @property
    def lesson(self) -> Locator:
        """The lesson that is open."""
        return self.page.locator(".lesson:visible")

    def go(self, name: str) -> None:
        """Choose a lesson from the list."""
        self.page.locator(f'.lesson-list label:has(input[value="{name}"])').click()
        expect(self.lesson).to_have_attribute("data-lesson", name)

    def answer(self, key: str) -> None:
        """Choose an answer and reveal; wait until the figures are painted and the verdict is there."""
        self.lesson.locator(f'.lesson-answer input[value="{key}"]').check()
        self.lesson.locator("[data-reveal]").click()
        expect(self.lesson.locator(".lesson-verdict strong")).to_be_visible()
        self.lesson.locator(".live-figure:visible").first.scroll_into_view_if_needed()
        self.page.wait_for_function(PAINTED, timeout=20_000)

    def says(self, slot: str) -> str:
        """Text of a slot."""
        return self.page.locator(f'.page.lessons [data-text="{slot}"]').text_content() or ""

    def plain(self, html: str) -> str:
        """What is read of a piece of HTML."""
        return self.page.evaluate(PLAIN, html)

    def curve(self, figure: str, name: str) -> np.ndarray:
        """Values of a curve."""
        plot = f"document.querySelector('[data-figure={figure}] .js-plotly-plot')"
        return np.array(
            self.page.evaluate(f"Array.from({plot}.data.find((t) => t.name === '{name}').y)"), dtype=float
        )


@pytest.fixture
def course(new_page) -> Callable[..., Course]:
    """Opens the lessons page with a link."""

    def opened(query: str = "lang=en", **options) -> Course:
        visitor = new_page(**options)
        visitor.page.goto(f"{visitor.url}?page=lessons&{query}")
        visitor.page.wait_for_function(READY)
        return Course(visitor)

    return opened


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_every_lesson_answer_reveal_figure(course, lang):
    class_room = course(f"lang={lang}")
    for name, lesson in LESSONS.items():
        class_room.go(name)
        before = class_room.lesson.inner_text()
        assert say(lang, "lesson.wait.title") in before
        assert class_room.lesson.locator(".live-figure:visible").count() == 0
        assert class_room.lesson.locator("[data-reveal]").is_disabled()
        assert class_room.lesson.locator("[data-right]").count() == 0
        class_room.answer(lesson.right)
        said = texts(lang, lesson, lesson.look(lang, lesson.first), lesson.right, dict(lesson.first))
        for slot, html in said.items():
            assert class_room.says(slot) == class_room.plain(html), slot
        assert class_room.lesson.locator(".is-right").count() == 1
        assert class_room.lesson.locator(".live-figure:visible").count() == len(lesson.figures)
        words = words_of(class_room.page)
        assert (foreign_in_chinese if lang == "zh" else foreign_in_english)(words) == []


def test_the_table_behind_a_figure_is_there_after_the_answer(course):
    class_room = course("lesson=valve&lang=zh")
    assert class_room.lesson.locator("[data-action=table]:visible").count() == 0
    class_room.page.evaluate("Shiny.setInputValue('lessons-table', 'valve_states', {priority: 'event'})")
    class_room.answer("b")
    assert class_room.page.locator(".modal.show").count() == 0, "nothing is told before the answer"
    class_room.lesson.locator(".live-card:has([data-figure=valve_states]) [data-action=table]").click()
    rows = class_room.page.locator(".modal.show table tbody tr")
    expect(rows).to_have_count(21)
    f = 1 / (1 + np.exp(-2.2))
    told = [float(row.locator("td").inner_text()) for row in rows.all()]
    np.testing.assert_allclose(told, f ** np.arange(21), rtol=1e-5)
    assert foreign_in_chinese(words_of(class_room.page)) == []


def test_a_link_opens_its_lesson_unanswered_in_its_language_and_mode(course):
    class_room = course("lesson=clip&lang=zh&present=1&utm_source=mail", size=(1280, 720))
    expect(class_room.lesson).to_have_attribute("data-lesson", "clip")
    assert class_room.page.locator("html").get_attribute("lang") == "zh-CN"
    assert not class_room.page.locator(".lesson-list").is_visible()
    class_room.answer("a")
    assert say("zh", "lesson.wrong") in class_room.says("clip_verdict")
    box = class_room.lesson.locator(".live-figure:visible").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720, "the figure is in the window of the projector"
    assert box["height"] > 250
    class_room.page.evaluate("document.querySelector('[data-action=link]').click()")
    class_room.page.wait_for_function("location.search.includes('lesson=clip')")
    assert "l_clip" not in class_room.page.url
    class_room.page.reload()
    class_room.page.wait_for_function(READY)
    assert class_room.lesson.locator(".live-figure:visible").count() == 0, "the link gives no answer away"


def test_a_slider_moves_figure_sentence_and_link(course):
    class_room = course("lesson=valve&lang=en")
    class_room.answer("b")
    told = class_room.says("valve_verdict")
    with class_room.opened.next_frame():
        class_room.page.locator('.slider-number[data-for="lessons-valve_b_f"]').fill("4")
    f = 1 / (1 + np.exp(-4.0))
    np.testing.assert_allclose(class_room.curve("valve_states", "c"), f ** np.arange(21), rtol=1e-6)
    assert f"{f**20:.3f}" in class_room.says("valve_states_says")
    assert "bf=4.0" in (class_room.lesson.locator(".lesson-open a").get_attribute("href") or "")
    assert class_room.says("valve_verdict") == told, "the answer is about the question's own settings"
    class_room.page.wait_for_function("location.search.includes('l_valve_bf=4')")


def test_answering_again_hides_everything(course):
    class_room = course("lesson=bias&lang=en")
    class_room.answer("a")
    class_room.lesson.locator("[data-again]").click()
    assert class_room.lesson.locator(".live-figure:visible").count() == 0
    assert class_room.lesson.locator("[data-reveal]").is_disabled()
    class_room.answer("c")
    assert class_room.lesson.locator(".is-right").count() == 1


def test_the_language_changes_a_revealed_lesson_in_place(course):
    class_room = course("lesson=memory&lang=en")
    class_room.answer("c")
    with class_room.opened.next_frame():
        class_room.page.locator('[data-action="lang"][data-lang="zh"]').click()
    assert say("zh", "lesson.right") in class_room.says("memory_verdict")
    assert class_room.lesson.locator(".live-figure:visible").count() == 1
    assert foreign_in_chinese(words_of(class_room.page)) == []


def test_wrong_links_and_messages_do_no_harm(course):
    class_room = course("lesson=nonsense&l_valve_bf=abc&lang=en")
    expect(class_room.lesson).to_have_attribute("data-lesson", "valve")
    expect(class_room.page.locator(".shiny-notification")).to_contain_text("lesson, l_valve_bf")
    for sent in ('"x"', "{valve: 5}", "{valve: 'zz'}", "[1, 2]", "null"):
        class_room.page.evaluate(f"Shiny.setInputValue('lessons-revealed', {sent})")
    class_room.answer("b")
    assert class_room.lesson.locator(".is-right").count() == 1


def test_opening_the_explorer_shows_the_same_picture(course):
    class_room = course("lesson=direct&lang=en")
    class_room.answer("c")
    wanted = class_room.curve("direct_reach", "full")
    href = class_room.lesson.locator(".lesson-open a").get_attribute("href")
    class_room.opened.open(href)
    np.testing.assert_array_equal(class_room.opened.curve("reach", "full"), wanted)


def test_a_phone_shows_slider_and_figure_together(course):
    phone = course("lesson=direct&lang=zh", size=(360, 780))
    phone.answer("c")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.lesson.locator(".live-figure:visible").evaluate("(el) => el.scrollIntoView({block: 'start'})")
    slider, figure = phone.lesson.locator(".lesson-sliders"), phone.lesson.locator(".live-figure:visible")
    expect(slider).to_be_in_viewport(ratio=1)
    expect(figure).to_be_in_viewport(ratio=0.5)
    chosen = phone.page.locator(".lesson-list .radio:has(:checked)").bounding_box()
    assert chosen is not None
    assert chosen["x"] >= 0
    assert chosen["x"] + chosen["width"] <= 360
