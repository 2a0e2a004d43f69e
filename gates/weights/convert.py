"""Writing a model for another framework, or saying why there is no equivalent."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gates.weights.blocks import Recurrent
from gates.weights.model import Model
from gates.weights.problems import Sentence, fail

ENDINGS = {
    "pytorch": (".pt", ".pth", ".safetensors", ".npz"),
    "keras": (".keras", ".weights.h5", ".h5", ".npz"),
    "onnx": (".onnx",),
}
Writer = Callable[[Model, str], tuple[bytes, list[Sentence]]]


def convert(model: Model, to: str, filename: str) -> tuple[bytes, list[Sentence]]:
    """Return the bytes of another framework's file for a model.

    Parameters
    ----------
    model : Model
        What :func:`~gates.weights.load.load_model` returns.
    to : "pytorch", "keras" or "onnx"
        The framework.
    filename : str
        Name of the file to be; its ending chooses the kind of file.

    Returns
    -------
    data : bytes
        The file.
    notes : list of Sentence
        What the reader of the file has to know, such as a nonlinearity that a state dict cannot hold.

    Raises
    ------
    GateError
        Where the framework has no equivalent, with what to do instead, or the ending is not one of its.
    """
    model.check()
    ending = next((e for e in ENDINGS[to] if filename.lower().endswith(e)), None)
    if ending is None:
        fail(
            "error.convert.ending",
            "{file}: a file for {to} ends in {endings}.",
            file=filename,
            to=to,
            endings=" or ".join(ENDINGS[to]),
        )
    data, notes = _writer(to)(model, ending)
    if model.returns_last and to == "pytorch":
        text = "The model returns its last step only; take the last step of the output."
        notes.append(Sentence("note.convert.last", text))
    return data, notes


def _writer(to: str) -> Writer:
    if to == "pytorch":
        from gates.weights.write_torch import write
    elif to == "keras":
        from gates.weights.write_keras import write
    else:
        from gates.weights.write_onnx import write
    return write


def file_type(model: Model) -> type:
    """Return float32 where it holds every weight matrix exactly, as it does for most files, else float64."""
    matrices = [m for layer in model.layers for cell in layer.cells for m in (cell.W, cell.U)]
    exact = all(np.array_equal(m.astype(np.float32), m) for m in matrices)
    return np.float32 if exact else np.float64


def check_states(layer: Recurrent, to: str, notes: list[Sentence]) -> None:
    """Note that an initial state stays behind where the target's file cannot hold one."""
    if layer.h0 is not None or layer.c0 is not None:
        notes.append(
            Sentence(
                "note.convert.state",
                "The initial state of {layer} is not part of a file for {to}; give it when running.",
                {"layer": layer.name, "to": to},
            )
        )


def check_directions(layer: Recurrent, to: str) -> None:
    """Refuse directions that are merged otherwise than side by side, forward first."""
    if layer.merge != "concat":
        fail(
            "error.convert.merge",
            "{layer} merges its directions by {merge}, which {to} has no equivalent for; convert to Keras.",
            layer=layer.name,
            merge=layer.merge,
            to=to,
        )
    if layer.backwards == (True, False):
        fail(
            "error.convert.backward_first",
            "{layer} has its backward direction first, which {to} has no equivalent for; convert to Keras.",
            layer=layer.name,
            to=to,
        )


def check_skip(model: Model, to: str) -> None:
    """Refuse to leave out that the input is added to the output."""
    if model.skip:
        fail(
            "error.convert.skip",
            "The model adds its input to its output, which is not written for {to}; convert to PyTorch.",
            to=to,
        )
