"""Exact recurrent cells and their gradients, in NumPy alone."""

from gates.core import gradients
from gates.core.gru import GRU
from gates.core.heap import keep_freed_memory
from gates.core.lstm import LSTM
from gates.core.rnn import RNN

Cell = LSTM | GRU | RNN

keep_freed_memory()

__all__ = ["GRU", "LSTM", "RNN", "Cell", "gradients"]
