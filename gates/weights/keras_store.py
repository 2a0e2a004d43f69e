"""Where a Keras file keeps a layer's arrays: by class and number (Keras 3), or by layer name (before)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gates.weights.groups import natural
from gates.weights.hdf5 import H5
from gates.weights.keras_config import Layer, snake_case
from gates.weights.problems import fail
from gates.weights.tensors import Tensors


class Store(Protocol):
    """Arrays of a layer's cells or of a dense layer, in the order in which Keras keeps them."""

    @property
    def tensors(self) -> Tensors:
        """The arrays by path."""
        ...

    def cells(self, layer: Layer, kinds: list[str], sides: int) -> list[list[np.ndarray]]:
        """Return the arrays of each cell: forward before backward, bottom of a stack first."""
        ...

    def dense(self, layer: Layer) -> list[np.ndarray]:
        """Return kernel and bias of a dense layer."""
        ...


@dataclass
class PlaceStore:
    """Keras 3: ``layers/lstm_1/cell/vars/0`` and so on."""

    h5: H5

    @property
    def tensors(self) -> Tensors:
        """The arrays by path."""
        return self.h5.tensors

    def _root(self, layer: Layer) -> str:
        for top in ("layers", "_layer_checkpoint_dependencies"):
            if f"{top}/{layer.place}" in self.h5.groups:
                return f"{top}/{layer.place}"
        for path, attributes in self.h5.groups.items():
            if path.endswith("/vars") and attributes.get("name") == layer.name:
                return path.removesuffix("/vars")
        fail("error.model.keras_missing", "The file holds no arrays for the layer {layer}.", layer=layer.name)

    def vars(self, path: str) -> list[np.ndarray]:
        """Return the arrays kept at one place."""
        inside = f"{path}/vars/"
        names = sorted((n for n in self.tensors if n.startswith(inside)), key=natural)
        return [self.tensors.get(name) for name in names]

    def cells(self, layer: Layer, kinds: list[str], sides: int) -> list[list[np.ndarray]]:
        """Return the arrays of each cell of a layer."""
        root = self._root(layer)
        tops = (
            [f"{root}/cell"]
            if sides == 1
            else [f"{root}/{side}_layer/cell" for side in ("forward", "backward")]
        )
        if len(kinds) == 1:
            return [self.vars(top) for top in tops]
        counts: dict[str, int] = {}
        found = []
        for kind in kinds:
            snake = snake_case(kind)
            n = counts.get(snake, 0)
            counts[snake] = n + 1
            found.append(self.vars(f"{tops[0]}/cells/{snake}_{n}" if n else f"{tops[0]}/cells/{snake}"))
        return found

    def dense(self, layer: Layer) -> list[np.ndarray]:
        """Return kernel and bias of a dense layer."""
        root = self._root(layer)
        return self.vars(f"{root}/layer" if layer.kind == "TimeDistributed" else root)


@dataclass
class NameStore:
    """Before Keras 3, and Keras 3's own .h5: a group a layer, whose attribute lists its arrays in order."""

    h5: H5
    top: str

    @property
    def tensors(self) -> Tensors:
        """The arrays by path."""
        return self.h5.tensors

    @property
    def layer_names(self) -> list[str]:
        """The layers in the model's order."""
        return self.h5.texts(self.top, "layer_names")

    def array_names(self, layer: str) -> list[str]:
        """Return the paths of a layer's arrays in order."""
        group = f"{self.top}/{layer}".strip("/")
        return [f"{group}/{name}" for name in self.h5.texts(group, "weight_names")]

    def arrays(self, layer: str) -> list[np.ndarray]:
        """Return a layer's arrays in order."""
        names = self.array_names(layer)
        for name in names:
            if name not in self.tensors:
                fail("error.model.keras_array", "The file lists {name} and does not hold it.", name=name)
        return [self.tensors.get(name) for name in names]

    def cells(self, layer: Layer, kinds: list[str], sides: int) -> list[list[np.ndarray]]:
        """Return the arrays of each cell: an equal share each."""
        arrays = self.arrays(layer.name)
        parts = max(sides, len(kinds))
        if not arrays or len(arrays) % parts:
            fail(
                "error.model.keras_missing",
                "The file holds no arrays for the layer {layer}.",
                layer=layer.name,
            )
        share = len(arrays) // parts
        return [arrays[k * share : (k + 1) * share] for k in range(parts)]

    def dense(self, layer: Layer) -> list[np.ndarray]:
        """Return kernel and bias of a dense layer."""
        return self.arrays(layer.name)


@dataclass
class ArrayStore:
    """An .npz that this project wrote: ``<layer>/<number>``."""

    tensors: Tensors

    def _arrays(self, layer: str) -> list[np.ndarray]:
        names = sorted((n for n in self.tensors if n.rpartition("/")[0] == layer), key=natural)
        return [self.tensors.get(name) for name in names]

    def cells(self, layer: Layer, kinds: list[str], sides: int) -> list[list[np.ndarray]]:
        """Return the arrays of each cell: an equal share each."""
        arrays, parts = self._arrays(layer.name), max(sides, len(kinds))
        if not arrays or len(arrays) % parts:
            fail(
                "error.model.keras_missing",
                "The file holds no arrays for the layer {layer}.",
                layer=layer.name,
            )
        share = len(arrays) // parts
        return [arrays[k * share : (k + 1) * share] for k in range(parts)]

    def dense(self, layer: Layer) -> list[np.ndarray]:
        """Return kernel and bias of a dense layer."""
        return self._arrays(layer.name)
