"""Many people at a slider of one app process: how long a step takes, and what stays when they have left.

Run by hand: ``python tests/bench/bench_load.py``. The app is pinned to one core and the visitors to another. Each
visitor sends the next value when the last picture has come, at most ten times a second, as the page's script does;
a step lasts from the value sent to the frame received. Memory is the resident set of the server process, and beside
it the proportional set of it and all its workers. Percentages compare with the same run's start.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))

from running_app import RunningApp
from visitor import Visitor

PAGES = ("explorer", "gradients", "steps", "parameters", "models", "experiments", "lessons")
TRAINING = {"experiments-lengths": "200", "experiments-updates": 10000, "experiments-d_h": 64}


@dataclass
class Crowd:
    """What a crowd saw."""

    steps: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def share(self, q: float) -> float:
        """Quantile of the steps in milliseconds."""
        return sorted(self.steps)[int(q * (len(self.steps) - 1))] * 1e3 if self.steps else float("nan")


class Memory:
    """Megabytes of the server, from /proc."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def resident(self) -> float:
        """Resident set of the server process alone."""
        return _kilobytes(self.pid, "status", "VmRSS:") / 1024

    def proportional(self) -> float:
        """Proportional set of the server and its workers."""
        return sum(_kilobytes(pid, "smaps_rollup", "Pss:") for pid in self._family(self.pid)) / 1024

    def _family(self, pid: int) -> list[int]:
        try:
            children = [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except FileNotFoundError:
            children = []
        return [pid, *(p for child in children for p in self._family(child))]

    def cpu(self) -> float:
        """CPU seconds that the server process has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def calm(self) -> None:
        """Wait until the server has cleaned up after the last visitor and has nothing to do any more."""
        await _pause(7.0)
        for _ in range(60):
            before = self.cpu()
            await _pause(0.5)
            if self.cpu() - before < 0.02:
                return


def _kilobytes(pid: int, file: str, name: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/{file}").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)


async def _pause(seconds: float) -> None:
    try:
        await asyncio.wait_for(asyncio.Event().wait(), seconds)
    except TimeoutError:
        return


async def drag(url: str, k: int, seconds: float, rate: float, seen: Crowd, start: asyncio.Barrier) -> None:
    """One person: opens the page, waits for the others, drags, leaves."""
    clock = asyncio.get_running_loop().time
    visitor = Visitor(url)
    try:
        await visitor.open()
        await start.wait()
        await visitor.rest(clock() + k % 10 / 10 / rate)
        stop, n = clock() + seconds, 0
        while clock() < stop:
            sent, before = clock(), visitor.bytes
            n += 1
            seen.steps.append(await visitor.step(**{"explorer-b_f": round(-4 + (7 * n + k) % 80 / 10, 1)}))
            seen.sizes.append(visitor.bytes - before)
            await visitor.rest(sent + 1 / rate)
        await visitor.leave()
    except (OSError, TimeoutError, ConnectionError) as error:
        seen.lost.append(repr(error))
        await start.abort()


async def crowd(url: str, people: int, seconds: float, rate: float) -> Crowd:
    """All of them at once."""
    seen, start = Crowd(), asyncio.Barrier(people)
    await asyncio.gather(*(drag(url, k, seconds, rate, seen, start) for k in range(people)))
    return seen


async def train(url: str, count: int) -> list[Visitor]:
    """People whose trainings run; they end when their visitor leaves."""
    trainers = []
    for _ in range(count):
        visitor = await Visitor(url, page="experiments").open()
        await visitor.update(**TRAINING)
        await visitor.update(**{"experiments-start:shiny.action": 1})
        figures = visitor.figures
        await visitor.until(lambda v=visitor, n=figures: v.figures > n + 2)
        trainers.append(visitor)
    return trainers


async def keep_reading(visitors: list[Visitor]) -> None:
    """Take what the trainings send until cancelled."""

    async def one(visitor: Visitor) -> None:
        while True:
            await visitor.receive()

    await asyncio.gather(*(one(v) for v in visitors))


async def visits(url: str, count: int) -> None:
    """One after another, on every page in turn: come, see, move a slider where there is one, leave."""
    for k in range(count):
        visitor = await Visitor(url, page=PAGES[k % len(PAGES)]).open()
        if visitor.page == "explorer":
            await visitor.step(**{"explorer-b_f": 2.0})
        await visitor.leave()


def row(what: str, seen: Crowd, memory: Memory) -> None:
    """Print one crowd."""
    print(f"{what:34s} {seen.share(0.5):8.0f} {seen.share(0.95):8.0f} {seen.share(1):8.0f} {len(seen.steps):8d}"
          f" {len(seen.lost):6d} {median(seen.sizes or [0]) / 1000:8.1f} {memory.resident():8.0f}"
          f" {memory.proportional():8.0f}", *seen.lost[:2], flush=True)  # fmt: skip


def still(what: str, memory: Memory, start: float) -> None:
    """Print memory at rest."""
    now = memory.resident()
    print(
        f"{what:34s} {'':51s} {now:8.0f} {memory.proportional():8.0f}   {100 * (now / start - 1):+.1f} %",
        flush=True,
    )


async def measure(app: RunningApp, a: argparse.Namespace) -> None:
    """The whole table."""
    memory = Memory(app.pid)
    names = [*(f"{name:>8s}" for name in ("median", "p95", "worst", "steps")), f"{'lost':>6s}"]
    print(" " * 34, *names, *(f"{name:>8s}" for name in ("kB/step", "RSS MB", "all MB")))
    still("just started", memory, memory.resident())
    await visits(app.url, len(PAGES))
    await memory.calm()
    start = memory.resident()
    still("after a visit to each page", memory, start)
    for turn in range(a.turns):
        row(f"{a.people} people, turn {turn + 1}", await crowd(app.url, a.people, a.seconds, a.rate), memory)
        await memory.calm()
        still("  after they left", memory, start)
    if a.training:
        trainers = await train(app.url, a.training)
        reading = asyncio.create_task(keep_reading(trainers))
        row(
            f"{a.people} people, {a.training} trainings beside",
            await crowd(app.url, a.people, a.seconds, a.rate),
            memory,
        )
        reading.cancel()
        for visitor in trainers:
            await visitor.leave()
        await memory.calm()
        still("  after they left", memory, start)
    for done in range(0, a.visits, 50):
        await visits(app.url, 50)
        await memory.calm()
        still(f"after {done + 50} visits one by one", memory, start)


def main() -> None:
    """Start the app on its core and print the table."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("--people", type=int, default=40)
    ask.add_argument("--seconds", type=float, default=20)
    ask.add_argument("--rate", type=float, default=10, help="steps a second of one person at most")
    ask.add_argument("--turns", type=int, default=2)
    ask.add_argument("--visits", type=int, default=200)
    ask.add_argument("--training", type=int, default=2)
    ask.add_argument("--core", type=int, default=0, help="the app's core")
    a = ask.parse_args()
    others = os.sched_getaffinity(0) - {a.core}
    app = RunningApp(prefix=("taskset", "-c", str(a.core)))
    try:
        if others:
            os.sched_setaffinity(0, others)
        asyncio.run(measure(app, a))
    finally:
        status = app.stop()
    trouble = app.trouble()
    print(f"exit status {status}; {len(trouble)} lines of trouble in the log", *trouble[:20], sep="\n")


if __name__ == "__main__":
    main()
