"""Going on from an earlier reply: its puzzle, found again under all the quoting.

A reply of ours carries its puzzle (`mailbot.marker`). A person answers with a word
("hint"), with cells and digits (r4c7=3), or edits the grid that we showed.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from mailbot.files import PartKind, kind_of
from mailbot.judge import judge, reading_of
from mailbot.marker import MARK, Marker, find_markers, strip_quoting
from mailbot.model import (
    Doubts,
    Findings,
    Letter,
    Note,
    NoteKind,
    Part,
    Puzzle,
    Source,
    Status,
    Want,
    Wish,
)
from mailbot.talk.corrections import Said, read_corrections
from mailbot.talk.newest import newest_words
from mailbot.text.html import read_page
from solver import Cells, Grid, parse_all
from solver.grid import SYMBOLS

_THANKS = re.compile(
    r"\b(thank|thanx|thx|tack|danke|dank|dzięk|merci|gracias|bedankt|grazie)",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"\b(ok|okay|great|perfect|super|wow|nice|cool|excellent|brilliant|awesome|got it"
    r"|prima|toll|klasse|verstanden|bra|fint|toppen|świetn\w+|rozumiem|parfait|génial"
    r"|compris|perfecto|genial|vale|geweldig|mooi|begrepen|perfetto|ottimo|bravo)\b",
    re.IGNORECASE,
)
_SENT_FROM = re.compile(
    r"^\s*(sent from|get outlook for|skickat från|von mein\w+|gesendet (?:von|mit)"
    r"|wysłan\w+ z|envoyé (?:de|depuis)|enviado desde|verzonden (?:vanaf|met)"
    r"|inviat\w+ da)\b.*$",
    re.IGNORECASE | re.MULTILINE,
)
"""What a telephone adds of its own."""

_LOGO_BYTES = 10_000
_OUR_PICTURE = re.compile(r"(puzzle-\d+|image\d{3})\.\w+", re.IGNORECASE)
"""As we name it, and as Outlook does when it quotes it."""

_FRAME = re.compile(r"[#=+\-|\s]*")
_BAR = re.compile(r"[#|]")
_MOST_PUZZLES = 12
_NODES = 2_000  # of search for each of them; 9x9 never takes as many
_WIDEST = 200_000  # characters of a letter that are looked at
_SHORT = 200  # characters of a thank-you
_CURT = 60  # of a word of praise
_CELL = re.compile(rf"\*?([{SYMBOLS}]?)[.?!*]?")


def continue_thread(letter: Letter, wish: Wish) -> Findings | None:
    """The puzzles of the reply that a letter answers, with the person's changes.

    Returns:
        None if the letter quotes no reply of ours, or brings something new to read;
        else the puzzles, with a note if it says nothing that we understand. Only that
        note, and no puzzles, if it is a mere thank-you.
    """
    text = _quoting_text(letter)
    newest = newest_words(text)
    if not text or parse_all(newest):
        return None
    quoted = list(islice(_quoted_grids(strip_quoting(text)), _MOST_PUZZLES))
    turns = [_turn(marker, shown, wish) for marker, shown in quoted]
    said, turns = _hear(turns, _SENT_FROM.sub("", newest), wish)
    if any(map(_is_news, letter.parts)) and not any(turn.is_new for turn in turns):
        return None  # a new picture says more than that the old one was read rightly
    changed = any(turn.is_changed for turn in turns)
    understood = changed or wish.explicit
    if said.unread and wish.want is Want.CHECK:
        understood = False  # who names what we cannot read is told nothing of it
    notes = () if understood else (Note(NoteKind.NO_WISH),)
    if notes and _is_thanks(newest):
        return Findings(notes=notes)
    puzzles = tuple(turn.puzzle for turn in turns)
    own = not wish.explicit and any(turn.own and turn.is_changed for turn in turns)
    return Findings(puzzles, notes, Want.CHECK if own else None)


def _quoting_text(letter: Letter) -> str:
    """The text of a letter in which a reply of ours is quoted; "" if there is none."""
    if MARK in letter.html:
        text = read_page(letter.html).text[:_WIDEST]
        if find_markers(strip_quoting(text)):
            return text
    text = letter.text[:_WIDEST]
    return text if MARK in text and find_markers(strip_quoting(text)) else ""


def _is_news(part: Part) -> bool:
    """Whether a part may hold a new puzzle: no logo, no picture of ours sent back."""
    return (
        kind_of(part) in (PartKind.PICTURE, PartKind.PDF, PartKind.TEXT)
        and len(part.data) > _LOGO_BYTES
        and not _OUR_PICTURE.fullmatch(part.filename)
    )


def _is_thanks(words: str) -> bool:
    """Whether a person only says thank you, or well done, or nothing at all."""
    said = _SENT_FROM.sub("", words).strip()
    if "?" in said or any(map(str.isdecimal, said)) or len(said) > _SHORT:
        return False
    wordless = not any(map(str.isalpha, said))
    praised = len(said) <= _CURT and _PRAISE.search(said)
    return wordless or bool(praised or _THANKS.search(said))


def _quoted_grids(text: str) -> Iterator[tuple[Marker, Cells]]:
    """Each puzzle of a reply, and the grid that was shown last before it, or ()."""
    start = 0
    for marker in find_markers(text):
        shown = tuple(_shown(text[start : marker.start], marker.grid.shape.size))
        yield marker, shown[-1] if shown else ()
        start = marker.end


def _shown(text: str, size: int) -> Iterator[Cells]:
    """Every grid of N rows of N cells in a text: ASCII art, or rows of a table."""
    rows: list[Cells] = []
    for line in text.splitlines():
        if _FRAME.fullmatch(line):
            continue
        row = _row(line)
        rows = [*rows, row] if len(row) == size else []
        if len(rows) == size:
            yield tuple(digit for row in rows for digit in row)
            rows = []


def _row(line: str) -> Cells:
    """The digits of a line, 0 = empty; none if it is no row of a grid."""
    if "|" in line:
        cells = _BAR.split(line.strip().removeprefix("#").removesuffix("#"))
    else:
        cells = line.replace("#", " ").split()
    found = [_CELL.fullmatch(cell.strip()) for cell in cells]
    if not all(found):
        return ()
    return tuple(
        SYMBOLS.find(match[1]) + 1 if match and match[1] else 0 for match in found
    )


@dataclass(frozen=True, slots=True)
class _Turn:
    """A puzzle as it was quoted, and what the person has made of it so far.

    `own` are the empty cells in which a digit is the person's own; else it is one that
    we had overlooked. `told` are the cells that the words name with a digit.
    """

    marker: Marker
    puzzle: Puzzle
    own: Collection[int] = ()
    told: Collection[int] = ()

    @property
    def is_answered(self) -> bool:
        """Whether there is nothing left to ask of it."""
        return self.puzzle.status in (Status.SOLVED, Status.COMPLETE)

    @property
    def is_new(self) -> bool:
        """Whether the person said something of its cells."""
        edited = self.marker.edited or self.puzzle.grid != self.marker.grid
        return edited or bool(self.told)

    @property
    def is_changed(self) -> bool:
        """Whether that, or whether a doubt was settled."""
        return self.is_new or self.puzzle.doubts != self.marker.doubts

    def changed(self, changes: Mapping[int, int]) -> "_Turn":
        """With other digits: an entry stays an entry, a given a given."""
        grid = self.puzzle.grid
        givens, entries = list(grid.givens), list(grid.entries)
        for cell, digit in changes.items():
            mine = entries[cell] or cell in self.own
            (entries if mine else givens)[cell] = digit
        other = Grid(grid.shape, tuple(givens), tuple(entries))
        return self._judged(other, changes)

    def settled(self, cells: Collection[int]) -> "_Turn":
        """Without a doubt about these cells."""
        return self._judged(self.puzzle.grid, cells)

    def _judged(self, grid: Grid, settled: Collection[int]) -> "_Turn":
        before = self.puzzle.doubts
        left = tuple((c, second) for c, second in before if c not in settled)
        if (grid, left) == (self.puzzle.grid, before):
            return self
        return replace(self, puzzle=_judge(grid, left, self.marker.symbols))


def _judge(grid: Grid, doubts: Doubts, symbols: str) -> Puzzle:
    """The verdict; nothing is answered while a cell is in doubt."""
    puzzle = judge(reading_of(grid, Source.THREAD, symbols=symbols), nodes=_NODES)
    if not doubts:
        return puzzle
    cells = list(puzzle.reading.cells)
    for cell, second in doubts:
        cells[cell] = replace(cells[cell], runner_up=second)
    return replace(
        puzzle,
        reading=replace(puzzle.reading, cells=tuple(cells)),
        status=Status.DOUBTFUL,
        doubtful=tuple(cell for cell, _ in doubts),
        wrong_entries=(),
    )


def _turn(marker: Marker, shown: Cells, wish: Wish) -> _Turn:
    """The puzzle as the person changed it where it was shown; else as it is.

    A digit put into an empty cell is the person's own where a hint or a check is
    asked for, or was given before, of a puzzle that was read surely.
    """
    grid, solution = marker.grid, bool(shown) and all(shown)
    turn = _Turn(marker, _judge(grid, marker.doubts, marker.symbols))
    asked = wish.want in (Want.HINT, Want.NEXT, Want.CHECK)
    if turn.is_answered and (asked or (any(grid.entries) and not solution)):
        empty = (cell for cell, digit in enumerate(grid.digits) if not digit)
        turn = replace(turn, own=frozenset(empty))
    if not shown or (solution and not all(grid.digits)):
        return turn  # a solution is no edit
    pairs = enumerate(zip(shown, grid.digits, strict=True))
    changes = {cell: new for cell, (new, old) in pairs if new != old}
    if marker.edited:  # what stands in the lines counts; so it settles these cells
        return turn.settled(changes)
    return turn.changed(changes)


def _hear(turns: list[_Turn], words: str, wish: Wish) -> tuple[Said, list[_Turn]]:
    """What the words say, and the puzzles with that.

    Of several puzzles, those are meant that cannot be solved as they are, if there are
    any; of more than one it cannot be said in which a cell is.
    """
    meant = [turn for turn in turns if not turn.is_answered] or turns
    first, asked = meant[0], wish.want is Want.CHECK
    grid, symbols = first.puzzle.grid, first.marker.symbols
    said = read_corrections(words, grid.shape, symbols, asked=asked)
    cells = said.corrections.keys()
    unclear = len(meant) > 1 or (symbols and first.puzzle.doubts)
    foreign = asked and not all(c in first.own or grid.entries[c] for c in cells)
    if cells and (unclear or foreign):  # a question changes no print
        said = Said(unread=True)
    if said.unread:
        return said, turns
    heard = [_corrected(t, said.corrections) if t in meant else t for t in turns]
    if said.all_right or (wish.alone and wish.want is Want.SOLUTION):
        heard = [turn.settled(turn.puzzle.doubtful) for turn in heard]
    return said, heard


def _corrected(turn: _Turn, corrections: Mapping[int, int]) -> _Turn:
    return replace(turn.changed(corrections), told=tuple(corrections))
