"""Real time series that come with the plotly package, standardised.

Two of its data sets are series in time: weekly stock prices of six companies (2018 and 2019, divided by the
price of the first week) and the Gapminder extract (142 countries, every five years from 1952 to 2007).
"""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources

import numpy as np

from gates.core.errors import GateError
from gates.inputs.sequence import Note, Sequence, standardise

COMPANIES = ("GOOG", "AAPL", "AMZN", "FB", "NFLX", "MSFT")
COUNTRIES = ("China", "Japan", "India", "United States", "Rwanda")


@dataclass(frozen=True)
class Series:
    """A series a person can choose.

    Parameters
    ----------
    name : str
        Language-neutral value for a control or a URL, such as ``"return-goog"``.
    group : str
        Catalogue key of the heading it is listed under.
    title : str
        Catalogue key of its own name.
    build : callable
        Makes the raw, not yet standardised sequence.
    """

    name: str
    group: str
    title: str
    build: Callable[[], Sequence]


def real_series(name: str) -> Sequence:
    """Return one of ``SERIES``, each channel at mean 0 and standard deviation 1 with a note that says so.

    Parameters
    ----------
    name : str
        A key of ``SERIES``.

    Returns
    -------
    Sequence
        Log-returns: (104, 1), or (104, 6) for ``"return-all"``; prices: (105, 1); countries: (12, 3) with
        life expectancy, log₁₀ of the product per head and log₁₀ of the population. Labels are dates or
        years.

    Raises
    ------
    GateError
        If there is no such series, or the installed plotly package lacks the file.
    """
    if name not in SERIES:
        raise GateError(
            "error.series.unknown",
            "There is no series called {name}; choose one of {names}.",
            name=repr(name),
            names=", ".join(SERIES),
        )
    return _standard(name)


@cache
def _standard(name: str) -> Sequence:
    return standardise(SERIES[name].build())


@cache
def _table(file: str) -> tuple[dict[str, str], ...]:
    """Read a bundled .csv.gz as rows with named fields."""
    path = resources.files("plotly") / "package_data" / "datasets" / file
    try:
        text = gzip.decompress(path.read_bytes()).decode("utf-8")
    except OSError as error:
        raise GateError(
            "error.series.missing", "The installed plotly package does not bring {file}.", file=file
        ) from error
    return tuple(csv.DictReader(io.StringIO(text, newline="")))


def _prices(companies: tuple[str, ...]) -> Sequence:
    """Price relative to the first week, (105, number of companies)."""
    rows = _table("stocks.csv.gz")
    X = np.array([[float(row[c]) for c in companies] for row in rows])
    note = Note("input.note.stock_prices", {"source": "plotly.data.stocks"})
    return Sequence(X, companies, tuple(row["date"] for row in rows), (note,))


def _returns(companies: tuple[str, ...]) -> Sequence:
    """Weekly log-return log(p_t / p_{t−1}), (104, number of companies), dated by the end of its week."""
    prices = _prices(companies)
    note = Note("input.note.stock_returns", {"source": "plotly.data.stocks"})
    labels = prices.labels[1:] if prices.labels else None
    return Sequence(np.diff(np.log(prices.X), axis=0), companies, labels, (note,))


def _country(country: str) -> Sequence:
    """Life expectancy in years, log₁₀ of GDP per head, log₁₀ of population, (12, 3)."""
    rows = [row for row in _table("gapminder.csv.gz") if row["country"] == country]
    X = [[float(r["lifeExp"]), np.log10(float(r["gdpPercap"])), np.log10(float(r["pop"]))] for r in rows]
    note = Note("input.note.gapminder", {"source": "plotly.data.gapminder"})
    names = ("lifeExp", "log10 gdpPercap", "log10 pop")
    return Sequence(np.array(X), names, tuple(row["year"] for row in rows), (note,))


def _series() -> dict[str, Series]:
    """Collect the list in the order in which a control shows it."""
    entries: list[tuple[str, str, Callable[[], Sequence]]] = [
        *((f"return-{c.lower()}", "returns", partial(_returns, (c,))) for c in COMPANIES),
        ("return-all", "returns", partial(_returns, COMPANIES)),
        *((f"price-{c.lower()}", "prices", partial(_prices, (c,))) for c in COMPANIES),
        *((f"country-{c.lower().replace(' ', '-')}", "countries", partial(_country, c)) for c in COUNTRIES),
    ]
    return {n: Series(n, f"input.group.{g}", f"input.series.{n}", build) for n, g, build in entries}


SERIES: dict[str, Series] = _series()
