"""From what was typed to steps; what cannot be, by the field that says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gates.core.errors import GateError
from gates.steps import CONVENTIONS, Step, parse_matrix, parse_numbers
from gates.steps.gru import gru_from_gates, gru_from_weights
from gates.steps.lstm import lstm_from_gates, lstm_from_weights
from gates.steps.numbers import candidate, gate, show, vector
from gates.steps.product import forget_product

from . import params as p

Settings = Mapping[str, Any]
#: Weights beyond this make sums that are not finite.
LARGEST = 1e100
#: How a field is called in a sentence, and what its numbers may be.
FIELDS: dict[str, tuple[str, Callable[[str, object], Any]]] = {
    "c_prev": ("cₜ₋₁", vector),
    "f": ("f", gate),
    "i": ("i", gate),
    "c_tilde": ("c̃", candidate),
    "o": ("o", gate),
    "z": ("z", gate),
    "h_prev": ("hₜ₋₁", vector),
    "h_tilde": ("h̃", candidate),
    "x": ("xₜ", vector),
    "h0": ("hₜ₋₁", vector),
    "c0": ("cₜ₋₁", vector),
}
RESETS = ("before", "after")


@dataclass(frozen=True, eq=False)
class Weights:
    """Typed weights of one cell by gate: W (d_h, d_x), U (d_h, d_h), b (d_h,)."""

    x: np.ndarray
    h: np.ndarray
    W: dict[str, np.ndarray]
    U: dict[str, np.ndarray]
    b: dict[str, np.ndarray]
    b_hn: np.ndarray | None = None


@dataclass(frozen=True, eq=False)
class Reading:
    """What a sheet says.

    Parameters
    ----------
    kind : str
        ``lstm``, ``gru``, ``product``, ``lstm_weights`` or ``gru_weights``.
    steps : dict
        Steps by name (of a z convention, or of reset and convention), empty where something is wrong.
    wrong : dict
        Reasons by id of the field.
    weights : Weights or None
    """

    kind: str
    steps: dict[str, Step] = field(default_factory=dict)
    wrong: dict[str, GateError] = field(default_factory=dict)
    weights: Weights | None = None


def fields_of(s: Settings) -> tuple[str, ...]:
    """Ids of the fields of the sheet that is open."""
    if s["sheet"] != "weights":
        return tuple({"lstm": p.LSTM, "gru": p.GRU, "product": p.PRODUCT}[s["sheet"]])
    states = ("x", "h0", "c0") if s["cell"] == "lstm" else ("x", "h0")
    own = tuple(param.id for k in p.GATES[s["cell"]] for param in p.MATRICES[k])
    return (*states, *own, *(("b_hn",) if s["cell"] == "gru" else ()))


def read(s: Settings) -> Reading:
    """Read the sheet that is open."""
    if s["sheet"] == "weights":
        return _weights(s)
    if s["sheet"] == "product":
        return _attempt("product", {"f": "list"}, lambda: {"product": forget_product(s["list"])})
    values, wrong = _numbers(s, fields_of(s))
    if wrong:
        return Reading(s["sheet"], wrong=wrong)
    ids = {FIELDS[id][0]: id for id in values}
    if s["sheet"] == "lstm":
        return _attempt("lstm", ids, lambda: {"lstm": lstm_from_gates(**values)})
    return _attempt("gru", ids, lambda: {c: gru_from_gates(**values, convention=c) for c in CONVENTIONS})


def _attempt(kind: str, ids: Mapping[str, str], compute: Callable[[], dict[str, Step]]) -> Reading:
    """The steps, or the complaint beside the field that it names."""
    try:
        return Reading(kind, compute())
    except GateError as error:
        first = next(iter(ids.values()))
        return Reading(kind, wrong={ids.get(str(error.params.get("name")), first): error})


def _numbers(s: Settings, ids: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, GateError]]:
    values, wrong = {}, {}
    for id in ids:
        name, check = FIELDS[id]
        try:
            values[id] = check(name, parse_numbers(name, s[id]))
            if id in ("x", "h0"):
                _bounded(name, np.array(values[id]))
        except GateError as error:
            wrong[id] = error
    return values, wrong


def _weights(s: Settings) -> Reading:
    kind = f"{s['cell']}_weights"
    ids = fields_of(s)
    values, wrong = _numbers(s, tuple(id for id in ids if id in FIELDS))
    sizes = {"x": len(values.get("x", ())), "h": len(values.get("h0", ()))}
    for id in (id for id in ids if id not in FIELDS):
        try:
            values[id] = _array(id, s[id], sizes)
        except GateError as error:
            wrong[id] = error
    if "c0" in values and sizes["h"] and len(values["c0"]) != sizes["h"]:
        message = "{name} must hold as many numbers as hₜ₋₁: it has {size}, not {wanted}."
        size = len(values["c0"])
        wrong["c0"] = GateError("error.steps.length", message, name="cₜ₋₁", wanted=sizes["h"], size=size)
    if wrong:
        return Reading(kind, wrong=wrong)
    gates = p.GATES[s["cell"]]
    W, U, b = ({k: values[f"{letter}_{k}"] for k in gates} for letter in "WUb")
    given = Weights(np.array(values["x"]), np.array(values["h0"]), W, U, b, values.get("b_hn"))
    steps = _lstm(given, values["c0"]) if s["cell"] == "lstm" else _gru(given)
    return Reading(kind, steps, weights=given)


def _array(id: str, text: str, sizes: Mapping[str, int]) -> np.ndarray:
    """A matrix or a bias of the shape that x and h ask for; a size of 0 is not known yet."""
    rows, columns = sizes["h"], sizes["x"] if id.startswith("W") else sizes["h"]
    if id.startswith("b"):
        found = np.array(parse_numbers(id, text))
        fits = not rows or len(found) == rows
        key, template = "error.steps.bias", "{name} must hold a number a unit: it has {found}, not {rows}."
        told = {"rows": rows, "found": len(found)}
    else:
        lines = parse_matrix(id, text)
        widths = [len(line) for line in lines]
        even = len(set(widths)) == 1
        fits = even and (not (rows and columns) or (len(lines), widths[0]) == (rows, columns))
        key = "error.steps.matrix"
        template = "{name} must be {rows} × {columns}, a row a unit with “;” between rows; it is {found}."
        size = f"{len(lines)} × {widths[0]}" if even else " + ".join(map(str, widths))
        told = {"rows": rows or "?", "columns": columns or "?", "found": size}
        found = np.array(lines) if even else np.zeros(0)
    if not fits:
        raise GateError(key, template, name=id, **told)
    return _bounded(id, found)


def _bounded(name: str, found: np.ndarray) -> np.ndarray:
    """Refuse numbers whose products are not finite."""
    if found.size and np.abs(found).max() > LARGEST:
        message = "{name} holds {value}; at most {high} in size can be computed with."
        value = show(float(found.flat[np.abs(found).argmax()]))
        raise GateError("error.steps.large", message, name=name, value=value, high=show(LARGEST))
    return found


def _lstm(w: Weights, c: object) -> dict[str, Step]:
    order = "ifoc"
    W = np.stack([np.concatenate([w.W[k], w.U[k]], axis=1) for k in order])
    return {"lstm": lstm_from_weights(w.x, w.h, c, W, np.stack([w.b[k] for k in order]))}


def _gru(w: Weights) -> dict[str, Step]:
    """All four: reset before and after, each with both meanings of z."""
    W, U, b = (np.stack([part[k] for k in "zrh"]) for part in (w.W, w.U, w.b))
    return {
        f"{reset}/{convention}": gru_from_weights(w.x, w.h, W, U, b, w.b_hn, reset, convention)
        for reset in ("before", "after")
        for convention in CONVENTIONS
    }
