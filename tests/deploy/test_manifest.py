"""What is deployed: the app and nothing else, and it runs from just that."""

from __future__ import annotations

import ast
import asyncio
import os
import re
import sys
import tomllib
import urllib.request
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from app_files import ROOT, app_files, copy_app
from running_app import RunningApp
from visitor import Visitor

import gates
from gates.ui.app import PAGES

#: Imported only where the command line is told to use a cluster; the app never does.
ON_REQUEST = {"distributed"}
#: What a required package brings with it.
BROUGHT = {"htmltools", "starlette", "traitlets", "shiny", "ipywidgets", "google"}
OUR_FILES = {"app.py", "gates", "www", "requirements.txt", ".python-version", "LICENSE"}
ENDINGS = {".py", ".js", ".css", ".svg", ".csv", ".json", ".txt", ".npz", ".gz", ".woff2", ""}


def requirements() -> dict[str, str]:
    """Names of the required packages, as distributions spell them, and their bounds."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").split()
    found = [re.match(r"([\w.-]+)(.+)", line) for line in lines]
    return {each[1].lower().replace("_", "-"): each[2] for each in found if each}


def test_the_app_and_nothing_else():
    files = app_files()
    assert {name.partition("/")[0] for name in files} == OUR_FILES
    assert {Path(name).suffix for name in files} <= ENDINGS
    sizes = {name: (ROOT / name).stat().st_size for name in files}
    assert max(sizes.values()) < 2**20
    assert sum(sizes.values()) < 5 * 2**20


def test_every_requirement_has_a_lower_and_an_upper_bound():
    assert all(re.fullmatch(r">=[\d.]+,<[\d.]+", bounds) for bounds in requirements().values())
    assert requirements()["shiny"].endswith("<1.9")


def test_every_import_is_required():
    distributions = packages_distributions()
    missing = set()
    for path in [ROOT / "app.py", *(ROOT / "gates").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for name in (
                {n.partition(".")[0] for n in names} - {"gates"} - set(sys.stdlib_module_names) - BROUGHT
            ):
                owners = {owner.lower().replace("_", "-") for owner in distributions.get(name, [name])}
                if not owners & requirements().keys():
                    missing.add((str(path.relative_to(ROOT)), name))
    assert {name for _, name in missing} <= ON_REQUEST, missing


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == gates.__version__


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """The app, running from a copy of just its files."""
    running = RunningApp(root=copy_app(tmp_path_factory.mktemp("app")))
    yield running
    running.stop()
    assert running.trouble() == []


def test_every_page_is_served_from_a_copy_of_just_these_files(copied):
    async def visit(name: str, lang: str) -> None:
        visitor = await Visitor(copied.url, page=name, lang=lang).open()
        assert visitor.session
        await visitor.leave()

    for page in PAGES:
        for lang in ("zh", "en"):
            asyncio.run(visit(page.name, lang))


def test_what_the_document_names_is_there(copied):
    html = urllib.request.urlopen(copied.url, timeout=30).read().decode()
    named = re.findall(r'(?:src|href)="([^"#:]+)"', html)
    assert len(named) > 15
    for address in named:
        with urllib.request.urlopen(copied.url + address, timeout=30) as answer:
            assert answer.status == 200
            assert len(answer.read()) > 0


def test_the_health_check_says_the_version(copied):
    with urllib.request.urlopen(copied.url + "health", timeout=30) as answer:
        assert f'"version": "{gates.__version__}"' in answer.read().decode()


def test_the_log_names_no_visitor(copied):
    urllib.request.urlopen(copied.url + "?text=a+private+sentence", timeout=30).read()
    assert any('visitor - "GET / HTTP' in line for line in copied.lines)
    served = [line for line in copied.lines if "HTTP/1" in line or "WebSocket" in line]
    assert not [line for line in served if "127.0.0.1" in line or "private" in line or "?" in line]


def test_the_start_costs_less_than_three_seconds_of_cpu(copied):
    # The second start from this folder: byte code is there, as it is on a host after the first.
    fresh = RunningApp(root=copied.root)
    fields = Path(f"/proc/{fresh.pid}/stat").read_text().rpartition(")")[2].split()
    fresh.stop()
    assert (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") < 3
