"""How a clause that names one place at most is understood: which digit it leaves.

The rules are told in `mailbot.talk.cells.statements`.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate

from mailbot.model import Missing
from mailbot.talk.cells.asserted import Asserted, Question
from mailbot.talk.cells.clauses import CELLS, Item, begins_as_question, weighs
from mailbot.talk.cells.digits import digits_of, role_of
from mailbot.talk.cells.kinds import any_of, holds, kinds_of
from mailbot.talk.cells.stands import Stand, stand_of, stands_of
from mailbot.talk.places.place import Place

_NO_CELL = Asserted(unread=frozenset({Missing.CELL}))
_NO_DIGIT = Asserted(unread=frozenset({Missing.DIGIT}))

_CHOICE = "N .* is|put|instead|wrong|but|seeming|not|ARROW .* N"
"""Two digits, between which it is told that one takes the place of the other."""

_WAS_UNSURE = (
    "BREAK ^not|mine|BREAK|N* digit|cell ^N|or* unsure ^N|unsure|or* "
    "is ^N|BREAK|not|unsure|or* N ^N|unsure|or|ASKS* END"
)
"""Whose doubt it was: the number that you were unsure about is a 4."""

_NOTHING_MORE = ("empty ~{0,2} but", "empty LIES entering")
"""What tells of no empty cell: nothing but thanks; nothing to add."""

_ECHO = "START article|indefinite|subject|is|question|digit|COMMA* N digit* ASKS END"
"""A digit of our question that is only asked back: a 3?"""


class Clause:
    """A clause that names one place at most."""

    def __init__(self, items: Sequence[Item], question: Question) -> None:
        self._items, self._question = items, question
        self.kinds = kinds_of(items)
        named = [(i, item.place) for i, item in enumerate(items) if item.place]
        self._cells = [i for i, place in named if place.is_cell]
        self._houses = [place for _, place in named if not place.is_cell]
        digits = digits_of(items, self.kinds, question)
        self.claimed = {
            digit
            for at, digit in (digits.items() if self._is_opinion else ())
            if stand_of(self.kinds, at) is Stand.AFFIRMED
        }
        self._tells_none = not digits
        self.exchanges = bool(
            (self._cells or (digits and len(digits) + bool(self._houses) > 1))
            and self.has("exchange")
        )
        if len(self._cells) == 1 and not self.exchanges:
            digits = {at: d for at, d in digits.items() if not self._is_apart(at)}
        elif not self._cells and not self.exchanges:
            digits = self._of_no_other_thing(digits)
        self._digits = digits

    @property
    def names_a_cell(self) -> bool:
        """Whether a cell is named in it."""
        return bool(self._cells)

    @property
    def names_a_place(self) -> bool:
        """Whether a cell or a house is named in it."""
        return bool(self._cells or self._houses)

    @property
    def says_a_digit(self) -> bool:
        """Whether it tells a digit, or that something is empty."""
        return bool(self._digits) or self.has("empty")

    @property
    def echoed(self) -> int:
        """The digit of our question that is only asked back, 0 if none is: a 3?"""
        echo = not self.names_a_place and holds(_ECHO, self.kinds)
        return next(iter(self._digits.values()), 0) if echo else 0

    @property
    def is_claim(self) -> bool:
        """Whether somebody else is told to say something."""
        return self.has("person") and self.has("says")

    @property
    def _is_opinion(self) -> bool:
        """Whether somebody else is told to see or say something now."""
        told = self.has("person") and self.has("says", "seeing")
        return told and not self.has("seeming", "formerly")

    @property
    def is_vague(self) -> bool:
        """Whether nothing tells that a digit is meant: it may be a house's number."""
        return not self.has("is", "empty", "not", "yes", "digit")

    def has(self, *kinds: str) -> bool:
        """Whether a word of one of these kinds is in it."""
        return holds("|".join(kinds), self.kinds)

    def read(self) -> Asserted:
        """What the clause says."""
        if not self._cells:
            vague = self.exchanges and not self._question.doubts
            return _NO_CELL if vague else self._row() or self._of_the_cell_asked()
        if len(self._cells) > 1:
            about = self.says_a_digit or self.has("wrong", "exchange")
            return _NO_CELL if about else Asserted()
        named = self._items[self._cells[0]].place
        assert named is not None
        cells = self._meant(named)
        if len(cells) != 1:
            return _NO_CELL
        if not self._digits and not self._is_called_empty:
            return _NO_DIGIT if self.has("wrong", "exchange") else Asserted()
        digit = self._asserted(cells[0])
        return _NO_DIGIT if digit is None else Asserted({cells[0]: digit})

    def news(self, digits: Mapping[int, int]) -> Mapping[int, int]:
        """The digits that the person was not shown, or was asked about."""
        shown, doubts = self._question.shown, self._question.doubts
        return {c: d for c, d in digits.items() if c in doubts or d != shown[c]}

    def takes_back(self, digits: Mapping[int, int], *, claimed: bool) -> bool:
        """Whether it takes the digits back that were told, or tells another: No, 5.

        Args:
            digits: the digits told before it.
            claimed: whether somebody else claims them.
        """
        if self.names_a_place or not digits:
            return False
        if self._tells_none:
            sided = claimed and holds("siding|BREAK but", self.kinds)
            disbelieved = self.has("trust") and self.has("not") and len(self.kinds) < 8
            if sided or disbelieved or self.has("undone"):
                return True
        if not self.has("no", "not"):
            return False
        left = {
            digit
            for at, digit in self._digits.items()
            if stand_of(self.kinds, at) is not Stand.DENIED
        }
        return not left <= set(digits.values())

    def goes_on_with(self, before: Sequence[Item]) -> bool:
        """Whether its digit is that of the cell which the clause before it names.

        Not: r1c6, then 4. Nov.; I'd like r1c6. My son is 4, or: my brother says 4.
        """
        strange = self.has("UNKNOWN") or before[-1].token.text == "\n"
        return not (self.is_vague and (strange or self.is_claim))

    def _is_apart(self, at: int) -> bool:
        """Whether a digit stands in a part of its own, which tells of no cell.

        I'd like r3c5, my son is 7. Nor does what others say: r3c5, my brother says 7.
        """
        [cell] = self._cells
        signs = [
            i
            for i in range(min(at, cell) + 1, max(at, cell))
            if self._items[i].token.text in ",;-!()\n"
        ]
        if not signs:
            return False
        start, end = (signs[-1] + 1, len(self._items)) if at > cell else (0, signs[0])
        own = self.kinds[start:end]
        if holds("person .* says", own) and not holds("VERB", own):
            return True
        apart = role_of(own, at - start) != "own"
        return apart and not holds("subject .* is|ITS", own)

    def _of_no_other_thing(self, digits: Mapping[int, int]) -> dict[int, int]:
        """The digits of which nothing, and none beside them, is strange.

        None is sure where one that we asked about may be that of another thing.
        """
        roles = {at: role_of(self.kinds, at) for at in digits}
        parts = [0, *accumulate(" BREAK " in own for own in self.kinds)]
        asked = frozenset[int]().union(*self._question.doubts.values())
        strange = {
            at
            for at, role in roles.items()
            if role == "strange" and stand_of(self.kinds, at) is Stand.AFFIRMED
        }
        own = {at: d for at, d in digits.items() if roles[at] == "own"}
        others = {digits[at] for at in strange} - set(own.values())
        if others & asked or (others and 0 in asked):
            return {}
        own |= {
            at: digit
            for at, digit in digits.items()
            if roles[at] == "strange" and stand_of(self.kinds, at) is Stand.OPEN
        }
        unclear = {parts[at] for at in strange}
        return {at: digit for at, digit in own.items() if parts[at] not in unclear}

    def _row(self) -> Asserted | None:
        """The cells of a row that is written out behind its name: row 3 is 53..7...."""
        shape = self._question.shape
        rows = [place for place in self._houses if place.row is not None]
        for item in self._items if len(rows) == 1 else ():
            marks = re.sub(r"[ ,|]", "", item.token.text)
            if CELLS.fullmatch(item.token.text) and len(marks) > 3:
                if len(marks) == shape.size + 1 and marks[-1] == ".":
                    marks = marks[:-1]  # the end of the sentence
                cells = rows[0].cells(shape)
                if len(marks) != shape.size or len(cells) != shape.size:
                    return _NO_DIGIT
                values = (int(mark) if mark.isdecimal() else 0 for mark in marks)
                return Asserted(dict(zip(cells, values, strict=True)))
        return None

    def _meant(self, named: Place) -> list[int]:
        """The cells that a name may stand for; two for a letter and a number: B7."""
        turned = Place(named.column, named.row) if named.lettered else named
        either = (named.cells(self._question.shape), turned.cells(self._question.shape))
        found = list(dict.fromkeys(cell for cells in either for cell in cells))
        if len(found) < 2:
            return found
        said = set(self._digits.values())
        return [cell for cell in found if self._question.shown[cell] in said] or found

    def _of_the_cell_asked(self) -> Asserted:
        """An answer to the one question that was asked: it's an 8; that is empty."""
        doubts = self._question.doubts
        if len(doubts) != 1 or self._houses:
            about = bool(self._digits) and self.has("wrong", "is", "empty")
            return _NO_CELL if about and not self._houses else Asserted()
        [cell] = doubts
        if not self._digits and not self._is_answered_empty:
            return Asserted()
        if len(self._digits) == 1 and self.has("formerly") and not self.has("yes"):
            return _NO_DIGIT
        digit = self._asserted(cell)
        return _NO_DIGIT if digit is None else Asserted({cell: digit})

    @property
    def _is_called_empty(self) -> bool:
        """Whether a cell is called empty, and it is not denied."""
        empty = [i for i, own in enumerate(self.kinds) if " empty " in own]
        return bool(empty) and all(
            stand_of(self.kinds, at) is not Stand.DENIED for at in empty
        )

    @property
    def _is_answered_empty(self) -> bool:
        """Whether the cell asked about is called empty: not that nothing is wrong."""
        empty = [i for i, own in enumerate(self.kinds) if " empty " in own]
        thanks = self.has("thanks") and not self.has("cell", "subject")
        other = self.has("wrong", "exchange") or any_of(_NOTHING_MORE, self.kinds)
        strange = any(role_of(self.kinds, at) != "own" for at in empty)
        return self._is_called_empty and not (thanks or other or strange)

    def _asserted(self, cell: int) -> int | None:
        """The digit that it leaves for a cell, 0 for none; None if it is unclear."""
        asking = self._question.asking
        stands = stands_of(self.kinds, self._digits)
        told = set(stands.values())
        if told & {Stand.UNREAL, Stand.MARK} or (Stand.PAST in told and not asking):
            return None
        unsure = weighs(self._items) and not holds(_WAS_UNSURE, self.kinds)
        if unsure or begins_as_question(self._items):
            return self._claimed(stands) if asking else None
        if self.exchanges:
            return self._exchanged(self._question.shown[cell])
        return self._left(cell, stands)

    def _claimed(self, stands: Mapping[int, Stand]) -> int | None:
        """The only digit that is asked about: is a 4 wrong there? Not: no 4, surely?"""
        affirmed = set(stands.values()) == {Stand.AFFIRMED} or self.has("wrong")
        denied = Stand.DENIED in stands.values() or self.has("except")
        sure = len(stands) == 1 and affirmed and not denied
        return next(iter(stands)) if sure else None

    def _exchanged(self, shown: int) -> int | None:
        """The digit that takes the place of the printed one: swap the 4 for an 8.

        Sure is only a single digit behind a word such as "for", in a part of a clause
        that denies nothing, where each other digit is the printed one.
        """
        behind_for = "exchanged_for article|indefinite|digit|filler* D"
        new = {d for at, d in self._digits.items() if holds(behind_for, self.kinds, at)}
        old = {d for d in self._digits.values() if d not in new}
        denied = any(
            holds(e, self.kinds) for e in ("not -* exchange", "exchange -* not")
        )
        sure = shown and len(new) == 1 and old <= {shown} and not denied
        return new.pop() if sure and new != {shown} else None

    def _left(self, cell: int, stands: Mapping[int, Stand]) -> int | None:
        """The digit that is left for a cell by what is said of each."""
        shown, doubted = self._question.shown[cell], cell in self._question.doubts
        left = {digit for digit, stand in stands.items() if stand is Stand.AFFIRMED}
        corrects = stands.get(shown) is Stand.DENIED and len(stands) == 2
        if not left and not doubted and corrects:  # an error: 3 instead of 8
            left = {digit for digit, stand in stands.items() if stand is Stand.BLAMED}
        if len(left) > 1 and not doubted and holds(_CHOICE, self.kinds):
            left -= {shown}  # nobody corrects a digit to itself
        if len(left) == 1:
            emptied = self._is_called_empty and not self._question.asking
            return None if emptied else left.pop()
        if left or self.has("empty"):
            return 0 if not left and self._is_called_empty else None
        return None if self._cells else self._other(cell, stands)

    def _other(self, cell: int, stands: Mapping[int, Stand]) -> int | None:
        """Of the two digits that we asked about the one that is not denied.

        Not where what denies it may answer instead (no 6: no, a 6), or sees none.
        """
        options = self._question.doubts.get(cell, frozenset())
        others = options - {0, *stands} if options.issuperset(stands) else ()
        denied = stands and all(stand is Stand.DENIED for stand in stands.values())
        unclear = self.has("seeing") or any(
            " no " in own and " not " in own and behind.startswith("< N ")
            for own, behind in zip(self.kinds, self.kinds[1:], strict=False)
        )
        return (
            next(iter(others)) if denied and len(others) == 1 and not unclear else None
        )
