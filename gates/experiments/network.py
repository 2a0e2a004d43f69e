"""A recurrent layer of the core with a linear readout; all parameters in one flat vector."""

from dataclasses import dataclass

import numpy as np

from gates.core import GRU, LSTM, RNN, Cell
from gates.core.init import GATES, KEEP, make_cell
from gates.experiments.config import RunConfig
from gates.experiments.tasks import Task

# The readout starts small, so that the first loss is that of the memoryless answer.
READOUT_SCALE = 0.1


@dataclass(frozen=True)
class Network:
    """Parameters θ and named views into it: W, U, b, b_hn of the cell, V (d_out, d_h) and a (d_out,) behind.

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
    """Draw a network: PyTorch's cell weights, U(−1/√d_h, 1/√d_h), gate biases by the settings, others zero.

    The bias law is that of ``gates.core.init``; chrono biases expect the task's T steps. The readout's
    weights are ten times smaller than a cell's and its bias is the task's best constant answer, so training
    starts at the memoryless baseline.
    """
    constant = np.zeros(len(GATES[config.cell]))
    if config.bias_init == "constant" and config.cell in KEEP:
        constant[GATES[config.cell].index(KEEP[config.cell])] = config.bias_value
    drawn = make_cell(
        config.cell,
        task.d_x,
        config.d_h,
        rng=rng,
        reset=config.reset,
        family="pytorch",
        bias_law=config.bias_init,
        biases=constant,
        T_max=max(3, task.steps),
    )
    shapes = cell_shapes(config.cell, task.d_x, config.d_h, config.reset)
    head = {"V": (task.d_out, config.d_h), "a": (task.d_out,)}
    size = sum(int(np.prod(shape)) for shape in (shapes | head).values())
    network = _network(config.cell, config.reset, shapes | head, np.zeros(size, config.dtype))
    for name in shapes:
        network.views[name][...] = getattr(drawn, name)
    bound = READOUT_SCALE / np.sqrt(config.d_h)
    network.views["V"][...] = rng.uniform(-bound, bound, head["V"])
    network.views["a"][...] = task.answer_mean
    return network
