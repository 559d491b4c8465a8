"""Tesseract makes digits surer or less sure, but never replaces one."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytesseract
import pytest

from mailbot.errors import MissingTool
from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.decide.believed import LEAST_MARGIN
from mailbot.eye.probe import probe
from mailbot.eye.read.cells import normalise
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import Alphabet
from mailbot.eye.read.tesseract import ocr, tessdata
from mailbot.eye.read.tesseract.ocr import ALL
from mailbot.eye.read.witness import digit_named, second_opinion, weigh
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats
from solver import Shape
from tests.eye.synthetic import read_as, sure_of
from tests.workshop.paper.type import EMBEDDED, set_text

PASSED = Deadline(lambda: 1.0, 0.0)


def log_probs(**probs: float) -> Floats:
    row = np.full(10, 1e-6, np.float32)
    for name, chance in probs.items():
        row[int(name[1:])] = chance
    return np.asarray(np.log(row / row.sum()), np.float32)


def test_agreement_makes_a_choice_surer() -> None:
    before = log_probs(d3=0.8, d8=0.2)
    assert np.exp(weigh(before, 3))[3] > 0.85


def test_agreement_answers_no_digit_that_is_printed_over_another() -> None:
    """So the network read a 2 over a 9 in a clean print, with either of which the
    puzzle had one solution, and Tesseract read the 2."""
    after = weigh(log_probs(d2=0.81, d9=0.15, d8=0.02), 2)
    assert after[2] - after[9] < LEAST_MARGIN


def test_dispute_makes_a_choice_less_sure_but_keeps_it() -> None:
    before = log_probs(d3=0.9, d8=0.1)
    after = weigh(before, 8)
    assert after.argmax() == 3
    assert np.exp(after[3]) < 0.7


def test_even_a_hardly_likelier_choice_stays_first_under_dispute() -> None:
    assert weigh(log_probs(d3=0.55, d8=0.45), 8).argmax() == 3


def test_a_sure_choice_stays_sure_enough_under_dispute() -> None:
    assert np.exp(weigh(log_probs(d3=1.0), 8)[3]) > 0.999


def test_probabilities_still_sum_to_one() -> None:
    for said in range(1, 10):
        assert np.exp(weigh(log_probs(d1=0.5, d7=0.3, d4=0.2), said)).sum() == (
            pytest.approx(1, abs=1e-5)
        )


@pytest.mark.parametrize(
    ("said", "alphabet", "digit"),
    [
        ("7", Alphabet.PLAIN, 7),
        ("16", Alphabet.NUMBERS, 16),
        ("G", Alphabet.LETTERS, 16),
        ("0", Alphabet.FROM_ZERO, 1),
        ("", Alphabet.PLAIN, 0),
        ("7B", Alphabet.PLAIN, 0),
    ],
)
def test_characters_are_named_digits(said: str, alphabet: Alphabet, digit: int) -> None:
    assert digit_named(said, alphabet) == digit


def printed_cell(text: str) -> Gray:
    ink = set_text(text, EMBEDDED, 22) if text else np.zeros((1, 1), np.uint8)
    patch = np.full((32, 32), 235, np.float32)
    height, width = ink.shape
    top, left = (32 - height) // 2, (32 - width) // 2
    patch[top : top + height, left : left + width] -= ink * 0.8
    return normalise(patch, 0.3)


@pytest.mark.ocr
def test_tesseract_reads_each_cell_in_its_place() -> None:
    wanted = ["5", "3", "", "7", "2", "", "8", "4", "6", "9"]
    said = ocr.read_cells([printed_cell(text) for text in wanted])
    assert len(said) == len(wanted)
    assert said[2] == said[5] == ""
    assert sum(a == b for a, b in zip(said, wanted, strict=True)) >= 9


def board_with(digits: tuple[int, ...], legible: int) -> Recognised:
    """A 9x9 whose first cells show their digits, and all others a stroke."""
    seen = read_as(sure_of(digits, 0.9), Shape(3, 3))
    texts = [str(d) if cell < legible else "/" for cell, d in enumerate(digits)]
    cells = np.stack([printed_cell(text) for text in texts])
    return replace(seen, cells=replace(seen.cells, normalised=Gray(cells)))


@pytest.mark.ocr
@pytest.mark.parametrize(("legible", "changes"), [(10, True), (5, False)])
def test_a_line_of_few_readings_changes_nothing(legible: int, changes: bool) -> None:
    digits = (5, 3, 7, 2, 8, 4, 6, 9, 7, 2) + (0,) * 71
    seen = board_with(digits, legible)
    (asked,) = second_opinion([seen], NO_DEADLINE)
    assert (asked.log_probs != seen.log_probs).any() == changes


@pytest.mark.ocr
def test_cells_that_do_not_fit_in_one_line_are_read_in_another() -> None:
    """Five filled boards have more cells than one line holds."""
    full = board_with((5, 3, 7, 2, 8, 4, 6, 9, 7) * 9, 81)
    asked = second_opinion([full] * 5, NO_DEADLINE)
    assert all((one.log_probs != full.log_probs).any() for one in asked)


@pytest.mark.ocr
def test_a_lost_line_does_not_undo_the_lines_before_it() -> None:
    digits = (5, 3, 7, 2, 8, 4, 6, 9, 7) * 9
    legible, lost = board_with(digits, 81), board_with(digits, 0)
    first, *_, last = second_opinion([legible] * 3 + [lost] * 3, NO_DEADLINE)
    assert (first.log_probs != legible.log_probs).any()
    assert (last.log_probs == lost.log_probs).all()


def test_after_its_time_tesseract_is_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    board = board_with((5,) * 81, 81)
    (asked,) = second_opinion([board], PASSED)
    assert (asked.log_probs == board.log_probs).all()


@pytest.mark.ocr
def test_without_cells_nobody_is_asked() -> None:
    assert ocr.read_cells([]) == []


def test_without_tesseract_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingTool, match="tesseract-ocr"):
        ocr.read_cells([printed_cell("7")])


# `tesseract --list-langs`, and reading, with Tesseract 5.3.0 of Debian 12 without
# the package tesseract-ocr-eng.
WITHOUT_DATA = """\
#!/bin/sh
case "$1" in
  --version) echo "tesseract 5.3.0" ;;
  --list-langs) echo 'List of available languages in "/usr/share/tessdata/" (0):' ;;
  *)
    echo "Error opening data file /usr/share/tessdata/eng.traineddata" >&2
    echo "Failed loading language 'eng'" >&2
    echo "Tesseract couldn't load any languages!" >&2
    exit 1
    ;;
esac
"""


def test_without_its_data_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "tesseract"
    program.write_text(WITHOUT_DATA)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for asks in (probe, lambda: ocr.read_cells([printed_cell("7")])):
        with pytest.raises(MissingTool, match="tesseract-ocr-eng"):
            asks()


# The smaller copy of Tesseract's data.


_SHORT = (
    "from mailbot.eye.read.tesseract.tessdata import small_data;"
    " print(len(small_data('1')))"
)


def read(line: Path, language: str, *options: str) -> str:
    """The boxes of the characters that Tesseract reads in a line."""
    symbols = f"tessedit_char_whitelist={ALL}"
    asked = " ".join(("--psm 7 --oem 1 -c", symbols, *options))
    said: str = pytesseract.image_to_boxes(str(line), language, asked)
    return said


@pytest.mark.ocr
@pytest.mark.parametrize("text", ["123456789", "0246813579", "7ABCDEFG1", "16 10 12"])
def test_it_reads_the_same_with_the_copy(text: str, tmp_path: Path) -> None:
    ink = set_text(text, EMBEDDED, 44)
    line = tmp_path / "line.pgm"
    cv2.imwrite(str(line), 255 - np.pad(ink, 20))
    (tmp_path / "small.traineddata").write_bytes(tessdata.small_data(ALL))
    small = read(line, "small", "--tessdata-dir", str(tmp_path))
    assert small
    assert small == read(line, "eng")


@pytest.mark.ocr
def test_the_copy_has_neither_a_dictionary_nor_other_characters() -> None:
    (name,) = [f for f in tessdata.installed() if f.exists()][:1]
    copy = tessdata.small_data(ALL)
    assert len(copy) < name.stat().st_size
    parts = tessdata.parts_of(copy)
    names = [line.split(" ")[0] for line in parts[21].decode().split("\n")[4:]]
    assert {name for name in names if name.isascii() and name} == set(ALL)


@pytest.mark.parametrize(
    "content", [None, b"", b"not data", b"\x18\0\0\0" + b"\xff" * 192, b"\xff" * 4096]
)
def test_without_data_there_is_no_copy(content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "eng.traineddata").write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-c", _SHORT],
        env={"TESSDATA_PREFIX": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "0\n"
