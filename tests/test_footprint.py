"""What the service and its children hold in memory, at rest and at most."""

import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from mailbot.model import Kind
from mailbot.options import Brief
from mailbot.pictures.encode import encode_png
from mailbot.pool import LocalPool, PoolOptions
from solver import Shape
from tests.cases import cases_of
from tests.cli.command import BOT, Command, letter
from tests.eye.rendered import make_puzzle
from tests.house import megabytes, some_child
from tests.pool.reading_calls import READING, weigh
from tests.programs import run
from tests.sample_letters import PUZZLE
from tests.servers.daemon import until
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.screen import LIGHT, draw_screen

cases = cases_of(__file__)

pytestmark = pytest.mark.ocr

MEGAPIXELS_12 = (4000, 3000)


@pytest.fixture(scope="module")
def photo() -> Image.Image:
    page = draw_newspaper(
        [PaperPuzzle(make_puzzle(Shape(3, 3), 1).puzzle)], PrintStyle(), 1
    )
    camera = Camera(side=2000, turn=4, tilt=0.1, shadow=0.3)
    seen = photograph(page, camera, seed=1)
    return Image.fromarray(seen[..., ::-1]).resize(MEGAPIXELS_12)


@pytest.fixture(scope="module")
def picture() -> bytes:
    puzzle = make_puzzle(Shape(3, 3), 1).puzzle
    return encode_png(draw_screen(PaperPuzzle(puzzle), LIGHT, seed=1))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "PDF"])
def test_a_large_photo_takes_little_memory(form: str, photo: Image.Image) -> None:
    file = BytesIO()
    photo.save(file, form)
    data = letter("", picture=file.getvalue())
    with LocalPool(PoolOptions(children=1), READING) as pool:
        kind, most = pool.submit(weigh, data, Brief(BOT, (BOT,))).result()
    assert kind == Kind.SOLVED.value
    assert most < 400


@cases("arguments, most")
def test_a_command_loads_few_modules(arguments: str, most: int, tmp_path: Path) -> None:
    """Without the private modules of Python, of which each version has others."""
    (tmp_path / "puzzle.txt").write_text(PUZZLE)
    imported = imported_by(arguments.split(), tmp_path)
    private = [
        name
        for name in imported
        if "._" in f".{name}" and name.partition(".")[0] in sys.stdlib_module_names
    ]
    assert len(imported) - len(private) <= most


def imported_by(arguments: list[str], folder: Path) -> list[str]:
    """The modules that the process of a command has when it ends."""
    script = (
        "import atexit, sys\n"
        "from mailbot.cli import main\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"main({arguments!r})\n"
    )
    done = run(sys.executable, "-c", script, cwd=folder)
    return done.stderr.splitlines()[-1].split()


def test_the_parent_loads_nothing_for_pictures(tmp_path: Path, picture: bytes) -> None:
    mailbot = Command(tmp_path)
    mailbot.settings()
    mailbot.file("letters/1.eml", letter("", picture=picture))
    imported = imported_by(["once"], tmp_path)
    assert mailbot.replies
    assert not {"cv2", "numpy", "PIL", "pytesseract"} & {*imported}


def test_the_service_is_small(tmp_path: Path, picture: bytes) -> None:
    mailbot = Command(tmp_path)
    mailbot.settings(more=f'[watch]\nhealth_file = "{tmp_path}/health"')
    with mailbot.started("run") as service:
        until((tmp_path / "health").exists, "it does not start", 60)
        assert megabytes("VmRSS", service.pid) <= 80
        mailbot.file("letters/1.eml", letter("", picture=picture))
        until(lambda: mailbot.replies, "no reply", 60)
        child = some_child(service.pid)
        held = [megabytes("VmRSS", pid) for pid in (service.pid, child)]
        assert sum(held) <= 300
