"""From settings to numbers, section by section: plain functions that another process can run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gates.core import GRU, LSTM, gradients
from gates.core import laws as core_laws
from gates.core.clipping import Clipped, clip_by_global_norm
from gates.core.gradients.bias_map import BiasMap
from gates.core.gradients.lyapunov import Lyapunov
from gates.core.gradients.spectrum import Disc, spectrum_of
from gates.core.gradients.telescope import Telescope
from gates.core.held import Held, held_cell, held_gradient, logit
from gates.core.init import gate_biases, make_cell, recurrent_weights
from gates.core.saturation import Saturation, saturation
from gates.inputs.synthetic import synthetic

from .params import KEEP

Settings = Mapping[str, Any]
Gated = LSTM | GRU

#: Biases of a cell in the order of the core's parameters.
BIAS_ORDER = {"lstm": ("b_i", "b_f", "b_o", "b_c"), "gru": ("b_z", "b_r", "b_h")}
MAP_BIASES = np.linspace(-8, 8, 81)
LAGS = np.logspace(0, 3, 121)


def network(s: Settings, *, without: str | None = None) -> Gated:
    """The page's cell; the bias of the gate ``without`` is left at its law, with nothing added."""
    biases = [0.0 if name == f"b_{without}" else s[name] for name in BIAS_ORDER[s["cell"]]]
    cell = make_cell(
        s["cell"], 1, s["d_h"], rng=np.random.default_rng(s["seed"]), reset=s["reset"], family=s["family"],
        recurrent_scale=s["recurrent_scale"], input_scale=s["input_scale"], bias_law=s["law"], biases=biases,
        T_max=s["T_max"],
    )  # fmt: skip
    assert isinstance(cell, LSTM | GRU)
    return cell


def sequence(s: Settings, T: int) -> np.ndarray:
    """The page's input over ``T`` steps, (T, 1, 1)."""
    return synthetic(s["source"], T, seed=s["seed"]).X[:, None, :]


def first_state(s: Settings) -> Any:
    """Initial state of one sequence: h0, or (h0, c0) for the LSTM."""
    shape, kind = (1, s["d_h"]), s["state0"]
    # A stream of its own: another initial state must not redraw the weights.
    rng = np.random.default_rng([s["seed"], 1])
    h0, c0 = rng.standard_normal(shape), rng.standard_normal(shape)
    if kind != "random":
        h0 = c0 = np.zeros(shape) if kind == "zero" else np.ones(shape)
    return (h0, c0) if s["cell"] == "lstm" else h0


def run(s: Settings) -> tuple[Gated, Any]:
    """The page's cell and its trace."""
    cell = network(s)
    return cell, cell.run(sequence(s, s["T"]), first_state(s))


# ---- held gates


@dataclass(frozen=True, eq=False)
class HeldRun:
    """A held gate's gradient, what the gate really was, and by which path the gradient leaves the direct one.

    ``terms`` are log10 norms by path at lag T (empty for zero weights, where there is nothing but the direct path).
    """

    held: Held
    gate: tuple[float, float]
    terms: dict[str, float]


def held(s: Settings) -> HeldRun:
    """Run a cell whose forget or update gate sits at p on a zero input."""
    kind, d_h = s["cell"], s["d_h"]
    U = recurrent_weights(
        "gaussian", {"lstm": 4, "gru": 3}[kind], d_h, s["held_scale"], np.random.default_rng(s["seed"])
    )
    cell = held_cell(kind, logit(s["p"]), d_h, U=U, reset=s["reset"])
    state = first_state(s)
    trace = cell.run(np.zeros((s["T"], 1, 1)), state)
    gate = getattr(trace, KEEP[kind])
    terms: dict[str, float] = {}
    if s["held_scale"]:
        told = gradients.telescope(cell, trace)
        terms = {name: float(norm) for name, norm in zip(told.names, told.log10[:, 0, 0], strict=True)}
    return HeldRun(held_gradient(cell, s["T"], state), (float(gate.min()), float(gate.max())), terms)


# ---- paths


def step_norms(s: Settings) -> dict[str, np.ndarray]:
    """Norm of every path's term and of their sum ("total") in every step, Frobenius over √S, (T,) each."""
    cell, trace = run(s)
    paths = {name: J[:, 0] for name, J in gradients.split(cell, trace).items()}
    paths["total"] = np.sum(list(paths.values()), axis=0)
    root = np.sqrt(cell.state_size)
    return {name: np.linalg.norm(J, axis=(1, 2)) / root for name, J in paths.items()}


def telescope(s: Settings) -> Telescope:
    """The gradient split by the path that first leaves the direct one."""
    return gradients.telescope(*run(s))


def ablations(s: Settings) -> dict[str, np.ndarray]:
    """log10 norms (T + 1,): the full gradient, each switched-off path alone off ("-name"), all of them off ("all")."""
    cell, trace = run(s)
    off = s["off"]
    out = {"full": gradients.flow(cell, trace).log10_full[:, 0]}
    for name in off:
        out[f"-{name}"] = gradients.ablate(cell, trace, (name,))[:, 0]
    if len(off) > 1:
        out["all"] = gradients.ablate(cell, trace, off)[:, 0]
    return out


# ---- map


def bias_map(s: Settings) -> BiasMap:
    """The gradient at every lag for 81 biases of one gate."""
    cell = network(s, without=s["gate"])
    return gradients.bias_map(cell, sequence(s, s["T"]), s["gate"], MAP_BIASES, first_state(s))


# ---- spectrum


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Eigenvalues and singular values of one step Jacobian, and the disc that theory predicts at the zero point."""

    eigenvalues: np.ndarray
    singular: np.ndarray
    disc: Disc
    candidate_bias: float


def spectrum(s: Settings) -> Spectrum:
    """At the zero fixed point, or along the trajectory at step t."""
    cell = network(s)
    if s["at"] == "zero":
        J = gradients.zero_point_jacobian(cell)
    else:
        trace = cell.run(sequence(s, s["T"]), first_state(s))
        t = min(s["t"], s["T"]) - 1
        J = gradients.step_jacobians(cell, trace.window(t, t + 1))[0, 0]
    finite = np.all(np.isfinite(J))
    singular = np.linalg.svd(J, compute_uv=False) if finite else np.full(len(J), np.nan)
    return Spectrum(spectrum_of(J), singular, gradients.predicted_disc(cell), float(np.abs(cell.b[-1]).max()))


@dataclass(frozen=True, eq=False)
class Exponents:
    """Lyapunov exponents and the direct path's own exponent, the mean of log f or log z."""

    lyapunov: Lyapunov
    direct: float


def exponents(s: Settings) -> Exponents:
    """Lyapunov spectrum of the whole state along the page's input, the transient dropped."""
    cell, T, skip = network(s), s["ly_T"], min(s["ly_skip"], s["ly_T"] // 2)
    trace = cell.run(sequence(s, T), first_state(s))
    keep = getattr(trace, KEEP[s["cell"]])[skip:]
    with np.errstate(divide="ignore"):
        direct = float(np.log(keep).mean())
    return Exponents(gradients.lyapunov(cell, trace, transient=skip), direct)


# ---- initialisation laws


def laws(s: Settings) -> dict[str, np.ndarray]:
    """E[f^L] at ``LAGS`` for three laws: closed form, and the mean over one draw of ``units`` ("…_drawn")."""
    kind, n = s["cell"], s["units"]
    keep = f"b_{KEEP[kind]}"
    out = {
        "constant": core_laws.constant_power(s[keep], LAGS),
        "chrono": core_laws.chrono_power(s["T_max"], LAGS),
        "uniform": core_laws.uniform_power(n, LAGS),
    }
    row = BIAS_ORDER[kind].index(keep)
    for law in ("chrono", "uniform"):
        rng = np.random.default_rng(s["seed"])
        drawn = gate_biases(kind, law, n, np.zeros(len(BIAS_ORDER[kind])), s["T_max"], rng)[row]
        out[f"{law}_drawn"] = core_laws.sampled_power(drawn, LAGS)
    return out


@dataclass(frozen=True, eq=False)
class Saturations:
    """Shares of time at the ends by gate, and the mean slope g(1 − g) of each gate."""

    shares: dict[str, Saturation]
    slope: dict[str, float]


def saturations(s: Settings) -> Saturations:
    """How much of the time each unit's gates spend below 0.1 and above 0.9."""
    _, trace = run(s)
    values = {name: getattr(trace, name) for name in {"lstm": ("f", "i", "o"), "gru": ("z", "r")}[s["cell"]]}
    slope = {name: float((g * (1 - g)).mean()) for name, g in values.items()}
    return Saturations({name: saturation(g) for name, g in values.items()}, slope)


# ---- training hygiene


def truncated(s: Settings) -> dict[str, np.ndarray]:
    """log10 norms (T + 1,) with the gradient running through, and cut between segments."""
    cell, trace = run(s)
    cut = {"both": ("h", "c"), "h": ("h",), "c": ("c",)}[s["cut"]]
    return {
        "full": gradients.flow(cell, trace).log10_full[:, 0],
        "truncated": gradients.truncated(cell, trace, s["segment"], cut=cut)[:, 0],
    }


def network_gradients(s: Settings) -> dict[str, np.ndarray]:
    """Gradients of the loss ½‖h_T − 1‖² by the name of the weights."""
    cell, trace = run(s)
    dh = np.zeros_like(trace.h)
    dh[-1] = trace.h[-1] - 1
    with np.errstate(all="ignore"):
        grads = cell.backward(trace, dh)
    names = {"lstm": "ifoc", "gru": "zrh"}[s["cell"]]
    # The LSTM's U is the right-hand part of its W.
    W, U = (grads.dW[..., :1], grads.dW[..., 1:]) if grads.dU is None else (grads.dW, grads.dU)
    out = {f"W_{g}": W[k] for k, g in enumerate(names)}
    out |= {f"U_{g}": U[k] for k, g in enumerate(names)}
    return out | {f"b_{g}": grads.db[k] for k, g in enumerate(names)}


def clipped(before: dict[str, np.ndarray], max_norm: float) -> tuple[dict[str, np.ndarray], Clipped]:
    """Gradients before, and after clipping their global norm."""
    return before, clip_by_global_norm(before, max_norm)
