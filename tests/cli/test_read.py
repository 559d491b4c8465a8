"""`mailbot read`: anything in, what stands there out."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import BOT, Command, keys, letter
from tests.cli.test_solve import PUZZLE_KEYS, READ_KEYS
from tests.sample_letters import PUZZLE, SOLUTION


def test_a_picture_comes_by_file_or_stdin(mailbot: Command, picture: bytes) -> None:
    file = mailbot.file("p.png", picture)
    done = mailbot("read", "--json", file, "-", stdin=picture)
    assert done.code == 0
    values = [json.loads(line) for line in done.lines]
    assert [value["file"] for value in values] == [str(file), "-"]
    for value in values:
        assert keys(value) == READ_KEYS
        [puzzle] = value["puzzles"]
        assert keys(puzzle) == PUZZLE_KEYS
        assert (puzzle["source"], puzzle["givens"]) == ("image", PUZZLE)
        assert puzzle["solution"] == SOLUTION
        (left, top), _, (right, bottom), _ = puzzle["corners"]
        assert left < right
        assert top < bottom


def test_the_picture_of_a_mail_is_sketched(mailbot: Command, picture: bytes) -> None:
    file = mailbot.file("p.eml", letter("see below", picture=picture))
    done = mailbot("read", "--json", file)
    assert json.loads(done.out)["puzzles"][0]["givens"] == PUZZLE
    sketched = mailbot("read", "--debug", "seen", mailbot.file("p.png", picture))
    assert sketched.code == 0
    assert list((mailbot.home / "seen").glob("*-grids.png"))


def test_what_holds_no_puzzle_is_4_and_the_others_are_read(mailbot: Command) -> None:
    broken = mailbot.file("p.png", b"\x89PNG\r\n\x1a\nbroken")
    done = mailbot("read", "--json", broken, "none.txt", mailbot.file("p.txt", PUZZLE))
    assert done.code == 4
    values = [json.loads(line) for line in done.lines]
    assert [bool(value["puzzles"]) for value in values] == [False, False, True]
    assert [value["why"] is None for value in values] == [False, False, True]


def test_without_tesseract_unclear_pictures_are_69_and_all_else_is_read(
    mailbot: Command, picture: bytes, open_picture: bytes
) -> None:
    files = (
        mailbot.file("open.png", open_picture),
        mailbot.file("p.png", picture),
        mailbot.file("p.txt", PUZZLE),
    )
    done = mailbot("read", "--json", *files, env={"PATH": str(mailbot.home)})
    assert done.code == 69
    missing, *others = map(json.loads, done.lines)
    assert "apt-get install tesseract-ocr" in missing["why"]
    solutions = [other["puzzles"][0]["solution"] for other in others]
    assert solutions == [SOLUTION, SOLUTION]


def test_a_folder_that_cannot_be_written_into_is_one_line_and_bad_usage(
    mailbot: Command, picture: bytes
) -> None:
    picture_file = mailbot.file("p.png", picture)
    taken = mailbot.file("taken", "a file") / "folder"
    for arguments in (("read", "--debug", taken, picture_file), ("demo", taken)):
        done = mailbot(*arguments)
        assert (done.code, len(done.err.splitlines())) == (2, 1)
        assert f"cannot write into {taken}" in done.err


def test_a_pdf_is_read_by_a_confined_reader(mailbot: Command) -> None:
    """A reader may set no limits, and so not the program that draws the pages."""
    made = mailbot("new", "--seed", "1", "--pdf", mailbot.home / "new.pdf")
    assert made.code == 0
    done = mailbot("read", "--json", mailbot.home / "new.pdf")
    (puzzle,) = json.loads(done.out)["puzzles"]
    assert (puzzle["source"], puzzle["status"]) == ("pdf", "solved")


def test_a_pipe_into_which_nobody_writes_does_not_hang(mailbot: Command) -> None:
    os.mkfifo(mailbot.home / "pipe")
    done = mailbot("read", "pipe")
    assert (done.code, "nothing is written" in done.err) == (4, True)


def test_a_pipe_is_read_once_its_writer_writes(mailbot: Command) -> None:
    os.mkfifo(mailbot.home / "pipe")
    write = 'sleep 1; echo "$1" > "$0"'
    with subprocess.Popen(["sh", "-c", write, mailbot.home / "pipe", PUZZLE]):
        assert mailbot("solve", "pipe").code == 0


def test_a_time_zone_that_names_a_file_stops_no_reader(mailbot: Command) -> None:
    file = mailbot.file(
        "letter.eml", letter("Solve it, please, all the steps\n" + PUZZLE)
    )
    done = mailbot("reply", file, env={"TZ": str(file), "MAILBOT_ADDRESS": BOT})
    assert done.code == 0, done.err


@pytest.mark.parametrize(
    "name", ["libreoffice.xls", "openpyxl.xlsx", "libreoffice.odt"]
)
def test_a_document_is_read_by_a_confined_reader(mailbot: Command, name: str) -> None:
    """A reader loads what reads a document only when one comes, in the sandbox."""
    file = Path(__file__).parents[1] / "documents" / "files" / name
    (puzzle,) = json.loads(mailbot("read", "--json", file).out)["puzzles"]
    assert (puzzle["source"], puzzle["status"]) == ("file", "solved")


def test_an_svg_is_drawn_by_a_confined_reader(mailbot: Command) -> None:
    """The drawing is empty: it is drawn, or it would be called unreadable."""
    file = mailbot.home / "a.svg"
    file.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    assert json.loads(mailbot("read", "--json", file).out)["why"] == "no-grid"
