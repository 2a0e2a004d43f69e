"""A cell's weights as a safetensors file that says what they are."""

from __future__ import annotations

import numpy as np
from safetensors.numpy import save

from gates.core import GRU, LSTM, RNN, Cell

GATE_ORDER = {LSTM: "i,f,o,c", GRU: "z,r,h", RNN: "h"}


def network_tensors(cell: Cell) -> dict[str, np.ndarray]:
    """Return the parameters by the project's own letters, in its own shapes.

    LSTM: ``W`` (4, d_h, d_x + d_h), ``b`` (4, d_h). GRU: ``W`` (3, d_h, d_x), ``U`` (3, d_h, d_h), ``b``
    (3, d_h) and, if the reset acts after the linear map, ``b_hn`` (d_h,). RNN: ``W`` (d_h, d_x), ``U``
    (d_h, d_h), ``b`` (d_h,).
    """
    names = ("W", "b") if isinstance(cell, LSTM) else ("W", "U", "b", "b_hn")
    found = {name: getattr(cell, name, None) for name in names}
    return {name: np.ascontiguousarray(value) for name, value in found.items() if value is not None}


def network_safetensors(cell: Cell) -> bytes:
    """Return the network as a safetensors file.

    The tensors are those of `network_tensors`. The metadata hold ``format`` ("gate-explorer"), ``cell``
    ("lstm", "gru", "rnn"), ``gate_order``, ``reset`` (GRU), ``gate_activation`` (not for the RNN) and
    ``activation``, so that the file can be read without guessing a convention.
    """
    metadata = {
        "format": "gate-explorer",
        "cell": type(cell).__name__.lower(),
        "gate_order": GATE_ORDER[type(cell)],
        "activation": cell.activation,
    }
    if isinstance(cell, GRU):
        metadata["reset"] = cell.reset
    if not isinstance(cell, RNN):
        metadata["gate_activation"] = cell.gate_activation
    return save(network_tensors(cell), metadata)
