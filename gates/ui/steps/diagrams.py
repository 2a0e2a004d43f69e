"""Numbers for the cell diagrams: the conveyor belt of the step that was typed."""

from __future__ import annotations

import numpy as np

from .read import RESETS, Reading

Values = dict[str, object]


def diagrams(reading: Reading, unit: int) -> dict[str, Values]:
    """Values by kind of diagram, of unit ``unit`` (from 0); no diagram where the sheet has no single step."""
    if reading.kind == "lstm":
        return {"lstm": _of(reading, "lstm", unit, ("f", "i", "o", "c_tilde", "c_prev", "c", "h"))}
    if reading.kind == "gru":
        return {"gru_before": _of(reading, "keeps", unit, ("z", "h_prev", "h_tilde", "h"))}
    if reading.kind == "lstm_weights":
        names = ("f", "i", "o", "c_tilde", "c_prev", "c", "h_prev", "h")
        return {"lstm": _of(reading, "lstm", unit, names)}
    if reading.kind == "gru_weights":
        return {f"gru_{reset}": _gru(reading, unit, reset) for reset in RESETS}
    return {}


def _of(reading: Reading, step: str, unit: int, names: tuple[str, ...]) -> Values:
    values = reading.steps[step].values
    found: Values = {name: values[name][unit] for name in names}
    found["unit"] = unit + 1
    x = values.get("x", ())
    return found | ({"x": x[0] if len(x) == 1 else f"∈ℝ{'⁰¹²³⁴'[len(x)]}"} if x else {})


def _gru(reading: Reading, unit: int, reset: str) -> Values:
    found = _of(reading, f"{reset}/keeps", unit, ("z", "r", "h_tilde", "h_prev", "h"))
    w = reading.weights
    if reset == "after" and w is not None:
        b_hn = w.b_hn if w.b_hn is not None else np.zeros(len(w.h))
        found["rec"] = float(w.U["h"][unit] @ w.h + b_hn[unit])
    return found
