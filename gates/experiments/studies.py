"""Default settings of each task, the textbook's three studies, and the command that runs a study."""

import shlex
from dataclasses import fields

from gates.experiments.config import RunConfig, Study
from gates.experiments.errors import complaint
from gates.experiments.tasks import TASKS

# Settings of a task where they differ from those of RunConfig.
TASK_SETTINGS: dict[str, dict] = {
    "first-item": {"length": 50},
    "delayed-copy": {"length": 20, "lr": 1e-2, "updates": 4000},
    "adding": {"length": 50},
    "digits": {"length": 8, "updates": 4000, "patience": 10},
}
SEEDS = (0, 1, 2)


def default_base(task: str) -> RunConfig:
    """Settings that all runs of a task share by default.

    Raises
    ------
    GateError
        There is no such task.
    """
    if task not in TASKS:
        raise complaint("unknown_task", name=task, known=", ".join(TASKS))
    return RunConfig(task, "lstm", **TASK_SETTINGS[task])


def default_study(task: str) -> Study:
    """What ``python -m gates experiment TASK`` runs without options."""
    base = default_base(task)
    digits = task == "digits"
    return Study(
        base=base,
        cells=("gru", "lstm") if digits else ("rnn", "gru", "lstm"),
        lengths=(base.length,),
        lrs=(base.lr,),
        seeds=SEEDS,
        sizing="parameters" if digits else "width",
    )


def textbook_studies() -> dict[str, Study]:
    """The three studies by name: ``memory``, ``digits``, ``grid`` (titles: ``experiment.study.NAME``)."""
    memory = default_study("first-item")
    return {
        "memory": Study(memory.base, memory.cells, memory.lengths, memory.lrs, SEEDS, sizing="both"),
        "digits": default_study("digits"),
        "grid": Study(memory.base, memory.cells, (20, 50, 100), (1e-3, 3e-3, 1e-2), SEEDS),
    }


def command_of(study: Study) -> str:
    """The command line that runs a study: its lists, and every setting that is not the task's default."""
    default = default_study(study.base.task)
    words = ["python", "-m", "gates", "experiment", study.base.task]
    lists = {
        "--cells": study.cells,
        "--length": study.lengths,
        "--lr": study.lrs,
        "--seeds": study.seeds,
        "--bias-init": study.bias_inits,
    }
    for option, values in lists.items():
        words += [
            option,
            ",".join(f"{value:g}" if isinstance(value, float) else str(value) for value in values),
        ]
    words += ["--sizing", study.sizing]
    # These are said by the lists above, or have no option.
    said = {"task", "cell", "length", "lr", "seed", "bias_init"}
    for name in (f.name for f in fields(RunConfig) if f.name not in said):
        value = getattr(study.base, name)
        if value != getattr(default.base, name):
            words += [f"--{name.replace('_', '-')}", f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join(words)
