"""Arrays as Keras's ``get_weights()`` lists them: no names, only order and shape."""

from __future__ import annotations

import numpy as np

from gates.weights.blocks import Block, Dense, Recurrent
from gates.weights.conventions import CONVENTIONS
from gates.weights.groups import natural, not_recurrent
from gates.weights.keras_arrays import keras_cell
from gates.weights.model import Model
from gates.weights.problems import fail
from gates.weights.reading import Reading
from gates.weights.tensors import Tensors


def build(tensors: Tensors, reading: Reading, convention: str) -> Model:
    """Return the model that a list of arrays describes.

    A matrix followed by one of shape (d_h, k d_h) of the same width is a recurrent layer, with a bias if one
    follows; a matrix followed by a vector is a dense layer.
    """
    names = sorted(tensors, key=natural)
    arrays = [tensors.get(name) for name in names]
    blocks: list[Block] = []
    at = 0
    while at < len(arrays):
        count = _recurrent_arrays(arrays[at:])
        if count:
            name = f"layer_{len(blocks)}"
            cell = keras_cell(arrays[at : at + count], name, reading, convention=CONVENTIONS[convention])
            size = sum(a.size for a in arrays[at : at + count])
            blocks.append(Recurrent(name, (cell,), parameters=size))
        else:
            count = 2 if len(arrays) > at + 1 and arrays[at + 1].ndim == 1 else 1
            blocks.append(_dense(arrays[at : at + count], names[at], f"layer_{len(blocks)}"))
        at += count
    if not any(isinstance(block, Recurrent) for block in blocks):
        not_recurrent(names)
    reading.note(
        "layout",
        convention,
        "assume.positional",
        "The arrays have no telling names; they are read in the order of Keras's get_weights(), convention "
        "{value}, dense layers without a nonlinearity.",
    )
    return Model("keras", convention, tuple(_pair(blocks)))


def _recurrent_arrays(arrays: list[np.ndarray]) -> int:
    """Return how many of the next arrays make a recurrent layer, or 0."""
    if len(arrays) < 2 or any(a.ndim != 2 for a in arrays[:2]):
        return 0
    (_, width), (d_h, columns) = arrays[0].shape, arrays[1].shape
    if columns != width or not d_h or width % d_h or width // d_h not in (1, 3, 4):
        return 0
    shapes = ((width,), (2, width), (2 * width,))
    return 3 if len(arrays) > 2 and arrays[2].shape in shapes else 2


def _dense(arrays: list[np.ndarray], first: str, name: str) -> Dense:
    W, b = arrays[0], arrays[1] if len(arrays) > 1 else None
    if W.ndim != 2 or (b is not None and b.shape != W.shape[1:]):
        fail(
            "error.model.positional",
            "{name} of shape {shape} belongs neither to a recurrent nor to a dense layer.",
            name=first,
            shape=W.shape,
        )
    return Dense(name, W.T, b, "linear", sum(a.size for a in arrays))


def _pair(blocks: list[Block]) -> list[Block]:
    """Join two equal recurrent layers in a row whose widths say that they are two directions of one."""
    paired: list[Block] = []
    for block in blocks:
        last = paired[-1] if paired else None
        if (
            isinstance(block, Recurrent)
            and isinstance(last, Recurrent)
            and len(last.cells) == 1
            and block.d_x == last.d_x != last.d_out
            and block.cells[0].U.shape == last.cells[0].U.shape
        ):
            cells = (last.cells[0], block.cells[0])
            paired[-1] = Recurrent(
                last.name, cells, (False, True), parameters=last.parameters + block.parameters
            )
        else:
            paired.append(block)
    return paired
