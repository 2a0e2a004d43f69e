"""Section 6: clipping by the global norm, and truncated backpropagation through time."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

import numpy as np

from gates.core.clipping import Clipped, global_norm
from gates.core.errors import GateError
from gates.figures.frame import Paint
from gates.figures.lab_hygiene import paint_clip, paint_trunc
from gates.text import Lang, joined, say
from gates.ui.numbers import power, size

from . import compute
from .section import NETWORK, Columns, Part, Section, Settings, Shown
from .typed import typed_gradients


def _prepare(s: Settings) -> Settings:
    out = {**s, "wrong": None, "cut": s["cut"] if s["cell"] == "lstm" else "both"}
    if s["grads"] == "typed":
        try:
            typed_gradients(s["typed"])
        except GateError as error:
            return out | {"wrong": error, "grads": "network"}
    return out


def _clip(s: Settings) -> tuple[dict[str, np.ndarray], Clipped]:
    typed = s["grads"] == "typed"
    return compute.clipped(
        typed_gradients(s["typed"]) if typed else compute.network_gradients(s), s["max_norm"]
    )


def _wrong(s: Settings) -> dict[str, GateError]:
    return {"typed": s["wrong"]} if s["wrong"] is not None else {}


def _seconds(s: Settings) -> float:
    state = s["d_h"] * (2 if s["cell"] == "lstm" else 1)
    return s["T"] * 2 * (1.5e-5 + 2e-10 * state**3)


def boundary(s: Settings) -> int:
    """The last step at which the gradient is cut; 0 where the whole sequence is one segment."""
    return (s["T"] - 1) // s["segment"] * s["segment"]


def _show(lang: Lang, s: Settings, results: Mapping[str, Any], stale: set[str]) -> Shown:
    paints: dict[str, Paint] = {}
    texts: dict[str, str] = {"clip_cure": say(lang, "lab.clip.cure")}
    if s["wrong"] is None:
        before, told = results["clip"]
        paints["clip"] = paint_clip(_sizes(before), _sizes(told.gradients))
        texts["clip_says"] = _clip_says(lang, s, told)
    if "trunc" in results:
        curves = results["trunc"]
        paints["trunc"] = paint_trunc(curves["full"], curves["truncated"], boundary(s), "trunc" in stale)
        texts["trunc_says"] = _trunc_says(lang, s, curves)
    if "trunc" in stale or "trunc" not in results:
        texts["trunc_says"] = say(lang, "lab.waiting")
    return Shown(paints, texts)


def _sizes(gradients: Mapping[str, np.ndarray]) -> dict[str, float]:
    return {name: global_norm({name: np.asarray(g, dtype=float)}) for name, g in gradients.items()}


def _clip_says(lang: Lang, s: Settings, told: Clipped) -> str:
    if told.not_finite:
        names = ", ".join(html.escape(n) for n in told.not_finite)
        return say(lang, "lab.clip.nonfinite", names=names)
    fields = {"before": size(told.before), "after": size(told.after), "limit": size(s["max_norm"])}
    if told.factor == 1:
        return say(lang, "lab.clip.untouched", **fields)
    return say(lang, "lab.clip.says", **fields, factor=size(told.factor))


def _trunc_says(lang: Lang, s: Settings, curves: Mapping[str, np.ndarray]) -> str:
    end, T = boundary(s), s["T"]
    full = power(float(curves["full"][0]))
    if not end:
        return say(lang, "lab.trunc.whole", T=T, full=full)
    left = float(curves["truncated"][0])
    said = say(lang, "lab.trunc.says", L=s["segment"], k=end, T=T, full=full)
    # A GRU has only h to cut.
    open_path = {"h": "c", "c": "h"}.get(s["cut"])
    if open_path and np.isfinite(left):
        said = joined(
            lang, (said, say(lang, "lab.trunc.leak", cut=s["cut"], open=open_path, left=power(left)))
        )
    return said


def _clip_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    before, told = results["clip"]
    was, now = _sizes(before), _sizes(told.gradients)
    return {
        say(lang, "lab.table.gradient"): list(was),
        say(lang, "lab.table.before"): np.array(list(was.values())),
        say(lang, "lab.table.after"): np.array(list(now.values())),
    }


def _trunc_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    curves = results["trunc"]
    columns: Columns = {"k": np.arange(len(curves["full"]))}
    return columns | {
        say(lang, "table.full"): curves["full"],
        say(lang, "lab.table.truncated"): curves["truncated"],
    }


SECTION = Section(
    {
        "clip": Part((*NETWORK, "grads", "typed", "max_norm"), _clip),
        "trunc": Part((*NETWORK, "segment", "cut"), compute.truncated, _seconds),
    },
    _show,
    {"clip": (("clip",), _clip_table), "trunc": (("trunc",), _trunc_table)},
    _prepare,
    _wrong,
)
