"""What is found out about a model file: a person's mistakes come back as sentences, never as exceptions."""

from __future__ import annotations

import io
import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save

from gates.core import LSTM, gradients
from gates.text import LANGS
from gates.ui.guard import sentence
from gates.ui.models import show, study, words
from gates.ui.models.bundled import STEMS, bundled
from gates.ui.models.request import Fed, Upload, Wanted, parse_answers, read_recorded, read_sequence
from gates.weights.array_file import read_array
from gates.weights.changes import changes
from gates.weights.fits import Fit, Target

D_X, D_H = 3, 4
rng = np.random.default_rng(2)
ARRAYS = {
    "rnn.weight_ih_l0": rng.standard_normal((4 * D_H, D_X)),
    "rnn.weight_hh_l0": rng.standard_normal((4 * D_H, D_H)),
    "rnn.bias_ih_l0": rng.standard_normal(4 * D_H),
    "rnn.bias_hh_l0": rng.standard_normal(4 * D_H),
}
X = rng.standard_normal((12, 2, D_X))


def npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def upload(folder: Path, name: str, data: bytes) -> Upload:
    path = folder / name
    path.write_bytes(data)
    return Upload(str(path), name)


@pytest.fixture
def model(tmp_path: Path) -> Upload:
    return upload(tmp_path, "own.safetensors", save(ARRAYS))


@pytest.fixture
def fed(tmp_path: Path) -> Fed:
    return Fed("own", file=upload(tmp_path, "x.npy", npy(X)))


def cell() -> LSTM:
    """The file's cell in the core's order: PyTorch has i, f, g, o."""
    W = np.concatenate([ARRAYS["rnn.weight_ih_l0"], ARRAYS["rnn.weight_hh_l0"]], 1).reshape(4, D_H, -1)
    b = (ARRAYS["rnn.bias_ih_l0"] + ARRAYS["rnn.bias_hh_l0"]).reshape(4, D_H)
    return LSTM(W[[0, 1, 3, 2]], b[[0, 1, 3, 2]])


@pytest.mark.parametrize("name", STEMS)
def test_bundled_models_are_read_like_any_file(name):
    found = study.study(Wanted(name, (), Fed("example")))
    assert found.errors == {}
    assert found.filename.startswith(STEMS[name])
    assert found.about is not None
    assert found.shape == bundled(name).X.shape
    assert "100 %" in str(found.about) or name == "bilstm"
    assert pickle.loads(pickle.dumps(found)).described == found.described


def test_a_look_is_that_of_the_core(model, fed):
    found = study.look(Wanted(model, (), fed), 0, 1)
    assert found is not None
    trace = cell().run(X)
    flow = gradients.flow(cell(), trace)
    np.testing.assert_allclose(found.full, flow.log10_full[:, 1], atol=1e-12)
    np.testing.assert_allclose(found.direct, flow.log10_direct_norm[:, 1], atol=1e-12)
    np.testing.assert_allclose(found.joint, flow.log10_joint[:, 1], atol=1e-12)
    np.testing.assert_allclose(found.shares["f"].right, (trace.f > 0.9).mean((0, 1)))
    assert found.slope == pytest.approx(float((trace.f * (1 - trace.f)).mean()))
    assert (found.T, found.B) == (12, 2)
    # Beyond the last layer or sequence stands the last one.
    again = study.look(Wanted(model, (), fed), 9, 9)
    assert again is not None
    np.testing.assert_array_equal(again.full, found.full)


def test_the_explorer_gets_the_cell_and_its_own_input():
    wanted = Wanted("bilstm", (), Fed("example"))
    top_back = study.layer(wanted, 3, 1)
    assert top_back is not None
    assert top_back.side.name == "2 · encoder.l1 ←"
    below = [study.layer(wanted, k, 1) for k in (0, 1)]
    outs = [found.cell.run(found.X[:, None]).h[:, 0] for found in below if found is not None]
    expected = np.concatenate([outs[0], outs[1][::-1]], 1)[::-1]
    np.testing.assert_allclose(top_back.X, expected, atol=1e-12)


def test_the_explorer_gets_the_state_that_the_layer_started_from(model, tmp_path):
    h0, c0 = rng.standard_normal((2, 1, 2, D_H))
    fed = Fed("own", file=upload(tmp_path, "x.npz", npz(x=X, h0=h0, c0=c0)))
    found = study.layer(Wanted(model, (), fed), 0, 1)
    assert found is not None
    np.testing.assert_array_equal(np.stack(found.state), [h0[0, 1:], c0[0, 1:]])
    whole = cell().run(X, (h0[0], c0[0]))
    np.testing.assert_allclose(
        found.cell.run(found.X[:, None], found.state).h[:, 0], whole.h[:, 1], atol=1e-14
    )
    pickle.dumps(found)


def test_recorded_outputs_are_compared(model, fed, tmp_path):
    wanted = Wanted(model, (), fed)
    h = cell().run(X).h
    right = study.check(wanted, upload(tmp_path, "y.npy", npy(h)))
    assert right.present is not None
    assert right.present.deviation < 1e-12
    assert words.agrees(right.present.deviation, right)
    swapped = LSTM(cell().W[[1, 0, 2, 3]], cell().b[[1, 0, 2, 3]])
    wrong = study.check(wanted, upload(tmp_path, "z.npz", npz(y=swapped.run(X).h)))
    assert wrong.present is not None
    assert wrong.present.deviation > 0.01
    assert [c.kind for c in wrong.best[0].changes] == ["order"]
    assert wrong.best[0].deviation < 1e-12
    pickle.dumps(wrong)
    h0 = rng.standard_normal((1, 2, D_H))
    started = cell().run(X, (h0[0], h0[0])).h
    with_states = study.check(wanted, upload(tmp_path, "s.npz", npz(y=started, h0=h0, c0=h0)))
    assert with_states.present is not None
    assert with_states.present.deviation < 1e-12


@pytest.mark.parametrize("to", ["pytorch", "keras", "onnx"])
def test_conversion_tells_its_size_and_keeps_the_bytes_for_the_download(model, to):
    wanted = Wanted(model, (), Fed("noise"))
    ending = {"pytorch": "npz", "keras": "npz", "onnx": "onnx"}[to]
    told = study.convertible(wanted, to, ending)
    assert told.error is None
    assert told.data == b""
    assert told.size == len(study.convert(wanted, to, ending).data) > 100
    assert told.filename == f"own.{ending}"


def test_no_equivalent_no_file():
    written = study.convert(Wanted("gru", (), Fed("example")), "pytorch", "pt")
    assert written.error is not None
    assert written.error.key == "error.convert.reset_before"
    after = study.convert(Wanted("gru", (("reset", "after"),), Fed("example")), "pytorch", "pt")
    assert after.error is None


HOSTILE = {
    "empty.pt": b"",
    "random.npz": bytes(range(256)) * 8,
    "zip.keras": b"PK\x03\x04" + bytes(60),
    "call.pt": b"\x80\x02cposix\nsystem\nX\x04\x00\x00\x00true\x85R.",
    "deep.json": b"[" * 5000,
    "huge.safetensors": (2**62).to_bytes(8, "little") + b"{}",
    "link.h5": b"\x89HDF\r\n\x1a\n" + bytes(64),
    "node.onnx": b"\x08\x07\x12\x04evil",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_a_sentence_in_both_languages(tmp_path, name):
    wanted = Wanted(upload(tmp_path, name, HOSTILE[name]), (), Fed("noise"))
    found = study.study(wanted)
    assert list(found.errors) == ["weights"]
    for lang in LANGS:
        assert re.search(r"\w.*[。.)]", sentence(lang, found.errors["weights"]))
    assert study.look(wanted, 0, 0) is None
    assert study.layer(wanted, 0, 0) is None
    assert study.convert(wanted, "keras", "keras").error is not None
    assert study.check(wanted, upload(tmp_path, "y.npy", npy(X))).error is not None
    assert study.example(wanted) == b""


def test_wrong_sequences_and_answers_are_told_by_their_control(model, tmp_path):
    narrow = Fed("own", file=upload(tmp_path, "x.csv", b"a,b\n1,2\n3,4\n"))
    found = study.study(Wanted(model, (), narrow))
    assert found.errors["sequence"].key == "error.model.sequence"
    assert found.described["parameters"] == 4 * D_H * (D_X + D_H + 2)
    long = Fed("own", file=upload(tmp_path, "l.npy", npy(np.zeros((2001, D_X)))))
    assert study.study(Wanted(model, (), long)).errors["sequence"].key == "error.models.long"
    many = Fed("own", file=upload(tmp_path, "m.npy", npy(np.zeros((2000, 501, D_X), np.uint8))))
    assert study.study(Wanted(model, (), many)).errors["sequence"].key == "error.models.large"
    assert study.study(Wanted(model, (), Fed("own"))).errors["sequence"].key == "models.wanted.sequence"
    unasked = study.study(Wanted(model, (("reset", "after"),), Fed("noise")))
    assert unasked.errors["answers"].key == "error.model.no_choice"
    assert unasked.shape == (100, 1, D_X)


def test_answers_belong_to_one_model():
    assert parse_answers("gru:reset=after;head=none", "gru") == (("head", "none"), ("reset", "after"))
    assert parse_answers("gru:reset=after", "lstm") == ()
    assert parse_answers("", "gru") == ()
    assert parse_answers("gru:;=x;a=;b", "gru") == ()


def test_sequences_of_all_kinds(tmp_path):
    assert read_sequence(upload(tmp_path, "a.csv", b"1;2\n3;4\n")).X.shape == (2, 1, 2)
    assert read_sequence(upload(tmp_path, "b.npy", npy(np.zeros(5)))).X.shape == (5, 1, 1)
    with_states = read_sequence(
        upload(tmp_path, "c.npz", npz(x=X, h0=np.ones((1, 2, D_H)), c0=np.ones((1, 2, D_H))))
    )
    assert with_states.X.shape == X.shape
    assert with_states.h0 is not None
    assert with_states.h0.shape == (1, 2, D_H)
    y, h0, c0 = read_recorded(upload(tmp_path, "y.csv", b"1,2\n3,4\n"))
    assert y.tolist() == [[1, 2], [3, 4]]
    assert h0 is None
    assert c0 is None


def test_the_example_can_be_taken_along():
    data = study.example(Wanted("lstm", (), Fed("example")))
    np.testing.assert_array_equal(read_array(data, "x.npy"), bundled("lstm").X)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", STEMS)
def test_cards_say_everything_without_markup_of_a_file(lang, name, tmp_path):
    found = study.study(Wanted(name, (), Fed("example")))
    html = str(show.found(lang, found, False)) + str(show.left_open(lang, found, name, "x", False))
    assert f"{found.described['parameters']:,}" in html
    assert "{" not in re.sub(r"<[^>]+>", "", html)
    arrays = {k.replace("rnn", "<img src=x>"): v for k, v in ARRAYS.items()}
    evil = upload(tmp_path, "<b>.safetensors", save(arrays))
    wanted = Wanted(evil, (), Fed("noise"))
    shown = study.study(wanted)
    look = study.look(wanted, 0, 0)
    assert look is not None
    told = (
        str(show.found(lang, shown, False)) + words.sat_says(lang, look) + words.reach_says(lang, look, 1, 3)
    )
    assert "img src=x" in told
    assert "<img" not in told
    assert "<b>.safe" not in told


def test_a_fit_says_which_answer_to_give():
    found = study.study(Wanted("gru", (), Fed("example")))
    model = study._read("gru", ())
    change = next(c for c in changes(model) if c.kind == "reset")
    fit = Fit((change,), Target(), 0.0)
    assert words.answer_for(fit, found.assumptions) == ("reset", "after")
    order = next(c for c in changes(model) if c.kind == "order")
    assert words.answer_for(Fit((order,), Target(), 0.0), found.assumptions) is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0"), (0.8591, "0.859"), (3.53e-7, "3.5 × 10⁻⁷"), (2e9, "2.0 × 10⁹"), (np.inf, "∞")],
)
def test_deviations_as_people_read_them(value, shown):
    assert words.plain_size(value) == shown
