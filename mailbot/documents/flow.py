"""Texts with tables in XML: Word's docx, PowerPoint's pptx, and what others share.

A table within a cell that holds nothing else is a part of the outer table, so that a
puzzle of nine small tables is one of nine rows.
"""

import re
from collections.abc import Sequence

from msgspec import Struct, field

from mailbot.documents.document import Document
from mailbot.documents.elements import Attributes, Handler, walk
from mailbot.documents.package import Package
from mailbot.documents.sheets import Allowance, look, text_of
from mailbot.errors import UnreadablePicture
from mailbot.text.cellblock import PLAIN, Block, Cell, TextStyle, beside

_NUMBER = re.compile(r"\d+")
_WIDEST = 64
"""The most columns that one cell covers."""

Line = tuple[Cell | None, ...]


class _OpenCell(Struct):
    text: list[str] = field(default_factory=list)
    look: TextStyle = PLAIN
    tables: list[Block] = field(default_factory=list)
    columns: int = 1


class _OpenTable(Struct):
    rows: list[Block] = field(default_factory=list)
    cells: list[Block] = field(default_factory=list)
    cell: _OpenCell | None = None


class Flow:
    """Collects paragraphs and tables in their order."""

    def __init__(self) -> None:
        self.allowance = Allowance()
        self._pieces: list[str] = []
        self._words: list[str] = []
        self._open: list[_OpenTable] = []

    @property
    def text(self) -> str:
        """All that was collected, with each puzzle in a table as lines."""
        self._flush()
        return "\n".join(self._pieces)

    def start_table(self) -> None:
        """A table begins, perhaps in a cell of another one."""
        if not self._open:
            self._flush()
        self._open.append(_OpenTable())

    def start_cell(self) -> None:
        """A cell begins."""
        if self._open:
            self._open[-1].cell = _OpenCell()

    def cover(self, columns: int) -> None:
        """The cell that is open covers so many columns."""
        if self._open and self._open[-1].cell:
            self._open[-1].cell.columns = max(1, min(columns, _WIDEST))

    def add(self, text: str, style: TextStyle = PLAIN) -> None:
        """Some text."""
        cell = self._open[-1].cell if self._open else None
        if cell is None:
            if not self._open:
                self._words.append(text)
            return
        if text.strip() and not "".join(cell.text).strip():
            cell.look = style
        cell.text.append(text)

    def end_cell(self) -> None:
        """The cell ends."""
        table = self._open[-1] if self._open else None
        cell = table.cell if table else None
        if table is None or cell is None:
            return
        self.allowance.take(cell.columns)
        text = "".join(cell.text).strip()
        block = Block(((Cell(text, cell.look),),))
        if len(cell.tables) == 1 and not text:
            block = cell.tables[0]
        else:
            for inner in cell.tables:
                self._write(inner)
        table.cells.append(block)
        if block.is_cell:
            table.cells += [Block(((Cell(""),),))] * (cell.columns - 1)
        table.cell = None

    def end_row(self) -> None:
        """The row ends."""
        table = self._open[-1] if self._open else None
        if table and table.cells:
            row = beside(table.cells)
            if row is not None:
                table.rows.append(row)
            else:
                for block in table.cells:
                    self._write(block)
            table.cells = []

    def end_table(self) -> None:
        """The table ends."""
        if not self._open:
            return
        done = self._open.pop()
        whole = Block(tuple(row for block in done.rows for row in block.rows))
        around = self._open[-1].cell if self._open else None
        if around is not None:
            around.tables.append(whole)
        else:
            self._write(whole)

    def add_table(self, lines: Sequence[Line], title: str) -> None:
        """A whole table that stands in no other one."""
        self._flush()
        self._pieces += ["", text_of([lines], [title]), ""]

    def _write(self, block: Block) -> None:
        self._pieces += ["", text_of([block.rows]), ""]

    def _flush(self) -> None:
        self._pieces.append("".join(self._words))
        self._words = []


class _Word(Handler):
    """Word's and PowerPoint's elements; both name tables alike (tbl, tr, tc, p, t)."""

    # What stands in "Fallback" stands beside it in another form, too.
    passed = frozenset({"Fallback"})

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._in_text = False
        self._in_run = False
        self._look = PLAIN

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "tbl":
            self._flow.start_table()
        elif name == "tc":
            self._flow.start_cell()
            self._cover(attributes.get("gridSpan", ""))
        elif name == "gridSpan":
            self._cover(attributes.get("val", ""))
        elif name == "r":
            self._in_run, self._look = True, PLAIN
        elif name == "t":
            self._in_text = True
        elif name in ("br", "cr", "tab"):
            self._flow.add("\t" if name == "tab" else "\n")
        elif self._in_run:
            self._read_look(name, attributes)

    def end(self, name: str) -> None:
        if name == "t":
            self._in_text = False
        elif name == "r":
            self._in_run = False
        elif name == "p":
            self._flow.add("\n")
        elif name == "tc":
            self._flow.end_cell()
        elif name == "tr":
            self._flow.end_row()
        elif name == "tbl":
            self._flow.end_table()

    def text(self, text: str) -> None:
        if self._in_text:
            self._flow.add(text, self._look)

    def _cover(self, columns: str) -> None:
        if _NUMBER.fullmatch(columns):
            self._flow.cover(int(columns[:4]))

    def _read_look(self, name: str, attributes: Attributes) -> None:
        bold = None
        if name == "b":
            bold = attributes.get("val", "1") not in ("0", "false", "off")
        elif name == "rPr" and "b" in attributes:
            bold = attributes["b"] in ("1", "true")
        if bold is not None:
            self._look = self._look._replace(bold=bold)
        elif name in ("color", "srgbClr") and attributes.get("val", "auto") != "auto":
            shade = look(f"#{attributes['val']}").colour
            self._look = self._look._replace(colour=shade)


def read(data: bytes) -> Document:
    """The text of a document, or of all slides in order, and its pictures."""
    package = Package(data)
    names = [name for name in package.names() if name == "word/document.xml"]
    if not names:
        slides = re.compile(r"ppt/slides/slide(\d{1,6})\.xml")
        found = filter(None, map(slides.fullmatch, package.names()))
        names = [match[0] for match in sorted(found, key=lambda m: int(m[1]))]
    if not names:
        raise UnreadablePicture("a document without its text")
    flow = Flow()
    for name in names:
        walk(package.read(name), _Word(flow))
    return Document(flow.text, tuple(package.pictures("word/media/", "ppt/media/")))
