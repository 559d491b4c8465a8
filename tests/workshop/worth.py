"""Tells what each special step of the eye is worth, on folders of pictures.

python -m tests.workshop.worth FOLDER... [--every N] [--only STEP]

Each picture is read as it is; then once more without each step that ran in it. A step
is for the better where a picture is answered only with it, and for the worse where it
is answered only without it; `other` counts two answers that differ. The last column is
the CPU time that the step saved, in seconds a picture; below 0, that it took.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from mailbot.errors import SenderFault
from mailbot.eye.picture import read_picture
from mailbot.kernel import cpu_seconds
from mailbot.model import Status

Function = Callable[..., Any]

_ENDINGS = {".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp", ".heic"}
_ANSWERED = (Status.SOLVED, Status.COMPLETE)


@dataclass(frozen=True, slots=True)
class Step:
    """A function of `mailbot.eye`, by its module and name.

    `without` makes what stands for it from the function itself.
    """

    module: str
    name: str
    without: Callable[[Function], Function]


def _gives(place: int) -> Callable[[Function], Function]:
    """Stands for a function that changes an argument: gives it back as it is."""
    return lambda _: lambda *arguments: arguments[place]


def _is(value: object) -> Callable[[Function], Function]:
    return lambda _: lambda *_arguments: value


STEPS = {
    "lattice from cell to cell": Step("find.by_cells", "fit_by_cells", _gives(4)),
    "from nearer": Step("find.nearer", "from_nearer", _gives(2)),
    "straight": Step("find.fitting", "straightened", _gives(1)),
    "digits in rows": Step("find.locate", "_spaced", _is([])),
    "outlines": Step("find.locate", "_in_outlines", _is([])),
    "cursor": Step("read.cursor", "without_cursors", _gives(0)),
    "all small are digits": Step("read.heights", "unmark", _gives(0)),
    "second opinion": Step("read.witness", "second_opinion", _gives(0)),
    "ground": Step("decide.ink", "givens_by_ground", _is([])),
    "agreement": Step("decide.agreement", "agreed_solution", _is(None)),
}
"""The steps, by what they are called in the table."""


@contextmanager
def replaced(step: Step, by: Function) -> Iterator[None]:
    """While it lasts, every module of the eye calls another function for a step."""
    function = getattr(import_module(f"mailbot.eye.{step.module}"), step.name)
    users = [
        module
        for name, module in sys.modules.items()
        if name.startswith("mailbot.eye") and vars(module).get(step.name) is function
    ]
    for module in users:
        setattr(module, step.name, by)
    try:
        yield
    finally:
        for module in users:
            setattr(module, step.name, function)


def read(data: bytes) -> tuple[tuple[str, ...], float]:
    """The solutions that a picture is answered with, and its CPU time in seconds."""
    started = cpu_seconds()
    try:
        puzzles = read_picture(data).puzzles
    except SenderFault:
        puzzles = ()
    answered = (one for one in puzzles if one.status in _ANSWERED)
    return tuple(str(one.answer) for one in answered), cpu_seconds() - started


def ran(step: Step, data: bytes) -> bool:
    """Whether a step runs when a picture is read."""
    module = import_module(f"mailbot.eye.{step.module}")
    function: Function = getattr(module, step.name)
    calls: list[None] = []

    def counted(*arguments: object) -> object:
        calls.append(None)
        return function(*arguments)

    with replaced(step, counted):
        read(data)
    return bool(calls)


def worth(step: Step, pictures: list[bytes]) -> tuple[int, int, int, int, float]:
    """Count what a step does in some pictures.

    Returns:
        In how many of them it ran, was for the better, was for the worse, and gave
        another answer; then the CPU time that it saved in each, in seconds.
    """
    function: Function = getattr(import_module(f"mailbot.eye.{step.module}"), step.name)
    tried = better = worse = other = 0
    saved = 0.0
    for data in pictures:
        if not ran(step, data):
            continue
        (with_it, own), tried = read(data), tried + 1
        with replaced(step, step.without(function)):
            without, time = read(data)
        saved += time - own
        better += bool(with_it and not without)
        worse += bool(without and not with_it)
        other += bool(with_it and without and with_it != without)
    return tried, better, worse, other, saved / max(tried, 1)


def main() -> None:
    """Print a row for each folder and step."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    sys.stdout.write("| folder | step | ran | better | worse | other | CPU saved |\n")
    for folder in options.folders:
        paths = sorted(p for p in folder.iterdir() if p.suffix.lower() in _ENDINGS)
        pictures = [path.read_bytes() for path in paths[:: options.every]]
        for name, step in STEPS.items():
            if options.only in name:
                *counts, saved = worth(step, pictures)
                told = " | ".join(map(str, counts))
                sys.stdout.write(f"| {folder.name} | {name} | {told} | {saved:.2f} |\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
