"""Figures of a person's own model: the explorer's reach and the laboratory's saturation, with names of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from . import lab_laws, reach
from .frame import Paint
from .reach import paint_reach


def new_reach() -> go.Figure:
    """Direct path beside full gradient."""
    return _named(reach.new_reach(), "model_reach")


def new_sat() -> go.Figure:
    """Share of time below 0.1 and above 0.9, a mark a unit."""
    return _named(lab_laws.new_sat(), "model_sat")


def paint_sat(shares: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> Paint:
    """Numbers of the saturation figure: shares (left, right), each (d_h,), by gate."""
    return lab_laws.paint_sat(shares)


def _named(figure: go.Figure, name: str) -> go.Figure:
    layout: Any = figure.layout
    layout.meta = {**layout.meta, "name": name}
    return figure


__all__ = ["new_reach", "new_sat", "paint_reach", "paint_sat"]
