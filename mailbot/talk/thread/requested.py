"""The requests of a letter beside what it changes.

What a letter changes of a puzzle (`conversation`, `first`) is its first request; the
others are read sentence by sentence.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import pairwise

from mailbot.model import Findings, Puzzle, Status, Wish
from mailbot.model.requests import (
    CHANGING,
    REVEALING,
    Act,
    House,
    HouseKind,
    Limit,
    Request,
)
from mailbot.talk.requests.asking import FINER, OF_ALL, OF_THE_END
from mailbot.talk.requests.doubles import is_impossible, without_digit
from mailbot.talk.requests.fresh import new_puzzles
from mailbot.talk.requests.reading import Asked, read_requests
from mailbot.talk.requests.scopes import Standing, cells_of, corner_cell, digit_items
from mailbot.talk.requests.told import told_digit
from mailbot.talk.said import Said, Sentence, parse
from mailbot.talk.thread.again import houses_listed
from mailbot.talk.thread.lasting import LASTING
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import Gist
from mailbot.talk.wishes.words import Words, is_only_polite
from solver import Shape

_BESIDE_A_CHANGE = frozenset({Act.CELL, Act.CHECK, Act.VERDICT, *CHANGING})
"""What a change of the puzzle may be mistaken for; it is no request beside it."""

_ALONE = frozenset({Act.STOP, Act.HELP, Act.DISPUTE})
_NOT_CHANGED = (Situation.FIRST, Situation.BARE)
_ANYWAY = frozenset({Act.CANDIDATES, Act.TECHNIQUE})
_ANYWAY_LATER = _ANYWAY | {Act.PLACES, Act.UNDO, Act.VERDICT, Act.RESTART}
"""What is asked for where the letter as a whole is not understood."""

_NOT_ASKED = frozenset({Act.UNDO, Act.RESTART, Act.VERDICT, Act.CANDIDATES})
"""What an answer to a question of ours does not ask for: it changes nothing yet."""

_VAGUE = (Act.CHECK, Act.UNCLEAR)
"""What a question about a digit of an unknown cell is taken for. The second counts only
where a digit may be judged."""

_OF_ENTRIES = frozenset({Act.CHECK, Act.FIRST_MISTAKE})
_TELLING = frozenset({Act.CELL, Act.PART, Act.HINT})
"""Acts that tell a few digits."""

_FILLING = frozenset(
    {
        *("not", "where", "hint", "why", "solve", "finish", "whole", "rest", "done"),
        *("right", "wrong", "check"),
    }
)
"""What a sentence speaks of that asks for more of its houses than candidates."""
_OF_NEW = frozenset({"puzzle", "hard", "easy", "level"})
_WANTING = frozenset({"give", "want", "please", "more", "can"})
"""What a new puzzle is called, and what makes a wish of it: "a hard game" alone is a
story. The word Sudoku needs no more."""

_ANYWHERE = Shape(3, 3)


def in_form(words: Words, wish: Wish) -> Wish:
    """A wish in the form that the words ask for."""
    return replace(
        wish,
        picture=words.picture,
        brief=words.brief,
        language=words.language,
        familiar=words.familiar,
    )


def with_requests(
    gist: Gist, words: Words, situation: Situation, findings: Findings
) -> Wish:
    """All that a letter asks for.

    Args:
        gist: what the letter was taken for as a whole.
        words: what was written in it.
        situation: where they stand.
        findings: the puzzles that it is about.
    """
    puzzles = findings.puzzles
    shape = puzzles[0].grid.shape if puzzles else _ANYWHERE
    impossible = _impossible(puzzles, situation)
    hinted = any(puzzle.told for puzzle in puzzles)
    standing = Standing(situation, shape, len(puzzles), impossible, hinted)
    subject = "" if words.is_reply else words.subject
    said = parse(words.spoken or subject, words.language)
    own = _of(gist, said, standing)
    wish = in_form(words, Wish((own,), missing=gist.missing))
    asked = read_requests(said, standing)
    acts = {request.act for request in asked.requests}
    if gist.supposed and (Act.VERDICT in acts or Act.UNDO not in acts):
        return replace(
            wish, requests=_verdicts(gist, asked, said, standing), limits=asked.limits
        )
    if words.command is not None:
        return _commanded(wish, asked, first=situation in _NOT_CHANGED)
    if is_only_polite(words.spoken):
        asked = Asked((), asked.limits)
    if words.brief:  # the reasons that it names are not wanted
        left = tuple(r for r in asked.requests if r.act is not Act.WHY)
        asked = replace(asked, requests=left)
    whole = gist.want in _ALONE or bool(gist.missing)
    finer = _ANYWAY if situation in _NOT_CHANGED else _ANYWAY_LATER
    asks = asked.asks and not gist.missing
    asked_back = not (asks or finer & {r.act for r in asked.requests})
    if whole and (asked_back or situation is Situation.ASKED):
        return wish
    gist, asked = _within_limits(gist, asked, said)
    givens = puzzles[0].grid.givens if puzzles else ()
    kept = situation is not Situation.ASKED  # a doubtful digit is none of theirs
    printed = kept and any(cell < len(givens) and givens[cell] for cell in own.cells)
    if own.act in REVEALING and _doubts_entries(puzzles, said):
        own, gist = Request(Act.CHECK), Gist(Act.CHECK)
    own, asked = _without_unnamed_end(own, asked, said, situation)
    joined = _joined(gist, own, asked, said, standing, printed=printed)
    joined = _of_each_house(joined, said, shape)
    entered = any(map(_entered, puzzles))
    vague = () if entered else _VAGUE if asked.judges else _VAGUE[:1]
    told = [_of_the_digit_told(r, said, shape, vague) for r in joined]
    requests = _possible(told, standing, entered=entered)
    first = situation in _NOT_CHANGED
    lasting = [one for one in LASTING if one in asked.limits and first]
    return replace(
        wish,
        requests=requests,
        limits=asked.limits,
        lasting=next(iter(lasting), None),
    )


def _commanded(wish: Wish, asked: Asked, *, first: bool) -> Wish:
    """The wish of a word of ours, as the words beside it narrow it.

    Under the subject "hint", somebody may want the place alone, or a digit of row 3.
    """
    [own] = wish.requests
    narrower = FINER | {own.act}
    beside = tuple(r for r in asked.requests if asked.asks and r.act in narrower)
    silent = Limit.NO_DIGIT in asked.limits
    narrowed = beside or ((without_digit(own),) if silent else (own,))
    if own.act not in _TELLING:
        return wish
    lasting = next((one for one in LASTING if one in asked.limits and first), None)
    return replace(wish, requests=narrowed, limits=asked.limits, lasting=lasting)


def _within_limits(gist: Gist, asked: Asked, said: Said) -> tuple[Gist, Asked]:
    """The gist and the requests without what the letter forbids beside a change."""
    if Limit.NO_SOLUTION in asked.limits and gist.then in REVEALING:
        gist = replace(gist, then=Act.HINT)
    if gist.want is Act.MOVES and Limit.ONLY_NAMED in asked.limits:
        gist = replace(gist, then=None)
        yes = any({"yes", "no", "or"} <= one.tags for one in said.sentences)
        left = tuple(r for r in asked.requests if not (yes and r.act is Act.HINT))
        asked = replace(asked, requests=left)  # is it right? Just yes or no
    return gist, asked


def _without_unnamed_end(
    own: Request, asked: Asked, said: Said, situation: Situation
) -> tuple[Request, Asked]:
    """Less than the end for whoever had a hint, and asks for it without a word for it.

    "Let's hear it" is about the next digit, "how do you get there?" about the last.
    """
    named = frozenset[str]().union(*(one.concepts for one in said.sentences))
    instead = dict[Act, Act]()
    if situation is Situation.HINTED and not OF_ALL & named:
        instead[Act.STEPS] = Act.WHY
    if situation is Situation.HINTED and not OF_THE_END & named:
        instead |= {Act.SOLUTION: Act.HINT, Act.ALL: Act.HINT}
    requests = (replace(r, act=instead.get(r.act, r.act)) for r in asked.requests)
    asked = replace(asked, requests=tuple(dict.fromkeys(requests)))
    return replace(own, act=instead.get(own.act, own.act)), asked


def _of_the_digit_told(
    request: Request, said: Said, shape: Shape, vague: Sequence[Act]
) -> Request:
    """A request of these acts as a question about the one digit that is told."""
    told = digit_told(said, shape) if request.act in vague else {}
    if not told:
        return request
    [(cell, digit)] = told.items()
    return replace(request, act=Act.VERDICT, cells=(cell,), digit=digit)


def digit_told(said: Said, shape: Shape) -> Mapping[int, int]:
    """The digit of the only cell for which one is named; empty if there are more."""
    told = {
        (cell, item.token.number)
        for one in said.sentences
        for cell in cells_of(one.places, shape) or corner_cell(one, shape)
        for item, behind in pairwise(one.items)
        if item in digit_items(one, shape) and not behind.is_unknown
    }
    return dict(told) if len(told) == 1 else {}


def _of_each_house(
    requests: Sequence[Request], said: Said, shape: Shape
) -> tuple[Request, ...]:
    """The requests, with the candidates of each house that is named beside another.

    "Candidates of row 2 and row 3 please" fills in neither.
    """
    listed = [r for r in requests if r.act is Act.CANDIDATES and r.house]
    if len(listed) != 1:
        return tuple(requests)
    others = [
        replace(listed[0], house=house)
        for one in said.sentences
        if not _FILLING & one.concepts
        for house in houses_listed(one, shape)
        if house != listed[0].house
    ]
    houses = {other.house for other in others}
    left = [r for r in requests if r.act is not Act.PART or r.house not in houses]
    at = left.index(listed[0]) + 1
    return (*left[:at], *others, *left[at:])


def _verdicts(
    gist: Gist, asked: Asked, said: Said, standing: Standing
) -> tuple[Request, ...]:
    """The wish to have digits judged, with what else the letter asks for.

    Of "is it a 3 or a 5?" the gist holds one digit, and the sentence asks about both.
    What else is asked for, the other sentences tell.
    """
    judged = [Request(Act.VERDICT, cells=(c,), digit=d) for c, d in gist.supposed]
    heard = [r for r in asked.requests if r.act is Act.VERDICT]
    if {(r.cells, r.digit) for r in judged} <= {(r.cells, r.digit) for r in heard}:
        judged = heard
    cells = {cell for r in judged for cell in r.cells}
    others = [s for s in said.sentences if not _is_judging(s, cells, standing.shape)]
    onward = read_requests(replace(said, sentences=tuple(others)), standing).requests
    only = Limit.ONLY_NAMED in asked.limits
    beside = (
        r
        for r in onward
        if r.act not in _BESIDE_A_CHANGE - {Act.CELL}
        and not (r == Request(r.act, r.puzzle) and (only or r.act is Act.WHY))
    )
    return (*judged, *beside)


def _is_judging(sentence: Sentence, cells: Set[int], shape: Shape) -> bool:
    """Whether a sentence is about the digits of these cells, or only asks if right."""
    if sentence.places:
        return not cells.isdisjoint(cells_of(sentence.places, shape))
    return sentence.asks and bool({"right", "wrong"} & sentence.concepts)


def _doubts_entries(puzzles: Sequence[Puzzle], said: Said) -> bool:
    """Whether somebody speaks of something wrong where their own digits stand."""
    entered = any(any(puzzle.grid.entries) for puzzle in puzzles)
    return entered and any("wrong" in s.concepts for s in said.sentences)


def _impossible(puzzles: Sequence[Puzzle], situation: Situation) -> frozenset[Act]:
    """Acts that nothing can be done about: there are no entries, or no change."""
    filled = [_entered(puzzle) for puzzle in puzzles]
    own = any(cells - p.told for cells, p in zip(filled, puzzles, strict=True))
    own |= any(puzzle.status is Status.IMPOSSIBLE for puzzle in puzzles)
    changed = situation is Situation.SOLVED or any(filled)
    found = {
        *(() if own else _OF_ENTRIES),
        *(() if changed else (Act.RESTART,)),
        *(() if any(puzzle.undo for puzzle in puzzles) else (Act.UNDO,)),
        *((Act.WHY,) if situation in _NOT_CHANGED else ()),
    }
    return frozenset(found)


def _possible(
    requests: Sequence[Request], standing: Standing, *, entered: bool
) -> tuple[Request, ...]:
    """The requests without those that are impossible, unless all are.

    Somebody who has entered nothing, and asks in a thread whether a digit is right,
    speaks of one that we do not know; so does who wants one taken back where none is
    `entered`.
    """
    left = tuple(r for r in requests if not is_impossible(r, standing.impossible))
    about_none = _OF_ENTRIES if entered else _OF_ENTRIES | {Act.UNDO}
    alone = not left and {r.act for r in requests} <= about_none
    if alone and standing.situation not in _NOT_CHANGED:
        return (Request(Act.UNCLEAR),)
    return left or tuple(requests)


def _entered(puzzle: Puzzle) -> set[int]:
    """The cells that hold an entry."""
    return {cell for cell, digit in enumerate(puzzle.grid.entries) if digit}


def _joined(
    gist: Gist,
    own: Request,
    asked: Asked,
    said: Said,
    standing: Standing,
    *,
    printed: bool,
) -> tuple[Request, ...]:
    """The requests of a letter, with the change of the puzzle that it makes.

    What a letter says as a whole decides where a sentence is no finer and has no scope.
    """
    situation = standing.situation
    requests = list(dict.fromkeys(_scoped(asked.requests, own)))
    if situation is Situation.BARE:
        requests = _of_no_puzzle(requests, own, said)
    if own.act not in CHANGING:
        return _without_a_change(requests, own, asked, situation)
    if situation is Situation.ASKED:
        requests = [r for r in requests if r.act not in _NOT_ASKED]
    acts = {request.act for request in requests}
    misread = own.act is Act.CORRECT and printed
    told = tells_a_move(said) or misread or told_digit(said, standing) is not None
    judged = Act.VERDICT in acts and "?" in said.text
    finer = judged or (asked.asks and bool(acts & FINER - {Act.WHERE}))
    undone = Act.UNDO in acts and own.act is not Act.CONFIRM
    if undone or (finer and not told):
        return tuple(r for r in requests if r.act not in CHANGING)
    if own.act is Act.MOVES and asked.judges and not told:
        own = _of_the_digit_told(own, said, standing.shape, (Act.MOVES,))
    return (own, *_beside(gist, own, requests, asked, said, printed=printed))


def _beside(
    gist: Gist,
    own: Request,
    requests: Sequence[Request],
    asked: Asked,
    said: Said,
    *,
    printed: bool,
) -> list[Request]:
    """What is asked for beside a change of the puzzle."""
    beside = [r for r in requests if r.act not in _BESIDE_A_CHANGE]
    moved = own.act is Act.MOVES
    if moved and any(map(_asks_of_all, said.sentences)):
        return [Request(Act.CHECK), *(r for r in beside if r != Request(Act.HINT))]
    # Nobody who corrects a printed digit after a hint asks for the next one by that.
    more = not (printed and own.act is Act.CORRECT and gist.then is Act.HINT)
    if not beside and more and gist.then and gist.then is not gist.want:
        return [Request(gist.then)]
    return [Request(Act.HINT)] if not beside and moved and asked.goes_on else beside


def _asks_of_all(sentence: Sentence) -> bool:
    """Whether it is asked if all digits are right: and is everything right now?"""
    return sentence.asks and {"whole", "right"} <= sentence.concepts


def _scoped(requests: Sequence[Request], own: Request) -> Iterator[Request]:
    """The requests of the sentences, with the scope that the whole letter gives them.

    Args:
        requests: what the sentences ask for.
        own: what the letter asks for as a whole.
    """
    whole = {Act.WHY, Act.STEPS} if own.act is Act.STEPS else {own.act}
    for request in requests:
        if not _is_of_the_hint(request, own):
            plain = request == Request(request.act)
            yield own if plain and request.act in whole else request


def _of_no_puzzle(
    requests: Sequence[Request], own: Request, said: Said
) -> list[Request]:
    """The requests for new puzzles: nothing is there that any other may be about."""
    told = (s for s in said.sentences if _OF_NEW & s.concepts)
    wants = any(s.asks or _WANTING & s.concepts or "sudoku" in s.folded for s in told)
    sure = own.act is Act.NEW or wants
    return [r for r in requests if r.new and (sure or r.new.size)]


def _without_a_change(
    requests: Sequence[Request], own: Request, asked: Asked, situation: Situation
) -> tuple[Request, ...]:
    """What is asked for where no digit is told: by the sentences, else by the whole."""
    told = situation is Situation.SOLVED  # there is nothing left to spoil
    requests = [r for r in requests if r.act not in CHANGING]
    plain = len(requests) == 1 and requests[0] == Request(requests[0].act)
    if requests and (asked.asks or not plain or requests[0].act in FINER):
        return tuple(requests)
    if own.act in REVEALING and not told and (asked.likely or asked.forbids):
        own = asked.likely or Request(Act.HINT)
    elif own.act in REVEALING and not told and asked.narrow:
        own = Request(Act.UNCLEAR)
    # No sentence asks for a house: is box 1 the one at the top left?
    unsure = own.act is Act.PART and situation is Situation.HINTED
    unsure |= asked.placeless or asked.judges
    if (own.act is Act.THANKS and asked.maybe) or (own.act in _TELLING and unsure):
        own = Request(Act.UNCLEAR)
    if own == Request(Act.HINT):
        own = Request(asked.vague)
    return (without_digit(own) if Limit.NO_DIGIT in asked.limits else own,)


def tells_a_move(said: Said) -> bool:
    """Whether somebody tells which digit they wrote into a cell."""
    told = (
        s
        for s in said.sentences
        if s.places and "put" in s.concepts and not {"would", "if"} & s.tags
    )
    return any(item.is_number for sentence in told for item in sentence.items)


def _is_of_the_hint(request: Request, own: Request) -> bool:
    """Whether a letter that asks for the reasons of a hint only names its cell."""
    named = set(request.cells)
    return own.act is Act.WHY and bool(named) and named <= set(own.cells)


def _of(gist: Gist, said: Said, standing: Standing) -> Request:
    """The request that the whole letter is."""
    new = None
    if gist.want is Act.NEW:
        new = new_puzzles(said.text, said.language, standing.situation)[0]
    houses = [
        House(kind, number)
        for kind in HouseKind
        for number in range(1, standing.shape.size + 1)
        if House(kind, number).cells(standing.shape) == gist.cells
    ]
    house = houses[0] if houses and gist.want is Act.PART else None
    return Request(gist.want, cells=gist.cells, house=house, new=new)
