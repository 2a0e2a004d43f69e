"""Light, dark and projector mode, and that a card fills the screen and comes back."""

from __future__ import annotations

import pytest

from gates.figures.theme import COLOURS

BOX = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom];
}"""


OVERLAPS = """() => {
  const share = (a0, a1, b0, b1) => Math.min(a1, b1) - Math.max(a0, b0);
  const hit = (a, b) => share(a.left, a.right, b.left, b.right) > 1 && share(a.top, a.bottom, b.top, b.bottom) > 1;
  const found = [];
  for (const figure of document.querySelectorAll(".live-figure")) {
    for (const group of [".xtick text", ".ytick text", ".live-label"]) {
      const all = [...figure.querySelectorAll(group)].map((el) => [el.textContent, el.getBoundingClientRect()]);
      const seen = all.filter(([, box]) => box.width);
      seen.forEach(([text, box], i) => {
        for (const [other, its] of seen.slice(i + 1)) {
          if (hit(box, its)) found.push([figure.dataset.figure, text, other]);
        }
      });
    }
  }
  return found;
}"""
WIDTH = (
    "parseFloat(getComputedStyle(document.querySelectorAll('[data-figure=reach] .js-line')[{}]).strokeWidth)"
)


def rgb(colour: str) -> str:
    """A hexadecimal colour as a browser reports it."""
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def line_width(explorer, curve: int) -> float:
    """Width of a drawn curve of the reach figure in pixels."""
    return explorer.page.evaluate(WIDTH.format(curve))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_figures_follow_the_theme(open_page, scheme):
    explorer = open_page("?lang=en", color_scheme=scheme)
    explorer.wait("(name) => document.documentElement.dataset.bsTheme === name", scheme)
    wanted = COLOURS[scheme]
    explorer.wait(
        "(colour) => document.querySelector('[data-figure=reach] .js-plotly-plot').data"
        ".find((t) => t.name === 'full').line.color === colour",
        wanted["full"],
    )
    assert explorer.style("gates", "f")["color"] == wanted["f"]
    background = explorer.card("reach").evaluate("(card) => getComputedStyle(card).backgroundColor")
    assert background == rgb(wanted["background"])


def test_the_theme_is_switched_in_place(explorer):
    explorer.page.click("#mode")
    explorer.wait(
        "(colour) => document.querySelector('[data-figure=states] .js-plotly-plot').data"
        ".find((t) => t.name === 'c').line.color === colour",
        COLOURS["dark"]["c"],
    )
    assert explorer.value("b_f") == 1.0


def test_projector_mode_is_large_and_one_key_away(open_page):
    explorer = open_page("?lang=en", size=(1280, 720))
    page = explorer.page
    thin = line_width(explorer, 0)
    page.keyboard.press("p")
    explorer.wait("() => document.documentElement.hasAttribute('data-present')")
    explorer.wait(
        "(thin) => parseFloat(getComputedStyle(document.querySelector('[data-figure=reach] .js-line')).strokeWidth) > thin",
        thin,
    )
    sizes = page.evaluate("""() => [...document.querySelectorAll(
        '[data-figure=reach] svg text, [data-figure=reach] .live-label')].filter((el) => el.textContent.trim())
        .map((el) => parseFloat(getComputedStyle(el).fontSize))""")
    assert len(sizes) > 8
    assert min(sizes) >= 20
    assert min(line_width(explorer, k) for k in range(2)) >= 4
    says = page.evaluate(
        "parseFloat(getComputedStyle(document.getElementById('explorer-reach-says')).fontSize)"
    )
    assert says >= 20
    assert explorer.figures_in_view() == ["reach"]
    page.keyboard.press("p")
    explorer.wait("() => !document.documentElement.hasAttribute('data-present')")
    explorer.wait_drawn()
    assert len(explorer.figures_in_view()) > 1


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_on_a_projector_slider_and_figure_are_in_one_glance(open_page, lang, cell):
    explorer = open_page(f"?lang={lang}&cell={cell}&present=1", size=(1280, 720))
    page = explorer.page
    keep = {"lstm": "b_f", "gru": "b_z"}[cell]
    for selector in (
        f"#explorer-{keep}",
        f'[data-for="explorer-{keep}"]',
        ".live-figure[data-figure=reach]",
        "#explorer-reach-says",
    ):
        left, top, right, bottom = page.evaluate(BOX, selector)
        assert right - left > 30, selector
        assert bottom - top > 12, selector
        assert min(left, top) >= 0
        assert right <= 1280
        assert bottom <= 720
    _, top, _, bottom = page.evaluate(BOX, ".live-figure[data-figure=reach]")
    assert bottom - top > 250
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    # The sentence under the figure is not cut off.
    whole, shown = page.evaluate(
        "((p) => [p.scrollHeight, p.clientHeight])(document.getElementById('explorer-reach-says'))"
    )
    assert whole <= shown + 1


def test_labels_do_not_lie_on_each_other(open_page):
    for size, query in (
        ((1600, 1000), "?lang=en"),
        ((1280, 720), "?lang=zh&present=1"),
        ((1366, 768), "?lang=en"),
    ):
        explorer = open_page(query, size=size)
        overlaps = explorer.page.evaluate(OVERLAPS)
        assert overlaps == [], (size, query)


def test_a_card_fills_the_screen_and_comes_back(explorer):
    page = explorer.page
    plot = "document.querySelector('[data-figure=gates] .js-plotly-plot .main-svg').getBoundingClientRect()"
    small = page.evaluate(f"[{plot}.width, {plot}.height]")
    explorer.card("gates").hover()
    explorer.card("gates").locator(".bslib-full-screen-enter").click()
    explorer.wait(f"([w, h]) => {plot}.width > 1.5 * w && {plot}.height > 1.5 * h", small)
    page.keyboard.press("Escape")
    explorer.wait(f"([w, h]) => Math.abs({plot}.width - w) < 2 && Math.abs({plot}.height - h) < 2", small)
    # It is still alive.
    explorer.set("b_f", 2.0)
