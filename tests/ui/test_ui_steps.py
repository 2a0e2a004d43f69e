"""The step-by-step page without a page: typed text to steps, complaints, formulas and diagram numbers."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates import GRU, LSTM
from gates.steps import lstm_from_gates
from gates.steps.formula import shown
from gates.text import LANGS, catalogue
from gates.ui.mathml import coloured, mathml, split_outside
from gates.ui.steps import params as p
from gates.ui.steps.diagrams import diagrams
from gates.ui.steps.read import Reading, fields_of, read
from gates.ui.steps.show import results
from gates.ui.steps.unit import gru_unit, lstm_unit

DEFAULTS: dict[str, Any] = {param.id: param.default for param in p.PARAMS}
SHEETS = [
    {"sheet": "lstm"},
    {"sheet": "gru"},
    {"sheet": "product"},
    {"sheet": "weights", "cell": "lstm"},
    {"sheet": "weights", "cell": "gru"},
]


def typed(**changed: str) -> Reading:
    return read(DEFAULTS | changed)


def arrays(s: dict[str, Any], letter: str, gates: str) -> np.ndarray:
    """Typed weights of the gates, read here by hand."""
    rows = [[[float(n) for n in row.split(",")] for row in s[f"{letter}_{k}"].split(";")] for k in gates]
    return np.array(rows)


def test_weights_of_an_lstm_are_put_in_the_order_of_the_core():
    s = DEFAULTS | {"sheet": "weights"}
    W, U, b = (arrays(s, letter, "ifoc") for letter in "WUb")
    cell = LSTM(np.concatenate([W, U], axis=2), b[:, 0])
    core = cell.step(np.array([[1, -0.5]]), (np.array([[0.2, -0.4]]), np.array([[0.5, 1.0]])))
    values = typed(sheet="weights").steps["lstm"].values
    for name in ("i", "f", "o", "c_tilde", "c", "h"):
        np.testing.assert_allclose(values[name], getattr(core, name)[0], rtol=1e-13, err_msg=name)


@pytest.mark.parametrize("reset", ["before", "after"])
def test_weights_of_a_gru_are_read_in_both_resets(reset):
    s = DEFAULTS | {"sheet": "weights", "cell": "gru"}
    W, U, b = (arrays(s, letter, "zrh") for letter in "WUb")
    b, b_hn = b[:, 0].copy(), np.array([0.3, -0.2])
    if reset == "before":
        b[2] += b_hn
    cell = GRU(W, U, b, reset=reset, b_hn=b_hn if reset == "after" else None)
    core = cell.step(np.array([[1, -0.5]]), np.array([[0.2, -0.4]]))
    values = read(s).steps[f"{reset}/keeps"].values
    for name in ("z", "r", "h_tilde", "h"):
        np.testing.assert_allclose(values[name], getattr(core, name)[0], rtol=1e-13, err_msg=name)


def test_the_example_with_all_weights_one_is_the_published_one():
    reading = typed(sheet="weights", cell="gru", **p.EXAMPLES["weights"]["ones"])
    assert reading.steps["before/keeps"].values["h"][0] == pytest.approx(0.114915, abs=5e-7)
    assert reading.steps["after/keeps"].values["h"][0] == pytest.approx(0.113787, abs=5e-7)


@pytest.mark.parametrize(
    ("changed", "field", "key"),
    [
        ({"f": "1.2"}, "f", "error.step.gate"),
        ({"c_tilde": "-1.01"}, "c_tilde", "error.step.candidate"),
        ({"o": ""}, "o", "error.step.missing"),
        ({"i": "abcxyz"}, "i", "error.step.number"),
        ({"c_prev": "inf"}, "c_prev", "error.step.number"),
        ({"f": "0.5, 0.5"}, "f", "error.step.length"),
        ({"sheet": "gru", "z": "-0.1"}, "z", "error.step.gate"),
        ({"sheet": "gru", "h_prev": "1,2,3,4,5"}, "h_prev", "error.step.size"),
        ({"sheet": "product", "list": "0.9, 1.1"}, "list", "error.step.gate"),
        ({"sheet": "product", "list": " , "}, "list", "error.step.missing"),
        ({"sheet": "product", "list": "0.9 x"}, "list", "error.step.number"),
        ({"sheet": "weights", "W_f": "1, 2"}, "W_f", "error.steps.matrix"),
        ({"sheet": "weights", "U_o": "1, 2; 3"}, "U_o", "error.steps.matrix"),
        ({"sheet": "weights", "b_i": "1"}, "b_i", "error.steps.bias"),
        ({"sheet": "weights", "c0": "1"}, "c0", "error.steps.length"),
        ({"sheet": "weights", "W_c": "1e200, 1; 1, 1"}, "W_c", "error.steps.large"),
        ({"sheet": "weights", "x": "1e300, 1"}, "x", "error.steps.large"),
        ({"sheet": "weights", "cell": "gru", "b_hn": "1, 2, 3"}, "b_hn", "error.steps.bias"),
    ],
)
def test_the_complaint_stands_beside_the_field_that_is_wrong(changed, field, key):
    reading = typed(**changed)
    assert {id: error.key for id, error in reading.wrong.items()} == {field: key}
    assert not reading.steps
    for lang in LANGS:
        assert "{" not in catalogue()[key][lang].format(**reading.wrong[field].params)


def test_two_wrong_fields_are_both_told():
    assert set(typed(f="2", i="x").wrong) == {"f", "i"}


def test_a_size_that_is_not_known_yet_blames_nobody_else():
    assert set(typed(sheet="weights", x="1, a").wrong) == {"x"}


@pytest.mark.parametrize("sheet", SHEETS)
@settings(max_examples=30, deadline=None)
@given(
    st.data(), st.text(max_size=12) | st.floats().map(str) | st.lists(st.floats(0, 1), max_size=5).map(str)
)
def test_whatever_is_typed_is_computed_or_refused(sheet, data, text):
    s = DEFAULTS | sheet
    reading = read(s | {data.draw(st.sampled_from(fields_of(s))): text})
    assert bool(reading.steps) != bool(reading.wrong)
    numbers = [
        v
        for step in reading.steps.values()
        for name, vs in step.values.items()
        if name != "log10"
        for v in vs
    ]
    assert np.isfinite(numbers).all()


class Reader(HTMLParser):
    """Tags that are opened and closed in turn, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        """MathML closes empty elements so."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("write", p.WRITE.options)
@pytest.mark.parametrize("sheet", SHEETS)
def test_every_sheet_becomes_well_formed_html(sheet, write, lang):
    reader = Reader()
    reader.feed(str(results(lang, read(DEFAULTS | sheet), write, False)))
    assert reader.open == []
    assert "\\" not in reader.text
    assert "{" not in reader.text


def last_number(latex: str) -> str:
    return latex.rsplit(" ", 1)[-1]


@pytest.mark.parametrize("j", [0, 1])
def test_a_unit_written_out_has_the_values_of_the_whole_vectors(j):
    reading = typed(sheet="weights")
    step = reading.steps["lstm"]
    assert reading.weights is not None
    for line in lstm_unit(reading.weights, step, j):
        assert last_number(line.latex) == shown((step.values[line.name][j],)).replace("−", "-")


@pytest.mark.parametrize("reset", ["before", "after"])
@pytest.mark.parametrize("convention", ["keeps", "admits"])
def test_a_unit_of_a_gru_too(reset, convention):
    reading = typed(sheet="weights", cell="gru")
    step = reading.steps[f"{reset}/{convention}"]
    assert reading.weights is not None
    for line in gru_unit(reading.weights, step, 1, reset, convention):
        assert last_number(line.latex) == shown((step.values[line.name][1],)).replace("−", "-")


def test_the_sum_of_a_unit_is_the_sum_of_its_products():
    reading = typed(sheet="weights")
    assert reading.weights is not None
    line = lstm_unit(reading.weights, reading.steps["lstm"], 0)[1]
    assert r"0.5 \times 1 + 0.5 \times (-0.5) + 1 \times 0.2 + 0 \times (-0.4) + 1" in line.latex
    assert r"\sigma\left(1.45\right)" in line.latex


def test_parts_of_a_formula_are_split_outside_brackets_only():
    latex = r"h = z \odot \begin{pmatrix} 1 \\ 2 = 3 \end{pmatrix} + (1 + z) = \left(4 + 5\right)"
    assert [part for _, part in split_outside(latex, (" = ",))][::2] == ["h", r"\left(4 + 5\right)"]
    right = split_outside(latex, (" = ",))[1][1]
    assert len(split_outside(right, (" + ", r" \odot "))) == 3


def test_letters_of_vectors_are_bold_and_their_indices_are_not():
    html = str(mathml(coloured(r"W_f x_t + \tilde{c}_t"), True))
    assert re.findall(r"<mi>(.)</mi>", html) == ["𝑾", "f", "𝒙", "t", "𝒄", "t"]
    assert '<mrow class="q-cand">' in html


def test_a_minus_that_belongs_to_a_number_is_set_close_to_it():
    html = str(mathml("2 - 1 + (-0.4)"))
    assert re.findall(r"<mo( form=\"prefix\")?>−</mo>", html) == ["", ' form="prefix"']


def test_numbers_have_the_colours_of_their_quantities():
    html = str(results("en", typed(), "all", False))
    found = re.findall(r'<mrow class="q-(\w+)"><mn>([\d.]+)</mn></mrow>', html)
    assert {("f", "0.8"), ("i", "0.25")} <= set(found)
    assert ("o", "0.5") in found


def test_the_diagram_shows_the_unit_that_is_written_out():
    reading = typed(sheet="weights", cell="gru")
    values = reading.steps["after/keeps"].values
    found = diagrams(reading, 1)["gru_after"]
    assert (found["z"], found["r"], found["h"], found["unit"]) == (
        values["z"][1],
        values["r"][1],
        values["h"][1],
        2,
    )
    # U_h h + b_hn of the second unit: 1 · 0.2 + 0 · (−0.4) − 0.2.
    assert found["rec"] == pytest.approx(0.0, abs=1e-15)
    assert diagrams(typed(sheet="product"), 0) == {}


def test_defaults_are_the_exercises_of_the_textbook():
    assert typed().steps["lstm"] == lstm_from_gates(2, 0.8, 0.25, -0.4, 0.5)
    assert typed(sheet="product").steps["product"].values["product"] == (0.36,)
    gru = typed(sheet="gru").steps["keeps"].values
    assert (gru["h"], gru["slope"]) == ((1.4,), (0.75,))
