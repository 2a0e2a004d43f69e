"""What the door says: which argument, which shape it has, which shape it needs."""

import ast
import string
from pathlib import Path

import numpy as np
import pytest
from core_cases import NAMES, random_cell, random_run

import gates.core
from gates import GRU, LSTM, RNN
from gates.core.errors import GateError
from gates.text.errors_core import TEXTS

W4, b4 = np.zeros((4, 3, 5)), np.zeros((4, 3))
W3, U3, b3 = np.zeros((3, 3, 2)), np.zeros((3, 3, 3)), np.zeros((3, 3))


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: LSTM(W4, b4[:3]), "b has shape (3, 3); it needs (4, d_h)."),
        (lambda: LSTM(W4[:, :2], b4), "W has shape (4, 2, 5); it needs (4, 3, d_x + 3)."),
        (lambda: LSTM(W4[:, :, :3], b4), "W has shape (4, 3, 3); it needs (4, 3, d_x + 3)."),
        (lambda: LSTM(W4[0], b4), "W has shape (3, 5); it needs (4, 3, d_x + 3)."),
        (lambda: GRU(W3, U3[:, :2], b3), "U has shape (3, 2, 3); it needs (3, 3, 3)."),
        (lambda: GRU(W3[:2], U3, b3), "W has shape (2, 3, 2); it needs (3, 3, d_x)."),
        (lambda: GRU(W3, U3, b3, reset="both"), "reset is both; it must be one of before, after."),
        (lambda: GRU(W3, U3, b3, b_hn=b3[0]), "b_hn belongs to reset='after'; reset='before' has none."),
        (lambda: GRU(W3, U3, b3, "after", b3), "b_hn has shape (3, 3); it needs (3,)."),
        (lambda: RNN(W3[0], U3, b3[0]), "U has shape (3, 3, 3); it needs (3, 3)."),
        (lambda: RNN([[1, 2], [3]], U3[0], b3[0]), "W must be a rectangular array of numbers."),
        (lambda: RNN("abc", U3[0], b3[0]), "W must be a rectangular array of numbers."),
        (
            lambda: RNN(W3[0], U3[0], b3[0], activation="softplus"),
            "activation is softplus; it must be one of",
        ),
    ],
)
def test_parameters(build, message):
    with pytest.raises(GateError) as error:
        build()
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (lambda c: c.run(np.zeros((4, 2))), "X has shape (4, 2); it needs (T, B, 3)."),
        (lambda c: c.run(np.zeros((4, 2, 2))), "X has shape (4, 2, 2); it needs (T, B, 3)."),
        (lambda c: c.run(np.zeros((4, 0, 3))), "X has shape (4, 0, 3); it needs (T, B, 3)."),
        (lambda c: c.step(np.zeros(3)), "x has shape (3,); it needs (B, 3)."),
        (lambda c: c.run([["a"]]), "X must be a rectangular array of numbers."),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_inputs(name, run, message):
    with pytest.raises(GateError) as error:
        run(random_cell(name))
    assert str(error.value) == message


def test_states_and_gradients():
    lstm, gru = random_cell("lstm"), random_cell("gru-before")
    X, row = np.zeros((4, 2, 3)), np.zeros(5)
    cases = [
        (lambda: lstm.run(X, np.zeros((2, 5))), "state of an LSTM is a pair (h, c), each of shape (B, d_h)."),
        (lambda: lstm.run(X, (None, np.zeros((3, 5)))), "c0 has shape (3, 5); it needs (2, 5)."),
        (lambda: gru.run(X, np.zeros((5, 2))), "h0 has shape (5, 2); it needs (2, 5)."),
        (lambda: gru.run(X, offset=np.zeros(3)), "offset has shape (3,); it needs (3, 2, 5)."),
        (lambda: gru.backward(gru.run(X), np.zeros((4, 5))), "dh has shape (4, 5); it needs (4, 2, 5)."),
        (lambda: gru.backward(gru.run(X), None, row), "dstate has shape (5,); it needs (2, 5)."),
        (
            lambda: lstm.backward(lstm.run(X), None, (row, None)),
            "dh_T has shape (5,); it needs (2, 5).",
        ),
    ]
    for run, message in cases:
        with pytest.raises(GateError) as error:
            run()
        assert str(error.value) == message


def test_lists_integers_and_every_floating_type():
    cell = LSTM(np.ones((4, 1, 2), int), [[0], [1], [0], [0]])
    assert cell.dtype == np.float64
    assert cell.run([[[1]], [[0]]]).h.dtype == np.float64
    for dtype in (np.float16, np.float32, np.longdouble, np.complex64, np.complex128):
        cell = LSTM(np.ones((4, 1, 2), dtype), np.ones((4, 1), dtype))
        trace = cell.run(np.ones((3, 2, 1), int))
        assert trace.h.dtype == dtype
        assert cell.backward(trace, np.ones((3, 2, 1), int)).dW.dtype == dtype
    mixed = LSTM(np.ones((4, 1, 2), np.float32), np.ones((4, 1), np.float32)).run(np.ones((3, 2, 1)))
    assert mixed.h.dtype == np.float64


def test_a_trace_is_not_changed_by_a_backward_pass():
    for name in NAMES:
        cell = random_cell(name)
        trace = random_run(cell)
        before = {k: np.copy(v) for k, v in vars(trace).items() if v is not None}
        dh = np.ones_like(trace.h)
        state = (np.ones((3, 5)), np.ones((3, 5))) if name == "lstm" else np.ones((3, 5))
        cell.backward(trace, dh, state)
        for key, value in before.items():
            np.testing.assert_array_equal(getattr(trace, key), value)
        assert np.all(dh == 1)
        assert np.all(np.asarray(state) == 1)


def raised_in_core():
    """Every (key, template) of a GateError in the core's sources."""
    for path in Path(gates.core.__file__).parent.rglob("*.py"):
        source = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            node.targets[0].id: node.value.value
            for node in ast.walk(source)
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(source):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "GateError":
                key, template = node.args
                text = template.value if isinstance(template, ast.Constant) else constants[template.id]
                yield key.value, text


def test_every_complaint_has_a_sentence_in_both_languages():
    # "template" is assigned once a function in shapes.py, so the key decides which text is compared.
    raised = dict(raised_in_core())
    assert set(raised) == set(TEXTS)
    for texts in TEXTS.values():
        fields = [sorted(f for _, f, _, _ in string.Formatter().parse(texts[lang]) if f) for lang in texts]
        assert list(texts) == ["zh", "en"]
        assert fields[0] == fields[1]


def test_errors_carry_what_a_page_needs():
    with pytest.raises(GateError) as error:
        LSTM(W4, b4[:3])
    assert error.value.key == "error.shape"
    assert TEXTS[error.value.key]["en"].format(**error.value.params) == str(error.value)
    assert TEXTS[error.value.key]["zh"].format(**error.value.params) == "b 的形状是 (3, 3)，应为 (4, d_h)。"
