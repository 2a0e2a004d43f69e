"""The layers that a model is a chain of: recurrent ones in one or two directions, and dense ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gates.weights.activations import HEADS
from gates.weights.cell import CellWeights
from gates.weights.problems import fail

MERGES: dict[str, Callable[[list[np.ndarray]], np.ndarray]] = {
    "concat": lambda parts: np.concatenate(parts, axis=-1),
    "sum": lambda parts: parts[0] + parts[1],
    "mul": lambda parts: parts[0] * parts[1],
    "ave": lambda parts: (parts[0] + parts[1]) / 2,
}


@dataclass(frozen=True)
class Recurrent:
    """A recurrent layer in one or two directions.

    Attributes
    ----------
    name : str
        The file's name for it.
    cells : tuple of CellWeights
        One a direction.
    backwards : tuple of bool
        Whether each cell runs against the time of the model's input.
    merge : "concat", "sum", "mul" or "ave"
        How two directions become one output.
    module : str
        Name of the module that holds it in PyTorch.
    parameters : int
        Numbers that the file holds for it.
    h0, c0 : tuple of ndarray or None
        Initial states that the file fixes, (1, d_h) or (B, d_h) a direction.
    """

    name: str
    cells: tuple[CellWeights, ...]
    backwards: tuple[bool, ...] = (False,)
    merge: str = "concat"
    module: str = ""
    parameters: int = 0
    h0: tuple[np.ndarray, ...] | None = None
    c0: tuple[np.ndarray, ...] | None = None

    @property
    def direction(self) -> str:
        """``forward``, ``reverse`` or ``bidirectional``."""
        if len(self.cells) == 2:
            return "bidirectional"
        return "reverse" if self.backwards[0] else "forward"

    @property
    def suffixes(self) -> tuple[str, ...]:
        """What array names carry behind the layer's number, one a direction."""
        return ("", "_reverse") if len(self.cells) == 2 else (("_reverse",) if self.backwards[0] else ("",))

    @property
    def d_x(self) -> int:
        """Width of the input."""
        return self.cells[0].d_x

    @property
    def d_out(self) -> int:
        """Width of the output."""
        return self.cells[0].d_h * (len(self.cells) if self.merge == "concat" else 1)

    def as_json(self) -> dict[str, object]:
        """Describe the layer as ``inspect --json`` prints it."""
        cell = self.cells[0]
        described: dict[str, object] = {
            "name": self.name,
            "cell": cell.kind,
            "d_x": cell.d_x,
            "d_h": cell.d_h,
            "direction": self.direction,
        }
        if cell.kind == "gru":
            described["reset"] = cell.reset
        if len(self.cells) == 2:
            described["merge"] = self.merge
        names = (
            {"state": cell.activation}
            if cell.kind == "rnn"
            else {
                "gates": cell.gate_activation,
                "state": cell.activation,
            }
        )
        return described | {"bias": cell.bias, "activations": names, "parameters": self.parameters}


@dataclass(frozen=True)
class Dense:
    """y = activation(W x + b), the same at every step; without W the activation alone."""

    name: str
    W: np.ndarray | None
    b: np.ndarray | None = None
    activation: str = "linear"
    parameters: int = 0

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """Apply the layer to the last axis of ``x``."""
        a = x if self.W is None else x @ self.W.T
        return HEADS[self.activation](a if self.b is None else a + self.b)

    def as_json(self) -> dict[str, object]:
        """Describe the layer as ``inspect --json`` prints it."""
        shape = {} if self.W is None else {"d_x": self.W.shape[1], "d_out": self.W.shape[0]}
        bias = {"bias": self.b is not None, "activation": self.activation, "parameters": self.parameters}
        return {"name": self.name} | shape | bias


Block = Recurrent | Dense


def check_chain(blocks: tuple[Block, ...]) -> None:
    """Refuse a chain without a recurrent layer, or one whose widths do not fit.

    Raises
    ------
    GateError
        With the name of the layer and the two widths.
    """
    if not any(isinstance(block, Recurrent) for block in blocks):
        fail("error.model.not_recurrent", "The file holds no LSTM, GRU or plain recurrent layer.")
    width = None
    for block in blocks:
        d_in = (
            block.d_x
            if isinstance(block, Recurrent)
            else (block.W.shape[1] if block.W is not None else width)
        )
        if width is not None and d_in != width:
            fail(
                "error.model.chain",
                "{name} takes {takes} channels, the layer before it gives {gives}; of several modules, choose "
                "one.",
                name=block.name,
                takes=d_in,
                gives=width,
            )
        if isinstance(block, Recurrent):
            width = block.d_out
        elif block.W is not None:
            width = block.W.shape[0]
