"""What a clause says of each of its digits, as a table of patterns.

The rows are tried in order, and the first that holds counts; `kinds` tells how a
pattern is written. A digit of which none holds is affirmed.

    unreal     the clause tells of what is not so: if it were a 4
    past       it was so: yesterday it was a 4
    mark       it is something else on the paper: the 4 was a stain
    denied     it is another digit: not a 4
    blamed     it is told of an error: misread as 4
    open       anything else takes it back: the 4 should be an 8
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from mailbot.talk.cells.kinds import Table


class Stand(StrEnum):
    """What a clause says of a digit."""

    AFFIRMED = "affirmed"
    DENIED = "denied"
    BLAMED = "blamed"
    OPEN = "open"
    PAST = "past"
    MARK = "mark"
    UNREAL = "unreal"


STANDS = Table(
    """
unreal    unreal -* D                                 # I almost put a 4 there
unreal    START ^UNKNOWN|BREAK|N* NEVER -{0,2} COMMA ^BREAK* D|CELL  # never wrote, 4
unreal    unreal -* CELL .* D                         # almost in r1c3, a 4
unreal    D -* unreal -* CELL                         # a 4 almost in r1c3
unreal    SIGN LEAD* SURELY -* D                      # and if it were a 4
unreal    SIGN LEAD* if -* is|would|put -* D          # es: si está un 4
unreal    BREAK LEAD* if -* D -* is|would|put         # es: si un 4 es posible
unreal    START would -* D ^ASKS* END                 # de: wäre da eine 4
unreal    D ^SIGN|N|CELL* would                       # a 4 would be silly
unreal    D -* CELL ^SIGN|N* would                    # a 4 in r1c3 would be silly
unreal    D .* which -* not|wrong                     # a 4, which cannot be
unreal    person -* says .* D .* siding               # he says 4, I side with you
unreal    person -* says .* D .* BUT .* OPPOSED   # he says 4, but I say 3
open      says -* D -* BREAK .* says -* N             # he says 4, I say 8
open      says -* N -* BREAK .* says -* D             # he says 8, I say 4
unreal    undone .* D                                 # I erased the 4
unreal    D ^not* undone                              # the 4 is erased
unreal    CELL .* ^indefinite|EQUALS|COLON D UNKNOWN  # r1c3, I have 4 children
unreal    ^indefinite|EQUALS|COLON D .* UNKNOWN|and .* CELL  # I am 4 and need r1c3
past      START ^JUDGED* formerly ^BREAK|N* D ^JUDGED* END  # before it was 4
mark      TOPIC ^VERB|N{0,5} VERB LINK* mark ^N* END  # the 4 was a stain
mark      TOPIC DASH|EQUALS|COLON|ASKS LINK* mark     # 4: a stain
mark      TOPIC SOON VERB UNFIT ^N* END         # the 4 was a joke
mark      TOPIC BREAK ~{1,4} BREAK VERB UNFIT ^N* END  # the 4, as you see, is mine
mark      TOPIC SOON VERB ^SIGN|N* not ^N* END        # the 4 is not right
mark      TOPIC ~{0,4} own                          # the 4 comes from me
mark      seeming ^ASSERTS|SIGN|N* D THEN VERB UNFIT  # seems a 4, that is a joke
mark      TOPIC LATER VERB ^SIGN|N* person ^N* END    # a 4, that was my son
affirmed  START ^not|N* is SAY* D WORDS not ~{0,2} UNKNOWN STOP  # it is 4 with no dash
affirmed  NAME ^N* is BESIDE D ^N|not|no|wrong* END  # the figure I never saw is 4
open      seeming|copied -* D -* BREAK .* N           # I typed a 4, it is an 8
open      D -* seeming|copied -* BREAK .* N           # the 4 I typed, it is an 8
open      N .* BREAK -* seeming|copied -* D           # an 8, it looks like a 4
open      D -* BREAK? REST BUT REST not REST END      # a 4, but it is not
open      not|instead ~* not|instead ~* D             # I have never seen no 4
open      not|instead ~* says|that|person|UNKNOWN ~* D  # I do not say that it is 4
denied    not|instead ~{0,2} D                        # not a 4
open      not|instead ~* D                            # not now in here a 4
open      nobody ~* D                                 # nobody sees a 4
open      D ~* wrong                                  # it is a 4 misread
open      D ~* not|no|instead ~* BREAK                # a 4 not so
open      D ~* not|no|instead ~{3,9} N                # 4 not what is there 8
open      except ~* D                                 # all but the 4
open      BREAK|N ^is|N|BREAK* D BESIDE EQUATES BESIDE N  # the 4 should be an 8
open      not|instead|except|wrong ~* N ^EQUATES|BREAK|N* D  # no 3 and 4
open      START ^is|EQUALS|COLON|N* D ^N* wrong       # a 4, that is wrong
open      START ^N* D ^N* NOT ^N{0,2} END             # a 4, certainly not that
open      START ^N* D ^N* NOT .{0,2} yes ^N* END      # 4, that is not right, I fear
open      START ^N* D ^N* yes NOT ^N* END             # a 4, right not as far as I see
open      START ^N* not ^COMMA|JUDGED ^JUDGED* D ^N* END  # not so, it is a 4
open      START ^N* FIRM ^JUDGED* D ^N* END           # it isn't, a 4
blamed    wrong is ~* D                               # wrong is the 4
blamed    wrong ^is|BREAK|N{0,3} D                    # misread as a 4
""",
    TOPIC="SIGN ^ASSERTS|SIGN|N|EQUALS* D",
    SOON="^VERB|N|BREAK{0,5}",
    LATER="~{0,4} BREAK ~{0,4}",
    NAME="BREAK ^not|mine|BREAK|N* digit|cell",
    UNFIT="LEAD* ^FITS|STOP|N|what|LEAD ^FITS|STOP|N* =STOP",
    THEN="~{0,4} BREAK? ~{0,4}",
    WORDS="^N|STOP|wrong|BUT+",
    REST="^N|DOING*",
    BESIDE="^N|BREAK|not|instead*",
)


def stand_of(kinds: Sequence[str], at: int) -> Stand:
    """What a clause says of the digit at a place.

    Args:
        kinds: those of its items.
        at: the place of the digit.
    """
    row = STANDS.first(kinds, at)
    return Stand(row.name) if row else Stand.AFFIRMED


def stands_of(kinds: Sequence[str], digits: Mapping[int, int]) -> dict[int, Stand]:
    """What a clause says of each of its digits, which are told by their places.

    Returns:
        the stands by digit; what is said twice is affirmed only if both are.
    """
    found: dict[int, set[Stand]] = {}
    for at, digit in digits.items():
        found.setdefault(digit, set()).add(stand_of(kinds, at))
    return {
        d: told.pop() if len(told) == 1 else Stand.OPEN for d, told in found.items()
    }
