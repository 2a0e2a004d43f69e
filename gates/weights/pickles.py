"""Reading a pickle without running it: its opcodes are walked, its calls are looked up in a list.

A pickle is a program for a small stack machine, and some of its instructions call any function that it names.
Here nothing is called. Numbers, texts, lists and dictionaries are built; the handful of names that PyTorch
writes into a state dict stand for small records (:mod:`~gates.weights.pickle_names`); any other name ends the
reading with that name in the message.
"""

from __future__ import annotations

import io
import pickletools

from gates.weights.limits import MAX_PICKLE_BYTES
from gates.weights.pickle_names import Inert, call, damaged, look_up, storage
from gates.weights.problems import ModelError, fail

MAX_OPCODES = 1_000_000
MARK = object()

EMPTY = {"EMPTY_DICT": dict, "EMPTY_LIST": list, "EMPTY_TUPLE": tuple, "EMPTY_SET": list}
CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
LITERALS = {
    *("BININT", "BININT1", "BININT2", "INT", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT"),
    *("STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8"),
    *("BINBYTES", "SHORT_BINBYTES", "BINBYTES8"),
}


class Machine:
    """The pickle's stack machine, without its power to call."""

    def __init__(self) -> None:
        self.stack: list = []
        self.memo: dict[int, object] = {}

    def pop(self) -> object:
        """Take the top of the stack."""
        value = self.stack.pop()
        if value is MARK:
            damaged("a mark where a value belongs")
        return value

    def pop_to_mark(self) -> list:
        """Take everything above the last mark."""
        at = len(self.stack) - 1 - self.stack[::-1].index(MARK)
        values = self.stack[at + 1 :]
        del self.stack[at:]
        return values

    def step(self, name: str, arg: object) -> None:
        """Carry out one instruction."""
        if name in LITERALS:
            self.stack.append(arg)
        elif name in CONSTANTS:
            self.stack.append(CONSTANTS[name])
        elif name in EMPTY:
            self.stack.append(EMPTY[name]())
        elif method := getattr(self, f"op_{name.lower()}", None):
            method(arg)
        else:
            fail(
                "error.model.pickle_opcode",
                "The file's pickle uses the instruction {name}, which state dicts don't need.",
                name=name,
            )

    def op_proto(self, arg: object) -> None:
        """Version mark: nothing to do."""

    op_frame = op_proto

    def op_mark(self, arg: object) -> None:
        """Remember where a collection starts."""
        self.stack.append(MARK)

    def op_put(self, arg: object) -> None:
        """Keep the top of the stack for later."""
        self.memo[arg] = self.stack[-1]  # type: ignore[index]

    op_binput = op_long_binput = op_put

    def op_memoize(self, arg: object) -> None:
        """Keep the top of the stack under the next number."""
        self.memo[len(self.memo)] = self.stack[-1]

    def op_get(self, arg: object) -> None:
        """Bring back a kept value."""
        self.stack.append(self.memo[arg])  # type: ignore[index]

    op_binget = op_long_binget = op_get

    def op_tuple(self, arg: object) -> None:
        """Bundle everything above the mark."""
        self.stack.append(tuple(self.pop_to_mark()))

    op_frozenset = op_tuple

    def op_list(self, arg: object) -> None:
        """List everything above the mark."""
        self.stack.append(self.pop_to_mark())

    def op_dict(self, arg: object) -> None:
        """Pair everything above the mark."""
        values = self.pop_to_mark()
        self.stack.append(dict(zip(values[::2], values[1::2], strict=True)))

    def _tuple_of(self, n: int) -> None:
        values = [self.pop() for _ in range(n)]
        self.stack.append(tuple(values[::-1]))

    def op_tuple1(self, arg: object) -> None:
        """Bundle one value."""
        self._tuple_of(1)

    def op_tuple2(self, arg: object) -> None:
        """Bundle two values."""
        self._tuple_of(2)

    def op_tuple3(self, arg: object) -> None:
        """Bundle three values."""
        self._tuple_of(3)

    def _extend(self, values: list) -> None:
        if isinstance(self.stack[-1], list):
            self.stack[-1].extend(values)
        elif not isinstance(self.stack[-1], Inert):
            damaged("items for something that is not a list")

    def op_append(self, arg: object) -> None:
        """Add one item to a list."""
        self._extend([self.pop()])

    def op_appends(self, arg: object) -> None:
        """Add the items above the mark to a list."""
        self._extend(self.pop_to_mark())

    op_additems = op_appends

    def _update(self, values: list) -> None:
        pairs = zip(values[::2], values[1::2], strict=True)
        if isinstance(self.stack[-1], dict):
            self.stack[-1].update(pairs)
        elif not isinstance(self.stack[-1], Inert):
            damaged("entries for something that is not a dictionary")

    def op_setitem(self, arg: object) -> None:
        """Set one entry of a dictionary."""
        value, key = self.pop(), self.pop()
        self._update([key, value])

    def op_setitems(self, arg: object) -> None:
        """Set the entries above the mark."""
        self._update(self.pop_to_mark())

    def op_pop(self, arg: object) -> None:
        """Drop the top of the stack."""
        self.stack.pop()

    def op_pop_mark(self, arg: object) -> None:
        """Drop everything above the mark."""
        self.pop_to_mark()

    def op_dup(self, arg: object) -> None:
        """Repeat the top of the stack."""
        self.stack.append(self.stack[-1])

    def op_global(self, arg: object) -> None:
        """Look up a name, written as one text."""
        module, name = str(arg).split(" ", 1)
        self.stack.append(look_up(module, name))

    def op_stack_global(self, arg: object) -> None:
        """Look up a name, written as two texts."""
        name, module = self.pop(), self.pop()
        self.stack.append(look_up(str(module), str(name)))

    def op_reduce(self, arg: object) -> None:
        """Put the record that stands for a call on the stack."""
        args, function = self.pop(), self.pop()
        self.stack.append(call(function, args))

    op_newobj = op_reduce

    def op_build(self, arg: object) -> None:
        """Drop the attributes of a dictionary; keep those of an inert record unread."""
        state = self.pop()
        if isinstance(self.stack[-1], Inert):
            self.stack[-1].state = state

    def op_binpersid(self, arg: object) -> None:
        """Refer to a storage beside the pickle."""
        self.stack.append(storage(self.pop()))


def walk(stream: io.BytesIO) -> object:
    """Return the object that the pickle at the stream's position describes.

    Parameters
    ----------
    stream : BytesIO
        Left behind the pickle's end, as old files have several in a row.

    Returns
    -------
    object
        Built of dict, list, tuple, str, int, float, bytes, bool, None and the records of
        :mod:`~gates.weights.pickle_names`.

    Raises
    ------
    GateError
        For a name that is not in the list, with the name; for an instruction that state dicts do not use;
        and for bytes that are not a pickle.
    """
    machine = Machine()
    start = stream.tell()
    try:
        for steps, (opcode, arg, at) in enumerate(pickletools.genops(stream)):
            if steps > MAX_OPCODES or (at or 0) - start > MAX_PICKLE_BYTES:
                fail("error.model.pickle_long", "The pickle is longer than a state dict's.")
            if opcode.name == "STOP":
                return machine.pop()
            machine.step(opcode.name, arg)
    except ModelError:
        raise
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError) as error:
        damaged(str(error) or type(error).__name__)
    raise AssertionError("a pickle ends with STOP or with an error")
