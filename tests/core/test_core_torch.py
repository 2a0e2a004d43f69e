"""The cells against PyTorch's own cells: outputs, and gradients by every input and parameter.

Tolerances: |difference| <= 1e-12 + 1e-10 |PyTorch's value| in float64, 1e-5 + 1e-4 |.| in float32.
"""

import numpy as np
import pytest
import torch
from core_cases import random_cell, random_state

from gates import LSTM, RNN

T, B = 6, 4
CASES = [("lstm", "tanh"), ("gru-after", "tanh"), ("rnn", "tanh"), ("rnn", "relu")]


def torch_cell(cell):
    """PyTorch's cell with the same weights, and the order of its gates in ours."""
    d_x, d_h = cell.d_x, cell.d_h
    if isinstance(cell, LSTM):
        twin, order = torch.nn.LSTMCell(d_x, d_h, dtype=torch.float64), [0, 1, 3, 2]
        W, U, b, b_hh = cell.W[:, :, :d_x], cell.U, cell.b, np.zeros_like(cell.b)
    elif isinstance(cell, RNN):
        twin, order = torch.nn.RNNCell(d_x, d_h, nonlinearity=cell.activation, dtype=torch.float64), [0]
        W, U, b, b_hh = cell.W[None], cell.U[None], cell.b[None], np.zeros((1, d_h))
    else:
        twin, order = torch.nn.GRUCell(d_x, d_h, dtype=torch.float64), [1, 0, 2]
        W, U, b = cell.W, cell.U, cell.b
        b_hh = np.stack([0 * cell.b_hn, 0 * cell.b_hn, cell.b_hn])
    for name, ours in (("weight_ih", W), ("weight_hh", U), ("bias_ih", b), ("bias_hh", b_hh)):
        with torch.no_grad():
            getattr(twin, name).copy_(torch.from_numpy(ours[order].reshape(getattr(twin, name).shape)))
    return twin, order


def torch_run(cell, X, state, dh, dstate):
    """Hidden states and gradients as PyTorch computes them, in our order and shapes."""
    twin, order = torch_cell(cell)
    x = torch.tensor(X, requires_grad=True)
    pair = isinstance(cell, LSTM)
    initial = [torch.tensor(s, requires_grad=True) for s in (state if pair else [state])]
    now, hidden = initial, []
    for x_t in x:
        out = twin(x_t, tuple(now) if pair else now[0])
        now = list(out) if pair else [out]
        hidden.append(now[0])
    loss = (torch.stack(hidden) * torch.tensor(dh)).sum()
    for s, weight in zip(now, dstate if pair else [dstate], strict=True):
        loss = loss + (s * torch.tensor(weight)).sum()
    loss.backward()
    back = np.argsort(order)
    by_gate = {
        name: p.grad.numpy().reshape(len(order), cell.d_h, *p.shape[1:])[back]
        for name, p in twin.named_parameters()
    }
    states = [s.grad.numpy() for s in initial]
    return torch.stack(hidden).detach().numpy(), x.grad.numpy(), states, by_gate


@pytest.mark.parametrize(("name", "activation"), CASES)
def test_forward_and_every_gradient_equal_pytorch(name, activation):
    cell = random_cell(name, activation=activation, scale=0.8)
    rng = np.random.default_rng(3)
    X, state = rng.normal(size=(T, B, cell.d_x)), random_state(cell, B, rng)
    dh, dstate = rng.normal(size=(T, B, cell.d_h)), random_state(cell, B, rng)

    trace = cell.run(X, state)
    grads = cell.backward(trace, dh, dstate)
    hidden, dx, states, by_gate = torch_run(cell, X, state, dh, dstate)

    pairs = [(trace.h, hidden), (grads.dx, dx), (grads.dh0, states[0])]
    if name == "lstm":
        dW = np.concatenate([by_gate["weight_ih"], by_gate["weight_hh"]], axis=2)
        pairs += [(grads.dc0, states[1]), (grads.dW, dW), (grads.db, by_gate["bias_ih"])]
    elif name == "rnn":
        pairs += [(grads.dW, by_gate["weight_ih"][0]), (grads.dU, by_gate["weight_hh"][0])]
        pairs += [(grads.db, by_gate["bias_ih"][0])]
    else:
        pairs += [(grads.dW, by_gate["weight_ih"]), (grads.dU, by_gate["weight_hh"])]
        pairs += [(grads.db, by_gate["bias_ih"]), (grads.db_hn, by_gate["bias_hh"][2])]
    for ours, theirs in pairs:
        np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", ["lstm", "gru-after", "rnn"])
def test_float32_stays_float32_and_agrees_with_float64(name):
    cell = random_cell(name, scale=0.8)
    rng = np.random.default_rng(4)
    X, dh = rng.normal(size=(T, B, cell.d_x)), rng.normal(size=(T, B, cell.d_h))
    values = {k: v.astype(np.float32) for k, v in vars(cell).items() if isinstance(v, np.ndarray)}
    single = type(cell)(**{**vars(cell), **values})

    trace = single.run(X.astype(np.float32))
    grads = single.backward(trace, dh.astype(np.float32))
    exact = cell.backward(cell.run(X), dh)

    assert trace.h.dtype == np.float32
    for field in ("dx", "dh0", "dW", "db"):
        assert getattr(grads, field).dtype == np.float32
        np.testing.assert_allclose(getattr(grads, field), getattr(exact, field), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["lstm", "gru-after", "gru-before", "rnn"])
def test_the_gradient_by_the_input_can_be_left_out(name):
    cell = random_cell(name)
    trace = cell.run(np.ones((T, B, cell.d_x)))
    dh = np.ones((T, B, cell.d_h))

    assert cell.backward(trace, dh, need_dx=False).dx is None
    np.testing.assert_array_equal(cell.backward(trace, dh, need_dx=False).dW, cell.backward(trace, dh).dW)
