"""Measures the digit network on type and handwriting that it was not trained on.

    python -m tests.workshop.digits.evaluate [--cells N]

prints the tables of mailbot/eye/weights/README.md. It needs the font packages named
there, but no PyTorch.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from mailbot.eye.read.digits import CLASSES, classify
from mailbot.pictures.arrays import Floats, Ints
from tests.workshop.digits.rendering import DrawnCells, load_kits, render_cells

SEED = 20_000
"""Another seed than in training."""

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0)


def digit_of(labels: Ints) -> Ints:
    """Classes with print and hand of a digit taken as one (1-9), others as they are."""
    return np.where((labels >= 10) & (labels <= 18), labels - 9, labels)


def accuracy_rows(cells: DrawnCells, probs: Floats) -> Iterator[str]:
    """A line for each kind of cell: share of right classes and of right digits."""
    found = probs.argmax(axis=1)
    kinds = np.array(cells.kinds)
    yield "| kind | cells | class right | digit right |"
    yield "|---|---|---|---|"
    for kind in sorted(set(cells.kinds)):
        of_kind = kinds == kind
        right = (found == cells.labels)[of_kind].mean()
        digit = (digit_of(found) == digit_of(cells.labels))[of_kind].mean()
        yield f"| {kind} | {of_kind.sum()} | {right:.2%} | {digit:.2%} |"


def calibration_rows(cells: DrawnCells, probs: Floats) -> Iterator[str]:
    """A line for each range of confidence: what was claimed and what was right."""
    clear = cells.doubts == 0
    sure = probs.max(axis=1)[clear]
    right = (probs.argmax(axis=1) == cells.labels)[clear]
    yield "| confidence | cells | mean confidence | right |"
    yield "|---|---|---|---|"
    error = 0.0
    for low, high in pairwise(BINS):
        inside = (sure > low) & (sure <= high)
        if inside.any():
            claimed, true = sure[inside].mean(), right[inside].mean()
            error += abs(claimed - true) * inside.mean()
            span = f"{low} - {high}"
            yield f"| {span} | {inside.sum()} | {claimed:.2%} | {true:.2%} |"
    yield ""
    yield f"Expected calibration error: {error:.4f}"


def confusion_rows(cells: DrawnCells, probs: Floats) -> Iterator[str]:
    """The most frequent sure mistakes (over 90 %), as `true -> found`."""
    found = probs.argmax(axis=1)
    wrong = (found != cells.labels) & (probs.max(axis=1) > 0.9) & (cells.doubts == 0)
    pairs = np.stack([cells.labels[wrong], found[wrong]], axis=1)
    kinds, counts = np.unique(pairs, axis=0, return_counts=True)
    yield f"Sure mistakes: {wrong.sum()} of {len(found)} cells; most often"
    for i in np.argsort(-counts)[:12]:
        true, said = kinds[i]
        yield f"- {CLASSES[true]} -> {CLASSES[said]}: {counts[i]}"


def main() -> Iterator[str]:
    """All tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cells", type=int, default=30_000)
    options = parser.parse_args()
    cells = render_cells(load_kits()[1], options.cells, SEED)
    probs = np.exp(classify(cells.pictures))
    for rows in (accuracy_rows, calibration_rows, confusion_rows):
        yield from rows(cells, probs)
        yield ""


if __name__ == "__main__":
    import sys

    sys.stdout.writelines(f"{line}\n" for line in main())
