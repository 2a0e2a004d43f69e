"""Files of a study: results.csv, history.csv, lags.csv, config.json; and reading a results.csv back."""

import csv
import io
import json
import math
from datetime import UTC, datetime
from pathlib import Path

from gates.experiments.config import Planned
from gates.experiments.environment import processor, versions
from gates.experiments.store import write_atomically

# What a results.csv must have to be shown; the rest of ours comes behind.
REQUIRED = (
    "task",
    "cell",
    "d_h",
    "length",
    "lr",
    "seed",
    "quality",
    "train_seconds",
    "predict_seconds",
    "peak_memory_mb",
    "parameters",
    "unit_calls",
    "multiply_adds",
    "updates",
    "gradient_norm",
    "status",
)
FURTHER = (
    "sizing",
    "metric",
    "test_loss",
    "baseline_quality",
    "baseline_loss",
    "learned_at",
    "first_loss",
    "bias_init",
    "stopped_by",
    "best_update",
    "nonfinite_updates",
    "clipped_updates",
    "steps",
    "d_x",
    "d_out",
    "head_parameters",
    "state_size",
    "log10_gradient_lag_0",
    "log10_gradient_lag_max",
    "run",
)
RUN_COLUMNS = ("run", "task", "cell", "d_h", "length", "lr", "bias_init", "seed")
HISTORY = (
    "update",
    "epoch",
    "train_loss",
    "validation_loss",
    "validation_quality",
    "gradient_norm",
    "clipped",
    "nonfinite",
    "gate_i",
    "gate_f",
    "gate_o",
    "gate_z",
    "gate_r",
)


def result_rows(runs: list[Planned], results: list[dict]) -> list[dict]:
    """Rows of ``results.csv``, one a run, in the order of the plan."""
    return [
        result["row"] | {"sizing": planned.sizing, "run": result["key"]}
        for planned, result in zip(runs, results, strict=True)
    ]


def write_study(directory: Path, runs: list[Planned], results: list[dict], command: str) -> list[dict]:
    """Write the four data files of a finished study; returns the rows of ``results.csv``.

    Parameters
    ----------
    directory : Path
        Made if it is missing.
    runs, results : list
        Plan and results, in the same order.
    command : str
        The command that makes these files again.
    """
    directory.mkdir(parents=True, exist_ok=True)
    rows = result_rows(runs, results)
    write_atomically(directory / "results.csv", to_csv(rows, (*REQUIRED, *FURTHER)))
    history = [_labels(result) | entry for result in results for entry in result["history"]]
    write_atomically(directory / "history.csv", to_csv(history, (*RUN_COLUMNS, *HISTORY), 6))
    lags = [_labels(result) | point for result in results for point in _lag_points(result)]
    write_atomically(
        directory / "lags.csv", to_csv(lags, (*RUN_COLUMNS, "update", "lag", "log10_gradient"), 4)
    )
    write_atomically(directory / "config.json", json.dumps(_config(runs, results, command), indent=2) + "\n")
    return rows


def to_csv(rows: list[dict], columns: tuple[str, ...], digits: int = 17) -> str:
    """CSV text with the given columns; missing values and NaN are empty, numbers rounded to ``digits``."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        values = (row.get(name) for name in columns)
        writer.writerow([_shown(v, digits) for v in values])
    return text.getvalue()


def _shown(value: object, digits: int) -> object:
    if not isinstance(value, float):
        return "" if value is None else value
    return float(f"{value:.{digits}g}") if math.isfinite(value) else ""


def _labels(result: dict) -> dict:
    return {name: result["config"].get(name) for name in RUN_COLUMNS} | {"run": result["key"]}


def _lag_points(result: dict) -> list[dict]:
    return [
        {"update": entry["update"], "lag": lag, "log10_gradient": value}
        for entry in result["lags"]
        for lag, value in zip(entry["lag"], entry["log10"], strict=True)
    ]


def _config(runs: list[Planned], results: list[dict], command: str) -> dict:
    """Everything needed to make the files again, and where they were made."""
    made_with = []
    for result in results:
        if result["versions"] not in made_with:
            made_with.append(result["versions"])
    return {
        "command": command,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(),
        # More than one entry: runs found on disk were made with other versions.
        "versions_of_runs": made_with,
        "machine": processor(),
        "seeds": sorted({planned.config.seed for planned in runs}),
        "runs": [
            {"sizing": planned.sizing, **result["config"]}
            for planned, result in zip(runs, results, strict=True)
        ],
    }
