"""Every page by ear, at 360 px, enlarged four times, in each language, theme and mode; colours and motion."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from page_words import foreign_in_chinese, foreign_in_english
from running_app import ROOT
from site_page import MODES, OUT_OF_REACH, STICK_OUT, SitePage

from gates.figures.theme import COLOURS
from gates.ui.app import PAGES

NAMES = [page.name for page in PAGES]
PHONE, ENLARGED = (360, 740), (320, 256)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_no_serious_finding_and_every_control_a_name(desk: SitePage, name: str):
    desk.go(name)
    found, nameless, foreign = [], [], []
    for mode in MODES:
        desk.set_mode(*mode)
        found += desk.serious(f"{name} {mode}", everywhere=mode == MODES[0])
        told = desk.spoken()
        nameless += [(mode, role) for role, spoken in told if not spoken]
        names = [spoken for _, spoken in told if spoken not in ("中文", "EN")]
        foreign += (foreign_in_chinese if mode[0] == "zh" else foreign_in_english)(names)
        assert len(told) > 8
    assert found == []
    assert nameless == []
    assert foreign == []


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_has_a_name_a_sentence_and_a_table(desk: SitePage, name: str):
    desk.go(name)
    desk.wait("""() => [...document.querySelectorAll("#main > .tab-pane.active .live-figure")].every((el) =>
      !el.checkVisibility() || document.getElementById(el.getAttribute("aria-describedby")).textContent)""")
    figures = desk.page.evaluate("""() => [...document.querySelectorAll("#main > .tab-pane.active .live-figure")]
      .map((el) => ({
      name: el.getAttribute("aria-label"), role: el.getAttribute("role"), shown: el.checkVisibility(),
      says: document.getElementById(el.getAttribute("aria-describedby"))?.textContent,
      table: !!el.closest(".card").querySelector("[data-action=table]")}))""")
    for figure in figures:
        assert figure["role"] == "img"
        assert figure["name"]
        assert figure["table"]
        assert figure["says"] or not figure["shown"]
    drawings = desk.page.evaluate("""() => [...document.querySelectorAll("#main > .tab-pane.active svg.gate-diagram")]
      .filter((el) => el.checkVisibility()).map((el) => [el.getAttribute("role"), ...el.getAttribute("aria-labelledby")
        .split(" ").map((id) => document.getElementById(id).textContent)])""")
    assert all(len(drawing) == 3 and all(drawing) for drawing in drawings)
    assert bool(figures or drawings) == (name != "parameters")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [PHONE, ENLARGED])
def test_no_page_is_wider_than_a_narrow_window(desk: SitePage, name: str, size: tuple[int, int]):
    desk.go(name)
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.settle()
    desk.page.evaluate(
        "for (const el of document.querySelectorAll('.tab-pane.active details')) el.open = true"
    )
    assert desk.page.evaluate(STICK_OUT) == []
    assert desk.page.evaluate(OUT_OF_REACH) == []


def test_a_phone_shows_the_reach_and_the_forget_bias_together(desk: SitePage):
    desk.go("explorer")
    desk.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    desk.settle()
    desk.page.evaluate("window.scrollTo(0, 0)")
    figure = desk.card("reach").locator(".live-figure").bounding_box()
    slider = desk.page.locator("#explorer-b_f").bounding_box()
    dock = desk.page.locator(".explorer .biases").bounding_box()
    assert figure
    assert slider
    assert dock
    assert figure["y"] + figure["height"] <= dock["y"]
    assert slider["y"] + slider["height"] <= PHONE[1]
    desk.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    last = desk.page.locator(".explorer .group > summary").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= dock["y"]


def test_a_figures_sentence_follows_the_numbers(desk: SitePage):
    desk.go("explorer")
    described = desk.card("reach").locator(".live-figure").get_attribute("aria-describedby")
    before = desk.page.locator(f"#{described}").inner_text()
    desk.set("b_f", 4)
    assert desk.page.locator(f"#{described}").inner_text() != before


def test_nothing_moves_where_the_system_asks_for_less_motion(desk: SitePage):
    page = desk.page
    desk.go("explorer")
    running = "document.getAnimations().filter((a) => a.playState === 'running').length"
    moving = "!!document.querySelector('.cell-card svg[data-moving]')"
    with desk.next_frame():
        page.locator("#explorer-b_f").press("ArrowLeft")
    page.wait_for_function(f"{moving} && {running} > 0")
    page.emulate_media(reduced_motion="reduce")
    with desk.next_frame():
        page.locator("#explorer-b_f").press("ArrowLeft")
    page.wait_for_function(moving)
    assert page.evaluate(running) == 0
    page.emulate_media(reduced_motion="no-preference")


# ---- colours

LINES = (
    "f",
    "z",
    "direct",
    "i",
    "o",
    "r",
    "cand",
    "full",
    "c",
    "h",
    "joint",
    "other",
    "rnn",
    "gru",
    "lstm",
    "muted",
)
SHADES = {"light": r":root \{(.*?)\}", "dark": r':root\[data-bs-theme="dark"\] \{(.*?)\}'}


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` (WCAG 2.2)."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def variables(file: Path, pattern: str) -> dict[str, str]:
    """Colours that a style sheet declares in the block of ``pattern``."""
    block = re.search(pattern, file.read_text(encoding="utf-8"), re.DOTALL)
    assert block
    return dict(re.findall(r"--c-([\w-]+): (#[0-9a-f]{6})", block[1]))


def test_contrast_is_measured_as_wcag_says():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", SHADES)
def test_colours_of_figures_are_strong_enough(theme: str):
    shades = COLOURS[theme]
    assert {role for role in LINES if contrast(shades[role], shades["background"]) < 3} == set()
    inks = {role: shades.get(f"{role}_ink", shades[role]) for role in LINES if role != "muted"}
    assert {role for role, ink in inks.items() if contrast(ink, shades["background"]) < 4.5} == set()


@pytest.mark.parametrize("theme", SHADES)
def test_colours_of_controls_and_words_are_strong_enough(theme: str):
    mine = variables(ROOT / "www" / "app.css", SHADES[theme])
    diagram = {"light": r":where\(:root\) \{(.*?)\}", "dark": r"^:where\(\[data-bs-theme.*?\{(.*?)\}"}[theme]
    words = {
        k: v for k, v in variables(ROOT / "www" / "diagram.css", f"(?m:{diagram})").items() if "-text" in k
    }
    assert {
        k
        for k in ("f", "z", "i", "o", "r", "cand", "full", "accent", "edge")
        if contrast(mine[k], mine["bg"]) < 3
    } == set()
    text = {k: mine[k] for k in ("text", "muted", "accent", "error", "full-text")} | words
    grounds = (mine["bg"], mine["page"])
    assert {k for k, v in text.items() if min(contrast(v, ground) for ground in grounds) < 4.5} == set()


def test_dash_patterns_tell_curves_apart_without_colour(desk: SitePage):
    desk.go("explorer")
    dashes = [desk.style("gates", name)["dash"] for name in desk.names("gates") if name in ("f", "i", "o")]
    assert all(a != b for a, b in pairwise(dashes))
    assert desk.style("reach", "full")["dash"] != desk.style("reach", "direct")["dash"]
