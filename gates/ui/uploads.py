"""Uploaded files: opened only where the upload itself has put them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any


def uploaded_file(value: Any) -> Path | None:
    """Path of the first file of a file input's ``value``; ``None`` for anything that no upload has brought.

    A file input is an input like any other: a browser may send any text as its value, a path of the server
    included. Shiny keeps uploads as ``<temporary folder>/fileupload-*/*/<number>.<ending>``.
    """
    try:
        path = Path(value[0]["datapath"]).resolve(strict=True)
    except (TypeError, KeyError, IndexError, ValueError, OSError):
        return None
    folder = path.parent.parent
    kept = folder.name.startswith("fileupload-") and folder.parent == Path(tempfile.gettempdir()).resolve()
    return path if kept and path.is_file() else None
