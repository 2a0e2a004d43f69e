"""Three workers behind nginx: visitors stay at their worker, and a page comes back when its worker is killed.

Run by hand, with Debian's nginx and chromium: ``python tests/bench/bench_workers.py [--nginx PATH]``. nginx reads
tools/nginx.conf with free ports in it and writes into a folder that is removed afterwards.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import ExitStack
from http.cookiejar import CookieJar
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))

from explorer_page import ExplorerPage
from playwright.sync_api import sync_playwright
from running_app import ROOT, RunningApp, free_port
from websockets.sync.client import connect

WORKERS = 3
PAUSE = threading.Event()
FRAME = (
    "daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}} http {{ {temporary} {site} }}"
)
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def start_nginx(nginx: str, folder: Path, ports: list[int], port: int) -> subprocess.Popen[bytes]:
    """nginx on ``port`` before the workers on ``ports``."""
    site = (ROOT / "tools" / "nginx.conf").read_text(encoding="utf-8")
    for k, worker in enumerate(ports):
        site = site.replace(f"127.0.0.1:800{k + 1} ", f"127.0.0.1:{worker} ")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};")
    temporary = " ".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    conf = folder / "nginx.conf"
    conf.write_text(FRAME.format(folder=folder, temporary=temporary, site="\n" + site), encoding="utf-8")
    return subprocess.Popen([nginx, "-e", str(folder / "start.log"), "-p", str(folder), "-c", str(conf)])


def wait_for(url: str, patience: float = 20) -> None:
    """Wait until ``url`` answers."""
    stop = time.monotonic() + patience
    while time.monotonic() < stop:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            PAUSE.wait(0.1)
    raise TimeoutError(url)


def places(workers: list[RunningApp], what: str) -> list[int]:
    """How many requests with ``what`` in their line each worker has served."""
    return [sum(what in line for line in worker.lines) for worker in workers]


def visit(url: str) -> None:
    """Open the page, then twice a websocket and a session's address, as one visitor with a cookie."""
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    opener.open(url, timeout=20).read()
    cookie = "; ".join(f"{c.name}={c.value}" for c in jar)
    assert cookie.startswith("gate=")
    for _ in range(2):
        with connect(
            url.replace("http", "ws") + "websocket/", additional_headers={"Cookie": cookie}
        ) as socket:
            socket.recv(timeout=20)


def stay(workers: list[RunningApp], url: str, visitors: int = 30) -> None:
    """Each visitor's two websockets are at one worker, and all workers have some."""
    seen = [0] * len(workers)
    for _ in range(visitors):
        before = places(workers, '"WebSocket')
        visit(url)
        stop = time.monotonic() + 5
        while sum(places(workers, '"WebSocket')) < sum(before) + 2 and time.monotonic() < stop:
            PAUSE.wait(0.02)
        grown = [b - a for a, b in zip(before, places(workers, '"WebSocket'), strict=True)]
        assert sorted(grown) == [0, 0, 2], grown
        seen = [a + b for a, b in zip(seen, grown, strict=True)]
    assert min(seen) > 0, seen
    print(f"{visitors} visitors, each twice at the same worker: {[n // 2 for n in seen]}")


def come_back(workers: list[RunningApp], url: str) -> None:
    """A page whose worker is killed is back at another one, with its settings."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        explorer = ExplorerPage(browser.new_page(viewport={"width": 1600, "height": 1000}), url)
        before = places(workers, '"WebSocket')
        explorer.open("?lang=zh&cell=gru&seed=7")
        explorer.set("b_z", 2.5)
        curve = explorer.curve("reach", "full")
        home = next(k for k, n in enumerate(places(workers, '"WebSocket')) if n > before[k])
        explorer.page.evaluate("window.old = true")
        start = time.monotonic()
        # A worker that is killed says no goodbye.
        workers[home].kill()
        explorer.page.wait_for_function("() => !window.old && window.watched?.frames > 0", timeout=60_000)
        explorer.wait_drawn()
        took = time.monotonic() - start
        assert explorer.value("b_z") == 2.5
        assert abs(explorer.curve("reach", "full") - curve).max() == 0
        assert explorer.is_alive()
        now = [k for k, n in enumerate(places(workers, '"WebSocket')) if n > before[k] and k != home]
        assert len(now) == 1, now
        print(
            f"worker {home + 1} killed; after {took:.1f} s the page was back at worker {now[0] + 1}, same curve"
        )
        browser.close()


def main() -> None:
    """Start everything, try, end everything."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--nginx", default=shutil.which("nginx") or "/usr/sbin/nginx")
    a = ask.parse_args()
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        workers = [RunningApp() for _ in range(WORKERS)]
        for worker in workers:
            stack.callback(worker.stop)
        nginx = start_nginx(a.nginx, folder, [w.port for w in workers], port)
        stack.callback(nginx.wait, 20)
        stack.callback(nginx.terminate)
        wait_for(url + "health")
        stay(workers, url)
        come_back(workers, url)
        trouble = [line for worker in workers for line in worker.trouble()]
        errors = re.findall(r"\[(?:emerg|alert|crit)\].*", (folder / "error.log").read_text())
    print(
        f"{len(trouble)} lines of trouble in the logs, {len(errors)} in nginx's",
        *trouble[:5],
        *errors[:5],
        sep="\n",
    )


if __name__ == "__main__":
    main()
