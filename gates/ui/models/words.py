"""Sentences of the models page."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import Protocol

from gates.core.errors import GateError
from gates.figures.lab_laws import GATES
from gates.text import Lang, say
from gates.ui.explorer.compute import Reach
from gates.ui.explorer.words import gradient_says
from gates.ui.guard import sentence
from gates.ui.numbers import percent, size
from gates.weights import CONVENTIONS
from gates.weights.fits import AGREES, Fit, Target
from gates.weights.problems import Sentence
from gates.weights.reading import Assumption

from .results import Checked, Look
from .study import KEEP

SIGNS = {"circle": "●", "square": "■", "diamond": "◆", "triangle-up": "▲"}
BIASES = {"one": "models.one_bias", "two": "models.two_biases", "candidate": "models.candidate_bias"}
#: Assumption that a change of a fit answers, by the change's kind.
ANSWERED_BY = {"reset": "reset", "forget_bias": "forget_bias", "order": "convention", "gates": "gate_activation",
               "state": "nonlinearity"}  # fmt: skip


SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
TITLES = {"pytorch": "PyTorch", "keras": "Keras", "onnx": "ONNX", "tf1": "TensorFlow 1", "flax": "Flax",
          "equinox": "Equinox", "haiku": "Haiku"}  # fmt: skip


class Told(Protocol):
    """Anything with a catalogue key and its fields."""

    @property
    def key(self) -> str: ...
    @property
    def params(self) -> Mapping[str, object]: ...


def told(lang: Lang, what: Told, **more: object) -> str:
    """A sentence in the page's language."""
    return say(lang, what.key, **what.params, **more)


def why(lang: Lang, reason: Sentence) -> str:
    """Why a reading cannot be compared; the sentence of an error, or of a shape."""
    return sentence(lang, GateError(reason.key, reason.template, **reason.params))


def joined(lang: Lang, parts: Iterable[str]) -> str:
    """Parts of an enumeration."""
    return ("；" if lang == "zh" else "; ").join(parts)


def title(framework: str) -> str:
    """A framework's name as it writes it."""
    return TITLES.get(framework, framework)


def pair(lang: Lang, what: str, value: str) -> str:
    """A name and its value."""
    return f"{what}：{value}" if lang == "zh" else f"{what}: {value}"


def shape(values: tuple[int, ...]) -> str:
    """(100, 1, 8)."""
    return f"({', '.join(map(str, values))})"


def plain_size(value: float) -> str:
    """A deviation as plain text: 0.71, 3.1 × 10⁻⁸."""
    if value == 0 or 1e-4 <= abs(value) < 1e6:
        return f"{value:.3g}"
    mantissa, _, exponent = f"{value:.1e}".partition("e")
    return f"{mantissa} × 10{str(int(exponent)).translate(SUPERSCRIPT)}" if exponent else "∞"


# ---- what was found


def orders(lang: Lang, convention: str, kinds: set[str]) -> str:
    """Gate orders and biases of the convention, for the cells that the file has."""
    row = CONVENTIONS.get(convention)
    gated = sorted(kinds - {"rnn"})
    if row is None or not gated:
        return say(lang, "models.no_order")
    parts = [say(lang, "models.order", kind=k.upper(), order=", ".join(row.order(k))) for k in gated]
    return joined(lang, [*parts, say(lang, BIASES[row.biases])])


def question(lang: Lang, assumption: Assumption) -> str:
    """What the file leaves open, and what was taken."""
    return say(lang, assumption.key, value=assumption.value, **assumption.params)


# ---- figures


def sat_says(lang: Lang, look: Look) -> str:
    """How saturated the gates of the layer are."""
    layer, keep = html.escape(look.side.name), KEEP.get(look.side.kind)
    if keep is None:
        return say(lang, "say.model_rnn", layer=layer)
    parts = []
    for g, v in look.shares.items():
        ends = " / ".join(percent(float(share.mean())) for share in (v.left, v.right))
        parts.append(f'<span class="q-{g}">{SIGNS[GATES[g]]} <var>{g}</var></span> {ends} %')
    gates = " · ".join(parts)
    opened = percent(float(look.shares[keep].right.mean()))
    return say(lang, "say.model_sat", layer=layer, B=look.B, T=look.T, gates=gates, g=f"<var>{keep}</var>", open=opened,
               slope=size(look.slope))  # fmt: skip


def reach_says(lang: Lang, look: Look, b: int, k: int) -> str:
    """What direct path and full gradient say at the cursor."""
    if not look.finite:
        return say(lang, "say.nonfinite")
    reach = Reach(look.direct, look.full, look.joint)
    said = say(lang, "say.model_reach", layer=html.escape(look.side.name), b=b,
               reach=gradient_says(lang, look.side.kind, reach, min(k, len(look.full) - 1)))  # fmt: skip
    turned = say(lang, "say.model_backwards") if look.side.backwards else ""
    return said + ("" if lang == "zh" else " ") * bool(turned) + turned


# ---- check


def agrees(deviation: float, checked: Checked) -> bool:
    """Whether two runs part by no more than single precision explains."""
    return deviation <= AGREES * max(1.0, checked.scale)


def target(lang: Lang, what: Target) -> str:
    """What the recorded values are compared with."""
    text = say(lang, "models.target.layer", layer=what.layer) if what.layer else say(lang, "models.target.y")
    if what.turned:
        text = say(lang, "models.target.turned", what=text)
    return say(lang, "models.target.last", what=text) if what.last else text


def changes(lang: Lang, fit: Fit) -> str:
    """What is read otherwise in a fit."""
    return joined(lang, (told(lang, c) for c in fit.changes)) or say(lang, "models.check.as_read")


def answer_for(fit: Fit, assumptions: tuple[Assumption, ...]) -> tuple[str, str] | None:
    """The question of the file, and the answer to it, that would make the fit's single change."""
    if len(fit.changes) != 1:
        return None
    change = fit.changes[0]
    asked = next((a for a in assumptions if a.name == ANSWERED_BY.get(change.kind) and a.choices), None)
    if asked is None:
        return None
    others = [c for c in asked.choices if c != asked.value]
    named = {str(v) for v in change.params.values()}
    fitting = [c for c in others if c in named] or (others if change.kind in ("reset", "forget_bias") else [])
    return (asked.name, fitting[0]) if len(fitting) == 1 else None
