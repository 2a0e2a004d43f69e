"""The plain recurrent cell: run, one step, and exact backpropagation through time."""

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
from gates.core.shapes import Array, expect, floating, like, state_columns
from gates.core.trace import Gradients, RNNStep, RNNTrace


@dataclass(frozen=True, eq=False)
class RNN:
    """Recurrent network without gates: h_t = tanh(W x_t + U h_{t-1} + b).

    Parameters
    ----------
    W : (d_h, d_x)
    U : (d_h, d_h)
    b : (d_h,)
    activation : str
        Name of one of `gates.core.activations.ACTIVATIONS`.

    Raises
    ------
    GateError
        If a shape does not fit, naming the argument, the shape it has and the shape it needs.
    """

    W: Array
    U: Array
    b: Array
    _: KW_ONLY
    activation: str = "tanh"

    def __post_init__(self) -> None:
        b = expect("b", floating("b", self.b), "d_h")
        W = expect("W", floating("W", self.W), *b.shape, "d_x")
        U = expect("U", floating("U", self.U), *b.shape, *b.shape)
        activation(self.activation, "activation")
        for name, value in (("W", W), ("U", U), ("b", b)):
            object.__setattr__(self, name, value)

    @property
    def d_h(self) -> int:
        """Number of units."""
        return self.b.shape[0]

    @property
    def d_x(self) -> int:
        """Number of inputs."""
        return self.W.shape[1]

    @property
    def state_size(self) -> int:
        """Size S of the whole state, here d_h."""
        return self.d_h

    @property
    def dtype(self) -> np.dtype:
        """Type of the parameters."""
        return np.result_type(self.W, self.U, self.b)

    @np.errstate(all="ignore")
    def run(self, X: object, state: object = None, *, offset: object = None) -> RNNTrace:
        """Run over a sequence.

        Parameters
        ----------
        X : (T, B, d_x)
        state : (B, d_h), optional
            h0; zeros by default.
        offset : (1, d_h), (1, B, d_h) or (1, B, 1), optional
            Added to the bias; with a batch axis, each sequence has a bias of its own.

        Returns
        -------
        RNNTrace
            With h, (T, B, d_h).
        """
        x = checked_input(X, self.d_x, self.dtype)
        T, B, _ = x.shape
        h0 = state_columns("h0", state, self.d_h, B, self.dtype)
        dtype = offset_type(offset, np.result_type(self.dtype, x, h0))
        h = np.empty((T + 1, self.d_h, B), dtype)
        h[0] = h0
        a = project(self.W[None], x, self.b[None], offset, dtype)
        squash = activation(self.activation, "activation").value
        for a_t, h_old, h_t in zip(a, h[:-1], h[1:], strict=True):
            np.matmul(self.U, h_old, out=h_t)
            np.add(h_t, a_t, h_t)
            squash(h_t, h_t)
        return RNNTrace(x=x, h_columns=h)

    def step(self, x: object, state: object = None) -> RNNStep:
        """Run one time step from `state`; `x` is (B, d_x), the results are (B, d_h)."""
        x = expect("x", like("x", x, self.dtype), "B", self.d_x)
        return self.run(x[None], state).at(0)

    @np.errstate(all="ignore")
    def slopes(self, trace: RNNTrace) -> Array:
        """Return the derivative of h_t by its pre-activation at every step, as columns (T, d_h, B)."""
        slopes = np.empty_like(trace.h_columns[1:])
        activation(self.activation, "activation").slope(trace.h_columns[1:], slopes)
        return slopes

    @np.errstate(all="ignore")
    def backward(
        self, trace: RNNTrace, dh: object = None, dstate: object = None, *, need_dx: bool = True
    ) -> Gradients:
        """Backpropagate through time, exactly.

        Parameters
        ----------
        trace : RNNTrace
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
            dx, dh0, dW, dU, db, each shaped like what it belongs to.
        """
        d = np.array(last_gradient("dstate", dstate, trace))
        from_above = above(dh, trace)
        U_T = np.ascontiguousarray(self.U.T)
        da = self.slopes(trace)
        for t in range(trace.T - 1, -1, -1):
            if from_above is not None:
                np.add(d, from_above[t], d)
            np.multiply(da[t], d, da[t])
            np.matmul(U_T, da[t], out=d)
        da = time_major(da)
        dx = input_gradient(da, self.W, trace.x) if need_dx else None
        dW = da @ input_columns(trace.x).T
        dU = da @ time_major(trace.h_columns[:-1]).T
        return Gradients(dx=dx, dh0=d.T, dW=dW, dU=dU, db=column_sums(da))
