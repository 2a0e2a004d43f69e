"""Synthetic inputs, typed text, the real series, and standardising, by their values."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gates.core.errors import GateError
from gates.inputs import KINDS, SERIES, Sequence, real_series, standardise, synthetic, text_sequence
from gates.inputs.text import graphemes
from gates.text.errors_inputs import TEXTS as ERRORS
from gates.text.inputs import TEXTS


def test_zero_impulse_step() -> None:
    assert not synthetic("zero", 5, 3).X.any()
    np.testing.assert_array_equal(synthetic("impulse", 4, 2).X, [[1, 1], [0, 0], [0, 0], [0, 0]])
    np.testing.assert_array_equal(synthetic("step", 8, 1).X[:, 0], [0, 0, 1, 1, 1, 1, 1, 1])
    assert synthetic("step", 1, 1).X.tolist() == [[1.0]]


def test_sine_has_period_25_and_shifted_channels() -> None:
    X = synthetic("sine", 100, 2).X
    np.testing.assert_allclose(X[25:], X[:-25], atol=1e-12)
    np.testing.assert_allclose(X[:, 1], -X[:, 0], atol=1e-12)
    assert X[0, 0] == 0
    assert abs(X[:25]).max() > 0.99


@pytest.mark.parametrize("kind", ["noise", "spikes"])
def test_random_kinds_follow_the_seed_and_grow_at_the_end(kind: str) -> None:
    X = synthetic(kind, 200, 3, seed=7).X
    np.testing.assert_array_equal(X, synthetic(kind, 200, 3, seed=7).X)
    np.testing.assert_array_equal(X[:50], synthetic(kind, 50, 3, seed=7).X)
    assert not np.array_equal(X, synthetic(kind, 200, 3, seed=8).X)


def test_noise_is_standard_normal_and_spikes_are_rare_ones() -> None:
    X = synthetic("noise", 2000, 50, seed=1).X
    assert abs(X.mean()) < 0.01
    assert abs(X.std() - 1) < 0.01
    S = synthetic("spikes", 2000, 50, seed=1).X
    assert set(np.unique(S)) == {0.0, 1.0}
    assert abs(S.mean() - 0.1) < 0.005


@pytest.mark.parametrize(
    ("kwargs", "key"),
    [
        ({"kind": "sinus", "T": 5}, "error.input.kind"),
        ({"kind": "zero", "T": 0}, "error.input.range"),
        ({"kind": "zero", "T": 2001}, "error.input.range"),
        ({"kind": "zero", "T": float("nan")}, "error.input.whole_number"),
        ({"kind": "zero", "T": "10"}, "error.input.whole_number"),
        ({"kind": "zero", "T": True}, "error.input.whole_number"),
        ({"kind": "zero", "T": None}, "error.input.whole_number"),
        ({"kind": "zero", "T": 5, "d_x": 257}, "error.input.range"),
        ({"kind": "noise", "T": 5, "seed": -1}, "error.input.range"),
        ({"kind": "noise", "T": 5, "seed": 2**32}, "error.input.range"),
    ],
)
def test_wrong_settings_are_named(kwargs: dict, key: str) -> None:
    with pytest.raises(GateError) as caught:
        synthetic(**kwargs)
    assert caught.value.key == key
    assert ERRORS[key]["en"].format(**caught.value.params) == str(caught.value)


def test_a_character_has_one_vector_wherever_it_stands() -> None:
    a, b = text_sequence("遗忘门的门", 8, seed=3), text_sequence("a门🙂", 8, seed=3)
    np.testing.assert_array_equal(a.X[2], a.X[4])
    np.testing.assert_array_equal(a.X[2], b.X[1])
    np.testing.assert_array_equal(a.X[:, :5], text_sequence("遗忘门的门", 5, seed=3).X)
    assert not np.array_equal(a.X[2], text_sequence("门", 8, seed=4).X[0])
    assert a.labels == tuple("遗忘门的门")


def test_vectors_are_standard_normal() -> None:
    X = text_sequence("".join(map(chr, range(0x4E00, 0x4E00 + 1000))), 64).X
    assert abs(X.mean()) < 0.02
    assert abs(X.std() - 1) < 0.02


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("门控", ["门", "控"]),
        ("e\u0301é", ["é", "é"]),
        ("👨‍👩‍👧!", ["👨‍👩‍👧", "!"]),
        ("👍🏽👍", ["👍🏽", "👍"]),
        ("🇨🇳🇩🇪", ["🇨🇳", "🇩🇪"]),
        ("❤️1️⃣", ["❤️", "1️⃣"]),
        ("a\r\nb", ["a", "\n", "b"]),
        ("\u0301x", ["\u0301", "x"]),
        ("\ud800x", ["\ufffd", "x"]),
        ("a\u200db", ["a\u200d", "b"]),
    ],
)
def test_one_step_for_what_reads_as_one_character(text: str, characters: list[str]) -> None:
    assert graphemes(text) == characters


def test_blanks_get_visible_labels() -> None:
    assert text_sequence("a b\n\t\u3000\x00\u202e").labels == ("a", "␣", "b", "↵", "⇥", "␣", "␀", "◌")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "error.text.empty"),
        (" \n\u3000", "error.text.empty"),
        ("字" * 2001, "error.text.long"),
        ("e\u0303" * 10_001, "error.text.long"),
    ],
)
def test_empty_and_endless_texts_are_refused(text: str, key: str) -> None:
    with pytest.raises(GateError) as caught:
        text_sequence(text)
    assert caught.value.key == key
    assert ERRORS[key]["en"].format(**caught.value.params) == str(caught.value)


@settings(max_examples=60, deadline=None)
@example("0\u1680")
@given(st.text(st.characters(), max_size=40))
def test_any_text_is_split_without_loss_or_refused(text: str) -> None:
    if not text.strip():
        with pytest.raises(GateError, match="empty"):
            text_sequence(text, 2)
        return
    labels = text_sequence(text, 2).labels
    assert labels is not None
    "".join(labels).encode("utf-8")
    assert all(label.strip() for label in labels)


@pytest.mark.parametrize("name", SERIES)
def test_every_series_is_standardised_and_says_so(name: str) -> None:
    seq = real_series(name)
    np.testing.assert_allclose(seq.X.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(seq.X.std(axis=0), 1, rtol=1e-12)
    assert seq.labels is not None
    assert [note.key for note in seq.notes][-1] == "input.note.standardised"
    for language in ("zh", "en"):
        assert TEXTS[SERIES[name].title][language]
        assert TEXTS[SERIES[name].group][language]
        assert all(TEXTS[note.key][language].format(**note.params) for note in seq.notes)


def test_stock_series_hold_the_published_prices() -> None:
    price, ret = real_series("price-goog"), real_series("return-goog")
    assert (price.T, ret.T, price.labels[0], ret.labels[0]) == (105, 104, "2018-01-01", "2018-01-08")  # type: ignore[index]
    mean, sd = price.notes[-1].params["mean"][0], price.notes[-1].params["sd"][0]  # type: ignore[index]
    raw = price.X[:, 0] * sd + mean
    np.testing.assert_allclose(raw[:2], [1.0, 1.0181722783479359], rtol=1e-12)
    mean, sd = ret.notes[-1].params["mean"][0], ret.notes[-1].params["sd"][0]  # type: ignore[index]
    np.testing.assert_allclose(ret.X[:, 0] * sd + mean, np.diff(np.log(raw)), atol=1e-12)
    np.testing.assert_allclose(real_series("return-all").X[:, :1], ret.X, rtol=1e-12)


def test_china_series_holds_gapminder_values() -> None:
    seq = real_series("country-china")
    mean, sd = (np.array(seq.notes[-1].params[k]) for k in ("mean", "sd"))
    raw = seq.X * sd + mean
    np.testing.assert_allclose(raw[:3, 0], [44.0, 50.54896, 44.50136], rtol=1e-12)
    np.testing.assert_allclose(10 ** raw[0, 2], 556263527, rtol=1e-9)
    assert seq.labels == tuple(str(y) for y in range(1952, 2008, 5))


def test_an_unknown_series_is_named() -> None:
    with pytest.raises(GateError, match="no series called 'x'"):
        real_series("x")


def test_standardise_turns_a_constant_column_into_zeros_and_says_so() -> None:
    seq = standardise(Sequence(np.array([[1.0, 0.1], [3.0, 0.1], [5.0, 0.1]]), ("a", "b")))
    np.testing.assert_allclose(seq.X, np.array([[-1, 0], [0, 0], [1, 0]]) * [1.5**0.5, 1], atol=1e-15)
    assert seq.notes[0].params["mean"] == pytest.approx((3.0, 0.1))
    assert seq.notes[0].params["sd"] == pytest.approx(((8 / 3) ** 0.5, 0.0))
    assert seq.notes[1].params["columns"] == ("b",)


@pytest.mark.parametrize("size", [1e300, 1e-300, 5e-324])
def test_standardise_neither_overflows_nor_underflows(size: float) -> None:
    X = standardise(Sequence(np.array([[-1.0], [1.0]]) * size, ("a",))).X
    np.testing.assert_allclose(X, [[-1], [1]], rtol=1e-12)


def test_a_sequence_checks_itself_and_cannot_be_written_to() -> None:
    for X, key in [
        (np.zeros(3), "shape"),
        (np.zeros((0, 1)), "shape"),
        (np.full((2, 1), np.nan), "finite"),
        (np.zeros((2, 2)), "names"),
    ]:
        with pytest.raises(GateError) as caught:
            Sequence(X, ("a",))
        assert caught.value.key == f"error.input.{key}"
    with pytest.raises(ValueError, match="read-only"):
        synthetic("zero", 2).X[0] = 1


def test_every_name_and_sentence_exists_in_both_languages() -> None:
    assert {f"input.kind.{kind}" for kind in KINDS} <= TEXTS.keys()
    for entry in (ERRORS | TEXTS).values():
        assert set(entry) == {"zh", "en"}
        assert all(entry.values())
