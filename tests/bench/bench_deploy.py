"""The app from a copy of just its files, in a new environment of just requirements.txt; and what its start costs.

Run by hand: ``python tests/bench/bench_deploy.py [--rsconnect PATH]``. Takes some minutes: packages are installed. With
rsconnect the manifest is written from a clone with stray files in it and compared with the app's files.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "deploy"))

from app_files import ROOT, app_files, copy_app
from running_app import RunningApp
from visitor import Visitor

PAGES = ("explorer", "gradients", "steps", "parameters", "models", "experiments", "lessons")
IMPORT = "import time; before = time.process_time(); import app; print(time.process_time() - before)"


def cpu(pid: int) -> float:
    """CPU seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def every_page(url: str) -> None:
    """Open every page in both languages, and move a slider."""
    for page in PAGES:
        for lang in ("zh", "en"):
            visitor = await Visitor(url, page=page, lang=lang).open()
            if page == "explorer":
                await visitor.step(**{"explorer-b_f": 2.0})
            await visitor.leave()


def manifest(rsconnect: Path, folder: Path) -> None:
    """Compare what rsconnect lists with the app's files."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    for name in ("stray.png", ".env", ".hypothesis/x", ".venv/bin/python", "notes/a.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    path = f"{rsconnect.parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        ["./tools/manifest.sh"], cwd=folder, check=True, capture_output=True, env=os.environ | {"PATH": path}
    )
    listed = set(json.loads((folder / "manifest.json").read_text())["files"])
    print(f"the manifest lists {len(listed)} files; beside the app's: {sorted(listed - set(app_files()))[:5]}; "
          f"missing: {sorted(set(app_files()) - listed)[:5]}")  # fmt: skip


def main() -> None:
    """Install, start, visit, measure."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--rsconnect", default=shutil.which("rsconnect"))
    a = ask.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if a.rsconnect:
            manifest(Path(a.rsconnect), folder / "clone")
        start = time.monotonic()
        subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)
        python = str(folder / "env" / "bin" / "python")
        root = copy_app(folder / "app")
        install = [
            python,
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "-r",
            "requirements.txt",
        ]
        subprocess.run(install, cwd=root, check=True)
        print(f"installed in {time.monotonic() - start:.0f} s")
        for what in ("first import, byte code written", "import"):
            done = subprocess.run(
                [python, "-c", IMPORT], cwd=root, check=True, capture_output=True, text=True
            )
            print(f"{what}: {float(done.stdout):.2f} s of CPU")
        app = RunningApp(root=root, python=python)
        print(f"start until the first request can be answered: {cpu(app.pid):.2f} s of CPU")
        try:
            asyncio.run(every_page(app.url))
        finally:
            app.stop()
        print(
            f"{2 * len(PAGES)} pages served; {len(app.trouble())} lines of trouble in the log",
            *app.trouble()[:5],
        )


if __name__ == "__main__":
    main()
