"""The architecture as it can be checked: who imports whom, how long a file is, and what no file may hold."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GATES = ROOT / "gates"
TEXT_SUFFIXES = {".py", ".js", ".css", ".md", ".toml", ".txt", ".svg", ".html", ".sh", ".json", ".csv", ""}
LONGEST_FILE = 330

#: What a part of gates may import from its siblings (itself always) and from outside the standard library;
#: ``None`` there means anything that the requirements list, save the page's own toolkit.
ARROWS: dict[str, tuple[set[str], set[str] | None]] = {
    "core": (set(), {"numpy"}),
    "text": (set(), set()),
    "inputs": ({"core"}, {"numpy", "plotly"}),
    "steps": ({"core"}, {"numpy"}),
    "takeaway": ({"core"}, {"numpy", "safetensors"}),
    "figures": ({"core"}, {"numpy", "plotly"}),
    "weights": ({"core"}, None),
    "experiments": ({"core", "weights", "text", "figures"}, None),
    "commands": ({"core", "inputs", "weights", "experiments", "steps", "takeaway", "text", "cli"}, None),
    "cli": ({"core", "commands", "text"}, None),
    "__main__": ({"cli"}, set()),
    "__init__": ({"core"}, set()),
}
#: Only gates/ui and app.py know these.
PAGE_TOOLKIT = {"shiny", "shinywidgets", "anywidget", "htmltools", "starlette", "traitlets"}


def modules() -> list[Path]:
    """Every Python file of the package."""
    return sorted(p for p in GATES.rglob("*.py") if "__pycache__" not in p.parts)


def part_of(path: Path) -> str:
    """The part of gates that a file belongs to: a folder, or a file directly below gates."""
    inside = path.relative_to(GATES).parts
    return inside[0].removesuffix(".py")


def absolute(node: ast.ImportFrom, path: Path) -> str:
    """The full name of ``from ..x import y``."""
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    base = package[: len(package) - node.level + 1]
    return ".".join([*base, *([node.module] if node.module else [])])


@cache
def imports(path: Path) -> list[tuple[int, str]]:
    """Line and full dotted name of each import, those inside functions and of single names included."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = absolute(node, path)
            # "from gates import core" names a part, "from gates.core import LSTM" a thing of it.
            found += [
                (node.lineno, f"{base}.{alias.name}" if base == "gates" else base) for alias in node.names
            ]
    return found


def broken_arrows(path: Path) -> Iterator[str]:
    """Imports of ``path`` that its part may not have."""
    part = part_of(path)
    if part == "ui":
        return
    siblings, outside = ARROWS.get(part, (set(), set()))
    for line, name in imports(path):
        top, _, rest = name.partition(".")
        other = rest.partition(".")[0]
        if top == "gates":
            is_part = (GATES / other).is_dir() or (GATES / f"{other}.py").is_file()
            allowed = not other or not is_part or other == part or other in siblings
        elif top in PAGE_TOOLKIT:
            allowed = False
        else:
            allowed = top in sys.stdlib_module_names or outside is None or top in outside
        if not allowed:
            yield f"{path.relative_to(ROOT)}:{line} imports {name}"


def test_every_part_has_its_arrows_written_down():
    assert {part_of(p) for p in modules()} == {*ARROWS, "ui"}


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_run_one_way(path):
    assert list(broken_arrows(path)) == []


def test_app_py_only_composes():
    assert {name.partition(".")[0] for _, name in imports(ROOT / "app.py")} == {"gates"}


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("core/x.py", "from gates.text import say"),
        ("core/gradients/x.py", "from ...weights import load"),
        ("core/x.py", "import plotly"),
        ("figures/x.py", "def f():\n    import shiny"),
        ("text/x.py", "from gates import core"),
        ("experiments/x.py", "from gates.ui import live"),
        ("takeaway/x.py", "from htmltools import tags"),
    ],
)
def test_a_wrong_arrow_is_found(source, wrong, tmp_path, monkeypatch):
    for part in ("core", "text", "weights", "ui"):
        (tmp_path / "gates" / part).mkdir(parents=True)
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    monkeypatch.setitem(globals(), "GATES", tmp_path / "gates")
    path = tmp_path / "gates" / source
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(wrong)
    assert len(list(broken_arrows(path))) == 1


# ---- every text file of the project


def tracked() -> list[Path]:
    """The project's own text files: what a clone has, without caches, environments and pictures."""
    caches = r"\.git|\.?venv|__pycache__|\.\w+_cache|\.hypothesis|node_modules|\w*\.egg-info"
    skip = re.compile(rf"(^|/)({caches})(/|$)")
    found = []
    for path in sorted(ROOT.rglob("*")):
        inside = path.relative_to(ROOT).as_posix()
        if path.is_file() and not skip.search(inside) and path.suffix in TEXT_SUFFIXES:
            found.append(path)
    return found


#: A letter in brackets keeps this file from holding what it forbids.
FORBIDDEN = {
    "a path of one machine": re.compile(r"/[w]ork/|/[r]oot/|/[h]ome/\w|/[o]pt/"),
    "a content network": re.compile(
        r"\bcdn[.]|unpk[g]|jsdeliv[r]|googleapi[s]|gstati[c]|cdnj[s]|skypac[k]|esm[.]sh"
    ),
    "a registry's host": re.compile(r"pypi[.]org|pythonhoste[d]|npmjs[.]"),
    "a test data folder outside the tree": re.compile(r"""["'/][s]hared["'/]"""),
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_holds(what):
    hits = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in tracked()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if FORBIDDEN[what].search(line)
    ]
    assert hits == []


def test_what_is_forbidden_is_found():
    samples = {
        "a path of one machine": "open('/{}/x')".format("work"),
        "a content network": "https://{}.example/x".format("cdn"),
        "a registry's host": "https://{}.org/simple".format("pypi"),
        "a test data folder outside the tree": "Path('../{}/x')".format("share" + "d"),
    }
    assert all(FORBIDDEN[what].search(text) for what, text in samples.items())
    assert samples.keys() == FORBIDDEN.keys()


def test_no_file_is_too_long():
    sources = [p for p in tracked() if p.suffix in {".py", ".js", ".css"}]
    lengths = {str(p.relative_to(ROOT)): len(p.read_text(encoding="utf-8").splitlines()) for p in sources}
    # Catalogues are lists of sentences, not code to be read.
    too_long = {p: n for p, n in lengths.items() if n > LONGEST_FILE and not p.startswith("gates/text/")}
    assert too_long == {}


def test_no_test_sleeps_or_is_skipped():
    pattern = re.compile(r"\bsleep\((?!0\))|wait_for_timeout|" + r"mark\.(skip|xfail)|pytest\.(skip|xfail)\(")
    own = Path(__file__)
    hits = [
        f"{p.relative_to(ROOT)}:{n}: {line.strip()[:100]}"
        for p in tracked()
        # A bench measures time, and so may let it pass.
        if p.is_relative_to(ROOT / "tests") and p.suffix == ".py" and p != own and "bench" not in p.parts
        for n, line in enumerate(p.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert hits == []
