"""Section 1: gates held at p, theory beside measurement."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from htmltools import HTML, Tag, tags

from gates.figures.lab_held import paint_held
from gates.text import Lang, joined, say
from gates.ui.numbers import minus, power, sign, significant

from . import compute
from .params import KEEP
from .section import Columns, Part, Section, Settings, Shown

SAME = 1e-9
#: A gate that moves by more than this is no longer held.
MOVED = 5e-4
_LAGS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def _seconds(s: Settings) -> float:
    return s["T"] * (1e-4 + (2.5e-4 + 1.2e-9 * _state(s) ** 3) * bool(s["held_scale"]))


def _state(s: Settings) -> int:
    return s["d_h"] * (2 if s["cell"] == "lstm" else 1)


def _show(lang: Lang, s: Settings, results: Mapping[str, Any], stale: set[str]) -> Shown:
    if "held" not in results:
        return Shown({}, {"held_says": say(lang, "lab.waiting")})
    r: compute.HeldRun = results["held"]
    lstm = s["cell"] == "lstm"
    paint = paint_held(
        r.held.log10_power, r.held.log10_full, r.held.log10_joint if lstm else None, "held" in stale
    )
    texts = {"held_says": say(lang, "lab.waiting") if "held" in stale else _says(lang, s, r),
             "held_state": say(lang, f"lab.held.what.{s['cell']}"), "held_table": str(_small_table(lang, r))}  # fmt: skip
    return Shown({"held": paint}, texts)


def _says(lang: Lang, s: Settings, r: compute.HeldRun) -> str:
    T = len(r.held.lag) - 1
    theory, measured = float(r.held.log10_power[-1]), float(r.held.log10_full[-1])
    shown = power(theory)
    fields = {
        "T": T,
        "sign": sign(shown, s["p"] ** T),
        "theory": shown,
        "measured": power(measured),
        "p": f"{s['p']:g}",
    }
    gap = 0.0 if theory == measured else measured - theory
    parts = []
    if not s["held_scale"]:
        parts.append(say(lang, "lab.held.same", **fields))
    elif math.isnan(measured) or measured == math.inf:
        parts.append(say(lang, "lab.nonfinite"))
    elif abs(gap) < SAME:
        parts.append(say(lang, "lab.held.agree", **fields))
    else:
        parts.append(say(lang, "lab.held.apart", **fields, gap=_decades(lang, gap)))
        parts.append(_why(lang, r))
    if s["p"] in (0, 1):
        parts.append(say(lang, f"lab.held.extreme.{int(s['p'])}", g=KEEP[s["cell"]]))
    low, high = r.gate
    if high - low > MOVED:
        parts.append(
            say(lang, "lab.held.moved", g=KEEP[s["cell"]], low=significant(low), high=significant(high))
        )
    return joined(lang, parts)


def _decades(lang: Lang, gap: float) -> str:
    return (
        say(lang, "lab.held.zero_theory")
        if math.isinf(gap)
        else say(lang, "read.decades", value=minus(f"{gap:+.2f}"))
    )


def _why(lang: Lang, r: compute.HeldRun) -> str:
    """Name the path by which most of the gradient leaves the direct one."""
    others = {name: norm for name, norm in r.terms.items() if name != "direct" and np.isfinite(norm)}
    if not others:
        return ""
    first, *rest = sorted(others, key=lambda name: -others[name])
    path, kind = say(lang, f"lab.path.{first}"), say(lang, f"lab.kind.{first}")
    said = [say(lang, "lab.held.why", path=path, kind=kind, size=power(others[first]))]
    if rest:
        path = say(lang, f"lab.path.{rest[0]}")
        said.append(say(lang, "lab.held.next", path=path, size=power(others[rest[0]])))
    return joined(lang, said)


def _small_table(lang: Lang, r: compute.HeldRun) -> Tag:
    T = len(r.held.lag) - 1
    head = [
        say(lang, k) for k in ("lab.table.lag", "lab.table.theory", "lab.table.measured", "lab.table.gap")
    ]
    rows = []
    for lag in sorted({*(k for k in _LAGS if k < T), T}):
        theory, measured = float(r.held.log10_power[lag]), float(r.held.log10_full[lag])
        gap = 0.0 if theory == measured else measured - theory
        rows.append(
            tags.tr(
                tags.th(str(lag), scope="row"),
                *(tags.td(HTML(power(v))) for v in (theory, measured)),
                tags.td(_gap(gap)),
            )
        )
    return tags.table(
        tags.thead(tags.tr(*(tags.th(HTML(h), scope="col") for h in head))),
        tags.tbody(*rows),
        class_="numbers lab-table",
    )


def _gap(gap: float) -> str:
    if not math.isfinite(gap):
        return "—" if math.isnan(gap) else "∞"
    return minus(f"{gap:+.2f}") if abs(gap) > 5e-3 else "0"


def _table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    h = results["held"].held
    columns: Columns = {
        say(lang, "lab.table.lag"): h.lag,
        say(lang, "lab.table.log_theory"): h.log10_power,
        say(lang, "lab.table.log_measured"): h.log10_full,
    }
    if s["cell"] == "lstm":
        columns[say(lang, "lab.table.log_joint")] = h.log10_joint
    return columns


SECTION = Section(
    {
        "held": Part(
            ("cell", "reset", "d_h", "T", "seed", "state0", "p", "held_scale"), compute.held, _seconds
        )
    },
    _show,
    {"held": (("held",), _table)},
)
