"""Every page by keyboard: what the Tab key reaches, where the focus goes, and which keys are whose."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from site_page import SitePage

from gates.ui.app import PAGES


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_the_tab_key_reaches_everything_and_shows_where_it_is(desk: SitePage, name: str):
    desk.go(name)
    missed, unmarked = desk.tab_through()
    assert missed == []
    assert unmarked == []


def test_a_link_skips_the_navigation(desk: SitePage):
    desk.go("steps")
    search = desk.page.evaluate("location.href")
    desk.page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges()")
    desk.page.locator(".skip-link").focus()
    expect(desk.page.locator(".skip-link")).to_be_in_viewport()
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator("main, [role=main]")).to_be_focused()
    desk.page.keyboard.press("Tab")
    assert desk.page.evaluate("!!document.activeElement.closest('.tab-pane.active .page.steps')")
    assert desk.page.evaluate("location.href") == search


def test_arrow_keys_move_sliders_and_tabs(desk: SitePage):
    desk.go("explorer")
    before = desk.value("b_i")
    with desk.next_frame():
        desk.page.locator("#explorer-b_i").press("ArrowRight")
    assert desk.value("b_i") == pytest.approx(before + 0.1)
    assert desk.box("b_i").input_value() == f"{before + 0.1:.1f}"
    desk.page.locator("#page .nav-link.active").press("ArrowRight")
    expect(desk.page.locator("#page .nav-link.active")).to_have_attribute("data-value", "gradients")
    desk.page.locator(".lab > .nav .nav-link.active").press("ArrowRight")
    expect(desk.page.locator(".lab > .nav .nav-link.active")).to_have_attribute("data-value", "paths")
    expect(desk.page.locator(".lab > .nav .nav-link.active")).to_be_focused()


def test_keys_are_not_stolen_from_who_types(desk: SitePage):
    page = desk.page
    desk.go("explorer")
    desk.reveal("text")
    desk.choose("source", "text")
    area = page.locator("#explorer-text")
    area.fill("")
    area.press_sequentially("Pp")
    assert area.input_value() == "Pp"
    desk.box("b_f").press("p")
    assert page.evaluate("document.documentElement.hasAttribute('data-present')") is False
    page.locator("#explorer-b_f").press("p")
    assert page.evaluate("document.documentElement.hasAttribute('data-present')") is True
    desk.box("b_f").press("Escape")
    assert page.evaluate("document.documentElement.hasAttribute('data-present')") is True
    page.locator("#explorer-b_f").press("Escape")
    assert page.evaluate("document.documentElement.hasAttribute('data-present')") is False


@pytest.mark.parametrize("action", ["link", "table"])
def test_a_dialog_keeps_the_focus_and_gives_it_back(desk: SitePage, action: str):
    page = desk.page
    desk.go("explorer")
    desk.set_mode("zh", "light", False)
    opener = page.locator(f'[data-action="{action}"]:visible').first
    opener.focus()
    opener.press("Enter")
    dialog = page.locator(".modal.show")
    expect(dialog.locator(".modal-footer button")).to_be_visible()
    page.wait_for_function("document.activeElement.closest('.modal')")
    assert desk.serious(action, everywhere=True) == []
    assert [name for role, name in desk.spoken() if role == "dialog"] == [
        dialog.locator(".modal-title").inner_text()
    ]
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate("!!document.activeElement.closest('.modal')")
    page.keyboard.press("Escape")
    expect(page.locator(".modal")).to_have_count(0)
    expect(opener).to_be_focused()


def test_escape_closes_the_dialog_and_not_the_projector_mode(desk: SitePage):
    desk.go("explorer")
    desk.set_mode("en", "light", True)
    desk.page.locator('[data-action="link"]').press("Enter")
    desk.page.wait_for_function("document.activeElement.closest('.modal')")
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator(".modal")).to_have_count(0)
    assert desk.page.evaluate("document.documentElement.hasAttribute('data-present')") is True


def test_a_lesson_is_walked_by_keys_alone(desk: SitePage):
    page = desk.page
    desk.go("lessons")
    page.evaluate("document.activeElement.blur()")

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to(".lesson-answer input")
    page.keyboard.press("ArrowDown")
    assert page.locator(".lesson:visible .lesson-answer input:checked").count() == 1
    tab_to("[data-reveal]")
    page.keyboard.press("Enter")
    expect(page.locator(".lesson:visible .lesson-verdict strong")).to_be_visible()
    lesson = page.locator(".lesson:visible").get_attribute("data-lesson")
    tab_to("[data-lesson-go]")
    page.keyboard.press("Enter")
    expect(page.locator(".lesson:visible")).not_to_have_attribute("data-lesson", lesson or "")
