"""Arrays without a framework's own container, by the names they carry or by the convention one chooses.

PyTorch's names are tried first, then the layouts of :data:`~gates.weights.array_layouts.LAYOUTS`, then
arrays without telling names, which are taken in the order of Keras's ``get_weights()``.
"""

from __future__ import annotations

import re

import numpy as np

from gates.weights import keras_positional, torch_names
from gates.weights.array_layouts import COLUMNS, LAYOUTS, Layout
from gates.weights.blocks import Recurrent
from gates.weights.conventions import CONVENTIONS
from gates.weights.groups import Module, arrange, natural, not_recurrent
from gates.weights.model import Model
from gates.weights.problems import fail
from gates.weights.reading import Reading
from gates.weights.tensors import Tensors

NUMBERED = re.compile(r"^\D*\d+$")


def build(tensors: Tensors, reading: Reading, *, in_order: bool) -> Model:
    """Return the model that named arrays describe.

    Parameters
    ----------
    tensors : Tensors
        The arrays.
    reading : Reading
        The person's answers; ``convention`` names the layout outright.
    in_order : bool
        Whether the file keeps the order in which the arrays were written.
    """
    chosen = reading.given("convention")
    if chosen is not None and chosen not in CONVENTIONS:
        fail(
            "error.model.choice",
            "{name} can be {choices}, not {value}.",
            name="convention",
            choices=", ".join(CONVENTIONS),
            value=chosen,
        )
    found = torch_names.find(tensors)
    one_bias = any(end in name for name in tensors for end in ("bias_ih", "bias_hh", "_l0"))
    if chosen == "pytorch" or (chosen is None and found and (one_bias or not _has_bias(tensors, found))):
        return torch_names.build(tensors, reading, in_order=in_order)
    for layout in LAYOUTS:
        if chosen is None or chosen in layout.conventions:
            groups = _groups(tensors, layout, chosen)
            if groups:
                return _from_groups(tensors, layout, groups, chosen, reading, in_order)
    if all(NUMBERED.match(name) for name in tensors) and chosen in (None, *COLUMNS):
        return keras_positional.build(tensors, reading, chosen or "keras")
    if chosen is not None:
        fail(
            "error.model.convention_names",
            "No arrays named as {convention} names them; the file holds {names}.",
            convention=chosen,
            names=", ".join(list(tensors)[:4]),
        )
    not_recurrent(list(tensors))
    raise AssertionError("not_recurrent raises")


def _has_bias(tensors: Tensors, found: dict) -> bool:
    """Tell Equinox's weight_ih, weight_hh, bias from PyTorch's cells, which have bias_ih and bias_hh."""
    return any(f"{module}{mark}bias" in tensors for module in found for mark in (".", "/", ""))


def _path(name: str) -> str:
    return name.removesuffix(":0").replace(".", "/").replace("['", "/").replace("']", "").strip("/")


def _groups(tensors: Tensors, layout: Layout, chosen: str | None) -> dict[str, dict[str, str]]:
    """Return, by layer, which array has which role; only layers that have all that is needed."""
    groups: dict[str, dict[str, str]] = {}
    # The longest end wins: recurrent_kernel ends in kernel too.
    for name in tensors:
        path = _path(name)
        for role in sorted((*layout.needed, *layout.optional), key=len, reverse=True):
            if path == role or path.endswith("/" + role):
                groups.setdefault(path[: -len(role)].strip("/"), {})[role] = name
                break
    whole = {layer: roles for layer, roles in groups.items() if all(n in roles for n in layout.needed)}
    if layout.cell_only and chosen is None:
        whole = {layer: r for layer, r in whole.items() if "cell" in layer or "lstm" in layer}
    if layout.cell_only:
        whole = {layer: r for layer, r in whole.items() if len(tensors.shape(r[layout.needed[0]])) == 2}
    return whole


def _from_groups(
    tensors: Tensors,
    layout: Layout,
    groups: dict[str, dict[str, str]],
    chosen: str | None,
    reading: Reading,
    in_order: bool,
) -> Model:
    name = reading.choose(
        "convention",
        (layout.conventions[0], *layout.conventions[1:]),
        "assume.convention",
        "The arrays carry no framework's mark; their names are read by the convention of {value}.",
    )
    convention = CONVENTIONS[name]
    modules = []
    for layer in groups if in_order else sorted(groups, key=natural):
        arrays = {role: tensors.get(array) for role, array in groups[layer].items()}
        cell = layout.build(arrays, convention, layer or "the cell", reading)
        if cell.kind == "rnn":
            cell = cell.with_activations("sigmoid", torch_names.nonlinearity(reading))
        count = sum(int(np.prod(a.shape)) for a in arrays.values())
        title = layer or cell.kind
        modules.append(Module(title, [Recurrent(title, (cell,), module=title, parameters=count)]))
    blocks = arrange(_pair_directions(modules), reading)
    return Model(name, name, tuple(blocks), ignored=tuple(tensors.ignored()))


def _pair_directions(modules: list[Module]) -> list[Module]:
    """Join a layer named forward with its backward twin."""
    pairs: dict[str, Module] = {}
    for module in modules:
        is_back = bool(re.search(r"backward|reverse", module.name))
        key = re.sub(r"(forward|backward|reverse|_fw|_bw)", "", module.name)
        if is_back and key in pairs and len(pairs[key].layers[0].cells) == 1:
            ahead, back = pairs[key].layers[0], module.layers[0]
            joined = Recurrent(
                key.strip("/_") or ahead.name,
                (ahead.cells[0], back.cells[0]),
                (False, True),
                parameters=ahead.parameters + back.parameters,
            )
            pairs[key] = Module(joined.name, [joined])
        elif key in pairs:
            pairs[module.name] = module
        else:
            pairs[key] = module
    return list(pairs.values())
