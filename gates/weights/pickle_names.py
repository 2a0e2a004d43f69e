"""The names that a PyTorch checkpoint may contain, and the records that stand for them.

Nothing here is imported from the modules named: a name is looked up in a table, and what the table holds is
a record of this module.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from gates.weights.problems import fail

STORAGES = {
    "DoubleStorage": "float64",
    "FloatStorage": "float32",
    "HalfStorage": "float16",
    "BFloat16Storage": "bfloat16",
    "LongStorage": "int64",
    "IntStorage": "int32",
    "ShortStorage": "int16",
    "CharStorage": "int8",
    "ByteStorage": "uint8",
    "BoolStorage": "bool",
    "UntypedStorage": "uint8",
}


@dataclass(frozen=True)
class Name:
    """A function or class that a pickle names; never imported."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(frozen=True)
class Storage:
    """A run of numbers kept beside the pickle, by the key that it is found under."""

    key: str
    dtype: str
    count: int


@dataclass(frozen=True)
class TensorRecord:
    """What ``_rebuild_tensor_v2`` is given: a view of a storage."""

    storage: Storage
    offset: int
    shape: tuple[int, ...]
    stride: tuple[int, ...]


@dataclass
class Inert:
    """A value that a checkpoint may carry beside its tensors and that is not looked at."""

    what: str
    state: object = None


def _tensor(args: tuple) -> object:
    storage, offset, shape, stride = args[:4]
    ok = isinstance(storage, Storage) and _count(offset) and all(map(_sizes, (shape, stride)))
    if not ok or len(shape) != len(stride):
        damaged("a tensor without storage, shape or stride")
    return TensorRecord(storage, offset, tuple(shape), tuple(stride))


def _count(value: object) -> bool:
    return isinstance(value, int) and 0 <= value < 2**48


def _sizes(value: object) -> bool:
    return isinstance(value, (tuple, list)) and len(value) <= 8 and all(map(_count, value))


def _inert(what: str) -> Callable[[tuple], object]:
    return lambda args: Inert(what)


# Names that may be called, and what stands for the call. The argument is the tuple of arguments.
CALLS: dict[tuple[str, str], Callable[[tuple], object]] = {
    ("collections", "OrderedDict"): lambda args: dict(args[0]) if args and isinstance(args[0], dict) else {},
    ("collections", "defaultdict"): lambda args: {},
    ("collections", "Counter"): _inert("Counter"),
    ("builtins", "set"): _inert("set"),
    ("__builtin__", "set"): _inert("set"),
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    ("torch._utils", "_rebuild_tensor"): _tensor,
    ("torch._utils", "_rebuild_parameter"): lambda args: args[0],
    ("torch._utils", "_rebuild_parameter_with_state"): lambda args: args[0],
    ("torch", "Size"): lambda args: args[0] if args else (),
    ("torch", "device"): _inert("device"),
    ("torch.serialization", "_get_layout"): _inert("layout"),
    ("_codecs", "encode"): _inert("bytes"),
    ("numpy", "dtype"): _inert("dtype"),
    ("numpy.core.multiarray", "scalar"): _inert("scalar"),
    ("numpy._core.multiarray", "scalar"): _inert("scalar"),
    ("numpy.core.multiarray", "_reconstruct"): _inert("ndarray"),
    ("numpy._core.multiarray", "_reconstruct"): _inert("ndarray"),
    ("argparse", "Namespace"): _inert("Namespace"),
}
# Names that may stand as a value (an argument of a call, a tensor's type) and are never called.
VALUES = {
    ("numpy", "ndarray"),
    ("builtins", "int"),
    ("builtins", "float"),
    ("builtins", "list"),
    ("builtins", "dict"),
    *(
        ("torch", dtype)
        for dtype in ("float16", "bfloat16", "float32", "float64", "int64", "int32", "uint8", "bool")
    ),
}


def look_up(module: str, name: str) -> Name:
    """Return the record of a name, or refuse it.

    Raises
    ------
    GateError
        With the name, for anything that is not in the tables above.
    """
    key = (module, name)
    storage = module in ("torch", "torch.storage") and name in STORAGES
    if key in CALLS or key in VALUES or storage:
        return Name(module, name)
    if module.startswith("__torch__"):
        fail(
            "error.model.torchscript",
            "This is a TorchScript program ({name}); save its weights with "
            "torch.save(model.state_dict(), path).",
            name=f"{module}.{name}",
        )
    fail(
        "error.model.pickle_name",
        "The file's pickle asks for {name}, which is not run here; save the weights alone, with "
        "torch.save(model.state_dict(), path).",
        name=f"{module}.{name}",
    )


def call(function: object, args: object) -> object:
    """Return the record that stands for calling ``function``; nothing is executed."""
    if not isinstance(function, Name) or not isinstance(args, tuple):
        damaged("a call of something that is not a name")
    key = (function.module, function.name)
    if key not in CALLS:
        fail(
            "error.model.pickle_name",
            "The file's pickle asks for {name}, which is not run here; save the weights alone, with "
            "torch.save(model.state_dict(), path).",
            name=str(function),
        )
    return CALLS[key](args)


def storage(record: object) -> Storage:
    """Return the storage that a persistent id names: ('storage', type, key, location, count)."""
    if not isinstance(record, tuple) or len(record) < 5 or record[0] != "storage":
        damaged("an unknown persistent id")
    kind, key, count = record[1], record[2], record[4]
    if (
        not isinstance(kind, Name)
        or kind.name not in STORAGES
        or not isinstance(key, str)
        or not _count(count)
    ):
        damaged("a storage without type, key or length")
    return Storage(key, STORAGES[kind.name], count)


def damaged(why: str) -> NoReturn:
    """Refuse a pickle that no program of PyTorch writes."""
    fail("error.model.pickle", "The pickle is damaged ({why}).", why=why)
