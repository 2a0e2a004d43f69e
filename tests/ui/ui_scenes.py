"""Scenes of the explorer without a page: settings, run, reach."""

from __future__ import annotations

from typing import Any

from gates.text import Lang
from gates.ui.explorer import compute
from gates.ui.explorer.frames import Scene
from gates.ui.explorer.params import PARAMS

DEFAULTS: dict[str, Any] = {param.id: param.default for param in PARAMS}


def settings(**changed: Any) -> dict[str, Any]:
    """First values of all settings, some of them changed; short noise, so that a run is cheap."""
    return DEFAULTS | {"source": "noise", "T": 30, "t": 10} | changed


def run_of(**changed: Any) -> tuple[dict[str, Any], compute.Run, Any]:
    """Settings, run and sequence."""
    s = settings(**changed)
    x = compute.build_sequence(s, None)
    assert x is not None
    return s, compute.run(s, s["cell"], x), x


def reach_of(run: compute.Run) -> compute.Reach:
    """Exact norms of a run."""
    return compute.reach(run.cell, run.trace, run.norm)


def scene(lang: Lang = "en", stale: bool = False, **changed: Any) -> Scene:
    """What the page shows for these settings."""
    s, run, x = run_of(**changed)
    return Scene(lang, s, run, x, reach_of(run), stale, None)
