"""Files to take away: results.csv of every run, and the report of those that have ended."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from htmltools import Tag, tags
from shiny import render, ui

from gates.experiments.output import FURTHER, REQUIRED, to_csv
from gates.experiments.report import report_html
from gates.text import Lang, say
from gates.ui.offload import in_other_process

from .record import Record


def links(lang: Lang, record: Record) -> Tag:
    """What can be taken of this record."""
    offered = [ui.download_link("results_csv", say(lang, "exp.take.csv"))]
    if has_report(record):
        offered.append(ui.download_link("report", say(lang, "exp.take.report")))
    return tags.div(*offered, class_="exp-take")


def has_report(record: Record) -> bool:
    """A report needs curves and settings, which an uploaded table does not hold."""
    return record.base is not None and bool(record.ended)


def serve_downloads(lang: Callable[[], Lang], record: Callable[[], Record]) -> None:
    """One handler a file; a download is known by the name of its function."""

    @render.download_link(filename="results.csv", media_type="text/csv")
    async def results_csv() -> AsyncIterator[str]:
        yield to_csv(record().rows(), (*REQUIRED, *FURTHER))

    @render.download_link(filename="report.html", media_type="text/html")
    async def report() -> AsyncIterator[str]:
        now = record()
        if has_report(now):
            rows = [run.row for run in now.ended if run.row is not None]
            # Some hundred milliseconds, and a page of five megabytes: not in the event loop.
            yield await in_other_process(report_html, now.results(), rows, now.command, lang())
