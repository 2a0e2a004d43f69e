"""Settings of all tests: warnings of other people's packages at import, and no silent skipping."""

from __future__ import annotations

import os

import pytest

# One BLAS thread, as in the app; before NumPy is imported. Several would spin while other work waits.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

#: Raised while shinywidgets imports ipywidgets, before any line of ours runs.
FOREIGN_WARNINGS = ("ignore:Widget.widgets is deprecated:DeprecationWarning",)


def pytest_configure(config: pytest.Config) -> None:
    """Everything else stays an error."""
    for line in FOREIGN_WARNINGS:
        config.addinivalue_line("filterwarnings", line)


def _failed(report, name: str):
    # What is not run is not known to work: a missing package must not turn tests off.
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{name} was skipped: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """A skipped test is a failed one."""
    return _failed((yield), item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):
    """So is a skipped module."""
    return _failed((yield), collector.nodeid)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: their Playwright keeps an event loop running, beside which no other may start."""
    items.sort(key=lambda item: "browser" in item.path.parts)
