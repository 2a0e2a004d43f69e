"""A trace with its gradient flow, as a table for a spreadsheet and as arrays for NumPy."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Sequence

import numpy as np

from gates.core import Cell
from gates.core.gradients import Flow
from gates.core.trace import GRUTrace, LSTMTrace, Trace

FLOW_NORMS = ("log10_direct_norm", "log10_full", "log10_joint")


def trace_arrays(cell: Cell, trace: Trace, flow: Flow | None = None) -> dict[str, np.ndarray]:
    """Return everything a run computed, by the public names.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    trace : its trace
    flow : Flow, optional
        How far back the gradient reaches.

    Returns
    -------
    dict
        ``x`` (T, B, d_x); the gates and states of the cell (``i f o c_tilde c h``, ``z r h_tilde h`` or
        ``h``), each (T, B, d_h); the initial state ``h0`` and for the LSTM ``c0``, (B, d_h); with a flow
        ``log10_direct`` (T + 1, B, d_h) and ``log10_direct_norm``, ``log10_full``, ``log10_joint`` (T + 1,
        B), by k = 0 … T.
    """
    arrays = {"x": trace.x, **_per_unit(trace), "h0": trace.h0}
    if isinstance(trace, LSTMTrace):
        arrays["c0"] = trace.c0
    if flow is not None:
        arrays |= {name: getattr(flow, name) for name in ("log10_direct", *FLOW_NORMS)}
    return arrays


def trace_npz(cell: Cell, trace: Trace, flow: Flow | None = None) -> bytes:
    """Return the arrays of `trace_arrays` as an .npz archive (a file for ``numpy.load``, without pickles)."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **trace_arrays(cell, trace, flow))
    return buffer.getvalue()


def trace_csv(
    cell: Cell, trace: Trace, flow: Flow | None = None, labels: Sequence[str] | None = None
) -> bytes:
    """Return the run as a CSV table, one row a step.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
    trace : its trace
    flow : Flow, optional
        How far back the gradient reaches.
    labels : sequence of str, optional
        Text of the time axis, T entries.

    Returns
    -------
    bytes
        UTF-8 with a byte-order mark, for Excel. Columns: ``t`` from 1; ``label``; ``x_1`` …; a column for
        each unit, such as ``f_1`` … ``f_d``; then ``k`` = t − 1, the state before the step, and the
        gradient of the last state with respect to it: ``log10_direct_norm``, ``log10_full``,
        ``log10_joint``, ``log10_direct_1`` … (at k = T every derivative is the identity, so nothing is left
        out). With more than one sequence in the batch a first column ``sequence`` counts them from 1. Every
        number has all its digits.
    """
    T, B, _ = trace.x.shape
    units = {"x": trace.x, **_per_unit(trace)}
    head = [*(["sequence"] if B > 1 else []), "t", *(["label"] if labels is not None else [])]
    columns = [f"{name}_{j + 1}" for name, array in units.items() for j in range(array.shape[2])]
    blocks = [*units.values()]
    if flow is not None:
        columns += ["k", *FLOW_NORMS, *(f"log10_direct_{j + 1}" for j in range(cell.d_h))]
        k = np.broadcast_to(np.arange(T)[:, None, None], (T, B, 1))
        blocks += [k, *(getattr(flow, name)[:T, :, None] for name in FLOW_NORMS), flow.log10_direct[:T]]
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(head + columns)
    for b in range(B):
        rows = zip(*(block[:, b].tolist() for block in blocks), strict=True)
        for t, cells in enumerate(rows):
            first = [*([b + 1] if B > 1 else []), t + 1, *([] if labels is None else [_harmless(labels[t])])]
            writer.writerow(first + [value for cell in cells for value in cell])
    return codecs.BOM_UTF8 + out.getvalue().encode("utf-8")


def _per_unit(trace: Trace) -> dict[str, np.ndarray]:
    if isinstance(trace, LSTMTrace):
        names = ("i", "f", "o", "c_tilde", "c", "h")
    elif isinstance(trace, GRUTrace):
        names = ("z", "r", "h_tilde", "h")
    else:
        names = ("h",)
    return {name: getattr(trace, name) for name in names}


def _harmless(label: str) -> str:
    """Keep a spreadsheet from taking a label for a formula."""
    return "'" + label if len(label) > 1 and label[0] in "=+-@\t\r" else label
