"""The files that make the app, as tools/manifest.sh names them."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def named() -> list[str]:
    """Files and folders that tools/manifest.sh asks git for."""
    lines = (ROOT / "tools" / "manifest.sh").read_text(encoding="utf-8").splitlines()
    asked = next(line for line in lines if "git ls-files" in line)
    return shlex.split(asked[asked.index("git ls-files") : asked.rindex(")")])[2:]


def app_files() -> list[str]:
    """Paths of the files, relative to the project."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", *named()], cwd=ROOT, check=True, capture_output=True, text=True
        )
        return listed.stdout.splitlines()
    found = [
        path
        for name in named()
        for path in ((ROOT / name).rglob("*") if (ROOT / name).is_dir() else [ROOT / name])
    ]
    return [str(p.relative_to(ROOT)) for p in found if p.is_file() and "__pycache__" not in p.parts]


def copy_app(to: Path) -> Path:
    """Copy the app's files, and only them, to the folder ``to``."""
    for name in app_files():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, to / name)
    return to
