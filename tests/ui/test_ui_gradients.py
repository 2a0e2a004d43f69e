"""The gradients page without a browser: settings, results, typed gradients, and what each section says."""

from __future__ import annotations

import asyncio
import json
import math

import numpy as np
import pytest
from lab_scenes import DEFAULTS, shown

from gates.core.errors import GateError
from gates.figures.frame import pack
from gates.text import LANGS, catalogue, say
from gates.ui.gradients import compute, results
from gates.ui.gradients.params import BIASES, PARAMS, SECTIONS
from gates.ui.gradients.section import Part, Section, Shown
from gates.ui.gradients.server import SECTIONS as BUILT
from gates.ui.gradients.typed import typed_gradients

# ---- sections


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("cell", ["lstm", "gru"])
@pytest.mark.parametrize("name", SECTIONS)
def test_a_section_shows_numbers_and_a_sentence_for_every_figure(name, cell, lang):
    view, found, s = shown(name, lang, cell=cell)
    header, _ = pack(view.paints)
    json.dumps(header, allow_nan=False)
    assert set(BUILT[name].tables) == set(view.paints)
    for figure, (parts, columns) in BUILT[name].tables.items():
        assert len(view.texts[f"{figure}_says"]) > 10
        table = columns(lang, s, found)
        assert set(parts) <= found.keys()
        assert len({len(column) for column in table.values()}) == 1


@pytest.mark.parametrize(("p", "T", "said"), [(0.9, 2, "= 0.810"), (0.9, 100, "≈ 2.7 × 10"), (1.0, 50, "= 1.00"),
                                               (0.0, 50, "= 0,"), (0.7, 3, "= 0.343"), (0.7, 4, "≈ 0.240")])  # fmt: skip
def test_a_rounded_power_is_not_said_to_be_equal(p, T, said):
    assert f"<sup>{T}</sup> {said}" in shown("held", p=p, T=T)[0].texts["held_says"]


HARSH = [
    {"recurrent_scale": 8.0, "b_f": 8.0, "T": 150, "state0": "ones"},
    {"family": "zero", "input_scale": 0.0, "source": "zero", "state0": "zero"},
    {"d_h": 1, "T": 2},
    {"p": 0.0, "held_scale": 4.0},
    {"p": 1.0, "held_scale": 4.0, "T": 150},
    {"law": "uniform", "d_h": 3, "units": 3},
]


@pytest.mark.parametrize("cell", ["lstm", "gru"])
@pytest.mark.parametrize("name", SECTIONS)
@pytest.mark.parametrize("harsh", HARSH)
def test_no_setting_breaks_a_section(name, cell, harsh):
    small = {"ly_T": 200, "ly_skip": 50}
    view, *_ = shown(name, "zh", cell=cell, on_candidate=False, **small, **harsh)
    header, _ = pack(view.paints)
    json.dumps(header, allow_nan=False)


@pytest.mark.parametrize("cell", ["lstm", "gru"])
@pytest.mark.parametrize("p", [0.1, 0.5, 0.9, 0.37, 1.0])
def test_with_zero_weights_theory_and_measurement_coincide_in_the_picture(cell, p):
    view, found, _ = shown("held", cell=cell, p=p, T=200)
    curves = view.paints["held"].traces
    lag = np.arange(201)
    np.testing.assert_allclose(curves["power"].values, lag * math.log10(p), rtol=1e-12)
    np.testing.assert_allclose(curves["full"].values, curves["power"].values, rtol=1e-12, atol=1e-13)
    assert view.texts["held_says"].startswith("With zero recurrent weights theory and measurement coincide")
    assert found["held"].terms == {}


@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_otherwise_they_part_and_the_path_is_named(cell):
    view, found, _ = shown("held", cell=cell, p=0.5, held_scale=1.5)
    terms = {name: v for name, v in found["held"].terms.items() if name != "direct"}
    named = max(terms, key=lambda name: terms[name])
    assert say("en", f"lab.path.{named}") in view.texts["held_says"]
    assert abs(found["held"].held.log10_full[-1] - found["held"].held.log10_power[-1]) > 1


def test_the_extremes_say_what_they_are():
    assert "exactly 0" in shown("held", p=0.0)[0].texts["held_says"]
    assert "exactly 1" in shown("held", p=1.0)[0].texts["held_says"]


def test_the_identity_holds_and_its_residual_is_told():
    view, found, _ = shown("paths")
    assert np.nanmax(found["terms"].residual) < 1e-13
    assert "residual" in view.texts["terms_says"]
    np.testing.assert_allclose(found["terms"].share[:, :-1, 0].sum(axis=0), 1, atol=1e-9)


def test_switching_paths_off_draws_each_alone_and_all_together():
    view, _, _ = shown("paths", on_candidate=False, on_forget=False)
    assert set(view.paints["ablation"].traces) == {"full", "-forget", "-candidate", "all"}
    assert view.texts["ablation_says"].startswith("Ablation: without")
    assert "no shares" in view.texts["ablation_never"]


def test_an_ablation_is_never_called_a_share():
    about = {k: v for k, v in catalogue().items() if k.startswith(("lab.ablation", "lab.without"))}
    calls = {k for k, v in about.items() if "share" in v["en"] or "份额" in v["zh"]}
    assert calls == {"lab.ablation.never"}
    assert "are no shares" in about["lab.ablation.never"]["en"]
    assert "也不是份额" in about["lab.ablation.never"]["zh"]


def test_the_disc_belongs_to_the_zero_point_only():
    zero, cursor = shown("spectrum", at="zero")[0], shown("spectrum", at="cursor")[0]
    assert "disc" in zero.paints["eig"].traces
    assert "disc" not in cursor.paints["eig"].traces
    assert "<b>stable</b>" in zero.texts["eig_says"]
    assert "<b>unstable</b>" in shown("spectrum", recurrent_scale=4.0)[0].texts["eig_says"]


def test_zero_weights_have_the_exponents_of_the_direct_path():
    _, found, _ = shown("spectrum", cell="gru", family="zero", input_scale=0.0, b_z=1.0)
    told = found["exponents"]
    np.testing.assert_allclose(told.lyapunov.exponents, told.direct, rtol=1e-12)
    assert told.direct == pytest.approx(math.log(1 / (1 + math.exp(-1))), rel=1e-12)


def test_laws_have_their_published_values():
    """Theory, section 1: chrono with T_max 100 and lag 100 gives .150, one bias of 1 gives 2.48e-14."""
    values = compute.laws(DEFAULTS)
    at = int(np.argmin(np.abs(compute.LAGS - 100)))
    assert values["chrono"][at] == pytest.approx(0.150, abs=5e-4)
    assert values["constant"][at] == pytest.approx(2.48e-14, rel=1e-2)
    assert compute.laws(DEFAULTS | {"units": 128})["uniform"][at] == pytest.approx(0.00455, abs=5e-6)
    assert values["chrono_drawn"][at] == pytest.approx(values["chrono"][at], rel=0.25)


def test_truncation_cuts_at_the_last_boundary():
    view, found, _ = shown("hygiene", segment=30)
    cut = found["trunc"]["truncated"]
    assert np.all(np.isneginf(cut[:90]))
    # The state that step 90 hands on is carried, and gets no gradient itself.
    assert cut[90] == -np.inf
    np.testing.assert_allclose(cut[91:], found["trunc"]["full"][91:], rtol=1e-13)
    assert view.paints["trunc"].extra == {"mark": {"x": 90}}
    assert "leaks" in shown("hygiene", segment=30, cut="h")[0].texts["trunc_says"]
    # A GRU has no c to forget.
    assert "leaks" not in shown("hygiene", segment=30, cut="h", cell="gru")[0].texts["trunc_says"]


def test_the_networks_gradients_are_those_of_the_loss():
    s = DEFAULTS | {"d_h": 3, "T": 6}
    analytic = compute.network_gradients(s)

    def loss(b_f):
        _, trace = compute.run(s | {"b_f": b_f})
        return 0.5 * np.sum((trace.h[-1] - 1) ** 2)

    numeric = (loss(1 + 1e-6) - loss(1 - 1e-6)) / 2e-6
    assert analytic["b_f"].sum() == pytest.approx(numeric, rel=1e-6)
    assert set(analytic) == {f"{kind}_{g}" for kind in "WUb" for g in "ifoc"}


# ---- typed gradients


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("3, 4, 0", {"g1": [3], "g2": [4], "g3": [0]}),
        ("W: 3, 4; b: nan", {"W": [3, 4], "b": [math.nan]}),
        ("3，4；inf", {"g1": [3], "g2": [4], "g3": [math.inf]}),
        ("−1e200 ∞", {"g1": [-1e200], "g2": [math.inf]}),
        ("W：1\n2", {"W": [1], "g2": [2]}),
    ],
)
def test_typed_gradients(text, read):
    got = typed_gradients(text)
    assert list(got) == list(read)
    for name, values in read.items():
        np.testing.assert_array_equal(got[name], values)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "lab.error.count"),
        (" ; ", "lab.error.count"),
        ("1 " * 101, "lab.error.count"),
        ("3, abc", "lab.error.number"),
        ("a: 1; a: 2", "lab.error.twice"),
    ],
)
def test_wrong_lists_are_refused_with_a_reason_in_both_languages(text, key):
    with pytest.raises(GateError) as refused:
        typed_gradients(text)
    assert refused.value.key == key
    assert all(say(lang, key, **refused.value.params) for lang in LANGS)


def test_while_the_list_is_wrong_the_last_picture_stays():
    view, _, s = shown("hygiene", grads="typed", typed="x")
    assert "clip" not in view.paints
    assert BUILT["hygiene"].wrong(s)["typed"].key == "lab.error.number"


def test_what_is_not_finite_is_named_and_markup_is_harmless():
    said = shown("hygiene", grads="typed", typed="W: 1; <b>: nan")[0].texts["clip_says"]
    assert "&lt;b&gt;" in said
    assert "Not finite" in said


def test_clipping_three_four():
    view, found, _ = shown("hygiene", grads="typed", typed="3, 4", max_norm=1.0)
    assert found["clip"][1].factor == pytest.approx(0.2)
    np.testing.assert_allclose(view.paints["clip"].traces["after"].values[1], np.log10([0.6, 0.8]))


# ---- results


def counting(calls, seconds=0.0):
    def compute_it(s):
        calls.append(dict(s))
        return s["x"] * 2

    part = Part(("x",), compute_it, lambda s: seconds)
    return Section({"double": part}, lambda *_: Shown({}, {}))


def test_a_part_is_computed_once_a_setting():
    calls = []
    kept = results.Results(lambda: asyncio.sleep(0))
    section = counting(calls)
    for x, other in ((1, 0), (1, 5), (2, 5), (2, 6)):
        found, stale = kept.of(section, {"x": x, "other": other})
        assert (found, stale) == ({"double": 2 * x}, set())
    assert calls == [{"x": 1}, {"x": 2}]


def slow_double(s):
    """Stands for a computation that belongs into the other process."""
    return s["x"] * 2


def test_a_long_part_arrives_later_and_the_old_one_is_stale(monkeypatch):
    async def at_once(function, *args):
        return function(*args)

    monkeypatch.setattr("gates.ui.offload.in_other_process", at_once)
    monkeypatch.setattr("gates.ui.offload.REST_SECONDS", 0)
    part = Part(("x",), slow_double, lambda s: 1.0)
    section = Section({"double": part}, lambda *_: Shown({}, {}))

    async def story():
        arrived = asyncio.Event()

        async def tell():
            # The picture that a result asks for reads the results again, and must come to its end.
            kept.of(section, {"x": 1})
            await asyncio.sleep(0)
            arrived.set()

        kept = results.Results(tell)
        assert kept.of(section, {"x": 1}) == ({}, set())
        await asyncio.wait_for(arrived.wait(), 5)
        assert kept.of(section, {"x": 1}) == ({"double": 2}, set())
        assert kept.of(section, {"x": 3}) == ({"double": 2}, {"double"})
        kept.forget()

    asyncio.run(story())


# ---- settings


def test_short_names_of_links_are_the_pages_own():
    keys = [param.key for param in PARAMS]
    assert len(keys) == len(set(keys))
    assert all(key.startswith("g_") for key in keys)


def test_every_gate_has_a_bias_slider():
    assert {f"b_{g}" for g in "fiozrch"} == {param.id for param in BIASES.values()}
