"""The command line: one parser made of the modules in :mod:`gates.commands`.

A command's module is imported when its name is called, so that ``python -m gates count`` does not wait for
what ``trace`` needs.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
from typing import NoReturn

from gates.core.errors import GateError

# Module in gates.commands -> its commands and what they do.
COMMANDS = {
    "models": {
        "trace": "run a model file on a sequence and write gates, states and gradient norms",
        "inspect": "say what a model file holds",
        "convert": "write a model file for another framework",
    },
    "counts": {
        "count": "count parameters in every framework's convention",
        "match": "find the widths of other cells with the nearest count",
    },
    "experiment": {"experiment": "run a memory experiment and write its results"},
}


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaint is one line without the usage."""

    def error(self, message: str) -> NoReturn:
        """Print the complaint and leave with status 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def build_parser(wanted: str | None) -> argparse.ArgumentParser:
    """Return the parser, in which only the module of the command ``wanted`` is filled in."""
    parser = OneLineParser(prog="python -m gates", description="What gates do to memory and to gradients.")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module, commands in COMMANDS.items():
        if importlib.util.find_spec(f"gates.commands.{module}") is None:
            continue
        if wanted in commands:
            importlib.import_module(f"gates.commands.{module}").add_parsers(subparsers)
        else:
            for name, text in commands.items():
                subparsers.add_parser(name, help=text)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run one command.

    Returns
    -------
    int
        Exit status: 0, or 2 after one line on standard error for bad input.
    """
    argv = sys.argv[1:] if argv is None else argv
    wanted = next((word for word in argv if not word.startswith("-")), None)
    args = build_parser(wanted).parse_args(argv)
    try:
        return args.run(args) or 0
    except GateError as error:
        print(f"python -m gates {args.command}: {_one_line(str(error))}", file=sys.stderr)
        return 2
    except MemoryError:
        print(
            f"python -m gates {args.command}: not enough memory for this model and sequence", file=sys.stderr
        )
        return 2
    except BrokenPipeError:
        # The reader of a pipe left, as head does; Python would complain once more while closing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _one_line(message: str) -> str:
    return " ".join(message.split())
