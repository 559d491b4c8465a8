"""Comments and quoted strings of structured headers (RFC 5322, section 3.2).

Each function finds where one of them ends, in time linear in the length that it covers,
and never looks at a character twice. A caller that is told -1 must not ask again for a
later place: nothing that starts there ends either.

`decode_words` decodes encoded words (RFC 2047).
"""

import re
from base64 import b64decode
from binascii import Error, a2b_qp
from collections.abc import Iterator

from mailbot.charset import decode_text

_WORD = re.compile(
    r"=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?\n]{0,2000})(?:\?=|\Z)"
)
"""An encoded word; a program that cuts a value off may have lost its end."""

_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s{1,20}(?==\?)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def decode_words(text: str) -> str:
    """Decode the encoded words of a value; control characters become spaces.

    >>> decode_words("=?utf-8?q?r=C3=A4tsel?= =?utf-8?b?IQ==?=")
    'rätsel!'
    """
    if "=?" in text:
        text = "".join(_pieces(_BETWEEN_WORDS.sub("", text)))
    return _CONTROL.sub(" ", text).strip()


def _pieces(text: str) -> Iterator[str]:
    """The text between encoded words, and these decoded.

    Words beside each other in one charset are joined as bytes: some programs cut a
    character of several bytes.
    """
    place, charset, data = 0, "", b""
    for word in _WORD.finditer(text):
        if word.start() > place or word[1].lower() != charset:
            yield decode_text(data, charset)
            yield text[place : word.start()]
            charset, data = word[1].lower(), b""
        data += _bytes_of(word)
        place = word.end()
    yield decode_text(data, charset)
    yield text[place:]


def _bytes_of(word: re.Match[str]) -> bytes:
    _, encoding, text = word.groups()
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return a2b_qp(data, header=True)
    try:
        return b64decode(data + b"=" * (-len(data) % 4))
    except Error:
        return word[0].encode("utf-8", "replace")


_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*"', re.DOTALL)
_IN_COMMENT = re.compile(r"\\.|[()]", re.DOTALL)


def quoted_end(text: str, start: int) -> int:
    r"""The index behind the quoted string that starts at `start`; -1 if it has no end.

    >>> quoted_end('"a \\" b" c', 0), quoted_end('"a', 0)
    (8, -1)
    """
    found = _QUOTED.match(text, start)
    return found.end() if found else -1


def comment_end(text: str, start: int) -> int:
    """The index behind the comment that starts at `start`; -1 if it has no end.

    >>> comment_end("(a (b) c) d", 0), comment_end("(a (b)", 0)
    (9, -1)
    """
    depth = 0
    for mark in _IN_COMMENT.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return mark.end()
    return -1


def without_comments(text: str) -> str | None:
    """The text with a space for each comment; None if one has no end.

    >>> without_comments("from a (b; (c)) by d")
    'from a   by d'
    """
    kept: list[str] = []
    place = 0
    while (start := text.find("(", place)) >= 0:
        kept.append(text[place:start])
        place = comment_end(text, start)
        if place < 0:
            return None
    return " ".join((*kept, text[place:]))
