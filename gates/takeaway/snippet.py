"""A script that computes a trace again in PyTorch or Keras, or the reason why none can."""

from __future__ import annotations

import textwrap
from typing import Literal

import numpy as np

from gates.core import GRU, Cell
from gates.core.errors import GateError
from gates.takeaway import keras_script, pytorch_script
from gates.takeaway.network import network_tensors
from gates.takeaway.trace import trace_arrays

Framework = Literal["pytorch", "keras"]
FRAMEWORKS: tuple[Framework, ...] = ("pytorch", "keras")
# Up to here the numbers are easier to read in the script than in two more files.
INLINE_VALUES = 1_500

COMPARE = """
gap = np.abs(h_again - h).reshape(len(h), -1).max(axis=1)  # a number for each step
print(f"h has shape {h_again.shape} (steps, batch, units)")
print(f"largest difference from the trace: {gap.max():.1e}")
if gap.max() > 1e-6:
    # A chaotic network amplifies the last digit of a rounding at every step.
    print(f"rounding grows in this network: the first {int((gap > 1e-6).argmax())} steps agree to 1e-6")
"""


def snippet(
    cell: Cell,
    X: object,
    state: object = None,
    framework: Framework = "pytorch",
    *,
    network_file: str = "network.safetensors",
    trace_file: str = "trace.npz",
) -> str:
    """Return a Python script that rebuilds the cell in another framework and compares its h with the trace.

    Parameters
    ----------
    cell : LSTM, GRU or RNN
        With the biases that the trace was computed with.
    X : (T, B, d_x)
        Input sequence.
    state : (B, d_h), or a pair (h0, c0) of these, optional
        Initial state.
    framework : "pytorch" or "keras"
    network_file, trace_file : str
        Names under which `network_safetensors` and `trace_npz` were saved; a script of few numbers holds them
        itself and needs no files.

    Returns
    -------
    str
        A script that works in float64, ends with ``h_again`` (T, B, d_h) and prints the largest difference.

    Raises
    ------
    GateError
        ``error.takeaway.reset_before``: PyTorch's GRU resets after the linear map, and no choice of its
        weights gives a reset before it (unless U_h is diagonal, where the two are the same).
        ``error.takeaway.activation``: PyTorch has no such activation. ``error.takeaway.framework``: unknown
        framework.
    """
    scripts = {"pytorch": pytorch_script, "keras": keras_script}
    if framework not in scripts:
        raise GateError(
            "error.takeaway.framework",
            "There is no snippet for {framework}; choose one of {known}.",
            framework=repr(framework),
            known=", ".join(FRAMEWORKS),
        )
    body = scripts[framework].body(cell)
    arrays = trace_arrays(cell, cell.run(X, state))
    kept = [name for name in ("x", "h0", "c0", "h") if name in arrays]
    tensors, run = network_tensors(cell), {name: arrays[name] for name in kept}
    if sum(a.size for a in (*tensors.values(), *run.values())) <= INLINE_VALUES:
        numbers = "".join(_inline(name, a) for name, a in (tensors | run).items())
        head = f"import numpy as np\n{scripts[framework].IMPORTS}\n"
    else:
        numbers = _load("network", f'load_file("{network_file}")', list(tensors))
        numbers += _load("trace", f'np.load("{trace_file}")', kept)
        head = f"import numpy as np\n{scripts[framework].IMPORTS}from safetensors.numpy import load_file\n\n"
        head += f"# Needs {network_file} and {trace_file} in the same folder.\n"
    return f'"""{_title(cell)}"""\n\n{head}{numbers}\n{body}{COMPARE}'


def _title(cell: Cell) -> str:
    reset = f", reset {cell.reset} the linear map" if isinstance(cell, GRU) else ""
    order = {"LSTM": "i, f, o, c", "GRU": "z, r, h"}.get(type(cell).__name__)
    gates = f"; gates in the order {order}" if order else ""
    return f"{type(cell).__name__} with {cell.d_x} inputs and {cell.d_h} units{reset}{gates}."


def _inline(name: str, array: np.ndarray) -> str:
    """Write an array out with all its digits."""
    flat = ", ".join(repr(float(v)) for v in array.ravel())
    numbers = textwrap.fill(
        flat, 100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )
    return f"{name} = np.array([\n{numbers}\n]).reshape{array.shape}\n"


def _load(source: str, expression: str, names: list[str]) -> str:
    values = ", ".join(f'{source}["{name}"].astype(np.float64)' for name in names)
    return f"{source} = {expression}\n{', '.join(names)} = {values}\n"
