"""``trace``, ``inspect`` and ``convert``: model files of other frameworks from the command line."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from gates.core.errors import GateError
from gates.weights.load import load_model
from gates.weights.model import Model
from gates.weights.run import ModelTrace

MAX_T = 200_000
MAX_COLUMNS = 4096
MAX_TRACE_VALUES = 100_000_000


def add_parsers(subparsers: argparse._SubParsersAction) -> None:
    """Add the three commands."""
    trace = subparsers.add_parser("trace", help="run a model file on a sequence and write what its gates do")
    _model_arguments(trace)
    trace.add_argument(
        "sequence", help="CSV of T rows and d_x columns, or .npy/.npz of (T, d_x) or (T, B, d_x)"
    )
    trace.add_argument("-o", "--output", required=True, help="file to write: .npz or .csv")
    trace.add_argument("--h0", help=".npy of initial states (layers x directions, B, d_h)")
    trace.add_argument("--c0", help=".npy of initial cell states of an LSTM, shaped like h0")
    trace.add_argument("--norm", choices=("rms", "spectral"), default="rms", help="norm of the gradients")
    trace.add_argument("--no-gradients", action="store_true", help="write gates and states only")
    trace.add_argument("--json", action="store_true", help="print what was written as JSON")
    trace.set_defaults(run=run_trace)
    inspect = subparsers.add_parser("inspect", help="say what a model file holds")
    _model_arguments(inspect)
    inspect.add_argument("--json", action="store_true", help="print as JSON")
    inspect.set_defaults(run=run_inspect)
    convert = subparsers.add_parser("convert", help="write a model file for another framework")
    _model_arguments(convert)
    convert.add_argument("output", help="file to write; its ending chooses the kind")
    convert.add_argument("--to", choices=("pytorch", "keras", "onnx"), required=True, help="the framework")
    convert.add_argument("--json", action="store_true", help="print what was written as JSON")
    convert.set_defaults(run=run_convert)


def _model_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", help="model file of PyTorch, Keras, ONNX or RTNeural")
    parser.add_argument(
        "--assume",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="answer a question that the file leaves open, such as reset=before; inspect lists them",
    )
    parser.add_argument(
        "--convention", help="order of bare arrays: pytorch, keras, tf1, flax, equinox, haiku"
    )


def _load(args: argparse.Namespace) -> Model:
    choices: dict[str, str] = {}
    for text in args.assume:
        name, equals, value = text.partition("=")
        if not equals:
            raise GateError("error.cli.assume", "--assume takes NAME=VALUE, not {text}.", text=text)
        choices[name] = value
    if args.convention:
        choices["convention"] = args.convention
    return load_model(args.model, choices=choices)


def run_trace(args: argparse.Namespace) -> int:
    """Run a model on a sequence and write every array."""
    output = Path(args.output)
    if output.suffix.lower() not in (".npz", ".csv"):
        raise GateError("error.cli.output", "{path}: the output is .npz or .csv.", path=args.output)
    model = _load(args)
    x = read_sequence(args.sequence)
    h0, c0 = (None if p is None else _array(p, n) for n, p in (("h0", args.h0), ("c0", args.c0)))
    _check_size(model, x)
    trace = model.run(x, h0, c0)
    arrays = trace.arrays(args.norm, flow=not args.no_gradients)
    try:
        if output.suffix.lower() == ".npz":
            np.savez(output, **arrays)  # type: ignore[arg-type]
        else:
            write_csv(output, arrays, trace)
    except OSError as error:
        raise GateError(
            "error.cli.write", "{path} cannot be written ({why}).", path=args.output, why=error.strerror
        ) from None
    shapes = {name: list(a.shape) for name, a in arrays.items()}
    notes = [str(a) for a in model.assumptions]
    if args.json:
        print(json.dumps({"output": args.output, "arrays": shapes, "assumptions": notes}, ensure_ascii=False))
    else:
        T, B, d = trace.y.shape
        print(f"{args.output}: {len(arrays)} arrays, T={T}, B={B}, y has {d} channels")
        _print_notes(notes)
    return 0


def run_inspect(args: argparse.Namespace) -> int:
    """Print what a model file holds."""
    model = _load(args)
    described = model.as_json()
    if args.json:
        print(json.dumps(described, ensure_ascii=False))
        return 0
    print(f"{model.framework}, {model.parameters:,} parameters, returns {described['returns']}")
    for layer in (*model.layers, *model.heads):
        print("  " + ", ".join(f"{k} {_plain(v)}" for k, v in layer.as_json().items()))
    if model.skip:
        print(f"  the first {model.skip} input channel(s) are added to the output")
    if model.ignored:
        print(f"left alone: {', '.join(model.ignored)}")
    _print_notes(
        [
            str(a) + (f" (--assume {a.name}={'|'.join(a.choices)})" if a.choices else "")
            for a in model.assumptions
        ]
    )
    return 0


def _plain(value: object) -> str:
    return "/".join(map(str, value.values())) if isinstance(value, dict) else str(value)


def run_convert(args: argparse.Namespace) -> int:
    """Write a model for another framework, or say why there is no equivalent."""
    from gates.weights.convert import convert

    model = _load(args)
    data, notes = convert(model, args.to, args.output)
    try:
        Path(args.output).write_bytes(data)
    except OSError as error:
        raise GateError(
            "error.cli.write", "{path} cannot be written ({why}).", path=args.output, why=error.strerror
        ) from None
    notes = [*map(str, model.assumptions), *map(str, notes)]
    if args.json:
        print(json.dumps({"output": args.output, "bytes": len(data), "notes": notes}, ensure_ascii=False))
    else:
        print(f"{args.output}: {len(data):,} bytes")
        _print_notes(notes)
    return 0


def _print_notes(notes: list[str]) -> None:
    for note in notes:
        print(f"note: {note}")


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise GateError(
            "error.cli.read", "{path} cannot be read ({why}).", path=path, why=error.strerror
        ) from None


def _array(path: str, name: str) -> np.ndarray:
    from gates.weights.array_file import read_array

    return read_array(_bytes(path), path, prefer=name)


def read_sequence(path: str) -> np.ndarray:
    """Return a sequence (T, d_x) or (T, B, d_x) from a CSV, .npy or .npz file."""
    data = _bytes(path)
    if data.startswith((b"PK\x03\x04", b"\x93NUMPY")) or path.lower().endswith((".npy", ".npz")):
        return _array(path, "x")
    from gates.inputs.upload import read_csv

    return np.asarray(read_csv(data, max_T=MAX_T, max_columns=MAX_COLUMNS).X)


def _check_size(model: Model, x: np.ndarray) -> None:
    """Refuse a run whose trace would not fit into memory."""
    units = sum(cell.d_h * 8 for layer in model.layers for cell in layer.cells)
    steps = int(np.prod(x.shape[:-1])) if x.ndim else 0
    if units * steps > MAX_TRACE_VALUES:
        raise GateError(
            "error.cli.trace_size",
            "The trace would hold more than {limit:,} values; give a shorter sequence or a smaller batch.",
            limit=MAX_TRACE_VALUES,
        )


def write_csv(path: Path, arrays: dict[str, np.ndarray], trace: ModelTrace) -> None:
    """Write arrays as a table: a row a step k = 0 … T and sequence, a column a unit.

    Row k holds the gates and states of step k (empty at k = 0) and the gradient that reaches back to state k.
    """
    import csv

    T, B, _ = trace.y.shape
    flat = {n: a.reshape(a.shape[0], B, -1) for n, a in arrays.items() if n != "y_last"}
    columns = [
        f"{n}[{u}]" if a.shape[2] > 1 or n == "y" else n for n, a in flat.items() for u in range(a.shape[2])
    ]
    with path.open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.writer(file)
        writer.writerow(["step", "sequence", *columns])
        for k in range(T + 1):
            for b in range(B):
                row: list[object] = [k, b]
                for a in flat.values():
                    at = k - (T + 1 - a.shape[0])
                    row += [repr(float(v)) for v in a[at, b]] if at >= 0 else [""] * a.shape[2]
                writer.writerow(row)
