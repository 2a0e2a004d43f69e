"""A Keras layer's configuration and arrays as blocks of a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gates.weights.activations import keras_activation
from gates.weights.blocks import MERGES, Block, Dense, Recurrent
from gates.weights.cell import CellWeights
from gates.weights.keras_arrays import keras_cell
from gates.weights.keras_config import DENSE, PASSING, RECURRENT, Layer
from gates.weights.keras_store import Store
from gates.weights.problems import fail
from gates.weights.reading import Reading

# Layers of Keras 1 and 2 that had no choice of nonlinearity.
FIXED = {"CuDNNLSTM", "CuDNNGRU"}


@dataclass
class Builder:
    """Turns layers into blocks one after the other.

    Attributes
    ----------
    store : Store
        Where the arrays are.
    reading : Reading
        The person's answers.
    version : int
        Major version of the Keras that wrote the file.
    turned : bool
        Whether time runs against the model's input at the point reached: a layer that goes backwards gives
        its last step first, and what follows sees it that way.
    returns_last : bool
        Whether a layer reached so far returns its last step only.
    masked : float or None
        Value that marks absent steps.
    """

    store: Store
    reading: Reading
    version: int
    turned: bool = False
    returns_last: bool = False
    masked: float | None = None

    def blocks(self, layer: Layer) -> list[Block]:
        """Return the blocks of one layer; none for a layer that passes its input on."""
        config = layer.config
        if layer.kind in PASSING:
            return []
        if layer.kind == "Masking":
            self.masked = float(config.get("mask_value", 0.0))
            return []
        if layer.kind == "Activation":
            name = keras_activation(config.get("activation"), layer.name, version=self.version, head=True)
            return [Dense(layer.name, None, None, name)]
        if layer.kind == "TimeDistributed":
            inner = config.get("layer", {})
            if inner.get("class_name") not in DENSE:
                self._refuse(layer, f"TimeDistributed({inner.get('class_name')})")
            return [self._dense(layer, inner.get("config", {}))]
        if layer.kind in DENSE:
            return [self._dense(layer, config)]
        if self.returns_last:
            fail(
                "error.model.after_last",
                "{layer} comes after a layer that returns its last step only.",
                layer=layer.name,
            )
        if layer.kind == "Bidirectional":
            return [self._both(layer)]
        return self._one(layer)

    def _refuse(self, layer: Layer, kind: str) -> None:
        fail(
            "error.model.keras_layer",
            "{layer} is a {kind}, which is not supported.",
            layer=layer.name,
            kind=kind,
        )

    def _dense(self, layer: Layer, config: dict[str, Any]) -> Dense:
        arrays = self.store.dense(layer)
        W: np.ndarray = arrays[0] if arrays else np.zeros(0)
        b = arrays[1] if len(arrays) == 2 else None
        if len(arrays) not in (1, 2) or W.ndim != 2 or (b is not None and b.shape != W.shape[1:]):
            fail(
                "error.model.keras_dense",
                "The arrays of the dense layer {layer} do not fit.",
                layer=layer.name,
            )
        self._expect_units(layer, config, W.shape[1])
        name = keras_activation(config.get("activation"), layer.name, version=self.version, head=True)
        return Dense(layer.name, W.T, b, name, sum(a.size for a in arrays))

    def _expect_units(self, layer: Layer, config: dict[str, Any], has: int) -> None:
        units = config.get("units", config.get("output_dim"))
        if units is not None and units != has:
            fail(
                "error.model.units",
                "{layer} declares {declared} units, its arrays hold {has}.",
                layer=layer.name,
                declared=units,
                has=has,
            )

    def _cell(self, layer: Layer, kind: str, config: dict[str, Any], arrays: list[np.ndarray]) -> CellWeights:
        said = config.get("reset_after", None if self.version >= 3 or len(arrays) != 2 else False)
        if kind in FIXED or RECURRENT[kind] != "gru":
            said = None
        cell = keras_cell(arrays, layer.name, self.reading, reset_after=said, kind=RECURRENT[kind])
        self._expect_units(layer, config, cell.d_h)
        if kind in FIXED:
            return cell
        gates = config.get("recurrent_activation", config.get("inner_activation", "sigmoid"))
        state = config.get("activation", "tanh")
        names = [keras_activation(a, layer.name, version=self.version) for a in (gates, state)]
        return cell.with_activations(*names)

    def _one(self, layer: Layer) -> list[Block]:
        config = layer.config
        cells = self._cell_configs(layer)
        arrays = self.store.cells(layer, [kind for kind, _ in cells], 1)
        back = bool(config.get("go_backwards", False)) != self.turned
        built: list[Block] = []
        for k, ((kind, inner), own) in enumerate(zip(cells, arrays, strict=True)):
            name = layer.name if len(cells) == 1 else f"{layer.name}/{inner.get('name', k)}"
            cell = self._cell(Layer(kind, name, inner), kind, inner, own)
            built.append(Recurrent(name, (cell,), (back,), parameters=sum(a.size for a in own)))
        if config.get("go_backwards", False):
            self.turned = not self.turned
        self.returns_last = not config.get("return_sequences", False)
        return built

    def _cell_configs(self, layer: Layer) -> list[tuple[str, dict[str, Any]]]:
        """Return class and settings of each cell of an RNN, LSTM, GRU or SimpleRNN layer."""
        if layer.kind != "RNN":
            return [(layer.kind, layer.config)]
        cell = layer.config.get("cell", {})
        stack = cell.get("config", {}).get("cells") if cell.get("class_name") == "StackedRNNCells" else [cell]
        found = [(str(c.get("class_name")), c.get("config", {})) for c in stack or ()]
        for kind, _ in found:
            if kind not in RECURRENT:
                self._refuse(layer, f"RNN({kind})")
        return found

    def _both(self, layer: Layer) -> Block:
        inner = layer.config.get("layer", {})
        kind, config = str(inner.get("class_name")), inner.get("config", {})
        merge = layer.config.get("merge_mode", "concat")
        if kind not in RECURRENT:
            self._refuse(layer, f"Bidirectional({kind})")
        if merge not in MERGES:
            self._refuse(layer, f"Bidirectional with merge_mode={merge}")
        other = layer.config.get("backward_layer") or {}
        sides = [config, {**config, **other.get("config", {})}]
        arrays = self.store.cells(layer, [kind], 2)
        cells = tuple(self._cell(layer, kind, side, own) for side, own in zip(sides, arrays, strict=True))
        back = bool(config.get("go_backwards", False))
        self.returns_last = not config.get("return_sequences", False)
        ahead = back != self.turned
        self.turned = ahead if config.get("return_sequences", False) else self.turned
        size = sum(a.size for own in arrays for a in own)
        return Recurrent(layer.name, cells, (ahead, not ahead), merge, parameters=size)
