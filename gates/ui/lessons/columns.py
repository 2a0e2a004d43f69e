"""Columns of the tables behind the lessons' figures."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gates.text import Lang, say
from gates.ui.explorer.compute import Reach
from gates.ui.tables import Columns


def over_time(lang: Lang, curves: Mapping[str, np.ndarray], first: int = 1) -> Columns:
    """Curves (n,) by name, beside their steps from ``first`` on."""
    n = len(next(iter(curves.values())))
    return {say(lang, "table.step"): np.arange(first, first + n), **curves}


def back_in_time(lang: Lang, now: Reach, zero: Reach | None = None) -> Columns:
    """log10 norms of direct path and full gradient over k = 0 … T, and the same with a bias of zero."""
    columns: Columns = {"k": np.arange(len(now.full))}
    columns |= {say(lang, "table.direct"): now.direct, say(lang, "table.full"): now.full}
    if zero is not None:
        columns |= {
            say(lang, "table.lesson_direct0"): zero.direct,
            say(lang, "table.lesson_full0"): zero.full,
        }
    return columns
