"""Lessons: the right answer is the one that is computed, every number is right, and no claim goes too far."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings as how
from hypothesis import strategies as st

from gates.core import GRU
from gates.core.gradients import flow
from gates.experiments.bundled import bundled
from gates.figures.base import as_json
from gates.text import LANGS, catalogue
from gates.ui.explorer import compute as explorer
from gates.ui.gradients import compute as laboratory
from gates.ui.lessons import runs
from gates.ui.lessons.opening import PAGES, address
from gates.ui.lessons.params import LESSONS, PARAMS
from gates.ui.lessons.server import given, texts, verdict
from gates.ui.state import from_query

REQUIRED = {
    *("valve", "bias", "slow", "direct", "saturation", "ablation"),
    *("explosion", "clip", "reset", "memory", "measure", "bottleneck"),
}
each_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.name)
each_language = pytest.mark.parametrize("lang", LANGS)


def look(name: str, lang="en", **moved):
    """A lesson at its own settings, some of them moved."""
    lesson = LESSONS[name]
    return lesson.look(lang, {**lesson.first, **moved})


def sigmoid(b: float) -> float:
    return 1 / (1 + math.exp(-b))


def number(shown: str) -> float:
    """Value of a number as it is shown."""
    plain = shown.replace("−", "-").replace(",", "").replace(" %", "")
    mantissa, _, exponent = plain.partition(" × 10<sup>")
    return float(mantissa) * 10.0 ** float(exponent.removesuffix("</sup>") or 0)


def test_the_required_lessons_exist():
    assert LESSONS.keys() >= REQUIRED


# ---- the right answer


@each_lesson
def test_the_computed_answer_is_the_declared_one_and_the_only_one(lesson):
    claims = lesson.look("en", lesson.first).claims
    assert tuple(claims) == tuple(lesson.answers)
    assert [key for key, true in claims.items() if true] == [lesson.right]


@each_lesson
@each_language
def test_verdict(lesson, lang):
    for answer in lesson.answers:
        said = verdict(lang, lesson, answer)
        assert f'data-right="{lesson.right}"' in said
        assert ('class="is-right"' in said) == (answer == lesson.right)
        assert "{" not in said


@pytest.mark.parametrize(
    "sent", [None, "b", 3, [], {}, {"valve": None}, {"valve": 1}, {"valve": "ab"}, {"valve": "z"}, {"valve": ""},
             {"valve": ["b"]}, {"bias": "b"}]
)  # fmt: skip
def test_what_is_no_answer_reveals_nothing(sent):
    assert given(LESSONS["valve"], sent) is None


def test_an_answer_reveals():
    assert given(LESSONS["valve"], {"valve": "c", "bias": "a"}) == "c"


# ---- numbers, each from a formula of its own


def test_valve():
    f = sigmoid(2.2)
    fields = look("valve").fields
    assert round(f, 2) == 0.90
    assert number(fields["left"]) == pytest.approx(f**20, abs=5e-4)
    assert round(100 * f**20) == 12
    assert number(fields["half"]) == pytest.approx(-math.log(2) / math.log(f), abs=5e-3)


def test_bias_of_one():
    fields = look("bias").fields
    assert number(fields["ratio"]) == round((sigmoid(1) / 0.5) ** 20)
    assert number(fields["zero"]) == pytest.approx(0.5**20, rel=0.06)
    assert number(fields["one"]) == pytest.approx(sigmoid(1) ** 20, rel=0.03)
    assert number(fields["far"]) == pytest.approx(sigmoid(1) ** 100, rel=0.02)
    assert number(fields["full"]) > number(fields["full0"])
    assert round(sigmoid(1), 2) == 0.73


def test_z_near_one():
    z = sigmoid(4.6)
    fields = look("slow").fields
    assert fields["n"] == next(n for n in range(1, 201) if 2 * z**n - 1 <= 0) == 70
    assert number(fields["new"]) == pytest.approx(1 - z, rel=5e-4)
    assert number(fields["left"]) == pytest.approx(z**200, abs=5e-4)
    assert math.tanh(-8) == pytest.approx(-1, abs=1e-6)


def test_the_direct_path_coincides_with_the_gradient_without_recurrent_weights_only():
    fields = look("direct").fields
    assert fields["alone"] == fields["alone_direct"]
    assert fields["full"] != fields["direct"]
    assert float(fields["gap"]) == pytest.approx(
        math.log10(number(fields["full"]) / number(fields["direct"])), abs=0.06
    )
    assert look("direct", recurrent_scale=0.0).claims["a"]


def test_saturation_opens_one_path_and_closes_the_other():
    fields = look("saturation").fields
    now, was = ({k: number(fields[k + end]) for k in ("f", "slope", "direct", "forget")} for end in ("", "0"))
    assert now["f"] > was["f"]
    assert now["direct"] > was["direct"]
    assert now["slope"] < was["slope"]
    assert now["forget"] < was["forget"]
    assert number(fields["ratio"]) == pytest.approx(was["slope"] / now["slope"], rel=0.01)


def test_ablations_do_not_add_up_but_the_telescope_does():
    fields = look("ablation").fields
    ratios = [number(fields[path]) for path in ("direct", "update", "candidate", "reset")]
    assert number(fields["reset"]) > 1
    assert number(fields["losses"]) == pytest.approx(sum(1 - r for r in ratios), abs=0.01)
    assert abs(number(fields["losses"]) - 1) > 0.5
    for seed in range(21):
        assert look("ablation", seed=seed).fields["projections"] == "1.00"


def test_explosion_with_every_forget_gate_below_one():
    run = runs.explored(
        {
            "cell": "lstm",
            "source": "noise",
            "T": 100,
            "d_h": 32,
            "seed": 1,
            "recurrent_scale": 6.0,
            "b_f": 2.0,
        }
    )
    measured = flow(run.cell, run.trace)
    fields = look("explosion").fields
    assert run.keep.max() < 1
    assert number(fields["full"]) == pytest.approx(10 ** measured.log10_full[0, 0], rel=0.01)
    assert number(fields["direct"]) == pytest.approx(10 ** measured.log10_direct_norm[0, 0], rel=0.02)
    assert measured.log10_direct_norm[0, 0] < 0 < 6 < measured.log10_full[0, 0]
    assert "Exploded" in look("explosion").says["reach"]
    assert look("explosion", recurrent_scale=0.5).claims["a"]


def test_clipping_scales_all_parts_alike():
    fields = look("clip").fields
    assert fields["after"] == "1.00"
    assert fields["ratio"] == fields["ratio_after"]
    assert number(fields["factor"]) == pytest.approx(1 / number(fields["before"]), rel=0.05)
    assert number(fields["ratio"]) > 1e6, "the text says millions"
    quiet = look("clip", recurrent_scale=0.5, max_norm=10.0)
    assert "does nothing" in quiet.says["clipped"]


def test_reset_before_and_after():
    fields = look("reset").fields
    assert number(fields["most"]) > 0.1
    assert number(fields["open"]) < number(fields["most"]) / 10
    assert number(fields["own"]) == number(fields["most"]), (
        "the unit that is drawn shows the largest difference"
    )


def test_equal_parameters():
    fields = look("memory").fields
    count = {"lstm": 4 * 64 * (10 + 64 + 1), "gru": 3 * 75 * (10 + 75 + 1), "rnn": 133 * (10 + 133 + 1)}
    assert (number(fields["p"]), number(fields["gp"]), number(fields["rp"])) == tuple(count.values())
    assert (fields["state"], fields["gstate"], fields["rstate"]) == (128, 75, 133)
    assert number(fields["dev"]) == round(100 * (count["gru"] / count["lstm"] - 1), 2)


def test_measured_quality_is_that_of_the_bundled_study():
    rows = bundled("first_item").rows
    fields = look("measure").fields
    for cell in ("lstm", "gru", "rnn"):
        own = [r for r in rows if r["cell"] == cell]
        assert number(fields[f"{cell}_test"]) == round(100 * np.mean([r["quality"] for r in own]), 1)
        assert number(fields[f"{cell}_parameters"]) == own[0]["parameters"]
    first = rows[0]
    told = (first["d_h"], first["steps"], first["d_out"], round(100 * first["baseline_quality"], 1))
    assert told == (32, 50, 8, 12.5), "the text says these"
    assert {r["updates"] <= 3000 for r in rows} == {True}
    assert {(r["cell"], r["stopped_by"]) for r in rows if r["cell"] != "rnn"} == {
        ("lstm", "target"),
        ("gru", "target"),
    }
    early = look("measure", updates=1000).fields
    assert number(early["lstm"]) > 90 > number(early["gru"])


def test_the_state_is_a_bottleneck_for_every_gate():
    for b_z in (-4.0, 0.0, 2.0, 4.0, 6.0):
        for d_h in (1, 8, 32):
            fields = look("bottleneck", b_z=b_z, d_h=d_h).fields
            assert fields["rank"] <= d_h
    fields = look("bottleneck").fields
    assert (fields["rank"], fields["T"], fields["kept"], fields["numbers"]) == (8, 40, 40, 320)


# ---- what the lessons compute beyond the core


@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_contributions_of_the_steps_sum_to_the_gradient_of_the_biases(cell):
    s = {"cell": cell, "T": 30, "recurrent_scale": 2.0}
    parts = runs.contributions(s)
    whole = laboratory.network_gradients(runs.laboratory_settings(s))
    biases = np.concatenate([whole[f"b_{g}"] for g in {"lstm": "ifoc", "gru": "zrh"}[cell]])
    np.testing.assert_allclose(parts.sum(axis=0), biases, rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("reset", ["before", "after"])
def test_traces_of_the_input_by_the_complex_step(reset):
    run = runs.explored({"cell": "gru", "reset": reset, "source": "noise", "T": 7, "d_h": 3})
    cell, X = run.cell, run.trace.x
    assert isinstance(cell, GRU)
    found = runs.traces_of_input(cell, X)
    for k in range(len(X)):
        turned = X.astype(complex)
        turned[k] += 1e-30j
        np.testing.assert_allclose(
            found[:, :, k], cell.run(turned).h[:, 0].imag / 1e-30, rtol=1e-12, atol=1e-16
        )


# ---- sliders, figures, links


@each_lesson
def test_figures_are_those_that_are_painted(lesson):
    shown = lesson.look("en", lesson.first)
    assert set(shown.paints) == set(shown.says) == set(lesson.figures)
    for name, new in lesson.figures.items():
        curves = {trace["name"] for trace in as_json(new())["data"]}
        assert set(shown.paints[name].traces) <= curves
        assert f"card.{lesson.figure(name)}" in catalogue()


@each_lesson
@how(max_examples=12, deadline=None)
@drawn(data=st.data())
def test_every_position_of_the_sliders_has_words_and_finite_axes(lesson, data):
    moved = {}
    for p in lesson.sliders:
        steps = data.draw(st.integers(0, round((p.high - p.low) / p.step)), label=p.id)
        moved[p.id] = p.read(min(p.low + steps * p.step, p.high))
    for lang in LANGS:
        shown = lesson.look(lang, moved)
        for text in (*texts(lang, lesson, shown, "a", moved).values(), *map(str, shown.fields.values())):
            assert not re.search(r"nan|NaN|[{}]|None", text), text
        for paint in shown.paints.values():
            assert np.all(np.isfinite([*paint.axis, *(paint.range or (0.0,))]))


@each_lesson
def test_the_link_opens_the_same_settings(lesson):
    moved = {p.id: p.high for p in lesson.sliders}
    for s in (lesson.first, moved):
        page, wanted = lesson.opens(s)
        query = dict(re.findall(r"[?&](\w+)=([^&]*)", address("zh", page, wanted)))
        assert (query["page"], query["lang"]) == (page, "zh")
        values, wrong = from_query(PAGES[page], query)
        assert wrong == []
        assert {id: values[id] for id in wanted} == dict(wanted)


@pytest.mark.parametrize("name", ["valve", "bias", "slow", "direct", "explosion", "reset", "bottleneck"])
def test_the_explorer_draws_what_the_lesson_draws(name):
    page, wanted = LESSONS[name].opens(LESSONS[name].first)
    s, _ = from_query(PAGES[page], dict(re.findall(r"[?&](\w+)=([^&]*)", address("en", page, wanted))))
    sequence = explorer.build_sequence(s, None)
    assert sequence is not None
    np.testing.assert_array_equal(explorer.run(s, s["cell"], sequence).trace.h, runs.explored(wanted).trace.h)


def test_settings_have_names_of_their_own_and_no_answer_is_in_a_link():
    keys = [param.key for param in PARAMS]
    assert len(set(keys)) == len(keys)
    assert keys[0] == "lesson"
    assert all(key.startswith("l_") for key in keys[1:])
    assert not any("answer" in key for key in keys)


# ---- prose


@each_lesson
@each_language
def test_a_lesson_has_three_to_six_sentences_and_two_to_four_answers(lesson, lang):
    prose = re.sub(r"<[^>]+>", "", catalogue()[f"lesson.{lesson.name}.text"][lang])
    ends = "。" if lang == "zh" else r"\.(?:\s|$)"
    assert 3 <= len(re.findall(ends, prose)) <= 6
    assert 2 <= len(lesson.answers) <= 4
    assert re.search(r"[?？]$", catalogue()[f"lesson.{lesson.name}.question"][lang])


def test_no_sentence_overstates():
    keys = [key for key in catalogue() if re.match(r"(lesson|card|option\.lesson)\.", key)]
    for key in keys:
        zh, en = catalogue()[key]["zh"], catalogue()[key]["en"].lower()
        assert not re.search(r"solv|eliminat|abolish|overcom|no longer vanish|never vanish", en), key
        assert not re.search(r"解决|消除了|根除|克服|不会消失|不再消失", zh), key
        if "share" in en:
            assert "none of them is a share" in en, key
        if "占比" in zh:
            assert "都不是“占比”" in zh, key
