"""The GRU cell in both reset conventions: run, one step, and exact backpropagation through time."""

from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

import numpy as np

from gates.core.activations import activation
from gates.core.columns import checked_input, input_gradients, offset_type, project, time_major
from gates.core.errors import GateError
from gates.core.shapes import Array, expect, floating, like, one_of, state_columns
from gates.core.trace import Gradients, GRUStep, GRUTrace, block

RESETS = ("before", "after")


class GRUSlopes(NamedTuple):
    """Local derivatives of a run, as columns (T, d_h, B), a_k being the pre-activation of gate k.

    ``z`` is ∂h_t/∂a_z; ``h`` is ∂h_t/∂a_h; ``r`` is the derivative by a_r of what the reset gate
    multiplies out to: of r h_{t-1} (reset before), of r (U_h h_{t-1} + b_hn) (reset after).
    """

    z: Array
    h: Array
    r: Array


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
                raise GateError(
                    "error.b_hn", "b_hn belongs to reset='after'; with reset='before' there is none."
                )
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
        gate, squash = self._applied()
        Uh, rh, w = (np.empty((k * n, B), h.dtype) for k in (2, 1, 1))
        z, r, h_tilde = (block(a, k, 3) for k in range(3))
        with np.errstate(all="ignore"):
            for zr_t, z_t, r_t, g_t, h_old, h_t in zip(
                a[:, : 2 * n], z, r, h_tilde, h[:-1], h[1:], strict=True
            ):
                np.matmul(U_zr, h_old, out=Uh)
                np.add(zr_t, Uh, zr_t)
                gate(zr_t)
                np.multiply(r_t, h_old, rh)
                np.matmul(U_h, rh, out=w)
                np.add(g_t, w, g_t)
                squash(g_t)
                _mix(z_t, h_old, g_t, w, h_t)

    def _loop_after(self, a: Array, u: Array, h: Array) -> None:
        """As `_loop_before`, the reset acting on u = U_h h_{t-1} + b_hn, which is kept."""
        n, B = h.shape[1:]
        U = self.U.reshape(3 * n, n)
        b_hn = np.asarray(self.b_hn)[:, None]
        gate, squash = self._applied()
        Uh, w = (np.empty((k * n, B), h.dtype) for k in (3, 1))
        Uh_zr, Uh_h = Uh[: 2 * n], Uh[2 * n :]
        z, r, h_tilde = (block(a, k, 3) for k in range(3))
        steps = zip(a[:, : 2 * n], z, r, h_tilde, u, h[:-1], h[1:], strict=True)
        with np.errstate(all="ignore"):
            for zr_t, z_t, r_t, g_t, u_t, h_old, h_t in steps:
                np.matmul(U, h_old, out=Uh)
                np.add(zr_t, Uh_zr, zr_t)
                gate(zr_t)
                np.add(Uh_h, b_hn, u_t)
                np.multiply(r_t, u_t, w)
                np.add(g_t, w, g_t)
                squash(g_t)
                _mix(z_t, h_old, g_t, w, h_t)

    def _applied(self) -> tuple:
        gate = activation(self.gate_activation, "gate_activation")
        return gate.apply, activation(self.activation, "activation").apply

    def step(self, x: object, state: object = None) -> GRUStep:
        """Run one time step from `state`; `x` is (B, d_x), the results are (B, d_h)."""
        x = expect("x", like("x", x, self.dtype), "B", self.d_x)
        return self.run(x[None], state).at(0)

    def slopes(self, trace: GRUTrace) -> GRUSlopes:
        """Return the local derivatives of every step, from which all gradients are made."""
        z, r, h_tilde = (block(trace.gates, k, 3) for k in range(3))
        gate = activation(self.gate_activation, "gate_activation").slope
        dz, dr, dh = (np.empty_like(trace.h_columns[1:]) for _ in range(3))
        h_old = trace.h_columns[:-1]
        gate(z, dz)
        gate(r, dr)
        activation(self.activation, "activation").slope(h_tilde, dh)
        np.multiply(dh, 1 - z, dh)
        np.multiply(dz, h_old - h_tilde, dz)
        np.multiply(dr, h_old if trace.u_columns is None else trace.u_columns, dr)
        return GRUSlopes(dz, dh, dr)

    def backward(self, trace: GRUTrace, dh: object = None, dstate: object = None) -> Gradients:
        """Backpropagate through time, exactly.

        Parameters
        ----------
        trace : GRUTrace
            Of this cell.
        dh : (T, B, d_h), optional
            Gradient of the loss with respect to every h_t; None is zero.
        dstate : (B, d_h), optional
            On top of it, the gradient with respect to the final state.

        Returns
        -------
        Gradients
            dx, dh0, dW, dU, db and, if the reset acts after, db_hn, each shaped like what it belongs to.
        """
        T, B, _ = trace.x.shape
        n, dtype = self.d_h, trace.h_columns.dtype
        dh_T = np.array(state_columns("dstate", dstate, n, B, dtype), dtype)
        above = None if dh is None else expect("dh", like("dh", dh, dtype), T, B, n)
        loop = self._back_before if self.reset == "before" else self._back_after
        with np.errstate(all="ignore"):
            da, du, dh0 = loop(trace, above, dh_T)
            da = time_major(da)
            dW, dx = input_gradients(da, self.W, trace.x)
            dU, db_hn = self._recurrent_gradients(trace, da, du)
            return Gradients(
                dx=dx, dh0=dh0.T, dW=dW, dU=dU, db=da.sum(axis=1).reshape(self.b.shape), db_hn=db_hn
            )

    def _back_before(self, trace: GRUTrace, above: Array | None, dh: Array) -> tuple[Array, None, Array]:
        """Return the gradients by all pre-activations (T, 3 d_h, B), nothing, and by h_0."""
        n = self.d_h
        slopes = self.slopes(trace)
        U_zr_T = np.ascontiguousarray(self.U[:2].reshape(2 * n, n).T)
        U_h_T = np.ascontiguousarray(self.U[2].T)
        da = np.empty_like(trace.gates)
        d_rh, w = np.empty_like(dh), np.empty_like(dh)
        for t in range(len(da) - 1, -1, -1):
            da_t, gates = da[t], trace.gates[t]
            if above is not None:
                np.add(dh, above[t].T, dh)
            np.multiply(dh, slopes.z[t], da_t[:n])
            np.multiply(dh, slopes.h[t], da_t[2 * n :])
            np.matmul(U_h_T, da_t[2 * n :], out=d_rh)
            np.multiply(d_rh, slopes.r[t], da_t[n : 2 * n])
            np.multiply(dh, gates[:n], dh)
            np.multiply(d_rh, gates[n : 2 * n], d_rh)
            np.add(dh, d_rh, dh)
            np.matmul(U_zr_T, da_t[: 2 * n], out=w)
            np.add(dh, w, dh)
        return da, None, dh

    def _back_after(self, trace: GRUTrace, above: Array | None, dh: Array) -> tuple[Array, Array, Array]:
        """Return the gradients by all pre-activations (T, 3 d_h, B), by all of U h_{t-1}, and by h_0."""
        n = self.d_h
        slopes = self.slopes(trace)
        U_T = np.ascontiguousarray(self.U.reshape(3 * n, n).T)
        da, du = np.empty_like(trace.gates), np.empty_like(trace.gates)
        w = np.empty_like(dh)
        for t in range(len(da) - 1, -1, -1):
            du_t, da_h, gates = du[t], da[t, 2 * n :], trace.gates[t]
            if above is not None:
                np.add(dh, above[t].T, dh)
            np.multiply(dh, slopes.h[t], da_h)
            np.multiply(dh, slopes.z[t], du_t[:n])
            np.multiply(da_h, slopes.r[t], du_t[n : 2 * n])
            np.multiply(da_h, gates[n : 2 * n], du_t[2 * n :])
            np.multiply(dh, gates[:n], dh)
            np.matmul(U_T, du_t, out=w)
            np.add(dh, w, dh)
        da[:, : 2 * n] = du[:, : 2 * n]
        return da, du, dh

    def _recurrent_gradients(
        self, trace: GRUTrace, da: Array, du: Array | None
    ) -> tuple[Array, Array | None]:
        """Return dU and db_hn from the gradients by the pre-activations, summed over steps and batch."""
        n = self.d_h
        h_old = time_major(trace.h_columns[:-1]).T
        if du is not None:
            du = time_major(du)
            return (du @ h_old).reshape(self.U.shape), du[2 * n :].sum(axis=1)
        rh = time_major(block(trace.gates, 1, 3)).T * h_old
        return np.concatenate([da[: 2 * n] @ h_old, da[2 * n :] @ rh]).reshape(self.U.shape), None


def _mix(z: Array, h_old: Array, h_tilde: Array, w: Array, h_new: Array) -> None:
    """Write z h_old + (1 - z) h_tilde into `h_new`; exactly the old state where z is 1."""
    np.multiply(z, h_old, h_new)
    np.subtract(1, z, w)
    np.multiply(w, h_tilde, w)
    np.add(h_new, w, h_new)
