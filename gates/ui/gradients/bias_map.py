"""Section 3: bias × lag, in one batched pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gates.core import gradients
from gates.figures.lab_map import paint_map
from gates.text import Lang, joined, say
from gates.ui.numbers import minus, power

from . import compute
from .section import NETWORK, Columns, Part, Section, Settings, Shown

#: A bias this near to a row is that of the row.
ON_A_ROW = 1e-9


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
    last = told.log10_full[-1]
    said = _at_the_line(lang, s, told)
    if not np.isfinite(last).any():
        return said
    best = int(np.argmax(np.where(np.isfinite(last), last, -np.inf)))
    most = power(float(last[best]))
    return joined(lang, (said, say(lang, "lab.map.most", best=_bias(compute.MAP_BIASES[best]), most=most)))


def _at_the_line(lang: Lang, s: Settings, told: Any) -> str:
    """What the row at the present bias says, or both rows beside it: the slider's steps are finer than the map's."""
    rows = compute.MAP_BIASES
    low = int(np.searchsorted(rows, s["bias"] + ON_A_ROW, side="right")) - 1
    low = min(max(low, 0), len(rows) - 1)
    high = low if abs(rows[low] - s["bias"]) <= ON_A_ROW else min(low + 1, len(rows) - 1)
    full, direct = told.log10_full[-1], told.log10_direct[-1]
    if not np.all(np.isfinite(full[[low, high]]) | np.isneginf(full[[low, high]])):
        return say(lang, "lab.nonfinite")
    b = f"<var>b</var><sub>{s['gate']}</sub>"
    fields = {"b": b, "value": _bias(s["bias"]), "T": len(told.log10_full) - 1}
    fields |= {"full": power(float(full[low])), "direct": power(float(direct[low]))}
    if low == high:
        return say(lang, "lab.map.says", **fields)
    return say(
        lang, "lab.map.between", **fields, step=f"{rows[1] - rows[0]:.1f}", low=_bias(rows[low]), high=_bias(rows[high]),
        full_high=power(float(full[high])), direct_high=power(float(direct[high])),
    )  # fmt: skip


def _bias(value: float) -> str:
    # No "−0.0" of a row that rounding put a little below zero.
    return minus(f"{value if abs(value) > ON_A_ROW else 0.0:.1f}")


def _table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    log10 = results["map"].log10_full
    out: Columns = {say(lang, "lab.table.lag"): np.arange(log10.shape[0])}
    return out | {_bias(b): log10[:, j] for j, b in enumerate(compute.MAP_BIASES)}


SECTION = Section(
    {"map": Part((*NETWORK, "gate"), compute.bias_map, _seconds, live=0.16)},
    _show,
    {"map": (("map",), _table)},
    _prepare,
)
