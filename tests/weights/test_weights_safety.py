"""Hostile files: refused in a sentence, nothing executed, nothing opened, memory and time bounded."""

import io
import json
import os
import pickle
import struct
import zipfile

import h5py
import numpy as np
import pytest
from weights_makers import (
    keras_bytes,
    keras_model,
    npz_bytes,
    onnx_node,
    state_arrays,
    torch_bytes,
    torch_module,
)

from gates.core.errors import GateError
from gates.weights import load_model, load_upload
from gates.weights.limits import MAX_FILE_BYTES, MAX_UPLOAD_BYTES

pytestmark = pytest.mark.filterwarnings("ignore:.*:DeprecationWarning")


def refused(data, name="", *words):
    with pytest.raises(GateError) as caught:
        load_model(data, name)
    message = str(caught.value)
    assert "\n" not in message
    assert all(word in message for word in words), message
    return message


class Creates:
    """An object whose pickle asks for a call that creates a file."""

    def __init__(self, path):
        self.path = str(path)

    def __reduce__(self):
        return (os.mkdir, (self.path,))


@pytest.mark.parametrize("legacy", [False, True])
@pytest.mark.parametrize("protocol", [2, 4])
def test_a_pickle_that_calls_something_is_refused_and_calls_nothing(tmp_path, legacy, protocol):
    target = tmp_path / "created"
    state = {**torch_module("LSTM").state_dict(), "hook": Creates(target)}
    options = {"_use_new_zipfile_serialization": not legacy, "pickle_protocol": protocol}
    refused(torch_bytes(state, **options), "m.pt", "mkdir", "state_dict()")
    assert not target.exists()
    refused(pickle.dumps(state["hook"], protocol), "m.pt", "mkdir")
    assert not target.exists()


@pytest.mark.parametrize(
    "program",
    [
        b"\x80\x02cos\nsystem\nX\x04\x00\x00\x00true\x85R.",
        b"\x80\x02(X\x04\x00\x00\x00trueios\nsystem\n.",
        b"\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x04true\x85R.",
        b"\x80\x02cbuiltins\neval\nX\x01\x00\x00\x001\x85R.",
        b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n)R.",
        b"\x80\x02ccollections\nOrderedDict\ncos\nsystem\n\x85R.",
        b"\x80\x02\x82\x01.",
        b"\x80\x02(lp0\n.",
        b"\x80\x02]q\x00h\x00a.",
    ],
)
def test_programs_of_other_instructions_end_in_a_sentence(program):
    for data in (program, zipped({"a/data.pkl": program, "a/data/0": b""})):
        refused(data, "m.pt")


def test_a_whole_pickled_module_says_how_to_save_it():
    import torch

    refused(torch_bytes(torch.nn.LSTM(2, 3)), "m.pt", "torch.nn.modules.rnn.LSTM", "model.state_dict()")


def test_torchscript_is_refused_by_name():
    program = b"\x80\x02c__torch__.net\nNet\n)\x81."
    refused(zipped({"a/data.pkl": program}), "m.pt", "TorchScript")


def zipped(members, method=zipfile.ZIP_STORED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return stream.getvalue()


def test_bombs_are_refused_before_they_unpack():
    zeros = b"\0" * (40 * 2**20)
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f4", "fortran_order": False, "shape": (2**40,)})
    refused(zipped({"w.npy": header.getvalue() + zeros}, zipfile.ZIP_DEFLATED), "m.npz", "no LSTM")
    bomb = {"weight_ih_l0.npy": header.getvalue() + zeros, "weight_hh_l0.npy": header.getvalue()}
    refused(zipped(bomb, zipfile.ZIP_DEFLATED), "m.npz")
    refused(zipped({"a/data.pkl": zeros}, zipfile.ZIP_DEFLATED), "m.pt", "unpacks to")
    keras = {"config.json": zeros, "model.weights.h5": b"", "metadata.json": b"{}"}
    refused(zipped(keras, zipfile.ZIP_DEFLATED), "m.keras", "unpacks to")
    refused(zipped({f"{k}.npy": b"" for k in range(20_000)}), "m.npz", "more entries")


def test_declared_shapes_without_values_are_refused():
    huge = {"dtype": "F32", "shape": [2**20, 2**20], "data_offsets": [0, 0]}
    head = json.dumps({"weight_ih_l0": huge}).encode()
    refused(struct.pack("<Q", len(head)) + head, "m.safetensors", "safetensors")
    state = torch_bytes(torch_module("LSTM").state_dict())
    assert load_model(state).parameters == 128
    one = {"weight_ih_l0": np.ones((4, 2)), "weight_hh_l0": np.ones((4, 5_000_001), np.float32)}
    refused(npz_bytes(**one), "m.npz", "4 blocks")
    large = {"weight_ih_l0": np.zeros((8, 2_400_000)), "weight_hh_l0": np.zeros((8, 2))}
    stream = io.BytesIO()
    np.savez_compressed(stream, **large, bias_ih_l0=np.zeros(2_000_000))
    refused(stream.getvalue(), "m.npz", "limit")


def test_a_tensor_that_reaches_beyond_its_storage():
    import torch

    data = torch_bytes({"weight_ih_l0": torch.zeros(16, 2), "weight_hh_l0": torch.zeros(16, 4)})
    inside = zipfile.ZipFile(io.BytesIO(data))
    members = {n: inside.read(n) for n in inside.namelist()}
    pkl = next(n for n in members if n.endswith("data.pkl"))
    # The stride (2, 1) of the first tensor becomes (200, 1).
    changed = members[pkl].replace(b"K\x02K\x01\x86", b"K\xc8K\x01\x86", 1)
    assert changed != members[pkl]
    refused(zipped({**members, pkl: changed}), "m.pt", "beyond its storage")
    missing = {n: d for n, d in members.items() if not n.endswith("data/1")}
    refused(zipped(missing), "m.pt", "data/1")


def hdf5(make):
    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        make(file)
    return stream.getvalue()


def test_hdf5_links_and_data_elsewhere_are_not_followed(tmp_path):
    secret = tmp_path / "secret.bin"
    secret.write_bytes(b"\0" * 4096)

    def external_link(file):
        file["layers"] = h5py.ExternalLink(str(secret), "/")

    def soft_link(file):
        file["layers"] = h5py.SoftLink("/elsewhere")

    def external_data(file):
        file.create_dataset("w", (4, 4), "f4", external=[(str(secret), 0, 64)])

    def circle(file):
        file.create_group("a")["b"] = file["/"]

    def virtual(file):
        layout = h5py.VirtualLayout((4,), "f4")
        layout[:] = h5py.VirtualSource(str(secret), "w", (4,))
        file.create_virtual_dataset("w", layout)

    def sparse(file):
        file.create_dataset("w", (2**20, 2**20), "f4", chunks=(64, 64), compression="gzip")

    def chunk(file):
        file.create_dataset("w", (4,), "f4", chunks=(4,), maxshape=(None,), compression="gzip")
        file.create_dataset("v", (1,), "f4", chunks=(2**28,), maxshape=(None,), compression="gzip")

    for make, words in (
        (external_link, ("layers", "not followed")),
        (soft_link, ("layers", "not followed")),
        (external_data, ("w", "another file")),
        (virtual, ("w", "another file")),
        (circle, ("circle",)),
        (sparse, ("w", "limit")),
        (chunk, ("v", "limit")),
    ):
        refused(hdf5(make), "m.h5", *words)


def test_onnx_data_in_another_file_is_not_opened(tmp_path):
    import onnx

    (tmp_path / "weights.bin").write_bytes(b"\0" * 4096)
    model = onnx.ModelProto.FromString(onnx_node("LSTM"))
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = onnx.TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", str(tmp_path / "weights.bin")
    refused(model.SerializeToString(), "m.onnx", "weights.bin", "not opened")


def test_onnx_tensors_that_declare_more_than_they_hold():
    import onnx

    model = onnx.ModelProto.FromString(onnx_node("LSTM"))
    model.graph.initializer[0].dims[1] = 2**40
    refused(model.SerializeToString(), "m.onnx", "W")
    many = onnx.ModelProto.FromString(onnx_node("LSTM"))
    for _ in range(400_001):
        many.graph.node.add()
    refused(many.SerializeToString(), "m.onnx", "more parts")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[" * 100_000, "deep"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "deep"),
        ('{"layers": [{"type": "lstm", "weights": [[[1e999]]]}]}', "finite"),
        ('{"layers": [{"type": "lstm", "weights": [[[1, 2], [3]]]}]}', "not an array"),
        ('{"layers": [{"type": "conv1d", "weights": []}]}', "conv1d"),
        ('{"layers": [3]}', "Layer 0"),
        ('{"layers": []}', "no LSTM"),
        ('{"weight_ih_l0": [[NaN]], "weight_hh_l0": [[1]]}', "finite"),
        ('{"a": 1' + "0" * 5000 + "}", "damaged"),
        ("[1, 2]", "neither layers"),
        ("{", "damaged"),
        ("[" + "[]," * 400_000 + "1]", "more entries"),
        ('{"architecture": "LSTM", "config": {"num_layers": -1}, "weights": []}', "-1"),
    ],
)
def test_json_that_is_no_model(text, word):
    refused(text.encode(), "m.json", word)


def test_files_of_another_kind():
    refused(b"", "m.pt", "empty")
    refused(b"%PDF-1.7 hello", "m.pdf", "known kind", ".safetensors")
    refused(b"not a zip", "m.keras", "cut off")
    refused(b"TFL3" * 10, "m.h5", "HDF5")
    refused(b"\x08\x09 nonsense", "m.onnx", "ONNX")
    refused(zipped({"readme.txt": b"hello"}), "m.zip", "neither a PyTorch nor a Keras")
    refused(npz_bytes(a=np.array([{}], dtype=object)), "m.npz", "never loaded")
    refused(npz_bytes(weight_ih_l0=np.ones((4, 1), int), weight_hh_l0=np.ones((4, 1))), "m.npz", "int64")


def test_larger_than_the_limit_is_refused(tmp_path):
    with pytest.raises(GateError, match="the limit is 20 MB"):
        load_model(b"\0" * (MAX_UPLOAD_BYTES + 1), limit=MAX_UPLOAD_BYTES)
    wide = npz_bytes(weight_ih_l0=np.ones((257, 1), np.float32), weight_hh_l0=np.ones((257, 257), np.float32))
    assert load_model(wide).layers[0].d_out == 257
    with pytest.raises(GateError, match="257 units"):
        load_upload(wide, "m.npz")
    path = tmp_path / "large.pt"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(GateError, match="the limit is 100 MB"):
        load_model(path)
    with pytest.raises(GateError, match="cannot be read"):
        load_model(tmp_path / "missing.pt")
    with pytest.raises(GateError, match="cannot be read"):
        load_model(tmp_path)


def test_keras_configuration_that_is_no_model(tmp_path):
    data = keras_bytes(keras_model(__import__("keras").layers.LSTM(3)), ".keras", tmp_path)
    inside = zipfile.ZipFile(io.BytesIO(data))
    members = {n: inside.read(n) for n in inside.namelist()}
    for config, word in (
        (b"[]", "damaged"),
        (b"{}", "damaged"),
        (b'{"class_name": "Lambda", "config": {"layers": []}}', "Lambda"),
        (
            b'{"class_name": "Sequential", "config": {"layers": [{"class_name": "Lambda", "config": {}}]}}',
            "Lambda",
        ),
    ):
        refused(zipped({**members, "config.json": config}), "m.keras", word)
    refused(zipped({**members, "metadata.json": b"["}), "m.keras", "metadata")


def test_reading_never_writes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    load_model(torch_bytes(torch_module("GRU").state_dict())).run(np.zeros((3, 2)))
    load_model(npz_bytes(**state_arrays(torch_module("GRU"))))
    assert list(tmp_path.iterdir()) == []
