"""LaTeX to native MathML: no script and no font on the way, read by screen readers, coloured by quantity."""

from __future__ import annotations

import re
from functools import lru_cache
from xml.etree import ElementTree

from htmltools import HTML
from latex2mathml.converter import convert

# Inside HTML the element is known by its name; a namespace would only lengthen every tag.
_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
_INDEX = r"_(?:\w|\{[^{}]*\})"
_GATE = re.compile(rf"(?<![A-Za-z\\_{{])([fiozr]){_INDEX}")
_CANDIDATE = re.compile(rf"\\tilde\{{[ch]\}}{_INDEX}")
_FACTORS = re.compile(r"(\\[A-Za-z]+)?(?<=[\w})]) (?=\\tilde|\\tanh|[A-Za-z(])")
_BEFORE_A_SIGN = ("(", "=", "≈", "+", "×", "⊙", ",")
_STEP = re.compile(r"\\(?:begin|end)\b|[({)}]")


def of_quantity(role: str | None, latex: str) -> str:
    """LaTeX of a quantity that is to have its colour."""
    return rf"\class{{q-{role}}}{{{latex}}}" if role else latex


def coloured(latex: str) -> str:
    """Give the letters of gates and candidates their colours, and put a little space between factors."""
    latex = _FACTORS.sub(lambda m: m[0] if m[1] else r"\, ", latex)
    latex = _GATE.sub(lambda m: of_quantity(m[1], m[0]), latex)
    return _CANDIDATE.sub(lambda m: of_quantity("cand", m[0]), latex)


@lru_cache(maxsize=512)
def mathml(latex: str, bold: bool = False) -> HTML:
    """A formula as an inline ``<math>`` element.

    Parameters
    ----------
    latex : str
    bold : bool
        Letters with an index are vectors and matrices; MathML Core has no bold variant, so they become
        the bold italic letters of Unicode.
    """
    root = ElementTree.fromstring(convert(latex).replace(_NAMESPACE, ""))
    if bold:
        for indexed in root.iter("msub"):
            # The base of an index may be a whole formula, whose letters are met on their own.
            if indexed[0].find(".//msub") is None:
                for letter in indexed[0].iter("mi"):
                    letter.text = _bold(letter.text or "")
    for text in root.iter("mtext"):
        # 1,234 is written as text, but only a number keeps its distance from a relation sign.
        if re.fullmatch(r"[\d,]+", text.text or ""):
            text.tag = "mn"
    _mark_signs(root)
    return HTML(ElementTree.tostring(root, encoding="unicode"))


def _mark_signs(root: ElementTree.Element) -> None:
    """Set a minus that begins a number close to it, as in (−0.4); MathML sees a difference there."""
    for parent in root.iter():
        before = None
        for child in parent:
            if child.tag == "mo" and child.text == "−" and (before is None or before.text in _BEFORE_A_SIGN):
                child.set("form", "prefix")
            elif child.tag == "mo" and not child.text:
                # An end of a pair of brackets that is not drawn takes no room either.
                child.attrib |= {"lspace": "0", "rspace": "0"}
            elif child.tag == "mo" and child.text == "+" and (before is None or before.text is None):
                # The sum goes on from the row before.
                child.set("form", "infix")
            before = child


def _bold(letter: str) -> str:
    if re.fullmatch("[a-z]", letter):
        return chr(0x1D482 + ord(letter) - ord("a"))
    return chr(0x1D468 + ord(letter) - ord("A")) if re.fullmatch("[A-Z]", letter) else letter


def split_outside(latex: str, signs: tuple[str, ...]) -> list[tuple[str, str]]:
    """Parts of a formula between signs outside brackets and matrices, each with the sign before it."""
    parts, sign, start, depth, at = [], "", 0, 0, 0
    while at < len(latex):
        found = next((s for s in signs if latex.startswith(s, at)), None) if depth == 0 else None
        if found is not None:
            parts.append((sign, latex[start:at]))
            sign, at = found, at + len(found)
            start = at
            continue
        if step := _STEP.match(latex, at):
            depth += 1 if step[0] in ("\\begin", "(", "{") else -1
            at = step.end()
        else:
            at += 1
    return [*parts, (sign, latex[start:])]
