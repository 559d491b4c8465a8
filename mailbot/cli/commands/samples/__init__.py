"""Writes the sample letters of the demo, with puzzles typed and drawn by ourselves.

The pictures beside this module are drawn by `tests.workshop.demo`.
"""

from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

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

SCREEN, PHOTO = "screen.png", "photo.jpg"


def write_samples(now: datetime) -> Iterator[tuple[str, bytes]]:
    """A file name and a letter (RFC 5322) each, all dated `now`."""
    yield "1-forwarded", _letter(now, "Fwd: Sudoku von heute", FORWARDED)
    yield "2-drawn", _letter(now, "How many are there?", DRAWN)
    yield "3-hint", _letter(now, "Bara en ledtråd", STUCK)
    yield "4-misprint", _letter(now, "Is this a misprint?", MISPRINT)
    yield (
        "5-screenshot",
        _letter(now, "Stuck on my phone", "Sent from my phone", SCREEN),
    )
    coffee = "Coffee is getting cold."
    yield "6-newspaper", _letter(now, "This morning's paper", coffee, PHOTO)


def _letter(
    now: datetime, subject: str, text: str, picture: str | None = None
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
        data = Path(__file__).with_name(picture).read_bytes()
        kind = "png" if picture.endswith("png") else "jpeg"
        letter.add_attachment(data, maintype="image", subtype=kind, filename=picture)
    return letter.as_bytes()
