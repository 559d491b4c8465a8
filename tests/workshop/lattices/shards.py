"""Keeps drawn scenes in files: drawing one takes longer than learning from it.

    python -m tests.workshop.lattices.shards FOLDER [--shards N] [--first N]

draws them ahead, in as many processes as are started with different first shards.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from mailbot.eye.find.network import INPUT_SIDE
from mailbot.pictures.arrays import Bytes, Floats
from tests.workshop.lattices.scenes import Scene, draw_scene

SCENES = 250
"""Scenes of a shard."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Scenes side by side, at half their side: what the network sees, and is to say."""

    pictures: Bytes
    lines: Bytes
    inside: Bytes
    place: Floats


def load_shard(folder: Path, number: int) -> Shard:
    """A shard from its file, drawn and written first if it is not there.

    The number of the shard is the seed of its scenes.
    """
    path = folder / f"{number:04d}.npz"
    if not path.exists():
        _write(path, number)
    with np.load(path) as kept:
        files = np.split(kept["files"], kept["ends"][:-1])
        pictures = [_seen(data) for data in files]
        return Shard(
            np.stack(pictures),
            _paired(kept["lines"]).max(axis=(2, 4)),
            _paired(kept["inside"]).max(axis=(2, 4)),
            _paired(kept["place"]).mean(axis=(3, 5)),
        )


def _seen(data: Bytes) -> Bytes:
    """A scene's picture at the side of the network's input."""
    picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    side = (INPUT_SIDE, INPUT_SIDE)
    return np.asarray(cv2.resize(picture, side, interpolation=cv2.INTER_AREA), np.uint8)


def _paired(maps: Floats) -> Floats:
    """Maps [..., h, w] with neighbouring pixels together, [..., h/2, 2, w/2, 2]."""
    *many, height, width = maps.shape
    return maps.reshape(*many, height // 2, 2, width // 2, 2)


def _write(path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)
    scenes: list[Scene] = [draw_scene(rng) for _ in range(SCENES)]
    files = [
        cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 96])[1]
        for scene in scenes
    ]
    unfinished = path.with_suffix(".part.npz")
    np.savez(
        unfinished,
        files=np.concatenate(files),
        ends=np.cumsum([len(data) for data in files]),
        lines=np.stack([scene.lines for scene in scenes]),
        inside=np.stack([scene.inside for scene in scenes]),
        place=np.stack([scene.place for scene in scenes]),
    )
    unfinished.rename(path)


def main() -> None:
    """Draw the shards that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.shards):
        path = options.folder / f"{number:04d}.npz"
        if not path.exists():
            _write(path, number)


if __name__ == "__main__":
    main()
