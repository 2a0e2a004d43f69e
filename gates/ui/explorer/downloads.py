"""What a person takes away: trace, network, and a script that reproduces the trace."""

from __future__ import annotations

from collections.abc import Callable

from shiny import Session, render

from gates import takeaway
from gates.core import gradients

from .frames import Scene

FILES = {
    "csv": ("gate-explorer-trace.csv", "text/csv"),
    "npz": ("gate-explorer-trace.npz", "application/octet-stream"),
    "network": ("gate-explorer-network.safetensors", "application/octet-stream"),
    "pytorch": ("gate_explorer_pytorch.py", "text/x-python"),
    "keras": ("gate_explorer_keras.py", "text/x-python"),
}


def content(scene: Scene, kind: str) -> bytes | str:
    """The file ``kind`` of the present state."""
    run, labels = scene.run, scene.sequence.labels
    if kind in ("csv", "npz"):
        flow = gradients.flow(run.cell, run.trace, norm=run.norm)
        write = takeaway.trace_csv if kind == "csv" else takeaway.trace_npz
        return write(run.cell, run.trace, flow, labels)
    if kind == "network":
        return takeaway.network_safetensors(run.cell)
    return takeaway.snippet(run.cell, run.trace, kind)


def serve_downloads(session: Session, scene: Callable[[], Scene | None]) -> None:
    """One download handler a file."""
    for kind, (name, media_type) in FILES.items():
        _serve(kind, name, media_type, scene)


def _serve(kind: str, name: str, media_type: str, scene: Callable[[], Scene | None]) -> None:
    @render.download(filename=name, media_type=media_type)
    def handler():
        now = scene()
        if now is not None:
            yield content(now, kind)

    # The id of a download is the name of its function.
    handler.output_id = f"take_{kind}"
