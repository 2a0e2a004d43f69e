"""Both languages say the same, in the project's own words, and nothing is said that the catalogue lacks."""

from __future__ import annotations

import re
import string

import pytest
from text_keys import said

from gates.text import catalogue, say
from gates.ui.app import PAGES
from gates.ui.state import Choice

CJK = re.compile(r"[\u3400-\u9fff]")
#: Names and signs that are the same in Chinese.
SAME_IN_CHINESE = re.compile(
    r"LSTM|GRU|RNN|T_max|—|PyTorch|ONNX|Flax（linen）|Keras|Keras（reset_after=False）"
    r"|chrono[：（].*|d_h|‖.*‖|1/\(1−\{g\}̄\)|−1/ln \{g\}̄|\{name\} (10|90) %|[a-z] = [\d.]+"
)
#: Words that pages bring which are not open yet; a key that is none of these and that nobody says is dead.
WAITING = re.compile(r"nav\..+|count\.(state|multiply_adds|deviation)(\.note)?")

#: How the field says it, and translations that are wrong or of another convention.
WRONG_WORDS = {
    "忘记门": "遗忘门",
    "遗弃门": "遗忘门",
    "复位门": "重置门",
    "更新闸": "更新门",
    "单元状态": "细胞状态",
    "隐状态": "隐藏状态",
    "隐含状态": "隐藏状态",
    "隐层状态": "隐藏状态",
    "候选记忆": "候选细胞状态",
    "梯度弥散": "梯度消失",
    "梯度爆发": "梯度爆炸",
    "雅克比": "雅可比",
    "雅各比": "雅可比",
    "直连路径": "直接路径",
    "直通路径": "直接路径",
    "全梯度": "完整梯度",
    "半生期": "半衰期",
    "学习速率": "学习率",
    "参数数量": "参数量",
    "李亚普诺夫": "李雅普诺夫",
    "輸": "输",
}


def fields(sentence: str) -> set[str]:
    """Names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_both_languages_say_the_same():
    assert {k for k, both in catalogue().items() if both.keys() != {"zh", "en"}} == set()
    assert {k for k, both in catalogue().items() if not all(s.strip() for s in both.values())} == set()
    assert {k for k, both in catalogue().items() if fields(both["zh"]) != fields(both["en"])} == set()


def test_chinese_is_chinese_and_english_is_english():
    plain = {key: both["zh"] for key, both in catalogue().items() if not CJK.search(both["zh"])}
    assert {k: s for k, s in plain.items() if not SAME_IN_CHINESE.fullmatch(s)} == {}
    english = {k: both["en"] for k, both in catalogue().items() if CJK.search(both["en"])}
    assert english == {"app.title": "Gate Explorer 门控探索器"}


def test_markup_is_the_same_in_both_languages():
    tag = re.compile(r"</?\w+[^>]*>")
    for key, both in catalogue().items():
        assert sorted(tag.findall(both["zh"])) == sorted(tag.findall(both["en"])), key


def test_everything_said_is_in_the_catalogue():
    keys, patterns = said()
    assert {k: where for k, where in keys.items() if k not in catalogue()} == {}
    unknown = {p: w for p, w in patterns.items() if not any(re.fullmatch(p, key) for key in catalogue())}
    # The report of the experiments composes its keys below "experiment.", the diagram below "diagram.".
    prefixed = [f"{prefix}\\.{p}" for prefix in ("experiment", "diagram") for p in unknown]
    known = {p.partition(r"\.")[2] for p in prefixed if any(re.fullmatch(p, key) for key in catalogue())}
    assert {p: w for p, w in unknown.items() if p not in known} == {}


def test_nothing_in_the_catalogue_is_dead():
    keys, patterns = said()
    composed = re.compile("|".join(f"(?:experiment\\.|diagram\\.)?{p}" for p in patterns))
    dead = [
        k for k in catalogue() if k not in keys and not composed.fullmatch(k) and not WAITING.fullmatch(k)
    ]
    assert dead == []


def test_options_and_controls_are_those_that_exist():
    params = [param for page in PAGES for param in page.params]
    options = {f"option.{p.id}.{value}" for p in params if isinstance(p, Choice) for value in p.options}
    named_by_the_inputs = {f"option.series.{v}" for p in params if p.id == "series" for v in p.options}
    wanted = options - named_by_the_inputs
    assert {key for key in catalogue() if key.startswith("option.")} == wanted


def test_pages_have_names():
    assert {f"nav.{page.name}" for page in PAGES} <= catalogue().keys()


@pytest.mark.parametrize("wrong", WRONG_WORDS)
def test_the_terms_are_those_of_the_field(wrong):
    hits = {k: both["zh"] for k, both in catalogue().items() if wrong in both["zh"]}
    assert hits == {}, f"say {WRONG_WORDS[wrong]}"


@pytest.mark.parametrize(
    ("key", "zh", "en"),
    [
        ("gate.f", "遗忘门", "forget gate"),
        ("gate.i", "输入门", "input gate"),
        ("gate.o", "输出门", "output gate"),
        ("gate.r", "重置门", "reset gate"),
        ("gate.c", "候选细胞状态", "candidate cell state"),
        ("gate.h", "候选隐藏状态", "candidate hidden state"),
        ("explorer.gates", "门偏置", "Gate biases"),
        ("figure.direct", "直接路径", "direct path"),
        ("figure.full", "完整梯度", "full gradient"),
        ("read.half_life", "半衰期", "half-life"),
    ],
)
def test_a_term(key, zh, en):
    assert catalogue()[key] == {"zh": zh, "en": en}


def test_fields_are_filled():
    assert say("zh", "say.input.T", T=3, d=2) == "3 步 × 2 个通道"
    assert say("en", "problem.range", low=-8, high=8) == "Enter a number from -8 to 8."
    with pytest.raises(KeyError):
        say("en", "no.such.key")
