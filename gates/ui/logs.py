"""Logs that say what was served and not to whom."""

from __future__ import annotations

import logging
import re
from typing import Any

_SESSION = re.compile(r"\bsession/[^/?]+")


class WithoutVisitors(logging.Filter):
    """Takes addresses of visitors, queries and session names out of the web server's lines.

    A query holds the settings of a link, a sentence that a visitor typed among them.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record in place; every record stays."""
        # uvicorn: '%s - "%s %s HTTP/%s" %d' and '%s - "WebSocket %s" [accepted]', the visitor's address first.
        if isinstance(record.args, tuple) and str(record.msg).startswith('%s - "'):
            record.args = tuple(self._bare(k, each) for k, each in enumerate(record.args))
        return True

    def _bare(self, place: int, value: Any) -> Any:
        if place == 0:
            return "visitor"
        return _SESSION.sub("session/…", value.partition("?")[0]) if isinstance(value, str) else value


def keep_visitors_out() -> None:
    """Filter the web server's access lines and its lines about websockets."""
    for name in ("uvicorn.access", "uvicorn.error"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, WithoutVisitors) for each in logger.filters):
            logger.addFilter(WithoutVisitors())
