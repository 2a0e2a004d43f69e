"""Text in the page: rendered in the visitor's language, marked so that the browser can change it in place."""

from __future__ import annotations

from contextvars import ContextVar

from htmltools import HTML, Tag, tags

from gates.text import Lang, say

#: Language in which the page is being built; set once per request.
building: ContextVar[Lang] = ContextVar("building", default="en")


def tr(key: str, **attributes: str) -> Tag:
    """A span with the sentence of ``key``."""
    return tags.span(say(building.get(), key), data_i18n=key, **attributes)


def tr_html(key: str) -> Tag:
    """A span whose sentence holds markup, such as an index."""
    return tags.span(HTML(say(building.get(), key)), data_i18n_html=key)


def translated(**attributes: str) -> dict[str, str]:
    """Attributes whose values are sentences: ``translated(title="key")`` gives title and how to change it."""
    named = {name.replace("_", "-"): key for name, key in attributes.items()}
    out = {name: say(building.get(), key) for name, key in named.items()}
    return out | {"data-i18n-attr": ";".join(f"{name}={key}" for name, key in named.items())}
