"""Trains the overprint network: one command, one core, half an hour.

    python -m mailbot.workshop.digits.train_overprints

It takes the options of `train` and needs what that needs. The same seed, fonts and
versions give the same network.
"""

import argparse
import logging
from pathlib import Path

from mailbot.eye.read.overprint.contents import CONTENTS, MODEL
from mailbot.workshop.digits.network import Layers, run_network, write_network
from mailbot.workshop.digits.overprints import render_overprints
from mailbot.workshop.digits.rendering import load_kits
from mailbot.workshop.digits.train import fit_temperature, train_network

log = logging.getLogger(__name__)

OVERPRINTS = Layers(16, 24, 40, 48, 64, len(CONTENTS))


def main() -> None:
    """Render, train, calibrate on cells of held-out type and hands, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cells", type=int, default=200_000)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MODEL)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    kit, held_out = load_kits()
    log.info("%d printed families, %d hands", len(kit.families), len(kit.hands))
    cells = render_overprints(kit, options.cells, options.seed)
    log.info("%d cells rendered", options.cells)
    net = train_network(OVERPRINTS, cells, options.epochs, options.seed)
    tested = render_overprints(held_out, 10_000, options.seed + 1)
    logits = run_network(net, tested.pictures)
    temperature = fit_temperature(logits, tested.labels)
    single, two = logits[:, :9].max(axis=1), logits[:, 9:].max(axis=1)
    for count, which in ((1, tested.labels < 9), (2, tested.labels >= 9)):
        taken = ((two > single)[which] == (count == 2)).mean()
        log.info("held out, cells of %d: %.2f %% taken for that", count, 100 * taken)
    right = (logits.argmax(axis=1) == tested.labels).mean()
    log.info("%.2f %% right, temperature %.2f", 100 * right, temperature)
    write_network(net, temperature, options.out)


if __name__ == "__main__":
    main()
