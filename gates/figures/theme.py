"""Colours, sizes and fonts: one place for figures, controls and the cell diagram.

Colours are those of Okabe and Ito; a quantity has the same one everywhere. ``*_ink`` is the shade for text of
that quantity, with a contrast of at least 4.5 to the background; lines need 3.
"""

from __future__ import annotations

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif'

_COMMON = {
    "f": "#009E73",
    "z": "#009E73",
    "direct": "#009E73",
    "i": "#0072B2",
    "o": "#CC79A7",
    "r": "#56B4E9",
    "cand": "#E69F00",
    "full": "#D55E00",
}
COLOURS = {
    "light": _COMMON
    | {
        "r": "#2E93CC",
        "o": "#BB5E93",
        "cand": "#C98500",
        "text": "#1B1F24",
        "muted": "#8A9099",
        "grid": "#E3E6EA",
        "background": "#FFFFFF",
        "c": "#1B1F24",
        "h": "#4A5568",
        "joint": "#6B4FA0",
        "other": "#6B4FA0",
        "rnn": "#717A86",
        "gru": "#AA4499",
        "lstm": "#332288",
        "rnn_ink": "#5B626C",
        "f_ink": "#00734F",
        "z_ink": "#00734F",
        "direct_ink": "#00734F",
        "i_ink": "#005F95",
        "o_ink": "#994073",
        "r_ink": "#17699A",
        "cand_ink": "#8A5A00",
        "full_ink": "#B34700",
    },
    "dark": _COMMON
    | {
        "f": "#1FC79A",
        "z": "#1FC79A",
        "direct": "#1FC79A",
        "i": "#4CA8E0",
        "o": "#E09CC2",
        "full": "#FF7F33",
        "text": "#E8EAED",
        "muted": "#8A9099",
        "grid": "#343A42",
        "background": "#16191D",
        "c": "#E8EAED",
        "h": "#B4BCC8",
        "joint": "#B69CF0",
        "other": "#B69CF0",
        "rnn": "#A9B0BA",
        "gru": "#E085CF",
        "lstm": "#9A94FF",
    },
}

SIZES = {
    "desk": {"size": 13, "line": 2, "margin": 1.0},
    "present": {"size": 22, "line": 4, "margin": 1.75},
}

DIVERGING = [[0, "#0072B2"], [0.5, "#F4F4F2"], [1, "#D55E00"]]
GATE_SCALE = [[0, "#F7F7F4"], [0.5, "#7CC7AE"], [1, "#00523B"]]


def for_browser() -> dict[str, object]:
    """The theme as the page's script reads it."""
    return {"colours": COLOURS, "sizes": SIZES, "font": FONT}
