"""Arrays of a numpy .npz archive, without the pickles that numpy could load from one."""

from __future__ import annotations

import io
import math
import zipfile
from dataclasses import dataclass

import numpy as np

from gates.weights.limits import ARCHIVE_ERRORS, MAX_TEXT_BYTES, MAX_VALUES, open_zip, read_member
from gates.weights.problems import fail
from gates.weights.tensors import DTYPES, Tensor, Tensors

MAX_HEADER = 4096


@dataclass(frozen=True)
class Member:
    """Where the values of one array of the archive are, and how they are laid out."""

    name: str
    shape: tuple[int, ...]
    fortran: bool
    dtype: np.dtype
    start: int

    @property
    def bytes(self) -> int:
        """Number of bytes that the declared shape takes."""
        return math.prod(self.shape) * self.dtype.itemsize


def read(data: bytes) -> tuple[Tensors, dict[str, str]]:
    """Return the arrays of an archive and its texts (arrays that hold one string) by name."""
    archive = open_zip(data)
    entries: dict[str, Tensor] = {}
    texts: dict[str, str] = {}
    for path in archive.namelist():
        if not path.endswith(".npy"):
            continue
        member, name = _header(archive, path), path[:-4]
        if member.dtype.hasobject:
            fail("error.model.object", "{name} holds Python objects, which are never loaded.", name=name)
        if member.dtype.kind == "U" and member.shape == ():
            texts[name] = str(_values(archive, member)[()])
            continue
        load = lambda m=member: _values(archive, m).astype(np.float64, copy=False)  # noqa: E731
        known = member.dtype.newbyteorder("<").name
        entries[name] = Tensor(member.shape, known if known in DTYPES else str(member.dtype), load)
    return Tensors(entries), texts


def _header(archive: zipfile.ZipFile, path: str) -> Member:
    """Read shape and type of an array without its values."""
    try:
        with archive.open(path) as stream:
            head = io.BytesIO(stream.read(MAX_HEADER + 16))
        version = np.lib.format.read_magic(head)
        reader = (
            np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        )
        shape, fortran, dtype = reader(head, max_header_size=MAX_HEADER)
    except (*ARCHIVE_ERRORS, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        fail("error.model.npy", "{name} is not a numpy array ({why}).", name=path, why=str(error))
    if any(n < 0 for n in shape):
        fail("error.model.npy", "{name} is not a numpy array ({why}).", name=path, why="a negative size")
    return Member(path, shape, fortran, dtype, head.tell())


def _values(archive: zipfile.ZipFile, member: Member) -> np.ndarray:
    """Read the values of one array, no more bytes than its shape needs."""
    limit = MAX_TEXT_BYTES if member.dtype.kind == "U" else MAX_VALUES * 8
    if member.bytes > limit:
        fail(
            "error.model.values",
            "{name} brings the file over {limit:,} values, the limit.",
            name=member.name,
            limit=MAX_VALUES,
        )
    raw = memoryview(read_member(archive, member.name, limit + MAX_HEADER + 16))[member.start :]
    if len(raw) != member.bytes:
        fail(
            "error.model.short",
            "{name} declares shape {needs} and holds {has} values.",
            name=member.name,
            needs=member.shape,
            has=len(raw) // max(1, member.dtype.itemsize),
        )
    return np.frombuffer(raw, member.dtype).reshape(member.shape, order="F" if member.fortran else "C")
