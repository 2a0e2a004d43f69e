"""Results that come with the package, computed by the command that lies beside them."""

from dataclasses import dataclass
from importlib.resources import files

from gates.experiments.reading import read_results, read_table

BUNDLED = ("first_item",)


@dataclass(frozen=True)
class Bundle:
    """A finished study.

    Attributes
    ----------
    command : str
        The command that made it.
    rows : list of dict
        ``results.csv``, as ``read_results`` returns it.
    history, lags : list of dict
        ``history.csv`` and ``lags.csv``, numbers as numbers.
    """

    command: str
    rows: list[dict]
    history: list[dict]
    lags: list[dict]


def bundled(name: str) -> Bundle:
    """One of the studies named in ``BUNDLED``."""
    folder = files("gates.experiments") / "data" / name

    def text(file: str) -> str:
        return (folder / file).read_text(encoding="utf-8")

    return Bundle(
        command=text("command.txt").strip(),
        rows=read_results(text("results.csv")),
        history=read_table(text("history.csv")),
        lags=read_table(text("lags.csv")),
    )
