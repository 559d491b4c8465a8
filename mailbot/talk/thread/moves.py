"""What a letter changes of the digits in a puzzle: they go, come back, or change.

I rubbed those two out. Take the 4 and the 9 away, the 6 may stay. Make that 8 a 5.
Such changes are made before anything else of the letter is read, and the words that say
so are left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile, islice

from mailbot.model.requests import Act, Request
from mailbot.talk.said import Sentence
from mailbot.talk.thread.entries import only_judges
from mailbot.talk.thread.named import digits_named, spoken_of
from mailbot.talk.thread.parts import ASKED, Part, parted, said_of, with_left
from mailbot.talk.thread.tried import with_its_place, without_tried
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words

_Stances = tuple[frozenset[str], frozenset[str]]

_OUT, _PUT = {"out", "undone"}, {"back", "put", "entering", "give", "want"}
_AWAY: _Stances = (frozenset({*_OUT, "back", "undo"}), frozenset({"kept"}))
_BACK: _Stances = (frozenset(_PUT), frozenset(_OUT))
_ANEW: _Stances = (frozenset({"restart"}), frozenset({*_PUT, "kept"}))
"""What is said of digits that change, and of others: where they stand; where they were
taken out before and come back; and where the puzzle begins anew."""

_WISHED = frozenset({"can", "please", "want"})
_SUPPOSED = frozenset({"if", "would"})
_STAYS = frozenset({"but", "right", "yes"})
"""What is said of a digit that stays, behind one that goes."""

_NOT_EXCHANGED = _SUPPOSED | {"not", "puzzle", "new", "ASKS"}


@dataclass(frozen=True, slots=True)
class _Move:
    """What a part of a sentence does.

    Attributes:
        part: the part.
        cells: those whose digits it names.
        out: whether they change; False if they stay, None where it does not say it.
        plain: whether it says so by a word that means nothing else.
        instead: the digits that it enters where others stand.
    """

    part: Part
    cells: frozenset[int] = frozenset()
    out: bool | None = None
    plain: bool = False
    instead: Mapping[int, int] = field(default_factory=dict)

    @property
    def others(self) -> bool:
        """Whether it speaks of the digits that are not named."""
        said = self.part.said
        return "except" in said or ("others" in said and not self.cells)

    @property
    def is_all(self) -> bool:
        """Whether the part tells only of digits that change or stay."""
        said = self.part.said
        alone = "only" in said or {"not", "more"} <= said  # nothing else
        alone &= self.part.is_short and not {"or", "right"} & said
        told = self.out is not None or bool(self.instead)
        return told or bool(self.cells) or (alone and not ASKED & said)


def with_moves(words: Words, turn: Turn) -> tuple[Words, Turn, tuple[Request, ...]]:
    """A puzzle without the digits that a letter takes out, or with others for them.

    Args:
        words: what the person wrote.
        turn: the puzzle that they speak of.

    Returns:
        the words that tell of something else, the puzzle, and what was done to it.
    """
    if words.command or turn.situation is not Situation.HINTED:
        return words, turn, ()
    words, turn = without_tried(words, turn)
    sentences = parted(words, turn)
    stances, several = _known([p for _, parts in sentences for p in parts], turn)
    known = sentences if turn.entered or several else ()
    moves = [list(_moves(*one, stances, several, turn)) for one in known]
    done, digits = _made([m for some in moves for m in some], stances, several, turn)
    if not digits:
        out = _spoken_of(known, moves, turn)
        done, digits = (Request(Act.UNDO, cells=out),), dict.fromkeys(out, 0)
    if not digits:
        return words, turn, ()
    judged = any(digits.values())
    asked = [one for one, _ in sentences if judged and only_judges(one)]
    done += (Request(Act.CHECK),) * any("whole" in one.concepts for one in asked)
    for (sentence, parts), some in zip(sentences, moves, strict=True):
        left = [m.part for m in some if not (m.is_all or sentence in asked)]
        if len(left) < len(parts):
            words = with_left(words, sentence, left)
    if list(digits.values()) == [0]:
        words = with_its_place(words, min(digits), turn)
    return words, turn.moved(digits), done


def _known(parts: Sequence[Part], turn: Turn) -> tuple[_Stances, Mapping[int, int]]:
    """The stances that count for a puzzle, and the digits that are meant together.

    Those went before, or the last reply told them, or named them as wrong.
    """
    puzzle, digits = turn.puzzle, turn.puzzle.grid.digits
    gone = {cell: then for cell, then in puzzle.undo if then and not digits[cell]}
    if gone:
        return _BACK, gone
    if any(map(_restarts, parts)):
        return _ANEW, {cell: digits[cell] for cell in sorted(turn.entered)}
    told = [cell for cell, then in puzzle.undo if digits[cell] and not then]
    both = (told, puzzle.wrong_entries)
    together = next((some for some in both if len(some) > 1), ())
    return _AWAY, {cell: digits[cell] for cell in together}


def _restarts(part: Part) -> bool:
    """Whether a part of a sentence wants the puzzle as it was printed."""
    other = {"out", "undone", "kept", "not"} & part.said
    return "restart" in part.said and not (other or part.words.places)


def _moves(
    sentence: Sentence,
    parts: Sequence[Part],
    stances: _Stances,
    several: Mapping[int, int],
    turn: Turn,
) -> Iterator[_Move]:
    """What the parts of a sentence do; one that does not say it goes with another.

    That is the one before it where the next begins anew: take the 4, the 9 and keep the
    6; take the 4 and the 9, the 6 stays. Not so: keep the 6, the 4 and the 9 away.
    """
    weighs = sentence.asks and not _WISHED & said_of(sentence)
    moves = [_move(p, stances, several, turn, weighs=weighs) for p in parts]
    other = ASKED | ({"right", "wrong"} if weighs else set())
    for at, move in enumerate(moves):
        said = move.part.said
        if move.out is not None or not move.cells or other & said:
            told = move.out is not None or bool(move.instead)
            yield move if told else _Move(move.part)
            continue
        before = next((m for m in moves[at::-1] if m.out is not None), None)
        behind = next((m for m in moves[at:] if m.out is not None), None)
        leads = behind and (stances[0] | stances[1]) & behind.part.leading
        ends = moves[at + 1 :] == [] or moves[at + 1].part.apart
        onward = behind and not leads and (move.part.apart or not ends)
        stance = behind if onward or not before else before
        out = stance.out if stance else None
        if behind and behind.others:  # the 6 is fine, the other two away
            out = not behind.out
        elif before and ("not" in said or (before.out and _STAYS & said)):
            out = not before.out  # take them out, but not the 6
        told = out is not None or not weighs
        yield replace(move, out=out) if told else _Move(move.part)


def _move(
    part: Part,
    stances: _Stances,
    several: Mapping[int, int],
    turn: Turn,
    *,
    weighs: bool,
) -> _Move:
    """What a part of a sentence does by itself; `weighs` is whether the whole asks."""
    instead = _instead(part, turn)
    if instead:
        return _Move(part, instead=instead)
    said, (takes, keeps) = part.said, stances
    said |= {"undone"} if _is_emptied(part) else set()
    anew, denied = _restarts(part), "not" in said and not {"wrong", "right"} & said
    cells = digits_named(part, several, turn)
    numbers = any(item.is_number for item in part.words.items)
    plain = anew or "undone" in said or ("undo" in said and numbers)
    out: bool | None = True if takes & said else False if keeps & said else None
    if "except" in said:  # all but the 6 away
        out = False
    elif denied and (out is not None or ("want" in said and cells)):
        out = not out
    asks = weighs and ("ASKS" in said or not plain)
    supposed = _SUPPOSED & said and not anew  # Swedish "om": if, or over
    named = plain or (cells and {"out", "back"} & said)
    other = out and not named and (ASKED - {"ASKS"}) & said  # take me to the next
    if asks or supposed or other:
        out = None
    return _Move(part, cells, out, plain and not denied)


def _instead(part: Part, turn: Turn) -> Mapping[int, int]:
    """The digit that comes into the cell of another, as a part of a sentence says."""
    said, entries, about = part.said, turn.puzzle.grid.entries, turn.puzzle.about
    digits, own = part.digits, turn.entered
    if not {"exchange", "instead"} & said or _NOT_EXCHANGED & said:
        return {}
    if len(digits) == 2:
        turned = "instead" in said or digits[0] not in entries  # a 5 in for the 8
        old, new = digits[::-1] if turned else digits
        own = frozenset(cell for cell in own if entries[cell] == old)
    elif len(digits) == 1:
        [new] = digits
        own &= {*part.cells} or {about} - turn.puzzle.told  # turn it into a 5
    else:
        return {}
    own &= {*part.cells} or own
    own = own & {about} or own
    return dict.fromkeys(own, new) if len(own) == 1 else {}


def _is_emptied(part: Part) -> bool:
    """Whether a part of a sentence tells that a cell is empty now: r1c2=0."""
    behind = dropwhile(lambda item: not item.place, part.words.items)
    tokens = (item.token for item in islice(behind, 1, None))
    told = dropwhile(lambda t: "is" in t.tags or not t.text[0].isalnum(), tokens)
    empty = any("empty" in token.tags for token in islice(told, 1))
    return empty and not part.words.asks


def _made(
    moves: Sequence[_Move], stances: _Stances, several: Mapping[int, int], turn: Turn
) -> tuple[tuple[Request, ...], dict[int, int]]:
    """What moves do to a puzzle, and the new digits of its cells."""
    own = turn.entered
    out, kept = (_cells(m for m in moves if m.out is out) for out in (True, False))
    digits = {cell: digit for m in moves for cell, digit in m.instead.items()}
    if stances is _BACK:
        digits |= {cell: several[cell] for cell in out & several.keys()}
        out = _plain(moves) & own  # what is plainly out of the others goes, too
    elif stances is _ANEW:
        out = own - kept if kept else kept
        digits = {cell: several[cell] for cell in kept} if out else {}
    else:
        known, told = several.keys() or own, [m for m in moves if m.out is not None]
        bare = not out and any(m.out or "only" in m.part.said for m in told)
        if kept & known and (bare or any(m.others for m in told)):
            out |= known
        out = (out if kept or out & several.keys() else out & _plain(moves)) - kept
    went = Request(Act.UNDO, cells=tuple(sorted(out)))
    went = Request(Act.RESTART) if stances is _ANEW else went
    came = Request(Act.MOVES, cells=tuple(sorted(digits)))
    done = (went,) * bool(out) + (came,) * bool(digits)
    return done, digits | dict.fromkeys(out, 0)


def _spoken_of(
    sentences: Sequence[tuple[Sentence, Sequence[Part]]],
    moves: Sequence[Sequence[_Move]],
    turn: Turn,
) -> tuple[int, ...]:
    """The entries that are taken out without a name: the 4 was wrong. It is out."""
    found, before = frozenset[int](), frozenset[int]()
    for (sentence, _), some in zip(sentences, moves, strict=True):
        for move in some:
            if move.plain and move.out is not None:
                found |= spoken_of(move.part, before, turn)
        before = frozenset() if sentence.asks else _cells(some)
    return tuple(sorted(found))


def _cells(moves: Iterable[_Move]) -> frozenset[int]:
    return frozenset[int]().union(*(move.cells for move in moves))


def _plain(moves: Iterable[_Move]) -> frozenset[int]:
    return _cells(m for m in moves if m.plain and m.out is not None)
