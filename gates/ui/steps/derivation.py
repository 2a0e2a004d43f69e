"""A calculation as people write it: a step a row, relation signs under each other, numbers in colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from htmltools import Tag, TagChild, tags

from gates.steps import Line
from gates.ui.mathml import coloured, mathml, of_quantity, split_outside

RELATIONS = (" = ", r" \approx ")
#: Colour of what a line computes; states have none.
ROLES = {name: name for name in "ifozr"} | {
    "c_tilde": "cand",
    "h_tilde": "cand",
    "slope": "f",
    "product": "f",
}
#: Quantities in the order in which a line's substitution names them.
TERMS: dict[tuple[str, str], tuple[str | None, ...]] = {
    ("lstm", "c"): ("f", None, "i", "cand"),
    ("lstm", "h"): ("o", None),
    ("gru", "h"): ("z", None, "z", "cand"),
}
_ONE_MATRIX = re.compile(r"\\left\((\\begin\{pmatrix\}(?:(?!\\begin).)*\\end\{pmatrix\})\\right\)")
_FUNCTION = re.compile(r"(\\(?:tanh|sigma)\\left\()(.*)\\right\)")


def derivation(line: Line, cell: str, bold: bool = False) -> Tag:
    """Lay out a calculation.

    Parameters
    ----------
    line : Line
    cell : {"lstm", "gru"}
        Whose c and h it is.
    bold : bool
        Letters are vectors.
    """
    (_, left), *steps = split_outside(_ONE_MATRIX.sub(r"\1", line.latex), RELATIONS)
    rows: list[TagChild] = [tags.div(mathml(coloured(left), bold), class_="derivation-left")]
    for sign, latex in _rows(steps, ROLES.get(line.name), TERMS.get((cell, line.name), ())):
        pieces = [mathml(piece, bold) for piece in _pieces(sign.strip(), latex)]
        rows.append(tags.div(*pieces, class_="derivation-right"))
    return tags.div(*rows, class_="derivation")


def _rows(
    steps: Sequence[tuple[str, str]], role: str | None, terms: Sequence[str | None]
) -> Iterator[tuple[str, str]]:
    """Each step with its colours; what follows a comma, as in “diag(f), f”, belongs to the next row."""
    begun = ""
    for n, (sign, latex) in enumerate(steps):
        last = n == len(steps) - 1
        written = of_quantity(role, latex) if last else _terms(latex, terms) if n == 1 else coloured(latex)
        shown, _, rest = written.partition(r", \quad ")
        yield ("", f"{begun}{sign}{shown}") if begun else (sign, shown)
        begun = rest


def _terms(latex: str, roles: Sequence[str | None]) -> str:
    """The substitution with numbers in their quantities' colours, where it has the terms expected."""
    parts = split_outside(latex, (r" \times ", r" \odot ", " + "))
    if len(parts) != len(roles):
        return coloured(latex)
    return "".join(sign + of_quantity(role, part) for (sign, part), role in zip(parts, roles, strict=True))


def _pieces(sign: str, latex: str) -> Iterator[str]:
    """A row in pieces between which it may be broken: the terms of a sum, also of one inside σ or tanh."""
    found = _FUNCTION.fullmatch(latex)
    opening, inner, closing = (found[1], found[2], r"\right)") if found else ("", latex, "")
    (_, first), *others = split_outside(inner, (" + ",))
    if not others:
        yield f"{sign} {latex}"
        return
    # A bracket is as high as the term beside it; the other end of that pair is not drawn.
    yield f"{sign} {opening}{first}" + (r"\right." if found else "")
    for _, term in others[:-1]:
        yield f"+ {term}"
    last = others[-1][1]
    yield rf"\left. + {last} {closing}" if found else f"+ {last}"
