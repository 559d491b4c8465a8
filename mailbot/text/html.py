"""HTML as lines of text, with each row of a grid on a line.

Tables, nested tables, form fields and divs that serve as cells become one line for each
row, with `.` for an empty cell, so that `typed` reads them like any text. Invisible
text is left out, and quoted text gets `>` before it. The tree is walked without
recursion, up to a limited number of nodes. Where each word has its box on a page that
was printed, these boxes tell the rows.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct, field
from selectolax.lexbor import LexborHTMLParser, LexborNode

from mailbot.text.cellblock import (
    PLAIN,
    Block,
    Cell,
    TextStyle,
    below,
    beside,
    lay_out,
    without_marks,
)
from mailbot.text.markup import BLACK, BLOCKS, Markup

MAX_CHARACTERS = 1_000_000
MAX_NODES = 60_000

_SPACES = re.compile(r"[ \t\n\r\f]+")
_MAX_CELL = 3
_UNSEEN = " \xa0\xad\u200b\u200c\u200d\u2060\ufeff"
_BOXED = re.compile(
    r"\bbbox\b|\bHPOS=|\bxMin=|<(?:\w+:)?Coords |<text top="
    r"|\btop[\t, ]+(?:\w+[\t, ]+){0,30}text\b"
)
"""What stands in a text that tells the box of each of its words."""

_QUOTE, _UNQUOTE = "\x01", "\x02"
_REST = "rest"
"""The value of `quote` where all that follows is quoted, not only what is inside."""


def lay_out_boxed(text: str) -> str:
    """The words of a page in a text that tells the box of each, as lines; else ""."""
    if not _BOXED.search(text):
        return ""
    # Loaded late: few texts need it.
    from mailbot.text.words import lay_out_words

    return lay_out_words(text)


class Page(Struct, frozen=True):
    """The text of an HTML body, and the addresses of its links."""

    text: str
    links: tuple[str, ...] = ()


class _Piece(Struct):
    """An element or text that was read: where its output is, and its cells.

    `block` is None if it holds more than cells.
    """

    start: int
    end: int
    block: Block | None
    is_text: bool = False


class _Open(Struct):
    """An element that is being read; its output begins at index `start`.

    `key` identifies its node: comparing nodes would compare all that is below them.
    """

    key: int
    name: str
    start: int
    quoting: str = ""
    preformatted: bool = False
    struck: bool = False
    look: TextStyle = PLAIN
    pieces: list[_Piece] = field(default_factory=list)


@lru_cache(maxsize=1)
def read_page(html: str) -> Page:
    """The visible text of an HTML body.

    The last page is cached: the wish, the thread and the puzzles of a letter need it.
    """
    html = html[:MAX_CHARACTERS]
    markup = Markup(html)
    boxed = lay_out_boxed(html)
    if boxed:
        return Page(boxed, tuple(markup.links))
    reader = _Reader()
    root = LexborHTMLParser(markup.html).root
    if root is not None:
        reader.read(root)
    return Page(_quoted("".join(reader.output)), tuple(markup.links))


class _Reader:
    """Walks the tree once and writes text.

    When an element ends and turns out to be a grid, rows replace its output.
    """

    def __init__(self) -> None:
        self.output: list[str] = []
        self._open: list[_Open] = []

    def read(self, root: LexborNode) -> None:
        """Read a whole tree."""
        node: LexborNode | None = root
        for _ in range(MAX_NODES):
            if node is None:
                break
            child = self._enter(node)
            while child is None and node is not None:
                if self._open and self._open[-1].key == node.mem_id:
                    self._leave()
                if node.mem_id == root.mem_id:
                    node = None
                    break
                child = node.next
                node = node.parent if child is None else node
            node = child
        while self._open:
            self._leave()

    def _enter(self, node: LexborNode) -> LexborNode | None:
        """Begin a node; its first child, or None if that is not to be read."""
        name = node.tag or ""
        if name == "-text":
            self._write_text(node.text(deep=False))
            return None
        attributes = node.attributes
        if name.startswith(("-", "!")) or name == "head" or "hidden" in attributes:
            return None
        if name in ("br", "input", "img", "hr"):
            self._write_void(name, attributes)
            return None
        if BLOCKS.fullmatch(name):
            self._end_line()
        quoting = attributes.get("quote") or ""
        if name == "blockquote" or "quote" in attributes:
            quoting = quoting or name
        around = self._open[-1] if self._open else _Open(0, "", 0)
        self._open.append(
            _Open(
                node.mem_id,
                name,
                start=len(self.output),
                quoting=quoting,
                preformatted="pre" in (name, *attributes) or around.preformatted,
                struck="struck" in attributes or around.struck,
                look=_look(attributes, around.look),
            )
        )
        if quoting:
            self._write_mark(_QUOTE)
        return node.first_child

    def _leave(self) -> None:
        left = self._open.pop()
        block = _joined(left)
        if block is None:
            self._write_grids(left)
        if left.quoting:
            if left.quoting != _REST:
                self._write_mark(_UNQUOTE)
        elif BLOCKS.fullmatch(left.name):
            self._end_line()
        elif left.name in ("td", "th"):
            self.output.append("\t")
        piece = _Piece(left.start, len(self.output), block)
        if self._open:
            self._open[-1].pieces.append(piece)
        elif block is not None:
            self._write_grid(block, left.start, len(self.output))

    def _write_text(self, text: str) -> None:
        if not self._open or self._open[-1].struck:
            return
        into = self._open[-1]
        if not into.preformatted:
            text = _SPACES.sub(" ", text)
            if not self.output or self.output[-1].endswith("\n"):
                text = text.lstrip(" ")
        text = text.replace(_QUOTE, "").replace(_UNQUOTE, "")
        if text:
            self._add(text, text.strip(), into.look)

    def _write_void(self, name: str, attributes: Mapping[str, str | None]) -> None:
        struck = "struck" in attributes or bool(self._open and self._open[-1].struck)
        shown = "" if struck else attributes.get("value") or ""
        if name == "br":
            self.output.append("\n")
        elif name == "hr":
            self._end_line()
        elif name == "input" or (shown and len(shown) <= _MAX_CELL):
            look = _look(attributes, self._open[-1].look) if self._open else PLAIN
            self._add(f"{shown} ", shown.strip(), look, is_text=name == "img")

    def _write_mark(self, mark: str) -> None:
        self._end_line()
        self.output.append(f"{mark}\n")

    def _add(
        self, written: str, cell: str, look: TextStyle, *, is_text: bool = True
    ) -> None:
        """Write something; if it is short, it may be the text of a cell."""
        cell = without_marks(cell.strip(_UNSEEN))
        start = len(self.output)
        self.output.append(written)
        if self._open and (cell or not is_text):
            short = len(cell) <= _MAX_CELL
            block = Block(((Cell(cell, look),),)) if short else None
            self._open[-1].pieces.append(_Piece(start, start + 1, block, is_text))

    def _end_line(self) -> None:
        if self.output and not self.output[-1].endswith("\n"):
            self.output.append("\n")

    def _write_grids(self, left: _Open) -> None:
        """Lay out the grids among the pieces of an element that is not all cells."""
        run: list[_Piece] = []
        for piece in reversed([_Piece(0, 0, None), *left.pieces]):
            if piece.block is not None and not piece.is_text:
                run.append(piece)
                continue
            blocks = [p.block for p in reversed(run) if p.block is not None]
            if blocks:
                self._write_grid(below(blocks), run[-1].start, run[0].end)
            run = []

    def _write_grid(self, block: Block, start: int, end: int) -> None:
        lines = lay_out(block)
        if lines:
            self.output[start:end] = ["\n", *(f"{line}\n" for line in lines), "\n"]


def _joined(element: _Open) -> Block | None:
    """The cells of an element; None if it holds anything else."""
    pieces = element.pieces
    blocks = [piece.block for piece in pieces if piece.block is not None]
    if len(blocks) < len(pieces):
        return None
    if not blocks:
        return Block(((Cell(""),),))
    if any(piece.is_text for piece in pieces):
        words = [block for block in blocks if not block.is_blank_cell]
        return words[0] if len(words) == 1 and words[0].is_cell else None
    if len(blocks) == 1:
        return blocks[0]
    return beside(blocks) if element.name == "tr" else below(blocks)


def _look(attributes: Mapping[str, str | None], inherited: TextStyle) -> TextStyle:
    weight, colour = attributes.get("weight"), attributes.get("colour")
    return TextStyle(
        weight == "bold" if weight else inherited.bold,
        colour.removeprefix(BLACK) if colour else inherited.colour,
    )


def _quoted(text: str) -> str:
    """The text with `> ` before its quoted lines."""
    lines: list[str] = []
    depth = 0
    for raw in text.replace("\xa0", " ").split("\n"):
        line = raw.rstrip()
        if line in (_QUOTE, _UNQUOTE):
            depth += 1 if line == _QUOTE else -1
        elif line.strip() or lines[-1:] != [""]:
            lines.append("> " + line if depth > 0 and line else line)
    return "\n".join(lines).strip("\n")
