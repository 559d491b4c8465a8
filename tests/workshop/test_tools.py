"""The workshop: its books, scenes and demo, and what a step of the eye is worth."""

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mailbot.language
from mailbot.eye.find import locate
from mailbot.language.folders import written
from mailbot.model import Want
from mailbot.pictures import Bgr, encode_png
from mailbot.pictures.decode import decode
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.workshop.demo import FOLDER, PHOTO, SCREEN, draw_evening, draw_morning
from tests.workshop.lattices.pages import Page, Placed
from tests.workshop.lattices.scenes import COARSE, FINE, SIDE, draw_scene, taught
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.words.book import CLASSES, Phrase, book_classes, read_books
from tests.workshop.worth import STEPS, replaced, worth

# The phrase books that the word model is trained on.


LANGUAGES = Path(mailbot.language.__file__).parent
FILES = sorted(LANGUAGES.glob("*/phrases/*.txt"))
PHRASES = list(read_books(book_classes()))


def name(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.stem}"


def test_there_is_a_book_for_each_want_in_each_language() -> None:
    footer = "footer"  # a book of the model that tells whose voice a line is in
    assert sorted([*CLASSES, footer]) == sorted(book_classes())
    assert {name(path) for path in FILES} == {
        f"{language}-{want}" for language in written() for want in book_classes()
    }
    own = {want.value for want in Want} - {Want.LEFT_OUT, Want.FIRST_MISTAKE}
    assert own <= set(book_classes())


@pytest.mark.parametrize("language", written())
def test_each_line_of_a_book_is_a_phrase_or_names_its_author(language: str) -> None:
    for path in LANGUAGES.glob(f"{language}/phrases/*.txt"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("# author: "), path
        for number, line in enumerate(lines, 1):
            place = f"{path}:{number}"
            assert line.strip(), place
            assert not line.startswith("#") or re.match(r"# author: +\S", line), place


def test_no_phrase_stands_under_two_wants_of_a_language() -> None:
    wants: dict[tuple[str, str], set[str]] = defaultdict(set)
    for phrase in PHRASES:
        wants[phrase.language, phrase.text.casefold()].add(phrase.want)
    assert {key: found for key, found in wants.items() if len(found) > 1} == {}


def test_every_phrase_has_an_author_and_many_can_be_held_out() -> None:
    counts: dict[str, int] = defaultdict(int)
    for phrase in PHRASES:
        counts[phrase.author] += 1
    assert "" not in counts
    assert sum(count >= 200 for count in counts.values()) >= 40


def test_a_line_break_in_a_phrase_is_written_as_one() -> None:
    assert all("\\n" not in phrase.text for phrase in PHRASES)
    assert any("\n" in phrase.text for phrase in PHRASES)


def test_no_phrase_is_longer_than_a_letter_of_some_lines() -> None:
    assert max(len(phrase.text) for phrase in PHRASES) <= 1_000
    assert isinstance(PHRASES[0], Phrase)


# Scenes for the lattice network: what they teach lies where the boards are drawn.


def test_the_same_seed_draws_the_same_scene() -> None:
    one, other = (draw_scene(np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert np.array_equal(one.lines, other.lines)


@pytest.mark.parametrize("size", [4, 9])
def test_lines_and_places_are_taught_where_a_flat_board_lies(size: int) -> None:
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    picture = Bgr(np.zeros((SIDE, SIDE, 3), np.uint8))
    page = Page(picture, (Placed(100, 60, 360, size),))
    scene = taught(picture, page, (x, y), np.zeros((SIDE, SIDE), np.bool_))
    step = SIDE // FINE
    for line in range(size + 1):
        at = round((100 + line * 360 / size) / step)
        assert scene.lines[240 // step, at - 1 : at + 1].max() > 180
    between = round((100 + 0.5 * 360 / size) / step)
    assert scene.lines[round((60 + 0.5 * 360 / size) / step), between] < 30
    middle = 280 * COARSE // SIDE, 240 * COARSE // SIDE
    place = scene.place[:, middle[1], middle[0]].astype(np.float64)
    assert np.abs(place - 0.5).max() < 0.02
    assert scene.inside[middle[1], middle[0]] == 1
    assert scene.inside[0, 0] == 0
    assert np.isnan(scene.place[:, 0, 0]).all()


# The pictures of the demo are those that the workshop draws for it.


@pytest.mark.parametrize(
    ("name", "draw", "apart"),
    [(SCREEN, draw_evening, 1.0), (PHOTO, draw_morning, 3.0)],
    ids=["screen", "photo"],
)
def test_a_picture_of_the_demo_is_as_the_workshop_draws_it(
    name: str, draw: Callable[[], Bgr], apart: float
) -> None:
    drawn = draw()
    kept = decode((FOLDER / name).read_bytes())
    assert kept.shape == drawn.shape
    assert np.abs(kept.astype(float) - drawn.astype(float)).mean() < apart


def test_the_pictures_of_the_demo_are_small_beside_the_networks() -> None:
    sizes = [(FOLDER / n).stat().st_size for n in (SCREEN, PHOTO)]
    assert sum(sizes) < 100_000


# The tool that tells what a step of the eye is worth.


def test_a_step_is_replaced_only_for_a_while() -> None:
    step, own = STEPS["outlines"], locate._in_outlines
    with replaced(step, step.without(own)):
        during = locate._in_outlines
    assert during is not own
    assert locate._in_outlines is own


@pytest.mark.ocr
def test_a_step_that_runs_and_changes_nothing_is_counted_as_such() -> None:
    made = make_puzzle(Shape(3, 3), 31)
    board = draw_puzzle(
        PaperPuzzle(made.puzzle), PrintStyle(), np.random.default_rng(1)
    )
    page = encode_png(Bgr(np.pad(board, ((60, 60), (60, 60), (0, 0)), mode="edge")))
    assert worth(STEPS["cursor"], [page])[:4] == (1, 0, 0, 0)
    assert worth(STEPS["outlines"], [page])[:4] == (0, 0, 0, 0)
