"""The report's sentences: what was done, what the data show, what they do not show."""

import itertools

import numpy as np

from gates.experiments.config import RunConfig
from gates.experiments.figure_parts import Words
from gates.experiments.report_figures import Groups, name_of
from gates.experiments.summary import is_grid
from gates.experiments.task_data import DIGIT_SIZES
from gates.experiments.train import MOST_SKIPPED

# With more groups than this the grid and the tables are read; a sentence for each would bury them.
MOST_GROUPS = 12


def shown(value: float | None, metric: str) -> str:
    """A quality for people: per cent for accuracy, three digits for an error."""
    if value is None:
        return "–"
    return f"{100 * value:.1f} %" if metric == "accuracy" else f"{value:.3g}"


def about(config: RunConfig, rows: list[dict], words: Words) -> str:
    """The task in two sentences, with its memoryless baseline in closed form."""
    S, K, row = config.symbols, config.alphabet, rows[0]
    lengths = sorted({int(row["length"]) for row in rows})
    return words(
        f"about.{config.task}",
        classes=config.classes,
        gap=", ".join(str(length - 1) for length in lengths),
        distractors=config.distractors,
        symbols=S,
        alphabet=K,
        length=", ".join(map(str, lengths)),
        chance=shown(row["baseline_quality"], row["metric"]),
        loss=f"{row['baseline_loss']:.4f}",
        spread=", ".join(f"{S * np.log(K) / (length + 2 * S):.4f}" for length in lengths),
    )


def how(config: RunConfig, laws: list[str], row: dict, words: Words) -> list[str]:
    """Data, training, stopping rule and the meaning of the statuses."""
    sizes = DIGIT_SIZES if config.task == "digits" else None
    train, validation, test = (
        sizes.values() if sizes else (config.train_size, config.validation_size, config.test_size)
    )
    data = words("how.data", train=train, validation=validation, test=test, data_seed=config.data_seed)
    training = words(
        "how.training",
        optimizer={"adam": "Adam", "sgd": "SGD"}[config.optimizer],
        batch=config.batch,
        clip=words("how.clip", clip=f"{config.clip:g}") if config.clip else words("how.no_clip"),
        truncate=words("how.truncate", truncate=config.truncate) if config.truncate else words("how.full"),
        dtype=config.dtype,
        bias="; ".join(words(f"how.bias.{law}", value=f"{config.bias_value:g}") for law in laws),
    )
    metric, learned = row["metric"], row["learned_at"]
    stop = words(
        "how.stop",
        updates=config.updates,
        every=config.evaluate_every,
        hold=config.hold,
        goal=words(f"how.goal.{metric}", goal=f"{learned / 2:.4f}"),
        patience=words("how.patience", patience=config.patience)
        if config.patience
        else words("how.no_patience"),
        skipped=MOST_SKIPPED,
    )
    return [data, training, stop, words(f"how.status.{metric}", learned=shown(learned, metric))]


def shows(groups: Groups, rows: list[dict], summary: list[dict], words: Words) -> list[str]:
    """Sentences that the numbers support."""
    metric = rows[0]["metric"]
    first = np.median([row["first_loss"] for row in rows if row["first_loss"] is not None])
    said = [words("shows.first_loss", first=f"{first:.4f}", baseline=f"{rows[0]['baseline_loss']:.4f}")]
    if is_grid(rows):
        none = sum(group["learned"] == 0 for group in summary)
        every = sum(group["learned"] == group["seeds"] for group in summary)
        said.append(words("shows.grid", cells=len(summary), none=none, all=every))
        said += _grid_words(summary, words)
    members = list(groups.values())
    if len(summary) <= MOST_GROUPS:
        for group, runs in zip(summary, members, strict=True):
            said += _group_words(group, name_of(runs[0]["row"], rows), metric, words)
        said += _reach(members, rows, words) + _compared(members, rows, metric, words)
    return said


def _grid_words(summary: list[dict], words: Words) -> list[str]:
    """One sentence a cell about its whole grid."""
    said = []
    for cell in dict.fromkeys(group["cell"] for group in summary):
        own = [group for group in summary if group["cell"] == cell]
        lengths = [group["length"] for group in own if group["learned"] == group["seeds"]]
        said.append(
            words(
                "shows.grid_cell",
                who=words(f"cell.{cell}"),
                cells=len(own),
                all=len(lengths),
                none=sum(group["learned"] == 0 for group in own),
                longest=max(lengths, default=words("shows.no_length")),
            )
        )
    return said


def _group_words(group: dict, who: str, metric: str, words: Words) -> list[str]:
    said = []
    if group["quality"]:
        values = group["quality"]
        worst, best = ("min", "max") if metric == "accuracy" else ("max", "min")
        said.append(
            words(
                "shows.group",
                who=who,
                seeds=group["seeds"],
                learned=group["learned"],
                metric=words(f"metric.{metric}"),
                median=shown(values["median"], metric),
                worst=shown(values[worst], metric),
                best=shown(values[best], metric),
                chance=shown(group["baseline_quality"], metric),
                updates=f"{group['updates']['median']:g}",
            )
        )
    if set(group["statuses"]) == {"not learned"}:
        said.append(words("shows.at_chance", who=who))
    if "diverged" in group["statuses"]:
        said.append(words("shows.diverged", who=who, count=group["statuses"]["diverged"]))
    return said


def _reach(members: list[list[dict]], rows: list[dict], words: Words) -> list[str]:
    """How far the loss's gradient reached before and after training."""
    said = []
    for runs in members:
        before = [run["lags"][0]["log10"] for run in runs]
        after = [run["lags"][-1]["log10"][-1] for run in runs]
        said.append(
            words(
                "shows.reach",
                who=name_of(runs[0]["row"], rows),
                lag=runs[0]["row"]["steps"],
                before=_power([curve[-1] for curve in before]),
                after=_power(after),
                at_zero=_power([curve[0] for curve in before]),
            )
        )
    return said


def _power(logs: list[float | None]) -> str:
    """Median of numbers given by their logarithms, such as 3.2·10⁻⁷."""
    kept = [value for value in logs if value is not None]
    if not kept:
        return "0"
    middle = float(np.median(kept))
    exponent = int(np.floor(middle))
    raised = str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{10 ** (middle - exponent):.1f}·10{raised}"


def _compared(members: list[list[dict]], rows: list[dict], metric: str, words: Words) -> list[str]:
    """Pairs of groups with the same task settings: parted or overlapping over the seeds."""
    sign = 1 if metric == "accuracy" else -1
    parted, overlapping = [], []
    for one, other in itertools.combinations(members, 2):
        a, b = one[0]["row"], other[0]["row"]
        same = all(a[name] == b[name] for name in ("length", "lr", "bias_init"))
        if not same or a["cell"] == b["cell"] or len(one) < 2:
            continue
        qa = [sign * run["row"]["quality"] for run in one]
        qb = [sign * run["row"]["quality"] for run in other]
        first, second = name_of(a, rows), name_of(b, rows)
        if min(qa) > max(qb):
            parted.append(words("shows.parted", first=first, second=second, seeds=len(one)))
        elif min(qb) > max(qa):
            parted.append(words("shows.parted", first=second, second=first, seeds=len(one)))
        else:
            overlapping.append(f"{first} – {second}")
    return parted + ([words("shows.overlap", pairs="; ".join(overlapping))] if overlapping else [])


def shows_not(config: RunConfig, rows: list[dict], words: Words) -> list[str]:
    """Limits of these data, only those that apply."""
    sizings = {row["sizing"] for row in rows}
    seeds = len({row["seed"] for row in rows})
    said = [words("not.seeds", seeds=seeds)]
    if any(row["status"] != "learned" for row in rows):
        said.append(words("not.unable"))
    if "width" in sizings:
        said.append(words("not.width"))
    if "parameters" in sizings:
        said.append(words("not.parameters"))
    said += [words("not.gates"), words("not.time")]
    if config.task == "digits":
        best = max(row["quality"] for row in rows)
        error = np.sqrt(max(best * (1 - best), 1 / 1200) / DIGIT_SIZES["test"])
        said.append(words("not.digits", error=f"{100 * error:.1f} %"))
    else:
        said.append(words("not.task"))
    if config.task == "delayed-copy":
        said.append(words("not.copy"))
    if len({row["length"] for row in rows}) == 1:
        said.append(words("not.length"))
    return said
