"""Trains the digit network: one command, one core, less than an hour.

    python -m tests.workshop.digits.train [--cells N] [--epochs N] [--seed N]

Needs the `train` extra (PyTorch) and the font packages named in
mailbot/eye/weights/README.md. The same seed, fonts and versions give the same network.
"""

import argparse
import logging
from pathlib import Path

import numpy as np
import torch
from torch import nn

from mailbot.eye.read.digits import MODEL
from mailbot.pictures.arrays import Floats, Ints
from tests.workshop.digits.contents import JUNK
from tests.workshop.digits.network import (
    DIGITS,
    Layers,
    build_network,
    run_network,
    write_network,
)
from tests.workshop.digits.rendering import DrawnCells, load_kits, render_cells

log = logging.getLogger(__name__)

BATCH = 256
_PEAK_RATE = 4e-3
_KEPT = 0.998  # of the running mean of the weights, a step


def blended_loss(
    logits: torch.Tensor, labels: torch.Tensor, doubts: torch.Tensor
) -> torch.Tensor:
    """Cross entropy against the label, and against junk by the share of doubt."""
    junk = torch.full_like(labels, JUNK)
    sure = nn.functional.cross_entropy(
        logits, labels, reduction="none", label_smoothing=0.01
    )
    unsure = nn.functional.cross_entropy(logits, junk, reduction="none")
    return ((1 - doubts) * sure + doubts * unsure).mean()


def train_network(
    layers: Layers, cells: DrawnCells, epochs: int, seed: int
) -> nn.Module:
    """A network trained on the cells; its weights are a running mean of the steps'."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    net = build_network(layers).to(memory_format=torch.channels_last)
    mean = torch.optim.swa_utils.AveragedModel(
        net,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_KEPT),
        use_buffers=True,
    )
    pictures = torch.from_numpy(cells.pictures)
    labels, doubts = torch.from_numpy(cells.labels), torch.from_numpy(cells.doubts)
    steps = len(pictures) // BATCH
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, _PEAK_RATE, total_steps=epochs * steps + 1, pct_start=0.15
    )
    for epoch in range(epochs):
        net.train()
        total = 0.0
        for chosen in torch.randperm(len(pictures))[: steps * BATCH].split(BATCH):
            batch = pictures[chosen][:, None].float() / 255
            batch = batch * (1 + 0.1 * torch.randn(BATCH, 1, 1, 1))
            batch = batch + 0.03 * torch.randn(BATCH, 1, 1, 1)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = net(batch.contiguous(memory_format=torch.channels_last))
            loss = blended_loss(logits.float(), labels[chosen], doubts[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            mean.update_parameters(net)
            total += loss.item()
        log.info("epoch %d of %d: loss %.4f", epoch + 1, epochs, total / steps)
    return mean.module


def fit_temperature(logits: Floats, labels: Ints) -> float:
    """The divisor of the logits that makes the labels most likely."""

    def surprise(temperature: float) -> float:
        scaled = logits / temperature
        scaled = scaled - scaled.max(axis=1, keepdims=True)
        spread = np.log(np.exp(scaled).sum(axis=1))
        return float((spread - scaled[np.arange(len(labels)), labels]).mean())

    return float(min(np.arange(0.5, 2.5, 0.02), key=surprise))


def main() -> None:
    """Render, train, calibrate on cells of held-out type and hands, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cells", type=int, default=500_000)
    parser.add_argument("--epochs", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MODEL)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    kit, held_out = load_kits()
    log.info("%d printed families, %d hands", len(kit.families), len(kit.hands))
    cells = render_cells(kit, options.cells, options.seed)
    log.info("%d cells rendered", options.cells)
    net = train_network(DIGITS, cells, options.epochs, options.seed)
    tested = render_cells(held_out, 20_000, options.seed + 1)
    logits = run_network(net, tested.pictures)
    clear = tested.doubts == 0
    right = (logits.argmax(axis=1) == tested.labels)[clear].mean()
    temperature = fit_temperature(logits[clear], tested.labels[clear])
    log.info("held out: %.2f %% right, temperature %.2f", 100 * right, temperature)
    write_network(net, temperature, options.out)


if __name__ == "__main__":
    main()
