"""Keras weights without a configuration: the layers are told by their arrays, their settings are assumed."""

from __future__ import annotations

import re

import numpy as np

from gates.weights.activations import OLD_HARD_SIGMOID
from gates.weights.blocks import Block, Dense, Recurrent
from gates.weights.groups import Module, arrange, natural, not_recurrent
from gates.weights.keras_arrays import KERAS1, keras_cell
from gates.weights.keras_store import NameStore, PlaceStore
from gates.weights.model import Model
from gates.weights.reading import Reading

GATES = ("sigmoid", "hard_sigmoid", OLD_HARD_SIGMOID)


def by_name(store: NameStore, version: str, reading: Reading) -> Model:
    """Read weights of Keras 1 or 2 (or a .h5 of Keras 3): layers in order, arrays in order.

    Up to Keras 2.2 the gates' usual nonlinearity was hard_sigmoid.
    """
    numbers = [int(n) for n in re.findall(r"\d+", version)[:2]] or [3]
    old = "tf" not in version and numbers < [2, 3]
    gates = _gates(reading, (OLD_HARD_SIGMOID, "sigmoid") if old else GATES)
    blocks: list[Block] = []
    unread = []
    for layer in store.layer_names:
        names = store.array_names(layer)
        shapes = [store.tensors.shape(n) if n in store.tensors else () for n in names]
        sides = 2 if any("backward" in n for n in names) else 1
        if _is_recurrent(shapes[: len(shapes) // sides]):
            arrays = store.arrays(layer)
            share = len(arrays) // sides
            own = [arrays[k * share : (k + 1) * share] for k in range(sides)]
            blocks.append(_recurrent(layer, own, gates, reading))
        elif len(shapes) in (1, 2) and len(shapes[0]) == 2 and shapes[1:] in ([], [shapes[0][1:]]):
            blocks.append(_dense(layer, store.arrays(layer)))
        elif names:
            unread.append(layer)
    return _model(blocks, unread, store.layer_names, reading, [*store.tensors.ignored()])


def by_place(store: PlaceStore, reading: Reading) -> Model:
    """Read .weights.h5 of Keras 3 for a model that is not at hand: the order of layers is told by widths."""
    gates = _gates(reading, GATES)
    places = {name.rpartition("/vars/")[0] for name in store.tensors if "/vars/" in name}
    cells = sorted((p for p in places if re.search(r"(^|/)(cell|[a-z_]+_cell(_\d+)?)$", p)), key=natural)
    modules: dict[str, list[list[np.ndarray]]] = {}
    for place in cells:
        # Two directions share an owner; each cell of a stack is one.
        owner = re.sub(r"(/(forward|backward)_layer)?/cell(/cells)?(?=$|/)", "", place)
        modules.setdefault(owner, []).append(store.vars(place))
    # Backward comes before forward in the alphabet.
    recurrent = [
        Module(owner.rpartition("/")[2], [_recurrent(owner.rpartition("/")[2], own[::-1], gates, reading)])
        for owner, own in modules.items()
    ]
    if not recurrent:
        not_recurrent(list(store.tensors))
    blocks = arrange(recurrent, reading)
    dense = [p for p in sorted(places - set(cells), key=natural) if _is_dense(store, p)]
    front, back = _around(store, dense, blocks)
    unread = [p for p in dense if p not in (*front, *back)]
    whole = [*(_dense(p, store.vars(p)) for p in front), *blocks, *(_dense(p, store.vars(p)) for p in back)]
    return _model(whole, unread, list(modules), reading, [*store.tensors.ignored(), *store.h5.skipped])


def _gates(reading: Reading, choices: tuple[str, ...]) -> str:
    return reading.choose(
        "gate_activation",
        choices,
        "assume.gate_activation",
        "The file holds weights without settings; the gates' nonlinearity is taken to be {value}.",
    )


def _is_recurrent(shapes: list[tuple[int, ...]]) -> bool:
    if len(shapes) in KERAS1:
        return True
    if len(shapes) not in (2, 3) or any(len(s) != 2 for s in shapes[:2]):
        return False
    (_, width), (d_h, columns) = shapes[:2]
    return columns == width and d_h > 0 and width % d_h == 0 and width // d_h in (1, 3, 4)


def _recurrent(name: str, sides: list[list[np.ndarray]], gates: str, reading: Reading) -> Recurrent:
    cells = tuple(keras_cell(arrays, name, reading) for arrays in sides)
    cells = tuple(cell.with_activations(gates, "tanh") for cell in cells)
    backwards = (False, True)[: len(cells)]
    return Recurrent(name, cells, backwards, parameters=sum(a.size for own in sides for a in own))


def _dense(place: str, arrays: list[np.ndarray]) -> Dense:
    name = place.removesuffix("/layer").rpartition("/")[2]
    b = arrays[1] if len(arrays) == 2 else None
    return Dense(name, arrays[0].T, b, "linear", sum(a.size for a in arrays))


def _is_dense(store: PlaceStore, place: str) -> bool:
    shapes = [
        store.tensors.shape(n) for n in sorted(store.tensors, key=natural) if n.startswith(f"{place}/vars/")
    ]
    return len(shapes) == 2 and len(shapes[0]) == 2 and shapes[1] == shapes[0][1:]


def _around(store: PlaceStore, dense: list[str], blocks: list[Block]) -> tuple[list[str], list[str]]:
    """Return the dense layers that fit behind the recurrent ones, then those that fit in front."""

    def shape(place: str) -> tuple[int, ...]:
        return store.tensors.shape(f"{place}/vars/0")

    back: list[str] = []
    width = blocks[-1].d_out  # type: ignore[union-attr]
    while fits := [p for p in dense if p not in back and shape(p)[0] == width]:
        back.append(fits[0])
        width = shape(fits[0])[1]
    front: list[str] = []
    width = blocks[0].d_x  # type: ignore[union-attr]
    while fits := [p for p in dense if p not in (*front, *back) and shape(p)[1] == width]:
        front.insert(0, fits[-1])
        width = shape(fits[-1])[0]
    return front, back


def _model(
    blocks: list[Block], unread: list[str], names: list[str], reading: Reading, ignored: list[str]
) -> Model:
    if not any(isinstance(block, Recurrent) for block in blocks):
        not_recurrent(names)
    if any(isinstance(block, Dense) for block in blocks):
        reading.note(
            "dense",
            "linear",
            "assume.dense",
            "The file does not say the nonlinearity of the dense layers; they are taken as {value}.",
        )
    first = next(k for k, block in enumerate(blocks) if isinstance(block, Recurrent))
    if unread:
        reading.note(
            "unread",
            ", ".join(unread),
            "assume.unread",
            "These layers are neither recurrent nor dense, or do not fit, and are left out: {value}.",
        )
        # What stood in front of a layer that is left out cannot be run either.
        blocks = blocks[first:] if first else blocks
    return Model("keras", "keras", tuple(blocks), ignored=tuple(ignored))
