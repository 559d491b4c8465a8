"""EPUB books: their pages are HTML, read as such, in the order of their names."""

from mailbot.charset import decode_text
from mailbot.documents.document import Document
from mailbot.documents.package import Package
from mailbot.text.html import read_page

_PAGES = (".xhtml", ".html", ".htm")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")


def read(data: bytes) -> Document:
    """The text of all pages, and the pictures but for the cover."""
    package = Package(data)
    names = package.names()
    pages = [name for name in names if name.lower().endswith(_PAGES)]
    texts = [read_page(decode_text(package.read(page))).text for page in pages]
    pictures = [
        package.read(name)
        for name in names
        if name.lower().endswith(_PICTURES) and "cover" not in name.lower()
    ]
    return Document("\n\n".join(texts), tuple(pictures))
