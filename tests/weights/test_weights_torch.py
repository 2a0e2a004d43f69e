"""PyTorch files against PyTorch: every kind of file, cell, direction and bias."""

import json

import numpy as np
import pytest
import torch
from weights_makers import SINGLE, X, npz_bytes, state_arrays, torch_bytes, torch_module, torch_run

from gates.core.errors import GateError
from gates.weights import load_model

CASES = [
    ("LSTM", {}),
    ("LSTM", {"num_layers": 2, "bidirectional": True}),
    ("LSTM", {"bias": False}),
    ("GRU", {"num_layers": 3}),
    ("GRU", {"bidirectional": True, "bias": False}),
    ("RNN", {"bidirectional": True}),
]


def written(module, kind):
    from safetensors.torch import save

    state = module.state_dict()
    if kind == "pt":
        return torch_bytes(state)
    if kind == "pt before 1.6":
        return torch_bytes(state, _use_new_zipfile_serialization=False)
    return save(state) if kind == "safetensors" else npz_bytes(**state_arrays(module))


@pytest.mark.parametrize("kind", ["pt", "pt before 1.6", "safetensors", "npz"])
@pytest.mark.parametrize(("cell", "options"), CASES)
def test_outputs_equal_pytorch(cell, options, kind):
    module = torch_module(cell, **options)
    model = load_model(written(module, kind), f"m.{kind}")
    np.testing.assert_allclose(model.run(X).y, torch_run(module), atol=SINGLE)
    assert model.parameters == sum(p.numel() for p in module.parameters())
    assert model.ignored == ()


def test_initial_states_are_ordered_as_pytorch_orders_them():
    module = torch_module("LSTM", num_layers=2, bidirectional=True)
    h0, c0 = np.random.default_rng(0).normal(size=(2, 4, 3, 4)).astype(np.float32)
    y = torch_run(module, X, (torch.from_numpy(h0), torch.from_numpy(c0)))
    model = load_model(torch_bytes(module.state_dict()))
    np.testing.assert_allclose(model.run(X, h0, c0).y, y, atol=SINGLE)
    names = set(model.run(X, h0, c0).arrays())
    assert {
        "i_l0",
        "f_l1_reverse",
        "c_tilde_l1",
        "h_l0_reverse",
        "log10_direct_l0",
        "log10_full_l1_reverse",
        "y",
    } <= names


def test_relu_is_an_open_question_of_a_plain_layer():
    module = torch_module("RNN", nonlinearity="relu")
    data = torch_bytes(module.state_dict())
    model = load_model(data, choices={"nonlinearity": "relu"})
    np.testing.assert_allclose(model.run(X).y, torch_run(module), atol=SINGLE)
    assert [(a.name, a.value) for a in load_model(data).assumptions] == [("nonlinearity", "tanh")]


def test_one_cell_is_a_layer():
    cell = torch.nn.GRUCell(2, 4)
    state = {f"core.{name}": value for name, value in cell.state_dict().items()}
    h, found = torch.zeros(3, 4), []
    with torch.no_grad():
        for x in torch.from_numpy(X):
            h = cell(x, h)
            found.append(h.numpy())
    model = load_model(torch_bytes(state))
    np.testing.assert_allclose(model.run(X).y, np.stack(found), atol=SINGLE)
    assert model.layers[0].module == "core"


class Net(torch.nn.Module):
    """Two recurrent modules, an embedding that is not used, and a head."""

    def __init__(self):
        super().__init__()
        self.emb = torch.nn.Embedding(10, 2)
        self.rnn = torch_module("LSTM")
        self.rnn2 = torch.nn.GRU(4, 5, num_layers=2)
        self.fc = torch.nn.Linear(5, 3)

    def forward(self, x):
        return self.fc(self.rnn2(self.rnn(x)[0])[0])


def test_several_modules_and_a_head_inside_a_checkpoint():
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    net(torch.from_numpy(X)).sum().backward()
    optimizer.step()
    checkpoint = {"epoch": 3, "net": net.state_dict(), "optim": optimizer.state_dict(), "loss": 0.5}
    for options in ({}, {"_use_new_zipfile_serialization": False}):
        model = load_model(torch_bytes(checkpoint, **options))
        with torch.no_grad():
            y = net(torch.from_numpy(X)).numpy()
        np.testing.assert_allclose(model.run(X).y, y, atol=SINGLE)
    assert "net.emb.weight" in model.ignored
    assert [layer.name for layer in model.layers] == ["net.rnn.l0", "net.rnn2.l0", "net.rnn2.l1"]
    inner = load_model(torch_bytes(checkpoint), choices={"module": "net.rnn"})
    np.testing.assert_allclose(inner.run(X).y, torch_run(net.rnn), atol=SINGLE)
    bare = load_model(torch_bytes(checkpoint), choices={"head": "none"})
    assert bare.run(X).y.shape == (6, 3, 5)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_other_precisions_are_decoded(dtype):
    from safetensors.torch import save

    module = torch_module("LSTM")
    state = {name: value.to(dtype) for name, value in module.state_dict().items()}
    module.load_state_dict({name: value.float() for name, value in state.items()})
    for data in (torch_bytes(state), save(state)):
        np.testing.assert_allclose(load_model(data).run(X).y, torch_run(module), atol=SINGLE)


def test_views_into_a_shared_storage_are_cut_out():
    module = torch_module("LSTM")
    whole = torch.cat([p.detach().reshape(-1) for p in module.parameters()])
    state, at = {}, 0
    for name, value in module.state_dict().items():
        state[name] = whole[at : at + value.numel()].reshape(value.shape)
        at += value.numel()
    state["weight_ih_l0"] = state["weight_ih_l0"].T.contiguous().T
    np.testing.assert_allclose(load_model(torch_bytes(state)).run(X).y, torch_run(module), atol=SINGLE)


def test_state_dict_in_json_with_a_skip_connection():
    module, head = torch_module("LSTM"), torch.nn.Linear(4, 1)
    state = {f"rec.{n}": v.tolist() for n, v in module.state_dict().items()}
    state |= {f"lin.{n}": v.tolist() for n, v in head.state_dict().items()}
    about = {"unit_type": "LSTM", "input_size": 2, "hidden_size": 4, "skip": 1}
    data = json.dumps({"model_data": about, "state_dict": state}).encode()
    with torch.no_grad():
        y = (head(module(torch.from_numpy(X))[0]) + torch.from_numpy(X[..., :1])).numpy()
    np.testing.assert_allclose(load_model(data).run(X).y, y, atol=SINGLE)


def test_flat_list_of_a_nam_file():
    module, head = torch_module("LSTM", num_layers=2), torch.nn.Linear(4, 1)
    s = state_arrays(module)
    state = np.random.default_rng(0).normal(size=(2, 2, 4)).astype(np.float32)
    flat = []
    for k in range(2):
        joined = np.concatenate([s[f"weight_ih_l{k}"], s[f"weight_hh_l{k}"]], axis=1)
        flat += [joined.ravel(), s[f"bias_ih_l{k}"] + s[f"bias_hh_l{k}"], state[0, k], state[1, k]]
    flat += [p.detach().numpy().ravel() for p in head.parameters()]
    config = {"num_layers": 2, "input_size": 2, "hidden_size": 4}
    weights = [float(v) for v in np.concatenate(flat)]
    data = json.dumps({"architecture": "LSTM", "config": config, "weights": weights}).encode()
    h0, c0 = (torch.from_numpy(np.repeat(part[:, None], 3, axis=1)) for part in state)
    with torch.no_grad():
        y = head(module(torch.from_numpy(X), (h0, c0))[0]).numpy()
    np.testing.assert_allclose(load_model(data, "amp.nam").run(X).y, y, atol=SINGLE)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (lambda: torch_module("LSTM", proj_size=2).state_dict(), ("weight_hr_l0", "projection")),
        (lambda: torch.nn.Linear(3, 4).state_dict(), ("no LSTM", "weight, bias")),
        (lambda: {"weight_ih_l0": torch.ones(8, 2)}, ("weight_hh",)),
        (
            lambda: {"weight_ih_l0": torch.ones(8, 2), "weight_hh_l0": torch.ones(8, 4)},
            ("(8, 4)", "4 blocks"),
        ),
        (
            lambda: {
                "weight_ih_l0": torch.ones(16, 2),
                "weight_hh_l0": torch.ones(16, 4),
                "bias_ih_l0": torch.ones(3),
            },
            ("(3,)", "(16,)"),
        ),
        (
            lambda: {"weight_ih_l0": torch.full((16, 2), float("nan")), "weight_hh_l0": torch.ones(16, 4)},
            ("weight_ih_l0", "finite"),
        ),
        (lambda: {"weight_ih_l1": torch.ones(16, 2), "weight_hh_l1": torch.ones(16, 4)}, ("l0", "missing")),
    ],
)
def test_wrong_state_dicts_are_refused_by_name(state, words):
    with pytest.raises(GateError) as caught:
        load_model(torch_bytes(state()))
    assert all(word in str(caught.value) for word in words)


def test_modules_that_do_not_fit_are_listed_and_one_can_be_run():
    state = {f"a.{n}": v for n, v in torch_module("LSTM").state_dict().items()}
    state |= {f"b.{n}": v for n, v in torch.nn.LSTM(7, 3).state_dict().items()}
    model = load_model(torch_bytes(state))
    assert [layer.d_x for layer in model.layers] == [2, 7]
    with pytest.raises(GateError, match="takes 7 channels"):
        model.run(X)
    assert load_model(torch_bytes(state), choices={"module": "a"}).run(X).y.shape == (6, 3, 4)


def test_order_of_two_modules_that_fit_both_ways_is_a_question():
    first, second = torch.nn.LSTM(2, 2), torch.nn.LSTM(2, 2)
    state = {f"z.{n}": v for n, v in first.state_dict().items()}
    state |= {f"a.{n}": v for n, v in second.state_dict().items()}
    with torch.no_grad():
        y = second(first(torch.from_numpy(X))[0])[0].numpy()
    model = load_model(torch_bytes(state))
    np.testing.assert_allclose(model.run(X).y, y, atol=SINGLE)
    assert {a.name: a.choices for a in model.assumptions}["order"] == ("z > a", "a > z")
