"""The cell diagram in a browser: moved to the right numbers, said in words, legible in both languages."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, sync_playwright

from gates.figures.diagram import KINDS, diagram_svg, onestep_svg, step_paths
from gates.text.diagram import TEXTS

WWW = Path(__file__).parents[2] / "www"
BROWSER_ARGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


# The textbook step: c = 0.8 · 2 + 0.25 · (−0.4) = 1.5, h = 0.5 tanh 1.5.
LSTM = {
    **{"f": 0.8, "i": 0.25, "o": 0.5, "c_tilde": -0.4, "c_prev": 2.0, "c": 1.5, "h": 0.5 * np.tanh(1.5)},
    **{"h_prev": -0.0004, "x": "a b", "t": 12, "unit": 3},
}
# h = 0.75 · 2 + 0.25 · (−0.4) = 1.4
GRU = {
    "z": 0.75,
    "r": 0.5,
    "h_tilde": -0.4,
    "h_prev": 2.0,
    "h": 1.4,
    "rec": -1.0,
    "x": -0.25,
    "t": 1,
    "unit": 0,
}

READ = """kind => {
    const svg = document.querySelector(`svg.gate-diagram[data-kind="${kind}"]`);
    const seen = {state: svg.dataset.state, desc: svg.querySelector("desc").textContent};
    for (const element of svg.querySelectorAll("[data-bind]")) {
        const key = element.dataset.bind;
        const [what] = key.split(":");
        if (what === "flow") {
            const negative = element.classList.contains("gd-negative");
            seen[key] = [parseFloat(getComputedStyle(element).strokeWidth), negative];
        } else if (what === "valve") {
            const [upper, lower] = [...element.querySelectorAll(".gd-plate")].map((p) => p.y.baseVal.value);
            seen[key] = lower - (upper + 12);
        } else seen[key] = element.textContent;
    }
    return seen;
}"""

READ_STEP = """kind => {
    const svg = document.querySelector(`svg.gate-step[data-kind="${kind}"]`);
    const seen = {state: svg.dataset.state, desc: svg.querySelector("desc").textContent};
    for (const element of svg.querySelectorAll("[data-bind]")) {
        const key = element.dataset.bind;
        const attribute = {bar: "width", one: "x"}[key.split(":")[0]];
        seen[key] = attribute ? Number(element.getAttribute(attribute)) : element.textContent;
    }
    return seen;
}"""

# Texts that leave the drawing or run into each other; a few pixels of line spacing are not ink.
CROWDED = """() => [...document.querySelectorAll("svg.gate-diagram")].flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll("text")].map((e) => [e.textContent, e.getBoundingClientRect()]);
    const shown = boxes.filter(([, b]) => b.width > 0);
    const out = shown.filter(([, b]) => b.left < frame.left - 1 || b.right > frame.right + 1
        || b.top < frame.top - 1 || b.bottom > frame.bottom + 1).map(([text]) => text);
    shown.forEach(([text, a], n) => shown.slice(n + 1).forEach(([other, b]) => {
        if (a.left < b.right && b.left < a.right && a.top + 4 < b.bottom - 4 && b.top + 4 < a.bottom - 4)
            out.push(`${text} | ${other}`);
    }));
    return out;
})"""


def _page_html(language: str) -> str:
    words = {key: text[language] for key, text in TEXTS.items()}
    svgs = [draw(kind, words) for kind in KINDS for draw in (diagram_svg, onestep_svg)]
    cards = "".join(f'<div style="width:560px;height:300px">{svg}</div>' for svg in svgs)
    css, js = ((WWW / f"diagram.{end}").read_text(encoding="utf-8") for end in ("css", "js"))
    return f"<!doctype html><meta charset=utf-8><style>{css}</style><body>{cards}<script>{js}</script>"


def _update(page: Page, kind: str, values: dict | None, options: dict | None = None) -> dict:
    call = """([kind, values, options]) => GateDiagram.update(
        document.querySelector(`svg.gate-diagram[data-kind="${kind}"]:not(.gate-step)`), values, options)"""
    page.evaluate(call, [kind, values, options or {}])
    return page.evaluate(READ, kind)


def _update_step(page: Page, kind: str, values: dict) -> dict:
    call = """([kind, values]) => GateDiagram.updateStep(
        document.querySelector(`svg.gate-step[data-kind="${kind}"]`), values)"""
    page.evaluate(call, [kind, values])
    return page.evaluate(READ_STEP, kind)


def _crowded(page: Page, language: str) -> list[str]:
    """Everything at its widest: two-digit negative values, late step, two-digit norms."""
    page.set_content(_page_html(language))
    wide = dict.fromkeys(("c_prev", "c", "h_prev", "h", "c_tilde", "h_tilde", "rec"), -0.888)
    wide |= {"c": -12.345, "c_prev": -12.345, "t": 2000, "unit": 127, "x": -8.888}
    for kind in KINDS:
        _update(page, kind, {**wide, **dict.fromkeys("fiozr", 0.888)})
        _update_step(page, kind, {**dict.fromkeys(step_paths(kind), 88.888), "total": 1e-7})
    return page.evaluate(CROWDED)


def _motion(page: Page, preference: str) -> str:
    page.emulate_media(reduced_motion=preference)  # pyright: ignore[reportArgumentType]
    _update(page, "lstm", LSTM)
    page.wait_for_selector('svg[data-kind="lstm"][data-moving]', state="attached", timeout=5000)
    beads = 'svg[data-kind="lstm"] [data-bind="motion:f"]'
    return page.evaluate("css => getComputedStyle(document.querySelector(css)).animationName", beads)


def _record(page: Page) -> dict:
    """Drive one page through every case and return what it showed."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text))
    crowded = {language: _crowded(page, language) for language in ("zh", "en")}
    broken = {"c_prev": "Infinity", "c": "NaN", "c_tilde": -0.5}
    return {
        "crowded": crowded,
        "empty": _update(page, "lstm", {}),
        "broken": _update(page, "lstm", LSTM | broken),
        "closed": _update(page, "lstm", LSTM | {"f": 0.0, "c_prev": 1.0, "c_tilde": 1e-9}, {"scale": 4}),
        "huge": _update(page, "lstm", LSTM | {"c_prev": -1.5e12, "c": 12345.678}),
        "spoken": _update(page, "lstm", LSTM, {"descTemplate": "{t}/{unit}: {f_c_prev} {i_c_tilde}"}),
        "lstm": _update(page, "lstm", LSTM),
        "rounded": _update(page, "lstm", LSTM | {"f": 0.80004}),
        "gru_alone": _update(
            page, "gru_before", {"z": 0.75, "h_tilde": -0.4, "h_prev": 2.0, "h": 1.4, "unit": 1}
        ),
        "gru_before": _update(page, "gru_before", GRU),
        "gru_after": _update(page, "gru_after", GRU),
        "rnn": _update(page, "rnn", {"h_prev": -0.25, "h": 0.5}),
        "step": _update_step(
            page, "gru_before", {"direct": 0.75, "update": 4.0, "candidate": 0, "total": 2e-5}
        ),
        "step_broken": _update_step(page, "rnn", {"recurrent": "Infinity"}),
        "motion": {preference: _motion(page, preference) for preference in ("no-preference", "reduce")},
        "errors": errors,
    }


@pytest.fixture(scope="module")
def shown() -> dict:
    """What the page showed in every case, recorded in a thread of its own.

    Two synchronous Playwrights cannot share a thread, and another test may hold one for the whole session.
    """

    def drive() -> dict:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(BROWSER_ARGS))
            seen = _record(browser.new_page(viewport={"width": 700, "height": 900}))
            browser.close()
            return seen

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(drive).result(timeout=60)


def test_lstm_shows_the_textbook_step(shown: dict) -> None:
    seen = shown["lstm"]
    numbers = {key: value for key, value in seen.items() if key.startswith("number:")}
    assert numbers == {
        **{"number:f": "0.800", "number:i": "0.250", "number:o": "0.500", "number:c_tilde": "−0.400"},
        **{"number:c_prev": "2.000", "number:f_c_prev": "1.600", "number:i_c_tilde": "−0.100"},
        **{"number:c": "1.500", "number:tanh_c": "0.905", "number:h": "0.453", "number:h_prev": "0.000"},
    }
    assert (seen["paren:c_prev"], seen["paren:c_tilde"]) == ("2.000", "(−0.400)")
    assert (seen["text:t"], seen["text:unit"], seen["text:x"], seen["text:scale"]) == ("12", "3", "a␣b", "2")
    assert seen["state"] == "ok"


def test_lstm_pipes_are_as_wide_as_their_numbers_and_valves_as_open_as_their_gates(shown: dict) -> None:
    # A full pipe of 24 units is 2, the largest flow.
    seen = shown["lstm"]
    expected = {
        "c_prev": (24, False),
        "f_c_prev": (19.2, False),
        "c_tilde": (4.8, True),
        "i_c_tilde": (1.5, True),
    }
    for name, (width, negative) in expected.items():
        assert seen[f"flow:{name}"] == [pytest.approx(width), negative]
    for gate in "fio":
        assert seen[f"valve:{gate}"] == pytest.approx(24 * LSTM[gate], abs=0.02)


def test_gru_shows_both_valves_of_the_update_gate_and_its_reset_form(shown: dict) -> None:
    for kind, through in (
        ("gru_before", {"r_h_prev": "1.000"}),
        ("gru_after", {"rec": "−1.000", "r_rec": "−0.500"}),
    ):
        seen = shown[kind]
        same = {"z": "0.750", "one_minus_z": "0.250", "z_h_prev": "1.500", "fresh": "−0.100", "h": "1.400"}
        for name, text in (same | through).items():
            assert seen[f"number:{name}"] == text
        assert seen["valve:z"] == pytest.approx(18)
        assert seen["valve:one_minus_z"] == pytest.approx(6)
        assert seen["valve:r"] == pytest.approx(12)
    assert shown["gru_after"]["flow:r_rec"] == [pytest.approx(6), True]


def test_rnn_shows_old_and_new_state(shown: dict) -> None:
    seen = shown["rnn"]
    assert (seen["number:h_prev"], seen["number:h"], seen["text:scale"]) == ("−0.250", "0.500", "0.5")
    assert seen["flow:h_prev"] == [pytest.approx(12), True]


def test_closed_gate_lets_nothing_through_and_a_given_scale_holds(shown: dict) -> None:
    seen = shown["closed"]
    assert seen["valve:f"] == 0
    assert seen["flow:f_c_prev"] == [0, False]
    assert seen["flow:c_prev"] == [pytest.approx(6), False]
    assert seen["flow:c_tilde"] == [pytest.approx(1.5), False]
    assert seen["text:scale"] == "4"


def test_large_numbers_stay_short(shown: dict) -> None:
    seen = shown["huge"]
    assert (seen["number:c_prev"], seen["number:c"]) == ("−1.50×10¹²", "12345.7")
    assert seen["text:scale"] == "2.00×10¹²"


def test_empty_and_non_finite_are_said_in_words(shown: dict) -> None:
    assert (shown["empty"]["state"], shown["empty"]["number:f"]) == ("empty", "—")
    assert shown["empty"]["desc"] == TEXTS["diagram.empty"]["en"]
    broken = shown["broken"]
    assert (broken["state"], broken["number:c_prev"], broken["number:c"]) == ("nonfinite", "∞", "NaN")
    assert broken["number:c_tilde"] == "−0.500"
    assert broken["desc"] == TEXTS["diagram.nonfinite"]["en"]


def test_text_alternative_follows_the_numbers(shown: dict) -> None:
    assert shown["spoken"]["desc"] == "12/3: 1.600 −0.100"
    assert shown["lstm"]["desc"].startswith(
        "Unit 3, step 12: the forget gate f is 0.800 and keeps 1.600 of the old cell"
    )


def test_a_rounded_equation_is_not_said_to_be_equal(shown: dict) -> None:
    exact, rounded = shown["lstm"], shown["rounded"]
    assert (exact["number:f"], exact["sign:f"], exact["sign:c"]) == ("0.800", " = ", " = ")
    assert (rounded["number:f"], rounded["sign:f"], rounded["sign:c"]) == ("0.800", " ≈ ", " ≈ ")
    assert shown["rnn"]["sign:h"] == " ≈ "
    assert shown["gru_before"]["sign:z"] == " = "


def test_what_is_not_given_is_not_spoken_of(shown: dict) -> None:
    assert shown["gru_alone"]["desc"] == (
        "Unit 1: the update gate z is 0.750 and keeps 1.500 of the old hidden state 2.000; "
        "−0.100 of the candidate −0.400 is written; the new hidden state is 1.400."
    )
    assert "The reset gate r is 0.500; it acts before" in shown["gru_before"]["desc"]


def test_step_bars_are_linear_in_the_norm(shown: dict) -> None:
    # 500 units are 5, the largest norm rounded up to 1, 2 or 5.
    seen = shown["step"]
    bars = {name: seen[f"bar:{name}"] for name in (*step_paths("gru_before"), "total")}
    assert bars == pytest.approx({"direct": 75, "update": 400, "candidate": 0, "reset": 0, "total": 0})
    assert (seen["number:update"], seen["number:total"], seen["number:reset"]) == ("4.000", "2.00×10⁻⁵", "—")
    assert (seen["tick:scale"], seen["tick:1"], seen["one:"]) == ("5", "1", 12 + 100 - 1)
    assert "direct path 0.750" in seen["desc"]
    broken = shown["step_broken"]
    assert (broken["state"], broken["number:recurrent"], broken["bar:recurrent"]) == ("nonfinite", "∞", 500)


def test_beads_run_only_where_motion_is_welcome(shown: dict) -> None:
    assert shown["motion"] == {"no-preference": "gd-run", "reduce": "none"}


def test_no_text_leaves_the_drawing_or_covers_another_in_either_language(shown: dict) -> None:
    assert shown["crowded"] == {"zh": [], "en": []}


def test_console_is_clean(shown: dict) -> None:
    assert shown["errors"] == []
