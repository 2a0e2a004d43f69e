"""PyTorch state dicts: recurrent modules by the names of their arrays, and the linear layer behind them."""

from __future__ import annotations

import re

import numpy as np

from gates.weights.blocks import Block, Dense, Recurrent
from gates.weights.cell import CellWeights
from gates.weights.conventions import CONVENTIONS, unpack
from gates.weights.groups import Module, arrange, natural, not_recurrent
from gates.weights.model import Model
from gates.weights.problems import fail
from gates.weights.reading import Reading
from gates.weights.tensors import Tensors

NAME = re.compile(
    r"^(?P<module>.*?)[./_]?(?P<what>weight_ih|weight_hh|weight_hr|bias_ih|bias_hh)"
    r"(?:_l(?P<layer>\d+))?(?P<reverse>_reverse)?$"
)
KINDS = {4: "lstm", 3: "gru", 1: "rnn"}
Parts = dict[tuple[int, bool], dict[str, str]]


def find(tensors: Tensors) -> dict[str, Parts]:
    """Return, by module, layer and direction, which array is which."""
    modules: dict[str, Parts] = {}
    for name in tensors:
        if match := NAME.match(name):
            parts = modules.setdefault(match["module"], {})
            key = (int(match["layer"] or 0), bool(match["reverse"]))
            parts.setdefault(key, {})[match["what"]] = name
    return modules


def build(tensors: Tensors, reading: Reading, *, in_order: bool, linear: bool = False) -> Model:
    """Return the model that a state dict describes.

    Parameters
    ----------
    tensors : Tensors
        The state dict.
    reading : Reading
        The person's answers.
    in_order : bool
        Whether the file keeps the modules in the order in which they were made.
    linear : bool
        Whether the file's kind promises that all linear layers behind the recurrent ones are applied.
    """
    found = find(tensors)
    if not found:
        not_recurrent(list(tensors))
    names = list(found) if in_order else sorted(found, key=natural)
    modules = [Module(name or "(no name)", _layers(tensors, name, found[name], reading)) for name in names]
    blocks = arrange(modules, reading)
    blocks += _heads(tensors, blocks, reading, linear)
    return Model("pytorch", "pytorch", tuple(blocks), ignored=tuple(tensors.ignored()))


def _layers(tensors: Tensors, module: str, parts: Parts, reading: Reading) -> list[Recurrent]:
    layers = []
    for number in range(max(layer for layer, _ in parts) + 1):
        directions = [back for back in (False, True) if (number, back) in parts]
        name = f"{module}.l{number}" if module else f"l{number}"
        if not directions or directions == [True]:
            fail("error.model.layer_missing", "{name} is missing from the state dict.", name=name)
        before = dict.fromkeys(tensors.used)
        cells = tuple(_cell(tensors, parts[number, back], name, reading) for back in directions)
        count = sum(int(np.prod(tensors.shape(n))) for n in tensors.used - before.keys())
        layers.append(Recurrent(name, cells, tuple(directions), module=module, parameters=count))
    return layers


def _cell(tensors: Tensors, names: dict[str, str], layer: str, reading: Reading) -> CellWeights:
    if "weight_hr" in names:
        fail(
            "error.model.projection",
            "{layer} is an LSTM with a projection ({name}); its output is not its state, and it is not read.",
            layer=layer,
            name=names["weight_hr"],
        )
    for what in ("weight_ih", "weight_hh"):
        if what not in names:
            fail("error.model.array_missing", "{layer} has no {name}.", layer=layer, name=what)
    shape = tensors.shape(names["weight_hh"])
    k = shape[0] // shape[1] if len(shape) == 2 and shape[1] and shape[0] % shape[1] == 0 else 0
    if k not in KINDS:
        fail(
            "error.model.blocks",
            "{name} has shape {shape}; an LSTM has 4 blocks of d_h rows, a GRU 3, a plain cell 1.",
            name=names["weight_hh"],
            shape=shape,
        )
    arrays = {what: tensors.get(name) for what, name in names.items()}
    cell = unpack(
        CONVENTIONS["pytorch"],
        KINDS[k],
        arrays["weight_ih"],
        arrays["weight_hh"],
        arrays.get("bias_ih"),
        arrays.get("bias_hh"),
        name=layer,
    )
    return cell.with_activations("sigmoid", nonlinearity(reading)) if cell.kind == "rnn" else cell


def nonlinearity(reading: Reading) -> str:
    """Ask for the nonlinearity of a plain recurrent layer, which no file of arrays tells."""
    return reading.choose(
        "nonlinearity",
        ("tanh", "relu"),
        "assume.nonlinearity",
        "The file does not say the nonlinearity of the plain recurrent layer; taken is {value}.",
    )


def _heads(tensors: Tensors, blocks: list[Block], reading: Reading, linear: bool) -> list[Dense]:
    """Return the linear layers behind the recurrent ones, as far as the file tells."""
    width, chain = blocks[-1].d_out, []  # type: ignore[union-attr]
    names = [n[: -len("weight")] for n in tensors if _is_linear(tensors, n)]
    while found := [n for n in names if tensors.shape(n + "weight")[1] == width and n not in chain]:
        if len(found) > 1:
            chain = []
            break
        chain.append(found[0])
        width = tensors.shape(found[0] + "weight")[0]
    if not chain:
        return []
    if not linear:
        # One linear layer needs no nonlinearity; between several there is one that the file does not tell.
        usual = ("apply", "none") if len(chain) == 1 else ("none", "apply", "relu", "tanh")
        value = reading.choose(
            "head",
            usual,
            "assume.head",
            "Linear layers fit behind the recurrent ones ({names}); they are run as: {value}.",
            names=", ".join(n.rstrip(".") for n in chain),
        )
        if value == "none":
            return []
        between = value if value in ("relu", "tanh") else "linear"
    else:
        between = "linear"
    return [_dense(tensors, n, between if n != chain[-1] else "linear") for n in chain]


def _is_linear(tensors: Tensors, name: str) -> bool:
    """Tell a linear layer's matrix from an embedding's, which has no bias."""
    if not name.endswith("weight") or len(tensors.shape(name)) != 2 or "emb" in name.lower():
        return False
    bias = name[: -len("weight")] + "bias"
    return bias in tensors and tensors.shape(bias) == tensors.shape(name)[:1]


def _dense(tensors: Tensors, prefix: str, activation: str) -> Dense:
    W, b = tensors.get(prefix + "weight"), tensors.optional(prefix + "bias")
    return Dense(prefix.rstrip("."), W, b, activation, W.size + (0 if b is None else b.size))
