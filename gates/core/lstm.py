"""The LSTM cell: run, one step, and exact backpropagation through time."""

from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

import numpy as np

from gates.core.activations import activation
from gates.core.columns import checked_input, input_gradients, offset_type, project, time_major
from gates.core.shapes import Array, expect, floating, like, state_columns, state_pair, wrong_shape
from gates.core.trace import Gradients, LSTMStep, LSTMTrace, block


class LSTMSlopes(NamedTuple):
    """Local derivatives of a run, as columns (batch last).

    With a_k the pre-activation of gate k: ``gates`` (T, 4 d_h, B) holds ∂c/∂a_i, ∂c/∂a_f, ∂h/∂a_o (at fixed
    c), ∂c/∂a_c; ``m`` (T, d_h, B) is ∂h/∂c = o tanh'(c).
    """

    gates: Array
    m: Array


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
        gate = activation(self.gate_activation, "gate_activation").apply
        squash = activation(self.activation, "activation").apply
        Uh = np.empty((4 * n, B), h.dtype)
        ic = np.empty((n, B), h.dtype)
        i, f, o, c_tilde = (block(a, k, 4) for k in range(4))
        steps = zip(a, a[:, : 3 * n], i, f, o, c_tilde, c[:-1], c[1:], y, h[:-1], h[1:], strict=True)
        with np.errstate(all="ignore"):
            for a_t, ifo_t, i_t, f_t, o_t, g_t, c_old, c_t, y_t, h_old, h_t in steps:
                np.matmul(U, h_old, out=Uh)
                np.add(a_t, Uh, a_t)
                gate(ifo_t)
                squash(g_t)
                np.multiply(f_t, c_old, c_t)
                np.multiply(i_t, g_t, ic)
                np.add(c_t, ic, c_t)
                y_t[...] = c_t
                squash(y_t)
                np.multiply(o_t, y_t, h_t)

    def step(self, x: object, state: object = None) -> LSTMStep:
        """Run one time step from `state`; `x` is (B, d_x), the results are (B, d_h)."""
        x = expect("x", like("x", x, self.dtype), "B", self.d_x)
        return self.run(x[None], state).at(0)

    def slopes(self, trace: LSTMTrace) -> LSTMSlopes:
        """Return the local derivatives of every step, from which all gradients are made."""
        n = self.d_h
        gates = np.empty_like(trace.gates)
        i, f, o, c_tilde = (block(trace.gates, k, 4) for k in range(4))
        di, df, do, dc = (block(gates, k, 4) for k in range(4))
        activation(self.gate_activation, "gate_activation").slope(trace.gates[:, : 3 * n], gates[:, : 3 * n])
        squash = activation(self.activation, "activation").slope
        np.multiply(di, c_tilde, di)
        np.multiply(df, trace.c_columns[:-1], df)
        np.multiply(do, trace.y_columns, do)
        squash(c_tilde, dc)
        np.multiply(dc, i, dc)
        m = np.empty_like(trace.y_columns)
        squash(trace.y_columns, m)
        np.multiply(m, o, m)
        return LSTMSlopes(gates, m)

    def backward(self, trace: LSTMTrace, dh: object = None, dstate: object = None) -> Gradients:
        """Backpropagate through time, exactly.

        Parameters
        ----------
        trace : LSTMTrace
            Of this cell.
        dh : (T, B, d_h), optional
            Gradient of the loss with respect to every h_t; None is zero.
        dstate : pair (dh_T, dc_T), each (B, d_h) or None, optional
            On top of it, the gradient with respect to the final state.

        Returns
        -------
        Gradients
            dx, dh0, dc0, dW, db, each shaped like what it belongs to.
        """
        T, B, _ = trace.x.shape
        dh_T, dc_T = state_pair("dstate", dstate)
        dh_rec = state_columns("dh_T", dh_T, self.d_h, B, trace.h_columns.dtype)
        dc = state_columns("dc_T", dc_T, self.d_h, B, trace.h_columns.dtype)
        above = None if dh is None else expect("dh", like("dh", dh, dh_rec.dtype), T, B, self.d_h)
        with np.errstate(all="ignore"):
            da, dh0, dc0 = self._loop_back(trace, above, dh_rec, dc)
            da = time_major(da)
            dW_x, dx = input_gradients(da, self.W[:, :, : self.d_x], trace.x)
            dU = da @ time_major(trace.h_columns[:-1]).T
            dW = np.concatenate([dW_x, dU.reshape(self.U.shape)], axis=2)
            return Gradients(dx=dx, dh0=dh0.T, dc0=dc0.T, dW=dW, db=da.sum(axis=1).reshape(self.b.shape))

    def _loop_back(
        self, trace: LSTMTrace, above: Array | None, dh: Array, dc: Array
    ) -> tuple[Array, Array, Array]:
        """Return the gradients with respect to all pre-activations (T, 4 d_h, B), h_0 and c_0."""
        n = self.d_h
        da, m = self.slopes(trace)
        U_T = np.ascontiguousarray(self.U.reshape(4 * n, n).T)
        dh, dc = np.array(dh, m.dtype), np.array(dc, m.dtype)
        from_h = np.empty_like(dc)
        for t in range(len(m) - 1, -1, -1):
            da_t = da[t]
            if above is not None:
                np.add(dh, above[t].T, dh)
            np.multiply(dh, m[t], from_h)
            np.add(dc, from_h, dc)
            by_c = da_t[: 2 * n].reshape(2, n, -1)
            np.multiply(by_c, dc, by_c)
            np.multiply(da_t[2 * n : 3 * n], dh, da_t[2 * n : 3 * n])
            np.multiply(da_t[3 * n :], dc, da_t[3 * n :])
            np.multiply(dc, trace.gates[t, n : 2 * n], dc)
            np.matmul(U_T, da_t, out=dh)
        return da, dh, dc
