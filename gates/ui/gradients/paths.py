"""Section 2: the paths of a step, the exact telescoping identity, and ablations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from gates.core.gradients.telescope import Telescope
from gates.figures.frame import Paint
from gates.figures.lab_paths import paint_ablation, paint_split, paint_terms
from gates.text import Lang, joined, say
from gates.ui.numbers import percent, power, significant

from . import compute
from .params import PATHS
from .section import NETWORK, Columns, Part, Section, Settings, Shown


def telescope_seconds(s: Settings) -> float:
    """Roughly what the telescoping split takes."""
    state = s["d_h"] * (2 if s["cell"] == "lstm" else 1)
    return s["T"] * (2.5e-4 + 1.2e-9 * state**3)


def _ablation_seconds(s: Settings) -> float:
    state = s["d_h"] * (2 if s["cell"] == "lstm" else 1)
    return s["T"] * (1 + len(s["off"])) * (1.5e-5 + 2e-10 * state**3)


def _prepare(s: Settings) -> Settings:
    return {**s, "off": tuple(p for p in PATHS[s["cell"]] if not s[f"on_{p}"]), "k": min(s["t"], s["T"])}


def _show(lang: Lang, s: Settings, results: Mapping[str, Any], stale: set[str]) -> Shown:
    paints: dict[str, Paint] = {}
    halves = say(lang, "lab.split.halves") if s["cell"] == "lstm" else ""
    texts: dict[str, str] = {"ablation_never": joined(lang, (say(lang, "lab.ablation.never"), halves))}
    if "split" in results:
        paints["split"] = paint_split(results["split"])
        texts["split_says"] = _split_says(lang, s, results["split"])
    for name, paint, words in (
        ("terms", _paint_terms, _terms_says),
        ("ablation", _paint_ablation, _ablation_says),
    ):
        if name in results:
            paints[name] = paint(results[name], name in stale)
        fresh = name in results and name not in stale
        texts[f"{name}_says"] = words(lang, s, results[name]) if fresh else say(lang, "lab.waiting")
    return Shown(paints, texts)


def _paint_terms(told: Telescope, stale: bool) -> Paint:
    return paint_terms(told.names, told.log10[:, :, 0], told.log10_full[:, 0], stale)


def _paint_ablation(curves: Mapping[str, np.ndarray], stale: bool) -> Paint:
    return paint_ablation(curves, stale)


def _split_says(lang: Lang, s: Settings, norms: Mapping[str, np.ndarray]) -> str:
    t = s["k"]
    values = [
        f"{say(lang, f'lab.short.{name}')} {significant(float(y[t - 1]))}"
        for name, y in norms.items()
        if name != "total"
    ]
    total = significant(float(norms["total"][t - 1]))
    return say(lang, "lab.split.says", t=t, values=" · ".join(values), total=total)


def _terms_says(lang: Lang, s: Settings, told: Telescope) -> str:
    k, T = s["k"], told.log10.shape[1] - 1
    full = float(told.log10_full[k, 0])
    if not math.isfinite(full):
        return say(lang, "lab.terms.zero" if full == -math.inf else "lab.nonfinite", k=k, T=T)
    if k == T:
        return say(lang, "say.reach.end")
    terms = {name: float(told.log10[j, k, 0]) for j, name in enumerate(told.names)}
    share = {name: float(told.share[j, k, 0]) for j, name in enumerate(told.names)}
    others = {n: v for n, v in terms.items() if n != "direct" and math.isfinite(v)}
    residual = power(math.log10(r)) if (r := float(np.nanmax(told.residual[:, 0]))) > 0 else "0"
    said = say(
        lang, "lab.terms.sum", k=k, T=T, full=power(full), direct=power(terms["direct"]), residual=residual
    )
    if not others:
        return said
    most = max(others, key=lambda n: others[n])
    lie = " · ".join(f"{say(lang, f'lab.short.{n}')} {percent(share[n])} %" for n in told.names)
    path = say(lang, f"lab.path.{most}")
    return joined(lang, (said, say(lang, "lab.terms.most", path=path, size=power(others[most]), lie=lie)))


def _ablation_says(lang: Lang, s: Settings, curves: Mapping[str, np.ndarray]) -> str:
    if not s["off"]:
        return say(lang, "lab.ablation.none")
    k, full = s["k"], curves["full"]
    name = "all" if "all" in curves else f"-{s['off'][0]}"
    paths = say(lang, "lab.and").join(say(lang, f"lab.path.{p}") for p in s["off"])
    left, whole = float(curves[name][k]), float(full[k])
    said = say(
        lang, "lab.ablation.says", paths=paths, k=k, T=len(full) - 1, left=power(left), full=power(whole)
    )
    larger = say(lang, "lab.ablation.larger") if left > whole + 1e-9 else ""
    return joined(lang, (said, larger))


def split_columns(lang: Lang, norms: Mapping[str, np.ndarray]) -> Columns:
    """Norms (T,) of the paths of each step, and of the whole step."""
    steps = np.arange(1, len(norms["total"]) + 1)
    out: Columns = {say(lang, "table.step"): steps}
    return out | {say(lang, f"lab.short.{n}"): y for n, y in norms.items()}


def _split_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    return split_columns(lang, results["split"])


def _terms_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    told: Telescope = results["terms"]
    out: Columns = {"k": np.arange(told.log10.shape[1]), say(lang, "table.full"): told.log10_full[:, 0]}
    for j, name in enumerate(told.names):
        path = say(lang, f"lab.short.{name}")
        out[say(lang, "lab.table.log_term", path=path)] = told.log10[j, :, 0]
        out[say(lang, "lab.table.projection", path=path)] = told.share[j, :, 0]
    out[say(lang, "lab.table.residual")] = told.residual[:, 0]
    return out


def ablation_columns(lang: Lang, curves: Mapping[str, np.ndarray]) -> Columns:
    """log10 norms (T + 1,) of the full gradient, and of what is left without one path or all that are off."""
    out: Columns = {"k": np.arange(len(curves["full"])), say(lang, "table.full"): curves["full"]}
    for name, y in curves.items():
        if name == "all":
            out[say(lang, "lab.figure.all_off")] = y
        elif name != "full":
            out[say(lang, f"lab.without.{name[1:]}")] = y
    return out


def _ablation_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    return ablation_columns(lang, results["ablation"])


SECTION = Section(
    {
        "split": Part(NETWORK, compute.step_norms),
        "terms": Part(NETWORK, compute.telescope, telescope_seconds),
        "ablation": Part((*NETWORK, "off"), compute.ablations, _ablation_seconds),
    },
    _show,
    {
        "split": (("split",), _split_table),
        "terms": (("terms",), _terms_table),
        "ablation": (("ablation",), _ablation_table),
    },
    _prepare,
)
