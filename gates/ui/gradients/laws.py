"""Section 5: what an initialisation of the keep gate promises, and how saturated the gates are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from gates.figures.lab_laws import GATES, paint_laws, paint_sat
from gates.text import Lang, say
from gates.ui.numbers import percent, significant, size

from . import compute
from .params import KEEP
from .section import NETWORK, Columns, Part, Section, Settings, Shown

LAWS = ("constant", "chrono", "uniform")
SIGNS = {"circle": "●", "square": "■", "diamond": "◆", "triangle-up": "▲"}


def _show(lang: Lang, s: Settings, results: Mapping[str, Any], stale: set[str]) -> Shown:
    curves, sat = results["laws"], results["saturation"]
    paints = {
        "laws": paint_laws(curves, math.log10(compute.LAGS[0]), math.log10(compute.LAGS[-1])),
        "sat": paint_sat({g: (v.left, v.right) for g, v in sat.shares.items()}),
    }
    texts = {"laws_says": _laws_says(lang, s, curves), "sat_says": _sat_says(lang, s, sat)}
    return Shown(paints, texts)


def _laws_says(lang: Lang, s: Settings, curves: Mapping[str, np.ndarray]) -> str:
    at = int(np.argmin(np.abs(compute.LAGS - 100)))
    values = {f"{law}": size(float(curves[law][at])) for law in LAWS}
    drawn = {f"{law}_drawn": size(float(curves[f"{law}_drawn"][at])) for law in ("chrono", "uniform")}
    keep = KEEP[s["cell"]]
    b = f"<var>b</var><sub>{keep}</sub>"
    return say(lang, "lab.laws.says", g=keep, b=b, bias=significant(s[f"b_{keep}"]) , n=s["units"], T_max=s["T_max"],
               **values, **drawn)  # fmt: skip


def _sat_says(lang: Lang, s: Settings, sat: compute.Saturations) -> str:
    keep = KEEP[s["cell"]]
    shares = {g: f"{percent(v.left.mean())} / {percent(v.right.mean())} %" for g, v in sat.shares.items()}
    gates = " · ".join(
        f'<span class="q-{g}">{SIGNS[GATES[g]]} <var>{g}</var></span> {said}' for g, said in shares.items()
    )
    open_ = 100 * float(sat.shares[keep].right.mean())
    return say(
        lang, "lab.sat.says", gates=gates, g=keep, open=f"{open_:.0f}", slope=significant(sat.slope[keep])
    )


def _laws_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    curves = results["laws"]
    out: Columns = {say(lang, "lab.table.lag"): compute.LAGS}
    for law in LAWS:
        out[say(lang, f"lab.law.{law}")] = curves[law]
        if f"{law}_drawn" in curves:
            out[say(lang, "lab.table.drawn", law=say(lang, f"lab.law.{law}"))] = curves[f"{law}_drawn"]
    return out


def _sat_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    shares = results["saturation"].shares
    n = len(next(iter(shares.values())).left)
    out: Columns = {say(lang, "lab.table.unit"): np.arange(1, n + 1)}
    for g, v in shares.items():
        out |= {f"{g} < 0.1": v.left, f"{g} > 0.9": v.right}
    return out


SECTION = Section(
    {
        "laws": Part(("cell", "b_f", "b_z", "T_max", "units", "seed"), compute.laws),
        "saturation": Part(NETWORK, compute.saturations),
    },
    _show,
    {"laws": (("laws",), _laws_table), "sat": (("saturation",), _sat_table)},
)
