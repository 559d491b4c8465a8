"""The command in a home of its own, and a picture to read."""

from pathlib import Path

import pytest

from mailbot.pictures.encode import encode_png
from solver import Grid, parse
from tests.cli.command import Command
from tests.sample_letters import PUZZLE
from tests.workshop.paper.grid import PaperPuzzle
from tests.workshop.paper.screen import LIGHT, draw_screen


@pytest.fixture
def mailbot(tmp_path: Path) -> Command:
    return Command(tmp_path)


@pytest.fixture(scope="session")
def picture() -> bytes:
    """A screenshot of `PUZZLE`."""
    return encode_png(draw_screen(PaperPuzzle(parse(PUZZLE)), LIGHT, seed=1))


@pytest.fixture(scope="session")
def open_picture() -> bytes:
    """A screenshot of `PUZZLE` without half of its givens: Tesseract is asked."""
    puzzle = parse(PUZZLE)
    few = tuple(d if i < 45 else 0 for i, d in enumerate(puzzle.givens))
    return encode_png(draw_screen(PaperPuzzle(Grid(puzzle.shape, few)), LIGHT, seed=1))
