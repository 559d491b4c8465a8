"""Writes the sample letters of the demo, which stand in `letters.toml`.

The pictures beside this module are drawn by `tests.workshop.demo`.
"""

import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

BOT = "sudoku@example.org"
AUTHSERV_ID = "mail.example.org"

LETTERS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("letters.toml").read_text(encoding="utf-8")
)
"""The letters by name: subject, text and, of some, a picture beside this module."""


def write_samples(now: datetime) -> Iterator[tuple[str, bytes]]:
    """A file name and a letter (RFC 5322) each, all dated `now`."""
    for name, letter in LETTERS.items():
        yield name, _letter(now, **letter)


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
