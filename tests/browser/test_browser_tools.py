"""Pin, compare, play, cursor, table, pictures and downloads."""

from __future__ import annotations

import csv
import io
import struct

import numpy as np
import pytest
from safetensors.numpy import load

from gates.text import say
from gates.ui.explorer import compute
from gates.ui.explorer.params import PARAMS

DEFAULTS = {param.id: param.default for param in PARAMS}
CURSOR = "document.querySelector('.page.explorer .live-figure[data-figure={}] .live-cursor').getBoundingClientRect()"

AXIS = """(figure) => {
  const plot = document.querySelector(`.page.explorer .live-figure[data-figure=${figure}] .js-plotly-plot`);
  const { xaxis, _size } = plot._fullLayout;
  return [plot.getBoundingClientRect().left + _size.l, _size.w, ...xaxis.range];
}"""


def run_and_reach(**changed) -> tuple[compute.Run, compute.Reach]:
    """What the core says."""
    s = DEFAULTS | changed
    run = compute.run(s, s["cell"], compute.build_sequence(s, None))
    return run, compute.reach(run.cell, run.trace, run.norm)


def test_pinned_curves_stay_while_the_others_move(explorer):
    first = explorer.curve("reach", "full")
    explorer.reveal("norm")
    explorer.press("pin")
    explorer.set("b_f", 3.0)
    assert {"ghost_full", "ghost_direct"} <= set(explorer.names("reach"))
    assert {"ghost_f", "ghost_i", "ghost_o"} <= set(explorer.names("gates"))
    np.testing.assert_array_equal(explorer.curve("reach", "ghost_full"), first)
    assert not np.array_equal(explorer.curve("reach", "full"), first)
    assert "0.35" in explorer.style("reach", "ghost_full")["color"]
    explorer.press("unpin")
    assert not [name for name in explorer.names("reach") if name.startswith("ghost")]
    explorer.set("b_f", 2.0)
    assert not [name for name in explorer.names("reach") if name.startswith("ghost")]


def test_two_cells_on_the_same_input_and_seed(explorer):
    explorer.choose("compare", "gru")
    run, reach = run_and_reach(cell="gru")
    np.testing.assert_allclose(explorer.curve("reach", "other_full"), reach.full, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(explorer.curve("gates", "other"), run.trace.z[:, 0].mean(1), rtol=1e-5)
    np.testing.assert_allclose(
        explorer.curve("states", "other"), run.trace.h[:, 0].mean(1), rtol=1e-5, atol=1e-7
    )
    explorer.choose("compare", "none")
    assert "other_full" not in explorer.names("reach")


def test_play_moves_the_cursor_to_the_end_and_stops(open_page):
    explorer = open_page("?lang=en&in=noise&T=60&t=56")
    button = explorer.page.locator('[data-action="play"]:visible')
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    explorer.wait("() => document.getElementById('explorer-t').value === '60'")
    explorer.wait(
        "() => document.querySelector('.page.explorer [data-action=play]').getAttribute('aria-pressed') === 'false'"
    )
    explorer.wait(
        "(says) => document.querySelector('[data-text=reach_says]').textContent.startsWith(says)",
        say("en", "say.reach.end"),
    )
    # From the end it begins anew, and a second press stops it, long before the end would.
    button.click()
    explorer.wait("() => Number(document.getElementById('explorer-t').value) < 30")
    button.click()
    assert button.get_attribute("aria-pressed") == "false"


def test_arrow_keys_and_clicks_move_one_cursor_through_all_figures(explorer):
    page = explorer.page
    explorer.set("t", 20)
    page.evaluate("document.activeElement.blur()")
    with explorer.next_frame():
        page.keyboard.press("ArrowRight")
    assert explorer.value("t") == 21
    with explorer.next_frame():
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
    assert explorer.value("t") == 19
    explorer.wait(
        "() => document.querySelector('[data-text=reach_says]').textContent.includes('back to step 19')"
    )
    plot = page.locator(".page.explorer .live-figure[data-figure=states] .live-plot").bounding_box()
    with explorer.next_frame():
        page.mouse.click(plot["x"] + plot["width"] * 0.6, plot["y"] + plot["height"] / 2)
    t = int(explorer.value("t"))
    assert 50 < t < 80
    run, _ = run_and_reach()
    shown = (
        page.locator("[data-diagram]:visible [data-bind='number:c']").first.text_content().replace("−", "-")
    )
    assert float(shown) == pytest.approx(run.trace.c[t - 1, 0, 0], abs=6e-4)
    # The cursor stands where the step is drawn, in each figure.
    for figure in ("gates", "states", "heat"):
        left, width, a, b = page.evaluate(AXIS, figure)
        x = page.evaluate(f"{CURSOR.format(figure)}.left")
        assert x == pytest.approx(left + width * (t - a) / (b - a), abs=2)


@pytest.mark.parametrize("figure", ["gates", "states", "heat", "reach"])
def test_the_table_behind_a_figure(explorer, figure):
    explorer.card(figure).locator('[data-action="table"]').click()
    table = explorer.page.locator(".modal.show table")
    table.wait_for()
    rows = table.locator("tbody tr").count()
    assert rows == (105 if figure == "reach" else 104)
    cells = [
        float(c.replace("−", "-")) for c in table.locator("tbody tr").nth(40).locator("td").all_inner_texts()
    ]
    run, reach = run_and_reach()
    expected = {
        "gates": lambda: run.trace.f[40, 0].mean(),
        "states": lambda: run.trace.c[40, 0].mean(),
        "heat": lambda: run.trace.f[40, 0, 0],
        "reach": lambda: reach.direct[40],
    }[figure]()
    assert cells[0] == pytest.approx(expected, rel=1e-5)
    explorer.page.locator(".modal.show .modal-footer button").click()
    table.wait_for(state="detached")
    explorer.set("b_f", 2.0)


@pytest.mark.parametrize("figure", ["gates", "states", "heat", "reach"])
@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_figure_is_saved_as_a_picture(explorer, figure, kind):
    with explorer.page.expect_download() as download:
        explorer.card(figure).locator(f'[data-action="{kind}"]').click()
    assert download.value.suggested_filename.endswith(f".{kind}")
    with open(download.value.path(), "rb") as file:
        content = file.read()
    if kind == "png":
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", content[16:24])
        assert width > 800
        assert height > 300
    else:
        text = content.decode()
        assert text.startswith("<svg")
        assert say("en", f"card.{figure}") in text
        if figure == "reach":
            assert "full gradient" in text
    assert len(content) > 4000


def test_downloads_hold_the_present_trace(explorer):
    explorer.set("b_f", 2.5)
    run, reach = run_and_reach(b_f=2.5)
    explorer.open_groups()
    files = {}
    for kind in ("csv", "npz", "network", "pytorch", "keras"):
        with explorer.page.expect_download() as download:
            explorer.page.locator(f"#{explorer.id(f'take_{kind}')}").click()
        with open(download.value.path(), "rb") as file:
            files[kind] = (download.value.suggested_filename, file.read())
    arrays = np.load(io.BytesIO(files["npz"][1]), allow_pickle=False)
    np.testing.assert_allclose(np.squeeze(arrays["f"]), run.trace.f[:, 0], rtol=1e-12)
    np.testing.assert_allclose(np.squeeze(arrays["log10_full"]), reach.full, rtol=1e-10, atol=1e-12)
    assert files["csv"][1].startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(files["csv"][1].decode("utf-8-sig"))))
    assert len(rows) >= 105
    tensors = load(files["network"][1])
    assert sum(a.size for a in tensors.values()) >= run.cell.W.size + run.cell.b.size
    for kind in ("pytorch", "keras"):
        compile(files[kind][1], files[kind][0], "exec")
    assert [name.rpartition(".")[2] for name, _ in files.values()] == [
        "csv",
        "npz",
        "safetensors",
        "py",
        "py",
    ]


def test_the_one_step_picture_follows_the_cursor(explorer):
    explorer.page.locator(".page.explorer .cell-card .nav-link").nth(1).click()
    svg = explorer.page.locator("[data-step]:not([hidden]) svg")
    svg.wait_for()
    before = svg.inner_html()
    explorer.set("t", 77)
    explorer.wait(
        "(before) => document.querySelector('[data-step]:not([hidden]) svg').innerHTML !== before", before
    )
