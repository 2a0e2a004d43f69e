"""Which sentence says what a gate does with its value."""

from __future__ import annotations

import numpy as np

from gates.steps.formula import shown
from gates.steps.numbers import Vector, is_short, show
from gates.steps.result import Line, Sentence

# A gate above 0.9 or below 0.1 counts as saturated (Karpathy, Johnson and Li 2015).
OPEN, SHUT = 0.9, 0.1


def about_gates(
    names: tuple[str, ...], v: dict[str, Vector], lines: tuple[Line, ...] = ()
) -> tuple[Sentence, ...]:
    """Return one sentence for each name, in that order.

    Parameters
    ----------
    names : tuple of str
    v : dict of tuples of float
        Values by quantity.
    lines : tuple of Line
        The calculation that led to them, which knows what was rounded.
    """
    return tuple(_about(name, v, lines) for name in names)


def _about(name: str, v: dict[str, Vector], lines: tuple[Line, ...]) -> Sentence:
    if name in ("f", "i", "o", "r", "z_keeps", "z_admits"):
        numbers = v[name[0]]
        params = {
            "sign": _sign(name[0], numbers, lines),
            "value": shown(numbers),
            "percent": _percent(numbers),
            "rest": _percent([1 - g for g in numbers]),
        }
        return Sentence(f"step.say.{name}.{_band(numbers)}", params)
    if name == "slope_c":
        sign = _sign("f", v["slope"], lines)
        return Sentence(f"step.say.{name}", {"sign": sign, "value": shown(v["slope"])})
    if name == "slope_h":
        return Sentence(f"step.say.{name}", {"value": shown(v["slope"])})
    if name in ("c", "h_mixed"):
        old, new = ("c_prev", "c") if name == "c" else ("h_prev", "h")
        params = {
            "old": shown(v[old]),
            "kept": shown(v["kept"]),
            "written": shown(v["written"]),
            "new": shown(v[new]),
        }
        return Sentence(f"step.say.{name}", params)
    return Sentence(f"step.say.{name}", {"sign": _sign(name, v[name], lines), "value": shown(v[name])})


def _sign(name: str, numbers: Vector, lines: tuple[Line, ...]) -> str:
    """Return ≈ where the digits shown do not say all of a number, or its line says that it was rounded."""
    told = any(line.name == name and "≈" in line.text for line in lines)
    return "≈" if told or not all(is_short(v) for v in numbers) else "="


def through_h(G: np.ndarray) -> Sentence:
    """Return the sentence about the LSTM's other way, ∂c_t/∂h_{t−1} = G, (d_h, d_h).

    In one step the derivative ∂c_t/∂c_{t−1} *is* the direct path; the other paths take the way through h.
    """
    return Sentence("step.say.through_h" + _plural(G), _value(G))


def whole_gradient(J: np.ndarray, direct: np.ndarray) -> Sentence:
    """Return the sentence that sets the whole ∂h_t/∂h_{t−1} of a GRU beside its direct path.

    Parameters
    ----------
    J : (d_h, d_h)
    direct : (d_h,)
        Diagonal of the direct path.
    """
    return Sentence("step.say.whole_h" + _plural(J), _value(J) | {"direct": show(_size(np.diag(direct)))})


def _value(J: np.ndarray) -> dict[str, str]:
    size = _size(J)
    return {"sign": "=" if is_short(size) else "≈", "value": show(size)}


def _size(J: np.ndarray) -> float:
    """Return the number itself for one unit, else the rms norm ‖J‖_F / √d_h."""
    return float(J[0, 0]) if J.size == 1 else float(np.linalg.norm(J) / len(J) ** 0.5)


def _plural(J: np.ndarray) -> str:
    return "" if J.size == 1 else ".norm"


def _band(numbers: Vector) -> str:
    if all(g > OPEN for g in numbers):
        return "open"
    return "shut" if all(g < SHUT for g in numbers) else "part"


def _percent(numbers: Vector | list[float]) -> str:
    return shown(tuple(float(f"{100 * g:.3g}") for g in numbers))
