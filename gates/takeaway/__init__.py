"""What a person takes away: the numbers, the network, and a script that computes the numbers again."""

from gates.takeaway.network import network_safetensors, network_tensors
from gates.takeaway.snippet import FRAMEWORKS, snippet
from gates.takeaway.trace import trace_arrays, trace_csv, trace_npz

__all__ = [
    "FRAMEWORKS",
    "network_safetensors",
    "network_tensors",
    "snippet",
    "trace_arrays",
    "trace_csv",
    "trace_npz",
]
