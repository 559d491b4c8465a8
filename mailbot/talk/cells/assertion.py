"""How a clause about one cell is understood: which digit it leaves for the cell.

The rules are told in `mailbot.talk.cells.statements`.
"""

from collections.abc import Mapping, Sequence

from mailbot.model import Missing
from mailbot.talk.cells.answer import (
    belongs_to_a_cell,
    tells_of_a_cell,
    without_subject,
)
from mailbot.talk.cells.apart import digits_of_the_cell
from mailbot.talk.cells.appearance import is_a_mark
from mailbot.talk.cells.asserted import Asserted, Question
from mailbot.talk.cells.clauses import Item, begins_as_question, weighs
from mailbot.talk.cells.contrast import Stand, is_denied, stands_of
from mailbot.talk.cells.exchange import asks_to_exchange, new_digit
from mailbot.talk.cells.figures import digit_at, echoed_digit
from mailbot.talk.cells.refusal import is_refused
from mailbot.talk.cells.retraction import is_claim, takes_all_back
from mailbot.talk.cells.unreal import is_unreal
from mailbot.talk.cells.written import written_row
from mailbot.talk.places.place import Place

_CHOOSING = frozenset({"is", "put", "not", "instead", "wrong", "but", "seeming"})
"""What between two digits tells that one of them takes the place of the other."""

_NO_CELL = Asserted(unread=frozenset({Missing.CELL}))
_NO_DIGIT = Asserted(unread=frozenset({Missing.DIGIT}))


class Clause:
    """A clause that names one place at most, and how it is understood."""

    def __init__(self, items: Sequence[Item], question: Question) -> None:
        self._items = items
        self._question = question
        self._cells = [i for i, n in enumerate(items) if n.place and n.place.is_cell]
        self._houses = [n.place for n in items if n.place and not n.place.is_cell]
        digits = [i for i in range(len(items)) if self._digit(i)]
        self._digits = digits_of_the_cell(items, digits, self._cells)

    @property
    def names_a_cell(self) -> bool:
        """Whether a cell is named in it."""
        return bool(self._cells)

    @property
    def names_a_place(self) -> bool:
        """Whether a cell or a house is named in it."""
        return bool(self._cells or self._houses)

    @property
    def exchanges(self) -> bool:
        """Whether it asks for another digit in the place of one.

        A single number of no place may be another thing: change trains at 5.
        """
        digits = len(self._digits) + bool(self._houses)
        about = bool(self._cells) or (bool(self._digits) and digits > 1)
        return about and asks_to_exchange(self._items)

    @property
    def says_a_digit(self) -> bool:
        """Whether it tells a digit, or that something is empty."""
        return bool(self._digits) or self._has("empty")

    @property
    def echoed(self) -> int:
        """The digit of our question that is only asked back, 0 if none is: a 3?"""
        return 0 if self.names_a_place else echoed_digit(self._items, self._question)

    @property
    def _calls_it_empty(self) -> bool:
        """Whether it calls a cell empty: not that nothing is wrong, or to change.

        "Nothing, thanks" tells of no cell.
        """
        wished = self._has("thanks") and not self._has("cell", "subject")
        other = self._has("wrong", "exchange", "but")
        return self._has("empty") and not (wished or other)

    def read(self) -> Asserted:
        """What the clause says."""
        if not self._cells:
            vague = self.exchanges and not self._question.doubts
            row = written_row(self._items, self._question.shape)
            return _NO_CELL if vague else row or self._of_the_cell_asked()
        if len(self._cells) > 1:
            about = self.says_a_digit or self._has("wrong", "exchange")
            return _NO_CELL if about else Asserted()
        named = self._items[self._cells[0]].place
        assert named is not None
        cells = self._meant(named)
        if len(cells) != 1:
            return _NO_CELL
        if not self._digits and (not self._has("empty") or self._is_denied_empty()):
            return _NO_DIGIT if self._has("wrong", "exchange") else Asserted()
        digit = self._asserted(cells[0], self._cells[0])
        if digit is None:
            return _NO_DIGIT
        return Asserted({cells[0]: digit})

    def _meant(self, named: Place) -> list[int]:
        """The cells that a name may stand for; two for a letter and a number: B7."""
        turned = Place(named.column, named.row) if named.lettered else named
        either = (named.cells(self._question.shape), turned.cells(self._question.shape))
        found = list(dict.fromkeys(cell for cells in either for cell in cells))
        if len(found) < 2:
            return found
        said = {self._digit(i) for i in self._digits}
        return [cell for cell in found if self._question.shown[cell] in said] or found

    def _of_the_cell_asked(self) -> Asserted:
        """An answer to the one question that was asked: it's an 8; that is empty."""
        doubts, houses = self._question.doubts, tuple(self._houses)
        if len(doubts) != 1 or houses:
            about = bool(self._digits) and self._has("wrong", "is", "empty")
            return _NO_CELL if about and not houses else Asserted()
        [cell] = doubts
        if not self._digits and not self._calls_it_empty:
            return Asserted()
        if any(is_a_mark(self._items, digit) for digit in self._digits):
            return _NO_DIGIT
        if not self._is_answer():
            return Asserted()
        answer = Clause(without_subject(self._items), self._question)
        past = len(self._digits) == 1 and self._has("formerly") and not self._has("yes")
        digit = None if past else answer._asserted(cell, None)
        return _NO_DIGIT if digit is None else Asserted({cell: digit})

    def news(self, digits: Mapping[int, int]) -> Mapping[int, int]:
        """The digits that the person was not shown, or was asked about."""
        shown, doubts = self._question.shown, self._question.doubts
        return {c: d for c, d in digits.items() if c in doubts or d != shown[c]}

    @property
    def is_vague(self) -> bool:
        """Whether nothing tells that a digit is meant: it may be a house's number."""
        return not self._has("is", "empty", "not", "yes", "digit")

    @property
    def is_claim(self) -> bool:
        """Whether somebody else is told to see its digit."""
        return is_claim(self._items)

    def takes_back(self, digits: Mapping[int, int], *, claimed: bool) -> bool:
        """Whether it takes the digits back that were told, or tells another: No, 5.

        Args:
            digits: the digits told before it.
            claimed: whether somebody else claims them.
        """
        if self.names_a_place or not digits:
            return False
        if not self._digits and takes_all_back(self._items, claimed=claimed):
            return True
        if not self._has("no", "not"):
            return False
        left = {self._digit(i) for i in self._digits if not is_denied(self._items, i)}
        return not left <= set(digits.values())

    def goes_on_with(self, before: Sequence[Item]) -> bool:
        """Whether its digit is that of the cell which the clause before it names.

        Not: r1c6, then 4. Nov.; I'd like r1c6. My son is 4, or: my brother says 4.
        """
        if self.is_vague:
            new_line = before[-1].token.text == "\n"
            strange = new_line or any(item.is_unknown for item in self._items)
            return not strange and not self.is_claim
        return self._is_answer()

    def _is_answer(self) -> bool:
        """Whether all that is said is said of the cell, and of no train or year."""
        at = self._digits or [i for i, n in enumerate(self._items) if _is_empty(n)]
        return all(tells_of_a_cell(self._items, place) for place in at)

    def _asserted(self, cell: int, at: int | None) -> int | None:
        """The digit that a clause leaves for a cell, 0 for none; None if it is unclear.

        Args:
            cell: the cell.
            at: where the clause names it; None if it does not.
        """
        doubted = weighs(self._items) or begins_as_question(self._items)
        digits = {i: self._digit(i) for i in self._digits}
        told = [*digits, *([] if at is None else [at])]
        unreal = told and is_unreal(self._items, told, asking=self._question.asking)
        if unreal or any(is_a_mark(self._items, digit) for digit in digits):
            return None
        if doubted and self._question.asking:
            return self._claimed(at, digits)
        if self._has("or") or doubted:
            return None
        if not self._is_all_of_the_cell(at):
            return None
        if self.exchanges:
            return new_digit(self._items, digits, self._question.shown[cell])
        return self._left(cell, at, stands_of(self._items, digits))

    def _claimed(self, at: int | None, digits: Mapping[int, int]) -> int | None:
        """The only digit that is asked about: is a 4 wrong there? Not: no 4, surely?"""
        stands = stands_of(self._items, digits)
        affirmed = set(stands.values()) == {Stand.AFFIRMED} or self._has("wrong")
        denied = Stand.DENIED in stands.values() or self._has("except")
        sure = len(stands) == 1 and affirmed and not denied
        return next(iter(stands)) if sure and self._is_all_of_the_cell(at) else None

    def _is_all_of_the_cell(self, at: int | None) -> bool:
        """Whether each digit may be that of the named cell, and counts nothing.

        Args:
            at: where the clause names the cell; None if it does not.
        """
        return at is None or all(
            belongs_to_a_cell(self._items, digit, at) for digit in self._digits
        )

    def _left(
        self, cell: int, at: int | None, stands: Mapping[int, Stand]
    ) -> int | None:
        """The same, by what is said of each digit."""
        left = {digit for digit, stand in stands.items() if stand is Stand.AFFIRMED}
        if not left and self._corrects(cell, stands):
            left = {digit for digit, stand in stands.items() if stand is Stand.BLAMED}
        if len(left) > 1 and cell not in self._question.doubts and self._chooses():
            left -= {self._question.shown[cell]}  # nobody corrects a digit to itself
        if len(left) == 1:
            refused = len(stands) == 1 and is_refused(self._items, self._digits, at)
            return None if refused or self._is_emptied() else left.pop()
        if left:
            return None
        if self._has("empty"):
            return None if self._is_denied_empty() else 0
        return self._other(cell, stands) if at is None else None

    def _corrects(self, cell: int, stands: Mapping[int, Stand]) -> bool:
        """Whether an error is told of the digit that is shown: 3 instead of 8."""
        shown = self._question.shown[cell]
        told = cell not in self._question.doubts and stands.get(shown) is Stand.DENIED
        return told and len(stands) == 2

    def _other(self, cell: int, stands: Mapping[int, Stand]) -> int | None:
        """Of the two digits that we asked about the one that is not denied."""
        denied = stands and all(stand is Stand.DENIED for stand in stands.values())
        options = self._question.doubts.get(cell, frozenset())
        others = options - {0, *stands} if options.issuperset(stands) else ()
        unseen = self._has("seeing")  # I can't see an 8 there
        if not denied or unseen or len(others) != 1 or self._may_mean_no():
            return None
        return next(iter(others))

    def _is_emptied(self) -> bool:
        """Whether a cell is called empty beside its digit.

        An empty cell of a first letter is not: I have a 3 there, and then nothing.
        """
        told = self._has("empty") and not self._is_denied_empty()
        return told and not self._question.asking

    def _may_mean_no(self) -> bool:
        """Whether what denies a digit may answer instead: no 6 (not a 6; no, a 6)."""
        before = [self._items[i - 1].token.tags for i in self._digits if i]
        return any({"no", "not"} <= tags for tags in before)

    def _chooses(self) -> bool:
        """Whether something between the digits tells which takes the other's place."""
        between = self._items[self._digits[0] : self._digits[-1]]
        return any(
            (_CHOOSING & item.token.tags and "preposition" not in item.token.tags)
            or item.token.text in ("->", "=>")
            for item in between
        )

    def _is_denied_empty(self) -> bool:
        return any(
            "empty" in item.token.tags and is_denied(self._items, i)
            for i, item in enumerate(self._items)
        )

    def _digit(self, at: int) -> int:
        """The digit of the grid that a token is, 0 if it is none."""
        return digit_at(self._items, at, self._question)

    def _has(self, *tags: str) -> bool:
        own = [n.token for n in self._items if not n.place]
        if "empty" in tags and any(token.text == "0" for token in own):
            return True
        return any(not token.tags.isdisjoint(tags) for token in own)


def _is_empty(item: Item) -> bool:
    return "empty" in item.token.tags
