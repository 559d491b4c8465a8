"""A first letter: its wish, and its puzzle with what the person tells of it.

    I typed the 3 in r4c7 by mistake, it is an 8. Please solve it.   a correction
    Swap the 3 in r4c7 for an 8.                                     a correction
    I put a 3 in r4c7. Is that right? What is next?                  a move

A digit for a cell that holds another one is a correction; one for an empty cell is a
move of the person's, unless they say that they mistyped the puzzle. A question changes
nothing that is printed. Where somebody says that the puzzle is mistyped and it is not
understood how, they are asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mailbot.judge import judge, reading_of
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.model import Findings, Ink, Missing, Puzzle, Status, Want
from mailbot.model.requests import REVEALING, Act, Limit, Request
from mailbot.talk.cells.asserted import Asserted, Question
from mailbot.talk.cells.clauses import Item, clauses_of, has
from mailbot.talk.cells.inquiry import (
    asks_for_a_digit,
    only_claims,
    sought_in_a_house,
)
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.places.place import Place
from mailbot.talk.requests.asking import FINER
from mailbot.talk.requests.reading import Asked, read_requests
from mailbot.talk.requests.scopes import Standing, puzzles_named
from mailbot.talk.said import parse
from mailbot.talk.thread.conversation import Conversation
from mailbot.talk.thread.requested import tells_a_move, with_requests
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import Gist, about, gist_of, want_of
from mailbot.talk.wishes.words import Words
from solver import Grid, Shape, Solved

_MOST_CHANGES = 9
"""Cells that words change at most: a row."""

_CLEAR = 0.6
"""The probability from which a wish beside a move tells more than right or wrong."""

_ASSERTING = frozenset(
    {"is", "instead", "not", "wrong", "copied", "mistyped", "exchange"}
)
_SIGNS = frozenset({"=", ":", "->", "=>"})
"""What a clause that changes a printed digit holds: r4c7 = 3."""

_USUAL = Shape(3, 3)
_NOT_YET = frozenset({Act.WHY, Act.UNDO, Act.RESTART})
_LONGEST_HEADING = 2
"""Words of a line that only names the puzzle below it."""

_OF_NO_CELL = frozenset({Want.NEW, Want.THANKS})


def begin(words: Words, findings: Findings, before: Act | None = None) -> Conversation:
    """What is wanted by a letter that answers none of ours, and of which puzzles.

    Args:
        words: what the person wrote.
        findings: what was read in the letter.
        before: what an earlier letter asked for in which no puzzle was found.
    """
    words = _without_headings(words, len(findings.puzzles))
    about, gist = _begin(words, findings)
    situation = Situation.FIRST if findings.puzzles else Situation.BARE
    wish = with_requests(gist, words, situation, findings)
    wish = replace(wish, variant=words.variant)
    if not findings.puzzles:
        return Conversation(about, replace(wish, later=_later(words)))
    if before and wish.want is Want.SOLUTION and not _asked(words).requests:
        wish = replace(wish, requests=(Request(before),))
    if wish.want not in FINER:
        return Conversation(about, wish)
    entered = _entered(findings, about)
    if entered and tells_a_move(parse(words.spoken, words.language)):
        moved = Request(Act.MOVES, cells=entered)
        return Conversation(about, replace(wish, requests=(moved, *wish.requests)))
    again = any(request.act is Act.RESTART for request in wish.requests)
    return Conversation(_as_printed(findings) if again else findings, wish)


def _without_headings(words: Words, puzzles: int) -> Words:
    """The words without lines that only name the puzzle below: Sudoku 1."""
    lines = words.spoken.split("\n")
    named = [
        {n for one in said.sentences for _, n in puzzles_named(one, puzzles)}
        if len(line.split()) <= _LONGEST_HEADING and "?" not in line
        else set()
        for line in lines
        for said in [parse(line, words.language)]
    ]
    if puzzles < 2 or set().union(*named) != {*range(puzzles)}:
        return words
    left = (line for line, numbers in zip(lines, named, strict=True) if not numbers)
    return replace(words, spoken="\n".join(left))


def _entered(before: Findings, after: Findings) -> tuple[int, ...]:
    """The cells of the first puzzle that a letter has entered a digit in."""
    grids = (found.puzzles[0].grid.entries for found in (before, after))
    pairs = enumerate(zip(*grids, strict=True))
    return tuple(cell for cell, (old, new) in pairs if old != new)


def _asked(words: Words) -> Asked:
    """What the words ask for, as if they stood above a puzzle."""
    standing = Standing(Situation.FIRST, _USUAL, 1, _NOT_YET)
    return read_requests(parse(words.spoken, words.language), standing)


def _later(words: Words) -> Act | None:
    """What a letter without a puzzle wants of one that may follow, if not the end."""
    asked = _asked(words)
    if Limit.NO_DIGIT in asked.limits:
        return Act.WHERE
    named = [request.act for request in asked.requests]
    return next(iter(named), Act.HINT if asked.limits else None)


def _as_printed(findings: Findings) -> Findings:
    """The puzzles of a letter without the person's own digits."""
    grids = (puzzle.grid for puzzle in findings.puzzles)
    bare = (Grid(grid.shape, grid.givens) for grid in grids)
    puzzles = zip(findings.puzzles, bare, strict=True)
    return replace(
        findings,
        puzzles=tuple(
            judge(reading_of(grid, p.reading.source, symbols=p.reading.symbols))
            for p, grid in puzzles
        ),
    )


def _begin(words: Words, findings: Findings) -> tuple[Findings, Gist]:
    """The puzzles as they are corrected, and the gist of the letter."""
    if not findings.puzzles:
        return findings, gist_of(words, findings)
    told = _Told(words, findings.puzzles[0])
    gist = gist_of(words, findings, told.certain)
    if gist.want is Want.STOP:
        findings = Findings()  # no puzzle is answered
    if len(findings.puzzles) != 1 or gist.want in _OF_NO_CELL:
        return findings, gist
    if told.asks_only_of_a_cell(gist):
        return findings, replace(gist, want=Want.CELL, cells=told.cells)
    own = tells_a_move(parse(words.spoken, words.language))
    sought = told.sought if gist.want not in REVEALING and not own else ()
    if sought:
        return findings, replace(gist, want=Want.CELL, cells=sought)
    return _changed(told, gist, words, findings, own=own)


def _changed(
    told: "_Told", gist: Gist, words: Words, findings: Findings, *, own: bool
) -> tuple[Findings, Gist]:
    """The puzzle as a letter changes it by what it tells, and the gist.

    Nothing changes where a digit is only asked about: where can the 7 go, top right?
    Whoever tells an `own` digit may ask about another one.
    """
    changed = told.corrected(gist) or told.moved(gist)
    if not (changed or told.is_open):
        return findings, gist
    asked = {request.act for request in _asked(words).requests}
    only_asked = Act.PLACES in asked and not own
    if only_asked or (changed and Act.VERDICT in asked):
        return findings, gist
    missing = told.certain.unread or frozenset({Missing.DIGIT})
    unclear = replace(gist, want=Want.UNCLEAR, cells=told.cells, missing=missing)
    return changed or (findings, unclear)


class _Told:
    """What a first letter tells of the cells of its first puzzle.

    `certain` is what it asserts, `claimed` the same with the digits that it asks about;
    neither holds the digits that the puzzle shows. The letter is read a second time
    only where something was not certain.
    """

    def __init__(self, words: Words, puzzle: Puzzle) -> None:
        self._words, self._puzzle = words, puzzle
        self._shape, self._shown = puzzle.grid.shape, puzzle.grid.digits
        lexicon = lexicon_of(words.language)
        text = f"{words.subject}\n{words.spoken}"
        question = Question(self._shape, self._shown)
        asking = replace(question, asking=True)
        self.certain = self._news(read_statements(text, lexicon, question))
        self.claimed = self.certain
        if self.certain.unread:
            self.claimed = self._news(read_statements(text, lexicon, asking))
        self._clauses = list(clauses_of(fold(text), lexicon))
        self._mistyped = any(map(_is_mistyped, self._clauses))
        self._exchanged = any(has(clause, "exchange") for clause in self._clauses)
        self._asks = asks_for_a_digit(self._clauses)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that are named, each once."""
        named = (p.cells(self._shape) for p in self.certain.named if p.is_cell)
        return tuple(dict.fromkeys(cells[0] for cells in named if cells))

    def asks_only_of_a_cell(self, gist: Gist) -> bool:
        """Whether they want the digit of an empty cell, beside which others are told.

        These may be what somebody else claims: no entry, and no correction.
        """
        if not self._is_of_an_empty_cell:
            return False
        revealing = gist.want in REVEALING
        told = bool(self.claimed.digits or self.claimed.unread)
        if self._asks and (told or revealing):
            return True
        claimed = gist.want is Want.CELL and told and self._only_claims
        return claimed or (revealing and self._asks_about_a_denied_digit)

    @property
    def _only_claims(self) -> bool:
        """Whether all digits are somebody else's, and none is told of a place."""
        told = [c for c in self._clauses if any(n.is_number for n in c)]
        apart = all(not any(n.place for n in clause) for clause in told)
        return apart and only_claims(self._clauses)

    @property
    def _asks_about_a_denied_digit(self) -> bool:
        """Whether a digit is denied in a question, and nothing else is asked for.

        There is no 4 in r3c5, surely?
        """
        asked = any(
            clause[-1].token.text == "?" and any(n.place for n in clause)
            for clause in self._clauses
        )
        return asked and bool(self.claimed.unread) and not self._wished_beside({})[2]

    @property
    def sought(self) -> tuple[int, ...]:
        """The cell that holds the digit which is asked for: where is the 4 in row 2?"""
        question = Question(self._shape, self._shown)
        asked = sought_in_a_house(self._clauses, question)
        answer = self._puzzle.answer
        if asked is None or not isinstance(answer, Solved):
            return ()
        house, digit = asked
        cells = (c for c in house.cells(self._shape) if not self._shown[c])
        return tuple(c for c in cells if answer.grid.digits[c] == digit)

    @property
    def _is_of_an_empty_cell(self) -> bool:
        return len(self.cells) == 1 and not self._shown[self.cells[0]]

    @property
    def is_open(self) -> bool:
        """Whether a correction is told, or asked about, and it is not clear which."""
        told = self._mistyped and bool(self.certain.named or self.certain.unread)
        told |= self._exchanged and bool(self.certain.unread)
        asked = any(self._shown[cell] for cell in self.cells) and self.claimed.unread
        return told or bool(asked) or self._prints_another(self.claimed.digits)

    @property
    def _asserts(self) -> bool:
        """Whether a clause tells what stands in a cell, and not only a number."""
        said = (
            item.token
            for clause in self._clauses
            if any(n.place and n.place.is_cell for n in clause)
            for item in clause
            if not item.place
        )
        return any(_ASSERTING & t.tags or t.text in _SIGNS for t in said)

    def corrected(self, gist: Gist) -> tuple[Findings, Gist] | None:
        """The puzzle as corrected, answered as the rest of the words asks."""
        digits = self.certain.digits
        told = bool(digits) and not self.certain.unread and self._asserts
        if not told or self._asks:
            return None
        if not (self._mistyped or self._prints_another(digits)):
            return None
        rest = self._rest(digits)
        want, _ = want_of(rest, Situation.FIRST)
        of_cells = want in (Want.MOVES, Want.CELL, Want.PART)
        gist = replace(
            gist,
            want=Want.CORRECT,
            then=Want.SOLUTION if of_cells else want,
            cells=tuple(digits),
            missing=frozenset(),
        )
        changed = _with_digits(self._puzzle, digits, Ink.GIVEN)
        return Findings((changed,)), gist

    def moved(self, gist: Gist) -> tuple[Findings, Gist] | None:
        """The puzzle with the person's digits: right or wrong, then what is asked."""
        digits = self.claimed.digits
        told = bool(digits) and not self.claimed.unread
        if not told or self._prints_another(digits):
            return None
        want, asserted, clear = self._wished_beside(digits)
        if want in REVEALING and clear:
            gist = replace(gist, want=want, cells=())
        elif want in (Want.CELL, Want.PART) and asserted.named:
            gist = about(replace(gist, want=want), asserted, self._shape)
        else:
            then = Want.HINT if want is Want.HINT and clear else None
            gist = replace(gist, want=Want.MOVES, then=then, cells=tuple(digits))
        changed = _with_digits(self._puzzle, digits, Ink.ENTRY)
        return Findings((changed,)), gist

    def _wished_beside(self, digits: Mapping[int, int]) -> tuple[Want, Asserted, bool]:
        """What is wanted beside these digits, of which other places, is it clear."""
        others = tuple(p for p in self.claimed.named if not self._is_of(p, digits))
        asserted = Asserted(named=others)
        rest = self._rest(digits)
        want, likely = want_of(rest, Situation.FIRST, asserted)
        clear = bool(rest.spoken) and likely.get(want.value, 0.0) >= _CLEAR
        return want, asserted, clear

    def _news(self, said: Asserted) -> Asserted:
        """What is said, without the digits that the puzzle shows."""
        digits = {c: d for c, d in said.digits.items() if self._shown[c] != d}
        return replace(said, digits=digits if len(digits) <= _MOST_CHANGES else {})

    def _prints_another(self, digits: Mapping[int, int]) -> bool:
        """Whether one of the cells holds another digit than is told."""
        return any(self._shown[cell] for cell in digits)

    def _is_of(self, place: Place, digits: Mapping[int, int]) -> bool:
        """Whether a place names one of the cells that are told."""
        return not digits.keys().isdisjoint(place.cells(self._shape))

    def _rest(self, digits: Mapping[int, int]) -> Words:
        """The words without what they tell: I put 3 in r4c7. And what is next?"""
        kept = (
            item.token.text
            for clause in self._clauses
            for item in self._behind_told(clause, digits)
            if item.token.text != "\n"
        )
        rest = " ".join(kept)
        return replace(self._words, subject="", spoken=rest, newest=rest)

    def _behind_told(
        self, clause: Sequence[Item], digits: Mapping[int, int]
    ) -> Iterator[Item]:
        """The items of a clause behind what it tells of a cell, or of mistyping."""
        places = [item.place for item in clause if item.place]
        told = 0
        if not places or any(self._is_of(place, digits) for place in places):
            ends = (at + 1 for at, item in enumerate(clause) if _is_told(item))
            told = max(ends, default=0)
        yield from clause[told:]


def _is_told(item: Item) -> bool:
    told = {"mistyped", "exchange"} & item.token.tags
    return bool(item.place or item.is_number or told)


def _is_mistyped(clause: Sequence[Item]) -> bool:
    """Whether a clause tells that the puzzle was typed or printed wrong."""
    tags = frozenset[str]().union(*(item.token.tags for item in clause))
    return "mistyped" in tags or {"copied", "wrong"} <= tags


def _with_digits(puzzle: Puzzle, digits: Mapping[int, int], ink: Ink) -> Puzzle:
    """A puzzle with other digits in some cells, and the verdict on it.

    Other cells that are in doubt stay so.
    """
    cells = list(puzzle.reading.cells)
    for cell, digit in digits.items():
        own = ink if digit else Ink.BLANK
        cells[cell] = replace(cells[cell], digit=digit, ink=own)
    changed = judge(replace(puzzle.reading, cells=tuple(cells)))
    doubtful = tuple(cell for cell in puzzle.doubtful if cell not in digits)
    if not doubtful:
        return changed
    return replace(changed, status=Status.DOUBTFUL, doubtful=doubtful, wrong_entries=())
