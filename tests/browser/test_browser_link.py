"""A link reproduces the picture, keeps what is not ours, and survives nonsense."""

from __future__ import annotations

from urllib.parse import parse_qs, urlparse

import numpy as np
import pytest

from gates.text import say


def query(explorer) -> dict[str, list[str]]:
    """Settings in the address."""
    return parse_qs(urlparse(explorer.page.url).query)


def wait_for_link(explorer, key: str, value: str) -> None:
    """Wait until the address has a setting."""
    explorer.wait("([key, value]) => new URLSearchParams(location.search).get(key) === value", [key, value])


def test_a_reload_gives_the_same_picture(explorer):
    explorer.radio("cell", "gru")
    explorer.set("b_z", 2.5)
    explorer.set("d_h", 9)
    explorer.set("seed", 77)
    explorer.choose("law", "uniform")
    explorer.choose("source", "sine")
    explorer.set("T", 64)
    explorer.set("t", 11)
    wait_for_link(explorer, "t", "11")
    before = {f: explorer.curve(f, n) for f, n in (("reach", "full"), ("gates", "r"), ("states", "h"))}
    says, rows = explorer.says("reach_says"), explorer.rows()
    explorer.page.reload()
    explorer.wait_drawn()
    for figure, name in (("reach", "full"), ("gates", "r"), ("states", "h")):
        np.testing.assert_array_equal(explorer.curve(figure, name), before[figure])
    np.testing.assert_array_equal(explorer.rows(), rows)
    assert explorer.says("reach_says") == says
    assert explorer.value("d_h") == 9
    assert len(explorer.page.url) < 2000


def test_only_what_differs_is_in_the_link(explorer):
    explorer.set("b_f", 2.0)
    wait_for_link(explorer, "bf", "2")
    assert query(explorer) == {"bf": ["2"], "lang": ["en"]}
    explorer.set("b_f", 1.0)
    explorer.wait("() => !new URLSearchParams(location.search).has('bf')")


def test_foreign_parameters_survive_and_change_nothing(open_page):
    explorer = open_page("?utm_source=lms&course=深度学习&bf=2&lang=en#part")
    explorer.set("b_i", 1.5)
    wait_for_link(explorer, "bi", "1.5")
    assert query(explorer) == {
        "utm_source": ["lms"],
        "course": ["深度学习"],
        "bf": ["2"],
        "bi": ["1.5"],
        "lang": ["en"],
    }
    assert explorer.page.url.endswith("#part")


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_tampered_value_gives_the_first_one_and_a_notice(open_page, lang):
    explorer = open_page(
        f"?lang={lang}&bf=99&cell=<script>alert(1)</script>&T=NaN&seed=5&init=../../x&std=maybe&dh=1e9"
    )
    notice = explorer.page.locator(".shiny-notification")
    notice.wait_for()
    names = ("bf", "cell", "T", "init", "std", "dh")
    assert all(name in notice.inner_text() for name in names)
    assert say(lang, "problem.link", names="").rstrip(".。:： ")[:10] in notice.inner_text()
    assert explorer.value("b_f") == 1.0
    assert explorer.value("d_h") == 16
    assert explorer.value("seed") == 5
    assert explorer.page.is_checked('input[name="explorer-cell"][value="lstm"]')
    assert explorer.is_alive()


def test_text_of_a_link_is_text(open_page):
    explorer = open_page("?lang=en&in=text&text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%E9%97%A8")
    assert explorer.page.input_value("#explorer-text") == "<img src=x onerror=alert(1)>门"
    assert explorer.page.locator(".page.explorer img").count() == 0
    assert len(explorer.curve("gates", "f")) == len("<img src=x onerror=alert(1)>门")


def test_the_page_of_a_link_is_opened_in_projector_mode(open_page):
    explorer = open_page("?lang=zh&present=1", size=(1280, 720))
    assert explorer.page.evaluate("document.documentElement.hasAttribute('data-present')")
    assert explorer.figures_in_view() == ["reach"]
    explorer.page.keyboard.press("Escape")
    explorer.wait("() => !new URLSearchParams(location.search).has('present')")
