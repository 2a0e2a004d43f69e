"""Every number that a lesson tells, from a formula of its own."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gates.core import GRU
from gates.core.gradients import flow
from gates.experiments.bundled import bundled
from gates.ui.gradients import compute as laboratory
from gates.ui.lessons import runs
from gates.ui.lessons.params import LESSONS


def look(name: str, lang="en", **moved):
    """A lesson at its own settings, some of them moved."""
    lesson = LESSONS[name]
    return lesson.look(lang, {**lesson.first, **moved})


def sigmoid(b: float) -> float:
    return 1 / (1 + math.exp(-b))


def number(shown: str) -> float:
    """Value of a number as it is shown."""
    plain = shown.replace("−", "-").replace(",", "").replace(" %", "")
    mantissa, _, exponent = plain.partition(" × 10<sup>")
    return float(mantissa) * 10.0 ** float(exponent.removesuffix("</sup>") or 0)


# ---- numbers, each from a formula of its own


def test_valve():
    f = sigmoid(2.2)
    fields = look("valve").fields
    assert round(f, 2) == 0.90
    assert fields["f"] == "≈ 0.900"
    assert (
        look("valve", b_f=0.0).says["gates"]
        == "<var>b</var><sub>f</sub> = 0.0: <var>f</var> = 0.500 at every step."
    )
    assert number(fields["left"]) == pytest.approx(f**20, abs=5e-4)
    assert round(100 * f**20) == 12
    assert number(fields["half"]) == pytest.approx(-math.log(2) / math.log(f), abs=5e-3)


def test_bias_of_one():
    fields = look("bias").fields
    assert number(fields["ratio"]) == round((sigmoid(1) / 0.5) ** 20)
    assert number(fields["zero"]) == pytest.approx(0.5**20, rel=0.06)
    assert number(fields["one"]) == pytest.approx(sigmoid(1) ** 20, rel=0.03)
    assert number(fields["far"]) == pytest.approx(sigmoid(1) ** 100, rel=0.02)
    assert number(fields["full"]) > number(fields["full0"])
    assert round(sigmoid(1), 2) == 0.73


def test_z_near_one():
    z = sigmoid(4.6)
    fields = look("slow").fields
    assert fields["n"] == next(n for n in range(1, 201) if 2 * z**n - 1 <= 0) == 70
    assert number(fields["new"]) == pytest.approx(1 - z, rel=5e-4)
    assert number(fields["left"]) == pytest.approx(z**200, abs=5e-4)
    assert math.tanh(-8) == pytest.approx(-1, abs=1e-6)


def test_the_direct_path_coincides_with_the_gradient_without_recurrent_weights_only():
    fields = look("direct").fields
    assert fields["alone"] == fields["alone_direct"]
    assert fields["full"] != fields["direct"]
    assert float(fields["gap"]) == pytest.approx(
        math.log10(number(fields["full"]) / number(fields["direct"])), abs=0.06
    )
    assert look("direct", recurrent_scale=0.0).claims["a"]


def test_saturation_opens_one_path_and_closes_the_other():
    fields = look("saturation").fields
    now, was = ({k: number(fields[k + end]) for k in ("f", "slope", "direct", "forget")} for end in ("", "0"))
    assert now["f"] > was["f"]
    assert now["direct"] > was["direct"]
    assert now["slope"] < was["slope"]
    assert now["forget"] < was["forget"]
    assert number(fields["ratio"]) == pytest.approx(was["slope"] / now["slope"], rel=0.01)


def test_ablations_do_not_add_up_but_the_telescope_does():
    fields = look("ablation").fields
    ratios = [number(fields[path]) for path in ("direct", "update", "candidate", "reset")]
    assert number(fields["reset"]) > 1
    assert number(fields["losses"]) == pytest.approx(sum(1 - r for r in ratios), abs=0.01)
    assert abs(number(fields["losses"]) - 1) > 0.5
    for seed in range(21):
        assert look("ablation", seed=seed).fields["projections"] == "1.00"


def test_explosion_with_every_forget_gate_below_one():
    run = runs.explored(
        {
            "cell": "lstm",
            "source": "noise",
            "T": 100,
            "d_h": 32,
            "seed": 1,
            "recurrent_scale": 6.0,
            "b_f": 2.0,
        }
    )
    measured = flow(run.cell, run.trace)
    fields = look("explosion").fields
    assert run.keep.max() < 1
    assert number(fields["full"]) == pytest.approx(10 ** measured.log10_full[0, 0], rel=0.01)
    assert number(fields["direct"]) == pytest.approx(10 ** measured.log10_direct_norm[0, 0], rel=0.02)
    assert measured.log10_direct_norm[0, 0] < 0 < 6 < measured.log10_full[0, 0]
    assert "Exploded" in look("explosion").says["reach"]
    assert look("explosion", recurrent_scale=0.5).claims["a"]


def test_clipping_scales_all_parts_alike():
    fields = look("clip").fields
    assert fields["after"] == "1.00"
    assert fields["ratio"] == fields["ratio_after"]
    assert number(fields["factor"]) == pytest.approx(1 / number(fields["before"]), rel=0.05)
    assert number(fields["ratio"]) > 1e6, "the text says millions"
    quiet = look("clip", recurrent_scale=0.5, max_norm=10.0)
    assert "does nothing" in quiet.says["clipped"]


def test_reset_before_and_after():
    fields = look("reset").fields
    assert number(fields["most"]) > 0.1
    assert number(fields["open"]) < number(fields["most"]) / 10
    assert number(fields["own"]) == number(fields["most"]), (
        "the unit that is drawn shows the largest difference"
    )


def test_equal_parameters():
    fields = look("memory").fields
    count = {"lstm": 4 * 64 * (10 + 64 + 1), "gru": 3 * 75 * (10 + 75 + 1), "rnn": 133 * (10 + 133 + 1)}
    assert (number(fields["p"]), number(fields["gp"]), number(fields["rp"])) == tuple(count.values())
    assert (fields["state"], fields["gstate"], fields["rstate"]) == (128, 75, 133)
    assert number(fields["dev"]) == round(100 * (count["gru"] / count["lstm"] - 1), 2)


def test_measured_quality_is_that_of_the_bundled_study():
    rows = bundled("first_item").rows
    fields = look("measure").fields
    for cell in ("lstm", "gru", "rnn"):
        own = [r for r in rows if r["cell"] == cell]
        assert number(fields[f"{cell}_test"]) == round(100 * np.mean([r["quality"] for r in own]), 1)
        assert number(fields[f"{cell}_parameters"]) == own[0]["parameters"]
    first = rows[0]
    told = (first["d_h"], first["steps"], first["d_out"], round(100 * first["baseline_quality"], 1))
    assert told == (32, 50, 8, 12.5), "the text says these"
    assert {r["updates"] <= 3000 for r in rows} == {True}
    assert {(r["cell"], r["stopped_by"]) for r in rows if r["cell"] != "rnn"} == {
        ("lstm", "target"),
        ("gru", "target"),
    }
    early = look("measure", updates=1000).fields
    assert number(early["lstm"]) > 90 > number(early["gru"])


def test_the_state_is_a_bottleneck_for_every_gate():
    for b_z in (-4.0, 0.0, 2.0, 4.0, 6.0):
        for d_h in (1, 8, 32):
            fields = look("bottleneck", b_z=b_z, d_h=d_h).fields
            assert fields["rank"] <= d_h
    fields = look("bottleneck").fields
    assert (fields["rank"], fields["T"], fields["kept"], fields["numbers"]) == (8, 40, 40, 320)


# ---- what the lessons compute beyond the core


@pytest.mark.parametrize("cell", ["lstm", "gru"])
def test_contributions_of_the_steps_sum_to_the_gradient_of_the_biases(cell):
    s = {"cell": cell, "T": 30, "recurrent_scale": 2.0}
    parts = runs.contributions(s)
    whole = laboratory.network_gradients(runs.laboratory_settings(s))
    biases = np.concatenate([whole[f"b_{g}"] for g in {"lstm": "ifoc", "gru": "zrh"}[cell]])
    np.testing.assert_allclose(parts.sum(axis=0), biases, rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("reset", ["before", "after"])
def test_traces_of_the_input_by_the_complex_step(reset):
    run = runs.explored({"cell": "gru", "reset": reset, "source": "noise", "T": 7, "d_h": 3})
    cell, X = run.cell, run.trace.x
    assert isinstance(cell, GRU)
    found = runs.traces_of_input(cell, X)
    for k in range(len(X)):
        turned = X.astype(complex)
        turned[k] += 1e-30j
        np.testing.assert_allclose(
            found[:, :, k], cell.run(turned).h[:, 0].imag / 1e-30, rtol=1e-12, atol=1e-16
        )
