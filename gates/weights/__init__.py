"""Foreign model files to the core's cells and back.

``load_model`` reads a file of PyTorch, Keras, ONNX or others as data; ``convert`` writes one. Libraries for a
kind of file are imported only when such a file comes.
"""

from gates.weights.conventions import CONVENTIONS, Convention
from gates.weights.load import load_model
from gates.weights.model import Dense, Model, Recurrent

__all__ = ["CONVENTIONS", "Convention", "Dense", "Model", "Recurrent", "load_model"]
