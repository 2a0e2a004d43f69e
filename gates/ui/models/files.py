"""Files to take away: the converted model, and the present sequence."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from shiny import Inputs, Session, reactive, render

from gates.text import Lang
from gates.ui.guard import sentence
from gates.ui.offload import in_other_process

from . import study
from .request import Wanted


def serve_downloads(
    input: Inputs,
    session: Session,
    lang: Callable[[], Lang],
    wanted: Callable[[], Wanted | None],
    conversion: Callable[[], tuple[Wanted, str, str] | None],
) -> None:
    """The two download handlers."""

    def filename() -> str:
        with reactive.isolate():
            what = conversion()
        return study.converted_name(what[0], what[2]) if what is not None else "model.txt"

    @render.download_button(filename=filename, media_type="application/octet-stream")
    async def converted_file() -> AsyncIterator[bytes | str]:
        with reactive.isolate():
            what = conversion()
        if what is None:
            yield ""
            return
        written = await in_other_process(study.convert, *what)
        yield sentence(lang(), written.error) if written.error is not None else written.data

    @render.download_link(filename="sequence.npy", media_type="application/octet-stream")
    async def example() -> AsyncIterator[bytes | str]:
        with reactive.isolate():
            w = wanted()
        yield await in_other_process(study.example, w) if w is not None else ""
