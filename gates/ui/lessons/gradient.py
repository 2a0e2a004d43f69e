"""Lessons about the whole gradient: it is not the direct path, not a sum of ablations, not bounded, not cured by a clip."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gates.core import gradients
from gates.core.clipping import clip_by_global_norm
from gates.figures.lab_paths import new_ablation, paint_ablation
from gates.figures.lesson_lines import new_clipped, paint_clipped
from gates.figures.reach import new_reach, paint_reach
from gates.text import Lang, say
from gates.ui.explorer.words import reach_says
from gates.ui.gradients import compute as laboratory
from gates.ui.gradients.params import PATHS
from gates.ui.gradients.paths import ablation_columns
from gates.ui.numbers import power, significant, size
from gates.ui.state import Number

from .columns import back_in_time, over_time
from .lesson import Lesson, Look, Settings, bias, scale
from .runs import contributions, explored, laboratory_settings, reached

# ---- the direct path is not the gradient

MIDDLE = 50


def _noisy(s: Settings) -> dict[str, Any]:
    return {"cell": "lstm", "source": "noise", "T": 100, **s}


def _look_direct(lang: Lang, s: Settings) -> Look:
    run = explored(_noisy(s))
    now = reached(run)
    alone = reached(explored(_noisy({**s, "recurrent_scale": 0.0})))
    gap = now.full[MIDDLE] - now.direct[MIDDLE]
    fields = {
        "T": run.T, "k": MIDDLE, "direct": power(now.direct[MIDDLE]), "full": power(now.full[MIDDLE]),
        "gap": f"{gap:.1f}".replace("-", "−"), "alone": power(alone.full[MIDDLE]),
        "alone_direct": power(alone.direct[MIDDLE]),
    }  # fmt: skip
    return Look(
        {"a": abs(gap) < 0.05, "b": gap <= -0.05, "c": gap > 1},
        fields,
        {"reach": paint_reach(now.direct, now.full)},
        {"reach": reach_says(lang, run, now, False, MIDDLE)},
        {"reach": back_in_time(lang, now)},
    )


DIRECT = Lesson(
    "direct", "c", "abc", (scale(1.0), bias("f", 1.0)), {"reach": new_reach}, _look_direct,
    lambda s: ("explorer", _noisy({**s, "t": MIDDLE})),
)  # fmt: skip

# ---- ablations


def _ablated(s: Settings) -> dict[str, Any]:
    return {"cell": "gru", "T": 40, "d_h": 12, "recurrent_scale": 1.5, **s}


def _look_ablation(lang: Lang, s: Settings) -> Look:
    settings = laboratory_settings(_ablated(s))
    curves = laboratory.ablations({**settings, "off": PATHS["gru"]})
    curves.pop("all")
    told = gradients.telescope(*laboratory.run(settings))
    full = float(curves["full"][0])
    ratio = {name: float(10 ** (curves[f"-{name}"][0] - full)) for name in PATHS["gru"]}
    fields = {
        "T": settings["T"], "full": power(full), **{name: size(value) for name, value in ratio.items()},
        "losses": significant(sum(1 - value for value in ratio.values())).rstrip(),
        "projections": f"{float(told.share[:, 0, 0].sum()):.2f}",
    }  # fmt: skip
    return Look(
        {"a": ratio["reset"] < 0.95, "b": ratio["reset"] > 1.05, "c": 0.95 <= ratio["reset"] <= 1.05},
        fields,
        {"ablation": paint_ablation(curves)},
        {"ablation": say(lang, "lesson.ablation.says", **fields)},
        {"ablation": ablation_columns(lang, curves)},
    )


ABLATION = Lesson(
    "ablation", "b", "abc", (bias("z", 0.0, -4, 4), Number("seed", "seed", 0, 0, 20)), {"ablation": new_ablation},
    _look_ablation, lambda s: ("gradients", {"tab": "paths", "t": 1, "on_reset": False, **_ablated(s)}),
)  # fmt: skip

# ---- explosion


def _large(s: Settings) -> dict[str, Any]:
    return {"cell": "lstm", "source": "noise", "T": 100, "d_h": 32, "seed": 1, **s}


def _look_explosion(lang: Lang, s: Settings) -> Look:
    run = explored(_large(s))
    now = reached(run)
    full = float(now.full[0])
    fields = {
        "T": run.T,
        "direct": power(now.direct[0]),
        "full": power(full),
        "top": significant(_top_gate(run)),
    }
    return Look(
        {"a": full < -1, "b": -1 <= full <= 1, "c": full > 6},
        fields,
        {"reach": paint_reach(now.direct, now.full)},
        {"reach": reach_says(lang, run, now, False, 0)},
        {"reach": back_in_time(lang, now)},
    )


def _top_gate(run: Any) -> float:
    """The largest forget gate of the run, rounded down: a gate never reaches 1, and its number must not either."""
    return math.floor(float(run.keep.max()) * 1e4) / 1e4


EXPLOSION = Lesson(
    "explosion", "c", "abc", (scale(6.0), bias("f", 2.0)), {"reach": new_reach}, _look_explosion,
    lambda s: ("explorer", _large({**s, "t": 1})),
)  # fmt: skip

# ---- clipping


def _exploding(s: Settings) -> dict[str, Any]:
    shared = {"cell": "lstm", "T": 100, "b_f": 2.0, "seed": 1, "recurrent_scale": s["recurrent_scale"]}
    return shared | {"max_norm": s["max_norm"]}


def _look_clip(lang: Lang, s: Settings) -> Look:
    settings = _exploding(s)
    steps = np.linalg.norm(contributions(settings), axis=1)
    told = clip_by_global_norm(laboratory.network_gradients(laboratory_settings(settings)), s["max_norm"])
    after = steps * told.factor
    ratio, ratio_after = steps[0] / steps[-1], after[0] / after[-1] if after[-1] else math.nan
    fields = {
        "T": len(steps), "limit": significant(s["max_norm"]), "before": size(told.before), "after": size(told.after),
        "factor": size(told.factor), "first": size(steps[0]), "last": size(steps[-1]), "last_after": size(after[-1]),
        "ratio": size(ratio), "ratio_after": size(ratio_after),
    }  # fmt: skip
    added = {
        say(lang, "table.lesson_contribution", when=say(lang, f"figure.lesson_{when}")): sizes
        for when, sizes in (("unclipped", steps), ("clipped", after))
    }
    same = bool(np.isclose(ratio, ratio_after, rtol=1e-9))
    return Look(
        {"a": 0.1 < ratio_after < 10, "b": same and told.factor < 1, "c": not same},
        fields,
        {"clipped": paint_clipped(steps, told.factor)},
        {"clipped": say(lang, "lesson.clip.untouched" if told.factor == 1 else "lesson.clip.says", **fields)},
        {"clipped": over_time(lang, added)},
    )


CLIP = Lesson(
    "clip", "b", "abc", (Number("max_norm", "n", 1.0, 0.1, 10, 0.1, whole=False), scale(6.0)), {"clipped": new_clipped},
    _look_clip, lambda s: ("gradients", {"tab": "hygiene", **_exploding(s)}),
)  # fmt: skip
