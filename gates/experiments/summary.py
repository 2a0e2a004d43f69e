"""Per-seed rows to groups: mean, spread and how many runs learned."""

import numpy as np

GROUP = ("task", "cell", "sizing", "d_h", "length", "lr", "bias_init")
SPREAD = (
    "quality",
    "test_loss",
    "train_seconds",
    "predict_seconds",
    "peak_memory_mb",
    "updates",
    "gradient_norm",
)
CONSTANT = (
    "metric", "baseline_quality", "baseline_loss", "steps", "parameters", "head_parameters", "state_size",
    "multiply_adds", "unit_calls",
)  # fmt: skip


def summarise(rows: list[dict]) -> list[dict]:
    """One dict a group of runs that differ in their seed only, in the order in which they first appear.

    Each holds the group's settings, ``seeds`` (number of runs), ``learned``, ``statuses`` (status → number),
    and for every quantity of ``SPREAD`` a dict with ``mean``, ``std`` (n − 1; None for one run), ``median``,
    ``min``, ``max`` over the seeds, or None where no run has it.
    """
    groups: dict[tuple, list[dict]] = {}
    for row in rows:
        groups.setdefault(tuple(row.get(name) for name in GROUP), []).append(row)
    return [_group(key, members) for key, members in groups.items()]


def _group(key: tuple, members: list[dict]) -> dict:
    statuses: dict[str, int] = {}
    for row in members:
        statuses[row["status"]] = statuses.get(row["status"], 0) + 1
    return {
        **dict(zip(GROUP, key, strict=True)),
        **{name: members[0].get(name) for name in CONSTANT},
        "seeds": len(members),
        "learned": statuses.get("learned", 0),
        "statuses": statuses,
        **{name: spread([row.get(name) for row in members]) for name in SPREAD},
    }


def spread(values: list) -> dict | None:
    """Mean, standard deviation, median and range of the values that are there."""
    kept = np.array([v for v in values if v is not None and np.isfinite(v)], dtype=float)
    if not kept.size:
        return None
    return {
        "mean": float(kept.mean()),
        "std": float(kept.std(ddof=1)) if kept.size > 1 else None,
        "median": float(np.median(kept)),
        "min": float(kept.min()),
        "max": float(kept.max()),
    }


def is_grid(rows: list[dict]) -> bool:
    """Whether more than one length or learning rate was run."""
    return len({row["length"] for row in rows}) > 1 or len({row["lr"] for row in rows}) > 1
