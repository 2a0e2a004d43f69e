"""How the arrays of one cell are named outside PyTorch's and Keras's own files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gates.weights.cell import CellWeights
from gates.weights.conventions import CONVENTIONS, Convention, unpack
from gates.weights.keras_arrays import KINDS, keras_cell
from gates.weights.problems import fail
from gates.weights.reading import Reading

Arrays = dict[str, np.ndarray]
Build = Callable[[Arrays, Convention, str, Reading], CellWeights]


@dataclass(frozen=True)
class Layout:
    """Names under which the arrays of one cell are found.

    Attributes
    ----------
    conventions : tuple of str
        Conventions that use these names, the usual one first.
    needed, optional : tuple of str
        Ends of the names; what is in front of them names the layer.
    build : callable
        ``build(arrays by end, convention, layer, reading)`` returns the cell.
    cell_only : bool
        Whether the names are so common that the layer's name must say ``cell``, or the person the
        convention.
    """

    conventions: tuple[str, ...]
    needed: tuple[str, ...]
    optional: tuple[str, ...]
    build: Build
    cell_only: bool = False


def _blocks(name: str, kernel: np.ndarray, d_h: int) -> str:
    """Return the kind of cell from the width of its stacked gates."""
    k = kernel.shape[-1] // d_h if d_h and kernel.shape[-1] % d_h == 0 else 0
    if k not in KINDS:
        fail(
            "error.model.blocks",
            "{name} has shape {shape}; an LSTM has 4 blocks of d_h rows, a GRU 3, a plain cell 1.",
            name=name,
            shape=kernel.shape,
        )
    return KINDS[k]


def forget_bias(convention: Convention, kind: str, reading: Reading) -> float:
    """Return what is added to the stored forget bias, asking where the convention adds something."""
    if kind != "lstm" or not convention.forget_bias:
        return 0.0
    return float(
        reading.choose(
            "forget_bias",
            ("1", "0"),
            "assume.forget_bias",
            "{convention} adds a number to the forget bias at run time that the file does not hold; taken is "
            "{value}.",
            convention=convention.name,
        )
    )


def _stacked(a: Arrays, convention: Convention, name: str, reading: Reading) -> CellWeights:
    """Kernel, recurrent kernel and bias as Keras names them, in any column convention's order."""
    arrays = [a["kernel"], a["recurrent_kernel"], *([a["bias"]] if "bias" in a else [])]
    kind = _blocks(name, a["recurrent_kernel"], a["recurrent_kernel"].shape[0])
    added = forget_bias(convention, kind, reading)
    return keras_cell(arrays, name, reading, convention=convention, forget_bias=added)


def _rows(a: Arrays, convention: Convention, name: str, reading: Reading) -> CellWeights:
    """Equinox: gate blocks on rows, one bias, and a second one for the GRU candidate."""
    kind = _blocks(name, a["weight_hh"].T, a["weight_hh"].shape[-1])
    return unpack(convention, kind, a["weight_ih"], a["weight_hh"], a.get("bias"), a.get("bias_n"), name=name)


def _joined(weight: str, bias: str) -> Build:
    """One matrix on [x; h], which TensorFlow 1 and Haiku write."""

    def build(a: Arrays, convention: Convention, name: str, reading: Reading) -> CellWeights:
        width = a[weight].shape[1]
        # The matrix does not tell d_h: an LSTM has four blocks, a plain TensorFlow cell one.
        k = 1 if "rnn_cell" in name.replace("basic_lstm", "") and "lstm" not in name else 4
        d_h = width // k
        d_x = a[weight].shape[0] - d_h
        if width % k or d_x < 1:
            fail(
                "error.model.joined",
                "{layer}: a matrix of shape {shape} does not hold {k} gates on input and state.",
                layer=name,
                shape=a[weight].shape,
                k=k,
            )
        kind = KINDS[k]
        added = forget_bias(convention, kind, reading)
        return unpack(
            convention, kind, a[weight][:d_x], a[weight][d_x:], a.get(bias), forget_bias=added, name=name
        )

    return build


def _tf1_gru(a: Arrays, convention: Convention, name: str, reading: Reading) -> CellWeights:
    """TensorFlow 1's GRUCell: one matrix for r and z, one for the candidate, both on [x; h]."""
    joined = np.concatenate([a["gates/kernel"], a["candidate/kernel"]], axis=1)
    parts = [a[n] for n in ("gates/bias", "candidate/bias") if n in a]
    d_x = joined.shape[0] - a["candidate/kernel"].shape[1]
    return unpack(
        convention, "gru", joined[:d_x], joined[d_x:], np.concatenate(parts) if parts else None, name=name
    )


def _haiku_gru(a: Arrays, convention: Convention, name: str, reading: Reading) -> CellWeights:
    return unpack(convention, "gru", a["w_i"], a["w_h"], a.get("b"), name=name)


def _flax(gates: str, letters: str) -> Build:
    """Flax: a dense layer a gate and side; biases on the recurrent side (LSTM) or where the cell has them."""

    def build(a: Arrays, convention: Convention, name: str, reading: Reading) -> CellWeights:
        kernel = np.concatenate([a[f"i{g}/kernel"] for g in letters], axis=1)
        recurrent = np.concatenate([a[f"h{g}/kernel"] for g in letters], axis=1)
        d_h = recurrent.shape[0]
        zero = np.zeros(d_h)
        sides = [np.concatenate([a.get(f"{side}{g}/bias", zero) for g in letters]) for side in "ih"]
        cell = unpack(convention, gates, kernel, recurrent, *sides, name=name)
        return cell

    return build


def _flax_plain(a: Arrays, convention: Convention, name: str, reading: Reading) -> CellWeights:
    biases = [a[n] for n in ("i/bias", "h/bias") if n in a]
    bias = np.sum(biases, axis=0) if biases else None
    return unpack(convention, "rnn", a["i/kernel"], a["h/kernel"], bias, name=name)


def _flax_stacked(a: Arrays, convention: Convention, name: str, reading: Reading) -> CellWeights:
    """Flax's newer cells: one dense layer a side, gates side by side."""
    recurrent = a["dense_h/kernel"]
    kind = _blocks(name, recurrent, recurrent.shape[0])
    zero = np.zeros(recurrent.shape[1])
    sides = [a.get(f"dense_{side}/bias", zero) for side in "ih"]
    return unpack(convention, kind, a["dense_i/kernel"], recurrent, *sides, name=name)


def _gates(letters: str, what: str, sides: str = "ih") -> tuple[str, ...]:
    return tuple(f"{side}{gate}/{what}" for side in sides for gate in letters)


COLUMNS = ("keras", *(c for c, row in CONVENTIONS.items() if row.gates_along == "columns" and c != "keras"))
LAYOUTS: tuple[Layout, ...] = (
    Layout(("equinox",), ("weight_ih", "weight_hh"), ("bias", "bias_n"), _rows),
    Layout(COLUMNS, ("kernel", "recurrent_kernel"), ("bias",), _stacked),
    Layout(("flax",), _gates("ifgo", "kernel"), _gates("ifgo", "bias"), _flax("lstm", "ifgo")),
    Layout(("flax",), _gates("rzn", "kernel"), _gates("rzn", "bias"), _flax("gru", "rzn")),
    Layout(("flax",), ("dense_i/kernel", "dense_h/kernel"), ("dense_i/bias", "dense_h/bias"), _flax_stacked),
    Layout(("flax",), ("i/kernel", "h/kernel"), ("i/bias", "h/bias"), _flax_plain),
    Layout(("haiku",), ("linear/w",), ("linear/b",), _joined("linear/w", "linear/b"), cell_only=True),
    Layout(("haiku",), ("w_i", "w_h"), ("b",), _haiku_gru),
    Layout(("tf1",), ("gates/kernel", "candidate/kernel"), ("gates/bias", "candidate/bias"), _tf1_gru),
    Layout(("tf1",), ("kernel",), ("bias",), _joined("kernel", "bias"), cell_only=True),
)
