"""Lessons: the right answer is the one that is computed, every number is right, and no claim goes too far."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings as how
from hypothesis import strategies as st

from gates.figures.base import as_json
from gates.text import LANGS, catalogue
from gates.ui.explorer import compute as explorer
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
@each_language
def test_the_table_holds_what_the_figure_draws(lesson, lang):
    shown = lesson.look(lang, lesson.first)
    assert set(shown.tables) == set(lesson.figures)
    for name, columns in shown.tables.items():
        assert len({len(column) for column in columns.values()}) == 1, name
        # Sizes stand in a table as they are, and on an axis of powers of ten by their logarithms.
        numbers = [np.array([float(str(v).replace("−", "-") or "nan") for v in c]) for c in columns.values()]
        with np.errstate(divide="ignore", invalid="ignore"):
            held = [*numbers, *map(np.log10, numbers)]
        for curve, trace in shown.paints[name].traces.items():
            if curve == "chance":
                continue
            fine = np.isfinite(trace.values)
            assert any(
                np.allclose(column[: len(fine)][fine], trace.values[fine], rtol=1e-4)
                for column in held
                if len(column) >= len(fine)
            ), (name, curve)


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
