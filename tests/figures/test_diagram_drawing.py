"""The cell diagram as it is drawn: well-formed, bound to every quantity, with contrast on its ground."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from gates.figures.diagram import KINDS, diagram_svg, onestep_svg, step_paths
from gates.text.diagram import TEXTS

WWW = Path(__file__).parents[2] / "www"
QUANTITIES = {
    "lstm": {"f", "i", "o", "c_tilde", "c_prev", "c", "h_prev", "h", "f_c_prev", "i_c_tilde", "tanh_c"},
    "gru_before": {"z", "r", "h_tilde", "h_prev", "h", "z_h_prev", "one_minus_z", "fresh", "r_h_prev"},
    "gru_after": {"z", "r", "h_tilde", "h_prev", "h", "z_h_prev", "one_minus_z", "fresh", "rec", "r_rec"},
    "rnn": {"h_prev", "h"},
}
VALVES = {"lstm": {"f", "i", "o"}, "gru_before": {"z", "one_minus_z", "r"}, "rnn": set()}
VALVES["gru_after"] = VALVES["gru_before"]


def _bindings(svg: str) -> list[tuple[str, str]]:
    root = ElementTree.fromstring(svg)
    return [tuple(e.attrib["data-bind"].split(":")) for e in root.iter() if "data-bind" in e.attrib]  # pyright: ignore


@pytest.mark.parametrize("kind", KINDS)
def test_every_quantity_is_a_number_in_the_diagram_and_every_gate_a_valve(kind: str) -> None:
    bindings = _bindings(diagram_svg(kind))
    assert {name for what, name in bindings if what in ("number", "paren")} == QUANTITIES[kind]
    assert {name for what, name in bindings if what == "valve"} == VALVES[kind]
    flows = {name for what, name in bindings if what == "flow"}
    assert flows <= QUANTITIES[kind]
    assert {name for what, name in bindings if what == "text"} == {"x", "t", "unit", "scale"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("draw", [diagram_svg, onestep_svg])
def test_words_have_keys_in_the_catalogue_and_ids_resolve(draw, kind: str) -> None:
    words = {key: text["zh"] for key, text in TEXTS.items()}
    root = ElementTree.fromstring(draw(kind, words))
    keyed = {e.attrib["data-i18n"]: e.text for e in root.iter() if "data-i18n" in e.attrib}
    assert keyed
    assert keyed == {key: TEXTS[key]["zh"] for key in keyed}
    ids = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    assert root.attrib["role"] == "img"
    assert set(root.attrib["aria-labelledby"].split()) <= ids


@pytest.mark.parametrize("kind", KINDS)
def test_text_alternative_names_only_quantities_of_its_cell(kind: str) -> None:
    root = ElementTree.fromstring(diagram_svg(kind, {key: text["en"] for key, text in TEXTS.items()}))
    assert root.attrib["data-desc-template"] == TEXTS[f"diagram.desc.{kind}"]["en"]
    assert root.attrib["data-i18n-attr"] == f"data-desc-template=diagram.desc.{kind}"
    for text in TEXTS[f"diagram.desc.{kind}"].values():
        names = set(re.findall(r"\{(\w+)\}", text))
        assert {"t", "unit", "h"} <= names <= QUANTITIES[kind] | {"t", "unit", "x"}


def test_reset_gate_stands_before_the_linear_map_or_after_it() -> None:
    def order(kind: str) -> bool:
        svg = diagram_svg(kind)
        valve = re.search(r'data-bind="valve:r" transform="translate\((\d+)', svg)
        mix = re.search(r'<text x="(\d+)"[^>]*><tspan class="gd-sym">U</tspan>', svg)
        assert valve
        assert mix
        return int(valve[1]) < int(mix[1])

    assert order("gru_before")
    assert not order("gru_after")


def test_unknown_kind_is_refused_by_name() -> None:
    for draw in (diagram_svg, onestep_svg, step_paths):
        with pytest.raises(ValueError, match="not 'peephole'"):
            draw("peephole")


def _luminance(colour: str) -> float:
    channels = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def test_default_colours_have_contrast_on_their_ground() -> None:
    css = (WWW / "diagram.css").read_text(encoding="utf-8")
    themes = [
        dict(re.findall(r"--c-([\w-]+): (#\w{6})", block))
        for block in re.findall(r"\{([^{}]*--c-bg[^}]*)\}", css)
    ]
    themes = [theme for theme in themes if "bg" in theme]
    assert len(themes) == 3
    assert themes[1] == themes[2]
    for theme in themes:
        ground = _luminance(theme["bg"])
        for name, colour in theme.items():
            light, dark = sorted((ground, _luminance(colour)), reverse=True)
            needed = 1 if name == "bg" else 4.5 if name in ("text", "muted") or name.endswith("-text") else 3
            assert (light + 0.05) / (dark + 0.05) >= needed, name
