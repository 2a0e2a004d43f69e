"""A network read from a file: recurrent layers and the dense layers around them, and how to run it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from gates.weights.blocks import MERGES, Block, Dense, Recurrent, check_chain
from gates.weights.problems import fail
from gates.weights.reading import Assumption
from gates.weights.run import LayerTrace, ModelTrace, checked_sequence, initial_states


@dataclass(frozen=True)
class Model:
    """A chain of layers read from a file.

    Attributes
    ----------
    framework : str
        Whose file it is.
    convention : str
        Row of the table of conventions that its arrays were read by.
    blocks : tuple of Recurrent or Dense
        The chain from input to output.
    assumptions : tuple of Assumption
        What the file leaves open.
    ignored : tuple of str
        Arrays that were left alone.
    returns_last : bool
        Whether the model itself returns the last step only.
    skip : int
        How many input channels are added to the output.
    masked : float or None
        Value that marks a step as absent, where the model has a masking layer.
    broken : str
        What stands between the layers and is not supported, so that they cannot be run as one.
    steps : int or None
        The only length of a sequence that the file allows.
    turned : bool
        Whether y is given last step first, as the model itself gives it.
    reread : callable or None
        ``reread(choices)`` reads the same file with other answers.
    """

    framework: str
    convention: str
    blocks: tuple[Block, ...]
    assumptions: tuple[Assumption, ...] = ()
    ignored: tuple[str, ...] = ()
    returns_last: bool = False
    skip: int = 0
    masked: float | None = None
    broken: str = ""
    steps: int | None = None
    turned: bool = False
    reread: Callable[..., Model] | None = field(default=None, repr=False, compare=False)

    @property
    def layers(self) -> tuple[Recurrent, ...]:
        """The recurrent layers, bottom first."""
        return tuple(block for block in self.blocks if isinstance(block, Recurrent))

    @property
    def heads(self) -> tuple[Dense, ...]:
        """The dense layers."""
        return tuple(block for block in self.blocks if isinstance(block, Dense))

    @property
    def parameters(self) -> int:
        """Numbers that the file holds for all layers."""
        return sum(block.parameters for block in self.blocks)

    @property
    def d_x(self) -> int:
        """Width of the sequence that the model takes."""
        first = self.blocks[0]
        if isinstance(first, Dense) and first.W is not None:
            return first.W.shape[1]
        return self.layers[0].d_x

    def run(self, x: object, h0: object = None, c0: object = None) -> ModelTrace:
        """Run the model on a sequence.

        Parameters
        ----------
        x : (T, B, d_x) or (T, d_x)
            The input, time first.
        h0, c0 : (layers x directions, B, d_h), optional
            Initial states, ordered as PyTorch orders them: layer by layer, forward before reverse. Where
            they are not given, the file's own count, else zeros.

        Returns
        -------
        ModelTrace
            A trace per layer and direction, and the output y (T, B, d), time running as in the input.

        Raises
        ------
        GateError
            Where a shape does not fit.
        """
        self.check()
        x = checked_sequence(x, self.d_x, self.masked)
        if self.steps not in (None, x.shape[0]):
            fail(
                "error.model.steps",
                "The model is fixed to {steps} steps, the sequence has {T}.",
                steps=self.steps,
                T=x.shape[0],
            )
        states = initial_states(self.layers, x.shape[1], h0, c0)
        y, traces = x, []
        for block in self.blocks:
            if isinstance(block, Dense):
                y = block(y)
                continue
            layer = LayerTrace.of(block, len(traces), y, states[len(traces)])
            traces.append(layer)
            y = MERGES[block.merge](layer.outputs) if len(block.cells) == 2 else layer.outputs[0]
        if self.skip:
            y = y + x[..., : self.skip]
        y = y[::-1] if self.turned else y
        return ModelTrace(tuple(traces), y, self._last(traces, x) if self.returns_last else None)

    def check(self) -> None:
        """Refuse a chain that cannot be run as one.

        Raises
        ------
        GateError
            With the layer that is not supported, or the one whose width does not fit.
        """
        if self.broken:
            fail(
                "error.model.broken",
                "The model cannot be run as a whole: {what} lies between its recurrent layers; choose "
                "one part.",
                what=self.broken,
            )
        check_chain(self.blocks)

    def _last(self, traces: list[LayerTrace], x: np.ndarray) -> np.ndarray:
        """Return what a model that returns one step returns, (B, d): each direction's own last step."""
        top = max(k for k, block in enumerate(self.blocks) if isinstance(block, Recurrent))
        layer = self.layers[-1]
        ends = [
            out[0] if back else out[-1] for out, back in zip(traces[-1].outputs, layer.backwards, strict=True)
        ]
        y = MERGES[layer.merge](ends) if len(ends) == 2 else ends[0]
        for block in self.blocks[top + 1 :]:
            y = block(y)  # type: ignore[operator]
        return y + x[-1, :, : self.skip] if self.skip else y

    def as_json(self) -> dict[str, object]:
        """Describe the model as ``inspect --json`` prints it."""
        return {
            "framework": self.framework,
            "convention": self.convention,
            "layers": [layer.as_json() for layer in self.layers],
            "heads": [head.as_json() for head in self.heads],
            "parameters": self.parameters,
            "returns": "last step" if self.returns_last else "every step",
            "skip": self.skip,
            "ignored": list(self.ignored),
            "assumptions": [assumption.as_json() for assumption in self.assumptions],
        }
