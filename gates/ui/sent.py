"""A layer that the models page has sent to the explorer; each session has one place for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from shiny import Session, reactive

from gates.core import GRU, LSTM, RNN
from gates.core.errors import GateError
from gates.inputs.sequence import MAX_T, Note, Sequence

#: Widest cell that a slider moves over the longest sequence; a wider one gets a shorter sequence.
LIVE_WIDTH = 128


@dataclass(frozen=True, eq=False)
class Sent:
    """A layer of a model.

    Parameters
    ----------
    name : str
        Its name in its file, and the file.
    cell : LSTM, GRU or RNN
    sequence : Sequence
        The input that the layer had in the model.
    state : (1, d_h), or a pair of them for the LSTM
        The state from which it started there, as ``run`` takes it; ``None`` is zero.
    """

    name: str
    cell: LSTM | GRU | RNN
    sequence: Sequence
    state: Any = None

    @property
    def kind(self) -> str:
        """ "lstm", "gru" or "rnn"."""
        return type(self.cell).__name__.lower()


_places: dict[Session, reactive.Value[Sent | None]] = {}


def sent_layer(session: Session) -> reactive.Value[Sent | None]:
    """Where this visitor's layer is kept."""
    root = session.root_scope()
    if root not in _places:
        _places[root] = reactive.value(None)
        # A weak key is not enough: who reads the value is known to it, and knows the session.
        root.on_ended(lambda: _forget(root))
    return _places[root]


def _forget(session: Session) -> None:
    _places.pop(session, None)


def settled(
    s: Mapping[str, Any], errors: Mapping[str, GateError], sent: Sent | None
) -> tuple[dict[str, Any], dict[str, GateError]]:
    """Settings with the sent layer in them: kind and width are its own where its weights are used.

    Without one, weights are drawn and the input is a series, and both controls say why. The model's initial state
    comes with its weights only.
    """
    if s["state0"] == "model" and (sent is None or s["weights"] == "drawn"):
        gone = GateError(
            "explorer.model_state", "A model's initial state comes with its weights only; now it is zero."
        )
        s, errors = {**s, "state0": "zero"}, {**errors, "state0": gone}
    if sent is None:
        gone = GateError("explorer.model_gone", "Send a layer from the models page first.")
        asked = {"weights": s["weights"], "source": s["source"]}
        wrong = {id: gone for id, value in asked.items() if value == "model"}
        fallen = {"source": "series"} if "source" in wrong else {}
        return {**s, **fallen, "sent": None, "model": None}, {**errors, **wrong}
    if s["weights"] == "drawn":
        return {**s, "sent": sent, "model": None}, dict(errors)
    own = {"cell": sent.kind, "d_h": sent.cell.d_h, "reset": getattr(sent.cell, "reset", s["reset"])}
    return {**s, **own, "compare": "none", "sent": sent, "model": sent.cell}, dict(errors)


def fitted(sequence: Sequence, cell: LSTM | GRU | RNN) -> Sequence:
    """The sequence if the cell takes it, cut where a slider could not follow over all of it.

    Raises
    ------
    GateError
        Where the number of channels is another one.
    """
    if sequence.d_x != cell.d_x:
        raise GateError("explorer.model_width", "The model takes {needs} channels, this input has {has}.",
                        needs=cell.d_x, has=sequence.d_x)  # fmt: skip
    steps, longest = sequence.T, min(MAX_T, MAX_T * LIVE_WIDTH**2 // cell.d_h**2)
    if steps <= longest:
        return sequence
    labels = sequence.labels[:longest] if sequence.labels else None
    note = Note("explorer.model_cut", {"T": longest, "d_h": cell.d_h})
    return replace(sequence, X=sequence.X[:longest], labels=labels, notes=(*sequence.notes, note))
