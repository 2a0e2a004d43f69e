"""Keras on PyTorch, quietly: set before anything imports it."""

import os

os.environ.setdefault("KERAS_BACKEND", "torch")
