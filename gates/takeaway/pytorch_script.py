"""The part of a snippet that is about PyTorch: gate order, two biases, reset after."""

from __future__ import annotations

import numpy as np

from gates.core import GRU, LSTM, Cell
from gates.core.errors import GateError

IMPORTS = "import torch\n"

LSTM_BODY = """\
d_h, d_x = W.shape[1], W.shape[2] - W.shape[1]
order = [0, 1, 3, 2]  # PyTorch stacks i, f, g, o; its g is the candidate c
W, b = W[order], b[order]

cell = torch.nn.LSTM(d_x, d_h, dtype=torch.float64)
with torch.no_grad():
    cell.weight_ih_l0.copy_(torch.from_numpy(W[:, :, :d_x].reshape(4 * d_h, d_x)))
    cell.weight_hh_l0.copy_(torch.from_numpy(W[:, :, d_x:].reshape(4 * d_h, d_h)))
    cell.bias_ih_l0.copy_(torch.from_numpy(b.reshape(-1)))
    cell.bias_hh_l0.zero_()  # PyTorch adds two biases; one of them is enough
    state = torch.from_numpy(h0)[None], torch.from_numpy(c0)[None]
    h_again = cell(torch.from_numpy(x), state)[0].numpy()
"""

GRU_BODY = """\
d_h, d_x = W.shape[1], W.shape[2]
order = [1, 0, 2]  # PyTorch stacks r, z, n; its n is the candidate
W, U, b = W[order], U[order], b[order]
b_hh = np.zeros((3, d_h))
{second_bias}
cell = torch.nn.GRU(d_x, d_h, dtype=torch.float64)
with torch.no_grad():
    cell.weight_ih_l0.copy_(torch.from_numpy(W.reshape(3 * d_h, d_x)))
    cell.weight_hh_l0.copy_(torch.from_numpy(U.reshape(3 * d_h, d_h)))
    cell.bias_ih_l0.copy_(torch.from_numpy(b.reshape(-1)))
    cell.bias_hh_l0.copy_(torch.from_numpy(b_hh.reshape(-1)))
    h_again = cell(torch.from_numpy(x), torch.from_numpy(h0)[None])[0].numpy()
"""

RNN_BODY = """\
d_h, d_x = W.shape

cell = torch.nn.RNN(d_x, d_h, nonlinearity="{activation}", dtype=torch.float64)
with torch.no_grad():
    cell.weight_ih_l0.copy_(torch.from_numpy(W))
    cell.weight_hh_l0.copy_(torch.from_numpy(U))
    cell.bias_ih_l0.copy_(torch.from_numpy(b))
    cell.bias_hh_l0.zero_()  # PyTorch adds two biases; one of them is enough
    h_again = cell(torch.from_numpy(x), torch.from_numpy(h0)[None])[0].numpy()
"""


def body(cell: Cell) -> str:
    """Return the lines that build the cell and run it; they find W, U, b, b_hn, x, h0, c0 as arrays.

    Raises
    ------
    GateError
        If PyTorch has no cell that computes the same.
    """
    if isinstance(cell, LSTM):
        _only(cell.gate_activation, "sigmoid")
        _only(cell.activation, "tanh")
        return LSTM_BODY
    if isinstance(cell, GRU):
        _only(cell.gate_activation, "sigmoid")
        _only(cell.activation, "tanh")
        return GRU_BODY.format(second_bias=_second_bias(cell))
    _only(cell.activation, "tanh", "relu")
    return RNN_BODY.format(activation=cell.activation)


def _second_bias(cell: GRU) -> str:
    if cell.reset == "after":
        return "b_hh[2] = b_hn  # the reset gate multiplies it, so it cannot be added to b\n"
    if np.any(cell.U[2] != np.diag(np.diag(cell.U[2]))):
        raise GateError(
            "error.takeaway.reset_before",
            "PyTorch's GRU lets the reset gate act after the linear map U_h; with a reset before it, "
            "as here, no choice of weights makes it compute the same. Keras can: reset_after=False.",
        )
    return "# U_h is diagonal, so it is all the same whether r acts before it or after it.\n"


def _only(activation: str, *known: str) -> None:
    if activation not in known:
        raise GateError(
            "error.takeaway.activation",
            "PyTorch's cell has no activation {activation} (only {known}); Keras has it.",
            activation=activation,
            known=", ".join(known),
        )
