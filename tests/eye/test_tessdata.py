"""Tesseract starts in less time with a copy of its data, and reads the same with it."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytesseract
import pytest

from mailbot.eye.read.tesseract import tessdata
from mailbot.eye.read.tesseract.ocr import ALL
from tests.workshop.paper.type import EMBEDDED, set_text

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
    "content",
    [None, b"", b"not data", b"\x18\0\0\0" + b"\xff" * 192, b"\xff" * 4096],
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
