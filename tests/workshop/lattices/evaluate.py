"""Measures the lattice network on scenes that it was not trained on.

python -m tests.workshop.lattices.evaluate [--scenes N] [--seed N]
"""

import argparse
import sys

import numpy as np

from mailbot.eye.find.locate import locate
from mailbot.eye.find.network import look_at
from mailbot.eye.find.sighting import Sighting
from tests.workshop.lattices.scenes import COARSE, SIDE, Scene, draw_scene

_OFF = 0.35  # cells by which the crossings of a board may be off, in the median
_LARGE = 0.08  # of the scene: the area of a large board


def is_found(scene: Scene, sightings: list[Sighting]) -> bool:
    """Whether the first lattice lies on a board of the scene, cell by cell."""
    if not sightings:
        return False
    mesh, size = sightings[0].mesh, sightings[0].size
    pixel = np.clip((mesh * COARSE / SIDE).astype(int), 0, COARSE - 1)
    place = scene.place[:, pixel[..., 1], pixel[..., 0]].astype(np.float64)
    even = np.mgrid[: size + 1, : size + 1][::-1] / size
    off = np.abs(place - even).max(axis=0) * size
    seen = ~np.isnan(off)
    return bool(seen.mean() > 0.5 and np.median(off[seen]) < _OFF)


def main() -> None:
    """Print how many scenes with large boards, small boards, and none were right."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=20_000)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    right = dict.fromkeys(("large board", "small board", "no board"), 0)
    count = dict(right)
    for _ in range(options.scenes):
        scene = draw_scene(rng)
        inside = float(scene.inside.mean())
        kind = "no board"
        if inside:
            kind = "large board" if inside > _LARGE else "small board"
        sightings = locate(scene.picture, look_at(scene.picture))
        count[kind] += 1
        right[kind] += is_found(scene, sightings) if inside else not sightings
    for kind, total in count.items():
        sys.stdout.write(f"| {kind} | {total} | {right[kind]} |\n")


if __name__ == "__main__":
    main()
