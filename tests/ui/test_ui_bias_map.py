"""The map of bias × lag: its rows, the mark of the present bias, and the sentence about it."""

from __future__ import annotations

import numpy as np
import pytest
from lab_scenes import DEFAULTS, shown

from gates.text import LANGS, say
from gates.ui.gradients import compute, results
from gates.ui.gradients.server import SECTIONS as BUILT
from gates.ui.numbers import minus, power


def test_the_map_is_that_of_the_sliders_and_its_own_slider_only_moves_the_mark():
    view, found, _ = shown("map", b_f=3.0)
    row = int(np.argmin(np.abs(compute.MAP_BIASES - 3.0)))
    cell = compute.network(DEFAULTS | {"b_f": 3.0})
    trace = cell.run(compute.sequence(DEFAULTS, 100), compute.first_state(DEFAULTS))
    alone = compute.gradients.flow(cell, trace).log10_full[::-1, 0]
    np.testing.assert_allclose(found["map"].log10_full[:, row], alone, atol=1e-9)
    assert view.paints["map"].extra == {"mark": {"y": 3.0}, "click_y": "gradients-b_f"}
    assert "<sub>f</sub> = 3.0: over 100 steps" in view.texts["map_says"]
    section = BUILT["map"]
    keys = [results._key(section.parts["map"], section.prepare(DEFAULTS | {"b_f": b})) for b in (-2.0, 5.0)]
    assert keys[0] == keys[1]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("b", "low", "high"), [(2.9, 2.8, 3.0), (0.1, 0.0, 0.2), (-0.1, -0.2, 0.0), (-7.9, -8.0, -7.8)]
)
def test_a_bias_between_two_rows_of_the_map_is_told_by_both(lang, b, low, high):
    view, found, _ = shown("map", lang, b_f=b)
    assert view.paints["map"].extra["mark"] == {"y": b}
    name = "<var>b</var><sub>f</sub>"
    rows = [int(np.argmin(np.abs(compute.MAP_BIASES - value))) for value in (low, high)]
    full, direct = ([power(float(a[-1, row])) for row in rows]
                    for a in (found["map"].log10_full, found["map"].log10_direct))  # fmt: skip
    value, low, high = (minus(f"{v:.1f}") for v in (b, low, high))
    told = say(lang, "lab.map.between", b=name, value=value, step="0.2", T=100, low=low, high=high, full=full[0],
               direct=direct[0], full_high=full[1], direct_high=direct[1])  # fmt: skip
    assert view.texts["map_says"].startswith(told)


def test_the_ends_of_the_map_are_rows():
    for b in (-8.0, 8.0):
        assert f"= {minus(f'{b:.1f}')}: over" in shown("map", b_f=b)[0].texts["map_says"]
