"""The LSTM cell: run, one step, and exact backpropagation through time."""

from dataclasses import KW_ONLY, dataclass

import numpy as np

from gates.core.activations import activation
from gates.core.columns import (
    above,
    checked_input,
    column_sums,
    input_columns,
    input_gradient,
    last_gradient,
    offset_type,
    project,
    time_major,
)
from gates.core.lstm_backward import LSTMSlopes, lstm_backward, lstm_slopes
from gates.core.shapes import Array, expect, floating, like, state_columns, state_pair, wrong_shape
from gates.core.trace import Gradients, LSTMStep, LSTMTrace, block


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
        T, B, _ = x.shape
        n = self.d_h
        h0 = state_columns("h0", h0, n, B, self.dtype)
        c0 = state_columns("c0", c0, n, B, self.dtype)
        dtype = offset_type(offset, np.result_type(self.dtype, x, h0, c0))
        h, c = np.empty((2, T + 1, n, B), dtype)
        h[0], c[0] = h0, c0
        a = project(self.W[:, :, : self.d_x], x, self.b, offset, dtype)
        y = np.empty((T, n, B), dtype)
        self._loop(a, c, y, h)
        return LSTMTrace(x=x, h_columns=h, gates=a, c_columns=c, y_columns=y)

    def _loop(self, a: Array, c: Array, y: Array, h: Array) -> None:
        """Turn projected inputs into gates, step by step, and fill in c, y = tanh(c) and h."""
        n, B = h.shape[1:]
        U = self.U.reshape(4 * n, n)
        gate = activation(self.gate_activation, "gate_activation").value
        squash = activation(self.activation, "activation").value
        Uh = np.empty((4 * n, B), h.dtype)
        ic = np.empty((n, B), h.dtype)
        i, f, o, c_tilde = (block(a, k, 4) for k in range(4))
        steps = zip(a, a[:, : 3 * n], i, f, o, c_tilde, c[:-1], c[1:], y, h[:-1], h[1:], strict=True)
        for a_t, ifo_t, i_t, f_t, o_t, g_t, c_old, c_t, y_t, h_old, h_t in steps:
            np.matmul(U, h_old, out=Uh)
            np.add(a_t, Uh, a_t)
            gate(ifo_t, ifo_t)
            squash(g_t, g_t)
            np.multiply(f_t, c_old, c_t)
            np.multiply(i_t, g_t, ic)
            np.add(c_t, ic, c_t)
            squash(c_t, y_t)
            np.multiply(o_t, y_t, h_t)

    def step(self, x: object, state: object = None) -> LSTMStep:
        """Run one time step from `state`; `x` is (B, d_x), the results are (B, d_h)."""
        x = expect("x", like("x", x, self.dtype), "B", self.d_x)
        return self.run(x[None], state).at(0)

    @np.errstate(all="ignore")
    def slopes(self, trace: LSTMTrace) -> LSTMSlopes:
        """Return the local derivatives of every step, from which all gradients are made."""
        gate = activation(self.gate_activation, "gate_activation")
        return lstm_slopes(trace, gate, activation(self.activation, "activation"))

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
        da, dh0, dc0 = lstm_backward(self.U, self.slopes(trace), trace, above(dh, trace), dh_T, dc_T)
        da = time_major(da)
        dx = input_gradient(da, self.W[:, :, : self.d_x], trace.x) if need_dx else None
        u = np.concatenate([input_columns(trace.x), time_major(trace.h_columns[:-1])])
        dW = (da @ u.T).reshape(self.W.shape)
        return Gradients(dx=dx, dh0=dh0.T, dc0=dc0.T, dW=dW, db=column_sums(da).reshape(self.b.shape))
