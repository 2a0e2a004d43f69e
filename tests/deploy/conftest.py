"""The deployment's tests use the running app and the visitor of the browser's tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))
