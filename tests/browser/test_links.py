"""A link brings back the picture: whatever was changed, whoever sent it, and after the server was away."""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from explorer_page import ExplorerPage
from playwright.sync_api import BrowserContext, expect
from running_app import RunningApp

from gates.text import say
from gates.ui.app import PAGES
from gates.ui.links import LONGEST, MOST, unpacked
from gates.ui.state import Choice, Number, Param, Switch

#: Chinese prose of 400 characters, the most that the explorer's text takes.
PROSE = (
    "门控循环网络用一条近似直通的路径保存记忆，遗忘门决定旧的细胞状态留下多少，输入门决定写入多少新的内容，输出门决定让外面看到什么。"
    "梯度沿着这条路径往回传时只乘上遗忘门的值，所以偏置取大一些，早期的输入就更容易影响后来的误差；但是其余的路径仍然经过权重矩阵和激活函数，"
    "它们会让梯度变小或者变大，谁也不能保证长期依赖一定学得会。课堂上我们先让学生猜一猜，再移动滑块看一看，最后用公式算一遍，"
    "三种办法得到同样的数，印象才深。天气预报、股票价格、一句话、一段音乐，都可以当作输入序列；序列越长，差别越明显。"
    "如果门总是接近一，状态几乎不变，新的东西写不进去；如果门总是接近零，昨天的事今天就忘了。好的网络会按照内容来开关这些门，"
    "这正是它比普通循环网络强的地方，也是它比较难训练的原因。请同学们自己试一试，把每个门分别推到两端，看看曲线怎样变化，记下来再讨论。"
    "做完以后把链接发给同桌，让他打开看看是不是同一幅画面，再比一比谁的解释更清楚。"
)[:400]
READY = "() => window.Shiny?.shinyapp?.isConnected() && !document.documentElement.classList.contains('shiny-busy')"
#: Values of all settings as the page holds them, by short name.
HELD = "() => Object.fromEntries(Object.values(window.GateAddress.params).map((p) => [p.key, p.value]))"


def packed(settings: dict[str, str]) -> str:
    """Settings in one parameter, made apart from the page's own script."""
    plain = "\x1e".join(f"{k} {v}" for k, v in settings.items() if v.isascii())
    wide = "\x1e".join(f"{k} {v}" for k, v in settings.items() if not v.isascii())
    data = zlib.compress(plain.encode() + b"\x1d" + wide.encode("utf-16-le"))
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def changed(param: Param) -> str | None:
    """Another value of a setting, as a link writes it."""
    if isinstance(param, Switch):
        return "0" if param.default else "1"
    if isinstance(param, Choice):
        others = [o for o in param.options if o not in (param.default, "model", "csv", "own")]
        return others[0] if others else None
    if isinstance(param, Number):
        value = (
            param.low + param.step
            if param.default == param.low
            else max(param.low, param.default - param.step)
        )
        return f"{value:.10g}"
    return None


def other_settings() -> dict[str, str]:
    """Every setting of every page changed, but those that choose what is computed for minutes."""
    values = {p.key: changed(p) for page in PAGES for p in page.params if page.name != "experiments"}
    return {key: value for key, value in values.items() if value is not None}


@pytest.fixture
def visit(new_page: Callable[..., ExplorerPage]) -> Callable[[str], ExplorerPage]:
    """Opens links, whatever page they lead to."""

    def opened(query: str) -> ExplorerPage:
        page = new_page()
        page.page.goto(page.url + query)
        page.wait(READY)
        return page

    return opened


def copied(page: ExplorerPage) -> tuple[str, str]:
    """The link that the button gives, and what the page says about it."""
    page.press("link")
    link = page.page.locator(".link-address")
    expect(link).to_be_visible()
    said = page.page.locator("#gate-said").inner_text()
    address = link.input_value()
    page.page.locator(".modal-footer button").click()
    expect(page.page.locator(".modal")).to_have_count(0)
    return address, said


def test_every_setting_of_every_page_and_a_long_chinese_text_fit_into_a_link(visit):
    assert len(PROSE) == 400
    wanted = other_settings() | {"text": PROSE}
    sender = visit(f"?lang=zh&packed={packed(wanted)}")
    held = sender.page.evaluate(HELD)
    link, said = copied(sender)
    assert len(link) < LONGEST
    assert said.strip() in {say("zh", "link.copied"), say("zh", "link.in_address_bar")}
    receiver = visit(f"?{urlsplit(link).query}")
    again = receiver.page.evaluate(HELD)
    assert again == held
    written = {k: {True: "1", False: "0"}.get(v, str(v)) for k, v in again.items() if v is not None}
    assert {k: written[k] for k in wanted if k not in ("t", "m_t", "m_b", "g_t")} == {
        k: v for k, v in wanted.items() if k not in ("t", "m_t", "m_b", "g_t")
    }
    assert receiver.page.input_value("#explorer-text") == PROSE


def type_text(page: ExplorerPage, text: str) -> None:
    """Type into the explorer's text field and leave it."""
    page.reveal("text")
    page.page.fill("#explorer-text", text)
    page.page.locator("#explorer-text").blur()


def test_a_text_that_is_typed_comes_back_after_a_reload(visit):
    page = visit("?lang=zh&in=text")
    type_text(page, PROSE)
    page.wait("location.search.includes('packed=')")
    assert page.page.evaluate("location.href.length") < LONGEST
    page.page.reload()
    page.wait(READY)
    assert page.page.input_value("#explorer-text") == PROSE
    type_text(page, "短")
    page.wait("decodeURIComponent(location.search).includes('text=短')")
    assert "packed" not in page.page.evaluate("location.search")


def test_what_cannot_be_packed_is_left_out_with_a_notice(visit):
    rng = random.Random(0)
    noise = ["".join(chr(rng.randrange(0x4E00, 0x9FA0)) for _ in range(n)) for n in (400, 400)]
    page = visit(f"?packed={packed({'bf': '3', 'text': noise[0], 'g_list': noise[1]})}&lang=en")
    link, said = copied(page)
    assert len(link) < LONGEST
    assert say("en", "link.without_pages") in said
    assert page.page.evaluate(HELD)["text"] == noise[0]
    held, _ = unpacked(dict(parse_qsl(urlsplit(link).query)))
    assert held["bf"] == "3"
    assert held["text"] == noise[0]
    assert "g_list" not in held


def test_a_link_without_room_for_a_text_keeps_the_sliders(visit):
    rng = random.Random(1)
    long = {"s_list": "".join(rng.choices("0123456789., ", k=1200))}
    lines = {f"s_{k}{g}": "".join(rng.choices("0123456789,;", k=120)) for k in "WUb" for g in "ifocz"}
    page = visit(f"?packed={packed(long | lines)}&page=steps&s_do=gru&lang=zh")
    link, said = copied(page)
    assert len(link) < LONGEST
    assert say("zh", "link.without_text") in said
    held, _ = unpacked(dict(parse_qsl(urlsplit(link).query)))
    assert held["page"] == "steps"
    assert held["s_do"] == "gru"
    assert "s_list" not in held


def test_order_and_foreign_parameters_do_not_matter(visit):
    pairs = [("bf", "3.5"), ("cell", "gru"), ("bz", "-2"), ("seed", "7"), ("T", "60"), ("in", "noise")]
    foreign = [("utm_source", "课程 & mail"), ("old_setting", "9")]
    pages = [visit("?" + urlencode([*way, *foreign])) for way in (pairs, pairs[::-1])]
    held = [page.page.evaluate(HELD) for page in pages]
    assert held[0] == held[1]
    assert {k: str(held[0][k]) for k, _ in pairs} == dict(pairs)
    pages[0].wait_drawn()
    pages[0].set("b_z", 1)
    pages[0].wait("location.search.includes('bz=1')")
    address = dict(parse_qsl(pages[0].page.evaluate("location.search.slice(1)")))
    assert address["utm_source"] == "课程 & mail"
    assert address["old_setting"] == "9"


def test_tampered_values_become_defaults_with_a_notice(visit):
    page = visit("?lang=en&bi=2&page=nowhere&packed=%00x&cell=transformer&bf=99&bo=abc&bc=&seed=1e999")
    names = "page, packed, cell, bf, bo, bc, seed"
    expect(page.page.locator(".shiny-notification")).to_contain_text(say("en", "problem.link", names=names))
    held = page.page.evaluate(HELD)
    assert {k: held[k] for k in ("page", "cell", "bf", "bo", "bc", "seed", "bi")} == {
        "page": "explorer", "cell": "lstm", "bf": 1, "bo": 0, "bc": 0, "seed": 0, "bi": 2,
    }  # fmt: skip


def test_language_projector_and_lesson_work_together(visit):
    page = visit("?page=lessons&lesson=bias&lang=zh&present=1&utm_campaign=x").page
    expect(page.locator("html")).to_have_attribute("data-present", "")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator(".lesson:visible")).to_have_attribute("data-lesson", "bias")
    page.locator("[data-lang=en]").click()
    page.wait_for_function("location.search.includes('lang=en')")
    address = dict(parse_qsl(page.evaluate("location.search.slice(1)")))
    assert address == {"page": "lessons", "lesson": "bias", "lang": "en", "present": "1", "utm_campaign": "x"}


def test_the_page_comes_back_where_it_was_when_the_server_does(context_of: Callable[..., BrowserContext]):
    server = RunningApp()
    page = ExplorerPage(context_of(locale="en-US", color_scheme="light").new_page(), server.url)
    page.page.set_viewport_size({"width": 1600, "height": 1000})
    page.open("?lang=zh&in=text")
    type_text(page, PROSE)
    page.press("present")
    page.set("b_f", 3.3)
    page.wait("location.search.includes('packed=')")
    server.stop()
    expect(page.page.locator("#gate-offline")).to_be_visible()
    expect(page.page.locator("#gate-offline")).to_contain_text(say("zh", "offline.waiting"))
    server = RunningApp(port=server.port)
    page.wait(
        "() => window.watched && watched.frames > 0 && document.querySelector('#gate-offline').hidden",
        timeout=30_000,
    )
    page.wait_drawn()
    assert page.value("b_f") == 3.3
    assert page.page.input_value("#explorer-text") == PROSE
    assert page.page.evaluate(
        "[document.documentElement.lang, document.documentElement.hasAttribute('data-present')]"
    ) == [
        "zh-CN",
        True,
    ]
    page.page.close()
    server.stop()
    assert server.trouble() == []


# ---- packed settings, without a browser


def test_settings_written_out_stand_over_packed_ones():
    query: dict[str, Any] = {"packed": packed({"bf": "3", "bi": "1"}), "bf": "2", "lang": "zh"}
    settings, wrong = unpacked(query)
    assert wrong == []
    assert settings["bf"] == "2"
    assert settings["bi"] == "1"


@pytest.mark.parametrize(
    "data",
    [
        b"not deflate",
        zlib.compress(b"bf 3"),
        zlib.compress("bf ３".encode() + b"\x1d"),
        zlib.compress(b"bf 3\x1dodd"),
        zlib.compress(b"bf 3\x1d" + "text 门".encode("utf-16-le"))[:-6],
        zlib.compress(b"text " + b"0" * 50_000_000 + b"\x1d"),
        zlib.compress(b"0" * MOST + b"\x1d"),
    ],
)
def test_what_is_not_packed_settings_is_refused_by_name(data: bytes):
    settings, wrong = unpacked({"packed": base64.urlsafe_b64encode(data).decode(), "bf": "2"})
    assert wrong == ["packed"]
    assert settings["bf"] == "2"
