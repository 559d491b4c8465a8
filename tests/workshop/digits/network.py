"""Builds the networks for cells and writes their files.

Only this module and `train` need PyTorch.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from mailbot.eye.read.cells import SIDE
from mailbot.eye.read.digits import CLASSES
from mailbot.pictures.arrays import Bytes, Floats
from tests.workshop.digests import record

_LARGE = 1000  # numbers of a tensor that is worth being stored in half precision


def _block(inputs: int, outputs: int, kernel: int = 3, stride: int = 1) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


@dataclass(frozen=True, slots=True)
class Layers:
    """How many channels the layers of a network have."""

    fine: int
    middle: int
    coarse: int
    last: int
    dense: int
    classes: int


DIGITS = Layers(26, 36, 60, 76, 88, len(CLASSES))
"""The digit network."""


def build_network(layers: Layers) -> nn.Module:
    """Six convolutions and two dense layers; shape [n, 1, 32, 32] in, logits out."""
    return nn.Sequential(
        _block(1, layers.fine, 5, 2),
        _block(layers.fine, layers.middle),
        _block(layers.middle, layers.middle),
        nn.MaxPool2d(2),
        _block(layers.middle, layers.coarse),
        _block(layers.coarse, layers.coarse),
        nn.MaxPool2d(2),
        _block(layers.coarse, layers.last),
        nn.Flatten(),
        nn.Dropout(0.2),
        nn.Linear(layers.last * (SIDE // 8) ** 2, layers.dense),
        nn.ReLU(inplace=True),
        nn.Dropout(0.1),
        nn.Linear(layers.dense, layers.classes),
    )


def run_network(net: nn.Module, pictures: Bytes) -> Floats:
    """The logits of normalised cells [n, 32, 32], in evaluation mode."""
    net.eval()
    with torch.no_grad():
        batches = torch.from_numpy(pictures).split(2048)
        logits = [net(batch[:, None].float() / 255) for batch in batches]
    return np.asarray(torch.cat(logits).numpy(), np.float32)


def write_network(net: nn.Module, temperature: float, path: Path) -> None:
    """Write the network as ONNX, its logits divided by the temperature."""
    net.eval()
    last = net[-1]
    with torch.no_grad():
        last.weight /= temperature
        last.bias /= temperature
    torch.onnx.export(
        net,
        (torch.zeros(1, 1, SIDE, SIDE),),
        str(path),
        input_names=["cells"],
        output_names=["logits"],
        dynamic_axes={"cells": {0: "n"}, "logits": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
    _halve(path)
    record(path)


def _halve(path: Path) -> None:
    """Round the large tensors of an ONNX file to 16 bits, which halves it.

    The network computes as before: each of them is cast to 32 bits when it is loaded.
    """
    model = onnx.load(path)
    casts = []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size >= _LARGE:
            name, half = tensor.name, f"{tensor.name}.half"
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), half))
            casts.append(helper.make_node("Cast", [half], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, path)
