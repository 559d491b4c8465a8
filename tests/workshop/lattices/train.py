"""Trains the lattice network: one command, one core, about an hour.

    python -m tests.workshop.lattices.train FOLDER [--shards N] [--passes N]

Needs the `train` extra (PyTorch). FOLDER keeps the drawn scenes. `--start FILE` trains
a network further, for boards that it had not seen.
"""

import argparse
import copy
import logging
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from mailbot.eye.find.network import MODEL, level
from mailbot.pictures.arrays import Bytes
from tests.workshop.lattices.network import LatticeNetwork, read_network, write_network
from tests.workshop.lattices.shards import SCENES, Shard, load_shard

log = logging.getLogger(__name__)

BATCH = 8
_PEAK_RATE, _FURTHER_RATE = 3e-3, 1e-3  # of a new network, of one that is trained on
_KEPT = 0.99  # of the running mean of the weights, a step
_LINES, _PLACE = 2.0, 8.0  # weights of the losses beside that of the inside

Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]
"""Pictures, lines, inside, place, as the network takes and gives them."""


def batches(shards: list[Shard], rng: np.random.Generator) -> Iterator[Batch]:
    """The scenes of some shards in random order, turned and mirrored at random."""
    chosen = [(s, i) for s in range(len(shards)) for i in range(SCENES)]
    rng.shuffle(chosen)
    for start in range(0, len(chosen) - BATCH + 1, BATCH):
        scenes = [
            _turned(_scene(shards[s], i, rng), int(rng.integers(4)), rng.random() < 0.5)
            for s, i in chosen[start : start + BATCH]
        ]
        pictures, lines, inside, place = (
            torch.from_numpy(np.stack(part)) for part in zip(*scenes, strict=True)
        )
        yield pictures, lines, inside, place


def _scene(
    shard: Shard, index: int, rng: np.random.Generator
) -> tuple[Bytes, Bytes, Bytes, Bytes]:
    """One scene as arrays [channels, h, w], its colours varied."""
    picture = shard.pictures[index].astype(np.float32)
    if rng.random() < 0.3:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.2:
        picture[:] = picture.mean(axis=2, keepdims=True)
    picture = level(picture) * rng.uniform(0.8, 1.15)
    fine = shard.lines[index].astype(np.float32) / 255
    quarters = [fine[i::2, j::2] for i in (0, 1) for j in (0, 1)]
    return (
        np.moveaxis(picture, 2, 0).astype(np.float32),
        np.stack(quarters),
        shard.inside[index][None].astype(np.float32),
        shard.place[index].astype(np.float32),
    )


def _turned(scene: tuple[Bytes, ...], turns: int, mirrored: bool) -> tuple[Bytes, ...]:
    """The scene after quarter turns counterclockwise, and mirrored."""
    picture, lines, inside, (u, v) = scene
    fine = _woven(lines)
    turned = []
    if mirrored:
        u = 1 - u
    for _ in range(turns):
        u, v = v, 1 - u
    for part in (picture, fine[None], inside, np.stack([u, v])):
        flipped = part[..., ::-1] if mirrored else part
        turned.append(np.ascontiguousarray(np.rot90(flipped, turns, axes=(1, 2))))
    fine = turned[1][0]
    turned[1] = np.stack([fine[i::2, j::2] for i in (0, 1) for j in (0, 1)])
    return tuple(turned)


def _woven(quarters: Bytes) -> Bytes:
    """The fine map of the quarters of its pixels [4, h, w]."""
    height, width = quarters.shape[1:]
    fine = np.zeros((2 * height, 2 * width), np.float32)
    for number, quarter in enumerate(quarters):
        fine[number // 2 :: 2, number % 2 :: 2] = quarter
    return fine


def loss_of(maps: torch.Tensor, batch: Batch) -> torch.Tensor:
    """How far the maps are from what the scenes teach."""
    _, lines, inside, place = batch
    weight = 1 + 2 * lines
    off_lines = functional.binary_cross_entropy_with_logits(maps[:, :4], lines, weight)
    off_inside = functional.binary_cross_entropy_with_logits(maps[:, 4:5], inside)
    known = ~torch.isnan(place[:, :1])
    wanted = torch.where(known, place, torch.zeros_like(place))
    off = functional.smooth_l1_loss(maps[:, 5:7], wanted, beta=0.02, reduction="none")
    off_place = (off * known).sum() / (2 * known.sum()).clamp(min=1)
    return _LINES * off_lines + off_inside + _PLACE * off_place


def train_network(
    drawn: list[Shard], passes: int, out: Path, seed: int, start: Path | None = None
) -> nn.Module:
    """A network trained on the shards; its weights are a running mean of the steps'.

    Args:
        drawn: the shards.
        passes: over all of them.
        out: where the network is written after each pass.
        seed: of the weights and of the order of the scenes.
        start: the file of the network that is trained further.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    net = read_network(start) if start else LatticeNetwork()
    net = net.to(memory_format=torch.channels_last)
    rate = _FURTHER_RATE if start else _PEAK_RATE
    mean = torch.optim.swa_utils.AveragedModel(
        net,
        multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_KEPT),
        use_buffers=True,
    )
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-2)
    count = len(drawn) * SCENES
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=passes * (count // BATCH) + 1, pct_start=0.1
    )
    for number in range(passes):
        net.train()
        for layer in net.modules() if start else ():
            if isinstance(layer, nn.BatchNorm2d):
                layer.eval()  # its part lies in the weights already
        total = 0.0
        for batch in batches(drawn, rng):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                maps = net(batch[0].contiguous(memory_format=torch.channels_last))
            loss = loss_of(maps.float(), batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            mean.update_parameters(net)
            total += loss.item()
        log.info("pass %d: loss %.4f", number + 1, total * BATCH / count)
        write_network(copy.deepcopy(mean.module), out)
    return mean.module


def main() -> None:
    """Train, and write the network after each pass."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--passes", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MODEL)
    parser.add_argument("--start", type=Path)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    drawn = [load_shard(options.folder, number) for number in range(options.shards)]
    log.info("%d scenes", len(drawn) * SCENES)
    train_network(drawn, options.passes, options.out, options.seed, options.start)


if __name__ == "__main__":
    main()
