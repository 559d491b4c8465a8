"""Which numbers of a clause are digits of a cell, and of what value.

People tell of six grandchildren, of page 6 and of a train at six. The first row that
holds counts; `kinds` tells how a pattern is written.

    other      a number is that of another thing, wherever it stands
    strange    it may be that of another thing, if no cell is named beside it
    aside      it tells what a digit looks like, and not that it stands there
    own        it is that of the cell, whatever the rows below say
"""

from collections.abc import Sequence

from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import Item
from mailbot.talk.cells.kinds import Table
from solver.grid import SYMBOLS

_MOST_ITEMS, _MOST_DIGITS = 120, 9
"""Of a clause that asserts anything: patterns would take long in others."""

OTHER = Table("""
other     D COUNTED                             # its 4 cells
other     D THING                               # 4 minutes
other     D numbered BREAK                      # sv: det är 4 år
other     person COMMA D COMMA                  # my son, 4, asks
other     ^indefinite D times                   # I looked 4 times
other     THING digit{0,2} D                    # page number 4
other     puzzle digit D                        # puzzle number 4
other     CELL|HOUSE|row|column|box STOP numbering D STOP  # the last box (nr 4)
""")

STRANGE = Table(
    """
strange   ORDINAL                               # the 4th
strange   D UNIT                                # 4:30
strange   N UNIT D                              # 3/4
strange   D preposition|DOT{0,2} month          # 4 May
strange   D preposition preposition|DOT? N      # 4 of ten
strange   THING showing|is SAY* D               # the clock says 4
own       is SAY* indefinite D question         # es: es un 4 como una casa
strange   D ~{0,2} THING                        # 4 more days
strange   puzzle D                              # puzzle 4
strange   LIES article|digit{0,3} D             # at 4
strange   own D                                # mine 4
strange   cell_above|cell_below subject|beside{0,2} is|showing SAY* D  # above it says 4
strange   D ~{0,3} cell_above|cell_below beside? STOP  # a 4 is above it
own       seeing|showing SAY* D ^COUNTED|preposition|UNKNOWN  # I see a 4
aside     ^seeing|showing|is because ~* D       # because the 4 is round
strange   D times|both                          # the 4 of both
strange   mine D                                # my 4
strange   hour D                                # it is already 4
strange   row|column|box                        # the row has a 4
strange   digit D ^BREAK|is                     # number 4 in the book
strange   digit D is .* puzzle                  # number 4 is the puzzle
strange   D solving|UNKNOWN                     # 4 children
strange   D .* preposition solving              # 4 that I have to find
strange   START ^is* indefinite D exchanged_for -* UNKNOWN  # a 4 for effort
aside     STOP ^is|put|that|says|STOP|N* D is|would -* UNKNOWN  # a 4 has a belly
strange   N ^not|but|instead|is|wrong|STOP* D  # 8 4
strange   STOP UNKNOWN COLON|DOT D              # Tel: 4
strange   START NUMBER COMMA UNKNOWN ^thanks|BREAK               # 4, rue de la Paix
own       subject -{0,2} is SAY* indefinite D   # our cat says it surely is a 4
own       is subject SAY* indefinite D          # was it a 4
own       START ITS D                           # it: è un 4 guardi bene
own       ITS SAY* indefinite D                 # blimey it's a 4
own       NAME ^BREAK|N* is ^BREAK|N* D         # the number you misread is 4
strange   UNKNOWN ^STOP|N|is|says|COLON* D        # children 4
strange   UNKNOWN ^STOP|N|subject|that|and|COLON* is|says ^STOP|N* D  # my cat is 4
own       is SAY* indefinite D                  # he means a 4
strange   ^preposition|article person ^STOP|N|says|that|and|subject|COLON* D  # son is 4
strange   ^preposition article person ^STOP|N|says|that|and|subject|COLON* D  # my son 4
own       indefinite D                          # a 4
strange   START ^says* D ^STOP|N* UNKNOWN      # 4 or so people
strange   says .* D ^STOP|and* UNKNOWN         # reckons 4 his age
""",
    NAME="BREAK ^UNKNOWN|BREAK|mine* digit|cell ^preposition|BREAK",
)


def digits_of(
    items: Sequence[Item], kinds: Sequence[str], question: Question
) -> dict[int, int]:
    """The digits of a clause by their places.

    Args:
        items: the clause.
        kinds: those of its items.
        question: the grid.
    """
    values = {at: _value(items, at, question) for at in range(len(items))}
    digits = {at: value for at, value in values.items() if value}
    if len(items) > _MOST_ITEMS or len(digits) > _MOST_DIGITS:
        return {}
    return {at: d for at, d in digits.items() if OTHER.first(kinds, at) is None}


def role_of(kinds: Sequence[str], at: int) -> str:
    """Whose a digit may be, if no cell is named beside it: strange, aside or own."""
    row = STRANGE.first(kinds, at)
    return row.name if row else "own"


def _value(items: Sequence[Item], at: int, question: Question) -> int:
    """The digit that a token is, 0 if it is none.

    French "une" is rather "a" than "1"; "one" may stand for a cell: the one below.
    """
    token = items[at].token
    before = items[at - 1].token if at else token
    glued = at and before.end == token.start and before.text.isalpha()  # m8: a mate
    pronoun = "cell" in token.tags and not (
        {"is", "not", "instead"} & before.tags or before.text in ("a", "an")
    )
    if items[at].place or "article" in token.tags or glued or pronoun:
        return 0
    size = question.shape.size
    if token.number > 0:
        return token.number if token.number <= size else 0
    lettered = len(token.text) == 1 and token.text.isalpha() and not token.tags
    known = (question.symbols or (SYMBOLS[:size] if size > 9 else "")).lower()
    return known.find(token.text) + 1 if lettered else 0
