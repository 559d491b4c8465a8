"""The command in a home of its own, and a picture to read."""

from pathlib import Path

import pytest

from mailbot.pictures.encode import encode_png
from solver import parse
from tests.cli.command import PUZZLE, Command
from tests.workshop.paper.grid import PaperPuzzle
from tests.workshop.paper.screen import LIGHT, draw_screen


@pytest.fixture
def mailbot(tmp_path: Path) -> Command:
    return Command(tmp_path)


@pytest.fixture(scope="session")
def picture() -> bytes:
    """A screenshot of `PUZZLE`."""
    return encode_png(draw_screen(PaperPuzzle(parse(PUZZLE)), LIGHT, seed=1))
