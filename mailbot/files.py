"""What a file is: told by its first bytes, then by its name and its declared type.

One rule for the attachments of a letter and for the files named on the command line.
"""

import re
import zlib
from contextlib import suppress
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
    DOCUMENT = "document"
    TEXT = "text"
    HTML = "html"
    ENCRYPTED = "encrypted"
    OTHER = "other"
    SILENT = "silent"


class DocumentFormat(StrEnum):
    """The formats of office programs that `mailbot.documents` reads."""

    XLSX = "xlsx"
    DOCX = "docx"
    PPTX = "pptx"
    ODF = "odf"
    FLAT_ODF = "flat odf"
    EPUB = "epub"
    GNUMERIC = "gnumeric"
    ABIWORD = "abiword"
    OLE = "ole"
    RTF = "rtf"
    INTERCHANGE = "interchange"
    EXCEL_XML = "excel xml"


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

_SVG = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]{0,400}>\s*){0,9}<(?:svg:)?svg[\s>]", re.DOTALL
)

_FOREIGN = {
    rb"\xff\x0a|\x00\x00\x00\x0cJXL ": "JPEG XL",
    rb"AT&TFORM": "DjVu",
    rb"%!PS|\xc5\xd0\xd3\xc6": "PostScript",
    rb"gimp xcf": "GIMP",
    rb"\xd7\xcd\xc6\x9a": "WMF",
    rb"\x01\x00\x00\x00.{36} EMF": "EMF",
    rb"FLIF": "FLIF",
    rb"BPG\xfb": "BPG",
    rb"\x76\x2f\x31\x01": "OpenEXR",
}
"""First bytes of files that nothing opens here, and what people call these.

They are not damaged, so the reply names the format and asks for another one.
"""

_BINARY = (
    *(b"PK\x03\x04", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b", b"BZh", b"\xfd7zXZ"),
    *(b"MZ", b"\x7fELF"),
)
"""The first bytes of archives and programs."""

_DOCUMENTS = {
    rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": DocumentFormat.OLE,
    rb"\{\\rtf": DocumentFormat.RTF,
    rb"TABLE\r?\n0,1\r?\n|ID;P": DocumentFormat.INTERCHANGE,
    # dBASE: its version and a date; after 32 bytes the name of the first field
    rb"(?s:[\x030\x83\x8b\xf5].[\x01-\x0c][\x01-\x1f].{28}[A-Z]\w{0,9}\0)": (
        DocumentFormat.INTERCHANGE
    ),
    rb"(?s:.{0,900})(?:progid=.Excel\.Sheet|<(?:ss:)?Workbook\s)": (
        DocumentFormat.EXCEL_XML
    ),
    rb"(?s:.{0,900})<office:document[\s>]": DocumentFormat.FLAT_ODF,
    rb"(?s:.{0,900})<(?:gnm|gmr):Workbook[\s>]": DocumentFormat.GNUMERIC,
    rb"(?s:.{0,900})<abiword[\s>]": DocumentFormat.ABIWORD,
}
_PACKED = {
    b"xl/workbook.xml": DocumentFormat.XLSX,
    b"word/document.xml": DocumentFormat.DOCX,
    b"ppt/presentation.xml": DocumentFormat.PPTX,
    b"mimetypeapplication/epub+zip": DocumentFormat.EPUB,
    b"mimetypeapplication/vnd.oasis.opendocument": DocumentFormat.ODF,
}
"""Names of files in archives; the type of some is the first file of the archive."""

_ZIP, _GZIP = b"PK\x03\x04", b"\x1f\x8b"
_INFLATED = 1024

_HTML = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<(?:\?xml|!--)[^>]*>\s*)*"
    rb"<(?:!doctype\s+html|html|head|meta|title|style|body|div|table|tr|p|span|center|pre"
    rb"|h[1-6]|[ou]l)[\s/>]",
    re.IGNORECASE,
)
_HTML_HEAD = 1024

_SMALL = 1_000_000
"""Bytes of a file that is read as text whatever its name and type, if it is text."""

_NO_TEXT_TYPES = ("audio", "video", "font", "model", "message", "multipart")
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
    if not data and part.content_type.startswith("image/"):
        return PartKind.PICTURE  # a server has left its bytes out
    if not data or part.content_type in _SILENT_TYPES or ending in _SILENT_NAMES:
        return PartKind.SILENT
    return _kind_by_bytes(data) or _kind_by_name(part, ending)


def document_format(data: bytes) -> DocumentFormat | None:
    """The format of an office document; None for any other file."""
    if data.startswith(_ZIP):
        return next((f for name, f in _PACKED.items() if name in data), None)
    head = data[:_INFLATED]
    if data.startswith(_GZIP):
        with suppress(zlib.error):
            head = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(data, _INFLATED)
    return next((f for sign, f in _DOCUMENTS.items() if re.match(sign, head)), None)


def foreign_format(data: bytes) -> str:
    """What people call the format of a picture that nothing opens here; else ""."""
    head = data[:_HEAD]
    named = (n for s, n in _FOREIGN.items() if re.match(s, head, re.DOTALL))
    return next(named, "")


def is_text(data: bytes) -> bool:
    """Whether a file begins as text does: without a byte that no text holds."""
    return data.startswith(_UTF16_MARKS) or not _CONTROL.search(data[:_HEAD])


def is_html(data: bytes) -> bool:
    """Whether text begins as an HTML page does, whatever its name says."""
    # Without its zero bytes, UTF-16 is as good as ASCII here.
    return bool(_HTML.match(data[:_HTML_HEAD].replace(b"\0", b"")))


def _kind_by_bytes(data: bytes) -> PartKind | None:
    # Other bytes may stand before a PDF; an SVG is a page that is drawn, too.
    if b"%PDF-" in data[:1024] or _SVG.match(data[:_HEAD]):
        return PartKind.PDF
    if _PICTURE.match(data):
        return PartKind.PICTURE
    if document_format(data):
        return PartKind.DOCUMENT
    if data.startswith(_BINARY) or foreign_format(data):
        return PartKind.OTHER
    return None


def _kind_by_name(part: Part, ending: str) -> PartKind:
    main = part.content_type.partition("/")[0]
    if main == "image" or ending in _PICTURE_NAMES:
        return PartKind.PICTURE
    if part.content_type == "application/pdf":
        return PartKind.PDF
    if ending in _HTML_NAMES or part.content_type == "text/html":
        return PartKind.HTML
    small = len(part.data) <= _SMALL and main not in _NO_TEXT_TYPES
    if (main == "text" or small) and is_text(part.data):
        page = is_html(part.data) and ending not in _MARKDOWN_NAMES
        return PartKind.HTML if page else PartKind.TEXT
    return PartKind.OTHER
