"""A stack of layers as people write it: ``LSTM(64), BiGRU(32), Dense(1)``."""

from __future__ import annotations

import re
import unicodedata

from gates.core.errors import GateError
from gates.weights.counts import MAX_SIZE, Kind, Layer

MAX_LAYERS = 50
KINDS: dict[str, Kind] = {
    "rnn": "rnn",
    "simplernn": "rnn",
    "gru": "gru",
    "lstm": "lstm",
    "dense": "dense",
    "linear": "dense",
}
_LAYER = re.compile(r"(?P<both>bi(?:directional)?[-( ]*)?(?P<name>[a-z]+)\s*[( ]\s*(?P<units>\d{1,9})\s*\)*")


def parse_stack(text: str) -> tuple[Layer, ...]:
    """Layers from the input upwards.

    Parameters
    ----------
    text : str
        Names with a number of units, separated by commas, semicolons, arrows or line breaks; ``Bi`` in front
        of a cell means both directions. Full-width characters are understood.

    Raises
    ------
    GateError
        Where a part is not a layer, there are too many, or none of them is recurrent.
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    parts = [part.strip() for part in re.split(r"[,;、\n→]|->", plain) if part.strip()]
    if len(parts) > MAX_LAYERS:
        message = "There are {size} layers; the summary takes up to {limit}."
        raise GateError("error.parameters.layers", message, size=len(parts), limit=MAX_LAYERS)
    layers = tuple(map(_layer, parts))
    if all(layer.kind == "dense" for layer in layers):
        message = "There is no recurrent layer: write one such as LSTM(64)."
        raise GateError("error.parameters.recurrent", message)
    return layers


def _layer(part: str) -> Layer:
    found = _LAYER.fullmatch(part)
    kind = KINDS.get(found["name"]) if found else None
    if found is None or kind is None or (kind == "dense" and found["both"]):
        message = "“{part}” is not a layer: write RNN(16), GRU(32), LSTM(64), BiLSTM(64) or Dense(1)."
        raise GateError("error.parameters.layer", message, part=part[:40])
    units = int(found["units"])
    if not 1 <= units <= MAX_SIZE:
        message = "“{part}” has {units} units; a layer has 1 to {high}."
        raise GateError("error.parameters.units", message, part=part[:40], units=units, high=MAX_SIZE)
    return Layer(kind, units, bool(found["both"]))
