"""Links: settings that came packed, and the dialog with the page's link, to copy and as a QR code."""

from __future__ import annotations

import base64
import binascii
import io
import zlib
from collections.abc import Mapping
from urllib.parse import urlsplit

import segno
from htmltools import HTML, Tag, tags
from shiny import ui

import gates
from gates.core.errors import GateError
from gates.text import Lang, say

LONGEST = 2000
#: Where www/address.js packs settings that would make a link too long.
PACKED = "packed"
#: Bytes of packed settings, after inflation; all texts of all pages together have fewer.
MOST = 1 << 16


def unpacked(query: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Settings of a link: what it holds packed, and over that what is written out.

    Packed is deflate of ``key value`` in ASCII with 0x1e between two of them, 0x1d, and the same in UTF-16 for values
    that are not ASCII.

    Returns
    -------
    settings : dict
    wrong : list of str
        ``["packed"]`` where that part cannot be read.
    """
    if PACKED not in query:
        return dict(query), []
    text = query[PACKED]
    try:
        inflate = zlib.decompressobj()
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        data = inflate.decompress(packed, MOST)
        if not inflate.eof:
            raise ValueError("more than all settings together")
        plain, end, wide = data.partition(b"\x1d")
        if not end:
            raise ValueError("no end of the plain settings")
        records = [*plain.decode("ascii").split("\x1e"), *wide.decode("utf-16-le").split("\x1e")]
    except (ValueError, binascii.Error, zlib.error):
        return dict(query), [PACKED]
    held = dict(record.split(" ", 1) for record in records if " " in record)
    return held | dict(query), []


def qr_svg(url: str) -> str:
    """The link as a QR code in SVG, dark on light in every theme so that a phone can read it."""
    out = io.BytesIO()
    segno.make(url, error="l", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2, dark="#000", light="#fff"
    )
    return out.getvalue().decode()


def checked_link(url: str) -> str:
    """``url`` if it is a web address of bearable length."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or len(url) > LONGEST:
        raise GateError("problem.link_long", "The link has more than {longest} characters.", longest=LONGEST)
    return url


def link_dialog(lang: Lang, url: str) -> Tag:
    """The dialog for ``url``, which was checked."""
    label = say(lang, "link.address")
    return ui.modal(
        tags.div(HTML(qr_svg(url)), class_="qr", role="img", aria_label=say(lang, "link.qr")),
        tags.input(
            type="text",
            readonly="",
            value=url,
            class_="form-control link-address",
            aria_label=label,
            onfocus="this.select()",
        ),
        tags.p(say(lang, "link.hint"), class_="note"),
        tags.p(say(lang, "app.version", version=gates.__version__), class_="note"),
        title=say(lang, "link.title"),
        easy_close=True,
        footer=ui.modal_button(say(lang, "tool.close")),
    )
