"""Section 3: bias × lag, in one batched pass."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from gates.core import gradients
from gates.figures.lab_map import paint_map
from gates.text import Lang, say
from gates.ui.numbers import minus, power

from . import compute
from .section import NETWORK, Columns, Part, Section, Settings, Shown, joined


def _prepare(s: Settings) -> Settings:
    gate = s[f"map_{s['cell']}"]
    # The chosen gate's own slider moves the mark, not the picture.
    return {**s, "gate": gate, "bias": s[f"b_{gate}"], f"b_{gate}": 0.0}


def _seconds(s: Settings) -> float:
    cell = compute.network(s, without=s["gate"])
    # A batch of 81 is slower than one chain of its operations: its matrices leave the cache.
    return 5 * gradients.cost(cell, s["T"], len(compute.MAP_BIASES)) / 1e10


def _show(lang: Lang, s: Settings, results: Mapping[str, Any], stale: set[str]) -> Shown:
    if "map" not in results:
        return Shown({}, {"map_says": say(lang, "lab.waiting")})
    told = results["map"]
    old = "map" in stale
    slider = f"gradients-b_{s['gate']}"
    paint = paint_map(told.log10_full.T, compute.MAP_BIASES, s["bias"], slider, old)
    return Shown({"map": paint}, {"map_says": say(lang, "lab.waiting") if old else _says(lang, s, told)})


def _says(lang: Lang, s: Settings, told: Any) -> str:
    row = int(np.argmin(np.abs(compute.MAP_BIASES - s["bias"])))
    T = told.log10_full.shape[0] - 1
    full, direct = (float(a[-1, row]) for a in (told.log10_full, told.log10_direct))
    last = told.log10_full[-1]
    best = int(np.nanargmax(np.where(np.isfinite(last), last, -np.inf))) if np.isfinite(last).any() else row
    b = f"<var>b</var><sub>{s['gate']}</sub>"
    said = say(
        lang,
        "lab.map.says",
        b=b,
        value=minus(f"{compute.MAP_BIASES[row]:.1f}"),
        T=T,
        full=power(full),
        direct=power(direct),
    )
    if math.isnan(full) or full == math.inf:
        said = say(lang, "lab.nonfinite")
    best_bias = minus(f"{compute.MAP_BIASES[best]:.1f}")
    return joined(lang, (said, say(lang, "lab.map.most", best=best_bias, most=power(float(last[best])))))


def _table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    log10 = results["map"].log10_full
    out: Columns = {say(lang, "lab.table.lag"): np.arange(log10.shape[0])}
    return out | {minus(f"{b:.1f}"): log10[:, j] for j, b in enumerate(compute.MAP_BIASES)}


SECTION = Section(
    {"map": Part((*NETWORK, "gate"), compute.bias_map, _seconds, live=0.16)},
    _show,
    {"map": (("map",), _table)},
    _prepare,
)
