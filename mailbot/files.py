"""What a file is: told by its first bytes, then by its name and its declared type.

One rule for the attachments of a letter and for the files named on the command line.
"""

import re
from enum import StrEnum
from pathlib import PurePosixPath

from mailbot.model import Part


class PartKind(StrEnum):
    """How a file is treated.

    OTHER: the reply says that the file was not opened. SILENT: nobody expects a word
    about it (signatures, calendar entries, empty files).
    """

    PICTURE = "picture"
    PDF = "pdf"
    TEXT = "text"
    HTML = "html"
    ENCRYPTED = "encrypted"
    OTHER = "other"
    SILENT = "silent"


_HEAD = 4096
"""Bytes at the start of a file that tell what it is."""

_PICTURE = re.compile(
    rb"\xff\xd8\xff|\x89PNG\r\n|GIF8|BM|II\*\x00|MM\x00\*|RIFF....WEBP"
    rb"|....ftyp(?:heic|heix|hevc|mif1|msf1|heif|avif|avis)"
    rb"|\x00\x00\x00\x0cjP  |\xff\x4f\xff\x51|8BPS\x00\x01|DDS \x7c"
    rb"|\x01\xda[\x00\x01][\x01\x02]\x00|\x00\x00\x01\x00[\x01-\x40]\x00"
    rb"|\x0a[\x00\x02-\x05]\x01[\x01\x02\x04\x08]"
    rb"|P[1-6]\s+(?:#[^\n]{0,200}\n\s*)?\d{1,5}\s+\d{1,5}\s",
    re.DOTALL,
)
_PICTURE_NAMES = {".tga", ".icb", ".vda", ".vst"}
"""Files of this format begin with no sign of it."""

_UNKNOWN_PICTURE = re.compile(
    rb"\xff\x0a|\x00\x00\x00\x0cJXL |AT&TFORM|%!PS|\xc5\xd0\xd3\xc6|gimp xcf"
    rb"|\xd7\xcd\xc6\x9a|\x01\x00\x00\x00.{36} EMF|FLIF|BPG\xfb|\x76\x2f\x31\x01",
    re.DOTALL,
)
"""JPEG XL, DjVu, PostScript, GIMP, WMF, EMF, FLIF, BPG, OpenEXR: nothing opens these.

They are not damaged, so the reply asks for another format.
"""

_BINARY = (
    *(b"PK\x03\x04", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b", b"BZh", b"\xfd7zXZ"),
    *(b"MZ", b"\x7fELF"),
)
"""The first bytes of archives, which include office documents, and of programs."""

_HTML = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<(?:\?xml|!--)[^>]*>\s*)*"
    rb"<(?:!doctype|html|head|meta|title|style|body|div|table|tr|p|span|center|pre"
    rb"|h[1-6]|[ou]l)[\s/>]",
    re.IGNORECASE,
)
_HTML_HEAD = 1024

_TEXT_NAME = re.compile(
    r"(?:\.(?:txt|csv|tsv|sdk|sdm|ss|sud|sudoku|md|markdown|json|log|tex|py|msk|sol|spf))?"
)
_MARKDOWN_NAMES = {".md", ".markdown"}
"""Such a file may begin with an HTML element; the rest is text all the same."""

_HTML_NAMES = {".html", ".htm", ".xhtml"}
_SILENT_NAMES = {".ics", ".vcf", ".p7s", ".asc", ".sig", ".key"}
_SILENT_TYPES = {"text/calendar", "text/vcard", "application/pgp-keys"}
_ENCRYPTED_NAMES = {".pgp", ".gpg", ".p7m"}
_ENCRYPTED_TYPES = {
    "application/pgp-encrypted",
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
}
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")
"""Bytes that no text holds. Old DOS files end with 0x1A; ISO-2022-JP needs 0x1B."""


def kind_of(part: Part) -> PartKind:
    """What a file is; its bytes are believed before its name and type."""
    ending = PurePosixPath(part.filename.lower()).suffix
    data = part.data
    if (
        part.content_type in _ENCRYPTED_TYPES
        or ending in _ENCRYPTED_NAMES
        or data.startswith(b"-----BEGIN PGP MESSAGE")
    ):
        return PartKind.ENCRYPTED
    if not data or part.content_type in _SILENT_TYPES or ending in _SILENT_NAMES:
        return PartKind.SILENT
    return _kind_by_bytes(data) or _kind_by_name(part, ending)


def is_html(data: bytes) -> bool:
    """Whether text begins as an HTML page does, whatever its name says."""
    # Without its zero bytes, UTF-16 is as good as ASCII here.
    return bool(_HTML.match(data[:_HTML_HEAD].replace(b"\0", b"")))


def _kind_by_bytes(data: bytes) -> PartKind | None:
    if b"%PDF-" in data[:1024]:  # other bytes may stand before it
        return PartKind.PDF
    if _PICTURE.match(data):
        return PartKind.PICTURE
    if data.startswith(_BINARY) or _UNKNOWN_PICTURE.match(data):
        return PartKind.OTHER
    return None


def _kind_by_name(part: Part, ending: str) -> PartKind:
    main, _, sub = part.content_type.partition("/")
    if (main == "image" and sub != "svg+xml") or ending in _PICTURE_NAMES:
        return PartKind.PICTURE
    if part.content_type == "application/pdf":
        return PartKind.PDF
    if ending in _HTML_NAMES or part.content_type == "text/html":
        return PartKind.HTML
    if (main == "text" or _TEXT_NAME.fullmatch(ending)) and _is_text(part.data[:_HEAD]):
        page = is_html(part.data) and ending not in _MARKDOWN_NAMES
        return PartKind.HTML if page else PartKind.TEXT
    return PartKind.OTHER


def _is_text(head: bytes) -> bool:
    return head.startswith(_UTF16_MARKS) or not _CONTROL.search(head)
