"""Every sentence of the project, in Chinese and in English, side by side.

Each module of this package holds a dictionary ``TEXTS`` of ``key -> {"zh": ..., "en": ...}``; this module
joins them. A key stands in one module only, and both languages of it have the same ``{fields}``.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache
from typing import Literal

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = ("zh", "en")


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """All keys with their sentences; raises ``KeyError`` where two modules define the same key."""
    whole: dict[str, dict[str, str]] = {}
    for module in pkgutil.iter_modules(__path__):
        texts: dict[str, dict[str, str]] = importlib.import_module(f"{__name__}.{module.name}").TEXTS
        if twice := whole.keys() & texts.keys():
            raise KeyError(f"{module.name} defines again: {sorted(twice)}")
        whole |= texts
    return whole


def say(lang: Lang, key: str, /, **params: object) -> str:
    """The sentence of ``key`` in ``lang`` with its fields filled in."""
    sentence = catalogue()[key][lang]
    return sentence.format(**params) if params else sentence


def joined(lang: Lang, sentences: Iterable[str]) -> str:
    """Sentences one behind the other; Chinese has no space between them."""
    return ("" if lang == "zh" else " ").join(filter(None, sentences))


def best_language(asked: str | None, accept: str = "") -> Lang:
    """Language of a first visit: the one asked for in the link, else the browser's first that we speak.

    Parameters
    ----------
    asked : str or None
        Value of ``?lang=``; anything but a language that exists is ignored.
    accept : str
        The ``Accept-Language`` header.
    """
    for tag in [asked or "", *sorted(accept.split(","), key=_weight, reverse=True)]:
        short = tag.strip().lower()[:2]
        if short in LANGS:
            return "zh" if short == "zh" else "en"
    return "en"


def _weight(tag: str) -> float:
    _, _, q = tag.partition(";q=")
    try:
        return float(q) if q else 1.0
    except ValueError:
        return 0.0
