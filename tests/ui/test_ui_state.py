"""Settings from links and inputs: right values are read, wrong ones are refused, nothing raises."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.core.errors import GateError
from gates.text import catalogue
from gates.ui.app import PAGES
from gates.ui.explorer.params import PARAMS
from gates.ui.state import Choice, Number, Switch, Text, from_query, read_inputs

DEFAULTS = {param.id: param.default for param in PARAMS}
#: Whatever a websocket can bring.
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


def is_right(param: Any, value: Any) -> bool:
    """Whether ``value`` is one that the setting may have."""
    if isinstance(param, Number):
        whole = isinstance(value, int) if param.whole else math.isfinite(value)
        return not isinstance(value, bool) and whole and param.low <= value <= param.high
    if isinstance(param, Choice):
        return value in param.options
    if isinstance(param, Switch):
        return isinstance(value, bool)
    return isinstance(value, str) and len(value) <= param.longest


@pytest.mark.parametrize(
    ("raw", "value"),
    [(3, 3), ("3", 3), (3.0, 3), ("1e2", 100), (" 7 ", 7), (1, 1), (2000, 2000)],
)
def test_whole_numbers(raw, value):
    read = Number("T", "T", 100, 1, 2000).read(raw)
    assert read == value
    assert type(read) is int


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ("", "problem.range"),
        ("abc", "problem.range"),
        ("nan", "problem.range"),
        ("inf", "problem.range"),
        (-math.inf, "problem.range"),
        (math.nan, "problem.range"),
        (0, "problem.range"),
        (2001, "problem.range"),
        (10**400, "problem.range"),
        (True, "problem.range"),
        (None, "problem.range"),
        ([3], "problem.range"),
        ({"a": 3}, "problem.range"),
        (2.5, "problem.whole"),
        ("2.5", "problem.whole"),
    ],
)
def test_what_is_no_whole_number_in_range(raw, key):
    with pytest.raises(GateError) as refused:
        Number("T", "T", 100, 1, 2000).read(raw)
    assert refused.value.key == key
    assert refused.value.params == {"low": "1", "high": "2000"}


def test_numbers_with_digits():
    bias = Number("b_f", "bf", 1.0, -8, 8, 0.1, whole=False)
    assert bias.read("-7.95") == -7.95
    assert bias.read(8) == 8.0
    with pytest.raises(GateError):
        bias.read(8.01)


def test_choices_switches_and_text():
    choice, switch, text = Choice("c", "c", "a", ("a", "b")), Switch("s", "s"), Text("t", "t", "", 3)
    assert choice.read("b") == "b"
    assert (switch.read("1"), switch.read("0"), switch.read(True)) == (True, False, True)
    assert text.read("门 x") == "门 x"
    wrong = [(choice, "A"), (choice, ["a"]), (switch, "yes"), (switch, 1), (text, "four"), (text, 4)]
    for param, raw in wrong:
        with pytest.raises(GateError):
            param.read(raw)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_first_values_are_right_and_names_are_apart(page):
    for param in page.params:
        assert param.read(param.default) == param.default
    ids = [p.id for p in page.params]
    assert len(set(ids)) == len(ids)


def test_names_in_links_are_apart():
    keys = [param.key for page in PAGES for param in page.params]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & {"lang", "present", "page"}


def test_a_link_with_every_setting_stays_short():
    longest = {"text": ""}
    pairs = [f"{p.key}={longest.get(p.id, p.default)}" for page in PAGES for p in page.params]
    assert len("&".join(pairs)) < 2000


def test_a_link():
    query = {"bf": "-2.5", "cell": "gru", "T": "7", "std": "0", "bi": "99", "init": "evil", "utm_source": "x"}
    values, wrong = from_query(PARAMS, query)
    assert values == DEFAULTS | {"b_f": -2.5, "cell": "gru", "T": 7, "standardise": False}
    assert wrong == ["bi", "init"]


def test_an_empty_link_gives_the_first_values():
    assert from_query(PARAMS, {}) == (DEFAULTS, [])


@given(st.dictionaries(st.sampled_from([p.key for p in PARAMS]) | st.text(max_size=5), st.text(max_size=20)))
def test_any_link_gives_right_values(query):
    values, wrong = from_query(PARAMS, query)
    assert all(is_right(param, values[param.id]) for param in PARAMS)
    for param in PARAMS:
        assert (param.key in wrong) <= (values[param.id] == param.default)
    assert set(wrong) <= query.keys()


@given(st.dictionaries(st.sampled_from([p.id for p in PARAMS]), JSON))
def test_any_inputs_give_right_values(sent):
    last = DEFAULTS | {"b_f": 0.5, "T": 50}
    values, errors = read_inputs(PARAMS, sent.get, last)
    assert all(is_right(param, values[param.id]) for param in PARAMS)
    for param in PARAMS:
        if param.id in errors or sent.get(param.id) is None:
            assert values[param.id] == last[param.id]
        if param.id in errors:
            # Each complaint can be said in both languages.
            assert catalogue()[errors[param.id].key]["zh"].format(**errors[param.id].params)
    assert errors.keys() <= sent.keys()


def test_what_the_browser_has_not_sent_keeps_its_last_value():
    assert read_inputs(PARAMS, lambda _: None, DEFAULTS | {"T": 5})[0]["T"] == 5


def test_a_link_between_two_steps_of_a_slider_means_the_nearest():
    bias = Number("b", "b", 1.0, -8, 8, 0.1, whole=False)
    assert from_query((bias,), {"b": "1.23"})[0] == {"b": 1.2}
    assert from_query((bias,), {"b": "-7.98"})[0] == {"b": -8.0}
    assert from_query((bias,), {"b": "8"})[0] == {"b": 8.0}
