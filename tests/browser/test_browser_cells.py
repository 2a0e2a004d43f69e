"""Cells and settings: what the figures and the words do for each of them."""

from __future__ import annotations

import numpy as np
import pytest

from gates.figures.theme import COLOURS
from gates.text import say
from gates.ui.explorer import compute
from gates.ui.explorer.params import PARAMS

DEFAULTS = {param.id: param.default for param in PARAMS}

#: Keeps each sentence under the reach figure with the colour and the first value of its full curve.
REMEMBER = """() => {
  const says = document.querySelector("[data-text=reach_says]");
  const plot = document.querySelector(".page.explorer .live-figure[data-figure=reach] .js-plotly-plot");
  watched.shown = [];
  const look = () => {
    const full = plot.data.find((trace) => trace.name === "full");
    watched.shown.push([says.textContent, full.line.color, full.y[0]]);
  };
  new MutationObserver(look).observe(says, {childList: true, subtree: true, characterData: true});
}"""


def exact(**changed) -> tuple[compute.Run, compute.Reach]:
    """What the core says for these settings."""
    s = DEFAULTS | changed
    run = compute.run(s, s["cell"], compute.build_sequence(s, None))
    return run, compute.reach(run.cell, run.trace, run.norm)


def assert_reach(explorer, **changed) -> None:
    """The curves are those of the core."""
    run, reach = exact(**changed)
    np.testing.assert_allclose(explorer.curve("reach", "full"), reach.full, rtol=1e-5, atol=1e-5)
    if run.keep is not None:
        np.testing.assert_allclose(explorer.curve("reach", "direct"), reach.direct, rtol=1e-5, atol=1e-5)


def test_gru_with_both_resets_and_rnn(explorer):
    explorer.radio("cell", "gru")
    assert {"z", "r"} <= set(explorer.names("gates"))
    assert "f" not in explorer.names("gates")
    assert explorer.names("states") == ["h_band", "h"]
    assert_reach(explorer, cell="gru")
    before = explorer.curve("reach", "full")
    explorer.radio("reset", "after")
    assert_reach(explorer, cell="gru", reset="after")
    assert not np.allclose(explorer.curve("reach", "full"), before)
    assert explorer.page.locator("[data-diagram=gru_after]:visible").count() == 1
    explorer.radio("cell", "rnn")
    assert explorer.says("gates_says") == say("en", "say.gates.rnn")
    assert "has no direct path" in explorer.says("reach_says")
    assert_reach(explorer, cell="rnn", reset="after")
    assert explorer.page.locator("#explorer-b_n").is_visible()
    assert not explorer.page.locator("#explorer-b_f").is_visible()
    explorer.radio("cell", "lstm")
    assert_reach(explorer)


@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_with_zero_recurrent_weights_both_curves_are_one(explorer, cell):
    if cell == "gru":
        explorer.radio("cell", "gru")
    explorer.choose("family", "zero")
    full, direct = explorer.curve("reach", "full"), explorer.curve("reach", "direct")
    assert len(full) == 105
    assert full[0] < -5
    np.testing.assert_array_equal(full, direct)
    assert "coincide" in explorer.says("reach_says")
    assert explorer.says("gap") == "0.00 decades"


def test_a_network_parts_the_curves_and_the_page_says_by_how_much(explorer):
    explorer.set("recurrent_scale", 2.0)
    t = int(explorer.value("t"))
    gap = explorer.curve("reach", "full")[t] - explorer.curve("reach", "direct")[t]
    assert abs(gap) > 1
    assert explorer.says("gap") == f"{gap:+.2f} decades".replace("-", "−")
    assert f"{abs(gap):.2f} decades" in explorer.says("reach_says")


@pytest.mark.parametrize("bias", [-8, 8])
def test_biases_at_their_extremes(explorer, bias):
    biases = {f"b_{letter}": float(bias) for letter in "fioc"}
    for name, value in biases.items():
        explorer.set(name, value)
    assert_reach(explorer, **biases)
    run, _ = exact(**biases)
    np.testing.assert_allclose(explorer.curve("gates", "f"), run.trace.f[:, 0].mean(1), rtol=1e-5, atol=1e-7)
    assert ("Vanished" in explorer.says("reach_says")) == (bias < 0)
    assert (
        explorer.page.locator(".slider-sigma:visible").first.inner_text()
        == f"σ(b) ≈ {1 / (1 + np.exp(-bias)):.4f}"
    )


@pytest.mark.parametrize("cell", ["lstm", "gru", "rnn"])
def test_exploding_weights_are_words_and_a_living_session(open_page, cell):
    explorer = open_page(f"?lang=en&cell={cell}&in=noise&T=400")
    explorer.set("recurrent_scale", 8)
    _, reach = exact(cell=cell, source="noise", T=400, recurrent_scale=8.0)
    shown = explorer.curve("reach", "full")
    np.testing.assert_allclose(shown[np.isfinite(shown)].max(), reach.full.max(), rtol=1e-5)
    low, high = explorer.page.evaluate(
        "document.querySelector('.explorer [data-figure=reach] .js-plotly-plot').layout.yaxis.range"
    )
    assert low <= reach.full.min()
    assert high >= reach.full.max()
    says = explorer.says("reach_says")
    assert ("Exploded" in says) == (reach.full[0] > 7.3)
    assert ("Vanished" in says) == (reach.full[0] < -7.3)
    assert explorer.is_alive()


def test_the_widest_and_longest_network_greys_its_curve_until_it_is_exact(open_page):
    explorer = open_page("?lang=en&dh=128&in=noise&T=2000&bf=3")
    wide = {"d_h": 128, "source": "noise", "T": 2000}
    exactly = (
        "() => document.querySelector('[data-text=reach_says]').textContent.includes('the full gradient is')"
    )
    explorer.wait(exactly, timeout=60_000)
    first = explorer.curve("reach", "full")
    _, reach = exact(**wide, b_f=3.0)
    assert first.min() == pytest.approx(reach.full.min(), rel=1e-5)
    explorer.page.evaluate(REMEMBER)
    explorer.type("b_f", 4.0)
    explorer.wait("(old) => watched.shown.some(([, , y]) => y !== old)", first[0], timeout=60_000)
    explorer.wait(exactly, timeout=60_000)
    shown = explorer.page.evaluate("watched.shown")
    waiting = [(colour, y) for says, colour, y in shown if says == say("en", "say.waiting")]
    assert (COLOURS["light"]["muted"], first[0]) in waiting
    _, reach = exact(**wide, b_f=4.0)
    after = explorer.curve("reach", "full")
    assert after.shape == (512,)
    assert after.min() == pytest.approx(reach.full.min(), rel=1e-5)
    assert after.max() == pytest.approx(reach.full.max(), abs=1e-5)
    assert explorer.style("reach", "full")["color"] == COLOURS["light"]["full"]


def test_the_spectral_norm(explorer):
    explorer.choose("norm", "spectral")
    assert_reach(explorer, norm="spectral")


def test_a_new_seed_redraws_and_a_bias_does_not(explorer):
    first = explorer.curve("reach", "full")
    explorer.set("b_o", 0.5)
    explorer.set("b_o", 0.0)
    np.testing.assert_array_equal(explorer.curve("reach", "full"), first)
    explorer.reveal("seed")
    with explorer.next_frame():
        explorer.page.locator('[data-reroll="explorer-seed"]').click()
    assert explorer.value("seed") != 0
    assert not np.array_equal(explorer.curve("reach", "full"), first)
    assert_reach(explorer, seed=int(explorer.value("seed")))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("law", "chrono"),
        ("law", "uniform"),
        ("family", "orthogonal"),
        ("family", "pytorch"),
        ("state0", "random"),
    ],
)
def test_choices_of_the_network(explorer, name, value):
    explorer.choose(name, value)
    assert_reach(explorer, **{name: value})


def test_one_unit_and_the_heatmap_of_every_quantity(explorer):
    explorer.radio("view", "unit")
    explorer.set("unit", 5)
    run, _ = exact()
    np.testing.assert_allclose(explorer.curve("gates", "o"), run.trace.o[:, 0, 4], rtol=1e-5)
    assert explorer.names("gates") == ["f", "i", "o"]
    for choice, quantity in (
        ("in", "i"),
        ("out", "o"),
        ("candidate", "c_tilde"),
        ("cell", "c"),
        ("hidden", "h"),
    ):
        explorer.choose("heat", choice)
        low = 0 if quantity in "io" else -1
        shown = np.clip(getattr(run.trace, quantity)[:, 0].T, low, 1)
        np.testing.assert_allclose(explorer.rows(), shown, atol=0.51 * (1 - low) / 254)


def test_reset_one_and_reset_all(explorer):
    for name, value in (("b_f", 3.0), ("b_i", -2.0), ("b_o", 4.0)):
        explorer.set(name, value)
    with explorer.next_frame():
        explorer.page.click('[data-reset="explorer-b_i"]')
    assert [explorer.value(f"b_{k}") for k in "fio"] == [3.0, 0.0, 4.0]
    with explorer.next_frame():
        explorer.page.locator('[data-reset="all"]:visible').click()
    assert [explorer.value(f"b_{k}") for k in "fioc"] == [1.0, 0.0, 0.0, 0.0]
    explorer.wait_quiet()
    assert_reach(explorer)
