"""Settings of one run and of a whole study: checked, hashed, expanded to a grid."""

import hashlib
import itertools
import json
from dataclasses import asdict, dataclass, fields, replace

from gates.core.errors import GateError
from gates.experiments.costs import CELLS, matched_width
from gates.experiments.errors import complaint
from gates.experiments.optim import OPTIMIZERS
from gates.experiments.task_data import DIGIT_ROWS
from gates.experiments.tasks import TASKS, task_width

BIAS_INITS = ("constant", "chrono", "uniform")
SIZINGS = ("width", "parameters", "both")
# Raised when the numbers of a run change their meaning, so that old files on disk are not taken for new ones.
RESULT_FORMAT = 1
MAX_RUNS = 5000


@dataclass(frozen=True)
class RunConfig:
    """Everything that decides the numbers of one training run.

    ``patience`` 0 means that training never stops for lack of progress; ``clip`` 0 means no clipping;
    ``truncate`` 0 means full BPTT, k cuts the gradient every k steps counted from the end.
    """

    task: str
    cell: str
    d_h: int = 32
    length: int = 50
    lr: float = 3e-3
    seed: int = 0
    classes: int = 8
    distractors: int = 8
    symbols: int = 2
    alphabet: int = 8
    data_seed: int = 0
    train_size: int = 8192
    validation_size: int = 512
    test_size: int = 1024
    optimizer: str = "adam"
    clip: float = 1.0
    batch: int = 32
    updates: int = 3000
    evaluate_every: int = 50
    patience: int = 0
    hold: int = 2
    bias_init: str = "constant"
    bias_value: float = 1.0
    reset: str = "before"
    truncate: int = 0
    dtype: str = "float32"

    def key(self) -> str:
        """Name of the run on disk: a hash of every setting, so that equal runs share one file."""
        text = json.dumps([RESULT_FORMAT, asdict(self)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def check(self) -> "RunConfig":
        """Return the settings, or raise a GateError that names the first one out of range."""
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise complaint("choice", name=name, allowed=", ".join(allowed), value=getattr(self, name))
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, NUMBERS[name]):
                raise complaint("whole" if NUMBERS[name] is int else "number", name=name, value=value)
            if not low <= value <= high:
                raise _out_of_range(name, low, high, value)
        shortest = {"digits": DIGIT_ROWS, "delayed-copy": 1}.get(self.task, 2)
        if self.length < shortest:
            raise _out_of_range("length", shortest, RANGES["length"][1], self.length)
        return self


CHOICES = {
    "task": TASKS,
    "cell": CELLS,
    "optimizer": tuple(OPTIMIZERS),
    "bias_init": BIAS_INITS,
    "reset": ("before", "after"),
    "dtype": ("float32", "float64"),
}
RANGES: dict[str, tuple[float, float]] = {
    "d_h": (1, 256),
    "length": (1, 2000),
    "lr": (1e-7, 100),
    "seed": (0, 2**31 - 1),
    "classes": (2, 64),
    "distractors": (1, 64),
    "symbols": (1, 20),
    "alphabet": (2, 64),
    "data_seed": (0, 2**31 - 1),
    "train_size": (1, 100_000),
    "validation_size": (1, 100_000),
    "test_size": (1, 100_000),
    "clip": (0, 1e9),
    "batch": (1, 1024),
    "updates": (1, 1_000_000),
    "evaluate_every": (1, 1_000_000),
    "patience": (0, 100_000),
    "hold": (1, 1000),
    "bias_value": (-100, 100),
    "truncate": (0, 2000),
}


NUMBERS = {f.name: int if isinstance(f.default, int) else (int, float) for f in fields(RunConfig)}


def _out_of_range(name: str, low: float, high: float, value: object) -> GateError:
    return complaint("range", name=name, low=f"{low:g}", high=f"{high:g}", value=value)


@dataclass(frozen=True)
class Planned:
    """A run of a study and how its width was chosen: ``reference``, ``width`` or ``parameters``."""

    config: RunConfig
    sizing: str


@dataclass(frozen=True)
class Study:
    """A grid of runs: every cell × width × length × learning rate × bias initialisation × seed.

    ``sizing`` 'width' gives every cell ``d_h`` units; 'parameters' gives the reference cell ``d_h`` and the
    others the width whose parameter count is nearest; 'both' does both. The reference is the LSTM, or the
    last cell named where there is none.
    """

    base: RunConfig
    cells: tuple[str, ...]
    lengths: tuple[int, ...]
    lrs: tuple[float, ...]
    seeds: tuple[int, ...]
    bias_inits: tuple[str, ...] = ("constant",)
    sizing: str = "width"

    @property
    def reference(self) -> str:
        """The cell whose width is ``d_h`` in every sizing."""
        return "lstm" if "lstm" in self.cells else self.cells[-1]

    def widths(self, cell: str) -> list[tuple[int, str]]:
        """Widths of a cell in this study, each with the way it was chosen."""
        d_h = self.base.d_h
        if cell == self.reference:
            return [(d_h, "reference")]
        d_x, _ = task_width(
            self.base.task,
            classes=self.base.classes,
            distractors=self.base.distractors,
            alphabet=self.base.alphabet,
        )
        matched = matched_width(cell, self.reference, d_x, d_h)
        if self.sizing == "both" and matched != d_h:
            return [(d_h, "width"), (matched, "parameters")]
        return [(matched, "parameters") if self.sizing == "parameters" else (d_h, "width")]

    def plan(self) -> list[Planned]:
        """All runs in order, each checked; the order is that of the rows of ``results.csv``.

        Raises
        ------
        GateError
            An empty list, a setting out of range, or more than ``MAX_RUNS`` runs.
        """
        if self.sizing not in SIZINGS:
            raise complaint("choice", name="sizing", allowed=", ".join(SIZINGS), value=self.sizing)
        replace(self.base, cell=self.cells[0] if self.cells else "").check()
        for cell in self.cells:
            replace(self.base, cell=cell).check()
        runs: dict[str, Planned] = {}
        grid = itertools.product(self.lengths, self.lrs, self.bias_inits, self.cells)
        for length, lr, bias_init, cell in grid:
            for d_h, sizing in self.widths(cell):
                for seed in self.seeds:
                    config = replace(
                        self.base, cell=cell, d_h=d_h, length=length, lr=lr, bias_init=bias_init, seed=seed
                    )
                    # A value named twice in a list is one run.
                    runs.setdefault(config.check().key(), Planned(config, sizing))
        if not 0 < len(runs) <= MAX_RUNS:
            raise complaint("runs", most=MAX_RUNS, count=len(runs))
        return list(runs.values())


def config_from(values: dict) -> RunConfig:
    """RunConfig from a plain dict; unknown names are refused by name.

    Raises
    ------
    GateError
        A name that is no setting, or a value out of range.
    """
    known = {f.name for f in fields(RunConfig)}
    for name in values:
        if name not in known:
            raise complaint("setting", name=name)
    return RunConfig(**values).check()
