"""Lessons that compare cells: two reset gates, equal parameters, measured quality, the size of the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from gates.core import GRU
from gates.experiments.bundled import bundled
from gates.figures.lesson_lines import (
    new_both_resets,
    new_directions,
    new_learning,
    new_sizes,
    paint_both_resets,
    paint_directions,
    paint_learning,
    paint_sizes,
)
from gates.text import Lang, say
from gates.ui import tables
from gates.ui.numbers import size
from gates.ui.state import Number
from gates.ui.tables import Columns
from gates.weights.counts import count, match, network

from .columns import over_time
from .lesson import Lesson, Look, Settings, bias, scale
from .runs import explored, traces_of_input

# ---- reset before or after

UNIT = 2


def _gated(s: Settings, reset: str = "after") -> dict[str, Any]:
    return {"cell": "gru", "reset": reset, "source": "noise", "T": 60, "view": "unit", "unit": UNIT, **s}


def _look_reset(lang: Lang, s: Settings) -> Look:
    before, after = (explored(_gated(s, reset)).trace.h[:, 0] for reset in ("before", "after"))
    largest = float(np.abs(before - after).max())
    opened = {**s, "b_r": 8.0}
    open_before, open_after = (explored(_gated(opened, reset)).trace.h[:, 0] for reset in ("before", "after"))
    fields = {
        "T": len(before), "n": before.shape[1], "unit": UNIT, "most": size(largest),
        "own": size(float(np.abs(before - after)[:, UNIT - 1].max())),
        "open": size(float(np.abs(open_before - open_after).max())),
    }  # fmt: skip
    drawn = {
        say(lang, "table.lesson_h", unit=UNIT, when=say(lang, f"figure.lesson_{when}")): h[:, UNIT - 1]
        for when, h in (("before", before), ("after", after))
    }
    return Look(
        {"a": largest == 0, "b": 0 < largest < 1e-6, "c": largest > 0.1},
        fields,
        {"resets": paint_both_resets(before[:, UNIT - 1], after[:, UNIT - 1])},
        {"resets": say(lang, "lesson.reset.says", **fields)},
        {"resets": over_time(lang, drawn)},
    )


RESET = Lesson(
    "reset", "c", "abc", (bias("r", 0.0), scale(1.5)), {"resets": new_both_resets}, _look_reset,
    lambda s: ("explorer", _gated(s)),
)  # fmt: skip

# ---- equal parameters

WIDEST = 128


@lru_cache(maxsize=64)
def _sizes(d_x: int) -> dict[str, np.ndarray]:
    """Numbers carried a step by each cell, at the parameters of an LSTM of 1 … WIDEST units."""
    found = [match(d_x, count(d_x, network("lstm", d))) for d in range(1, WIDEST + 1)]
    return {cell: np.array([m[cell].state_size for m in found]) for cell in ("lstm", "gru", "rnn")}


def _by_name(curves: Mapping[str, np.ndarray]) -> Columns:
    return {cell.upper(): curve for cell, curve in curves.items()}


def _look_memory(lang: Lang, s: Settings) -> Look:
    budget = count(s["d_x"], network("lstm", s["d_h"]))
    lstm, gru, rnn = (match(s["d_x"], budget)[cell] for cell in ("lstm", "gru", "rnn"))
    carried = (lstm.state_size, gru.state_size)
    fields = {
        "d_x": s["d_x"], "d_h": lstm.d_h, "p": f"{lstm.parameters:,}", "state": lstm.state_size, "g": gru.d_h,
        "gp": f"{gru.parameters:,}", "gstate": gru.state_size, "dev": f"{100 * gru.deviation:+.2f}".replace("-", "−"),
        "rp": f"{rnn.parameters:,}", "r": rnn.d_h, "rstate": rnn.state_size,
    }  # fmt: skip
    return Look(
        {"a": carried == (64, 64), "b": carried == (64, 75), "c": carried == (128, 75)},
        fields,
        {"sizes": paint_sizes(_sizes(s["d_x"]), s["d_h"])},
        {"sizes": say(lang, "lesson.memory.says", **fields)},
        {"sizes": {say(lang, "axis.lesson_width"): np.arange(1, WIDEST + 1), **_by_name(_sizes(s["d_x"]))}},
    )


MEMORY = Lesson(
    "memory", "c", "abc", (Number("d_h", "dh", 64, 1, WIDEST), Number("d_x", "dx", 10, 1, 128)), {"sizes": new_sizes},
    _look_memory, lambda s: ("parameters", {"build": "equal", "cell": "lstm", **s}),
)  # fmt: skip

# ---- LSTM or GRU

EVERY = 50
BUDGET = 3000


@lru_cache(maxsize=1)
def measured() -> tuple[dict[str, np.ndarray], dict[str, list[dict]]]:
    """Mean validation accuracy over seeds at updates 0, EVERY, …, and the rows of the results, by cell.

    A run that reached its target stopped there and keeps what it had.
    """
    study = bundled("first_item")
    rows = {cell: [r for r in study.rows if r["cell"] == cell] for cell in ("lstm", "gru", "rnn")}
    curves = {}
    for cell, runs in rows.items():
        each = []
        for run in runs:
            points = [(h["update"], h["validation_quality"]) for h in study.history if h["run"] == run["run"]]
            each.append(_held(points))
        curves[cell] = np.mean(each, axis=0)
    return curves, rows


def _held(points: Sequence[tuple[float, float]]) -> np.ndarray:
    """Values at updates 0, EVERY … BUDGET; between measurements and after the last one the value stays."""
    updates, values = (np.array(v) for v in zip(*points, strict=True))
    return values[np.searchsorted(updates, np.arange(0, BUDGET + 1, EVERY), side="right") - 1]


def _look_measure(lang: Lang, s: Settings) -> Look:
    curves, rows = measured()
    accuracy = {cell: np.array([r["quality"] for r in runs]) for cell, runs in rows.items()}
    lstm, gru = accuracy["lstm"].mean(), accuracy["gru"].mean()
    at = {cell: f"{100 * curve[s['updates'] // EVERY]:.1f}" for cell, curve in curves.items()}
    fields: dict[str, object] = {"N": f"{s['updates']:,}", "seeds": len(rows["lstm"]), **at}
    for cell, runs in rows.items():
        needed = [int(r["updates"]) for r in runs]
        fields |= {
            f"{cell}_test": f"{100 * accuracy[cell].mean():.1f}", f"{cell}_parameters": f"{int(runs[0]['parameters']):,}",
            f"{cell}_updates": f"{min(needed):,}\u2060–\u2060{max(needed):,}",
        }  # fmt: skip
    columns: Columns = {say(lang, "axis.lesson_updates"): np.arange(0, BUDGET + 1, EVERY)}
    chance = float(rows["lstm"][0]["baseline_quality"])
    columns |= {**_by_name(curves), say(lang, "exp.figure.chance"): np.full(len(curves["lstm"]), chance)}
    return Look(
        {"a": lstm > gru, "b": gru > lstm, "c": lstm == gru},
        fields,
        {"learning": paint_learning(curves, chance, EVERY, s["updates"])},
        {"learning": say(lang, "lesson.measure.says", **fields)},
        {"learning": columns},
    )


MEASURE = Lesson(
    "measure", "c", "abc", (Number("updates", "n", BUDGET, 0, BUDGET, EVERY),), {"learning": new_learning}, _look_measure,
    lambda s: ("experiments", {}),
)  # fmt: skip

# ---- a state of fixed size

LENGTH = 40
#: A direction counts where its singular value is above this share of the largest; rounding lies near 1e-16.
SEEN = 1e-12


def _folded(s: Settings) -> dict[str, Any]:
    return {"cell": "gru", "source": "noise", "T": LENGTH, **s}


def _look_bottleneck(lang: Lang, s: Settings) -> Look:
    last, kept = _singular(s["d_h"], s["b_z"])
    rank, all_ranks = _rank(last), {_rank(_singular(s["d_h"], b)[0]) for b in (0.0, 2.0, 4.0)}
    fields = {
        "d_h": s["d_h"], "T": LENGTH, "rank": rank, "kept": _rank(kept), "numbers": LENGTH * s["d_h"],
        "most": size(float(last[0])), "least": size(float(last[rank - 1])),
    }  # fmt: skip
    return Look(
        {"a": rank == LENGTH, "b": max(all_ranks) == 8, "c": rank == 24},
        fields,
        {"directions": paint_directions(last, kept, s["d_h"])},
        {"directions": say(lang, "lesson.bottleneck.says", **fields)},
        {"directions": _directions(lang, last, kept)},
    )


def _directions(lang: Lang, last: np.ndarray, kept: np.ndarray) -> Columns:
    """The last state has d_h singular values only; behind them its column is empty."""
    short = [*map(tables.cell, last), *[""] * (len(kept) - len(last))]
    heads = (
        say(lang, "table.lesson_singular", states=say(lang, f"figure.lesson_{k}")) for k in ("last", "kept")
    )
    return {say(lang, "lab.table.index"): np.arange(1, len(kept) + 1), next(heads): short, next(heads): kept}


@lru_cache(maxsize=64)
def _singular(d_h: int, b_z: float) -> tuple[np.ndarray, np.ndarray]:
    """Singular values of ∂h_T/∂(x_1 … x_T), and of the same for all states h_1 … h_T together."""
    run = explored(_folded({"d_h": d_h, "b_z": b_z}))
    assert isinstance(run.cell, GRU)
    traces = traces_of_input(run.cell, run.trace.x)
    stacked = traces.reshape(-1, LENGTH)
    return np.linalg.svd(traces[-1], compute_uv=False), np.linalg.svd(stacked, compute_uv=False)


def _rank(values: np.ndarray) -> int:
    return int(np.sum(values > SEEN * values[0]))


BOTTLENECK = Lesson(
    "bottleneck", "b", "abc", (bias("z", 2.0, -4, 6), Number("d_h", "dh", 8, 1, 32)), {"directions": new_directions},
    _look_bottleneck, lambda s: ("explorer", _folded(s)),
)  # fmt: skip
