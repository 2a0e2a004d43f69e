"""The part of a snippet that is about Keras: transposed kernels, the bias of both reset forms."""

from __future__ import annotations

from gates.core import GRU, LSTM, RNN, Cell

IMPORTS = "import keras\n"
# result_type() of Keras maps float64 to float32 except on TensorFlow (keras-team/keras#23704), and with it
# every matrix product of the layers that have no kernel of their own: SimpleRNN, GRU with
# reset_after=False.
PRECISION = """\
keras.config.set_floatx("float64")
# Except on TensorFlow, some layers multiply matrices in single precision all the same: 1e-7 is fine.

"""

LSTM_BODY = """\
d_h, d_x = W.shape[1], W.shape[2] - W.shape[1]
order = [0, 1, 3, 2]  # Keras stacks i, f, c, o
W, b = W[order], b[order]

layer = keras.layers.LSTM(d_h, return_sequences=True{activations})
layer.build((None, None, d_x))
layer.set_weights([
    W[:, :, :d_x].reshape(4 * d_h, d_x).T,  # kernel (d_x, 4 d_h)
    W[:, :, d_x:].reshape(4 * d_h, d_h).T,  # recurrent kernel (d_h, 4 d_h)
    b.reshape(-1),
])
"""

GRU_BODY = """\
d_h, d_x = W.shape[1], W.shape[2]

layer = keras.layers.GRU(d_h, return_sequences=True, reset_after={reset_after}{activations})
layer.build((None, None, d_x))
layer.set_weights([
    W.reshape(3 * d_h, d_x).T,  # kernel (d_x, 3 d_h), gates z, r, h as here
    U.reshape(3 * d_h, d_h).T,  # recurrent kernel (d_h, 3 d_h)
    {bias},
])
"""
BIAS_BEFORE = "b.reshape(-1)"
# Two rows: beside the input and beside the recurrent matrix; r multiplies the last third of the second.
BIAS_AFTER = "np.stack([b.reshape(-1), np.concatenate([np.zeros(2 * d_h), b_hn])])"

RNN_BODY = """\
d_h, d_x = W.shape

layer = keras.layers.SimpleRNN(d_h, return_sequences=True{activations})
layer.build((None, None, d_x))
layer.set_weights([W.T, U.T, b])
"""

RUN = """\
# Keras has the batch first and the steps second.
y = layer(keras.ops.convert_to_tensor(x.transpose(1, 0, 2)), initial_state={state})
h_again = keras.ops.convert_to_numpy(y).transpose(1, 0, 2)
"""
KERAS_2_SIGMOID = """\
def hard_sigmoid_keras2(a):
    return keras.ops.clip(0.2 * a + 0.5, 0.0, 1.0)


"""


def body(cell: Cell) -> str:
    """Return the lines that build the layer and run it; they find W, U, b, b_hn, x, h0, c0 as arrays."""
    activations = _argument("activation", cell.activation, "tanh")
    if not isinstance(cell, RNN):
        activations += _argument("recurrent_activation", cell.gate_activation, "sigmoid")
    before = PRECISION + KERAS_2_SIGMOID if "hard_sigmoid_keras2" in activations else PRECISION
    state = "[keras.ops.convert_to_tensor(s) for s in (h0, c0)]"
    if isinstance(cell, LSTM):
        return before + LSTM_BODY.format(activations=activations) + RUN.format(state=state)
    run = RUN.format(state="keras.ops.convert_to_tensor(h0)")
    if isinstance(cell, GRU):
        after = cell.reset == "after"
        bias = BIAS_AFTER if after else BIAS_BEFORE
        return before + GRU_BODY.format(activations=activations, reset_after=after, bias=bias) + run
    return before + RNN_BODY.format(activations=activations) + run


def _argument(name: str, activation: str, default: str) -> str:
    if activation == default:
        return ""
    return f", {name}={activation}" if activation == "hard_sigmoid_keras2" else f', {name}="{activation}"'
