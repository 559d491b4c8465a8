"""Writes the sample letters of the demo, with puzzles typed and drawn by ourselves."""

from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from mailbot.pictures.encode import encode_jpeg, encode_png
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper import draw_newspaper
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle
from mailbot.workshop.paper.photo import Camera, photograph
from mailbot.workshop.paper.screen import DARK, draw_screen
from solver import Grid, Solved, parse, solve

BOT = "sudoku@example.org"
AUTHSERV_ID = "mail.example.org"

FORWARDED = """\
Kannst du das bitte lösen? Opa kommt nicht weiter.

-------- Weitergeleitete Nachricht --------
Betreff: Sudoku von heute
Von: Opa <opa@example.com>

> 2 . . | . 8 . | 3 . .
> . 6 . | . 7 . | . 8 4
> . 3 . | 5 . . | 2 . 9
> ------+-------+------
> . . . | 1 . 5 | 4 . 8
> . . . | . . . | . . .
> 4 . 2 | 7 . 6 | . . .
> ------+-------+------
> 3 . 1 | . . 7 | . 4 .
> 7 2 . | . 4 . | . 6 .
> . . 4 | . 1 . | . . 3
"""

DRAWN = """\
All the solutions you can find, please.

#===========#===========#
# 1 | . | 3 # . | . | . #
#---+---+---#---+---+---#
# . | 5 | 6 # . | . | . #
#===========#===========#
# . | . | . # 5 | . | 4 #
#---+---+---#---+---+---#
# 5 | 6 | 4 # . | . | 1 #
#===========#===========#
# . | 1 | . # . | . | . #
#---+---+---#---+---+---#
# 6 | . | . # 3 | 1 | 2 #
#===========#===========#
"""

STUCK = """\
Ledtråd, tack! Visa mig inte hela lösningen.

53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
"""

MISPRINT = """\
The paper swears that this one can be solved:

5 3 . . 7 . . . .
6 . . 1 9 5 . . .
. 9 8 . . . . 6 .
8 . . . 6 . . . 3
4 . . 8 . 3 . . 1
7 . . . 2 . . . 6
. 6 . . . . 2 8 .
. . . 4 1 9 . . 5
. 5 . . 8 . . 7 5
"""

EVENING = (
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.."
)
MORNING = (
    ".....79342......5..49.5...6.7....5.16...4...98.3....4.7...9.81..3......29243....."
)


def write_samples(now: datetime) -> Iterator[tuple[str, bytes]]:
    """A file name and a letter (RFC 5322) each, all dated `now`."""
    yield "1-forwarded", _letter(now, "Fwd: Sudoku von heute", FORWARDED)
    yield "2-drawn", _letter(now, "How many are there?", DRAWN)
    yield "3-hint", _letter(now, "Bara en ledtråd", STUCK)
    yield "4-misprint", _letter(now, "Is this a misprint?", MISPRINT)
    screen = encode_png(draw_screen(PaperPuzzle(_half_done(EVENING)), DARK, seed=4))
    yield (
        "5-screenshot",
        _letter(now, "Stuck on my phone", "Sent from my phone", ("screen.png", screen)),
    )
    photo = encode_jpeg(photograph(_page(), CAMERA, seed=11))
    yield (
        "6-newspaper",
        _letter(
            now, "This morning's paper", "Coffee is getting cold.", ("photo.jpg", photo)
        ),
    )


CAMERA = Camera(side=1800, turn=7, tilt=0.12, curl=0.012, shadow=0.35, blur=0.8)


def _page() -> Bgr:
    morning, solved = (
        PaperPuzzle(parse(MORNING)),
        PaperPuzzle(_solution(parse(EVENING))),
    )
    return draw_newspaper([morning], PrintStyle(), 5, yesterday=solved)


def _half_done(line: str) -> Grid:
    """The puzzle with some cells filled in by a person, one of them wrongly."""
    puzzle = parse(line)
    right = _solution(puzzle).givens
    empty = [cell for cell, given in enumerate(puzzle.givens) if not given]
    entries = [0] * puzzle.shape.cells
    for cell in empty[::6]:
        entries[cell] = right[cell]
    entries[empty[6]] = right[empty[6]] % 9 + 1
    return Grid(puzzle.shape, puzzle.givens, tuple(entries))


def _solution(puzzle: Grid) -> Grid:
    answer = solve(puzzle)
    assert isinstance(answer, Solved)
    return Grid(puzzle.shape, answer.grid.digits)


def _letter(
    now: datetime, subject: str, text: str, picture: tuple[str, bytes] | None = None
) -> bytes:
    letter = EmailMessage(policy=SMTP)
    letter["Authentication-Results"] = (
        f"{AUTHSERV_ID}; dmarc=pass header.from=example.net"
    )
    letter["From"] = "A Reader <reader@example.net>"
    letter["To"] = BOT
    letter["Subject"] = subject
    letter["Date"] = format_datetime(now)
    letter["Message-ID"] = f"<{subject.encode().hex()[:24]}@example.net>"
    letter.set_content(text)
    if picture:
        name, data = picture
        kind = "png" if name.endswith("png") else "jpeg"
        letter.add_attachment(data, maintype="image", subtype=kind, filename=name)
    return letter.as_bytes()
