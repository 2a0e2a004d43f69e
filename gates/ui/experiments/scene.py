"""What the figures show of a record: numbers and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from gates.figures.exp_curves import Curve, paint_curves
from gates.figures.exp_gates import paint_exp_gates
from gates.figures.exp_lags import paint_lags
from gates.figures.exp_seeds import paint_seeds
from gates.figures.frame import Paint
from gates.text import Lang, say

from . import words
from .curves import Group, axis_of, by_lag, gates_of, groups, over_updates, tested
from .record import Record, Setting


class Scene:
    """One state of the figures.

    Parameters
    ----------
    lang : {"zh", "en"}
    record : Record
    which : int
        Which setting of the record the curves are of, from 0.
    """

    def __init__(self, lang: Lang, record: Record, which: int) -> None:
        self.lang: Lang = lang
        self.record = record
        settings = record.settings
        self.setting: Setting | None = settings[min(which, len(settings) - 1)] if settings else None

    @cached_property
    def groups(self) -> list[Group]:
        """Groups of the setting."""
        return groups(self.record, self.setting) if self.setting is not None else []

    @cached_property
    def axis(self) -> np.ndarray:
        """Updates of all curves."""
        return axis_of(self.groups)

    def column(self, name: str) -> dict[str, Curve]:
        """A column of the history by name of the curve."""
        found = {group.name: over_updates(group, name, self.axis) for group in self.groups}
        return {name: curve for name, curve in found.items() if curve is not None}

    @cached_property
    def losses(self) -> dict[str, Curve]:
        """Validation loss."""
        return self.column("validation_loss")

    @cached_property
    def qualities(self) -> dict[str, Curve]:
        """Validation quality."""
        return self.column("validation_quality")

    @cached_property
    def gates(self) -> dict[str, Curve]:
        """Mean openings by gate."""
        return gates_of(self.groups, self.axis)

    def lags(self, which: str) -> dict[str, Curve]:
        """Gradient norms by lag."""
        found = {group.name: by_lag(group, which) for group in self.groups}
        return {name: curve for name, curve in found.items() if curve is not None}

    @cached_property
    def tested(self) -> list[tuple[str, str, list[float]]]:
        """Test qualities by group: cell, label, values."""
        return [(group.cell, f"{group.cell.upper()}<br>{group.d_h}", tested(group)) for group in self.groups]

    def paints(self) -> dict[str, Paint]:
        """Numbers of the figures."""
        record = self.record
        share = record.metric == "accuracy"
        return {
            "exp_quality": paint_curves(self.qualities, record.baseline_quality, share),
            "exp_loss": paint_curves(self.losses, record.baseline_loss, False),
            "exp_gates": paint_exp_gates(self.gates),
            "exp_lags": paint_lags(self.lags("first"), self.lags("now")),
            "exp_seeds": paint_seeds(self.tested, record.baseline_quality, share),
        }

    def texts(self) -> dict[str, str]:
        """Sentences below the figures."""
        lang, record = self.lang, self.record
        seeds = say(lang, "exp.says.seeds", chance=words.quality(record.baseline_quality, record.metric))
        return {
            "exp_quality_says": words.curve_says(lang, self.qualities, record, "validation_quality"),
            "exp_loss_says": words.curve_says(lang, self.losses, record, "validation_loss"),
            "exp_gates_says": words.gates_say(lang, self.gates, record),
            "exp_lags_says": words.lags_say(lang, self.lags("first"), self.lags("now"), record),
            "exp_seeds_says": seeds if record.ended else say(lang, "exp.says.no_result"),
        }

    def table(self, figure: str) -> dict[str, list[object]] | None:
        """The numbers that a figure draws, by column; None where it draws none."""
        if figure == "exp_seeds":
            return self._seeds_table()
        curves: Mapping[str, Curve]
        if figure == "exp_lags":
            first, now = self.lags("first"), self.lags("now")
            curves = {say(self.lang, "exp.table.first", name=self._name(n)): c for n, c in first.items()}
            curves |= {say(self.lang, "exp.table.now", name=self._name(n)): c for n, c in now.items()}
            head = say(self.lang, "exp.table.lag")
        else:
            of = {"exp_quality": self.qualities, "exp_loss": self.losses, "exp_gates": self.gates}.get(
                figure, {}
            )
            curves = {n if figure == "exp_gates" else self._name(n): c for n, c in of.items()}
            head = say(self.lang, "experiment.column.updates")
        return self._columns(head, curves) if curves else None

    def _name(self, curve: str) -> str:
        return say(self.lang, f"exp.figure.{curve}")

    def _columns(self, head: str, curves: Mapping[str, Curve]) -> dict[str, list[object]]:
        """Median, minimum and maximum of every curve on one axis."""
        x = np.unique(np.concatenate([curve.x for curve in curves.values()]))
        columns: dict[str, list[object]] = {head: [f"{value:g}" for value in x]}
        for name, curve in curves.items():
            own, *spread = curve.spread()
            parts = ("", "min", "max") if len(curve.values) > 1 else ("",)
            for part, y in zip(parts, spread, strict=False):
                at = dict(zip(own.tolist(), y.tolist(), strict=True))
                columns[f"{name} {part}".strip()] = [at.get(value, "") for value in x.tolist()]
        return columns

    def _seeds_table(self) -> dict[str, list[object]] | None:
        found = [run for run in self.record.ended if run.row is not None]
        if not found:
            return None
        names = ("cell", "d_h", "length", "lr", "bias_init", "seed")
        columns: dict[str, list[object]] = {
            say(self.lang, f"experiment.column.{n}"): [_text(run.settings[n]) for run in found] for n in names
        }
        key = f"experiment.metric.{self.record.metric}"
        columns[say(self.lang, key)] = [_text((run.row or {}).get("quality")) for run in found]
        return columns


def _text(value: object) -> str:
    return (
        "–"
        if value is None or value == ""
        else f"{value:g}"
        if isinstance(value, int | float)
        else str(value)
    )
