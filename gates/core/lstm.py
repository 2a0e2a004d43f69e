"""The LSTM cell: run, one step, and exact backpropagation through time."""

from dataclasses import KW_ONLY, dataclass

import numpy as np

from gates.core.activations import Activation, activation
from gates.core.columns import above, bias_columns, checked_input, last_gradient, offset_type
from gates.core.lstm_backward import LSTMSlopes, lstm_backward, lstm_slopes, new_slopes
from gates.core.lstm_forward import lstm_forward
from gates.core.shapes import Array, expect, floating, like, state_columns, state_pair, wrong_shape
from gates.core.trace import Gradients, LSTMStep, LSTMTrace


@dataclass(frozen=True, eq=False)
class LSTM:
    """Long short-term memory with a forget gate, u_t = [x_t; h_{t-1}]::

        i = σ(W_i u + b_i)    f = σ(W_f u + b_f)    o = σ(W_o u + b_o)    c̃ = tanh(W_c u + b_c)
        c_t = f c_{t-1} + i c̃        h_t = o tanh(c_t)

    Parameters
    ----------
    W : (4, d_h, d_x + d_h)
        Weights of i, f, o, c; the input's columns come first.
    b : (4, d_h)
        Biases of i, f, o, c.
    gate_activation, activation : str
        Names of `gates.core.activations.ACTIVATIONS`; `activation` serves the candidate and c_t.

    Raises
    ------
    GateError
        If a shape does not fit, naming the argument, the shape it has and the shape it needs.

    References
    ----------
    Gers, Schmidhuber and Cummins (2000), Learning to forget, Neural Computation 12, 2451-2471.
    """

    W: Array
    b: Array
    _: KW_ONLY
    gate_activation: str = "sigmoid"
    activation: str = "tanh"

    def __post_init__(self) -> None:
        b = expect("b", floating("b", self.b), 4, "d_h")
        W = floating("W", self.W)
        d_h = b.shape[1]
        if W.ndim != 3 or W.shape[:2] != b.shape or W.shape[2] <= d_h:
            raise wrong_shape("W", W.shape, (4, d_h, f"d_x + {d_h}"))
        activation(self.gate_activation, "gate_activation")
        activation(self.activation, "activation")
        object.__setattr__(self, "W", W)
        object.__setattr__(self, "b", b)

    @property
    def d_h(self) -> int:
        """Number of units."""
        return self.b.shape[1]

    @property
    def d_x(self) -> int:
        """Number of inputs."""
        return self.W.shape[2] - self.d_h

    @property
    def state_size(self) -> int:
        """Size S of the whole state (c, h)."""
        return 2 * self.d_h

    @property
    def dtype(self) -> np.dtype:
        """Type of the parameters."""
        return np.result_type(self.W, self.b)

    @property
    def U(self) -> Array:
        """Recurrent weights (4, d_h, d_h): the part of W that meets h_{t-1}."""
        return self.W[:, :, self.d_x :]

    @np.errstate(all="ignore")
    def run(self, X: object, state: object = None, *, offset: object = None) -> LSTMTrace:
        """Run over a sequence.

        Parameters
        ----------
        X : (T, B, d_x)
        state : pair (h0, c0), each (B, d_h) or None, optional
            Zeros by default.
        offset : (4, d_h), (4, B, d_h) or (4, B, 1), optional
            Added to the biases; with a batch axis, each sequence has biases of its own.

        Returns
        -------
        LSTMTrace
            With i, f, o, c_tilde, c, h, each (T, B, d_h).
        """
        x = checked_input(X, self.d_x, self.dtype)
        h0, c0 = state_pair("state", state)
        B = x.shape[1]
        h0 = state_columns("h0", h0, self.d_h, B, self.dtype)
        c0 = state_columns("c0", c0, self.d_h, B, self.dtype)
        dtype = offset_type(offset, np.result_type(self.dtype, x, h0, c0))
        bias = bias_columns(self.b, offset, B)
        state = (h0.astype(dtype, copy=False), c0.astype(dtype, copy=False))
        return lstm_forward(self.W, bias, x, state, *self._activations())

    def step(self, x: object, state: object = None) -> LSTMStep:
        """Run one time step from `state`; `x` is (B, d_x), the results are (B, d_h)."""
        x = expect("x", like("x", x, self.dtype), "B", self.d_x)
        return self.run(x[None], state).at(0)

    @np.errstate(all="ignore")
    def slopes(self, trace: LSTMTrace) -> LSTMSlopes:
        """Return the local derivatives of every step, from which all gradients are made."""
        return lstm_slopes(trace, *self._activations(), new_slopes(trace, trace.T))

    @np.errstate(all="ignore")
    def backward(
        self, trace: LSTMTrace, dh: object = None, dstate: object = None, *, need_dx: bool = True
    ) -> Gradients:
        """Backpropagate through time, exactly.

        Parameters
        ----------
        trace : LSTMTrace
            Of this cell.
        dh : (T, B, d_h), optional
            Gradient of the loss with respect to every h_t; None is zero.
        dstate : pair (dh_T, dc_T), each (B, d_h) or None, optional
            On top of it, the gradient with respect to the final state.
        need_dx : bool
            False leaves dx out (None), which training of a first layer has no use for.

        Returns
        -------
        Gradients
            dx, dh0, dc0, dW, db, each shaped like what it belongs to.
        """
        dh_T, dc_T = state_pair("dstate", dstate)
        dh_T, dc_T = last_gradient("dh_T", dh_T, trace), last_gradient("dc_T", dc_T, trace)
        return lstm_backward(self.W, trace, self._activations(), above(dh, trace), (dh_T, dc_T), need_dx)

    def _activations(self) -> tuple[Activation, Activation]:
        gate = activation(self.gate_activation, "gate_activation")
        return gate, activation(self.activation, "activation")
