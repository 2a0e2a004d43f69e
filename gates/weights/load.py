"""From the bytes of a file to a model: which kind of file it is, and who reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from gates.weights import array_names, npz_file, safetensors_file, torch_file, torch_names
from gates.weights.limits import MAX_FILE_BYTES, MAX_UPLOAD_BYTES, MAX_UPLOAD_UNITS, check_size, open_zip
from gates.weights.model import Model
from gates.weights.problems import fail
from gates.weights.reading import Reading

FORMATS = ".safetensors, .npz, .pt, .pth, .keras, .weights.h5, .h5, .onnx, .json"
# Name of the text in an .npz that holds a Keras configuration.
KERAS_CONFIG = "keras_config"
HDF5 = b"\x89HDF\r\n\x1a\n"


def load_model(
    source: str | Path | bytes,
    name: str = "",
    choices: Mapping[str, str] | None = None,
    *,
    limit: int = MAX_FILE_BYTES,
) -> Model:
    """Read a model file as data; nothing in it is executed and nothing that it names is opened.

    Parameters
    ----------
    source : path or bytes
        The file.
    name : str
        File name, whose ending decides where the bytes do not; taken from the path by default.
    choices : mapping of str to str, optional
        Answers to what the file leaves open, such as ``{"reset": "before"}`` or ``{"convention": "flax"}``;
        the questions are in :attr:`Model.assumptions`.
    limit : int
        Largest file, in bytes.

    Returns
    -------
    Model
        Layers, what was assumed, and what was left alone.

    Raises
    ------
    GateError
        In one sentence, for a file that is damaged, hostile, of no known kind or without a recurrent layer.
    """
    data = source if isinstance(source, bytes) else _read(Path(source), limit)
    check_size(len(data), limit)
    name = name or (str(source) if not isinstance(source, bytes) else "")
    answers = dict(choices or {})
    reading = Reading(answers)
    try:
        model = _reader(data, name.lower())(data, reading)
    except RecursionError:
        fail("error.model.depth", "The model file is nested too deeply.")
    except MemoryError:
        fail("error.model.memory", "The model file asks for more memory than a model needs.")
    reading.finish()

    def reread(other: Mapping[str, str]) -> Model:
        return load_model(data, name, {**answers, **other}, limit=limit)

    return replace(model, assumptions=tuple(reading.assumptions), reread=reread)


def load_upload(data: bytes, name: str, choices: Mapping[str, str] | None = None) -> Model:
    """Read what a visitor of the page uploaded, within the page's limits: 20 MB, 256 units a layer.

    Raises
    ------
    GateError
        As :func:`load_model`, and for a wider layer.
    """
    model = load_model(data, name, choices, limit=MAX_UPLOAD_BYTES)
    for layer in model.layers:
        if layer.cells[0].d_h > MAX_UPLOAD_UNITS:
            fail(
                "error.model.wide",
                "{layer} has {d_h} units; the page takes up to {limit}, the command line takes more.",
                layer=layer.name,
                d_h=layer.cells[0].d_h,
                limit=MAX_UPLOAD_UNITS,
            )
    return model


def _read(path: Path, limit: int) -> bytes:
    try:
        check_size(path.stat().st_size if path.is_file() else 1, limit)
        return path.read_bytes()
    except OSError as error:
        fail(
            "error.model.open",
            "{path} cannot be read ({why}).",
            path=str(path),
            why=error.strerror or "error",
        )


def _reader(data: bytes, name: str) -> Callable[[bytes, Reading], Model]:
    """Choose a reader by the first bytes, and by the name's ending where those say nothing."""
    if data.startswith(b"PK\x03\x04"):
        return _archive
    if data.startswith(HDF5):
        return _hdf5
    if safetensors_file.looks_like(data):
        return _safetensors
    if data[:2] in (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"):
        return _legacy
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        return _json
    if name.endswith(".onnx"):
        return _onnx
    for ending, reader in BY_ENDING.items():
        if name.endswith(ending):
            return reader
    fail("error.model.format", "The file is of no known kind; known are {formats}.", formats=FORMATS)


def _archive(data: bytes, reading: Reading) -> Model:
    names = set(open_zip(data).namelist())
    if "config.json" in names and "model.weights.h5" in names:
        from gates.weights.keras_file import read_archive

        return read_archive(data, reading)
    if any(n.split("/")[-1] == "data.pkl" for n in names):
        return torch_names.build(torch_file.read_archive(data), reading, in_order=True)
    if any(n.endswith(".npy") for n in names):
        return _npz(data, reading)
    fail("error.model.archive", "The archive is neither a PyTorch nor a Keras file nor an .npz.")


def _npz(data: bytes, reading: Reading) -> Model:
    tensors, texts = npz_file.read(data)
    if KERAS_CONFIG in texts:
        from gates.weights.keras_file import read_npz

        return read_npz(tensors, texts[KERAS_CONFIG], reading)
    return array_names.build(tensors, reading, in_order=True)


def _safetensors(data: bytes, reading: Reading) -> Model:
    return array_names.build(safetensors_file.read(data), reading, in_order=False)


def _legacy(data: bytes, reading: Reading) -> Model:
    return torch_names.build(torch_file.read_legacy(data), reading, in_order=True)


def _hdf5(data: bytes, reading: Reading) -> Model:
    from gates.weights.keras_file import read_hdf5

    return read_hdf5(data, reading)


def _json(data: bytes, reading: Reading) -> Model:
    from gates.weights.json_file import read

    return read(data, reading)


def _onnx(data: bytes, reading: Reading) -> Model:
    from gates.weights.onnx_file import read

    return read(data, reading)


BY_ENDING: dict[str, Callable[[bytes, Reading], Model]] = {
    ".npz": _archive,
    ".keras": _archive,
    ".pt": _archive,
    ".pth": _archive,
    ".h5": _hdf5,
    ".hdf5": _hdf5,
    ".safetensors": _safetensors,
    ".json": _json,
    ".nam": _json,
}
