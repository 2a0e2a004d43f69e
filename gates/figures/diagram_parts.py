"""The parts a cell diagram is drawn from: pipes, valves, boxes, wires and labels, as plain SVG text.

A part that changes with the time cursor carries ``data-bind="<what>:<quantity>"``; ``www/diagram.js`` is the
only reader of these attributes. ``what`` is one of

=========  =====================================================================================
number     the quantity in digits
paren      the same, in brackets when negative (inside a formula)
text       a short text (the input of the step may be a character)
flow       a stroke as wide as the quantity, dashed when negative
valve      two plates that slide apart by the quantity (0 closed, 1 open)
motion     beads that run along a pipe, faster the wider the valve is open
=========  =====================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT = 640, 340
# Inner width of every pipe. diagram.js reads it from data-pipe, so that a full pipe is the same there.
PIPE = 24
BOX_WIDTH, BOX_HEIGHT = 88, 46

_LAYERS = ("wires", "walls", "insides", "flows", "beads", "fittings", "labels")


# (dx, dy) that carry a small tilde over a letter: few fonts place a combining tilde on c and h well.
_TILDE = {"c̃": ("c", -7.6, 0.5), "h̃": ("h", -7.6, -3.6)}


def symbol(letter: str, sub: str = "") -> str:
    """A letter of the mathematics with its subscript, e.g. ``symbol("c", "t−1")``."""
    if letter in _TILDE:
        base, dx, dy = _TILDE[letter]
        wave = f'<tspan class="gd-sym" dx="{dx}" dy="{dy}">˜</tspan><tspan dx="1.5" dy="{-dy}">\u200b</tspan>'
        return f'<tspan class="gd-sym">{base}</tspan>{wave}'
    # dy instead of baseline-shift, which not every browser knows; the next tspan comes back up.
    low = f'<tspan class="gd-sub" dy="5">{escape(sub)}</tspan><tspan dy="-5">\u200b</tspan>' if sub else ""
    return f'<tspan class="gd-sym">{escape(letter)}</tspan>{low}'


def number(quantity: str, what: str = "number", tone: str = "", dx: int = 0) -> str:
    """A place for a quantity in digits; ``tone`` colours it like its gate."""
    shift = f' dx="{dx}"' if dx else ""
    return f'<tspan class="gd-num {_tone(tone)}" data-bind="{what}:{quantity}"{shift}>—</tspan>'


def plain(text: str) -> str:
    """Signs between symbols and numbers."""
    return f'<tspan class="gd-op">{escape(text)}</tspan>'


def sign(quantity: str) -> str:
    """= before the digits of a quantity, or ≈ where the digits of the equation do not say all."""
    return f'<tspan class="gd-op" data-bind="sign:{quantity}"> = </tspan>'


def _tone(tone: str) -> str:
    return f"gd-{tone}" if tone else ""


@dataclass
class Drawing:
    """Collects the parts of one diagram in layers, lowest first.

    ``words`` maps text keys to the words of the language drawn first; a key without words stays empty until
    the page fills it.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    layers: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in _LAYERS})

    def word(self, key: str) -> str:
        """A few words that the page swaps with its language."""
        text = escape(self.words.get(f"diagram.{key}", ""))
        return f'<tspan class="gd-word" data-i18n="diagram.{key}">{text}</tspan>'

    def pipe(self, d: str, quantity: str, tone: str, gate: str = "") -> None:
        """A pipe along path ``d`` with the flow of ``quantity`` in it, moving as fast as ``gate`` lets it."""
        self.layers["walls"].append(f'<path class="gd-wall gd-{tone}" d="{d}"/>')
        self.layers["insides"].append(f'<path class="gd-inside gd-{tone}" d="{d}"/>')
        self.layers["flows"].append(f'<path class="gd-flow gd-{tone}" data-bind="flow:{quantity}" d="{d}"/>')
        if gate:
            self.layers["beads"].append(f'<path class="gd-beads" data-bind="motion:{gate}" d="{d}"/>')

    def head(self, x: float, y: float, tone: str) -> None:
        """The arrow head at the right end of a pipe."""
        points = f"{x},{y - 19} {x + 18},{y} {x},{y + 19}"
        self.layers["fittings"].append(f'<polygon class="gd-head gd-{tone}" points="{points}"/>')

    def valve(self, x: float, y: float, quantity: str, tone: str, upright: bool = False) -> None:
        """A gate: two plates that slide in a frame across a pipe; ``upright`` for a vertical pipe."""
        half = PIPE // 2
        turn = " rotate(90)" if upright else ""
        plates = "".join(
            f'<rect class="gd-plate" x="-8" y="{y}" width="16" height="{half}"/>' for y in (-half, 0)
        )
        place = f'data-bind="valve:{quantity}" transform="translate({x} {y}){turn}"'
        frame = (
            f'<rect class="gd-housing" x="-11" y="{-PIPE - 3}" width="22" height="{2 * PIPE + 6}" rx="4"/>'
        )
        self.layers["fittings"].append(f'<g class="gd-valve gd-{tone}" {place}>{frame}{plates}</g>')

    def plus(self, x: float, y: float) -> None:
        """The place where two flows are added."""
        self.layers["fittings"].append(
            f'<g class="gd-plus" transform="translate({x} {y})"><circle r="16"/>'
            '<path d="M-8 0H8M0 -8V8"/></g>'
        )

    def box(
        self, x: float, y: float, tone: str, first: str, second: str = "", width: float = BOX_WIDTH
    ) -> None:
        """A box centred on (x, y) with one or two lines."""
        rows = [(y - 3, first), (y + 16, second)] if second else [(y + 6, first)]
        lines = "".join(f'<text x="{x}" y="{row}" text-anchor="middle">{text}</text>' for row, text in rows)
        place = f'x="{x - width / 2}" y="{y - BOX_HEIGHT / 2}" width="{width}" height="{BOX_HEIGHT}"'
        self.layers["fittings"].append(f'<g class="gd-box gd-{tone}"><rect {place} rx="8"/>{lines}</g>')

    def wire(self, d: str, tone: str = "wire", arrow: tuple[float, float, str] | None = None) -> None:
        """A thin line that carries what a gate reads or decides; ``arrow`` = (x, y, "up" or "right")."""
        self.layers["wires"].append(f'<path class="gd-wire gd-{tone}" d="{d}"/>')
        if arrow:
            x, y, way = arrow
            points = f"{x - 5},{y + 9} {x},{y} {x + 5},{y + 9}"
            if way == "right":
                points = f"{x - 9},{y - 5} {x},{y} {x - 9},{y + 5}"
            self.layers["wires"].append(f'<polygon class="gd-tip gd-{tone}" points="{points}"/>')

    def label(self, x: float, y: float, *parts: str, anchor: str = "start", role: str = "label") -> None:
        """A line of text; ``anchor`` as in SVG, ``role`` a class for the style sheet."""
        text = "".join(parts)
        self.layers["labels"].append(
            f'<text class="gd-{role}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'
        )

    def header(self, key: str) -> None:
        """The line over a diagram: what the belt is, which step and unit, and how much fills a pipe."""
        self.label(12, 20, self.word(key))
        self.label(
            628,
            20,
            *(symbol("t"), plain(" = "), number("t", "text")),
            *("<tspan dx='14'>\u200b</tspan>", self.word("unit"), number("unit", "text", dx=5)),
            *("<tspan dx='14'>\u200b</tspan>", self.word("full_pipe"), number("scale", "text", dx=5)),
            anchor="end",
            role="where",
        )

    def equation(self, *parts: str) -> None:
        """The update written out with its numbers, or a sentence when there is nothing to compute."""
        middle = f'x="{WIDTH / 2}" y="332" text-anchor="middle"'
        self.layers["labels"] += [
            f'<text class="gd-equation" {middle}>{"".join(parts)}</text>',
            f'<text class="gd-says-empty" {middle}>{self.word("empty")}</text>',
            f'<text class="gd-says-nonfinite" {middle}>{self.word("nonfinite")}</text>',
        ]

    def svg(self, kind: str) -> str:
        """The finished diagram."""
        body = "".join(f'<g class="gd-{name}">{"".join(self.layers[name])}</g>' for name in _LAYERS)
        title = escape(self.words.get(f"diagram.title.{kind}", ""))
        template = escape(self.words.get(f"diagram.desc.{kind}", ""), quote=True)
        name = f"gate-diagram-{kind.replace('_', '-')}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="gate-diagram" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'role="img" aria-labelledby="{name}-title {name}-desc" data-kind="{kind}" data-pipe="{PIPE}" '
            f'data-state="empty" data-desc-template="{template}" '
            f'data-i18n-attr="data-desc-template=diagram.desc.{kind}">'
            f'<title id="{name}-title" data-i18n="diagram.title.{kind}">{title}</title>'
            f'<desc id="{name}-desc"></desc>{body}</svg>'
        )
