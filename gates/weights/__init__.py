"""Foreign model files to the core's cells and back.

``load_model`` reads a file of PyTorch, Keras, ONNX or others as data; ``convert`` writes one. Libraries for a
kind of file are imported only when such a file comes.
"""

from gates.weights.blocks import Dense, Recurrent
from gates.weights.conventions import CONVENTIONS, Convention
from gates.weights.convert import convert
from gates.weights.fits import fit_conventions
from gates.weights.load import load_model, load_upload
from gates.weights.model import Model
from gates.weights.other_readings import readings

__all__ = [
    "CONVENTIONS",
    "Convention",
    "Dense",
    "Model",
    "Recurrent",
    "convert",
    "fit_conventions",
    "load_model",
    "load_upload",
    "readings",
]
