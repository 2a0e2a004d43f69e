"""What a person takes away: trace, network, and a script that reproduces the trace."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, Literal

import numpy as np
from shiny import Session, render

from gates import takeaway
from gates.core import gradients
from gates.core.errors import GateError
from gates.text import Lang
from gates.ui.guard import sentence
from gates.ui.offload import in_other_process

from .compute import Cell, Run
from .frames import Scene

NAMES = {
    "csv": "gate-explorer-trace.csv",
    "npz": "gate-explorer-trace.npz",
    "network": "gate-explorer-network.safetensors",
    "pytorch": "gate_explorer_pytorch.py",
    "keras": "gate_explorer_keras.py",
}
MEDIA = {"csv": "text/csv", "pytorch": "text/x-python", "keras": "text/x-python"}


def content(kind: str, cell: Cell, trace: Any, norm: str, labels: tuple[str, ...] | None) -> bytes | str:
    """The file ``kind``; plain arguments, since a long trace is written by another process."""
    if kind == "network":
        return takeaway.network_safetensors(cell)
    if kind == "pytorch" or kind == "keras":
        return takeaway.snippet(cell, np.asarray(trace.x), first_state(trace), kind,
                                network_file=NAMES["network"], trace_file=NAMES["npz"])  # fmt: skip
    flow = gradients.flow(cell, trace, norm=norm)
    if kind == "npz":
        return takeaway.trace_npz(cell, trace, flow)
    return takeaway.trace_csv(cell, trace, flow, labels)


def first_state(trace: Any) -> Any:
    """The state from which the trace started, as ``run`` takes it."""
    return (trace.h0, trace.c0) if hasattr(trace, "c0") else trace.h0


def why_not(lang: Lang, run: Run, kind: Literal["pytorch", "keras"]) -> str:
    """Why there is no script ``kind`` for this cell; empty where there is one."""
    try:
        takeaway.snippet(run.cell, np.asarray(run.trace.x[:1]), first_state(run.trace), kind)
    except GateError as error:
        return sentence(lang, error)
    return ""


def serve_downloads(session: Session, scene: Callable[[], Scene | None]) -> None:
    """One download handler a file."""
    for kind in NAMES:
        _serve(kind, scene)


def _serve(kind: str, scene: Callable[[], Scene | None]) -> None:
    async def handler() -> AsyncIterator[bytes | str]:
        now = scene()
        if now is None:
            return
        run = now.run
        try:
            yield await in_other_process(content, kind, run.cell, run.trace, run.norm, now.sequence.labels)
        except GateError as error:
            yield f"# {sentence(now.lang, error)}\n"

    # A download is known by the name of its function.
    handler.__name__ = f"take_{kind}"
    render.download_link(filename=NAMES[kind], media_type=MEDIA.get(kind, "application/octet-stream"))(
        handler
    )
