"""The live cell diagram and the one-step picture: static SVG, drawn once, moved by ``www/diagram.js``."""

from __future__ import annotations

from collections.abc import Mapping

from gates.figures.diagram_gru import draw_gru
from gates.figures.diagram_lstm import draw_lstm
from gates.figures.diagram_parts import Drawing
from gates.figures.diagram_rnn import draw_rnn
from gates.figures.diagram_step import PATHS, draw_step

KINDS = ("lstm", "gru_before", "gru_after", "rnn")


def diagram_svg(kind: str, words: Mapping[str, str] | None = None) -> str:
    """Draw the cell as pipes and valves, without numbers.

    LSTM: c_t = f ⊙ c_{t−1} + i ⊙ c̃ runs straight along the top, h_t = o ⊙ tanh(c_t) leaves it to the right.
    GRU: h_t = z ⊙ h_{t−1} + (1 − z) ⊙ h̃ along the top; the reset gate stands before or after U_h.
    RNN: h_t = tanh(W x_t + U h_{t−1} + b), no direct path.

    Parameters
    ----------
    kind : {"lstm", "gru_before", "gru_after", "rnn"}
    words : mapping of text key to words, optional
        Words of the language shown first, keyed as in ``gates.text.diagram.TEXTS``. The page may swap them
        later by the ``data-i18n`` attributes; without them these elements start empty.

    Returns
    -------
    str
        One ``<svg>`` element. ``GateDiagram.update(root, values)`` sets every element with ``data-bind``.

    Raises
    ------
    ValueError
        If ``kind`` is none of the four.
    """
    draw = Drawing(words or {})
    if _checked(kind) == "lstm":
        draw_lstm(draw)
    elif kind == "rnn":
        draw_rnn(draw)
    else:
        draw_gru(draw, kind.removeprefix("gru_"))
    return draw.svg(kind)


def onestep_svg(kind: str, words: Mapping[str, str] | None = None) -> str:
    """Draw the bars of the step Jacobian's paths, without numbers.

    Parameters
    ----------
    kind : {"lstm", "gru_before", "gru_after", "rnn"}
    words : mapping of text key to words, optional
        As for `diagram_svg`.

    Returns
    -------
    str
        One ``<svg>`` element. ``GateDiagram.updateStep(root, values)`` sets its bars, where ``values`` maps
        every name of ``step_paths(kind)`` and ``"total"`` to a norm.

    Raises
    ------
    ValueError
        If ``kind`` is none of the four.
    """
    return draw_step(_checked(kind), words or {})


def step_paths(kind: str) -> tuple[str, ...]:
    """Names of the paths of one step in the order of their bars; their matrices add up to its Jacobian."""
    return tuple(path for path, _, _ in PATHS[_checked(kind)])


def _checked(kind: str) -> str:
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    return kind
