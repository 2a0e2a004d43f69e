"""Input sequences: formulas, typed text, real series, and a person's own CSV file."""

from gates.inputs.sequence import MAX_D_X, MAX_T, Note, Sequence, standardise
from gates.inputs.series import SERIES, Series, real_series
from gates.inputs.synthetic import KINDS, synthetic
from gates.inputs.text import text_sequence
from gates.inputs.upload import MAX_COLUMNS, read_csv

__all__ = [
    "KINDS",
    "MAX_COLUMNS",
    "MAX_D_X",
    "MAX_T",
    "SERIES",
    "Note",
    "Sequence",
    "Series",
    "read_csv",
    "real_series",
    "standardise",
    "synthetic",
    "text_sequence",
]
