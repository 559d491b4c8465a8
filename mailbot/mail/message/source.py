"""Finds the source of a message, or of a page, within a text, and opens it once more.

Some programs quote or forward what they cannot show as it came: with the lines between
its parts, in its transfer encoding, or with the tags of its HTML. The text keeps what
people would have seen of it, under the same sign of quoting.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from mailbot.mail.message.parts import Entity, read_entity

_MOST_SOURCES = 8
_MAX_READ = 2_000_000

_PREFIX = r"(?P<prefix>[>|][>| \t]{0,20}|\t{1,5}|)"
_HEADER = r"Content-(?:Type|Transfer-Encoding|Disposition|ID|Description)[ \t]*:"
_MULTIPART = re.compile(
    rf"^{_PREFIX}--(?P<mark>[^\s\"-][^\s\"]{{2,69}})[ \t]*\n(?P=prefix){_HEADER}",
    re.MULTILINE | re.IGNORECASE,
)
"""The line between the parts of a message, and a header of the part below it."""

_ENCODED = re.compile(
    rf"^{_PREFIX}Content-Transfer-Encoding[ \t]*:[ \t]*(?:base64|quoted-printable)\b",
    re.MULTILINE | re.IGNORECASE,
)
_PAGE = re.compile(
    rf"^{_PREFIX}(?:<\?xml[^\n]{{0,99}}\n)?"
    r"[ \t]*<(?:!doctype[ \t]+html|html|body|(?P<table>table)|div)(?![\w:-])[^\n]*$",
    re.MULTILINE | re.IGNORECASE,
)
_PAGE_END = re.compile(r"</html>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9]{0,10}\b[^<>]{0,300}>", re.IGNORECASE)
_ROW = re.compile(r"<t[dhr][\s>]", re.IGNORECASE)
"""What a table of HTML holds; other markup has tables of rows and cells, too."""
_FEWEST_TAGS = 20
"""Tags of a page; a few of them may stand in a text about pages."""

_FIELD = re.compile(r"[!-9;-~]{1,76}[ \t]*:|[ \t]+\S")
_ENCAPSULATED = re.compile(
    r"^-{7} Forwarded Message$.*?(?:^-{7} End of Forwarded Message|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""A message within one, whose lines have "- " before a dash (RFC 934); nmh."""

_TABBED = re.compile(
    r"^\t(?:Date|From|To|Subject|Return-Path|Received)[ \t]*:[^\n]*\n(?:\t[^\n]*\n)*",
    re.MULTILINE | re.IGNORECASE,
)
"""A message that is quoted by tabs, with its header; GNU mailutils."""


Open = Callable[[Entity], str]
"""Opens a source: the text to show in its place; its pages and files are kept."""


def reopen(text: str, open_source: Open) -> str:
    """A text in which sources of messages and pages are replaced by what they hold.

    Args:
        text: of a part of a letter.
        open_source: opens a source; a page is one part of HTML.
    """
    if len(text) > _MAX_READ:
        return text
    text = _ENCAPSULATED.sub(lambda found: re.sub(r"(?m)^- (?=-)", "", found[0]), text)
    text = _TABBED.sub(lambda found: re.sub(r"(?m)^\t", "> ", found[0]), text)
    for find in (_multipart, _encoded, _page):
        start = 0
        for _ in range(_MOST_SOURCES):
            found = find(text, start)
            if found is None:
                break
            first, end, prefix, source = found
            shown = open_source(source).strip("\n")
            sign = "> " if prefix else ""
            lines = "\n".join(f"{sign}{line}" for line in shown.split("\n"))
            text = f"{text[:first]}{lines}\n{text[end:]}"
            start = first + len(lines)
    return text


_Found = tuple[int, int, str, Entity]
"""The place of a source, the sign of quoting before its lines, and the source."""


def _multipart(text: str, start: int) -> _Found | None:
    """The parts of a message with the lines between them, up to the last such line."""
    match = _MULTIPART.search(text, start)
    if match is None:
        return None
    prefix, mark = match["prefix"], match["mark"]
    lines, end = _lines_below(text, match.start(), prefix, f"--{mark}--")
    head = f'Content-Type: multipart/mixed; boundary="{mark}"\n\n'
    return match.start(), end, prefix, _entity(head + lines)


def _encoded(text: str, start: int) -> _Found | None:
    """A message of one part in a transfer encoding: its header stays in the text."""
    for match in islice(_ENCODED.finditer(text, start), _MOST_SOURCES):
        prefix = match["prefix"]
        lines, end = _lines_below(text, match.start(), prefix, "")
        head, _, body = lines.partition("\n\n")
        above = _fields_above(text[: match.start()], prefix)
        fields = [*above, *head.split("\n")]
        if body.strip() and all(map(_FIELD.match, fields)):
            first = end - len(lines) if not prefix else match.start()
            source = "\n".join(fields) + "\n\n" + body
            return first, end, prefix, _entity(source)
    return None


def _page(text: str, start: int) -> _Found | None:
    """A page in HTML, up to its end, or to the last tag."""
    for match in islice(_PAGE.finditer(text, start), _MOST_SOURCES):
        prefix = match["prefix"]
        lines, end = _lines_below(text, match.start(), prefix, "")
        closed = _PAGE_END.search(lines)
        tags = list(_TAG.finditer(lines[: closed.end()] if closed else lines))
        if len(tags) < _FEWEST_TAGS or (match["table"] and not _ROW.search(lines)):
            continue
        last = closed.end() if closed else tags[-1].end()
        below = lines[last:].partition("\n")[2]
        if not prefix:
            end -= len(below)
        head = "Content-Type: text/html; charset=utf-8\n\n"
        return match.start(), end, prefix, _entity(head + lines[:last])
    return None


def _lines_below(text: str, start: int, prefix: str, last: str) -> tuple[str, int]:
    """The lines from an offset on that have a prefix, without it, and where they end.

    Args:
        text: all lines.
        start: where the first line begins.
        prefix: the sign of quoting; a line that has it alone may lack its blanks.
        last: the line that is the last one, "" if the prefix alone tells it.
    """
    kept: list[str] = []
    bare = prefix.rstrip()
    end = start
    for line in _each_line(text, start):
        plain = line.rstrip("\n")
        if plain.startswith(prefix):
            plain = plain[len(prefix) :]
        elif prefix and plain.rstrip() == bare:
            plain = ""
        else:
            break
        end += len(line)
        kept.append(plain)
        if last and plain.rstrip() == last:
            break
    return "\n".join(kept), end


def _each_line(text: str, start: int) -> Iterator[str]:
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def _fields_above(above: str, prefix: str) -> list[str]:
    """The header lines directly above, without their prefix."""
    fields: list[str] = []
    for line in reversed(above.removesuffix("\n").split("\n")):
        bare = line.removeprefix(prefix)
        if not line.startswith(prefix) or not _FIELD.match(bare) or len(fields) > 60:
            break
        fields.insert(0, bare)
    return fields


def _entity(source: str) -> Entity:
    return read_entity(source.encode("utf-8", "replace"), "")
