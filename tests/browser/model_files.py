"""Model files of PyTorch and what PyTorch computes, made for a test."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import safetensors.torch
import torch

T, B, D_X, D_H = 30, 2, 3, 5
X = np.random.default_rng(11).standard_normal((T, B, D_X)).astype(np.float32)


class Tagger(torch.nn.Module):
    """Two bidirectional layers with a head, below a prefix, as people build it."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(4)
        self.encoder = torch.nn.LSTM(D_X, D_H, num_layers=2, bidirectional=True)
        self.out = torch.nn.Linear(2 * D_H, 4)


def gru() -> torch.nn.GRU:
    """A GRU whose reset gate matters."""
    torch.manual_seed(5)
    module = torch.nn.GRU(D_X, D_H)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn_like(parameter))
    return module


def run(module: torch.nn.GRU) -> np.ndarray:
    """Its outputs on ``X``, (T, B, d_h)."""
    with torch.no_grad():
        return module(torch.from_numpy(X))[0].numpy()


def pt(module: torch.nn.Module) -> bytes:
    """A state dict as torch.save writes it."""
    stream = io.BytesIO()
    torch.save(module.state_dict(), stream)
    return stream.getvalue()


def safetensors_file(module: torch.nn.Module) -> bytes:
    """A state dict as safetensors."""
    return safetensors.torch.save({name: t.contiguous() for name, t in module.state_dict().items()})


def onnx_gru(module: torch.nn.GRU) -> bytes:
    """The weights in an ONNX file that says reset before: the mistake that an exporter once made."""
    from onnx import TensorProto, helper, numpy_helper

    take = [1, 0, 2]  # PyTorch has r, z, n; ONNX has z, r, h

    def blocks(p: torch.Tensor) -> np.ndarray:
        return p.detach().numpy().reshape(3, D_H, -1)[take].reshape(3 * D_H, -1)

    W, R = blocks(module.weight_ih_l0)[None], blocks(module.weight_hh_l0)[None]
    bias = np.concatenate([blocks(module.bias_ih_l0).ravel(), blocks(module.bias_hh_l0).ravel()])[None]
    arrays = [
        numpy_helper.from_array(np.ascontiguousarray(a), n) for a, n in ((W, "W"), (R, "R"), (bias, "B"))
    ]
    node = helper.make_node(
        "GRU", ["x", "W", "R", "B"], ["Y"], name="gru", hidden_size=D_H, linear_before_reset=0
    )
    graph = helper.make_graph(
        [node], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, None, D_X])],
        [helper.make_tensor_value_info("Y", TensorProto.FLOAT, None)], arrays,
    )  # fmt: skip
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return made.SerializeToString()


def npy(array: np.ndarray) -> bytes:
    """A .npy file."""
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def written(folder: Path, **files: bytes) -> dict[str, Path]:
    """Files by name; ``_dot_`` stands for the point."""
    paths = {}
    for name, data in files.items():
        path = folder / name.replace("_dot_", ".")
        path.write_bytes(data)
        paths[name] = path
    return paths
