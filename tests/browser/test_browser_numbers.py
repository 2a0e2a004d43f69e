"""The number box: whatever is typed, a sentence beside it or a new picture, never a lost session."""

from __future__ import annotations

import numpy as np
import pytest

from gates.text import say

ERROR = "document.getElementById('explorer-{}-error').textContent"

UNNAMED = """() => {
  const named = (el) => el.labels?.length || el.getAttribute("aria-label") || el.getAttribute("aria-labelledby")
    || el.textContent.trim() || el.title;
  const controls = [...document.querySelectorAll(".page.explorer :is(input, select, textarea, button)")];
  return controls.filter((el) => el.checkVisibility() && !named(el)).map((el) => el.outerHTML.slice(0, 120));
}"""


def press_keys(explorer, name: str, keys: str) -> None:
    """Type over what the box holds, key by key, as a person does."""
    explorer.reveal(name)
    if keys.lstrip("-").replace(".", "").isdigit():
        explorer.box(name).fill(keys)
        return
    explorer.box(name).click()
    explorer.page.keyboard.press("Control+a")
    explorer.page.keyboard.press("Delete")
    explorer.page.keyboard.type(keys)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(("keys", "name"), [("", "b_f"), ("-", "b_f"), ("e", "b_f"), ("abc", "b_f"), ("1e9", "b_f"),
                                            ("-8.1", "b_f"), ("nan", "d_h"), ("0", "d_h"), ("129", "d_h"), ("-5", "T_max"),
                                            ("99999999999999999999", "seed")])  # fmt: skip
def test_what_is_no_number_in_range_is_said(open_page, lang, keys, name):
    explorer = open_page(f"?lang={lang}&law=chrono")
    before = explorer.curve("reach", "full")
    press_keys(explorer, name, keys)
    low, high = {"b_f": (-8, 8), "d_h": (1, 128), "T_max": (3, 2000), "seed": (0, 999_999)}[name]
    said = say(lang, "problem.range", low=low, high=high)
    explorer.wait(f"(says) => {ERROR.format(name)} === says", said)
    assert explorer.box(name).get_attribute("aria-invalid") == "true"
    np.testing.assert_array_equal(explorer.curve("reach", "full"), before)
    # Leaving the box brings back the value that counts.
    explorer.page.keyboard.press("Tab")
    explorer.wait(f"() => {ERROR.format(name)} === ''")
    assert float(explorer.box(name).input_value()) == explorer.value(name)
    assert explorer.is_alive()


def test_a_fraction_where_a_whole_number_is_needed(explorer):
    press_keys(explorer, "d_h", "7.5")
    explorer.wait(f"(says) => {ERROR.format('d_h')} === says", say("en", "problem.whole", low=1, high=128))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_number_between_two_steps_is_taken_to_the_nearest_and_said(open_page, lang):
    explorer = open_page(f"?lang={lang}")
    explorer.set("b_f", 2.34)
    assert explorer.value("b_f") == 2.3
    assert explorer.complaint("b_f") == say(lang, "problem.step", step=0.1, value=2.3)
    assert explorer.page.locator('output[for="explorer-b_f"]').inner_text() == "σ(b) ≈ 0.9089"
    # What was typed stays while one types, and gives way to what counts when one leaves.
    assert explorer.box("b_f").input_value() == "2.34"
    explorer.type("b_f", 2.3)
    explorer.wait(f"() => {ERROR.format('b_f')} === ''")
    explorer.type("b_f", -0.06)
    explorer.wait(f"() => {ERROR.format('b_f')} !== ''")
    explorer.page.keyboard.press("Tab")
    explorer.wait(f"() => {ERROR.format('b_f')} === ''")
    assert explorer.box("b_f").input_value() == "-0.1"


def test_slider_box_and_sigma_show_the_same(explorer):
    explorer.page.focus("#explorer-b_f")
    with explorer.next_frame():
        explorer.page.keyboard.press("End")
    assert explorer.box("b_f").input_value() == "8.0"
    assert explorer.page.locator('output[for="explorer-b_f"]').inner_text() == "σ(b) ≈ 0.9997"
    explorer.set("b_f", -8)
    assert explorer.value("b_f") == -8
    assert explorer.page.locator('output[for="explorer-b_f"]').inner_text() == "σ(b) ≈ 0.0003"


def test_every_slider_is_labelled_and_reached_by_keys(explorer):
    explorer.open_groups()
    unnamed = explorer.page.evaluate(UNNAMED)
    assert unnamed == []
