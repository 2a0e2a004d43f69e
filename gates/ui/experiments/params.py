"""Settings of the experiments page; lists stay text, so that a link keeps them as they were typed."""

from __future__ import annotations

from gates.experiments.config import BIAS_INITS, SIZINGS, Study
from gates.experiments.studies import default_study, textbook_studies
from gates.experiments.tasks import TASKS
from gates.ui.state import Choice, Number, Param, Switch, Text

CELLS = ("rnn", "gru", "lstm")
#: All laws of initialisation in one study.
ALL_LAWS = "all"
#: What the page trains at most; the command has no such limits.
MOST_RUNS = 120
LONGEST = 500
MOST_MINUTES = 30

TASK = Choice("task", "x_task", "first-item", TASKS)
SWITCHES = {cell: Switch(cell, f"x_{cell}", True) for cell in CELLS}
LISTS = {
    "lengths": Text("lengths", "x_T", "50", 80),
    "lrs": Text("lrs", "x_lr", "0.003", 80),
    "seeds": Text("seeds", "x_seed", "0, 1, 2", 80),
}
SIZING = Choice("sizing", "x_size", "both", SIZINGS)
LAW = Choice("bias_init", "x_bias", "constant", (*BIAS_INITS, ALL_LAWS))
BIAS = Number("bias_value", "x_b", 1.0, -8, 8, 0.1, whole=False)
FURTHER = {
    "d_h": Number("d_h", "x_dh", 32, 1, 64),
    "updates": Number("updates", "x_n", 3000, 1, 10_000),
    "patience": Number("patience", "x_p", 0, 0, 1000),
    "clip": Number("clip", "x_clip", 1.0, 0, 1e6, 0.1, whole=False),
    "truncate": Number("truncate", "x_k", 0, 0, LONGEST),
}
OF_TASK = {
    "classes": Number("classes", "x_c", 8, 2, 64),
    "distractors": Number("distractors", "x_d", 8, 1, 64),
    "symbols": Number("symbols", "x_s", 2, 1, 20),
    "alphabet": Number("alphabet", "x_a", 8, 2, 64),
}
RESET = Choice("reset", "x_reset", "before", ("before", "after"))
#: Which length, learning rate and bias law the curves are of, counted in the order of the study.
SETTING = Number("setting", "x_show", 0, 0, MOST_RUNS)

PARAMS: tuple[Param, ...] = (
    TASK, *SWITCHES.values(), *LISTS.values(), SIZING, LAW, BIAS, *FURTHER.values(), *OF_TASK.values(), RESET, SETTING,
)  # fmt: skip
#: Settings of a run that stand on the page under the same name.
OF_RUN = (*FURTHER, *OF_TASK, "bias_value", "reset")


def values_of(study: Study) -> dict[str, object]:
    """What a study says in the controls of the page, by id."""
    base = study.base
    law, *more = study.bias_inits
    return {
        "task": base.task,
        **{cell: cell in study.cells for cell in CELLS},
        "lengths": ", ".join(map(str, study.lengths)),
        "lrs": ", ".join(f"{lr:g}" for lr in study.lrs),
        "seeds": ", ".join(map(str, study.seeds)),
        "sizing": study.sizing,
        "bias_init": ALL_LAWS if more else law,
        **{name: getattr(base, name) for name in OF_RUN},
    }


def _first_look() -> dict[str, object]:
    """Seconds instead of minutes: a short dependency and two seeds."""
    study = default_study("first-item")
    return values_of(study) | {"lengths": "10", "lrs": "0.01", "seeds": "0, 1", "updates": 600}


#: Studies that a button fills in: the textbook's three, the other tasks, and one that ends in seconds.
PRESETS: dict[str, dict[str, object]] = {
    **{name: values_of(study) for name, study in textbook_studies().items()},
    "copy": values_of(default_study("delayed-copy")),
    "adding": values_of(default_study("adding")),
    "quick": _first_look(),
}
