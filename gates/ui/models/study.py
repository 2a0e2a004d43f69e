"""What is found out about a model: plain functions that another process runs, so that no page waits for them.

None of them raises for bad input: what is wrong comes back beside what is right, by the control that caused it.
"""

from __future__ import annotations

import io
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from gates.core import gradients
from gates.core.errors import GateError
from gates.core.saturation import saturation
from gates.inputs.sequence import Note
from gates.weights import Model, fit_conventions, load_upload, readings
from gates.weights import convert as write
from gates.weights.fits import Fit
from gates.weights.run import DirectionTrace, ModelTrace

from .bundled import STEMS, bundled
from .request import Input, Upload, Wanted, made, read_recorded, read_sequence
from .results import Checked, Layer, Look, Side, Study, Written

#: Values of one quantity over all layers, steps and sequences: what a trace may hold in memory.
MAX_TRACE = 4_000_000
GATES = {"lstm": ("f", "i", "o"), "gru": ("z", "r"), "rnn": ()}
KEEP = {"lstm": "f", "gru": "z"}
FILENAMES = {"weights_h5": "weights.h5"}


# ---- reading


@lru_cache(maxsize=2)
def _read(model: str | Upload, answers: tuple[tuple[str, str], ...]) -> Model:
    """The model of a file; the newest few are kept, as every question about a model begins with it."""
    if isinstance(model, Upload):
        return load_upload(model.read(), model.name, dict(answers))
    made_here = bundled(model)
    return load_upload(made_here.data, made_here.filename, dict(answers))


def _input(wanted: Wanted, d_x: int) -> Input:
    if wanted.fed.kind == "own":
        if wanted.fed.file is None:
            raise GateError("models.wanted.sequence", "Choose a sequence.")
        return read_sequence(wanted.fed.file)
    if wanted.fed.kind == "example" and isinstance(wanted.model, str):
        return Input(bundled(wanted.model).X, (Note("models.note.example"),))
    return made(wanted.fed, d_x)


def _run(model: Model, x: Input) -> ModelTrace:
    """The model on the sequence, if its trace fits into the memory of a server."""
    units = sum(cell.d_h for layer in model.layers for cell in layer.cells)
    if x.X.ndim == 3 and x.X.shape[0] * x.X.shape[1] * units > MAX_TRACE:
        raise GateError("error.models.large", "{T} steps × {B} sequences are too much for {units} units; give fewer.",
                        T=x.X.shape[0], B=x.X.shape[1], units=units)  # fmt: skip
    with np.errstate(all="ignore"):
        return model.run(x.X, x.h0, x.c0)


def _sides(model: Model) -> tuple[Side, ...]:
    return tuple(
        Side(layer.name, k, cell.kind, cell.d_x, cell.d_h, back)
        for k, layer in enumerate(model.layers)
        for cell, back in zip(layer.cells, layer.backwards, strict=True)
    )


def _filename(wanted: Wanted) -> str:
    return wanted.model.name if isinstance(wanted.model, Upload) else bundled(wanted.model).filename


# ---- questions


def study(wanted: Wanted) -> Study:
    """Read the file, run it on the sequence, and compare with the readings that it leaves open."""
    name, about = _filename(wanted), None
    try:
        model = _read(wanted.model, wanted.answers)
    except GateError as error:
        if not wanted.answers:
            return Study(name, errors={"weights": error})
        # An answer that does not fit is dropped; the file itself may be fine.
        plain = study(replace(wanted, answers=()))
        return replace(plain, errors=plain.errors | {"answers": error})
    if not isinstance(wanted.model, Upload):
        about = bundled(wanted.model).about
    found = Study(name, about, model.as_json(), model.assumptions, sides=_sides(model))
    try:
        x = _input(wanted, model.d_x)
        y = _run(model, x).y
        with np.errstate(all="ignore"):
            others = tuple(readings(model, x.X, x.h0, x.c0))
    except GateError as error:
        return replace(found, errors={_culprit(error): error})
    T, B, d_x = x.X.shape
    return replace(found, shape=(T, B, d_x), y_shape=y.shape, notes=x.notes, readings=others)


def _culprit(error: GateError) -> str:
    """The control that a failed run belongs to."""
    return "answers" if error.key in ("error.model.broken", "error.model.chain") else "sequence"


def look(wanted: Wanted, side: int, b: int) -> Look | None:
    """Saturation and gradient reach of the direction ``side``; the reach in the sequence ``b``, both from 0."""
    found = _direction(wanted, side, b)
    if found is None:
        return None
    where, direction, whole = found
    trace: Any = direction.trace
    keep_all: Any = whole.trace
    shares = {g: saturation(getattr(whole.trace, g)) for g in GATES[direction.kind]}
    keep = getattr(whole.trace, KEEP[direction.kind]) if direction.kind in KEEP else np.zeros(1)
    flow = gradients.flow(direction.cell, trace)
    finite = bool(np.isfinite(trace.h).all())
    return Look(where, shares, float(np.mean(keep * (1 - keep))), flow.log10_direct_norm[:, 0], flow.log10_full[:, 0],
                flow.log10_joint[:, 0], finite, keep_all.h.shape[1])  # fmt: skip


def _direction(wanted: Wanted, side: int, b: int) -> tuple[Side, DirectionTrace, DirectionTrace] | None:
    """The direction on one sequence of the batch, and on all of them; ``None`` where the model does not run."""
    try:
        model = _read(wanted.model, wanted.answers)
        ran = _run(model, _input(wanted, model.d_x))
    except GateError:
        return None
    sides = _sides(model)
    at = min(side, len(sides) - 1)
    whole = [direction for layer in ran.layers for direction in layer.directions][at]
    trace: Any = whole.trace
    return sides[at], replace(whole, trace=trace.sequence(min(b, trace.h.shape[1] - 1))), whole


def check(wanted: Wanted, recorded: Upload) -> Checked:
    """Compare recorded outputs with what the model computes, as read and as it could be read otherwise."""
    try:
        model = _read(wanted.model, wanted.answers)
        x = _input(wanted, model.d_x)
        _run(model, x)
        y, h0, c0 = read_recorded(recorded)
        h0, c0 = (x.h0 if h0 is None else h0), (x.c0 if c0 is None else c0)
        fits = fit_conventions(model, x.X, y, h0, c0)
    except GateError as error:
        return Checked(error=error)
    present = next(fit for fit in fits if not fit.changes)
    scale = float(np.abs(y).max(initial=1.0))
    return Checked(present, tuple(_plain(fit) for fit in fits[:4]), y.shape, scale)


def _plain(fit: Fit) -> Fit:
    """The fit without the functions that made it, which no other process can take."""
    return replace(fit, changes=tuple(replace(c, cell=None, layer=None) for c in fit.changes))


def converted_name(wanted: Wanted, ending: str) -> str:
    """Name of the file to be: that of the model with another ending."""
    name = wanted.model.name if isinstance(wanted.model, Upload) else STEMS[wanted.model]
    stem = name.replace("\\", "/").rpartition("/")[2].partition(".")[0] or "model"
    return f"{stem}.{FILENAMES.get(ending, ending)}"


def convert(wanted: Wanted, to: str, ending: str) -> Written:
    """The model as a file of another framework."""
    filename = converted_name(wanted, ending)
    try:
        data, notes = write(_read(wanted.model, wanted.answers), to, filename)
    except GateError as error:
        return Written(filename, error=error)
    return Written(filename, data, len(data), tuple(notes))


def convertible(wanted: Wanted, to: str, ending: str) -> Written:
    """The same without the bytes: how large the file would be, or why there is none."""
    return replace(convert(wanted, to, ending), data=b"")


def example(wanted: Wanted) -> bytes:
    """The present sequence (T, B, d_x) as a .npy file; empty where there is none."""
    try:
        X = _input(wanted, _read(wanted.model, wanted.answers).d_x).X
    except GateError:
        return b""
    stream = io.BytesIO()
    np.save(stream, X)
    return stream.getvalue()


def layer(wanted: Wanted, side: int, b: int) -> Layer | None:
    """The layer's cell, and its own input and initial state in the model, for the explorer."""
    found = _direction(wanted, side, b)
    if found is None:
        return None
    where, direction, _ = found
    trace: Any = direction.trace
    h0 = np.array(trace.h0)
    state = (h0, np.array(trace.c0)) if direction.kind == "lstm" else h0
    return Layer(_filename(wanted), where, direction.cell, np.array(trace.x[:, 0]), state)
