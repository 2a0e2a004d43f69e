"""From a record to the numbers of the figures: seeds of one setting side by side on one axis of updates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gates.experiments.evaluate import GATES
from gates.figures.exp_curves import Curve

from .record import Record, Row, Run, Setting


@dataclass(frozen=True)
class Group:
    """Runs that differ in their seed only.

    Parameters
    ----------
    name : str
        Name of its curves in the figures: the cell, with ``_p`` behind it for the width of nearest parameter count
        where the study has both widths.
    """

    name: str
    runs: tuple[Run, ...]

    @property
    def cell(self) -> str:
        """Kind of cell."""
        return self.runs[0].settings["cell"]

    @property
    def d_h(self) -> int:
        """Units."""
        return int(self.runs[0].settings["d_h"])


def groups(record: Record, setting: Setting) -> list[Group]:
    """Groups of one length, learning rate and bias law, in the order of the study."""
    found: dict[str, list[Run]] = {}
    sizings: dict[str, set[str]] = {}
    for run in record.runs:
        sizings.setdefault(run.settings["cell"], set()).add(run.settings["sizing"])
    for run in record.runs:
        if run.setting == setting:
            s = run.settings
            both = len(sizings[s["cell"]]) > 1
            name = f"{s['cell']}_p" if both and s["sizing"] == "parameters" else s["cell"]
            found.setdefault(name, []).append(run)
    return [Group(name, tuple(runs)) for name, runs in found.items()]


def axis_of(found: Sequence[Group]) -> np.ndarray:
    """All updates at which any run of the groups was validated, (n,)."""
    runs = [run for group in found for run in group.runs]
    return np.unique([float(entry["update"]) for run in runs for entry in run.history])


def over_updates(group: Group, column: str, x: np.ndarray) -> Curve | None:
    """A column of the history on the axis ``x`` (n,) of updates.

    A run that has ended keeps its last value, as in the report; another one ends where it is.
    """
    begun = [run for run in group.runs if run.history]
    if not begun:
        return None
    values = np.full((len(begun), len(x)), np.nan)
    for k, run in enumerate(begun):
        own = np.array([float(entry["update"]) for entry in run.history])
        y = np.array([_number(entry.get(column)) for entry in run.history])
        at = np.searchsorted(own, x, side="right") - 1
        values[k] = y[at]
        if run.state != "ended":
            values[k, x > own[-1]] = np.nan
    return Curve(x, values)


def by_lag(group: Group, which: str) -> Curve | None:
    """log10 gradient norms by lag, ``first`` or after training (``best``; ``last`` while it trains)."""
    chosen = [_lags(run, which) for run in group.runs if run.lags]
    if not chosen:
        return None
    x = np.array(chosen[0]["lag"], dtype=float)
    values = np.array([[_number(v) for v in entry["log10"]] for entry in chosen])
    return Curve(x, np.where(np.isfinite(values), values, np.nan))


def _lags(run: Run, which: str) -> Row:
    if which == "first":
        return run.lags["first"]
    return run.lags["best" if run.state == "ended" else "last"]


def gates_of(found: Sequence[Group], x: np.ndarray) -> dict[str, Curve]:
    """Mean openings by gate, of the first width of each cell."""
    out: dict[str, Curve] = {}
    for group in found:
        for gate in GATES[group.cell]:
            curve = over_updates(group, f"gate_{gate}", x)
            if curve is not None and gate not in out:
                out[gate] = curve
    return out


def tested(group: Group) -> list[float]:
    """Test quality of every run that has a result."""
    return [_number(run.row.get("quality")) for run in group.runs if run.row is not None]


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)
