"""From settings to sequence, cell, trace and flow: plain functions, no page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gates.core import GRU, LSTM, RNN, gradients
from gates.core.gradients.flow import direct_path
from gates.core.gradients.norms import measure_diagonal
from gates.core.init import make_cell
from gates.figures.gates import KEEP
from gates.inputs.sequence import Sequence, standardise
from gates.inputs.series import real_series
from gates.inputs.synthetic import KINDS, synthetic
from gates.inputs.text import text_sequence
from gates.ui.sent import fitted

Cell = LSTM | GRU | RNN

#: Operations of a gradient flow (as `gradients.cost` counts them) that fit into about 50 ms of one thread.
LIVE_COST = 5e8
#: The biases of each cell, in the order of its parameters.
BIAS_ORDER = {"lstm": ("b_i", "b_f", "b_o", "b_c"), "gru": ("b_z", "b_r", "b_h"), "rnn": ("b_n",)}
EMBEDDING = 8


#: Settings that change what is shown and nothing that is computed.
SHOWN_ONLY = ("t", "unit", "view", "heat")


def cause(s: Mapping[str, Any], *others: object) -> tuple[object, ...]:
    """All that a computation depends on; equal causes have equal results. Arrays and the like count by identity."""
    plain = (str, int, float, bool, type(None))
    values = [v for k, v in s.items() if k not in SHOWN_ONLY] + list(others)
    return tuple(v if isinstance(v, plain) else id(v) for v in values)


class Newest:
    """Keeps the newest result of a function, so that the same cause gives the same object and costs nothing."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._kept: tuple[object, tuple[object, ...], Any] | None = None

    def __call__(self, key: object, *args: object) -> Any:
        """``make(*args)``, or what it gave last time where the key is still the same."""
        if self._kept is None or self._kept[0] != key:
            # The arguments are kept too: an identity in the key means nothing once its object is gone.
            self._kept = (key, args, self._make(*args))
        return self._kept[2]


def build_sequence(s: Mapping[str, Any], uploaded: Sequence | None) -> Sequence | None:
    """The input that the settings name; ``None`` while no file has been chosen."""
    cell = s.get("model")
    sequence = _sequence(s, uploaded, cell.d_x if cell is not None else None)
    return sequence if sequence is None or cell is None else fitted(sequence, cell)


def _sequence(s: Mapping[str, Any], uploaded: Sequence | None, d_x: int | None) -> Sequence | None:
    """The input before anyone asks whether a model takes it; what is made here has the model's width."""
    source = s["source"]
    if source in KINDS:
        return synthetic(source, s["T"], d_x or 1, s["seed"])
    if source == "text":
        return text_sequence(s["text"], d_x or EMBEDDING, s["seed"])
    if source == "model":
        return s["sent"].sequence
    if source == "series":
        return real_series(s["series"])
    if uploaded is None:
        return None
    return standardise(uploaded) if s["standardise"] else uploaded


def build_cell(s: Mapping[str, Any], kind: str, d_x: int) -> Cell:
    """Weights of the seed, or those of a sent model, plus the biases of the sliders."""
    base = s.get("model") or make_cell(
        kind, d_x, s["d_h"], reset=s["reset"], recurrent_scale=s["recurrent_scale"], input_scale=s["input_scale"],
        family=s["family"], bias_law=s["law"], rng=np.random.default_rng(s["seed"]), T_max=s["T_max"],
    )  # fmt: skip
    return with_biases(base, [s[name] for name in BIAS_ORDER[kind]])


def with_biases(cell: Cell, offsets: list[float]) -> Cell:
    """The cell with ``offsets`` (one a gate) added to its biases."""
    add = np.asarray(offsets, dtype=float)
    return replace(cell, b=cell.b + (add[:, None] if cell.b.ndim == 2 else add))


def first_state(s: Mapping[str, Any], kind: str) -> Any:
    """Initial state of one sequence: h0, or (h0, c0) for the LSTM."""
    shape = (1, s["d_h"])
    if s["state0"] == "model":
        return s["sent"].state
    if s["state0"] == "zero":
        h0 = c0 = np.zeros(shape)
    elif s["state0"] == "ones":
        h0 = c0 = np.ones(shape)
    else:
        # A stream of its own: choosing another initial state must not redraw the weights.
        rng = np.random.default_rng([s["seed"], 1])
        h0, c0 = rng.standard_normal(shape), rng.standard_normal(shape)
    return (h0, c0) if kind == "lstm" else h0


@dataclass(frozen=True, eq=False)
class Run:
    """One cell on one sequence."""

    kind: str
    cell: Cell
    trace: Any
    norm: str

    @property
    def T(self) -> int:
        """Number of steps."""
        return self.trace.h.shape[0]

    @property
    def diagram(self) -> str:
        """Name of its diagram."""
        return f"gru_{self.cell.reset}" if isinstance(self.cell, GRU) else self.kind

    @property
    def keep(self) -> np.ndarray | None:
        """The gate of the direct path, (T, d_h)."""
        return getattr(self.trace, KEEP[self.kind])[:, 0] if self.kind in KEEP else None

    @property
    def live(self) -> bool:
        """Whether the exact gradient can follow a moving slider."""
        return gradients.cost(self.cell, self.T, 1, self.norm) <= LIVE_COST


@dataclass(frozen=True, eq=False)
class Reach:
    """log10 norms at k = 0 … T, each (T + 1,)."""

    direct: np.ndarray
    full: np.ndarray
    joint: np.ndarray


def run(s: Mapping[str, Any], kind: str, sequence: Sequence) -> Run:
    """Forward pass."""
    cell = build_cell(s, kind, sequence.X.shape[1])
    return Run(kind, cell, cell.run(sequence.X[:, None, :], first_state(s, kind)), s["norm"])


def direct_norm(cell: Cell, trace: Any, norm: str) -> np.ndarray:
    """log10 norm of the direct path alone at k = 0 … T: cheap, whatever the width."""
    with np.errstate(all="ignore"):
        return measure_diagonal(norm, direct_path(cell, trace)).log10()[:, 0]


def reach(cell: Cell, trace: Any, norm: str) -> Reach:
    """Exact gradient norms at all lags; a function of plain arguments, so that another process can compute it."""
    flow = gradients.flow(cell, trace, norm=norm)
    return Reach(flow.log10_direct_norm[:, 0], flow.log10_full[:, 0], flow.log10_joint[:, 0])
