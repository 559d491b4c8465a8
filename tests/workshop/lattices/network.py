"""Builds the lattice network, writes its file and reads it back.

With `train` it uses PyTorch.
"""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from mailbot.eye.find.network import INPUT_SIDE
from tests.workshop.digests import record

CHANNELS = (24, 44, 66, 96)
"""Of the layers at a fourth, an eighth, ... of the input's side."""

MAPS = 7
"""Lines at the four quarters of a coarse pixel, inside, and the place (x, y)."""


def _block(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Module:
    kernel, pad = (8, 2) if stride == 4 else (3, dilation)
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, pad, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class LatticeNetwork(nn.Module):  # type: ignore[misc]
    """A U-shaped network.

    In: [n, 3, INPUT_SIDE, INPUT_SIDE], out: [n, MAPS, COARSE, COARSE].

    The lowest layers see the whole picture, which a place on a board depends on.
    """

    def __init__(self) -> None:
        super().__init__()
        b, c, d, e = CHANNELS
        self.fourth = nn.Sequential(_block(3, b, 4), _block(b, b))
        self.eighth = nn.Sequential(_block(b, c, 2), _block(c, c))
        self.sixteenth = nn.Sequential(_block(c, d, 2), _block(d, d))
        lowest = [_block(d, e, 2), _block(e, e), _block(e, e, dilation=2)]
        self.lowest = nn.Sequential(*lowest, _block(e, e, dilation=4))
        self.from_lowest = nn.Conv2d(e, d, 1)
        self.from_sixteenth = nn.Conv2d(d, c, 1)
        self.from_eighth = nn.Conv2d(c, b, 1)
        self.merged = nn.ModuleList([_block(d, d), _block(c, c), _block(b, b)])
        self.head = nn.Conv2d(b, MAPS, 1)
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """The maps; lines and inside as logits."""
        fourth = self.fourth(pictures)
        eighth = self.eighth(fourth)
        sixteenth = self.sixteenth(eighth)
        lowest = self.lowest(sixteenth)
        up = self.merged[0](sixteenth + self.larger(self.from_lowest(lowest)))
        up = self.merged[1](eighth + self.larger(self.from_sixteenth(up)))
        up = self.merged[2](fourth + self.larger(self.from_eighth(up)))
        maps: torch.Tensor = self.head(up)
        return maps


def write_network(net: nn.Module, path: Path) -> None:
    """Write the network as ONNX."""
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, INPUT_SIDE, INPUT_SIDE),),
        str(path),
        input_names=["picture"],
        output_names=["maps"],
        opset_version=13,
        dynamo=False,
    )
    record(path)


def read_network(path: Path) -> LatticeNetwork:
    """The network of a file, to be trained further.

    In the file the normalisation is a part of the weights. So the normalising layers
    must stay in evaluation mode, where they add a bias and nothing else.
    """
    net = LatticeNetwork()
    stored = onnx.load(path).graph.initializer
    weights = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in stored}
    folded = [
        weights.pop(one.name) for one in stored if one.name not in net.state_dict()
    ]
    net.load_state_dict(weights, strict=False)
    blocks = [m for m in net.modules() if isinstance(m, nn.Sequential) and _is_block(m)]
    for block, (kernel, bias) in zip(
        blocks, zip(folded[::2], folded[1::2], strict=True), strict=True
    ):
        convolution, normalisation, _ = block
        convolution.weight.data = kernel
        normalisation.bias.data = bias
        normalisation.eps = 0.0
    return net


def _is_block(module: nn.Sequential) -> bool:
    return isinstance(module[1], nn.BatchNorm2d)
