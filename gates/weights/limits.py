"""What a model file may cost: bytes, values after decompression, entries, depth.

A file is data from a stranger. Each limit is checked before the memory is taken, against what the file
declares, and again while it is read, as a file may declare what it likes.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass, field

from gates.weights.problems import fail

MAX_FILE_BYTES = 100 * 2**20
MAX_UPLOAD_BYTES = 20 * 2**20
MAX_UPLOAD_UNITS = 256
MAX_TEXT_BYTES = 20 * 2**20
MAX_VALUES = 20_000_000
MAX_ENTRIES = 10_000
MAX_PICKLE_BYTES = 4 * 2**20
MAX_DIRECTORY_BYTES = 2**20
MAX_DEPTH = 64

# What zipfile and zlib raise over a damaged or encrypted member.
ARCHIVE_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    struct.error,
)


@dataclass
class Budget:
    """Values that may still be read from one file."""

    left: int = MAX_VALUES
    seen: set[str] = field(default_factory=set)

    def take(self, name: str, count: int) -> None:
        """Book ``count`` values of array ``name``, once, or refuse."""
        if name in self.seen:
            return
        self.seen.add(name)
        self.left -= count
        if self.left < 0:
            fail(
                "error.model.values",
                "{name} brings the file over {limit:,} values, the limit.",
                name=name,
                limit=MAX_VALUES,
            )


def check_size(size: int, limit: int) -> None:
    """Refuse a file that is empty or larger than ``limit`` bytes."""
    if size == 0:
        fail("error.model.empty", "The model file is empty.")
    if size > limit:
        fail(
            "error.model.bytes",
            "The model file has {size} MB, the limit is {limit} MB.",
            size=round(size / 2**20, 1),
            limit=round(limit / 2**20),
        )


def open_zip(data: bytes) -> zipfile.ZipFile:
    """Open an archive whose directory is small and whose members are stored or deflated."""
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557))
    if end < 0 or len(data) < end + 22:
        fail("error.model.zip_end", "The archive is cut off: its directory is missing.")
    if int.from_bytes(data[end + 12 : end + 16], "little") > MAX_DIRECTORY_BYTES:
        fail("error.model.zip_entries", "The archive has more entries than a model needs.")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except ARCHIVE_ERRORS as error:
        fail("error.model.zip_damaged", "The archive is damaged ({why}).", why=str(error))
    if len(archive.infolist()) > MAX_ENTRIES:
        fail("error.model.zip_entries", "The archive has more entries than a model needs.")
    return archive


def read_member(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    """Read one member of an archive, no more than ``limit`` bytes of it."""
    try:
        info = archive.getinfo(name)
    except KeyError:
        fail("error.model.zip_missing", "The archive holds no {name}.", name=name)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or info.flag_bits & 1:
        fail("error.model.zip_method", "{name} is encrypted or packed in an unusual way.", name=name)
    if info.file_size > limit:
        fail(
            "error.model.zip_bomb",
            "{name} unpacks to {size:,} bytes, more than the {limit:,} allowed.",
            name=name,
            size=info.file_size,
            limit=limit,
        )
    try:
        with archive.open(info) as member:
            data = member.read(limit + 1)
    except ARCHIVE_ERRORS as error:
        fail("error.model.zip_damaged", "The archive is damaged ({why}).", why=str(error))
    if len(data) > limit:
        fail(
            "error.model.zip_bomb",
            "{name} unpacks to {size:,} bytes, more than the {limit:,} allowed.",
            name=name,
            size=len(data),
            limit=limit,
        )
    return data
