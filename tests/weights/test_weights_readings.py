"""How far readings part, and which other convention fits recorded outputs."""

import numpy as np
import pytest
import torch
from weights_makers import X, npz_bytes, onnx_node, state_arrays, torch_bytes, torch_module, torch_run

from gates.core.errors import GateError
from gates.weights import load_model
from gates.weights.changes import changes
from gates.weights.fits import Target, fit_conventions
from gates.weights.other_readings import readings


def test_readings_part_by_what_the_other_choice_gives():
    data = onnx_node("GRU", linear_before_reset=0)
    model = load_model(data, "m.onnx")
    other = load_model(data, "m.onnx", {"reset": "after"})
    (found,) = readings(model, X)
    assert (found.name, found.value) == ("reset", "after")
    assert found.deviation == pytest.approx(np.abs(model.run(X).y - other.run(X).y).max())
    assert found.deviation > 1e-3


def test_a_reading_of_another_shape_says_so():
    state = {f"rnn.{k}": v for k, v in torch_module("LSTM").state_dict().items()}
    state |= {f"fc.{k}": v for k, v in torch.nn.Linear(4, 2).state_dict().items()}
    found = {(r.name, r.value): r for r in readings(load_model(torch_bytes(state)), X)}
    assert found["head", "none"].deviation is None
    assert "(6, 3, 4)" in str(found["head", "none"].why)


def test_recorded_outputs_of_the_model_fit_as_read():
    module = torch_module("LSTM", bidirectional=True)
    fits = fit_conventions(load_model(torch_bytes(module.state_dict())), X, torch_run(module))
    assert str(fits[0]) == "as read"
    assert fits[0].deviation < 1e-6


def test_order_of_gates_is_found():
    arrays = state_arrays(torch_module("LSTM"))
    y = torch_run(torch_module("LSTM"))
    # Someone wrote the blocks as i, o, f, c into a file with PyTorch's names.
    take = np.concatenate([np.arange(4 * k, 4 * k + 4) for k in (0, 3, 1, 2)])
    model = load_model(npz_bytes(**{k: v[take] for k, v in arrays.items()}))
    best = fit_conventions(model, X, y)[0]
    assert str(best) == "gate blocks in the order i, o, f, c (onnx)"
    assert best.deviation < 1e-6


def test_two_mistakes_at_once_are_found():
    arrays = state_arrays(torch_module("LSTM"))
    y = torch_run(torch_module("LSTM"))
    take = np.concatenate([np.arange(4 * k, 4 * k + 4) for k in (0, 2, 1, 3)])
    arrays = {k: v[take] for k, v in arrays.items()}
    arrays["bias_ih_l0"][8:12] -= 1.0
    best = fit_conventions(load_model(npz_bytes(**arrays)), X, y, seconds=20)[0]
    assert {c.kind for c in best.changes} == {"order", "forget_bias"}
    assert best.deviation < 1e-6


@pytest.mark.parametrize(
    ("wrong", "right", "kind"),
    [
        ({"linear_before_reset": 0}, {"linear_before_reset": 1}, "reset"),
        ({"direction": "reverse"}, {}, "direction"),
        ({"activations": ["HardSigmoid", "Tanh"]}, {}, "gates"),
    ],
)
def test_one_mistake_is_found(wrong, right, kind):
    model = load_model(onnx_node("GRU", **wrong), "m.onnx")
    y = load_model(onnx_node("GRU", **right), "m.onnx").run(X).y
    best = fit_conventions(model, X, y)[0]
    assert [c.kind for c in best.changes] == [kind]
    assert best.deviation < 1e-9


def test_output_before_the_head_and_last_step_first_are_recognised():
    module = torch_module("LSTM")
    state = {f"rnn.{k}": v for k, v in module.state_dict().items()}
    state |= {f"fc.{k}": v for k, v in torch.nn.Linear(4, 2).state_dict().items()}
    model = load_model(torch_bytes(state))
    assert fit_conventions(model, X, torch_run(module))[0].target == Target("rnn.l0")
    assert fit_conventions(model, X, torch_run(module)[::-1])[0].target == Target("rnn.l0", turned=True)
    last = fit_conventions(model, X, torch_run(module)[-1])[0].target
    assert str(last) == "last step of output of rnn.l0"
    with pytest.raises(GateError, match=r"shape \(6, 3, 9\)"):
        fit_conventions(model, X, np.zeros((6, 3, 9)))


def test_every_change_means_something():
    model = load_model(torch_bytes(torch_module("GRU").state_dict()))
    y = model.run(X).y
    for change in changes(model):
        other = change.apply(model)
        if other is not None:
            assert np.abs(other.run(X).y - y).max() > 1e-4, str(change)
