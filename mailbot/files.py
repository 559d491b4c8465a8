"""What an attached part is, by its bytes first, then by its name and type."""

import re
from enum import StrEnum
from pathlib import PurePosixPath

from mailbot.model import Part


class PartKind(StrEnum):
    """What is to be done with a part."""

    PICTURE = "picture"
    PDF = "pdf"
    TEXT = "text"
    HTML = "html"
    ENCRYPTED = "encrypted"
    OTHER = "other"
    SILENT = "silent"


_PICTURES = (
    b"\xff\xd8\xff",
    b"\x89PNG\r\n",
    b"GIF8",
    b"BM",
    b"II*\x00",
    b"MM\x00*",
)
_ARCHIVES = (b"PK\x03\x04", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b", b"BZh", b"\xfd7zXZ")
_ISO_MEDIA = re.compile(rb"....ftyp(heic|heix|hevc|mif1|msf1|heif|avif)", re.DOTALL)
_TEXT_NAMES = {"", ".txt", ".csv", ".tsv", ".sdk", ".sdm", ".ss", ".sud", ".sudoku"} | {
    ".md",
    ".markdown",
    ".json",
    ".log",
    ".tex",
    ".py",
    ".msk",
    ".sol",
    ".spf",
}
_HTML_NAMES = {".html", ".htm", ".xhtml"}
_SILENT_NAMES = {".ics", ".vcf", ".p7s", ".asc", ".sig", ".key"}
_SILENT_TYPES = {"text/calendar", "text/vcard", "application/pgp-keys"}
_ENCRYPTED_TYPES = {
    "application/pgp-encrypted",
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
}


def kind_of(part: Part) -> PartKind:
    """What a part is; its bytes know better than its name."""
    ending = PurePosixPath(part.filename.lower()).suffix
    if part.content_type in _ENCRYPTED_TYPES or _is_locked(part, ending):
        return PartKind.ENCRYPTED
    if not part.data or part.content_type in _SILENT_TYPES or ending in _SILENT_NAMES:
        return PartKind.SILENT
    by_bytes = _by_bytes(part.data)
    if by_bytes is not None:
        return by_bytes
    return _by_name(part, ending)


def decode_attached(data: bytes) -> str:
    """The text of an attached file; never fails."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _is_locked(part: Part, ending: str) -> bool:
    return ending in (".pgp", ".gpg", ".p7m") or part.data.startswith(
        b"-----BEGIN PGP MESSAGE"
    )


def _by_bytes(data: bytes) -> PartKind | None:
    if b"%PDF-" in data[:1024]:
        return PartKind.PDF
    if data.startswith(_PICTURES) or _ISO_MEDIA.match(data[:16]):
        return PartKind.PICTURE
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return PartKind.PICTURE
    if data.startswith((*_ARCHIVES, b"MZ", b"\x7fELF")):
        return PartKind.OTHER
    return None


def _by_name(part: Part, ending: str) -> PartKind:
    main, _, sub = part.content_type.partition("/")
    if main == "image" and sub != "svg+xml":
        return PartKind.PICTURE
    if part.content_type == "application/pdf":
        return PartKind.PDF
    if ending in _HTML_NAMES or part.content_type == "text/html":
        return PartKind.HTML
    if (main == "text" or ending in _TEXT_NAMES) and _is_text(part.data):
        return PartKind.TEXT
    return PartKind.OTHER


def _is_text(data: bytes) -> bool:
    """Whether bytes are text: few control characters (UTF-16 has zeros)."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    head = data[:4096]
    return len(head.translate(None, bytes([*range(9), *range(14, 32)]))) == len(head)
