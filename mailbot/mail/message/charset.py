"""Bytes of a mail part to text, whatever its headers claim.

A claimed charset is believed when the bytes can be read by it and do not speak
against it; otherwise byte order marks, zero bytes and UTF-8 decide, and at last
windows-1252, which reads anything.
"""

import re
from base64 import b64decode
from binascii import Error, a2b_qp, a2b_uu

_KNOWN = re.compile(
    r"(us-?)?ascii|ansi_x3|utf|ucs|iso|latin|l\d|windows|win-|cp|ibm|\d|koi|mac|big5|gb"
    r"|hz|euc|shift|s_?jis|ms|ks_?c|tis|johab"
)
"""Charsets of mail. Python's other codecs (punycode, escapes) are no charsets."""

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
"""What programs mean when they name the narrower charset."""

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))


def decode_transfer(data: bytes, encoding: str) -> bytes:
    """The bytes behind a Content-Transfer-Encoding; damaged ones as far as they go."""
    match encoding.strip().lower():
        case "base64":
            return _decode_base64(data)
        case "quoted-printable":
            return a2b_qp(data)
        case "x-uuencode" | "uuencode" | "x-uue" | "uue":
            return _decode_uu(data)
        case _:
            return data


def decode_text(data: bytes, charset: str = "") -> str:
    r"""Text out of bytes; never fails. Line ends become ``\n``, NUL is dropped."""
    text = _decode(data, charset.strip(" \"'").lower())
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", "")


def _decode_base64(data: bytes) -> bytes:
    """Padding is put right; a signature or a footer behind the padding is cut off.

    Text that only claims to be base64 comes back as it is.
    """
    encoded = data.partition(b"=")[0].translate(None, _NOT_BASE64)
    foreign = len(data.translate(None, _BASE64 + b"=\r\n\t "))
    if foreign * 8 > len(data):
        return data
    encoded = encoded[: len(encoded) - (len(encoded) % 4 == 1)]
    return b64decode(encoded + b"=" * (-len(encoded) % 4))


def _decode_uu(data: bytes) -> bytes:
    lines = iter(data.splitlines())
    for line in lines:
        if line.startswith(b"begin "):
            break
    decoded: list[bytes] = []
    for line in lines:
        if line.strip() in (b"end", b"`"):
            break
        try:
            decoded.append(a2b_uu(line))
        except Error:
            continue
    return b"".join(decoded)


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
    """Whether the zero bytes are where this charset would put them.

    ASCII text also decodes as UTF-16, to a row of Chinese signs.
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
