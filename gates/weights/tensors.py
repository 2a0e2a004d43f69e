"""Named arrays of a file, read one at a time within the file's budget."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from gates.weights.limits import MAX_ENTRIES, Budget
from gates.weights.problems import fail

# numpy has no bfloat16; its 16 bits are the upper half of a float32.
DTYPES: dict[str, np.dtype] = {
    name: np.dtype(code)
    for name, code in {
        "float64": "<f8",
        "float32": "<f4",
        "float16": "<f2",
        "bfloat16": "<u2",
        "int64": "<i8",
        "int32": "<i4",
        "int16": "<i2",
        "int8": "i1",
        "uint8": "u1",
        "bool": "?",
    }.items()
}
FLOATS = ("float64", "float32", "float16", "bfloat16")


def as_floats(values: np.ndarray, dtype: str) -> np.ndarray:
    """Return values as float64; for ``bfloat16`` they come as the 16 bits of each."""
    if dtype == "bfloat16":
        return (values.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return values.astype(np.float64)


def decode(raw: bytes | memoryview, dtype: str) -> np.ndarray:
    """Return the little-endian values of ``raw`` as float64."""
    return as_floats(np.frombuffer(raw, DTYPES[dtype]), dtype)


@dataclass
class Tensor:
    """An array that has not been read yet."""

    shape: tuple[int, ...]
    dtype: str
    load: Callable[[], np.ndarray]

    @property
    def size(self) -> int:
        """Number of values that the shape declares."""
        size = 1
        for n in self.shape:
            size *= n
        return size


@dataclass
class Tensors:
    """The arrays of a file by name, in the file's order.

    Attributes
    ----------
    entries : dict of str to Tensor
        What the file declares.
    used : set of str
        Names read so far; the rest is what was left alone.
    """

    entries: dict[str, Tensor]
    budget: Budget = field(default_factory=Budget)
    used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        if len(self.entries) > MAX_ENTRIES:
            fail(
                "error.model.entries",
                "The file holds {n:,} arrays, more than a model needs.",
                n=len(self.entries),
            )

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def shape(self, name: str) -> tuple[int, ...]:
        """Declared shape of an array."""
        return self.entries[name].shape

    def get(self, name: str) -> np.ndarray:
        """Read an array as float64.

        Raises
        ------
        GateError
            Over the budget, not of a floating type, damaged, or holding a value that is not finite.
        """
        tensor = self.entries[name]
        if tensor.dtype not in FLOATS:
            fail(
                "error.model.dtype",
                "{name} holds {dtype} values; weights are floating-point numbers.",
                name=name,
                dtype=tensor.dtype,
            )
        self.budget.take(name, tensor.size)
        values = tensor.load()
        if values.shape != tensor.shape:
            fail(
                "error.model.short",
                "{name} declares shape {needs} and holds {has} values.",
                name=name,
                needs=tensor.shape,
                has=values.size,
            )
        if not np.isfinite(values).all():
            fail("error.model.not_finite", "{name} holds values that are not finite numbers.", name=name)
        self.used.add(name)
        return values

    def optional(self, name: str) -> np.ndarray | None:
        """Read an array if the file has it."""
        return self.get(name) if name in self.entries else None

    def ignored(self) -> list[str]:
        """Names of the arrays that were not read."""
        return [name for name in self.entries if name not in self.used]


def from_arrays(arrays: dict[str, np.ndarray]) -> Tensors:
    """Wrap arrays that are in memory already."""
    return Tensors(
        {
            name: Tensor(a.shape, a.dtype.name, lambda a=a: np.asarray(a, dtype=np.float64))
            for name, a in arrays.items()
        }
    )
