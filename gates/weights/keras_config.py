"""A Keras configuration as runs of layers that follow one another."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass, field
from typing import Any

from gates.weights.problems import ModelError, fail

RECURRENT = {
    "LSTM": "lstm",
    "GRU": "gru",
    "SimpleRNN": "rnn",
    "CuDNNLSTM": "lstm",
    "CuDNNGRU": "gru",
    "LSTMCell": "lstm",
    "GRUCell": "gru",
    "SimpleRNNCell": "rnn",
}
# Layers that pass their input on when a model runs.
PASSING = {
    "InputLayer",
    "Dropout",
    "SpatialDropout1D",
    "AlphaDropout",
    "GaussianNoise",
    "GaussianDropout",
    "ActivityRegularization",
}
DENSE = {"Dense", "TimeDistributedDense"}
SUPPORTED = {*RECURRENT, *PASSING, *DENSE, "Bidirectional", "RNN", "TimeDistributed", "Activation", "Masking"}
CONTAINERS = {"Sequential", "Functional", "Model"}


@dataclass
class Layer:
    """One layer of a configuration.

    Attributes
    ----------
    kind : str
        Class name, such as ``LSTM``.
    name : str
        The name in the model.
    config : dict
        Its settings.
    place : str
        Where Keras 3 keeps its arrays: the class name in snake case, numbered.
    inputs : list of str or None
        Layers that feed it; None in a sequential model.
    """

    kind: str
    name: str
    config: dict[str, Any]
    place: str = ""
    inputs: list[str] | None = None

    @property
    def is_recurrent(self) -> bool:
        """Whether the layer carries a state."""
        return self.kind in RECURRENT or self.kind in ("RNN", "Bidirectional")


@dataclass
class Runs:
    """Stretches of layers that can be run one after the other, and what lies between them."""

    runs: list[list[Layer]] = field(default_factory=list)
    breaks: list[str] = field(default_factory=list)

    @property
    def recurrent(self) -> list[list[Layer]]:
        """The stretches that hold a recurrent layer."""
        return [run for run in self.runs if any(layer.is_recurrent for layer in run)]


def parse(text: str | bytes) -> list[Layer]:
    """Return the layers of a configuration in JSON.

    Raises
    ------
    GateError
        Where it is not a model's configuration.
    """
    try:
        config = json.loads(text)
        kind = config["class_name"]
        inner = config["config"]
        # Keras 1 wrote the layers of a sequential model straight into the configuration.
        entries = inner if isinstance(inner, list) else inner["layers"]
        if kind not in CONTAINERS and not isinstance(inner, list):
            fail(
                "error.model.keras_container",
                "The configuration is of a {kind}, not of a model of layers.",
                kind=kind,
            )
        layers = [_layer(entry, sequential=kind == "Sequential") for entry in entries]
    except ModelError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        fail("error.model.keras_config", "The Keras configuration is damaged ({why}).", why=repr(error))
    counts: dict[str, int] = {}
    for layer in layers:
        snake = snake_case(layer.kind)
        n = counts.get(snake, 0)
        counts[snake] = n + 1
        layer.place = f"{snake}_{n}" if n else snake
    return layers


def _layer(entry: dict, *, sequential: bool) -> Layer:
    config = entry["config"]
    name = str(entry.get("name") or config.get("name") or entry["class_name"])
    layer = Layer(str(entry["class_name"]), name, dict(config))
    if not sequential:
        layer.inputs = _histories(entry.get("inbound_nodes", []))
    return layer


def _histories(node: object) -> list[str]:
    """Return the names of layers that a nested description of inputs mentions."""
    if isinstance(node, list):
        if len(node) >= 3 and isinstance(node[0], str) and all(isinstance(n, int) for n in node[1:3]):
            return [node[0]]
        return list(itertools.chain.from_iterable(map(_histories, node)))
    if isinstance(node, dict):
        return list(itertools.chain.from_iterable(map(_histories, node.values())))
    return []


def snake_case(name: str) -> str:
    """Return the name under which Keras 3 stores a layer of a class."""
    name = re.sub(r"\W+", "", name)
    name = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()


def split_runs(layers: list[Layer]) -> Runs:
    """Cut the layers where one is not supported or where the graph branches."""
    consumers: dict[str, int] = {}
    for layer in layers:
        for name in layer.inputs or ():
            consumers[name] = consumers.get(name, 0) + 1
    runs = Runs([[]])
    for layer in layers:
        run = runs.runs[-1]
        if layer.kind not in SUPPORTED:
            runs.breaks.append(f"{layer.name} ({layer.kind})")
            runs.runs.append([])
            continue
        follows = (
            layer.inputs is None
            or not run
            or (layer.inputs == [run[-1].name] and consumers.get(run[-1].name, 0) == 1)
        )
        if not follows:
            runs.breaks.append(f"the branch at {layer.name}")
            runs.runs.append([])
        if layer.inputs is not None and len(layer.inputs) > 1:
            fail(
                "error.model.keras_inputs",
                "{layer} takes more than one input ({names}), such as a state from another layer.",
                layer=layer.name,
                names=", ".join(layer.inputs),
            )
        runs.runs[-1].append(layer)
    return runs
