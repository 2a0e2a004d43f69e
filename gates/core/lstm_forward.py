"""The LSTM's run: one product and a few products of elements a step."""

import numpy as np

from gates.core.activations import Activation, Value
from gates.core.columns import stacked_columns
from gates.core.shapes import Array
from gates.core.trace import LSTMTrace


def lstm_forward(
    W: Array, bias: Array, x: Array, state: tuple[Array, Array], gate: Activation, squash: Activation
) -> LSTMTrace:
    """Run over x (T, B, d_x) from the state (h_0, c_0), each (d_h, B) and of the type of the result.

    W is (4, d_h, d_x + d_h), `bias` (4 d_h, 1) or, if sequences differ in it, (4 d_h, B).
    """
    h0, c0 = state
    T, B, d_x = x.shape
    n = len(h0)
    u = stacked_columns(x, h0)
    # A step's i, f, o, c̃ and under them c_{t-1}: then i, f meet c̃, c_{t-1} in one product.
    steps = np.empty((T + 1, 5 * n, B), u.dtype)
    steps[0, 4 * n :] = c0
    y = np.empty((T, n, B), u.dtype)
    h = u[:, d_x:-1]
    factor, gate_value = gate.fold(u.dtype) if gate.fold else (1, gate.value)
    Wb, added = _weights_and_bias(W, bias, factor, u.dtype)
    _loop(Wb, added, u, h, steps, y, gate_value, squash.value)
    return LSTMTrace(x=x, h_columns=h, gates=steps[:-1, : 4 * n], c_columns=steps[:, 4 * n :], y_columns=y)


def _loop(
    Wb: Array,
    added: Array | None,
    u: Array,
    h: Array,
    steps: Array,
    y: Array,
    gate: Value,
    squash: Value,
) -> None:
    """Fill in the gates, c and y = tanh(c), and h into `u`."""
    T, n, B = y.shape
    # BLAS fills its result with zeros first; this one stays in the cache.
    a = np.empty((4 * n, B), u.dtype)
    a_ifo, a_c = a[: 3 * n], a[3 * n :]
    products = np.empty((2 * n, B), u.dtype)
    new, kept = products[:n], products[n:]
    now = steps[:T]
    i_f, ifo, o = now[:, : 2 * n], now[:, : 3 * n], now[:, 2 * n : 3 * n]
    c_tilde, both, c = now[:, 3 * n : 4 * n], now[:, 3 * n :], steps[1:, 4 * n :]
    dot, multiply, add = np.dot, np.multiply, np.add
    for u_t, ifo_t, if_t, o_t, g_t, both_t, c_t, y_t, h_t in zip(
        u[:T], ifo, i_f, o, c_tilde, both, c, y, h[1:], strict=True
    ):
        dot(Wb, u_t, a)
        if added is not None:
            add(a, added, a)
        gate(a_ifo, ifo_t)
        squash(a_c, g_t)
        multiply(if_t, both_t, products)
        add(kept, new, c_t)
        squash(c_t, y_t)
        multiply(o_t, y_t, h_t)


def _weights_and_bias(W: Array, bias: Array, factor: float, dtype: np.dtype) -> tuple[Array, Array | None]:
    """Return [W, b] (4 d_h, d_x + d_h + 1), the gates' rows times `factor`, and what is left to add.

    Only biases that differ between sequences are left; with all others, one product a step does everything.
    """
    _, n, width = W.shape
    gates = slice(3 * n)
    Wb = np.empty((4 * n, width + 1), dtype)
    Wb[:, :-1] = W.reshape(4 * n, width)
    shared = bias.shape[1] == 1
    Wb[:, -1:] = bias if shared else 0
    Wb[gates] *= factor
    if shared:
        return Wb, None
    added = bias.astype(dtype)
    added[gates] *= factor
    return Wb, added
