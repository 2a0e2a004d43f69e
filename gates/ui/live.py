"""The live widget: all figures of a page behind one small model that sends nothing but numbers.

plotly.js comes once as a static file of the installed plotly package; the page's own script draws. The widget
only carries frames, so that a slider step is one message whatever the number of figures.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import anywidget
import plotly.graph_objects as go
import traitlets
from htmltools import HTML, Tag, TagChild, tags
from shiny import Session, ui
from shiny.session import require_active_session, session_context

from gates.figures.base import as_json
from gates.figures.frame import Paint, pack

from .i18n import building, say, tr, translated

# A plain string: a path or file object would be watched and keep every widget alive.
_ESM = "export default { render({ model }) { window.GateLive.attach(model); } };"


class LiveStage(anywidget.AnyWidget):
    """The figures of one page.

    Parameters
    ----------
    page : str
        Name of the page whose figures the frames are for.
    """

    _esm = _ESM
    page = traitlets.Unicode().tag(sync=True)
    listening = False

    def when_ready(self, call: Callable[[], None]) -> None:
        """Run ``call`` each time the browser has attached: a frame sent before that found nobody listening."""

        def hear(_widget: object, content: Mapping[str, object], _buffers: object) -> None:
            if content.get("ready"):
                self.listening = True
                call()

        self.on_msg(hear)

    async def show(
        self,
        paints: Mapping[str, Paint] | None = None,
        texts: Mapping[str, str] | None = None,
        diagram: Mapping[str, object] | None = None,
    ) -> None:
        """Send one frame: numbers for figures, sentences for the page, numbers for the cell diagram.

        It does not wait for the rest of the flush: the browser draws while the server goes on.
        """
        message: dict[str, object] = {}
        buffers = None
        if paints:
            message["figures"], buffers = pack(paints)
        if texts:
            message["texts"] = dict(texts)
        if diagram:
            message["diagram"] = dict(diagram)
        if not message:
            return
        if not self.listening:  # its opening is itself on the way at the end of a flush
            self.send(message, buffers)
            return
        prompt: Any = _Prompt(require_active_session(None))
        with session_context(prompt):
            self.send(message, buffers)
        await prompt.send()


class _Prompt:
    """A session for which "after the flush" is as soon as ``send`` is called."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._calls: list[Callable[[], Awaitable[None]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def on_flushed(self, fn: Callable[[], Awaitable[None]], once: bool = True) -> None:
        """Keep what waits for the end of the flush."""
        self._calls.append(fn)

    async def send(self) -> None:
        """Send it, and give the socket its turn."""
        for call in self._calls:
            await call()
        await asyncio.sleep(0)


def figure_data(page: str, figures: Mapping[str, go.Figure]) -> Tag:
    """The empty figures of a page as data in the page itself."""
    return json_tag(f"figures-{page}", {name: as_json(figure) for name, figure in figures.items()})


def json_tag(id: str, value: object) -> Tag:
    """Data for the page's script."""
    # "</" would end the script element early.
    return tags.script(HTML(json.dumps(value).replace("</", "<\\/")), type="application/json", id=id)


def live_figure(page: str, name: str, **attributes: str) -> Tag:
    """The place of a live figure; its sentence in the page is its text alternative."""
    title = f"card.{name}"
    return tags.div(
        tags.div(class_="live-plot", aria_hidden="true"),
        tags.div(class_="live-cursor", aria_hidden="true"),
        tags.div(class_="live-overlay", aria_hidden="true"),
        class_="live-figure html-fill-item",
        role="img",
        data_page=page,
        data_figure=name,
        data_title=say(building.get(), title),
        data_title_key=title,
        aria_describedby=f"{page}-{name}-says",
        **translated(aria_label=title),
        **attributes,
    )


def figure_card(
    page: str,
    name: str,
    *extra_figures: TagChild,
    head: TagChild = None,
    input_id: str | None = None,
    class_: str = "",
) -> Tag:
    """A card: a title that states what to see, tools, the figure, one sentence that follows the numbers."""
    return ui.card(
        ui.card_header(
            tags.h2(tr(f"card.{name}"), class_="card-title"),
            head,
            tools(name, input_id),
            class_="live-header",
        ),
        live_figure(page, name),
        *extra_figures,
        tags.p(class_="live-says", id=f"{page}-{name}-says", data_text=f"{name}_says"),
        full_screen=True,
        id=f"{name}_card",
        class_=f"live-card {class_}",
    )


def tools(name: str, input_id: str | None) -> Tag:
    """Save as picture and show as table."""
    buttons = [
        tags.button(
            "PNG", type="button", data_action="png", **translated(title="tool.png", aria_label="tool.png")
        ),
        tags.button(
            "SVG", type="button", data_action="svg", **translated(title="tool.svg", aria_label="tool.svg")
        ),
    ]
    if input_id:
        about = translated(title="tool.table", aria_label="tool.table")
        buttons.append(
            tags.button(tr("tool.table_short"), type="button", data_action="table", data_input=input_id,
                        data_figure=name, **about)
        )  # fmt: skip
    return tags.span(*buttons, class_="live-tools")
