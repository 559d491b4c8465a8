"""XML as events, read without entities and within limits.

A document type is skipped if it only names one. Names have no prefix: `w:tbl` and
`tbl` are the same.
"""

from collections.abc import Mapping
from typing import NoReturn
from xml.parsers import expat

from mailbot.errors import TooLarge, UnreadablePicture

Attributes = Mapping[str, str]

_MOST_ELEMENTS = 400_000
_MOST_BYTES = 24_000_000
_DEEPEST = 256


class Handler:
    """What is done with the elements of a document; a reader overrides these.

    `passed` names elements that are passed over, with all that is in them.
    """

    passed: frozenset[str] = frozenset()

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, text: str) -> None:
        """Some text; one text may come in several pieces."""


def walk(data: bytes, handler: Handler) -> None:
    """Tell a handler all elements of an XML document, in order.

    Raises:
        UnreadablePicture: it is not well-formed, or declares entities.
        TooLarge: over a limit.
    """
    if len(data) > _MOST_BYTES:
        raise TooLarge("XML that is too large")
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    walker = _Walker(handler)
    parser.StartElementHandler = walker.start
    parser.EndElementHandler = walker.end
    parser.CharacterDataHandler = walker.text
    parser.EntityDeclHandler = _refuse
    parser.UnparsedEntityDeclHandler = _refuse
    parser.ExternalEntityRefHandler = _refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError, UnicodeError) as e:
        raise UnreadablePicture(f"broken XML: {e}"[:200]) from e


def _refuse(*_: object) -> NoReturn:
    raise UnreadablePicture("XML that declares entities")


class _Walker:
    """Counts the elements, and takes the name spaces off their names."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._elements = 0
        self._depth = 0
        self._passed = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        self._depth += 1
        if self._elements > _MOST_ELEMENTS or self._depth > _DEEPEST:
            raise TooLarge("XML of too many elements")
        name = name.rpartition(" ")[2]
        if self._passed or name in self._handler.passed:
            self._passed += 1
            return
        bare = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        self._handler.start(name, bare)

    def end(self, name: str) -> None:
        self._depth -= 1
        if self._passed:
            self._passed -= 1
        else:
            self._handler.end(name.rpartition(" ")[2])

    def text(self, text: str) -> None:
        if not self._passed:
            self._handler.text(text)
