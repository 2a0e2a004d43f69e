"""Reading what the browser sent, or did not send."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shiny import Inputs
from shiny.types import SilentException


def raw_input(input: Inputs) -> Callable[[str], Any]:
    """Reader of inputs by id; ``None`` where the browser has not sent one."""

    def get(id: str) -> Any:
        try:
            return input[id]()
        except SilentException:
            return None

    return get
