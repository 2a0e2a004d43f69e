"""The parameters page without a page: stacks as typed, counts, tables."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.core.errors import GateError
from gates.text import LANGS, catalogue
from gates.ui.parameters import params as p
from gates.ui.parameters.count import calculation, counted, formula
from gates.ui.parameters.show import percent, results
from gates.ui.parameters.stack import parse_stack
from gates.weights.counts import CONVENTIONS, GATES, Layer, count, network, summary

DEFAULTS: dict[str, Any] = {param.id: param.default for param in p.PARAMS}


def value(latex: str) -> int:
    """What a written-out calculation comes to."""
    plain = re.sub(r"\\text\{([\d,]+)\}", lambda m: m[1].replace(",", ""), latex).replace(r"\times", "*")
    assert re.fullmatch(r"[\d+*() ]+", plain)
    return eval(plain)


@pytest.mark.parametrize(
    ("text", "layers"),
    [
        ("LSTM(64), GRU(32), Dense(1)", [("lstm", 64, False), ("gru", 32, False), ("dense", 1, False)]),
        ("BiLSTM(300)", [("lstm", 300, True)]),
        ("Bidirectional(LSTM(300)); simplernn(4)", [("lstm", 300, True), ("rnn", 4, False)]),
        ("ＬＳＴＭ（６４）、ＧＲＵ（３）", [("lstm", 64, False), ("gru", 3, False)]),
        ("gru 8 -> gru 8\nLinear 2", [("gru", 8, False), ("gru", 8, False), ("dense", 2, False)]),
    ],
)
def test_stacks_as_people_write_them(text, layers):
    assert parse_stack(text) == tuple(Layer(*layer) for layer in layers)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "recurrent"),
        ("Dense(3)", "recurrent"),
        ("foo(3)", "layer"),
        ("LSTM", "layer"),
        ("LSTM(3.5)", "layer"),
        ("LSTM(-3)", "layer"),
        ("BiDense(3)", "layer"),
        ("LSTM(0)", "units"),
        ("LSTM(999999999)", "units"),
        ("GRU(1)," * 51, "layers"),
    ],
)
def test_what_is_no_stack_is_refused_with_a_reason(text, key):
    with pytest.raises(GateError) as caught:
        parse_stack(text)
    assert caught.value.key == f"error.parameters.{key}"
    assert catalogue()[caught.value.key]["en"].format(**caught.value.params) == str(caught.value)


@given(st.text(max_size=40))
def test_any_text_is_a_stack_or_a_reason(text):
    try:
        layers: tuple[Layer, ...] | None = parse_stack(text)
    except GateError:
        layers = None
    assert layers is None or any(layer.kind != "dense" for layer in layers)


def test_first_settings_show_the_counts_of_the_textbook():
    c = counted(DEFAULTS)
    assert {cell: table["textbook"] for cell, table in c.table.items()} == {
        "rnn": 40,
        "gru": 120,
        "lstm": 160,
    }
    assert c.table["gru"] == {
        "textbook": 120, "pytorch": 132, "keras": 132, "keras_reset_before": 120, "onnx": 132, "flax": 124,
    }  # fmt: skip
    assert c.budget == 120


def test_a_typed_stack_is_counted_as_keras_counts_it():
    c = counted(DEFAULTS | {"build": "typed", "d_x": 8})
    assert [row.parameters for row in c.rows] == [18_688, 9_408, 33]
    assert c.budget == 18_688 + count(64, [Layer("gru", 32)])


def test_a_typed_budget_is_matched():
    c = counted(DEFAULTS | {"d_x": 10, "budget": "typed", "number": 19_200})
    assert {cell: (m.d_h, m.parameters) for cell, m in c.matches.items()} == {
        "rnn": (133, 19_152),
        "gru": (75, 19_350),
        "lstm": (64, 19_200),
    }


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("cell", list(GATES))
@pytest.mark.parametrize("both", [False, True])
def test_written_calculations_come_to_the_count(convention, cell, both):
    layers = network(cell, 1_200, 2, both, head=3)
    for row in summary(1_000, layers, convention):
        assert value(calculation(row, convention)) == row.parameters
    _, *steps = formula(1_000, layers[0]).split(" = ")
    assert {value(step) for step in steps} == {count(1_000, layers[:1])}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"cell": "lstm", "both": True, "layers": 2, "head": 10},
        {"cell": "rnn", "convention": "flax"},
        {"build": "typed", "stack": "RNN(2), BiGRU(3), LSTM(4)"},
    ],
)
def test_tables_have_captions_and_headers(changed, lang):
    html = str(results(lang, counted(DEFAULTS | changed), False))
    tables = re.findall(r"<table.*?</table>", html, re.S)
    assert len(tables) == 3
    for table in tables:
        assert re.search(r"<caption>\s*<span>.+?</span>", table, re.S)
        assert all("scope=" in head for head in re.findall(r"<th\b[^>]*>", table))
    assert "{" not in re.sub(r"<[^>]*>", "", html)


def test_a_mixed_stack_says_which_cell_each_reason_is_for():
    html = str(results("en", counted(DEFAULTS | {"build": "typed"}), False))
    assert "GRU: the GRU's default is reset_after=True" in html
    assert "LSTM: one bias vector a gate, as in the textbook." in html


@pytest.mark.parametrize(
    ("share", "en", "zh"),
    [(0.0, "0 %", "0%"), (150 / 19_200, "+0.781 %", "+0.781%"), (-1 / 15, "−6.67 %", "−6.67%")],
)
def test_deviations_have_their_sign(share, en, zh):
    assert (percent("en", share), percent("zh", share)) == (en, zh)
