"""The parameters page: counts in every convention, stacks, matches, both languages, links."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from form_page import LATIN_ONLY, FormPage, form_pages
from playwright.sync_api import expect
from running_app import RunningApp
from tabs import Tabs

Open = Callable[..., FormPage]
COUNTS, LAYERS, WIDTHS = 0, 1, 2


@pytest.fixture
def open_parameters(app: RunningApp, tabs: Tabs) -> Iterator[Open]:
    """Opens the page."""
    yield from form_pages(app.url, tabs, "parameters")


def wait_cell(page: FormPage, table: int, row: int, column: int, text: str) -> None:
    """Wait for the text of a cell; headers of rows count as cells."""
    rows = page.results.locator("table").nth(table).locator("tbody tr")
    expect(rows.nth(row).locator("th, td").nth(column)).to_have_text(text)


def test_every_convention_of_the_textbook_example(open_parameters):
    page = open_parameters()
    rows = [[cell.replace("\n", "") for cell in row[:4]] for row in page.table(COUNTS)]
    assert rows == [
        ["Textbook", "40", "120", "160"],
        ["PyTorch", "44", "+12132", "176"],
        ["Keras (default)", "40", "+12132", "160"],
        ["Keras (reset_after=False)", "—", "120", "—"],
        ["ONNX", "44", "+12132", "176"],
        ["Flax (linen)", "40", "+4124", "160"],
    ]
    assert "reset_after=True" in page.table(COUNTS)[2][4]


def test_a_typed_stack_is_summed_up_as_keras_does(open_parameters):
    page = open_parameters()
    page.press_example("example_stack")
    wait_cell(page, LAYERS, 0, 3, "18,688")
    rows = [[row[0], row[1], row[3]] for row in page.table(LAYERS)]
    assert rows == [
        ["1 · LSTM", "(B, T, 64)", "18,688"],
        ["2 · GRU", "(B, T, 32)", "9,408"],
        ["3 · Dense", "(B, T, 1)", "33"],
    ]
    assert page.results.locator("tfoot td").all_inner_texts() == ["28,129", "160", "27,680"]


def test_a_bidirectional_lstm_in_pytorch_and_in_keras(open_parameters):
    page = open_parameters("lang=en&n_dx=300&n_dh=300&n_cell=lstm&n_bi=1")
    numbers = {row[0]: row[3].splitlines()[-1].split("+2,400")[-1] for row in page.table(COUNTS)}
    assert numbers["Keras (default)"].strip() == "1,442,400"
    assert numbers["PyTorch"].strip() == "1,444,800"


def test_widths_that_match_a_budget(open_parameters):
    page = open_parameters("lang=en&n_dx=10&n_dh=64&n_cell=lstm")
    rows = [[cell.strip() for cell in row] for row in page.table(WIDTHS)]
    assert [row[:5] for row in rows] == [
        ["RNN", "133", "19,152", "−0.25 %", "133"],
        ["GRU", "75", "19,350", "+0.781 %", "75"],
        ["LSTM", "64", "19,200", "0 %", "128"],
    ]
    assert (
        "the RNN carries 133 numbers from step to step, the GRU 75, the LSTM 128" in page.results.inner_text()
    )
    page.pick("budget", "typed")
    page.field("number").fill("160")
    wait_cell(page, WIDTHS, 2, 2, "168")


def test_sizes_that_cannot_be_are_refused_and_the_table_stays(open_parameters):
    page = open_parameters()
    for text in ("", "0", "-3", "2.5", "abc", "nan", "1e99", "1000001"):
        page.field("d_h").fill("4")
        page.says_beside("d_h", "")
        page.field("d_h").fill(text)
        whole = "a whole number" if text == "2.5" else "a number"
        page.says_beside("d_h", f"Enter {whole} from 1 to 1000000.")
        expect(page.results.locator(".is-stale")).to_have_count(1)
        assert page.table(COUNTS)[0][:4] == ["Textbook", "40", "120", "160"]
    page.field("d_h").fill("5")
    wait_cell(page, COUNTS, 0, 2, "165")
    page.wait_fresh()


def test_a_stack_that_is_none_says_what_to_write(open_parameters):
    page = open_parameters("lang=zh&n_by=typed")
    page.field("stack").fill("LSTM(64), foo(3)")
    page.says_beside("stack", "“foo(3)” 不是层：请写 RNN(16)、GRU(32)、LSTM(64)、BiLSTM(64) 或 Dense(1)。")
    # The wrong text is not part of a network of equal layers.
    page.pick("build", "equal")
    page.wait_fresh()


def test_the_language_changes_in_place(open_parameters):
    page = open_parameters()
    page.field("d_x").fill("７")
    wait_cell(page, COUNTS, 0, 2, "144")
    page.page.evaluate("document.getElementById('parameters-d_x').isTheSame = true")
    page.page.click('[data-action="lang"][data-lang="zh"]')
    expect(page.results.locator(".card-title").first).to_have_text("同一个网络，各家数出的参数量")
    assert page.field("d_x").input_value() == "７"
    assert page.page.evaluate("document.getElementById('parameters-d_x').isTheSame")
    assert page.table(COUNTS)[0][:3] == ["教材", "48", "144"]
    page.page.click('[data-action="lang"][data-lang="en"]')
    expect(page.results.locator(".card-title").first).to_have_text("The same network, by everyone's count")
    assert not LATIN_ONLY.search(page.results.inner_text())


def test_a_link_brings_back_the_network(open_parameters):
    page = open_parameters()
    page.pick("build", "typed")
    page.field("stack").fill("BiLSTM(300)")
    page.field("d_x").fill("300")
    wait_cell(page, LAYERS, 0, 3, "1,442,400")
    page.wait_link("n_dx=300")
    page = open_parameters(page.query())
    wait_cell(page, LAYERS, 0, 3, "1,442,400")
    assert page.field("stack").input_value() == "BiLSTM(300)"
    assert page.field("d_h").is_hidden()


def test_values_that_no_browser_sends_do_not_end_the_session(open_parameters):
    page = open_parameters()
    for value in ("[1, 2]", "{a: 1}", "null", "true", "1e300"):
        for name in ("d_x", "build", "both", "stack", "convention"):
            page.page.evaluate(f"Shiny.setInputValue('parameters-{name}', {value})")
    page.page.evaluate("Shiny.setInputValue('parameters-build', 'equal')")
    page.page.evaluate("Shiny.setInputValue('parameters-both', false)")
    page.field("d_x").fill("6")
    wait_cell(page, COUNTS, 0, 2, "132")
    assert page.page.locator("#shiny-disconnected-overlay").count() == 0


def test_a_telephone_needs_no_scrolling_sideways(open_parameters):
    page = open_parameters("lang=en", size=(360, 800))
    assert not page.overflows()
    assert page.results.locator(".why-list").is_visible()


def test_the_projector_shows_the_counts(open_parameters):
    page = open_parameters("lang=zh&present=1", size=(1280, 720))
    cell = page.results.locator("tbody td.chosen").first
    assert cell.is_visible()
    assert cell.evaluate("(cell) => parseFloat(getComputedStyle(cell).fontSize)") >= 20
