"""The GRU cell in both reset conventions: run, one step, and exact backpropagation through time."""

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
from gates.core.errors import GateError
from gates.core.gru_backward import (
    GRUSlopes,
    backward_after,
    backward_before,
    gru_slopes,
    recurrent_gradients,
)
from gates.core.shapes import Array, expect, floating, like, one_of, state_columns
from gates.core.trace import Gradients, GRUStep, GRUTrace, block

RESETS = ("before", "after")


@dataclass(frozen=True, eq=False)
class GRU:
    """Gated recurrent unit; z near 1 keeps the old state::

        z = σ(W_z x + U_z h_{t-1} + b_z)        r = σ(W_r x + U_r h_{t-1} + b_r)
        reset="before":  h̃ = tanh(W_h x + U_h (r h_{t-1}) + b_h)
        reset="after":   h̃ = tanh(W_h x + b_h + r (U_h h_{t-1} + b_hn))
        h_t = z h_{t-1} + (1 - z) h̃

    No map of the weights turns one reset form into the other in general.

    Parameters
    ----------
    W : (3, d_h, d_x)
        Input weights of z, r, h.
    U : (3, d_h, d_h)
        Recurrent weights of z, r, h.
    b : (3, d_h)
        Biases of z, r, h.
    reset : {"before", "after"}
        Whether the reset gate acts before or after the linear map U_h.
    b_hn : (d_h,), optional
        Bias inside the reset gate's reach; zero by default, and only with ``reset="after"``.
    gate_activation, activation : str
        Names of `gates.core.activations.ACTIVATIONS`.

    Raises
    ------
    GateError
        If a shape does not fit, naming the argument, the shape it has and the shape it needs.

    References
    ----------
    Cho et al. (2014), arXiv:1406.1078; the first version resets after, the third before.
    """

    W: Array
    U: Array
    b: Array
    reset: str = "before"
    b_hn: Array | None = None
    _: KW_ONLY
    gate_activation: str = "sigmoid"
    activation: str = "tanh"

    def __post_init__(self) -> None:
        b = expect("b", floating("b", self.b), 3, "d_h")
        W = expect("W", floating("W", self.W), *b.shape, "d_x")
        U = expect("U", floating("U", self.U), *b.shape, b.shape[1])
        one_of("reset", self.reset, RESETS)
        activation(self.gate_activation, "gate_activation")
        activation(self.activation, "activation")
        for name, value in (("W", W), ("U", U), ("b", b), ("b_hn", self._checked_b_hn(b))):
            object.__setattr__(self, name, value)

    def _checked_b_hn(self, b: Array) -> Array | None:
        if self.reset == "before":
            if self.b_hn is not None:
                raise GateError("error.b_hn", "b_hn belongs to reset='after'; reset='before' has none.")
            return None
        if self.b_hn is None:
            return np.zeros_like(b[0])
        return expect("b_hn", floating("b_hn", self.b_hn), b.shape[1])

    @property
    def d_h(self) -> int:
        """Number of units."""
        return self.b.shape[1]

    @property
    def d_x(self) -> int:
        """Number of inputs."""
        return self.W.shape[2]

    @property
    def state_size(self) -> int:
        """Size S of the whole state, here d_h."""
        return self.d_h

    @property
    def dtype(self) -> np.dtype:
        """Type of the parameters."""
        extra = () if self.b_hn is None else (self.b_hn,)
        return np.result_type(self.W, self.U, self.b, *extra)

    @np.errstate(all="ignore")
    def run(self, X: object, state: object = None, *, offset: object = None) -> GRUTrace:
        """Run over a sequence.

        Parameters
        ----------
        X : (T, B, d_x)
        state : (B, d_h), optional
            h0; zeros by default.
        offset : (3, d_h), (3, B, d_h) or (3, B, 1), optional
            Added to the biases; with a batch axis, each sequence has biases of its own.

        Returns
        -------
        GRUTrace
            With z, r, h_tilde, h, each (T, B, d_h).
        """
        x = checked_input(X, self.d_x, self.dtype)
        T, B, _ = x.shape
        h0 = state_columns("h0", state, self.d_h, B, self.dtype)
        dtype = offset_type(offset, np.result_type(self.dtype, x, h0))
        h = np.empty((T + 1, self.d_h, B), dtype)
        h[0] = h0
        a = project(self.W, x, self.b, offset, dtype)
        if self.reset == "before":
            self._loop_before(a, h)
            return GRUTrace(x=x, h_columns=h, gates=a)
        u = np.empty((T, self.d_h, B), dtype)
        self._loop_after(a, u, h)
        return GRUTrace(x=x, h_columns=h, gates=a, u_columns=u)

    def _loop_before(self, a: Array, h: Array) -> None:
        """Turn projected inputs into gates, step by step, and fill in h; the reset acts before U_h."""
        n, B = h.shape[1:]
        U_zr, U_h = self.U[:2].reshape(2 * n, n), self.U[2]
        gate, squash = self._values()
        Uh, rh, w = (np.empty((k * n, B), h.dtype) for k in (2, 1, 1))
        z, r, h_tilde = (block(a, k, 3) for k in range(3))
        steps = zip(a[:, : 2 * n], z, r, h_tilde, h[:-1], h[1:], strict=True)
        for zr_t, z_t, r_t, g_t, h_old, h_t in steps:
            np.matmul(U_zr, h_old, out=Uh)
            np.add(zr_t, Uh, zr_t)
            gate(zr_t, zr_t)
            np.multiply(r_t, h_old, rh)
            np.matmul(U_h, rh, out=w)
            np.add(g_t, w, g_t)
            squash(g_t, g_t)
            _mix(z_t, h_old, g_t, w, h_t)

    def _loop_after(self, a: Array, u: Array, h: Array) -> None:
        """As `_loop_before`, the reset acting on u = U_h h_{t-1} + b_hn, which is kept."""
        n, B = h.shape[1:]
        U = self.U.reshape(3 * n, n)
        b_hn = np.asarray(self.b_hn)[:, None]
        gate, squash = self._values()
        Uh, w = (np.empty((k * n, B), h.dtype) for k in (3, 1))
        Uh_zr, Uh_h = Uh[: 2 * n], Uh[2 * n :]
        z, r, h_tilde = (block(a, k, 3) for k in range(3))
        steps = zip(a[:, : 2 * n], z, r, h_tilde, u, h[:-1], h[1:], strict=True)
        for zr_t, z_t, r_t, g_t, u_t, h_old, h_t in steps:
            np.matmul(U, h_old, out=Uh)
            np.add(zr_t, Uh_zr, zr_t)
            gate(zr_t, zr_t)
            np.add(Uh_h, b_hn, u_t)
            np.multiply(r_t, u_t, w)
            np.add(g_t, w, g_t)
            squash(g_t, g_t)
            _mix(z_t, h_old, g_t, w, h_t)

    def _values(self) -> tuple:
        gate = activation(self.gate_activation, "gate_activation")
        return gate.value, activation(self.activation, "activation").value

    def step(self, x: object, state: object = None) -> GRUStep:
        """Run one time step from `state`; `x` is (B, d_x), the results are (B, d_h)."""
        x = expect("x", like("x", x, self.dtype), "B", self.d_x)
        return self.run(x[None], state).at(0)

    @np.errstate(all="ignore")
    def slopes(self, trace: GRUTrace) -> GRUSlopes:
        """Return the local derivatives of every step, from which all gradients are made."""
        gate = activation(self.gate_activation, "gate_activation")
        return gru_slopes(trace, gate, activation(self.activation, "activation"))

    @np.errstate(all="ignore")
    def backward(
        self, trace: GRUTrace, dh: object = None, dstate: object = None, *, need_dx: bool = True
    ) -> Gradients:
        """Backpropagate through time, exactly.

        Parameters
        ----------
        trace : GRUTrace
            Of this cell.
        dh : (T, B, d_h), optional
            Gradient of the loss with respect to every h_t; None is zero.
        dstate : (B, d_h), optional
            On top of it, the gradient with respect to the final state.
        need_dx : bool
            False leaves dx out (None), which training of a first layer has no use for.

        Returns
        -------
        Gradients
            dx, dh0, dW, dU, db and, if the reset acts after, db_hn, each shaped like what it belongs to.
        """
        dh_T = last_gradient("dstate", dstate, trace)
        loop = backward_before if self.reset == "before" else backward_after
        da, du, dh0 = loop(self.U, self.slopes(trace), trace, above(dh, trace), dh_T)
        da = time_major(da)
        dx = input_gradient(da, self.W, trace.x) if need_dx else None
        dW = (da @ input_columns(trace.x).T).reshape(self.W.shape)
        dU, db_hn = recurrent_gradients(trace, da, du)
        db = column_sums(da).reshape(self.b.shape)
        return Gradients(dx=dx, dh0=dh0.T, dW=dW, dU=dU, db=db, db_hn=db_hn)


def _mix(z: Array, h_old: Array, h_tilde: Array, w: Array, h_new: Array) -> None:
    """Write z h_old + (1 - z) h_tilde into `h_new`; exactly the old state where z is 1."""
    np.multiply(z, h_old, h_new)
    np.subtract(1, z, w)
    np.multiply(w, h_tilde, w)
    np.add(h_new, w, h_new)
