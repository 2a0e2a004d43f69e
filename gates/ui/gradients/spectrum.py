"""Section 4: eigenvalues with the predicted disc, singular values, Lyapunov exponents."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from gates.figures.frame import Paint
from gates.figures.lab_spectrum import paint_eig, paint_lyap, paint_sing
from gates.text import Lang, joined, say
from gates.ui.numbers import minus, power, significant, size

from . import compute
from .params import KEEP
from .section import NETWORK, Columns, Part, Section, Settings, Shown

#: Exponents closer to zero than this are called marginal.
MARGINAL = 2e-3


def _prepare(s: Settings) -> Settings:
    # At the zero point neither input nor cursor matter.
    return {**s, "t": min(s["t"], s["T"]) if s["at"] == "cursor" else 0}


def _exponent_seconds(s: Settings) -> float:
    state = s["d_h"] * (2 if s["cell"] == "lstm" else 1)
    return s["ly_T"] * (1.5e-4 + 4e-10 * state**3)


def _show(lang: Lang, s: Settings, results: Mapping[str, Any], stale: set[str]) -> Shown:
    now: compute.Spectrum = results["spectrum"]
    disc = (now.disc.centre, now.disc.radius) if s["at"] == "zero" else None
    paints: dict[str, Paint] = {"eig": paint_eig(now.eigenvalues, disc), "sing": paint_sing(now.singular)}
    texts = {"eig_says": _eig_says(lang, s, now), "sing_says": _sing_says(lang, now)}
    fresh = "exponents" in results and "exponents" not in stale
    if "exponents" in results:
        told: compute.Exponents = results["exponents"]
        paints["lyap"] = paint_lyap(told.lyapunov.exponents, told.direct, not fresh)
        texts["lyap_says"] = _lyap_says(lang, s, told)
    if not fresh:
        texts["lyap_says"] = say(lang, "lab.waiting")
    return Shown(paints, texts)


def _eig_says(lang: Lang, s: Settings, now: compute.Spectrum) -> str:
    if not np.all(np.isfinite(now.eigenvalues)):
        return say(lang, "lab.nonfinite")
    largest = float(np.abs(now.eigenvalues[0]))
    fields: dict[str, object] = {"rho": _digits(largest)}
    if s["at"] == "cursor":
        return say(lang, "lab.eig.cursor", t=s["t"], **fields)
    disc = now.disc
    fields |= {"centre": _digits(disc.centre), "radius": _digits(disc.radius), "edge": _digits(disc.edge)}
    said = [say(lang, "lab.eig.zero", **fields)]
    said.append(say(lang, "lab.eig.stable" if largest < 1 else "lab.eig.unstable", **fields))
    if disc.zeros:
        said.append(say(lang, "lab.eig.zeros", n=disc.zeros))
    if now.candidate_bias:
        said.append(say(lang, "lab.eig.not_fixed", g="c" if s["cell"] == "lstm" else "h"))
    if s["law"] != "constant":
        said.append(say(lang, "lab.eig.guide"))
    return joined(lang, said)


def _digits(value: float) -> str:
    return minus(f"{value:.4f}")


def _sing_says(lang: Lang, now: compute.Spectrum) -> str:
    if not np.all(np.isfinite(now.singular)):
        return say(lang, "lab.nonfinite")
    top, rms = float(now.singular[0]), float(np.sqrt(np.mean(now.singular**2)))
    rho = float(np.abs(now.eigenvalues[0]))
    return say(lang, "lab.sing.says", top=size(top), rms=size(rms), rho=size(rho))


def _lyap_says(lang: Lang, s: Settings, told: compute.Exponents) -> str:
    values = told.lyapunov.exponents
    top = float(values[0])
    if math.isnan(top) or top == math.inf:
        return say(lang, "lab.nonfinite")
    verdict = "zero" if abs(top) < MARGINAL else "plus" if top > 0 else "minus"
    said = [say(lang, f"lab.lyap.{verdict}", top=significant(top), factor=power(100 * top / math.log(10)))]
    if math.isfinite(told.direct):
        said.append(say(lang, "lab.lyap.direct", g=KEEP[s["cell"]], direct=significant(told.direct)))
    if gone := int(np.isneginf(values).sum()):
        said.append(say(lang, "lab.lyap.gone", n=gone))
    skip = min(s["ly_skip"], s["ly_T"] // 2)
    said.append(
        say(lang, "lab.lyap.how", T=s["ly_T"], skip=skip, state="(c, h)" if s["cell"] == "lstm" else "h")
    )
    return joined(lang, said)


def _index(lang: Lang, n: int) -> Columns:
    return {say(lang, "lab.table.index"): np.arange(1, n + 1)}


def _eig_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    v = results["spectrum"].eigenvalues
    names = [say(lang, k) for k in ("lab.table.real", "lab.table.imaginary", "lab.table.modulus")]
    return _index(lang, len(v)) | dict(zip(names, (v.real, v.imag, np.abs(v)), strict=True))


def _sing_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    v = results["spectrum"].singular
    return _index(lang, len(v)) | {say(lang, "lab.table.singular"): v}


def _lyap_table(lang: Lang, s: Settings, results: Mapping[str, Any]) -> Columns:
    v = results["exponents"].lyapunov.exponents
    return _index(lang, len(v)) | {say(lang, "lab.table.exponent"): v}


SECTION = Section(
    {
        "spectrum": Part((*NETWORK, "at", "t"), compute.spectrum),
        "exponents": Part(
            (*(n for n in NETWORK if n != "T"), "ly_T", "ly_skip"), compute.exponents, _exponent_seconds
        ),
    },
    _show,
    {
        "eig": (("spectrum",), _eig_table),
        "sing": (("spectrum",), _sing_table),
        "lyap": (("exponents",), _lyap_table),
    },
    _prepare,
)
