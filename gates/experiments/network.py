"""A recurrent layer of the core with a linear readout; all parameters in one flat vector."""

from dataclasses import dataclass

import numpy as np

from gates.core import GRU, LSTM, RNN, Cell
from gates.experiments.config import RunConfig
from gates.experiments.tasks import Task

# Place of each gate's bias in the core's arrays: LSTM i, f, o, c; GRU z, r, h.
INPUT, FORGET = 0, 1
UPDATE = 0
# The readout starts small, so that the first loss is that of the memoryless answer.
READOUT_SCALE = 0.1


@dataclass(frozen=True)
class Network:
    """Parameters θ and named views into it: W, U, b, b_hn of the cell, V (d_out, d_h) and a (d_out,) behind it.

    y_t = V h_t + a at the scored steps. The views share memory with ``theta``: an optimiser changes the one
    vector in place.
    """

    kind: str
    reset: str
    theta: np.ndarray
    views: dict[str, np.ndarray]

    def cell(self) -> Cell:
        """The core's cell with the present parameters."""
        v = self.views
        if self.kind == "lstm":
            return LSTM(v["W"], v["b"])
        if self.kind == "rnn":
            return RNN(v["W"], v["U"], v["b"])
        if self.reset == "after":
            return GRU(v["W"], v["U"], v["b"], reset="after", b_hn=v["b_hn"])
        return GRU(v["W"], v["U"], v["b"])

    def readout(self, h: np.ndarray) -> np.ndarray:
        """y = V h + a for h (S, B, d_h), giving (S, B, d_out)."""
        return h @ self.views["V"].T + self.views["a"]

    def copy_of(self, theta: np.ndarray) -> "Network":
        """The same network around another parameter vector (copied)."""
        shapes = {name: view.shape for name, view in self.views.items()}
        return _network(self.kind, self.reset, shapes, theta.copy())


def cell_shapes(kind: str, d_x: int, d_h: int, reset: str) -> dict[str, tuple[int, ...]]:
    """Shapes of a cell's parameters, as the core takes them."""
    if kind == "lstm":
        return {"W": (4, d_h, d_x + d_h), "b": (4, d_h)}
    if kind == "rnn":
        return {"W": (d_h, d_x), "U": (d_h, d_h), "b": (d_h,)}
    inner = {"b_hn": (d_h,)} if reset == "after" else {}
    return {"W": (3, d_h, d_x), "U": (3, d_h, d_h), "b": (3, d_h), **inner}


def _network(kind: str, reset: str, shapes: dict, theta: np.ndarray) -> Network:
    views, start = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape))
        views[name] = theta[start : start + size].reshape(shape)
        start += size
    return Network(kind, reset, theta, views)


def new_network(config: RunConfig, task: Task, rng: np.random.Generator) -> Network:
    """Draw a network: cell weights from U(−1/√d_h, 1/√d_h), gate biases by the settings, other biases zero.

    The readout's weights are ten times smaller and its bias is the task's best constant answer, so training
    starts at the memoryless baseline.
    """
    shapes = cell_shapes(config.cell, task.d_x, config.d_h, config.reset)
    shapes |= {"V": (task.d_out, config.d_h), "a": (task.d_out,)}
    size = sum(int(np.prod(shape)) for shape in shapes.values())
    network = _network(config.cell, config.reset, shapes, np.zeros(size, config.dtype))
    bound = 1 / np.sqrt(config.d_h)
    for name in ("W", "U"):
        if name in network.views:
            view = network.views[name]
            view[...] = rng.uniform(-bound, bound, view.shape)
    V = network.views["V"]
    V[...] = READOUT_SCALE * rng.uniform(-bound, bound, V.shape)
    network.views["a"][...] = task.answer_mean
    _set_gate_biases(network, gate_bias(config, task.steps, rng), config.bias_init)
    return network


def gate_bias(config: RunConfig, steps: int, rng: np.random.Generator) -> np.ndarray:
    """Biases (d_h,) of the gate that keeps the state: b_f of the LSTM, b_z of the GRU.

    ``constant``: ``bias_value``. ``chrono``: log u, u ~ U(1, T − 1) (Tallec & Ollivier 2018, eq. 16).
    ``uniform``: −log(1/u − 1), u ~ U(1/d_h, 1 − 1/d_h), the gate itself uniform (Gu et al. 2020).
    """
    n = config.d_h
    if config.bias_init == "chrono":
        return np.log(rng.uniform(1, max(steps - 1, 1), n))
    if config.bias_init == "uniform":
        # One unit alone has no interval to draw from; its gate is 1/2.
        low = min(1 / n, 0.5)
        u = rng.uniform(low, 1 - low, n)
        return -np.log(1 / u - 1)
    return np.full(n, config.bias_value)


def _set_gate_biases(network: Network, bias: np.ndarray, law: str) -> None:
    """Set b_f or b_z; where the law draws a time scale, b_i = −b_f, so that i = 1 − f on a zero input."""
    b = network.views["b"]
    if network.kind == "gru":
        b[UPDATE] = bias
    elif network.kind == "lstm":
        b[FORGET] = bias
        if law != "constant":
            b[INPUT] = -bias
