"""Which catalogue keys the code says: string literals that look like keys, and f-strings as patterns."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from gates.text import catalogue

ROOT = Path(__file__).parents[2]
#: Words of a report or of the diagram are looked up below a prefix of their own.
PREFIX = {"experiments": "experiment.", "figures": "diagram."}
#: Dotted words of the page's scripts that are no keys: a binding's name and selectors.
NOT_KEYS = {"gate.range", "input.live-range"}


@cache
def families() -> set[str]:
    """First words of all keys."""
    return {key.partition(".")[0] for key in catalogue()}


def looks_like_a_key(text: str) -> bool:
    """Dotted words of which the first one begins keys of the catalogue; file names do not count."""
    text = text.lstrip("@")
    if not re.fullmatch(r"[a-z_]+(\.[A-Za-z0-9_-]+)+", text) or text in NOT_KEYS:
        return False
    return text.partition(".")[0] in families() and not text.endswith((".css", ".js", "_"))


def sources(suffix: str, *folders: str) -> list[Path]:
    """Files that say things: all but the catalogues themselves."""
    found = [p for folder in folders for p in sorted((ROOT / folder).rglob(f"*{suffix}"))]
    return [p for p in found if (ROOT / "gates" / "text") not in p.parents]


def in_python(path: Path) -> tuple[set[str], set[str]]:
    """Keys said by a module, and regular expressions of the keys that it composes."""
    keys, patterns = set(), set()
    prefix = PREFIX.get(path.relative_to(ROOT).parts[1], "")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and looks_like_a_key(node.value):
            key = node.value.lstrip("@")
            keys.add(prefix + key if key not in catalogue() and prefix + key in catalogue() else key)
        elif isinstance(node, ast.JoinedStr):
            parts = [re.escape(v.value) if isinstance(v, ast.Constant) else ".+" for v in node.values]
            patterns.add("".join(parts))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left = node.left
            if isinstance(left, ast.Constant) and isinstance(left.value, str) and "." in left.value:
                patterns.add(re.escape(left.value) + ".*")
    told = {p for p in patterns if p.partition("\\.")[0] in families() and "\\." in p}
    return keys, told


def in_script(path: Path) -> set[str]:
    """Keys said by a script of the page."""
    quoted = re.findall(r"""["'`]@?([a-z_]+(?:\.[A-Za-z0-9_-]+)+)["'`]""", path.read_text(encoding="utf-8"))
    return {key for key in quoted if looks_like_a_key(key)}


@cache
def said() -> tuple[dict[str, str], dict[str, str]]:
    """Every key and every pattern of the project, each with a file that says it."""
    keys: dict[str, str] = {}
    patterns: dict[str, str] = {}
    for path in sources(".py", "gates"):
        mine, composed = in_python(path)
        where = str(path.relative_to(ROOT))
        keys |= dict.fromkeys(mine, where)
        patterns |= dict.fromkeys(composed, where)
    for path in sources(".js", "www"):
        keys |= dict.fromkeys(in_script(path), str(path.relative_to(ROOT)))
    return keys, patterns
