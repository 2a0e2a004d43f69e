"""A layer that was sent to the explorer: whose settings count, what it is fed with, and how its biases move."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from ui_scenes import settings

from gates.core.errors import GateError
from gates.core.init import make_cell
from gates.inputs.sequence import MAX_T, Sequence
from gates.text import LANGS
from gates.ui.explorer import compute
from gates.ui.explorer.words import model_note
from gates.ui.models.request import as_sequence
from gates.ui.sent import Sent, fitted, settled

RNG = np.random.default_rng(3)


def sent(kind: str = "gru", d_h: int = 5, d_x: int = 3, T: int = 20, **options) -> Sent:
    cell = make_cell(kind, d_x, d_h, rng=np.random.default_rng(1), **options)
    return Sent("encoder <l0>", cell, as_sequence(RNG.standard_normal((T, d_x))))


@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn"])
def test_sliders_add_to_the_trained_biases(kind):
    layer = sent(kind)
    zero = {f"b_{k}": 0.0 for k in "fioczrhn"}
    s, errors = settled(settings(weights="model", source="model", cell="lstm", **zero), {}, layer)
    assert errors == {}
    assert (s["cell"], s["d_h"], s["compare"]) == (kind, 5, "none")
    x = compute.build_sequence(s, None)
    assert x is not None
    np.testing.assert_array_equal(x.X, layer.sequence.X)
    run = compute.run(s, s["cell"], x)
    np.testing.assert_array_equal(run.trace.h, layer.cell.run(x.X[:, None]).h)
    moved = compute.build_cell(s | dict.fromkeys(zero, 0.5), kind, 3)
    np.testing.assert_allclose(moved.b, layer.cell.b + 0.5)
    for lang in LANGS:
        assert "encoder &lt;l0&gt;" in model_note(lang, layer)["model_note"]


@pytest.mark.parametrize("kind", ["lstm", "gru", "rnn"])
def test_the_initial_state_of_the_model_comes_with_its_weights(kind):
    plain = sent(kind)
    h0, c0 = RNG.standard_normal((2, 1, 5))
    layer = replace(plain, state=(h0, c0) if kind == "lstm" else h0)
    s, errors = settled(settings(weights="model", source="model", state0="model"), {}, layer)
    assert errors == {}
    run = compute.run(s, kind, layer.sequence)
    moved = compute.with_biases(layer.cell, [s[name] for name in compute.BIAS_ORDER[kind]])
    expected = moved.run(layer.sequence.X[:, None], layer.state)
    np.testing.assert_array_equal(run.trace.h, expected.h)
    np.testing.assert_array_equal(run.trace.h_prev[0], h0)


@pytest.mark.parametrize("layer", [None, sent()])
def test_without_the_model_s_weights_the_state_is_zero_and_says_so(layer):
    s, errors = settled(settings(state0="model"), {}, layer)
    assert s["state0"] == "zero"
    assert {id: error.key for id, error in errors.items()} == {"state0": "explorer.model_state"}
    x = compute.build_sequence(s, None)
    assert x is not None
    assert not compute.run(s, "lstm", x).trace.h_prev[0].any()


def test_drawn_weights_stay_drawn():
    s, errors = settled(settings(), {}, sent())
    assert errors == {}
    assert s["model"] is None
    assert compute.build_cell(s, "lstm", 1).d_h == s["d_h"]
    assert model_note("en", None) == {}


def test_a_link_to_a_layer_that_never_came():
    s, errors = settled(settings(weights="model", source="model"), {}, None)
    assert {id: error.key for id, error in errors.items()} == {
        "weights": "explorer.model_gone",
        "source": "explorer.model_gone",
    }
    assert s["model"] is None
    assert compute.build_sequence(s, None) is not None


@pytest.mark.parametrize("source", ["zero", "impulse", "sine", "noise", "text"])
def test_what_is_made_here_has_the_model_s_width(source):
    s, _ = settled(settings(weights="model", source=source), {}, sent(d_x=4))
    x = compute.build_sequence(s, None)
    assert x is not None
    assert x.d_x == 4


def test_an_input_of_another_width_is_refused():
    s, _ = settled(settings(weights="model", source="series"), {}, sent(d_x=4))
    with pytest.raises(GateError, match="takes 4 channels, this input has 6"):
        compute.build_sequence(s, None)


def test_a_wide_model_gets_as_many_steps_as_a_slider_can_follow():
    cell = make_cell("lstm", 1, 256, rng=np.random.default_rng(0))
    cut = fitted(Sequence(np.zeros((MAX_T, 1)), ("x",), tuple(map(str, range(MAX_T)))), cell)
    assert cut.T == 500
    assert cut.labels is not None
    assert len(cut.labels) == 500
    assert cut.notes[-1].key == "explorer.model_cut"
    assert fitted(Sequence(np.zeros((400, 1)), ("x",)), cell).T == 400


def test_reset_is_that_of_the_cell():
    s, _ = settled(settings(weights="model", reset="before"), {}, sent(reset="after"))
    assert s["reset"] == "after"
