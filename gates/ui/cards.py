"""Cards of pages that show numbers and formulas."""

from __future__ import annotations

from htmltools import Tag, TagChild, tags


def card(title: TagChild, *children: TagChild, class_: str = "") -> Tag:
    """A card with a title that says what to see."""
    return tags.section(tags.h2(title, class_="card-title"), *children, class_=f"card page-card {class_}")


def bar(share: float) -> Tag:
    """A bar that is full at 1."""
    return tags.span(tags.span(style=f"width:{100 * min(share, 1):.3g}%"), class_="bar")
