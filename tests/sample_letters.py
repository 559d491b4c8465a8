"""Letters for the tests, written here: every way of carrying the same puzzle."""

import struct
from base64 import encodebytes
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP

from mailbot.model import Address, Envelope, Letter

PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLUTION = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
OTHER = (
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.."
)
ROWS = [PUZZLE[i : i + 9] for i in range(0, 81, 9)]
BOT = "bot@lab.test"

HEAD = (
    f"From: Ada <ada@lab.test>\nTo: {BOT}\nSubject: sudoku\nMessage-ID: <1@lab.test>\n"
)


def raw(body: str | bytes, *headers: str, head: str = HEAD) -> bytes:
    """A letter out of header lines and a body as it stands on the wire."""
    lines = head + "".join(f"{line}\n" for line in headers)
    content = body.encode() if isinstance(body, str) else body
    return lines.encode("utf-8", "surrogateescape") + b"\n" + content


def typed(
    text: str = "",
    *,
    html: str = "",
    subject: str = "sudoku",
    sender: str = "ada@lab.test",
    to: str = BOT,
    headers: Sequence[tuple[str, str]] = (),
) -> Letter:
    """A parsed letter, without bytes."""
    envelope = Envelope(
        Address("", sender),
        to=(Address("", to),),
        subject=subject,
        headers=tuple(headers),
    )
    return Letter(envelope, text, html)


def table(rows: Sequence[str], blank: str = "&nbsp;") -> str:
    """Rows as an HTML table, a cell a digit."""
    cells = ("".join(f"<td>{c if c != '.' else blank}</td>" for c in r) for r in rows)
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


def attribute(level: int, number: int, value: bytes) -> bytes:
    """A part of a winmail.dat: level 1 is of the letter, 2 of a file."""
    head = struct.pack("<BHHI", level, number, 6, len(value))
    return head + value + struct.pack("<H", sum(value) % 65536)


def tnef(text: str, name: str, data: bytes) -> bytes:
    """A winmail.dat with a body and one file."""
    return (
        struct.pack("<IH", 0x223E9F78, 1)
        + attribute(1, 0x9007, struct.pack("<II", 1252, 0))
        + attribute(1, 0x800C, text.encode("cp1252") + b"\0")
        + attribute(2, 0x9002, bytes(14))
        + attribute(2, 0x8010, name.encode("cp1252") + b"\0")
        + attribute(2, 0x800F, data)
    )


def posted(
    text: str,
    headers: dict[str, str],
    html: str = "",
    file: tuple[str, str, bytes] | None = None,
) -> bytes:
    """A letter as a mail program writes it; a file has its name and its kind."""
    message = EmailMessage(policy=SMTP)
    for header, value in headers.items():
        message[header] = value
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    if file:
        name, kind, data = file
        main, _, sub = kind.partition("/")
        message.add_attachment(data, main, sub, filename=name)
    return message.as_bytes()


def samples() -> dict[str, bytes]:
    """One letter of each kind, for whoever wants to damage them."""
    text = "\n".join(ROWS)
    mixed = EmailMessage()
    mixed["From"], mixed["To"], mixed["Subject"] = "a@b.org", BOT, "r\u00e4tsel \u2603"
    mixed.set_content(f"Hall\u00e5!\n\n{text}\n", cte="base64")
    mixed.add_alternative(f"<p>Hall\u00e5!</p>{table(ROWS)}", subtype="html")
    mixed.add_attachment(
        text.encode(), maintype="text", subtype="csv", filename="a.csv"
    )
    forward = EmailMessage()
    forward["From"], forward["To"], forward["Subject"] = "c@d.org", BOT, "Fwd: this"
    forward.set_content("see below")
    forward.add_attachment(mixed)
    winmail = encodebytes(tnef(text, "grid.txt", text.encode())).decode()
    return {
        "plain": raw(text),
        "mixed": mixed.as_bytes(),
        "forward": forward.as_bytes(),
        "html": raw(
            f"<div dir=ltr>Hi<blockquote>{table(ROWS, '')}</blockquote></div>",
            'Content-Type: text/html; charset="utf-8"',
        ),
        "flowed": raw(
            f"> Could you please look at this one, I cannot manage it \n> now\n{text}",
            "Content-Type: text/plain; format=flowed; delsp=no",
        ),
        "utf-16": raw(
            encodebytes(text.encode("utf-16")),
            "Content-Type: text/plain; charset=utf-16",
            "Content-Transfer-Encoding: base64",
        ),
        "winmail": raw(
            winmail,
            "Content-Type: application/ms-tnef; name=winmail.dat",
            "Content-Transfer-Encoding: base64",
        ),
        "link": raw(f"https://example.org/play?bd={PUZZLE}&x=1"),
        "words": raw(
            "Bara en ledtr\u00e5d, tack!\n\nDen 3 maj 2024 skrev Ada <ada@lab.test>:\n"
            "> next step\n" + "".join(f"> {row}\n" for row in ROWS),
            "Content-Language: sv",
            "Authentication-Results: mail.lab.test; spf=pass (x; dmarc=fail)",
        ),
    }
