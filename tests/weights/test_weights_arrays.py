"""Bare arrays of TensorFlow 1, Flax, Equinox and Haiku, against the frameworks' own equations."""

import numpy as np
import pytest
from weights_makers import X, npz_bytes

from gates.core.activations import sigmoid
from gates.core.errors import GateError
from gates.weights import CONVENTIONS, load_model
from gates.weights.cell import CELLS, CellWeights
from gates.weights.conventions import pack, unpack

D_X, D_H = 2, 3


def random(*shape, seed):
    return np.random.default_rng(seed).normal(size=shape) * 0.7


def scan(step, state):
    """Run a step function over X and stack what it returns."""
    found = []
    for x in X.astype(float):
        y, state = step(x, state)
        found.append(y)
    return np.stack(found)


def zeros():
    return np.zeros((3, D_H))


def lstm(parts, forget=0.0):
    """Return the outputs of an LSTM whose gates come as four pre-activations i, f, g, o of (x, h)."""

    def step(x, state):
        h, c = state
        i, f, g, o = parts(x, h)
        c = sigmoid(f + forget) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        return h, (h, c)

    return scan(step, (zeros(), zeros()))


def test_tensorflow_1_lstm_adds_one_to_the_forget_bias():
    kernel, bias = random(D_X + D_H, 4 * D_H, seed=1), random(4 * D_H, seed=2)

    def parts(x, h):
        i, j, f, o = np.split(np.concatenate([x, h], 1) @ kernel + bias, 4, axis=1)
        return i, f, j, o

    data = npz_bytes(**{"rnn/basic_lstm_cell/kernel:0": kernel, "rnn/basic_lstm_cell/bias:0": bias})
    model = load_model(data)
    np.testing.assert_allclose(model.run(X).y, lstm(parts, 1.0), atol=1e-12)
    assert {a.name: a.value for a in model.assumptions} == {"convention": "tf1", "forget_bias": "1"}
    without = load_model(data, choices={"forget_bias": "0"})
    np.testing.assert_allclose(without.run(X).y, lstm(parts, 0.0), atol=1e-12)


def test_tensorflow_1_gru_resets_before_the_product():
    gates, bg = random(D_X + D_H, 2 * D_H, seed=1), random(2 * D_H, seed=2)
    candidate, bc = random(D_X + D_H, D_H, seed=3), random(D_H, seed=4)

    def step(x, h):
        r, u = np.split(sigmoid(np.concatenate([x, h], 1) @ gates + bg), 2, axis=1)
        c = np.tanh(np.concatenate([x, r * h], 1) @ candidate + bc)
        h = u * h + (1 - u) * c
        return h, h

    top = "rnn/gru_cell/"
    arrays = {f"{top}gates/kernel": gates, f"{top}gates/bias": bg, f"{top}candidate/kernel": candidate}
    model = load_model(npz_bytes(**arrays, **{f"{top}candidate/bias": bc}))
    np.testing.assert_allclose(model.run(X).y, scan(step, zeros()), atol=1e-12)
    assert model.layers[0].cells[0].reset == "before"


def test_flax_lstm_has_biases_on_the_recurrent_side():
    k = {
        f"{s}{g}": random(d, D_H, seed=n)
        for n, (s, d, g) in enumerate((s, d, g) for s, d in (("i", D_X), ("h", D_H)) for g in "ifgo")
    }
    b = {g: random(D_H, seed=20 + n) for n, g in enumerate("ifgo")}
    arrays = {f"params/LSTMCell_0/{n}/kernel": v for n, v in k.items()}
    arrays |= {f"params/LSTMCell_0/h{g}/bias": v for g, v in b.items()}
    y = lstm(lambda x, h: [x @ k[f"i{g}"] + h @ k[f"h{g}"] + b[g] for g in "ifgo"])
    np.testing.assert_allclose(load_model(npz_bytes(**arrays)).run(X).y, y, atol=1e-12)


def test_flax_gru_has_a_second_bias_for_the_candidate_alone():
    k = {f"i{g}": random(D_X, D_H, seed=n) for n, g in enumerate("rzn")}
    k |= {f"h{g}": random(D_H, D_H, seed=10 + n) for n, g in enumerate("rzn")}
    b = {n: random(D_H, seed=20 + j) for j, n in enumerate(("ir", "iz", "in", "hn"))}

    def step(x, h):
        r = sigmoid(x @ k["ir"] + b["ir"] + h @ k["hr"])
        z = sigmoid(x @ k["iz"] + b["iz"] + h @ k["hz"])
        n = np.tanh(x @ k["in"] + b["in"] + r * (h @ k["hn"] + b["hn"]))
        h = (1 - z) * n + z * h
        return h, h

    arrays = {f"cell.{n}.kernel": v for n, v in k.items()} | {f"cell.{n}.bias": v for n, v in b.items()}
    model = load_model(npz_bytes(**arrays))
    np.testing.assert_allclose(model.run(X).y, scan(step, zeros()), atol=1e-12)
    assert model.parameters == 3 * D_H * (D_X + D_H) + 4 * D_H


def test_equinox_gru():
    W, U = random(3 * D_H, D_X, seed=1), random(3 * D_H, D_H, seed=2)
    b, b_n = random(3 * D_H, seed=3), random(D_H, seed=4)

    def step(x, h):
        gi, gh = np.split(x @ W.T + b, 3, axis=1), np.split(h @ U.T, 3, axis=1)
        r, z = sigmoid(gi[0] + gh[0]), sigmoid(gi[1] + gh[1])
        n = np.tanh(gi[2] + r * (gh[2] + b_n))
        h = n + z * (h - n)
        return h, h

    model = load_model(npz_bytes(weight_ih=W, weight_hh=U, bias=b, bias_n=b_n))
    np.testing.assert_allclose(model.run(X).y, scan(step, zeros()), atol=1e-12)
    assert model.convention == "equinox"


def test_haiku_gru_has_the_opposite_z():
    w_i, w_h, b = random(D_X, 3 * D_H, seed=1), random(D_H, 3 * D_H, seed=2), random(3 * D_H, seed=3)

    def step(x, h):
        zr_x, a_x = np.split(x @ w_i, [2 * D_H], axis=1)
        z, r = np.split(sigmoid(zr_x + h @ w_h[:, : 2 * D_H] + b[: 2 * D_H]), 2, axis=1)
        a = np.tanh(a_x + (r * h) @ w_h[:, 2 * D_H :] + b[2 * D_H :])
        h = (1 - z) * h + z * a
        return h, h

    model = load_model(npz_bytes(**{"gru/w_i": w_i, "gru/w_h": w_h, "gru/b": b}))
    np.testing.assert_allclose(model.run(X).y, scan(step, zeros()), atol=1e-12)


def test_haiku_lstm_order_and_forget_bias():
    w, b = random(D_X + D_H, 4 * D_H, seed=1), random(4 * D_H, seed=2)

    def parts(x, h):
        i, g, f, o = np.split(np.concatenate([x, h], 1) @ w + b, 4, axis=1)
        return i, f, g, o

    model = load_model(npz_bytes(**{"lstm/linear/w": w, "lstm/linear/b": b}))
    np.testing.assert_allclose(model.run(X).y, lstm(parts, 1.0), atol=1e-12)


def test_a_convention_can_be_chosen_for_the_same_names():
    kernel, recurrent, bias = random(D_X, 12, seed=1), random(D_H, 12, seed=2), random(12, seed=3)
    data = npz_bytes(**{"cell/kernel": kernel, "cell/recurrent_kernel": recurrent, "cell/bias": bias})

    def parts(order):
        def run(x, h):
            blocks = dict(zip(order, np.split(x @ kernel + h @ recurrent + bias, 4, axis=1), strict=True))
            return [blocks[letter] for letter in "ifgo"]

        return run

    keras = load_model(data)
    np.testing.assert_allclose(keras.run(X).y, lstm(parts("ifgo")), atol=1e-12)
    tf1 = load_model(data, choices={"convention": "tf1"})
    np.testing.assert_allclose(tf1.run(X).y, lstm(parts("igfo"), 1.0), atol=1e-12)
    with pytest.raises(GateError, match="No arrays named as equinox"):
        load_model(data, choices={"convention": "equinox"})
    with pytest.raises(GateError, match="convention can be pytorch, keras"):
        load_model(data, choices={"convention": "theano"})
    with pytest.raises(GateError, match="leaves no choice called colour"):
        load_model(data, choices={"colour": "blue"})


def test_forward_and_backward_names_make_one_layer():
    arrays = {}
    for seed, side in enumerate(("forward", "backward")):
        arrays[f"bi/{side}_lstm/kernel"] = random(D_X, 12, seed=seed)
        arrays[f"bi/{side}_lstm/recurrent_kernel"] = random(D_H, 12, seed=9 + seed)
    model = load_model(npz_bytes(**arrays))
    assert [layer.direction for layer in model.layers] == ["bidirectional"]
    assert model.run(X).y.shape == (6, 3, 2 * D_H)


@pytest.mark.parametrize("name", CONVENTIONS)
@pytest.mark.parametrize("kind", CELLS)
def test_pack_is_the_reverse_of_unpack(name, kind):
    convention = CONVENTIONS[name]
    k = len(CELLS[kind])
    reset = None if kind != "gru" else "after" if convention.reset == "file" else convention.reset
    two = convention.biases == "two" or reset == "after"
    cell = CellWeights(
        kind,
        random(k, D_H, D_X, seed=1),
        random(k, D_H, D_H, seed=2),
        random(k, D_H, seed=3),
        random(k, D_H, seed=4) if two else None,
        reset,
    )
    kernel, recurrent, bias, second = pack(convention, cell)
    back = unpack(convention, kind, kernel, recurrent, bias, second, reset=reset)
    for a, b in ((cell.W, back.W), (cell.U, back.U), (cell.b, back.b)):
        np.testing.assert_allclose(a, b, atol=1e-15)
    if cell.b_hn is not None:
        np.testing.assert_array_equal(cell.b_hn, back.b_hn)


def test_case_of_a_reset_before_or_after():
    """oneDNN 617: d_h = d_x = 1, all weights and both biases 1, x = 0, two steps."""
    one = np.ones((3, 1))
    found = {}
    for reset in ("before", "after"):
        cell = unpack(CONVENTIONS["onnx"], "gru", one, one, np.ones(3), np.ones(3), reset=reset)
        found[reset] = cell.to_core().run(np.zeros((2, 1, 1))).h[:, 0, 0]
    np.testing.assert_allclose(found["before"], [0.114915, 0.207034], atol=1e-6)
    np.testing.assert_allclose(found["after"], [0.113787, 0.205364], atol=1e-6)


def test_case_of_a_candidate_bias_that_acts_at_a_zero_state():
    """mlx 3249: all zero but b_hn = 1, reset after: h_1 = .231059."""
    second = np.array([0.0, 0.0, 1.0])
    cell = unpack(CONVENTIONS["pytorch"], "gru", np.zeros((3, 1)), np.zeros((3, 1)), np.zeros(3), second)
    assert cell.to_core().run(np.zeros((1, 1, 1))).h[0, 0, 0] == pytest.approx(0.231059, abs=1e-6)
