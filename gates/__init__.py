"""Gate Explorer: what the gates of an LSTM or a GRU do to memory and to gradients."""

from gates.core import GRU, LSTM, RNN, gradients

__version__ = "0.1.0"

__all__ = ["GRU", "LSTM", "RNN", "gradients"]
