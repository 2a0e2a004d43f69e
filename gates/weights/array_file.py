"""Numeric arrays of .npy and .npz files that are not models: sequences, initial states, recorded outputs."""

from __future__ import annotations

import io

import numpy as np

from gates.weights import npz_file
from gates.weights.limits import MAX_FILE_BYTES, MAX_VALUES, check_size
from gates.weights.problems import fail


def read_array(data: bytes, name: str, *, prefer: str = "x", limit: int = MAX_FILE_BYTES) -> np.ndarray:
    """Return the array of a .npy file, or the one of an .npz, as float64.

    Parameters
    ----------
    data : bytes
        The file.
    name : str
        What messages call it.
    prefer : str
        Which array of an .npz is meant where it holds several.
    limit : int
        Largest file, in bytes.

    Raises
    ------
    GateError
        For a file of another kind, one that holds objects or no numbers, or several arrays of other names.
    """
    check_size(len(data), limit)
    if data.startswith(b"PK\x03\x04"):
        tensors, _ = npz_file.read(data)
        names = list(tensors)
        if len(names) != 1 and prefer not in names:
            fail(
                "error.array.which",
                "{name} holds {n} arrays; one is needed, or one called {prefer}.",
                name=name,
                n=len(names),
                prefer=prefer,
            )
        entry = tensors.entries[prefer if prefer in names else names[0]]
        if not entry.dtype.startswith(("float", "int", "uint", "bool")):
            fail(
                "error.array.numbers",
                "{name} holds {dtype} values, not numbers.",
                name=name,
                dtype=entry.dtype,
            )
        return entry.load()
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError, MemoryError, SyntaxError, TypeError) as error:
        fail("error.array.npy", "{name} is not a .npy or .npz file ({why}).", name=name, why=str(error))
    if array.dtype.kind not in "fiub" or array.size > MAX_VALUES:
        fail(
            "error.array.numbers",
            "{name} holds {dtype} values, not numbers.",
            name=name,
            dtype=str(array.dtype),
        )
    return array.astype(np.float64)
