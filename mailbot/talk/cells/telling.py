"""Adds up what clauses tell of cells; `statements` says which of them count."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mailbot.model import Missing
from mailbot.talk.cells.asserted import Asserted, Question
from mailbot.talk.cells.assertion import Clause
from mailbot.talk.places.place import Place

Digits = Mapping[int, int]
"""A digit for each of some cells."""


@dataclass(slots=True)
class Telling:
    """What a person has told so far, clause by clause.

    `told`: digits for cells; `known`: digits said again that the person was shown;
    `guesses`: numbers alone, which count where nothing else is told; `echoed`: digits
    of our question that are asked back. `unread`: what is missing in clauses that name
    a cell or exchange digits, `loose`: in others, which a digit elsewhere makes up for.
    `names_a_cell`, `claims`: whether a clause names a cell, and whether one that tells
    a digit is certain of it.
    """

    question: Question
    told: dict[int, int] = field(default_factory=dict)
    known: dict[int, int] = field(default_factory=dict)
    guesses: list[Digits] = field(default_factory=list)
    echoed: set[int] = field(default_factory=set)
    unread: set[Missing] = field(default_factory=set)
    loose: set[Missing] = field(default_factory=set)
    names_a_cell: bool = False
    claims: bool = False

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
        definite = clause.names_a_cell or clause.exchanges
        (self.unread if definite else self.loose).update(read.unread)
        self._take(read.digits, clause)

    def _take(self, digits: Digits, clause: Clause) -> None:
        """Add the digits of a clause; it may contradict those before it."""
        news = clause.news(digits)
        self.known |= {cell: d for cell, d in digits.items() if cell not in news}
        self.claims |= bool(news) and clause.is_claim
        taken_back = clause.takes_back(self.told, claimed=self.claims)
        if taken_back or add(news, self.told):
            self.unread.add(Missing.DIGIT)

    def sum_up(self, named: tuple[Place, ...]) -> Asserted:
        """What all clauses assert together; `named` are all places in them."""
        digits = self.known | self.told
        for guess in () if digits or self.names_a_cell else self.guesses:
            if add(guess, digits):
                self.unread.add(Missing.DIGIT)
        if self._chooses_another(digits) or self._asks_back(digits):
            self.unread.add(Missing.DIGIT)
        missing = self.unread or (set() if digits else self.loose)
        return Asserted(digits, named, frozenset(missing))

    def _chooses_another(self, digits: Digits) -> bool:
        """Whether a number alone is another digit than the one told.

        Where nobody is certain, only digits between which we asked to choose count.
        """
        doubts = {} if self.claims else self.question.doubts
        return any(
            digits.get(cell, digit) != digit and digit in doubts.get(cell, {digit})
            for guess in self.guesses
            for cell, digit in guess.items()
        )

    def _asks_back(self, digits: Digits) -> bool:
        """Whether digits of our question are asked back, and no other one is told."""
        told = set(digits.values())
        alone = not told or len(self.echoed) > 1 or told.issuperset(self.echoed)
        return bool(self.echoed) and alone


def add(told: Digits, digits: dict[int, int]) -> bool:
    """Add digits to those told before; whether one of them contradicts these."""
    return any(digits.setdefault(cell, digit) != digit for cell, digit in told.items())
