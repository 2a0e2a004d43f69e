"""`experiment`: trains RNN, GRU and LSTM on a memory task and writes tables and a report."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

from gates.experiments.config import BIAS_INITS, CHOICES, SIZINGS, RunConfig, Study
from gates.experiments.errors import complaint
from gates.experiments.output import write_study
from gates.experiments.store import RunStore
from gates.experiments.studies import default_study
from gates.experiments.summary import summarise
from gates.experiments.sweep import BACKENDS, run_sweep
from gates.experiments.tasks import TASKS
from gates.text import Lang, say

INTERRUPTED = 130
# Settings of RunConfig that are single numbers or words, with their help; the lists of a grid come apart.
SETTINGS = {
    "d_h": "units of the reference cell (the LSTM)",
    "bias_value": "forget-gate and update-gate bias of --bias-init constant",
    "updates": "most updates of a run",
    "evaluate_every": "updates between two validations",
    "patience": "validations without a better loss after which a run stops; 0: never",
    "hold": "validations in a row with everything right after which a run stops",
    "batch": "sequences in a batch",
    "optimizer": "adam or sgd",
    "clip": "largest global gradient norm; 0: no clipping",
    "truncate": "steps of a segment of truncated BPTT; 0: full",
    "dtype": "float32 or float64",
    "reset": "GRU: reset gate before or after the linear map",
    "classes": "first-item: classes",
    "distractors": "first-item: kinds of distractors",
    "symbols": "delayed-copy: symbols to copy",
    "alphabet": "delayed-copy: size of the alphabet",
    "data_seed": "seed of the data, the same for all runs",
    "train_size": "training sequences (not for digits)",
    "validation_size": "validation sequences (not for digits)",
    "test_size": "test sequences (not for digits)",
}


def add_parsers(subparsers: argparse._SubParsersAction) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "experiment", help="train RNN, GRU, LSTM on a memory task", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--cells", metavar="LIST", help="rnn,gru,lstm")
    parser.add_argument("--length", metavar="LIST", help="dependency lengths; several make a grid")
    parser.add_argument("--lr", metavar="LIST", help="learning rates; several make a grid")
    parser.add_argument("--seeds", metavar="LIST", help="0,1,2")
    parser.add_argument("--bias-init", metavar="LIST", help=f"gate biases: {', '.join(BIAS_INITS)}")
    parser.add_argument(
        "--sizing",
        choices=SIZINGS,
        help="equal width, nearest parameter count, or both",
    )
    kinds = {f.name: type(f.default) for f in fields(RunConfig)}
    for name, text in SETTINGS.items():
        option = f"--{name.replace('_', '-')}"
        if name in CHOICES:
            parser.add_argument(option, choices=CHOICES[name], help=text)
        else:
            parser.add_argument(option, type=kinds[name], metavar="N", help=text)
    parser.add_argument("-o", "--output", metavar="DIR", help="default: experiment-TASK")
    parser.add_argument("--jobs", type=int, default=-1, metavar="N", help="processes; -1: one a core")
    parser.add_argument("--backend", choices=BACKENDS, default="loky", help="where runs go")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the Dask cluster, such as tcp://host:8786")
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of report and messages")
    parser.add_argument("--fresh", action="store_true", help="compute again what is on disk")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run_experiment)


def study_from(args: argparse.Namespace) -> Study:
    """The study that the arguments ask for; what they leave open is the task's default.

    Raises
    ------
    GateError
        A list with a value that is no number or no known name.
    """
    default = default_study(args.task)
    changed = {name: value for name in SETTINGS if (value := getattr(args, name)) is not None}
    return replace(
        default,
        base=replace(default.base, **changed),
        cells=_values("cells", args.cells, str, default.cells),
        lengths=_values("length", args.length, int, default.lengths),
        lrs=_values("lr", args.lr, float, default.lrs),
        seeds=_values("seeds", args.seeds, int, default.seeds),
        bias_inits=_values("bias-init", args.bias_init, str, default.bias_inits),
        sizing=args.sizing or default.sizing,
    )


def _values(name: str, text: str | None, kind: Callable, default: tuple) -> tuple:
    """Values of a comma-separated list."""
    if text is None:
        return default
    try:
        return tuple(kind(part.strip()) for part in text.split(","))
    except ValueError as error:
        raise complaint(
            "list", name=name, example="0.001,0.01" if kind is float else "20,50,100", value=text
        ) from error


def run_experiment(args: argparse.Namespace) -> int:
    """Run the study and write its files; interrupted, it goes on from disk with the same command."""
    # Plotly takes a second to load; a wrong argument is answered without it.
    runs = study_from(args).plan()
    directory = Path(args.output or f"experiment-{args.task}")
    directory.mkdir(parents=True, exist_ok=True)
    store = RunStore(directory)
    if args.fresh:
        store.forget([planned.config for planned in runs])
    found = sum(store.load(planned.config) is not None for planned in runs)
    if found:
        _tell(args.lang, "experiment.cli.found", directory=directory, found=found, count=len(runs))
    try:
        results = run_sweep(
            runs,
            directory,
            backend=args.backend,
            jobs=args.jobs,
            scheduler=args.scheduler,
            progress=_progress(args.lang),
        )
    except KeyboardInterrupt:
        _tell(args.lang, "experiment.cli.interrupted", directory=directory)
        return INTERRUPTED
    command = shlex.join(["python", "-m", "gates", *sys.argv[1:]])
    rows = write_study(directory, runs, results, command)
    from gates.experiments.report import write_report

    write_report(directory / "report.html", results, rows, command, args.lang)
    if args.json:
        print(json.dumps(summarise(rows)))
    else:
        print(say(args.lang, "experiment.cli.done", directory=directory))
    return 0


def _progress(lang: Lang) -> Callable[[int, int, dict], None]:
    """Prints a line for every finished run."""

    def show(done: int, count: int, row: dict) -> None:
        quality = f"{row['metric']} {row['quality']:.4g}"
        status = say(lang, f"experiment.status.{row['status']}")
        settings = {name: row[name] for name in ("cell", "d_h", "length", "lr", "seed")}
        _tell(lang, "experiment.cli.run", done=done, count=count, quality=quality, status=status, **settings)

    return show


def _tell(lang: Lang, key: str, **params: object) -> None:
    print(say(lang, key, **params), file=sys.stderr, flush=True)
