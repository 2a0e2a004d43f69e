"""The gradients page without a browser: what a section shows, everything computed."""

from __future__ import annotations

from gates.ui.gradients.params import PARAMS
from gates.ui.gradients.server import SECTIONS as BUILT

DEFAULTS = {param.id: param.default for param in PARAMS}


def shown(name, lang="en", **changed):
    """What a section shows, everything computed."""
    section = BUILT[name]
    s = section.prepare(DEFAULTS | changed)
    found = {
        part: p.compute({setting: s[setting] for setting in p.uses}) for part, p in section.parts.items()
    }
    return section.show(lang, s, found, set()), found, s


def curve(name, figure, trace, **changed):
    return shown(name, **changed)[0].paints[figure].traces[trace].values
