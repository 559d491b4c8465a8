"""What a start costs: wall and processor time, and the most memory held."""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np

from mailbot.pictures.encode import encode_png
from solver import Shape
from tests.bench.report import Section, table
from tests.bench.wire import PUZZLE
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

_MAILBOT = str(Path(sys.executable).with_name("mailbot"))
_WATCH = """\
import resource, subprocess, sys, time
started, null = time.perf_counter(), subprocess.DEVNULL
subprocess.run(sys.argv[1:], stdin=null, stdout=null, stderr=null, check=True)
wall = time.perf_counter() - started
spent = resource.getrusage(resource.RUSAGE_CHILDREN)
print(wall, spent.ru_utime + spent.ru_stime, spent.ru_maxrss)
"""
"""In a small process of its own: a child starts out with its parent's memory."""
_SPOOL = """\
address = "bot@bots.example"
state = "{0}/state"
[inbox]
kind = "spool"
path = "{0}/letters"
[outbox]
kind = "spool"
path = "{0}/replies"
"""


def measure_starts(quick: bool) -> Section:
    """Every command in turn, some times over."""
    rounds = 2 if quick else 5
    with tempfile.TemporaryDirectory() as name:
        commands = _prepare(Path(name))
        spent: dict[str, list[tuple[float, float, float]]] = {c: [] for c in commands}
        for _ in range(rounds):
            for what, command in commands.items():
                spent[what].append(_run(command))
    rows = [
        (what, *(f"{median(part):.{places}f}" for part, places in _columns(values)))
        for what, values in spent.items()
    ]
    header = ("command", "wall s", "processor s", "most memory, MB")
    return Section("Start-up and memory", _ABOUT.format(rounds) + table(header, rows))


_ABOUT = """\
Each command started, run to its end and waited for with all its children, {} times in
turn; medians. The memory is that of the largest process; `mailbot once` finds nothing.

"""


def _prepare(home: Path) -> dict[str, Sequence[str]]:
    """The commands by what they stand for; the files they need lie in `home`."""
    for folder in ("letters", "replies"):
        (home / folder).mkdir()
    settings, puzzle, picture = (
        home / n for n in ("mailbot.toml", "puzzle.txt", "puzzle.png")
    )
    settings.write_text(_SPOOL.format(home))
    puzzle.write_text(PUZZLE)
    picture.write_bytes(_draw())
    python = (sys.executable, "-c")
    return {
        "Python alone": (*python, "pass"),
        "import solver": (*python, "import solver"),
        "import sudoku (py-sudoku)": (*python, "import sudoku"),
        "import sudokutools.solve": (*python, "import sudokutools.solve"),
        "import dokusan.solvers": (*python, "import dokusan.solvers"),
        "import cv2, numpy": (*python, "import cv2, numpy"),
        "mailbot --version": (_MAILBOT, "--version"),
        "mailbot solve, text": (_MAILBOT, "solve", str(puzzle)),
        "mailbot read, picture": (_MAILBOT, "read", str(picture)),
        "mailbot once": (_MAILBOT, "--config", str(settings), "once"),
    }


def _draw() -> bytes:
    board = PaperPuzzle(make_puzzle(Shape(3, 3), 1).puzzle)
    return encode_png(draw_puzzle(board, PrintStyle(), np.random.default_rng(1)))


def _run(command: Sequence[str]) -> tuple[float, float, float]:
    """Wall seconds, processor seconds, most memory in MB."""
    watch = (sys.executable, "-S", "-c", _WATCH, *command)
    done = subprocess.run(watch, capture_output=True, text=True, check=True)
    wall, work, memory = map(float, done.stdout.split())
    return wall, work, memory / 1024


def _columns(
    values: Sequence[tuple[float, float, float]],
) -> Sequence[tuple[Sequence[float], int]]:
    walls, work, memory = zip(*values, strict=True)
    return (walls, 2), (work, 2), (memory, 0)
