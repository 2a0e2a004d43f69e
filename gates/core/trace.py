"""Traces: everything that a run computed, and the gradients that a backward pass returns.

Inside, arrays hold the batch last, (T, d_h, B): a state is then a matrix of columns, as in the equations, and
each gate of a step is one contiguous block. The public names are views with the batch in the middle,
(T, B, d_h).
"""

from dataclasses import dataclass, fields, replace
from typing import Self

from gates.core.shapes import Array


@dataclass(frozen=True, eq=False)
class Gradients:
    """Gradients of a loss, each shaped like what it belongs to; None where a cell has no such parameter.

    Attributes
    ----------
    dx : (T, B, d_x)
        None if it was not asked for.
    dh0, dc0 : (B, d_h)
        With respect to the initial state; `dc0` for the LSTM only.
    dW, dU, db, db_hn
        Like the cell's W, U, b, b_hn. The LSTM's U is the right-hand part of its W.
    """

    dx: Array | None
    dh0: Array
    dW: Array
    db: Array
    dU: Array | None = None
    dc0: Array | None = None
    db_hn: Array | None = None


@dataclass(frozen=True, eq=False)
class RNNStep:
    """One step of an RNN; every array (B, d_h)."""

    h: Array
    h_prev: Array

    @property
    def state(self) -> object:
        """The new state, in the form in which `step` takes an old one."""
        return self.h


@dataclass(frozen=True, eq=False)
class GRUStep(RNNStep):
    """One step of a GRU; every array (B, d_h)."""

    z: Array
    r: Array
    h_tilde: Array


@dataclass(frozen=True, eq=False)
class LSTMStep(RNNStep):
    """One step of an LSTM; every array (B, d_h)."""

    i: Array
    f: Array
    o: Array
    c_tilde: Array
    c: Array
    c_prev: Array

    @property
    def state(self) -> tuple[Array, Array]:
        """The new state (h, c), in the form in which `step` takes an old one."""
        return self.h, self.c


@dataclass(frozen=True, eq=False)
class RNNTrace:
    """A run of an RNN.

    Attributes
    ----------
    x : (T, B, d_x)
    h_columns : (T + 1, d_h, B)
        Hidden states with the initial one in front.
    """

    x: Array
    h_columns: Array

    @property
    def T(self) -> int:
        """Number of steps."""
        return self.x.shape[0]

    @property
    def h(self) -> Array:
        """Hidden states h_1 … h_T, (T, B, d_h)."""
        return rows(self.h_columns[1:])

    @property
    def h_prev(self) -> Array:
        """Hidden states h_0 … h_{T-1} that the steps started from, (T, B, d_h)."""
        return rows(self.h_columns[:-1])

    @property
    def h0(self) -> Array:
        """Initial hidden state, (B, d_h)."""
        return self.h_columns[0].T

    @property
    def state(self) -> object:
        """Final state, in the form in which `run` takes an initial one."""
        return self.h_columns[-1].T

    def window(self, start: int, stop: int) -> Self:
        """Return the steps start … stop - 1 as a trace of their own (views, no copy)."""
        return replace(self, x=self.x[start:stop], h_columns=self.h_columns[start : stop + 1])

    def sequence(self, b: int) -> Self:
        """Return sequence b of the batch as a trace of its own (views, no copy)."""
        columns = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "x"}
        one = {name: array[..., b : b + 1] for name, array in columns.items() if array is not None}
        return replace(self, x=self.x[:, b : b + 1], **one)

    def at(self, t: int) -> RNNStep:
        """Return step t (0 … T - 1), the same names with arrays of shape (B, d_h)."""
        return RNNStep(self.h[t], self.h_prev[t])


@dataclass(frozen=True, eq=False)
class GRUTrace(RNNTrace):
    """A run of a GRU.

    Attributes
    ----------
    gates : (T, 3 d_h, B)
        Values of z, r and the candidate, one block under the other.
    u_columns : (T, d_h, B) or None
        U_h h_{t-1} + b_hn, which the reset gate multiplies when it acts after the linear map.
    """

    gates: Array
    u_columns: Array | None = None

    @property
    def z(self) -> Array:
        """Update gate, (T, B, d_h); near 1 it keeps the old state."""
        return rows(block(self.gates, 0, 3))

    @property
    def r(self) -> Array:
        """Reset gate, (T, B, d_h)."""
        return rows(block(self.gates, 1, 3))

    @property
    def h_tilde(self) -> Array:
        """Candidate hidden state, (T, B, d_h)."""
        return rows(block(self.gates, 2, 3))

    def window(self, start: int, stop: int) -> Self:
        """Return the steps start … stop - 1 as a trace of their own (views, no copy)."""
        u = None if self.u_columns is None else self.u_columns[start:stop]
        return replace(super().window(start, stop), gates=self.gates[start:stop], u_columns=u)

    def at(self, t: int) -> GRUStep:
        """Return step t (0 … T - 1), the same names with arrays of shape (B, d_h)."""
        return GRUStep(self.h[t], self.h_prev[t], self.z[t], self.r[t], self.h_tilde[t])


@dataclass(frozen=True, eq=False)
class LSTMTrace(RNNTrace):
    """A run of an LSTM.

    Attributes
    ----------
    gates : (T, 4 d_h, B)
        Values of i, f, o and the candidate, one block under the other.
    c_columns : (T + 1, d_h, B)
        Cell states with the initial one in front.
    y_columns : (T, d_h, B)
        tanh(c_t) (or the cell's other activation of c_t), which the output gate multiplies.
    """

    gates: Array
    c_columns: Array
    y_columns: Array

    @property
    def i(self) -> Array:
        """Input gate, (T, B, d_h)."""
        return rows(block(self.gates, 0, 4))

    @property
    def f(self) -> Array:
        """Forget gate, (T, B, d_h); near 1 it keeps the old cell state."""
        return rows(block(self.gates, 1, 4))

    @property
    def o(self) -> Array:
        """Output gate, (T, B, d_h)."""
        return rows(block(self.gates, 2, 4))

    @property
    def c_tilde(self) -> Array:
        """Candidate cell state, (T, B, d_h)."""
        return rows(block(self.gates, 3, 4))

    @property
    def c(self) -> Array:
        """Cell states c_1 … c_T, (T, B, d_h)."""
        return rows(self.c_columns[1:])

    @property
    def c_prev(self) -> Array:
        """Cell states c_0 … c_{T-1} that the steps started from, (T, B, d_h)."""
        return rows(self.c_columns[:-1])

    @property
    def c0(self) -> Array:
        """Initial cell state, (B, d_h)."""
        return self.c_columns[0].T

    @property
    def state(self) -> tuple[Array, Array]:
        """Final state (h_T, c_T), in the form in which `run` takes an initial one."""
        return self.h_columns[-1].T, self.c_columns[-1].T

    def window(self, start: int, stop: int) -> Self:
        """Return the steps start … stop - 1 as a trace of their own (views, no copy)."""
        return replace(
            super().window(start, stop),
            gates=self.gates[start:stop],
            c_columns=self.c_columns[start : stop + 1],
            y_columns=self.y_columns[start:stop],
        )

    def at(self, t: int) -> LSTMStep:
        """Return step t (0 … T - 1), the same names with arrays of shape (B, d_h)."""
        gates = (self.i[t], self.f[t], self.o[t], self.c_tilde[t])
        return LSTMStep(self.h[t], self.h_prev[t], *gates, self.c[t], self.c_prev[t])


Trace = RNNTrace | GRUTrace | LSTMTrace


def rows(columns: Array) -> Array:
    """Return the view (T, B, d) of an array (T, d, B)."""
    return columns.transpose(0, 2, 1)


def block(stacked: Array, k: int, blocks: int) -> Array:
    """Return block k of (T, blocks * d_h, B), a view (T, d_h, B)."""
    d_h = stacked.shape[1] // blocks
    return stacked[:, k * d_h : (k + 1) * d_h]
