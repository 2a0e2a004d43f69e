"""Results of a section's parts: computed once per setting, at once where they are short, else when the hand rests."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from gates.ui.offload import WhenHandRests

from .section import Part, Section, Settings


@dataclass(frozen=True, eq=False)
class Kept:
    """The newest result of a part, and the values of the settings that it belongs to."""

    key: tuple[object, ...]
    value: Any


class Results:
    """Keeps one result a part.

    Parameters
    ----------
    arrived : async callable
        Runs when a result has come from the other process.
    """

    def __init__(self, arrived: Callable[[], Awaitable[None]]) -> None:
        self._arrived = arrived
        self._kept: dict[str, Kept] = {}
        self._resting: dict[str, WhenHandRests] = {}

    def of(self, section: Section, s: Settings) -> tuple[dict[str, Any], set[str]]:
        """Results by part, and the names of those that belong to an earlier setting."""
        found: dict[str, Any] = {}
        stale: set[str] = set()
        for name, part in section.parts.items():
            kept = self._part(name, part, s)
            if kept is not None:
                found[name] = kept.value
                if kept.key != _key(part, s):
                    stale.add(name)
        return found, stale

    def forget(self, but: Section | None = None) -> None:
        """Stop waiting for parts that are not of the section that is open."""
        for name, resting in self._resting.items():
            if but is None or name not in but.parts:
                resting.forget()

    def _part(self, name: str, part: Part, s: Settings) -> Kept | None:
        key, kept = _key(part, s), self._kept.get(name)
        if kept is not None and kept.key == key:
            if name in self._resting:
                self._resting[name].forget()
            return kept
        used = {setting: s[setting] for setting in part.uses}
        if part.seconds(s) <= part.live:
            if name in self._resting:
                self._resting[name].forget()
            self._kept[name] = Kept(key, part.compute(used))
        else:
            self._waiting(name).ask(key, part.compute, used)
        return self._kept.get(name)

    def _waiting(self, name: str) -> WhenHandRests:
        async def done(key: object, value: Any) -> None:
            self._kept[name] = Kept(key, value)  # type: ignore[arg-type]
            # What runs now must not be cancelled by the picture that it asks for.
            self._resting.pop(name, None)
            await self._arrived()

        return self._resting.setdefault(name, WhenHandRests(done))


def _key(part: Part, s: Settings) -> tuple[object, ...]:
    return tuple(s[name] for name in part.uses)
