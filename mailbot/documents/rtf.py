r"""Rich Text Format: text with control words, such as \cell and \row."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from mailbot.documents.document import Document
from mailbot.documents.flow import Flow
from mailbot.errors import TooLarge
from mailbot.text.cellblock import PLAIN, TextStyle

_TOKEN = re.compile(
    rb"\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-z])|([{}])|[\r\n]+"
    rb"|([^\\{}\r\n]+)",
    re.DOTALL,
)
_MOST_TOKENS = 600_000
_HEX = re.compile(rb"[^0-9a-fA-F]")
_PASSED = frozenset(
    b"""fonttbl colortbl stylesheet info header footer headerl headerr footerl footerr
    footnote annotation listtable listoverridetable generator filetbl xmlnstbl
    rsidtbl themedata datastore nonshppict objdata fldinst shpinst""".split()
)
"""Groups that hold no text of the pages."""

_BREAKS = {b"par": "\n", b"line": "\n", b"page": "\n", b"tab": "\t", b"sect": "\n"}


def read(data: bytes) -> Document:
    """The text of a document, and its pictures."""
    reader = _Reader()
    for number, token in enumerate(_TOKEN.finditer(data)):
        if number > _MOST_TOKENS:
            raise TooLarge("a text of too many signs")
        reader.take(token)
    return Document(reader.close(), tuple(reader.pictures()))


class _Group(Struct):
    """A group in braces.

    `passed` tells that its text is not shown, `skip` how many characters behind a
    Unicode character repeat it for old programs.
    """

    passed: bool = False
    picture: bool = False
    look: TextStyle = PLAIN
    skip: int = 1


class _Reader:
    """Collects text and cells. A row is in a table once it has a cell."""

    def __init__(self) -> None:
        self._flow = Flow()
        self._groups = [_Group()]
        self._in_table = False  # a table is open
        self._in_cells = False  # what follows belongs to it
        self._left_out = 0
        self._hex: list[list[bytes]] = []

    def take(self, token: "re.Match[bytes]") -> None:
        """Read one token."""
        word, number, code, sign, brace, text = token.groups()
        if brace == b"{":
            self._groups.append(replace(self._groups[-1]))
        elif brace == b"}":
            self._groups[-1:] = [] if len(self._groups) > 1 else [_Group()]
        elif word:
            self._control(word, int(number or b"1"), self._groups[-1])
        elif sign == b"*":
            self._groups[-1].passed = True
        elif code or sign:
            written = bytes([int(code, 16)]) if code else sign.replace(b"~", b" ")
            self._add(written.decode("cp1252", "replace"))
        elif text:
            self._text(text, self._groups[-1])

    def close(self) -> str:
        """All of the text."""
        self._end_table()
        return self._flow.text

    def pictures(self) -> Iterator[bytes]:
        """The pictures in the text."""
        for pieces in self._hex:
            digits = _HEX.sub(b"", b"".join(pieces))
            yield bytes.fromhex(digits[: len(digits) // 2 * 2].decode())

    def _text(self, text: bytes, group: _Group) -> None:
        if group.picture:
            self._hex[-1].append(text)
        else:
            self._add(text.decode("cp1252", "replace"))

    def _control(self, word: bytes, value: int, group: _Group) -> None:
        if word == b"pict":
            group.picture, group.passed = True, False
            self._hex.append([])
        elif word in _PASSED or word == b"shppict":
            group.passed = word in _PASSED
        elif group.passed or group.picture:
            return
        elif word in _BREAKS:
            self._add(_BREAKS[word])
        elif word == b"u":
            self._left_out = 0
            self._add(chr(value % 65536))
            self._left_out = group.skip
        elif word == b"uc":
            group.skip = value
        else:
            self._style(word, value, group)
            self._table(word)

    def _style(self, word: bytes, value: int, group: _Group) -> None:
        if word == b"b":
            group.look = group.look._replace(bold=value != 0)
        elif word == b"plain":
            group.look = PLAIN
        elif word == b"cf":
            colour = f"colour-{value}" if value > 1 else ""
            group.look = group.look._replace(colour=colour)

    def _table(self, word: bytes) -> None:
        if word in (b"trowd", b"intbl"):
            self._in_cells = True
            if not self._in_table:
                self._in_table = True
                self._flow.start_table()
                self._flow.start_cell()
        elif word == b"pard":
            self._in_cells = False
        elif word == b"cell":
            self._flow.end_cell()
            self._flow.start_cell()
        elif word == b"row":
            self._flow.end_row()

    def _add(self, text: str) -> None:
        group = self._groups[-1]
        if group.passed or group.picture:
            return
        left_out = min(self._left_out, len(text))
        self._left_out -= left_out
        text = text[left_out:]
        if text.strip() and not self._in_cells:
            self._end_table()
        self._flow.add(text, group.look)

    def _end_table(self) -> None:
        if self._in_table:
            self._in_table = False
            self._flow.end_table()
