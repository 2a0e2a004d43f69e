"""Read an HDF5 file given on standard input; run as a process of its own.

The HDF5 library is C code that damaged files have crashed before. Here a crash ends this process and nothing
else. Links to other places, data kept in other files, unknown filters and anything over the limits are
refused before they are read. The answer on standard output is one line of JSON and then the raw values.

It imports nothing of the project, so that it starts quickly.
"""

from __future__ import annotations

import io
import json
import math
import sys

MAX_OBJECTS = 20_000
MAX_DEPTH = 24
MAX_ATTRIBUTE = 16 * 2**20
# deflate, shuffle, fletcher32, lzf
FILTERS = {1, 2, 3, 32000}
# Enough for the limit of values, not for a bomb.
PROCESSOR_SECONDS = 4
MEMORY = 1000 * 2**20
FLOATS = {"float16", "float32", "float64"}


class Refused(Exception):
    """Why a file is not read: a catalogue key and what fills its sentence."""


def text(value: object) -> object:
    """Return an attribute as JSON can hold it."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if tolist := getattr(value, "tolist", None):
        return text(tolist())
    if isinstance(value, (list, tuple)):
        return [text(v) for v in value]
    return value if isinstance(value, (str, int, float, bool)) or value is None else str(value)


def attributes(node) -> dict:
    """Read the attributes of a group or dataset, none larger than the limit."""
    found = {}
    for name in node.attrs:
        attribute = node.attrs.get_id(name)
        if math.prod(attribute.shape) * max(1, attribute.dtype.itemsize) > MAX_ATTRIBUTE:
            raise Refused("error.model.hdf5_attribute", {"name": name})
        value = text(node.attrs[name])
        json.dumps(value, allow_nan=False)
        found[name] = value
    return found


def check_dataset(data, path: str, budget: list[int]) -> None:
    """Refuse a dataset that lives elsewhere, is packed unusually or is too large."""
    plist = data.id.get_create_plist()
    if plist.get_external_count() or data.is_virtual:
        raise Refused("error.model.hdf5_external", {"name": path})
    for k in range(plist.get_nfilters()):
        if plist.get_filter(k)[0] not in FILTERS:
            raise Refused("error.model.hdf5_filter", {"name": path})
    size, chunk = math.prod(data.shape), math.prod(data.chunks or (0,))
    budget[0] -= size
    if budget[0] < 0 or chunk > budget[1]:
        raise Refused("error.model.values", {"name": path, "limit": budget[1]})


def walk(group, path: str, depth: int, found: dict, budget: list[int], seen: set) -> None:
    """Collect the hard-linked groups and datasets below ``group``."""
    import h5py
    from h5py import h5o  # pyright: ignore[reportAttributeAccessIssue]

    address = h5o.get_info(group.id).addr
    if address in seen or depth > MAX_DEPTH:
        raise Refused("error.model.hdf5_loop", {"name": path or "/"})
    seen.add(address)
    found["groups"][path] = attributes(group)
    for name in group:
        below = f"{path}/{name}".strip("/")
        if not isinstance(group.get(name, getlink=True), h5py.HardLink):
            raise Refused("error.model.hdf5_link", {"name": below})
        # Optimizer slots have the shapes of weights and are none.
        if depth == 0 and name.startswith("optimizer"):
            found["skipped"].append(below)
            continue
        if len(found["groups"]) + len(found["datasets"]) > MAX_OBJECTS:
            raise Refused("error.model.entries", {"n": MAX_OBJECTS})
        node = group[name]
        if isinstance(node, h5py.Group):
            walk(node, below, depth + 1, found, budget, seen)
        elif isinstance(node, h5py.Dataset):
            readable = node.shape is not None and node.dtype.name in FLOATS
            if readable:
                check_dataset(node, below, budget)
            found["datasets"][below] = (node, readable)


def limit_process() -> None:
    """Bound this process's time and memory, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> int:
    """Answer one file; exit 0 with its contents or with the reason why not."""
    limit_process()
    limit = int(sys.argv[1])
    out = sys.stdout.buffer
    try:
        import h5py

        found: dict = {"groups": {}, "datasets": {}, "skipped": []}
        with h5py.File(io.BytesIO(sys.stdin.buffer.read()), "r") as file:
            walk(file, "", 0, found, [limit, limit], set())
            listing = [
                [path, list(node.shape or ()), node.dtype.name, readable]
                for path, (node, readable) in found["datasets"].items()
            ]
            head = {"groups": found["groups"], "datasets": listing, "skipped": found["skipped"]}
            out.write(json.dumps(head).encode() + b"\n")
            for node, readable in found["datasets"].values():
                if readable:
                    out.write(node[()].astype(node.dtype.newbyteorder("<"), copy=False).tobytes())
    except Refused as refusal:
        key, params = refusal.args
        out.write(json.dumps({"refused": key, "params": params}).encode() + b"\n")
    except Exception as error:  # noqa: BLE001  whatever a damaged file makes of the library, it ends here
        out.write(
            json.dumps({"refused": "error.model.hdf5", "params": {"why": str(error)[:200]}}).encode() + b"\n"
        )
    out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
