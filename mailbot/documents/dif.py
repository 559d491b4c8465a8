"""The Data Interchange Format: a table as text, two lines for each cell."""

from mailbot.charset import decode_text
from mailbot.documents.document import Document
from mailbot.documents.sheets import Allowance, Places, text_of
from mailbot.errors import UnreadablePicture

_SPECIAL, _NUMBER = "-1", "0"


def read(data: bytes) -> Document:
    """The table of a file."""
    lines = decode_text(data).splitlines()
    try:
        place = lines.index("DATA") + 3
    except ValueError as e:
        raise UnreadablePicture("a DIF file without its data") from e
    cells = Places(Allowance())
    row, column = -1, 0
    while place + 1 < len(lines):
        kind, _, number = lines[place].partition(",")
        text = lines[place + 1].strip()
        if kind.strip() == _SPECIAL:
            if text != "BOT":
                break
            row, column = row + 1, 0
        else:
            shown = number if kind.strip() == _NUMBER and text == "V" else text
            shown = shown.strip().strip('"')
            if shown and row >= 0:
                cells.put(row, column, shown)
            column += 1
        place += 2
    return Document(text_of([cells.sheet()], dropped=True))
