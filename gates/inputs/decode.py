"""From the bytes of an uploaded file to its text."""

from __future__ import annotations

import codecs
import re

from gates.core.errors import GateError

MAX_BYTES = 20 * 1024 * 1024
# Anything below the blank except tab, line feed and carriage return does not occur in a table of numbers.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


def decode(data: bytes, max_bytes: int = MAX_BYTES) -> tuple[str, str]:
    """Return the text of a CSV file and the encoding it was written in.

    A byte-order mark decides (UTF-8, UTF-16); without one UTF-8 is tried, then GB 18030, the superset of
    the GBK in which Chinese Excel writes. A single-byte encoding is never assumed, since it would accept
    anything.

    Raises
    ------
    GateError
        For an empty file, one over the limit, a workbook, binary data, or text in none of these encodings.
    """
    if len(data) > max_bytes:
        raise GateError(
            "error.csv.bytes",
            "The file has {size} MB; the limit is {limit} MB.",
            size=f"{len(data) / 2**20:.1f}",
            limit=f"{max_bytes / 2**20:.0f}",
        )
    if data.startswith(WORKBOOKS):
        raise GateError(
            "error.csv.workbook",
            "This is an Excel workbook or an archive, not a CSV file: save the sheet as CSV.",
        )
    text, encoding = _text(bytes(data))
    if not text.strip('\r\n\t ;,\x1a\ufeff"'):
        raise GateError("error.csv.empty", "The file is empty.")
    # An end-of-file mark of DOS days at the very end is harmless.
    text = text.removesuffix("\x1a")
    if CONTROL.search(text):
        raise _binary()
    return text, encoding


def _text(data: bytes) -> tuple[str, str]:
    if data.startswith(codecs.BOM_UTF8):
        candidates = ("utf-8-sig",)
    elif data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        candidates = ("utf-16",)
    elif b"\x00" in data:
        raise _binary()
    else:
        candidates = ("utf-8", "gb18030")
    for encoding in candidates:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    raise GateError(
        "error.csv.encoding", "The text is neither UTF-8 nor UTF-16 nor GBK: save the file as UTF-8."
    )


def _binary() -> GateError:
    return GateError("error.csv.binary", "This is not a text file: a CSV file with numbers is needed.")
