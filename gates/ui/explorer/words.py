"""The sentences that follow the numbers of the page."""

from __future__ import annotations

import html
import math

import numpy as np

from gates.figures.gates import GATES, KEEP
from gates.text import Lang, joined, say
from gates.ui import numbers
from gates.ui.numbers import minus, power
from gates.ui.sent import Sent

from .compute import Reach, Run

#: A gradient below this share of 1 is lost beside 1 in float32 (its resolution is 6e-8), above its inverse it explodes.
VANISHED = math.log10(2.0**-24)
SAME = 1e-9


def significant(value: float) -> str:
    """``value`` with three digits, and beyond everyday sizes as a power of ten; a dash where there is no number."""
    if math.isnan(value) or value == -math.inf:
        return "—"
    if value in (0, math.inf) or 1e-4 <= abs(value) < 1e6:
        return numbers.significant(value)
    return ("−" if value < 0 else "") + power(math.log10(abs(value)))


def readouts(lang: Lang, run: Run, reach: Reach | None, t: int) -> dict[str, str]:
    """The row of numbers under the figures, by slot."""
    out = {
        f"{k}_name": say(lang, f"read.{k}", g=KEEP.get(run.kind, "f")) for k in ("half_life", "tau", "efold")
    }
    out |= {"saturated_name": say(lang, "read.saturated"), "gap_name": say(lang, "read.gap")}
    none = say(lang, "read.none")
    keep = run.keep
    mean = float(keep.mean()) if keep is not None else math.nan
    log = _log(mean)
    scales = {"half_life": _divide(-math.log(2), log), "tau": _divide(1, 1 - mean), "efold": _divide(-1, log)}
    for name, value in scales.items():
        out[name] = none if math.isnan(value) else say(lang, "read.steps", value=significant(value))
    out["saturated"] = _saturation(run) or none
    out["gap"] = none
    if reach is not None and keep is not None:
        gap = reach.full[t] - reach.direct[t]
        if np.isfinite(gap):
            out["gap"] = say(lang, "read.decades", value=minus(f"{gap:+.2f}" if abs(gap) > 5e-3 else "0.00"))
    return out


def _log(x: float) -> float:
    if math.isnan(x):
        return x
    return math.log(x) if x > 0 else -math.inf


def _divide(a: float, b: float) -> float:
    return a / b if b else math.inf


def _saturation(run: Run) -> str:
    parts = []
    for gate in GATES[run.kind]:
        values = getattr(run.trace, gate)
        low, high = 100 * np.mean(values < 0.1), 100 * np.mean(values > 0.9)
        parts.append(f"<var>{gate}</var> {low:.0f} / {high:.0f} %")
    return " · ".join(parts)


def model_note(lang: Lang, sent: Sent | None) -> dict[str, str]:
    """Whose weights are moved, and that the sliders add to them; nothing where they are drawn."""
    if sent is None:
        return {}
    cell = sent.cell
    name = html.escape(sent.name)
    return {"model_note": say(lang, "explorer.model_note", name=name, d_x=cell.d_x, d_h=cell.d_h)}


def overflow(run: Run) -> int | None:
    """The first step (from 1) whose state is not finite."""
    fine = np.isfinite(run.trace.h[:, 0]).all(-1)
    if run.kind == "lstm":
        fine &= np.isfinite(run.trace.c[:, 0]).all(-1)
    return None if fine.all() else int(np.argmin(fine)) + 1


def reach_says(lang: Lang, run: Run, reach: Reach | None, stale: bool, k: int) -> str:
    """What direct path and full gradient say at the cursor, and what they say as a whole."""
    if overflow(run) is not None:
        return say(lang, "say.nonfinite")
    if reach is None:
        return say(lang, "say.waiting_first")
    if stale:
        return say(lang, "say.waiting")
    return gradient_says(lang, run.kind, reach, k)


def gradient_says(lang: Lang, kind: str, reach: Reach, k: int) -> str:
    """The same for norms of finite states alone."""
    return joined(lang, dict.fromkeys((_at_cursor(lang, kind, reach, k), *_fate(lang, kind, reach))))


def _at_cursor(lang: Lang, kind: str, reach: Reach, k: int) -> str:
    direct, full, T = reach.direct[k], reach.full[k], len(reach.full) - 1
    if k == T:
        return say(lang, "say.reach.end")
    fields = {"T": T, "k": k, "direct": power(direct), "full": power(full)}
    if full == -math.inf and direct != full:
        return say(lang, "say.reach.zero", T=T, k=k)
    if kind == "rnn":
        return say(lang, "say.reach.rnn", **fields)
    gap = 0.0 if direct == full else full - direct
    if not math.isfinite(gap):
        return say(lang, "say.nonfinite")
    if abs(gap) < SAME:
        return say(lang, "say.reach.same", **fields)
    return say(lang, "say.reach.more" if gap > 0 else "say.reach.less", **fields, gap=f"{abs(gap):.2f}")


def _fate(lang: Lang, kind: str, reach: Reach) -> list[str]:
    """What became of the gradient at the start, and that gates did not prevent it where there are any."""
    first = reach.full[0]
    if math.isnan(first) or first == math.inf:
        return [say(lang, "say.nonfinite")]
    if VANISHED <= first <= -VANISHED:
        return []
    said = say(lang, "say.vanished" if first < 0 else "say.exploded", full=power(first))
    return [said] if kind == "rnn" else [said, say(lang, "say.in_spite_of_gates")]


def states_says(lang: Lang, run: Run) -> str:
    """The size of the states at the last step, or where they overflow."""
    if (t := overflow(run)) is not None:
        return say(lang, "say.states.overflow", t=t)
    names = ("c", "h") if run.kind == "lstm" else ("h",)
    # Divided first: squares of states beyond 1e154 would overflow where the states do not.
    values = [f"<var>{n}</var> {significant(_rms(getattr(run.trace, n)[-1, 0]))}" for n in names]
    return say(lang, "say.states", values=("，" if lang == "zh" else ", ").join(values))


def _rms(x: np.ndarray) -> float:
    size = float(np.max(np.abs(x)))
    return size * float(np.sqrt(np.mean((x / size) ** 2))) if size else 0.0
