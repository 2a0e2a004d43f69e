"""Following a sequence through an ONNX graph: which layers it meets, in which order, and where it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gates.weights.blocks import Recurrent
from gates.weights.onnx_nodes import KINDS, layer_of, refuse
from gates.weights.onnx_steps import STEPS, Step, Stream
from gates.weights.onnx_values import Constants, attributes
from gates.weights.reading import Reading


@dataclass
class Walk:
    """The streams of a graph by name of value, and what ended them.

    Attributes
    ----------
    streams : dict of str to Stream
        Every value that is a known sequence.
    stopped : dict of str to str
        Operation at which the sequence of that name is not followed further.
    steps : int or None
        The only length of a sequence that the file allows.
    """

    graph: Any
    constants: Constants
    reading: Reading
    streams: dict[str, Stream]
    stopped: dict[str, str]
    steps: int | None = None

    def run(self) -> None:
        """Go through the nodes in the graph's order, which is one in which values come before their use."""
        for number, node in enumerate(self.graph.node):
            if node.op_type in KINDS and node.domain in ("", "ai.onnx"):
                self._recurrent(node, node.name or f"{node.op_type.lower()}_{number}")
                continue
            step = STEPS.get(node.op_type)
            sources = [name for name in node.input if name in self.streams]
            if not sources:
                continue
            found = self._step(step, node, sources[0]) if step and len(sources) == 1 else None
            if found is None:
                self.stopped |= dict.fromkeys(sources, node.op_type)
            elif node.output:
                self.streams[node.output[0]] = found

    def _step(self, step: Step, node: Any, source: str) -> Stream | None:
        """Follow one operation; one whose attributes make no sense is not followed."""
        try:
            return step(self.constants, node, self.streams[source], list(node.input).index(source))
        except (TypeError, ValueError, IndexError, KeyError):
            return None

    def _recurrent(self, node: Any, name: str) -> None:
        layer = layer_of(node, self.constants, self.reading, name)
        layout = attributes(node).get("layout", 0)
        before = self.streams.get(node.input[0])
        # Axes of the model's own input are named by the first layer that takes it.
        timely = before is not None and before.axes in (("BTF" if layout else "TBF"), "xyF", "yxF")
        start = before if before is not None and timely and not before.last else Stream("", from_input=False)
        blocks = (*start.blocks, layer)
        after = Stream("BTDH" if layout else "TDBH", blocks, from_input=start.from_input)
        outputs = [*node.output, "", ""]
        if outputs[0]:
            self.streams[outputs[0]] = after
        if outputs[1]:
            self.streams[outputs[1]] = replace(after, axes="BDH" if layout else "DBH", last=True)
        self._check_state(node, layer)
        self._check_lengths(node, layer)

    def _check_state(self, node: Any, layer: Recurrent) -> None:
        """Say so where an initial state is an input of the model or comes from another part of the graph."""
        inputs = {i.name for i in self.graph.input}
        for what, name in zip(("h0", "c0"), [*node.input, *[""] * 8][5:7], strict=True):
            if name and self.constants.get(name) is None:
                if name in inputs:
                    key = "assume.onnx_state_input"
                    text = "The initial state {what} of {layer} is an input; it is {value} if not given."
                else:
                    key = "assume.onnx_state_computed"
                    text = "The initial state {what} of {layer} is computed; {value} is taken for it."
                self.reading.note(f"{what} of {layer.name}", "0", key, text, what=what, layer=layer.name)

    def _check_lengths(self, node: Any, layer: Recurrent) -> None:
        """Keep a length that the file fixes for every sequence; refuse different ones."""
        if len(node.input) < 5 or not node.input[4]:
            return
        lengths = self.constants.array(node.input[4])
        if lengths is None:
            self.reading.note(
                f"lengths of {layer.name}",
                "T",
                "assume.onnx_lengths",
                "{layer} takes the lengths of the sequences (sequence_lens); every step is run.",
                layer=layer.name,
            )
            return
        if len(set(lengths.flat)) != 1 or self.steps not in (None, int(lengths.flat[0])):
            refuse(layer.name, f"sequence_lens={[int(n) for n in lengths.flat][:8]}")
        self.steps = int(lengths.flat[0])
