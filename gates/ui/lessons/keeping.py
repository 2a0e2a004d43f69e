"""Lessons about what a gate keeps: the valve, the bias of 1, z near 1, both sides of saturation."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gates.core.laws import time_scales
from gates.figures.frame import Paint, line
from gates.figures.gates import new_gates
from gates.figures.lab_paths import new_split, paint_split
from gates.figures.lesson_lines import BIASES, new_slope, new_two_biases, paint_slope, paint_two_biases
from gates.figures.states import new_states
from gates.text import Lang, joined, say
from gates.ui.explorer.compute import Run
from gates.ui.gradients import compute as laboratory
from gates.ui.gradients.paths import split_columns
from gates.ui.numbers import equated, power, significant
from gates.ui.state import Number
from gates.ui.tables import Columns

from .columns import back_in_time, over_time
from .lesson import Lesson, Look, Settings, bias
from .runs import explored, laboratory_settings, reached


def half_life(gate: float) -> float:
    """Steps after which a gate held at ``gate`` has halved what it keeps."""
    return float(time_scales(np.array(gate))[2])


def _state(run: Run, name: str, first: float, low: float) -> Paint:
    """One state of a single unit from its first value on, between ``low`` and 1."""
    curve = line(np.append(first, getattr(run.trace, name)[:, 0, 0]), start=0.0)
    margin = 0.03 * (1 - low)
    return Paint({name: curve}, (0, run.T), (low - margin, 1 + margin, (1 - low) / 4))


def _gate(run: Run, name: str) -> Paint:
    """One gate of a single unit, on the time axis of `_state`."""
    return Paint({name: line(getattr(run.trace, name)[:, 0, 0])}, (0, run.T))


# ---- the valve


def _valve(s: Settings) -> dict[str, Any]:
    return {"cell": "lstm", "family": "zero", "source": "zero", "state0": "ones", "T": 20, "d_h": 1, **s}


def _look_valve(lang: Lang, s: Settings) -> Look:
    run = explored(_valve(s))
    assert run.keep is not None
    f, left = float(run.keep[0, 0]), float(run.trace.c[-1, 0, 0])
    fields = {
        "f": equated(f),
        "T": run.T,
        "left": power(math.log10(left)),
        "half": significant(half_life(f)),
    }
    return Look(
        {"a": abs(left - 0.9) < 0.05, "b": abs(left - 0.12) < 0.005, "c": left < 0.001},
        fields,
        {"gates": _gate(run, "f"), "states": _state(run, "c", 1.0, 0.0)},
        {"gates": say(lang, "lesson.valve.gate", b=_signed(s["b_f"]), **fields),
         "states": say(lang, "lesson.valve.says", **fields)},
        {"gates": over_time(lang, {"f": run.keep[:, 0]}),
         "states": over_time(lang, {"c": np.append(1.0, run.trace.c[:, 0, 0])}, 0)},
    )  # fmt: skip


def _signed(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")


VALVE = Lesson(
    "valve", "b", "abc", (bias("f", 2.2),), {"states": new_states, "gates": new_gates}, _look_valve,
    lambda s: ("explorer", _valve(s)),
)  # fmt: skip


# ---- a forget bias of 1


def _rested(s: Settings) -> dict[str, Any]:
    return {"cell": "lstm", "source": "zero", **s}


def _look_bias(lang: Lang, s: Settings) -> Look:
    now, zero = (reached(explored(_rested({**s, "b_f": b}))) for b in (s["b_f"], 0.0))
    far = reached(explored(_rested({**s, "T": 100}))).direct[0]
    log_ratio = float(now.direct[0] - zero.direct[0])
    ratio = 10**log_ratio
    f = 1 / (1 + math.exp(-s["b_f"]))
    fields = {
        "b": _signed(s["b_f"]), "f": equated(f), "T": s["T"], "ratio": _count(log_ratio), "one": power(now.direct[0]),
        "zero": power(zero.direct[0]), "full": power(now.full[0]), "full0": power(zero.full[0]), "far": power(far),
    }  # fmt: skip
    return Look(
        {"a": abs(ratio - 1.5) < 0.05, "b": abs(ratio - 30) < 1, "c": abs(ratio - 2000) < 50},
        fields,
        {"reach": paint_two_biases((now.direct, now.full), (zero.direct, zero.full))},
        {"reach": say(lang, "lesson.bias.says", **fields)},
        {"reach": back_in_time(lang, now, zero)},
    )


def _count(log10: float) -> str:
    """A factor by its logarithm: 1,994 rather than 1.99 × 10³."""
    return f"{10**log10:,.0f}" if 2 <= log10 < 6 else power(log10)


BIAS = Lesson(
    "bias", "c", "abc", (bias("f", 1.0), Number("T", "T", 20, 1, 200)), {"reach": new_two_biases}, _look_bias,
    lambda s: ("explorer", _rested(s)),
)  # fmt: skip


# ---- z near 1


def _corrected(s: Settings) -> dict[str, Any]:
    return {
        "cell": "gru",
        "family": "zero",
        "source": "zero",
        "state0": "ones",
        "T": 200,
        "d_h": 1,
        "b_h": -8.0,
        **s,
    }


def _look_slow(lang: Lang, s: Settings) -> Look:
    run = explored(_corrected(s))
    assert run.keep is not None
    z, h = float(run.keep[0, 0]), run.trace.h[:, 0, 0]
    crossed = int(np.argmax(h <= 0)) + 1 if h[-1] <= 0 else None
    fields = {
        "z": equated(z), "T": run.T, "n": crossed if crossed is not None else "—", "last": significant(float(h[-1])),
        "half": significant(half_life(z)), "left": power(float(reached(run).direct[0])), "new": significant(1 - z),
    }  # fmt: skip
    says = say(lang, "lesson.slow.says" if crossed is not None else "lesson.slow.never", **fields)
    return Look(
        {"a": crossed == 1, "b": crossed == 10, "c": crossed == 70},
        fields,
        {"gates": _gate(run, "z"), "states": _state(run, "h", 1.0, -1.0)},
        {"gates": say(lang, "lesson.slow.gate", b=_signed(s["b_z"]), **fields), "states": says},
        {
            "gates": over_time(lang, {"z": run.keep[:, 0]}),
            "states": over_time(lang, {"h": np.append(1.0, h)}, 0),
        },
    )


SLOW = Lesson(
    "slow", "c", "abc", (bias("z", 4.6),), {"states": new_states, "gates": new_gates}, _look_slow,
    lambda s: ("explorer", _corrected(s)),
)  # fmt: skip


# ---- saturation


def _look_saturation(lang: Lang, s: Settings) -> Look:
    seen = {b: _gate_of({**s, "b_f": b}) for b in (1.0, s["b_f"])}
    was, now = seen[1.0], seen[s["b_f"]]
    ratio = was["slope"] / now["slope"]
    fields = {
        "b": _signed(s["b_f"]), "ratio": _count(math.log10(ratio)), "full": f"{100 * now['right']:.0f}",
        **{f"{k}0": significant(was[k]) for k in ("f", "slope", "direct", "forget")},
        **{k: significant(now[k]) for k in ("f", "slope", "direct", "forget")},
    }  # fmt: skip
    return Look(
        {"a": ratio < 0.95, "b": 15 < ratio < 25, "c": 0.95 <= ratio <= 1.05},
        fields,
        {"slope": paint_slope(s["b_f"]), "split": paint_split(now["norms"])},
        {"slope": say(lang, "lesson.saturation.says", **fields),
         "split": joined(lang, (say(lang, "lesson.saturation.paths", **fields), say(lang, "lab.split.halves")))},
        {"slope": _slopes(lang), "split": split_columns(lang, now["norms"])},
    )  # fmt: skip


def _slopes(lang: Lang) -> Columns:
    f = 1 / (1 + np.exp(-BIASES))
    # The steps of the slider, without what rounding adds to them.
    return {say(lang, "axis.lesson_bias"): np.round(BIASES, 1), "f": f, "f(1 − f)": f * (1 - f)}


def _gate_of(s: Settings) -> dict[str, Any]:
    """Mean gate, mean slope, share above 0.9, and the mean norm of two paths of a run."""
    settings = laboratory_settings(s)
    run = laboratory.run(settings)[1]
    told, norms = laboratory.saturations(settings), laboratory.step_norms(settings)
    return {
        "f": float(run.f.mean()), "slope": told.slope["f"], "right": float(told.shares["f"].right.mean()),
        "norms": norms, "direct": float(norms["direct"].mean()), "forget": float(norms["forget"].mean()),
    }  # fmt: skip


SATURATION = Lesson(
    "saturation", "b", "abc", (bias("f", 5.0),), {"slope": new_slope, "split": new_split}, _look_saturation,
    lambda s: ("gradients", {"tab": "paths", **s}),
)  # fmt: skip
