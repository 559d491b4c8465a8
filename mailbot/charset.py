"""Bytes to text, for a mail part or a file; and text without what cannot be seen.

Whatever charset is claimed, a byte order mark decides. Without one, the claimed charset
is believed if the bytes decode with it and hold zero bytes only where it puts some.
Otherwise many zero bytes mean UTF-16 or UTF-32; then UTF-8 is tried, and at last
windows-1252, which decodes anything.
"""

import json
import re

_KNOWN = re.compile(
    r"(us-?)?ascii|ansi_x3|utf|ucs|iso|latin|l\d|windows|win-|cp|ibm|\d|koi|mac|big5|gb"
    r"|hz|euc|shift|s_?jis|ms|ks_?c|tis|johab"
)
"""The charset names that are believed. Python has codecs that are no charsets."""

_SUPERSETS = {
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "iso-8859-9": "cp1254",
    "iso-8859-8-i": "iso-8859-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "tis-620": "cp874",
}
"""The charset that programs use when they name a narrower one."""

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u180e"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000110bd\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001-\U000e007f]+"
)
"""Characters that are not seen, or that turn a line around, but for tab and LF."""


def visible_text(text: str) -> str:
    r"""A text without the control and format characters in it; tab and LF stay.

    >>> visible_text("exe.\u202efdp\x1b[31m\n")
    'exe.fdp[31m\n'
    """
    # Most texts have none, which their different characters tell at once.
    return _UNSEEN.sub("", text) if _UNSEEN.search("".join(set(text))) else text


def escape_unseen(line: str) -> str:
    r"""A line of JSON with the characters escaped that `visible_text` leaves out.

    >>> escape_unseen('"exe.\u202efdp"')
    '"exe.\\u202efdp"'
    """
    return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], line)


def decode_text(data: bytes, charset: str = "") -> str:
    r"""Decode bytes; never fails. Line ends become ``\n``, and NUL is dropped.

    Args:
        data: a whole text.
        charset: what a header claims, "" if nothing does.
    """
    text = _decode(data, charset.strip(" \"'").lower())
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", "")


def _decode(data: bytes, charset: str) -> str:
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return data.decode(marked, "replace")
    claimed = _SUPERSETS.get(charset, charset)
    if claimed and _KNOWN.match(claimed) and _fits(data, claimed):
        try:
            return data.decode(claimed)
        except (LookupError, UnicodeError):
            pass
    return _guess(data)


def _fits(data: bytes, charset: str) -> bool:
    """Whether bytes hold as many zero bytes as text in this charset does.

    ASCII also decodes as UTF-16, to Chinese characters.
    """
    zeros = data.count(0)
    wide = re.match(r"(utf|ucs)-?_?(16|32|2|4)(?!\d)", charset)
    if wide:
        return zeros > 0 or not data.isascii()
    return zeros * 8 < len(data) or not data


def _guess(data: bytes) -> str:
    if data.count(0) * 4 > len(data):
        wide = data.count(0) * 3 > len(data) * 2
        first = data[:4].find(b"\0") == 0
        name = ("utf-32" if wide else "utf-16") + ("-be" if first else "-le")
        return data.decode(name, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
