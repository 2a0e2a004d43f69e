"""`count` and `match`: parameters of a network, and the widths at which the cells have equally many."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from gates.text.counts import TEXTS
from gates.weights.counts import GATES, count, counts, match, network, reasons

MATCH_LINE = "{:<6}{:>10}{:>14}{:>11}{:>12}{:>15}"


def add_parsers(subparsers: argparse._SubParsersAction) -> None:
    """Add the two commands to the command line."""
    parser = subparsers.add_parser("count", help="parameters of a network in every convention")
    _add_cell(parser)
    parser.add_argument("--layers", type=int, default=1, help="recurrent layers on top of each other")
    parser.add_argument("--bidirectional", action="store_true", help="two directions a layer")
    parser.add_argument("--head", type=int, metavar="N", help="a dense layer with N outputs on top")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run_count)

    parser = subparsers.add_parser("match", help="widths of the other cells with the nearest count")
    _add_cell(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run_match)


def _add_cell(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cell", choices=tuple(GATES), required=True)
    parser.add_argument("--d-x", type=int, required=True, metavar="N", help="width of the input")
    parser.add_argument("--d-h", type=int, required=True, metavar="N", help="width of the hidden state")


def run_count(args: argparse.Namespace) -> int:
    """Print the count in every convention, each with its reason."""
    layers = network(args.cell, args.d_h, args.layers, args.bidirectional, args.head)
    found = counts(args.d_x, layers)
    if args.json:
        print(json.dumps(found))
        return 0
    why = reasons(layers)
    for convention, number in found.items():
        name = TEXTS[f"count.convention.{convention}"]["en"]
        print(f"{name:<26}{number:>14,}  {' '.join(TEXTS[key]['en'] for key in why[convention])}")
    return 0


def run_match(args: argparse.Namespace) -> int:
    """Print for each cell the width with the nearest count, and what equal counts do not make equal."""
    budget = count(args.d_x, network(args.cell, args.d_h))
    found = match(args.d_x, budget)
    if args.json:
        print(json.dumps({kind: asdict(m) for kind, m in found.items()}))
        return 0
    print(MATCH_LINE.format("cell", "d_h", "parameters", "deviation", "state size", "multiply-adds"))
    for kind, m in found.items():
        cells = (
            f"{m.d_h:,}",
            f"{m.parameters:,}",
            f"{m.deviation:+.2%}",
            f"{m.state_size:,}",
            f"{m.multiply_adds:,}",
        )
        print(MATCH_LINE.format(kind, *cells))
    for caveat in ("state", "compute", "capacity"):
        print(TEXTS[f"count.caveat.{caveat}"]["en"])
    return 0
