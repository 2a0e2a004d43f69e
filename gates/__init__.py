"""Gate Explorer: what the gates of an LSTM or a GRU do to memory and to gradients."""

from gates.core import GRU, LSTM, RNN, gradients

__all__ = ["GRU", "LSTM", "RNN", "gradients"]
