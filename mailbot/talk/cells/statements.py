"""What a person asserts of single cells: r4c7 is a 3, not a 1; the last cell is empty.

A digit taken for another than was meant makes a wrong solution. So a clause counts
only if it names one cell and leaves one digit for it:

- a digit that is denied ("not a 1", "instead of a 1") is left out, and so is the digit
  that the person was shown in that cell: nobody corrects a digit to itself;
- "or", a question, a doubt, or a digit that is only denied or called wrong leaves it
  unread, and so do two digits where nothing tells which of them is the right one;
- of a digit that is to be exchanged for another one, only the other one counts;
- a digit that is only asked back ("a 3? No, an 8.") leaves the other one;
- a digit that the person was shown in a named cell gives way to another one that is
  told of that cell: you read r4c7 as a 3, it says 8 there;
- a clause that names a digit and no cell speaks of the cell that was asked about, if
  there is just one.

Where a clause about a cell is not understood, nothing of the letter is certain.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mailbot.language.folding import fold
from mailbot.language.lexicon import Lexicon
from mailbot.model import Missing
from mailbot.talk.cells.asserted import Asserted, Question
from mailbot.talk.cells.assertion import Clause
from mailbot.talk.cells.clauses import Item, clauses_of, parts_by_cell
from mailbot.talk.places.place import Place

_WRAPPED = re.compile(r"(?<=[^\n]{60})\n(?=\S)")
"""The end of a line that a mail program wrapped."""


def read_statements(words: str, lexicon: Lexicon, question: Question) -> Asserted:
    """What a person's words assert of the cells of a grid."""
    text = fold(_WRAPPED.sub(" ", words))
    clauses = [part for c in sentences_of(text, lexicon) for part in parts_by_cell(c)]
    telling = Telling(question)
    for clause in _joined(clauses, question):
        telling.hear(clause)
    named = tuple(
        n.place.among(question.shape, question.shown)
        for clause in clauses
        for n in clause
        if n.place
    )
    return telling.sum_up(named)


def with_digits(said: Asserted, more: Mapping[int, int]) -> Asserted:
    """What is said, with more digits, which may contradict it."""
    digits = dict(said.digits)
    contradicted = {Missing.DIGIT} if add(more, digits) else frozenset[Missing]()
    return replace(said, digits=digits, unread=said.unread | contradicted)


def sentences_of(text: str, lexicon: Lexicon) -> Iterator[list[Item]]:
    """The clauses of a folded text; the stop of an abbreviation or a date ends none."""
    held: list[Item] = []
    for clause in clauses_of(text, lexicon):
        if held and not _goes_on(held, clause):
            yield held
            held = []
        held += clause
    if held:
        yield held


def _goes_on(clause: Sequence[Item], following: Sequence[Item]) -> bool:
    """Whether the full stop of a clause ends no sentence: Tel. 6; 6. Dezember."""
    if len(clause) < 2 or clause[-1].token.text != ".":
        return False
    last = clause[-2]
    if last.is_unknown:
        return len(clause) == 2 or clause[-3].token.text == "\n"
    return last.is_number and "month" in following[0].token.tags


def is_question(words: str, lexicon: Lexicon) -> bool:
    """Whether words ask something, by a question mark or by how they begin."""
    first = lexicon.read(fold(words.strip()))[:1]
    return "?" in words or any("question" in token.tags for token in first)


def _joined(clauses: list[list[Item]], question: Question) -> Iterator[Clause]:
    """The clauses; what is said of a cell named just before goes with its name.

    The 5 in r3c8 is wrong. It is a 6. Or: You read r3c8 as a 5. It says 6 there.
    """
    waiting: list[Item] = []
    for items in clauses:
        clause = Clause(items, question)
        if (
            waiting
            and not clause.names_a_place
            and clause.says_a_digit
            and clause.goes_on_with(waiting)
            and waiting[-1].token.text != "?"
        ):
            yield Clause([*waiting[:-1], *items], question)
            waiting = []
            continue
        if waiting:
            yield Clause(waiting, question)
        told = clause.news(clause.read().digits) if clause.names_a_cell else {}
        waiting = items if clause.names_a_cell and not told else []
        if not waiting:
            yield clause
    if waiting:
        yield Clause(waiting, question)


@dataclass(slots=True)
class Telling:
    """What a person has told so far, clause by clause.

    `told`: digits for cells; `known`: digits said again that the person was shown;
    `guesses`: numbers alone, which count where nothing else is told; `echoed`: digits
    of our question that are asked back. `unread`: what is missing in clauses that name
    a cell or exchange digits, `loose`: in others, which a digit elsewhere makes up for.
    `names_a_cell`: whether a clause names a cell; `claimed`: digits that somebody else
    is told to see.
    """

    question: Question
    told: dict[int, int] = field(default_factory=dict)
    known: dict[int, int] = field(default_factory=dict)
    guesses: list[Mapping[int, int]] = field(default_factory=list)
    echoed: set[int] = field(default_factory=set)
    unread: set[Missing] = field(default_factory=set)
    loose: set[Missing] = field(default_factory=set)
    names_a_cell: bool = False
    claimed: set[int] = field(default_factory=set)

    def hear(self, clause: Clause) -> None:
        """Add what one more clause tells."""
        if clause.echoed:
            self.echoed.add(clause.echoed)
            return
        read = clause.read()
        if read.digits and not clause.names_a_place and clause.is_vague:
            self.guesses.append(read.digits)
            return
        self.names_a_cell |= clause.names_a_cell
        self.claimed |= clause.claimed
        definite = clause.names_a_cell or clause.exchanges
        (self.unread if definite else self.loose).update(read.unread)
        self._take(read.digits, clause)

    def _take(self, digits: Mapping[int, int], clause: Clause) -> None:
        """Add the digits of a clause; it may contradict those before it."""
        news = clause.news(digits)
        self.known |= {cell: d for cell, d in digits.items() if cell not in news}
        taken_back = clause.takes_back(self.told, claimed=bool(self.claimed))
        if taken_back or add(news, self.told):
            self.unread.add(Missing.DIGIT)

    def sum_up(self, named: tuple[Place, ...]) -> Asserted:
        """What all clauses assert together; `named` are all places in them."""
        digits = self.known | self.told
        for guess in () if digits or self.names_a_cell else self.guesses:
            if add(guess, digits):
                self.unread.add(Missing.DIGIT)
        disputed = any(
            others & options or (others and 0 in options)
            for cell, options in self.question.doubts.items()
            if cell in digits
            for others in [self.claimed - {digits[cell]}]
        )
        if disputed or self._chooses_another(digits) or self._asks_back(digits):
            self.unread.add(Missing.DIGIT)
        missing = self.unread or (set() if digits else self.loose)
        return Asserted(digits, named, frozenset(missing))

    def _chooses_another(self, digits: Mapping[int, int]) -> bool:
        """Whether a number alone is another digit than the one told.

        Where nobody is certain, only digits between which we asked to choose count.
        """
        doubts = {} if self.claimed else self.question.doubts
        return any(
            digits.get(cell, digit) != digit and digit in doubts.get(cell, {digit})
            for guess in self.guesses
            for cell, digit in guess.items()
        )

    def _asks_back(self, digits: Mapping[int, int]) -> bool:
        """Whether digits of our question are asked back, and no other one is told."""
        told = set(digits.values())
        alone = not told or len(self.echoed) > 1 or told.issuperset(self.echoed)
        return bool(self.echoed) and alone


def add(told: Mapping[int, int], digits: dict[int, int]) -> bool:
    """Add digits to those told before; whether one of them contradicts these."""
    return any(digits.setdefault(cell, digit) != digit for cell, digit in told.items())
