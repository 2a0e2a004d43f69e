"""One step of an LSTM or a GRU by hand: values, the substitution written out, a sentence for each gate."""

from gates.steps.gru import CONVENTIONS, gru_from_gates, gru_from_weights
from gates.steps.lstm import lstm_from_gates, lstm_from_weights
from gates.steps.numbers import MAX_SIZE, parse_matrix, parse_numbers, show
from gates.steps.product import forget_product
from gates.steps.result import Line, Sentence, Step

__all__ = [
    "CONVENTIONS",
    "MAX_SIZE",
    "Line",
    "Sentence",
    "Step",
    "forget_product",
    "gru_from_gates",
    "gru_from_weights",
    "lstm_from_gates",
    "lstm_from_weights",
    "parse_matrix",
    "parse_numbers",
    "show",
]
