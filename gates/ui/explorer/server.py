"""The explorer's server: input → settings → run → reach → frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shiny import Inputs, Outputs, Session, module, reactive
from shiny.types import SilentException
from shinywidgets import render_widget

from gates.core.errors import GateError
from gates.inputs.sequence import Sequence
from gates.inputs.upload import read_csv
from gates.text import Lang, say
from gates.ui.guard import Teller, guarded, sentence
from gates.ui.live import LiveStage
from gates.ui.offload import WhenHandRests
from gates.ui.sent import sent_layer, settled
from gates.ui.state import read_inputs
from gates.ui.uploads import uploaded_file

from . import compute, frames
from .downloads import serve_downloads, why_not
from .params import PARAMS
from .tables import serve_tables

#: A file the upload button takes; the server refuses more before it is read.
MAX_UPLOAD = 20 * 2**20


def raw_input(input: Inputs) -> Callable[[str], Any]:
    """Read an input that the browser may never have sent."""

    def get(id: str) -> Any:
        try:
            return input[id]()
        except SilentException:
            return None

    return get


@module.server
def explorer_server(
    input: Inputs, output: Outputs, session: Session, *, lang: Callable[[], Lang], first: dict[str, Any]
) -> None:
    """Keep the figures of one visitor up to date.

    Parameters
    ----------
    lang : callable
        Language of the page (reactive).
    first : dict
        Settings with which the page was built.
    """
    safe = guarded(session, lang)
    stage = LiveStage(page="explorer")
    good: dict[str, Any] = dict(first)
    tell = Teller(session)
    sent = sent_layer(session)
    uploaded: reactive.Value[Sequence | None] = reactive.value(None)
    refused: reactive.Value[GateError | None] = reactive.value(None)
    rested: reactive.Value[tuple[object, compute.Reach] | None] = reactive.value(None)

    attached: reactive.Value[int] = reactive.value(0)

    def attach() -> None:
        with reactive.isolate():
            attached.set(attached() + 1)

    stage.when_ready(attach)

    @output(id="stage")
    @render_widget
    def show_stage() -> LiveStage:
        return stage

    @reactive.calc
    def checked() -> tuple[dict[str, Any], dict[str, GateError]]:
        values, errors = read_inputs(PARAMS, raw_input(input), good)
        good.update(values)
        return settled(values, errors, sent())

    @reactive.effect
    @safe
    async def say_what_is_wrong() -> None:
        errors = checked()[1]
        for param in PARAMS:
            if param.id != "text":
                await tell.complaint(
                    param.id, sentence(lang(), errors[param.id]) if param.id in errors else ""
                )

    # A time cursor that moves changes the settings and none of what was computed from them.
    newest_sequence = compute.Newest(compute.build_sequence)
    newest_run, newest_other = compute.Newest(compute.run), compute.Newest(compute.run)
    newest_reach, other_reach = compute.Newest(compute.reach), compute.Newest(compute.reach)

    @reactive.calc
    def picked() -> tuple[Sequence | None, GateError | None]:
        s, file = checked()[0], uploaded()
        try:
            return newest_sequence(compute.cause(s, file), s, file), None
        except GateError as error:
            return None, error

    kept: list[Sequence] = []

    def sequence() -> Sequence | None:
        """The present sequence; while it is wrong or not chosen yet, the last good one."""
        now = picked()[0]
        if now is not None:
            kept[:] = [now]
        return kept[0] if kept else None

    @reactive.calc
    def run() -> compute.Run | None:
        s, x = checked()[0], sequence()
        # The last good input may be one that a newly sent model does not take.
        if x is None or (s["model"] is not None and s["model"].d_x != x.d_x):
            return None
        return newest_run(compute.cause(s, x), s, s["cell"], x)

    @reactive.calc
    def other() -> tuple[compute.Run, compute.Reach] | None:
        """The cell that is compared, where its exact gradient can follow the slider too."""
        s, x = checked()[0], sequence()
        if x is None or s["compare"] in ("none", s["cell"]):
            return None
        r = newest_other(compute.cause(s, x), s, s["compare"], x)
        return (r, other_reach(id(r.trace), r.cell, r.trace, r.norm)) if r.live else None

    @reactive.calc
    def live_reach() -> compute.Reach | None:
        r = run()
        return newest_reach(id(r.trace), r.cell, r.trace, r.norm) if r is not None and r.live else None

    async def finished(key: object, result: compute.Reach) -> None:
        async with reactive.lock():
            rested.set((key, result))
            await reactive.flush()

    resting = WhenHandRests(finished)
    session.on_ended(resting.forget)

    def reach(r: compute.Run) -> tuple[compute.Reach | None, bool]:
        """Exact norms, and whether they belong to an earlier setting."""
        if r.live:
            resting.forget()
            return live_reach(), False
        last = rested()
        if last is not None and last[0] is r:
            return last[1], False
        resting.ask(r, compute.reach, r.cell, r.trace, r.norm)
        old = last[1] if last is not None and len(last[1].full) == r.T + 1 else None
        return old, True

    last_drawn: list[object] = [None]

    @reactive.effect
    @safe
    async def paint() -> None:
        s, r, x = checked()[0], run(), sequence()
        if r is None or x is None:
            return
        now, stale = reach(r)
        drawn = (r, now, stale, other(), s["view"], s["unit"], s["heat"], lang(), attached())
        scene = frames.Scene(lang(), s, r, x, now, stale, other())
        # A moved time cursor changes no curve: its frame holds words and diagram numbers only.
        paints = None if drawn == last_drawn[0] else scene.paints()
        last_drawn[0] = drawn
        await stage.show(paints, scene.texts(), scene.diagram())

    @reactive.calc
    def limits() -> tuple[int, int]:
        """Last step and last unit; their sliders end there."""
        x = sequence()
        return (x.T if x is not None else 1), checked()[0]["d_h"]

    @reactive.effect
    @safe
    async def follow_length() -> None:
        T, d_h = limits()
        with reactive.isolate():
            beyond = checked()[0]["t"] > T
        # In the middle there is a gap to read; at the last step there is none.
        await tell.top("t", T, max(1, T // 2) if beyond else None)
        await tell.top("unit", d_h)

    @reactive.effect
    @safe
    async def tell_about_input() -> None:
        s, error = checked()[0], picked()[1]
        texts = dict.fromkeys(("text", "csv", "series"), "")
        wrong = refused()
        if s["source"] == "csv" and wrong is not None:
            texts["csv"] = sentence(lang(), wrong)
        elif error is not None and s["source"] in texts:
            texts[s["source"]] = sentence(lang(), error)
        elif s["source"] == "csv" and uploaded() is None:
            texts["csv"] = say(lang(), "say.csv.wanted")
        for id, text in texts.items():
            await tell.complaint(id, text)

    @reactive.effect
    @reactive.event(input.csv)
    @safe
    async def upload() -> None:
        path = uploaded_file(input.csv())
        if path is None:
            return
        try:
            with open(path, "rb") as file:
                uploaded.set(read_csv(file.read(MAX_UPLOAD + 1)))
            refused.set(None)
        except GateError as error:
            refused.set(error)

    def scene() -> frames.Scene | None:
        """What is on the page, for tables and downloads."""
        with reactive.isolate():
            r, x = run(), sequence()
            if r is None or x is None:
                return None
            now, stale = reach(r)
            return frames.Scene(lang(), checked()[0], r, x, now, stale, other())

    serve_tables(input, session, scene, safe)
    serve_downloads(session, scene)

    @reactive.calc
    def missing_scripts() -> str:
        """Why a framework cannot reproduce this cell; asked only when the kind of cell changes."""
        s = checked()[0]
        if s["cell"] != "gru" or s["reset"] != "before":
            return ""
        with reactive.isolate():
            r = run()
        return why_not(lang(), r, "pytorch") if r is not None else ""

    @reactive.effect
    @safe
    async def tell_missing_scripts() -> None:
        await tell.complaint("take", missing_scripts())
