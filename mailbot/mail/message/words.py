"""Encoded words (RFC 2047) in the values of headers."""

import re
from base64 import b64decode
from binascii import Error, a2b_qp

from mailbot.charset import decode_text

_WORD = re.compile(
    r"=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?\n]{0,2000})\?="
)
_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s{1,20}(?==\?)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def decode_words(text: str) -> str:
    """Decode the encoded words of a value; control characters become spaces.

    >>> decode_words("=?utf-8?q?r=C3=A4tsel?= =?utf-8?b?IQ==?=")
    'rätsel!'
    """
    if "=?" in text:
        text = _WORD.sub(_decode_word, _BETWEEN_WORDS.sub("", text))
    return _CONTROL.sub(" ", text).strip()


def _decode_word(word: re.Match[str]) -> str:
    charset, encoding, text = word.groups()
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return decode_text(a2b_qp(data, header=True), charset)
    try:
        return decode_text(b64decode(data + b"=" * (-len(data) % 4)), charset)
    except Error:
        return word[0]
