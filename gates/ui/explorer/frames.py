"""What the page shows for one state: numbers for the figures, words, numbers for the cell diagram."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gates.core import GRU, gradients
from gates.figures.frame import Paint, Ticks, grid_width
from gates.figures.gates import GATES, paint_gates
from gates.figures.heat import SIGNED, paint_heat
from gates.figures.reach import paint_reach
from gates.figures.states import paint_states
from gates.inputs.sequence import Sequence
from gates.inputs.synthetic import KINDS
from gates.text import Lang, joined, say

from . import words
from .compute import Reach, Run, direct_norm

#: The quantity that a heatmap choice means in each cell.
HEAT = {
    "lstm": {"keep": "f", "in": "i", "out": "o", "candidate": "c_tilde", "cell": "c", "hidden": "h"},
    "gru": {"keep": "z", "in": "r", "candidate": "h_tilde", "hidden": "h"},
    "rnn": {"hidden": "h"},
}
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
#: What the diagram of each cell shows of one unit, beside h and the old h.
CELL_VALUES = {"lstm": ("f", "i", "o", "c_tilde", "c_prev", "c"), "gru": ("z", "r", "h_tilde"), "rnn": ()}
NAMES = {"c_tilde": "c̃", "h_tilde": "h̃"}


@dataclass(frozen=True, eq=False)
class Scene:
    """One state of the page.

    Parameters
    ----------
    lang : {"zh", "en"}
    s : mapping
        Checked settings.
    run : Run
    sequence : Sequence
    reach : Reach or None
        Exact gradient norms, where they are known.
    stale : bool
        ``reach`` belongs to an earlier setting.
    other : (Run, Reach) or None
        The cell that is compared.
    """

    lang: Lang
    s: Mapping[str, Any]
    run: Run
    sequence: Sequence
    reach: Reach | None
    stale: bool
    other: tuple[Run, Reach] | None

    @property
    def unit(self) -> int:
        """The chosen unit, from 0."""
        return min(self.s["unit"], self.run.trace.h.shape[-1]) - 1

    @property
    def shown_unit(self) -> int | None:
        """The unit that curves are of, or ``None`` for the mean."""
        return self.unit if self.s["view"] == "unit" else None

    @property
    def t(self) -> int:
        """The time cursor, 1 … T."""
        return min(self.s["t"], self.run.T)

    @property
    def ticks(self) -> Ticks | None:
        """Positions and labels of the time axis; a few of them where all would not fit."""
        labels = self.sequence.labels
        if not labels:
            return None
        wanted = 60 if np.median([len(label) for label in labels]) <= 2 else 5
        every = -(-len(labels) // wanted)
        return [[k + 1, labels[k]] for k in range(0, len(labels), every)]

    @property
    def heat_name(self) -> str:
        """Name of the quantity in the heatmap."""
        return HEAT[self.run.kind].get(self.s["heat"], "h")

    def paints(self) -> dict[str, Paint]:
        """Numbers of the figures that this view shows."""
        r, unit, ticks = self.run, self.shown_unit, self.ticks
        keep = hidden = norms = None
        if self.other is not None:
            o, theirs = self.other
            pick = (lambda a: a.mean(1)) if unit is None else (lambda a: a[:, unit])
            keep = pick(o.keep) if o.keep is not None else None
            hidden = pick(o.trace.h[:, 0])
            norms = (theirs.direct, theirs.full)
        return {
            "reach": paint_reach(
                self.direct if r.keep is not None else None,
                self.reach.full if self.reach else None,
                ticks=ticks,
                stale=self.stale,
                other=norms,
            ),
            "states": paint_states(r.trace, r.kind, unit, ticks, hidden),
            "gates": paint_gates(r.trace, r.kind, unit, ticks, keep),
            "heat": paint_heat(getattr(r.trace, self.heat_name)[:, 0], self.heat_name, ticks),
        }

    @property
    def direct(self) -> np.ndarray:
        """log10 norm of the direct path, (T + 1,); cheap, so always of the present setting."""
        if self.reach is not None and not self.stale:
            return self.reach.direct
        return direct_norm(self.run.cell, self.run.trace, self.run.norm)

    def texts(self) -> dict[str, str]:
        """Sentences and read-outs by slot."""
        reach = None if self.stale else self.reach
        return {
            **words.readouts(self.lang, self.run, reach, self.t),
            "reach_says": words.reach_says(self.lang, self.run, self.reach, self.stale, self.t),
            "states_says": words.states_says(self.lang, self.run),
            "gates_says": self._gates_says(),
            "heat_says": self._heat_says(),
            "input_note": self._input_note(),
            **words.model_note(self.lang, self.s["sent"] if self.s.get("model") else None),
        }

    def _gates_says(self) -> str:
        kind, n = self.run.kind, self.run.trace.h.shape[-1]
        if not GATES[kind]:
            return say(self.lang, "say.gates.rnn")
        if self.shown_unit is not None:
            return say(self.lang, "say.gates.one", unit=self.unit + 1, n=n)
        return say(self.lang, "say.gates.mean", n=n)

    def _heat_says(self) -> str:
        name = self.heat_name
        values = getattr(self.run.trace, name)
        width = grid_width(values.shape[-1], self.run.T)
        shown = f"<var>{NAMES.get(name, name)}</var>"
        notes = [say(self.lang, "say.heat.columns", w=width)] if width > 1 else []
        if name in SIGNED and np.abs(values).max(initial=0) > 1:
            notes.append(say(self.lang, "say.heat.clipped"))
        if self.s["heat"] not in HEAT[self.run.kind]:
            notes.append(say(self.lang, "say.heat.absent", name=shown))
        return say(self.lang, "say.heat", name=shown, n=values.shape[-1], note=joined(self.lang, notes))

    def _input_note(self) -> str:
        x, source = self.sequence, self.s["source"]
        notes = [say(self.lang, "say.input.T", T=x.X.shape[0], d=x.X.shape[1])]
        if source in KINDS:
            notes.insert(0, say(self.lang, "say.input.made", kind=say(self.lang, f"input.kind.{source}")))
        return joined(self.lang, [*notes, *(say(self.lang, n.key, **n.params) for n in x.notes)])

    def diagram(self) -> dict[str, object]:
        """Numbers of one unit at the time cursor, and the norms of the paths of this step."""
        trace, t, u = self.run.trace, self.t - 1, self.unit
        values: dict[str, object] = {
            name: _finite(getattr(trace, name)[t, 0, u])
            for name in (*CELL_VALUES[self.run.kind], "h_prev", "h")
        }
        values |= {"x": self._shown_input(t), "t": self.t, "unit": u + 1}
        if self.run.diagram == "gru_after":
            cell = self.run.cell
            assert isinstance(cell, GRU)
            assert cell.b_hn is not None
            values["rec"] = _finite(cell.U[2][u] @ trace.h_prev[t, 0] + cell.b_hn[u])
        paths = {name: _finite(value) for name, value in self.paths(t).items()}
        return {"kind": self.run.diagram, "values": values, "paths": {"t": self.t, **paths}}

    def _shown_input(self, t: int) -> str:
        x = self.sequence
        if x.labels and len(x.labels[t]) <= 2:
            return x.labels[t]
        row = x.X[t]
        return words.minus(f"{row[0]:.2f}") if len(row) == 1 else "∈ℝ" + str(len(row)).translate(SUPERSCRIPT)

    def paths(self, t: int) -> dict[str, float]:
        """rms norms of the paths of step ``t`` (from 0) and of the whole step Jacobian, "total"."""
        split = gradients.split_at(self.run.cell, self.run.trace, t)
        whole = np.asarray(sum(split.paths.values()))
        return {**split.norms, "total": float(np.linalg.norm(whole) / np.sqrt(len(whole)))}


def _finite(value: float) -> float | str:
    """A number, or its name where JSON has no sign for it."""
    if np.isfinite(value):
        return float(value)
    return "NaN" if np.isnan(value) else "Infinity" if value > 0 else "-Infinity"
