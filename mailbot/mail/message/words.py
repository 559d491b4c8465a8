"""Encoded words (RFC 2047) in the values of headers."""

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
