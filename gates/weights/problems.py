"""Raising the sentences of this package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from gates.core.errors import GateError


class ModelError(GateError):
    """What is wrong with a model file, in one sentence."""


def fail(key: str, template: str, **params: object) -> NoReturn:
    """Raise :class:`ModelError`; ``key`` names the sentence in the catalogue, ``template`` is its English."""
    raise ModelError(key, template, **{name: _short(value) for name, value in params.items()})


def _short(value: object, limit: int = 120) -> object:
    """Keep what a file says about itself to one printable line."""
    if not isinstance(value, str):
        return value
    line = "".join(c if c.isprintable() else " " for c in value)
    return line if len(line) <= limit else line[: limit - 1] + "…"


@dataclass(frozen=True)
class Sentence:
    """Something to be told, in English by ``str()`` and in either language by its catalogue key.

    Attributes
    ----------
    key : str
        Name of the sentence in the catalogues.
    template : str
        Its English, with fields.
    params : dict
        Values of the fields.
    """

    key: str
    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.params)
