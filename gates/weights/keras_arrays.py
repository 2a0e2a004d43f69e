"""Keras arrays of one recurrent layer, from today's three back to the twelve of Keras 1, as a cell."""

from __future__ import annotations

import numpy as np

from gates.weights.cell import CellWeights
from gates.weights.conventions import CONVENTIONS, Convention, unpack
from gates.weights.problems import fail
from gates.weights.reading import Reading

KINDS = {4: "lstm", 3: "gru", 1: "rnn"}
# Keras 1 kept an array a gate, in the order in which its constructor made them.
KERAS1 = {12: ("lstm", "icfo"), 9: ("gru", "zrh")}


def keras_cell(
    arrays: list[np.ndarray],
    name: str,
    reading: Reading,
    *,
    reset_after: bool | None = None,
    convention: Convention = CONVENTIONS["keras"],
    kind: str | None = None,
    forget_bias: float | None = None,
) -> CellWeights:
    """Return the cell that kernel, recurrent kernel and bias of a Keras layer describe.

    Parameters
    ----------
    arrays : list of ndarray
        Kernel (d_x, k d_h), recurrent kernel (d_h, k d_h) and, unless the layer has none, bias: (k d_h,);
        (2, 3 d_h) for a GRU that resets after; (2 k d_h,) for a CuDNN layer. Or Keras 1's arrays.
    name : str
        The layer, for messages.
    reading : Reading
        Asked where a GRU without biases does not tell where its reset gate acts.
    reset_after : bool, optional
        What the configuration says.
    convention : Convention
        Another order of the same three arrays.
    kind : str, optional
        What the configuration says the cell is.
    forget_bias : float, optional
        What is added to the stored forget bias, in place of the convention's own.
    """
    if len(arrays) in KERAS1:
        arrays, reset_after = _from_keras1(arrays, name), False
    if len(arrays) not in (2, 3) or any(a.ndim != 2 for a in arrays[:2]):
        fail(
            "error.model.keras_arrays",
            "{layer} holds {n} arrays; a cell has 2 or 3.",
            layer=name,
            n=len(arrays),
        )
    kernel, recurrent = arrays[:2]
    bias = arrays[2] if len(arrays) == 3 else None
    d_h, width = recurrent.shape
    k = width // d_h if d_h and width % d_h == 0 else 0
    if k not in KINDS or (kind and KINDS[k] != kind):
        fail(
            "error.model.keras_blocks",
            "{layer}: the recurrent kernel has shape {shape}; an LSTM has 4 d_h columns, a GRU 3 d_h, "
            "a plain cell d_h.",
            layer=name,
            shape=recurrent.shape,
        )
    if bias is not None and bias.shape == (2 * width,):
        return _from_cudnn(kernel, recurrent, bias, k, name)
    second = None
    if bias is not None and bias.ndim == 2 and bias.shape[0] == 2:
        bias, second = bias
    reset = convention.reset if convention.reset != "file" else None
    if k == 3 and reset is None:
        reset = _reset(bias, second, name, reading, reset_after)
    return unpack(
        convention,
        KINDS[k],
        kernel,
        recurrent,
        bias,
        second,
        reset=reset,
        forget_bias=forget_bias,
        name=name,
    )


def _reset(
    bias: np.ndarray | None, second: np.ndarray | None, name: str, reading: Reading, said: bool | None
) -> str:
    """Return where a GRU's reset gate acts: two rows of biases mean after, one means before."""
    if bias is None and said is None:
        return reading.choose(
            "reset",
            ("after", "before"),
            "assume.reset",
            "{layer} has no biases, which would tell where the reset gate acts; taken is {value}.",
            layer=name,
        )
    if bias is None:
        return "after" if said else "before"
    if said is not None and said != (second is not None):
        fail(
            "error.model.reset_bias",
            "{layer}: the configuration says reset_after={said}, the bias has {rows} rows.",
            layer=name,
            said=said,
            rows=1 if second is None else 2,
        )
    return "before" if second is None else "after"


def _from_cudnn(
    kernel: np.ndarray, recurrent: np.ndarray, bias: np.ndarray, k: int, name: str
) -> CellWeights:
    """Return the cell of a CuDNNLSTM or CuDNNGRU layer.

    Each gate's input block is kept transposed and reshaped, each recurrent block transposed, and there are
    two biases a gate one after the other (keras, ``_convert_rnn_weights``).
    """
    blocks = [block.T.reshape(block.shape, order="F") for block in np.hsplit(kernel, k)]
    kernel = np.hstack(blocks)
    recurrent = np.hstack([block.T for block in np.hsplit(recurrent, k)])
    first, second = np.split(bias, 2)
    return unpack(CONVENTIONS["keras"], KINDS[k], kernel, recurrent, first, second, reset="after", name=name)


def _from_keras1(arrays: list[np.ndarray], name: str) -> list[np.ndarray]:
    """Join Keras 1's kernel, recurrent kernel and bias of each gate in today's order."""
    kind, order = KERAS1[len(arrays)]
    take = [3 * order.index(letter) for letter in CONVENTIONS["keras"].order(kind)]
    try:
        return [np.concatenate([arrays[at + part] for at in take], axis=-1) for part in range(3)]
    except ValueError:
        shapes = ", ".join(str(a.shape) for a in arrays[:3])
        fail(
            "error.model.keras1",
            "{layer}: the arrays of the gates differ in shape ({shapes}, …).",
            layer=name,
            shapes=shapes,
        )
