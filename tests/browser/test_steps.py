"""The step-by-step page: textbook values to the digit, bad values, both languages, links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from form_page import LATIN_ONLY, FormPage, form_pages
from playwright.sync_api import expect
from running_app import RunningApp
from tabs import Tabs

from gates.steps import lstm_from_gates
from gates.text.steps import TEXTS as SENTENCES

Open = Callable[..., FormPage]


@pytest.fixture
def open_steps(app: RunningApp, tabs: Tabs) -> Iterator[Open]:
    """Opens the page."""
    yield from form_pages(app.url, tabs, "steps")


def tile(page: FormPage, name: str, number: int = 0) -> str:
    """A result in large type."""
    return page.results.locator(f".tile-{name} dd").nth(number).inner_text().strip()


def wait_tile(page: FormPage, name: str, text: str, number: int = 0) -> None:
    expect(page.results.locator(f".tile-{name} dd").nth(number)).to_have_text(text)


def formulas(page: FormPage) -> str:
    """All rows of all calculations, without blanks."""
    return "|".join("".join(t.split()) for t in page.results.locator(".derivation-right").all_text_contents())


def test_the_lstm_exercise_of_the_textbook_comes_out_to_the_digit(open_steps):
    page = open_steps()
    assert tile(page, "c") == "1.5"
    assert tile(page, "h") == "0.5·tanh 1.5 ≈ 0.452574"
    assert tile(page, "slope") == "0.8"
    assert "=0.8×2|+0.25×(−0.4)" in formulas(page).replace("=0.8×2+0.25", "=0.8×2|+0.25")
    assert "=1.6−0.1|=1.5|" in formulas(page)
    assert page.results.locator("math .q-f").first.is_visible()


def test_the_gru_exercise_in_both_conventions_of_z(open_steps):
    page = open_steps("lang=en&s_do=gru")
    assert [tile(page, "h", n) for n in (0, 1)] == ["1.4", "0.2"]
    assert [tile(page, "slope", n) for n in (0, 1)] == ["0.75", "0.25"]
    titles = page.results.locator(".card-title").all_inner_texts()
    assert titles[:2] == ["z near 1 keeps the old state", "z near 1 admits the candidate"]


def test_the_forget_gates_of_the_textbook_and_their_products(open_steps):
    page = open_steps("lang=en&s_do=product")
    assert tile(page, "product") == "0.36"
    assert [row[:3] for row in page.table()] == [
        ["1", "0.9", "0.9"],
        ["2", "0.8", "0.72"],
        ["3", "0.5", "0.36"],
    ]
    page.press_example("product_fifty")
    wait_tile(page, "product", "≈ 0.00515378")
    page.press_example("product_cut")
    wait_tile(page, "product", "0")
    assert "cut at that step" in page.results.inner_text()


def test_results_follow_what_is_typed_letter_by_letter(open_steps):
    page = open_steps()
    page.field("f").fill("")
    page.says_beside("f", "f is missing: type a number.")
    page.field("f").press_sequentially("0.5", delay=20)
    wait_tile(page, "c", "0.9")
    page.says_beside("f", "")
    page.wait_fresh()


REFUSED = {
    "1.2": "f is a gate: a sigmoid, which lies between 0 and 1; it is 1.2.",
    "-0.1": "f is a gate: a sigmoid, which lies between 0 and 1; it is −0.1.",
    "": "f is missing: type a number.",
    "nan": "f must be a finite number; it is 'nan'.",
    "1e999": "f must be a finite number; it is '1e999'.",
    "abcxyz": "f must be a finite number; it is 'abcxyz'.",
    "<b>1</b>": "f must be a finite number; it is '<b>1</b>'.",
    "1,2,3,4,5": "f has 5 numbers; the calculation is written out for 1 to 4.",
}


def test_numbers_that_cannot_be_are_refused_beside_their_field_and_the_last_result_stays(open_steps):
    page = open_steps()
    for text, reason in REFUSED.items():
        page.field("f").fill(text)
        page.says_beside("f", reason)
        expect(page.field("f")).to_have_attribute("aria-invalid", "true")
        expect(page.results.locator(".is-stale")).to_have_count(1)
        assert tile(page, "c") == "1.5"
    page.field("f").fill("0.9")
    page.says_beside("f", "")
    wait_tile(page, "c", "1.7")
    assert not page.is_stale()


def test_a_candidate_beyond_one_is_refused_in_chinese_too(open_steps):
    page = open_steps("lang=zh")
    page.field("c_tilde").fill("1.5")
    page.says_beside("c_tilde", "c̃ 是候选值，即 tanh 的值，必在 −1 与 1 之间；实际为 1.5。")
    page.page.click('[data-action="lang"][data-lang="en"]')
    page.says_beside("c_tilde", "c̃ is a candidate: a tanh, which lies between −1 and 1; it is 1.5.")


def test_the_language_changes_in_place(open_steps):
    page = open_steps()
    page.field("o").fill("0.25")
    wait_tile(page, "h", "0.25·tanh 1.5 ≈ 0.226287")
    page.page.evaluate("document.getElementById('steps-o').isTheSame = true")
    page.page.click('[data-action="lang"][data-lang="zh"]')
    expect(page.results.locator(".card-title").first).to_have_text("这一步之后")
    assert tile(page, "h") == "0.25·tanh 1.5 ≈ 0.226287"
    assert page.field("o").input_value() == "0.25"
    assert page.page.evaluate("document.getElementById('steps-o').isTheSame")
    assert page.page.locator('label[for="steps-f"]').inner_text() == "f 遗忘门，0 到 1"
    step = lstm_from_gates(2, 0.8, 0.25, -0.4, 0.25)
    said = {SENTENCES[s.key]["zh"].format(**s.params) for s in step.sentences}
    assert set(page.results.locator(".said-list li").all_inner_texts()) == said
    page.page.click('[data-action="lang"][data-lang="en"]')
    expect(page.results.locator(".card-title").first).to_have_text("After this step")
    assert not LATIN_ONLY.search(page.results.inner_text())


def test_a_link_brings_back_what_was_typed(open_steps):
    page = open_steps()
    page.field("f").fill("0.8, 0.99")
    page.says_beside("f", "f must hold as many numbers as cₜ₋₁: it has 2, not 1.")
    for name, text in {"c_prev": "2, -1", "i": "0.25, 0.1", "c_tilde": "-0.4, 0", "o": "0.5, 1"}.items():
        page.field(name).fill(text)
    wait_tile(page, "c", "(1.5, −0.99)")
    page.wait_link("s_o=0.5%2C+1")
    page = open_steps(page.query())
    wait_tile(page, "c", "(1.5, −0.99)")
    assert page.field("f").input_value() == "0.8, 0.99"
    assert page.results.locator("math mtable").count() > 0


def test_the_same_weights_are_read_in_four_ways(open_steps):
    page = open_steps("lang=en&s_do=weights&s_cell=gru")
    page.press_example("weights_ones")
    cells = page.results.locator(".four-table tbody td")
    expect(cells.nth(0)).to_have_text("0.114915")
    expect(cells.nth(1)).to_have_text("0.113787")
    assert cells.nth(2).inner_text() == "0.00112821"
    page.field("h0").fill("0.113787")
    expect(cells.nth(1)).to_have_text(re.compile(r"^0\.20536"))


def test_weights_of_the_wrong_shape_say_which_shape_is_needed(open_steps):
    page = open_steps("lang=en&s_do=weights")
    wait_tile(page, "c", "≈ (1.11535, 0.784563)")
    page.field("W_f").fill("1, 2")
    page.says_beside("W_f", "W_f must be 2 × 2, a row a unit with “;” between rows; it is 1 × 2.")
    assert tile(page, "c") == "≈ (1.11535, 0.784563)"
    page.field("W_f").fill("0, 0; 0, 0")
    page.says_beside("W_f", "")


def test_one_unit_is_written_out_as_sums(open_steps):
    page = open_steps("lang=en&s_do=weights")
    page.page.select_option("#steps-write", "1")
    expect(page.results.locator(".card-title").nth(1)).to_have_text("Gates and candidate first: unit 1")
    written = formulas(page).replace("|+", "+")
    assert "=σ(0.5×1+0.5×(−0.5)+1×0.2+0×(−0.4)+1)" in written
    assert "=σ(1.45)|≈0.809998" in written


def test_the_cell_diagram_has_the_typed_numbers(open_steps):
    page = open_steps()
    diagram = page.page.locator('.page[data-page="steps"] [data-diagram="lstm"]')
    expect(diagram.locator('[data-bind="number:c"]').first).to_have_text("1.500")
    page.field("f").fill("0.5")
    expect(diagram.locator('[data-bind="number:c"]').first).to_have_text("0.900")
    page.pick("sheet", "product")
    expect(diagram).to_be_hidden()


def test_a_link_with_an_impossible_gate_says_so_and_shows_no_result(open_steps):
    page = open_steps("lang=en&s_f=1.5&s_do=nonsense&utm_source=x")
    page.says_beside("f", "f is a gate: a sigmoid, which lies between 0 and 1; it is 1.5.")
    assert page.results.locator(".empty-note").count() == 1
    page.field("f").fill("0.8")
    wait_tile(page, "c", "1.5")


def test_values_that_no_browser_sends_do_not_end_the_session(open_steps):
    page = open_steps()
    for value in ("[1, 2]", "{a: 1}", "null", "true", "'x'.repeat(500)"):
        page.page.evaluate(f"Shiny.setInputValue('steps-f', {value})")
        page.page.evaluate(f"Shiny.setInputValue('steps-sheet', {value})")
    page.page.evaluate("Shiny.setInputValue('steps-sheet', 'lstm')")
    page.field("f").fill("0.5")
    wait_tile(page, "c", "0.9")
    assert page.page.locator("#shiny-disconnected-overlay").count() == 0


def test_a_telephone_needs_no_scrolling_sideways(open_steps):
    page = open_steps("lang=zh&s_cell=gru", size=(360, 800))
    for sheet, kind in {"gru": "gru", "weights": "gru_weights", "product": "product", "lstm": "lstm"}.items():
        page.pick("sheet", sheet)
        page.results.locator(f'[data-kind="{kind}"]').wait_for()
        assert not page.overflows()


def test_the_projector_shows_large_formulas(open_steps):
    page = open_steps("lang=en&present=1", size=(1280, 720))
    size = page.results.locator("math").first.evaluate(
        "(math) => parseFloat(getComputedStyle(math).fontSize)"
    )
    assert size >= 20
    assert page.results.locator(".tile-c").is_visible()
