"""What is known of a study: planned runs, their curves and their results, while it trains and afterwards."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from gates.experiments.bundled import bundled
from gates.experiments.config import RunConfig, Study
from gates.experiments.studies import default_study

Row = dict[str, Any]
#: Columns that count something: a file holds them as any other number.
WHOLE = ("d_h", "length", "seed", "updates", "parameters", "unit_calls", "multiply_adds", "steps", "d_x", "d_out",
         "head_parameters", "state_size", "best_update", "nonfinite_updates", "clipped_updates")  # fmt: skip
#: Settings of a group of runs that are shown together.
Setting = tuple[float, float, str]


@dataclass
class Run:
    """One run of a study.

    Attributes
    ----------
    settings : dict
        ``cell``, ``d_h``, ``length``, ``lr``, ``bias_init``, ``seed``, ``sizing``.
    state : {"waiting", "running", "ended"}
    most_updates, update, loss
        How far it is.
    history : list of dict
        Its validations, the columns of ``history.csv``.
    lags : dict
        Gradient norms by lag ``first`` (before training), ``best`` (lowest validation loss) and ``last``: each a dict
        with ``update``, ``lag`` and ``log10``.
    row : dict or None
        Its row of ``results.csv``.
    """

    settings: Row
    state: str = "waiting"
    most_updates: int = 0
    update: int = 0
    loss: float = math.nan
    history: list[Row] = field(default_factory=list)
    lags: dict[str, Row] = field(default_factory=dict)
    row: Row | None = None
    best_loss: float = math.inf

    @property
    def setting(self) -> Setting:
        """Length, learning rate and bias law."""
        return self.settings["length"], self.settings["lr"], self.settings["bias_init"]

    def validated(self, event: Row) -> None:
        """Take in an ``evaluation`` message."""
        lags = event["lags"]
        entry = {name: value for name, value in event.items() if name not in ("kind", "run", "lags")}
        self.history.append(entry)
        self.update = entry["update"]
        self.lags.setdefault("first", lags)
        self.lags["last"] = lags
        # The first of equal losses is kept, as in training.
        if entry["validation_loss"] < self.best_loss or "best" not in self.lags:
            self.best_loss = min(self.best_loss, entry["validation_loss"])
            self.lags["best"] = lags


@dataclass
class Record:
    """A study, in training or finished.

    Attributes
    ----------
    source : {"bundled", "training", "uploaded"}
    command : str
        What makes these results again; empty where nobody knows.
    runs : list of Run
    base : RunConfig or None
        Settings that all runs share, where they are known.
    metric, baseline_loss, baseline_quality
        Of the task.
    state : {"waiting", "running", "stopping", "done", "cancelled", "late", "failed"}
    failed : dict or None
        The ``failed`` message.
    """

    source: str
    command: str = ""
    runs: list[Run] = field(default_factory=list)
    base: RunConfig | None = None
    task: str = "first-item"
    metric: str = "accuracy"
    baseline_loss: float | None = None
    baseline_quality: float | None = None
    state: str = "done"
    failed: Row | None = None

    def apply(self, message: Row) -> bool:
        """Take in a message of the training; True where the list of runs or a result changed."""
        kind = message["kind"]
        run = self.runs[message["run"]] if "run" in message else None
        if kind in ("done", "cancelled", "failed"):
            self.state = "late" if self.state == "late" else kind
            self.failed = message if kind == "failed" else None
        elif run is None:
            return False
        elif kind == "start":
            run.state, run.most_updates = "running", message["updates"]
            self.metric = message["metric"]
            self.baseline_loss, self.baseline_quality = message["baseline_loss"], message["baseline_quality"]
        elif kind == "update":
            run.update, run.loss = message["update"], message["loss"]
        elif kind == "evaluation":
            run.validated(message)
        elif kind == "result":
            run.state, run.row = "ended", message["row"]
        return kind in ("start", "result", "done", "cancelled", "failed")

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.state not in ("waiting", "running", "stopping")

    @property
    def has_curves(self) -> bool:
        """A results.csv alone holds none."""
        return any(run.history for run in self.runs)

    @property
    def now(self) -> Run | None:
        """The run in training."""
        return next((run for run in self.runs if run.state == "running" and not self.over), None)

    @property
    def settings(self) -> list[Setting]:
        """Lengths, learning rates and bias laws in the order of the study."""
        return list(dict.fromkeys(run.setting for run in self.runs))

    @property
    def ended(self) -> list[Run]:
        """Runs that have a result."""
        return [run for run in self.runs if run.row is not None]

    def rows(self) -> list[Row]:
        """Rows of ``results.csv`` for every run: one that was never made is a cancelled one without numbers."""
        return [run.row if run.row is not None else self._never(run) for run in self.runs]

    def _never(self, run: Run) -> Row:
        return run.settings | {
            "task": self.task, "metric": self.metric, "status": "cancelled", "stopped_by": "cancelled", "updates": 0,
            "baseline_loss": self.baseline_loss, "baseline_quality": self.baseline_quality,
        }  # fmt: skip

    def results(self) -> list[Row]:
        """What the report wants of each run that has ended: its settings, curves and gradient norms."""
        assert self.base is not None
        out = []
        for run in self.ended:
            assert run.row is not None
            own = {name: run.settings[name] for name in ("cell", "d_h", "length", "lr", "bias_init", "seed")}
            lags = [run.lags["first"], run.lags["best"]]
            out.append(
                {
                    "config": asdict(self.base) | own,
                    "key": run.row["run"],
                    "history": run.history,
                    "lags": [entry | {"log10": [_or_none(v) for v in entry["log10"]]} for entry in lags],
                }
            )
        return out


def _or_none(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def of_study(study: Study, command: str) -> Record:
    """A study that is about to be trained: seed by seed, as the worker goes through it."""
    planned = sorted(study.plan(), key=lambda one: one.config.seed)
    names = ("cell", "d_h", "length", "lr", "bias_init", "seed")
    runs = [Run({n: getattr(p.config, n) for n in names} | {"sizing": p.sizing}) for p in planned]
    metric = "mse" if study.base.task == "adding" else "accuracy"
    return Record("training", command, runs, study.base, study.base.task, metric, state="waiting")


def of_bundle(name: str) -> Record:
    """Results that come with the package."""
    found = bundled(name)
    runs = {row["run"]: _run_of(row, "ended") for row in found.rows}
    for entry in found.history:
        runs[entry["run"]].history.append(entry)
    for run, points in _by_run(found.lags):
        for update in dict.fromkeys(p["update"] for p in points):
            own = [p for p in points if p["update"] == update]
            entry = {
                "update": update,
                "lag": [int(p["lag"]) for p in own],
                "log10": [p["log10_gradient"] for p in own],
            }
            runs[run].lags.setdefault("first", entry)
            runs[run].lags |= {"best": entry, "last": entry}
    task = found.rows[0]["task"]
    return _finished("bundled", found.command, list(runs.values()), default_study(task).base)


def of_rows(rows: list[Row]) -> Record:
    """The runs of an uploaded ``results.csv``; what it does not say is filled in where only one thing is possible."""
    runs = []
    for row in rows:
        known = row | {"metric": "mse" if row["task"] == "adding" else "accuracy"}
        known["sizing"] = row["sizing"] if row["sizing"] in ("reference", "width", "parameters") else ""
        runs.append(_run_of(known, "ended"))
    return _finished("uploaded", "", runs, None)


def _finished(source: str, command: str, runs: list[Run], base: RunConfig | None) -> Record:
    first = runs[0].row or {}
    return Record(
        source,
        command,
        runs,
        base,
        first["task"],
        first["metric"],
        first.get("baseline_loss"),
        first.get("baseline_quality"),
    )


def _run_of(row: Row, state: str) -> Run:
    whole = {n: int(v) for n in WHOLE if isinstance(v := row.get(n), float) and v.is_integer()}
    row = row | whole
    names = ("cell", "d_h", "length", "lr", "bias_init", "seed", "sizing")
    return Run({name: row[name] for name in names}, state, update=int(row["updates"] or 0), row=row)


def _by_run(rows: Iterable[Row]) -> Iterable[tuple[str, list[Row]]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["run"], []).append(row)
    return groups.items()
