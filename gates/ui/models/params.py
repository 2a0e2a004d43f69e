"""Settings of the models page; the second name is the short one of a link."""

from __future__ import annotations

from gates.ui.state import Choice, Number, Text
from gates.weights import CONVENTIONS

#: Models that the page makes itself, and a person's own file.
MODEL = Choice("model", "m_m", "lstm", ("lstm", "gru", "bilstm", "own"))
#: Answers to what a file leaves open, as the page's script writes them: ``model:name=value;name=value``.
ANSWERS = Text("answers", "m_a", "", 600)
#: Layout of arrays that carry no framework's mark; "auto": by their names.
LAYOUT = Choice("layout", "m_c", "auto", ("auto", *CONVENTIONS))
INPUT = {
    "fed": Choice("fed", "m_i", "example", ("example", "noise", "zero", "own")),
    "T": Number("T", "m_T", 100, 1, 2000),
    "seed": Number("seed", "m_s", 0, 0, 999_999),
}
LOOK = {
    "side": Number("side", "m_l", 1, 1, 256),
    "b": Number("b", "m_b", 1, 1, 2000),
    "t": Number("t", "m_t", 20, 1, 2000),
}
#: Endings of the files that a framework reads, without dots.
ENDINGS = {
    "pytorch": ("pt", "safetensors", "npz"),
    "keras": ("keras", "weights_h5", "npz"),
    "onnx": ("onnx",),
}
CONVERT = {
    "to": Choice("to", "m_o", "keras", tuple(ENDINGS)),
    "as_pytorch": Choice("as_pytorch", "m_p", "pt", ENDINGS["pytorch"]),
    "as_keras": Choice("as_keras", "m_k", "keras", ENDINGS["keras"]),
}
PARAMS = (MODEL, LAYOUT, ANSWERS, *INPUT.values(), *LOOK.values(), *CONVERT.values())
