"""Where a lesson goes on: the address of another page with the lesson's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from gates.ui.explorer.params import PARAMS as EXPLORER
from gates.ui.gradients.params import PARAMS as GRADIENTS
from gates.ui.parameters.params import PARAMS as PARAMETERS
from gates.ui.state import Param

PAGES: Mapping[str, tuple[Param, ...]] = {
    "explorer": EXPLORER,
    "gradients": GRADIENTS,
    "parameters": PARAMETERS,
    "experiments": (),
}


def address(lang: str, page: str, settings: Mapping[str, Any]) -> str:
    """The query of a page with these settings (by id); what is at its default is left out."""
    keys = {param.id: param for param in PAGES[page]}
    query = {"page": page}
    for id, value in settings.items():
        param = keys[id]
        if value != param.default:
            query[param.key] = str(int(value)) if isinstance(value, bool) else f"{value}"
    return "?" + urlencode(query | {"lang": lang})
