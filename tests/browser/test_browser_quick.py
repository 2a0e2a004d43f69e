"""New numbers that go straight into Plotly's picture make the same picture that Plotly draws from them."""

from __future__ import annotations

import re

import numpy as np
import pytest

SITUATIONS = (
    "?lang=en",
    "?lang=en&cell=gru&view=unit&unit=3&heat=hidden",
    "?lang=en&cell=rnn",
    "?lang=en&cmp=gru&T=300",
    "?lang=en&src=series&d=64",
)
#: Paths and pixels of the figures in view, as they stand.
PICTURE = """async () => {
  const pixels = async (node) => {
    const image = Object.assign(new Image(), { src: node.href.baseVal });
    await image.decode();
    const canvas = document.createElement("canvas"), context = canvas.getContext("2d");
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
    context.drawImage(image, 0, 0);
    return [canvas.width, ...context.getImageData(0, 0, canvas.width, canvas.height).data];
  };
  const drawn = (group) => (group.querySelector(".js-fill") || group.querySelector(".js-line")).getAttribute("d");
  const out = {};
  for (const element of document.querySelectorAll(".live-figure[data-page=explorer]")) {
    const figure = GateLive.of(element);
    if (!figure?.inView) continue;
    const images = figure.plot.querySelectorAll(".heatmaplayer image");
    out[element.dataset.figure] = {
      quick: Boolean(figure.marks),
      lines: [...figure.plot.querySelectorAll(".scatterlayer > .trace")].map(drawn),
      images: await Promise.all([...images].map(pixels)),
    };
  }
  return out;
}"""
BY_PLOTLY = """() => document.querySelectorAll('.live-figure[data-page=explorer]').forEach((e) => {
  const figure = GateLive.of(e);
  if (figure?.inView) figure.react();
})"""


def points(path: str) -> np.ndarray:
    """The vertices of a path, (n, 2)."""
    return np.array([[float(a), float(b)] for a, b in re.findall(r"(-?[\d.e-]+),(-?[\d.e-]+)", path)])


def distance(vertices: np.ndarray, line: np.ndarray) -> float:
    """The farthest that a vertex lies from a polyline, in pixels."""
    start, along = line[:-1], np.diff(line, axis=0)
    length = np.maximum((along**2).sum(1), 1e-12)
    share = np.clip(((vertices[:, None] - start) * along).sum(-1) / length, 0, 1)
    nearest = start + share[..., None] * along
    return float(np.sqrt(((vertices[:, None] - nearest) ** 2).sum(-1)).min(1).max())


@pytest.mark.parametrize("link", SITUATIONS)
def test_a_quick_picture_is_the_one_that_plotly_draws(explorer, link):
    explorer.open(link)
    gate = "b_f" if "cell" not in link else {"gru": "b_z", "rnn": "b_n"}[link.split("cell=")[1][:3]]
    for step in ("ArrowRight", "ArrowLeft", "ArrowRight"):
        with explorer.next_frame():
            explorer.page.press(f"#explorer-{gate}", step)
    explorer.wait_quiet()
    quick = explorer.page.evaluate(PICTURE)
    assert any(figure["quick"] for figure in quick.values())
    explorer.page.evaluate(BY_PLOTLY)
    plotly = explorer.page.evaluate(PICTURE)
    assert quick.keys() == plotly.keys()
    for name, figure in quick.items():
        assert not plotly[name]["quick"]
        assert len(figure["lines"]) == len(plotly[name]["lines"])
        for ours, theirs in zip(figure["lines"], plotly[name]["lines"], strict=True):
            # Plotly leaves out points that lie on the line between others.
            a, b = points(ours), points(theirs)
            assert distance(b, a) < 0.05, name
            assert distance(a, b) < 1.0, name
        for ours, theirs in zip(figure["images"], plotly[name]["images"], strict=True):
            assert len(ours) == len(theirs)
            assert np.abs(np.subtract(ours, theirs)).max() <= 1


def test_a_moved_slider_asks_nothing_of_plotly(explorer):
    explorer.page.press("#explorer-b_i", "ArrowLeft")  # ends what the page draws in idle moments
    explorer.wait_quiet()
    explorer.page.evaluate(
        """() => { window.asked = 0; for (const name of ["restyle", "update", "react", "redraw", "relayout"]) {
            const own = Plotly[name]; Plotly[name] = (...args) => { window.asked += 1; return own(...args); }; } }"""
    )
    painted = explorer.paints()
    for _ in range(4):
        with explorer.next_frame():
            explorer.page.press("#explorer-b_i", "ArrowRight")
    assert explorer.page.evaluate("window.asked") == 0
    assert all(explorer.paints()[name] > painted[name] for name in explorer.figures_in_view())
