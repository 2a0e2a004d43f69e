"""Arrays and attributes of an HDF5 file, read in a process of its own (:mod:`~gates.weights.hdf5_worker`)."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from gates.weights.limits import MAX_VALUES
from gates.weights.problems import fail
from gates.weights.tensors import DTYPES, Tensor, Tensors, decode

WORKER = Path(__file__).with_name("hdf5_worker.py")
SECONDS = 20
SENTENCES = {
    "error.model.hdf5": "The HDF5 file is damaged ({why}).",
    "error.model.hdf5_attribute": "The attribute {name} is larger than any that Keras writes.",
    "error.model.hdf5_external": "{name} keeps its values in another file, which is not opened.",
    "error.model.hdf5_filter": "{name} is packed with a filter that is not known here.",
    "error.model.hdf5_loop": "The groups of the file lead in a circle or too deep at {name}.",
    "error.model.hdf5_link": "{name} is a link to another place or file, which is not followed.",
    "error.model.values": "{name} brings the file over {limit:,} values, the limit.",
    "error.model.entries": "The file holds {n:,} arrays, more than a model needs.",
}


@dataclass
class H5:
    """What an HDF5 file holds.

    Attributes
    ----------
    tensors : Tensors
        Floating-point datasets by path.
    groups : dict
        Attributes of every group by path; the root is ``""``.
    skipped : list of str
        Groups that were not read: the optimizer's.
    """

    tensors: Tensors
    groups: dict[str, dict[str, object]]
    skipped: list[str] = field(default_factory=list)

    def texts(self, path: str, name: str) -> list[str]:
        """Return an attribute that lists names, also where it was cut into numbered parts."""
        attributes = self.groups.get(path, {})
        if name in attributes:
            value = attributes[name]
            return [str(v) for v in value] if isinstance(value, list) else [str(value)]
        found: list[str] = []
        while isinstance(part := attributes.get(f"{name}{len(found)}"), list):
            found += [str(v) for v in part]
        return found


def read(data: bytes) -> H5:
    """Return the contents of an HDF5 file.

    Raises
    ------
    GateError
        For a damaged file, a link, data kept elsewhere, or anything over the limits.
    """
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    environment["HDF5_PLUGIN_PRELOAD"] = "::"  # HDF5's way of saying: load no plug-ins
    try:
        done = subprocess.run(
            [sys.executable, str(WORKER), str(MAX_VALUES)],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        fail("error.model.hdf5_slow", "Reading the HDF5 file took too long; it is damaged or hostile.")
    line, _, raw = done.stdout.partition(b"\n")
    if done.returncode or not line.endswith(b"}"):
        fail("error.model.hdf5", SENTENCES["error.model.hdf5"], why="the HDF5 library gave up")
    head = json.loads(line)
    if "refused" in head:
        fail(head["refused"], SENTENCES[head["refused"]], **head["params"])
    return H5(_tensors(head["datasets"], memoryview(raw)), head["groups"], head["skipped"])


def _tensors(listing: list, raw: memoryview) -> Tensors:
    entries: dict[str, Tensor] = {}
    at = 0
    for path, shape, dtype, readable in listing:
        if not readable:
            continue
        size = math.prod(shape) * DTYPES[dtype].itemsize
        part = raw[at : at + size]
        at += size
        load = lambda p=part, d=dtype, s=tuple(shape): decode(p, d).reshape(s)  # noqa: E731
        entries[path] = Tensor(tuple(shape), dtype, load)
    if at != len(raw):
        fail("error.model.hdf5", SENTENCES["error.model.hdf5"], why="values are missing")
    return Tensors(entries)
