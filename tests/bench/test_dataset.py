"""Scoring a checkout of the public dataset, on a checkout drawn here."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from mailbot.pictures import Bgr, encode_jpeg
from solver import Cells, Shape
from tests.bench.dataset import (
    Score,
    compare_collections,
    label_of,
    listed,
    names_of,
    score,
)
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

MADE = make_puzzle(Shape(3, 3), 5)


def lay_out(folder: Path, label: Cells) -> None:
    """A checkout with one list of one photograph, with that label."""
    for name in ("datasets", "images"):
        (folder / name).mkdir()
    drawn = draw_puzzle(PaperPuzzle(MADE.puzzle), PrintStyle(), np.random.default_rng())
    bordered = cv2.copyMakeBorder(
        drawn, *(60,) * 4, cv2.BORDER_CONSTANT, value=(255, 255, 255)
    )
    photo = encode_jpeg(Bgr(np.asarray(bordered, np.uint8)))
    (folder / "images" / "image1.jpg").write_bytes(photo)
    rows = [" ".join(map(str, label[i : i + 9])) + " " for i in range(0, 81, 9)]
    text = "\n".join(["a phone", "640x480:24 JPG", *rows])
    (folder / "images" / "image1.dat").write_text(text)
    (folder / "datasets" / "v2_test.desc").write_text(
        "images/image1.jpg\nimages/absent.jpg\n"
    )


@pytest.mark.ocr
def test_a_photograph_read_right_counts_as_exact_and_answered(tmp_path: Path) -> None:
    lay_out(tmp_path, MADE.puzzle.givens)
    assert names_of(tmp_path) == ["v2_test"]
    assert score(tmp_path, "v2_test") == Score(1, exact=1, answered=1)


@pytest.mark.ocr
def test_an_answer_to_another_puzzle_counts_as_wrong(tmp_path: Path) -> None:
    lay_out(tmp_path, make_puzzle(Shape(3, 3), 6).puzzle.givens)
    assert score(tmp_path, "v2_test") == Score(1, wrong=1)


def test_a_photograph_without_a_label_is_left_out(tmp_path: Path) -> None:
    lay_out(tmp_path, MADE.puzzle.givens)
    label = tmp_path / "images" / "image1.dat"
    label.write_text("a phone\n640x480:24 JPG\n1 2 3\n")
    assert label_of(label) == ()
    assert list(listed(tmp_path, "v2_test")) == []


@pytest.mark.ocr
def test_folders_are_told_beside_the_list_with_a_published_record(
    tmp_path: Path,
) -> None:
    lay_out(tmp_path, MADE.puzzle.givens)
    told = compare_collections([tmp_path / "images"], tmp_path).body
    assert "| the folder `images` | 1 | 1 | 1 | 0 |" in told
    assert "| v2_test | 1 | 1 | 1 | 0 |" in told


def test_where_the_dataset_is_absent_the_report_says_how_to_get_it() -> None:
    told = compare_collections([], None).body
    assert "git clone\nhttps://github.com/wichtounet/sudoku_dataset" in told
