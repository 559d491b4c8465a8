"""Entries that a letter makes: pop the 7 in r1c2, and where do I look next?

They are entered before anything else of the letter is read, and the words that say so
are left out, as those of other changes are (`moves`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from mailbot.language.lexicon import lexicon_of
from mailbot.model import Wish
from mailbot.model.requests import CHANGING, Act, Request
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.parts import ASKED, Part, parted, said_of, with_left
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.words import Words

_LONGEST = 6
"""Words and signs, at most, that speak of a digit and do not name it: please add it."""

_DOUBTED = frozenset({"person", "party", "if", "would", "unreal", "doubt", "or", "not"})
"""What makes a story or a guess of what is told."""

_OF_ANOTHER_KIND = frozenset(
    {"exchange", "undone", "what", "printed", "show", "only", "unsure"}
)
_ENTERED = (ASKED - {"next"}) | _DOUBTED | _OF_ANOTHER_KIND | {"right", "wrong"}
_ENTERED -= {"possible", "where"}
_NO_ENTRY = _ENTERED | {"possible", "where", "tell", "give", "replace"}
"""What a part of a sentence speaks of that enters no digit; `_ENTERED` where it holds
a word of entering, which may mean the others, too: write it down."""

_TAG = 3
"""Words and signs of a question that only ends a sentence: or? No? Any better?"""

_NOT_BESIDE = frozenset({Act.RESTART, Act.UNCLEAR, Act.THANKS, Act.UNDO})
"""What the other words of such a letter are mistaken for."""

_BESIDE_ENTRIES = _NOT_BESIDE | CHANGING | {Act.VERDICT, Act.CHECK, Act.FIRST_MISTAKE}
"""What is asked for of the entries themselves, or by mistake."""


def with_entered(words: Words, turn: Turn) -> tuple[Words, Turn, tuple[int, ...]]:
    """A puzzle with the entries that a letter makes, each in an empty cell.

    Args:
        words: what the person wrote.
        turn: the puzzle that they speak of.

    Returns:
        the words that tell of something else, the puzzle, and the cells entered.
    """
    own = turn.own if not words.command else ()
    sentences = parted(words, turn) if own else []
    pairs = [
        (part, said)
        for sentence, parts in sentences
        if not _is_undecided(sentence, parts)
        for said in [_asserted(sentence, parts, turn, words.language)]
        for part in parts
    ]
    entered, told = _entries_of(pairs, turn)
    for behind, (_, parts) in enumerate(sentences, 1):
        where = [p for _, others in sentences[behind : behind + 1] for p in others[:1]]
        mine, of_mine = _own_digit(parts, where, turn)
        entered |= mine
        told += of_mine
    if not entered:
        return words, turn, ()
    for sentence, parts in sentences:
        others = [part for part in parts if part not in told]
        if len(others) < len(parts):
            left = [p for p in others if "ASKS" in p.said or "own" not in p.said]
            words = with_left(words, sentence, left)
    return words, turn.moved(entered), tuple(sorted(entered))


def _is_undecided(sentence: Sentence, parts: Sequence[Part]) -> bool:
    """Whether a sentence tells what others say, or lists digits: r1c3 has 6 and 7."""
    said = said_of(sentence)
    claims = "says" in said and bool(said & {"person", "party"})
    return claims or any(p.digits and not p.words.places for p in parts)


def _asserted(
    sentence: Sentence, parts: Sequence[Part], turn: Turn, language: str
) -> Mapping[int, int]:
    """The digits that a sentence asserts of cells, or a part of it by itself."""
    own = "own" in sentence.tags  # it is mine, right?
    alone = [p for p in parts if own or "put" in p.said or not sentence.asks]
    story = bool(_DOUBTED & said_of(sentence))
    read = [sentence] * (not sentence.asks)
    read += [part.words for part in alone] * (not story)
    asserted = dict[int, int]()
    for one in read:
        put = "put" in one.concepts or own
        judged = put and "right" in one.concepts  # I put an 8 in r2c1 is it right?
        question = replace(turn.question, asking=judged)
        told = read_statements(one.text, lexicon_of(language), question)
        asserted |= told.digits
    return asserted


def _entries_of(
    parts: Sequence[tuple[Part, Mapping[int, int]]], turn: Turn
) -> tuple[dict[int, int], list[Part]]:
    """The digits that parts of sentences enter, and these parts.

    Somebody may name a digit first, and enter it then: is r1c2 a 7? Write it in.

    Args:
        parts: with what the sentence of each asserts.
        turn: the puzzle that they speak of.
    """
    entered, told = dict[int, int](), list[Part]()
    waiting, of_it = dict[int, int](), list[Part]()
    last: Mapping[int, int] | None = None
    for part, asserted in parts:
        named = _named_digit(part, turn)
        if named:
            if asserted is not last:  # another sentence
                waiting, of_it = {}, []
            last = asserted
            waiting |= named
            sure = _enters(part, sure=named.items() <= asserted.items())
        elif waiting and (_enters_it(part) or only_judges(part.words)):
            named, sure = waiting, _enters_it(part)
            sure |= waiting.items() <= entered.items()
        else:
            continue
        of_it.append(part)
        if sure:
            entered |= named
            told += of_it
    return entered, told


def _named_digit(part: Part, turn: Turn) -> dict[int, int]:
    """The one digit that is named for one empty cell."""
    cells, digits = part.cells, part.digits
    alone = len(part.words.places) == len(cells) == len(digits) == 1
    alone = alone and cells[0] in turn.own
    return dict(zip(cells, digits, strict=True)) if alone else {}


def _own_digit(
    parts: Sequence[Part], behind: Sequence[Part], turn: Turn
) -> tuple[dict[int, int], list[Part]]:
    """The digit that somebody calls their own, and what tells of it.

    My 8 is missing in r1c2. My 8 is missing, please add it: r1c2.

    Args:
        parts: those of a sentence.
        behind: the first part of the next one.
        turn: the puzzle that they speak of.
    """
    said = [p for p in parts if not p.said & _ENTERED]
    mine = [p for p in said if _is_of_mine(p)]
    near = [p for p in (*said, *behind) if p.words.places and not p.words.asks]
    cells = [cell for p in near for cell in p.cells]
    digits = [digit for p in (*mine, *near) for digit in p.digits]
    if (
        not mine
        or len({*cells}) != 1
        or len({*digits}) != 1
        or cells[0] not in turn.own
    ):
        return {}, []
    return {cells[0]: digits[0]}, [*mine, *near, *filter(_enters_it, said)]


def _is_of_mine(part: Part) -> bool:
    """Whether a part of a sentence speaks of a digit as the person's own: my 8."""
    pairs = pairwise(item.token for item in part.words.items)
    return any("mine" in a.tags and b.text.isdecimal() for a, b in pairs)


def _enters(part: Part, *, sure: bool) -> bool:
    """Whether a part of a sentence enters the digit that it names."""
    said = part.said
    if "entering" in said:
        return not said & _ENTERED
    put = bool({"put", "own"} & said)
    judged = {"right", "ASKS"} if put else set[str]()
    return sure and not said & (_NO_ENTRY - judged)


def _enters_it(part: Part) -> bool:
    """Whether a part of a sentence enters what was named: please add it."""
    said = part.said
    return (
        "entering" in said and not said & _ENTERED and len(part.words.items) <= _LONGEST
    )


def only_judges(part: Sentence) -> bool:
    """Whether a part of a sentence only asks whether the digits are right: ok so?"""
    said, judges = said_of(part), "right" in said_of(part)
    other = (ASKED - {"ASKS", "check"}) | {"more", "what"}
    other -= {"next", "what"} if judges else set()  # ok now?
    if not part.asks or part.places or said & other:
        return False
    return len(part.items) <= (_LONGEST if judges else _TAG)


def beside_changes(wish: Wish, puzzle: int, changes: Sequence[Request]) -> Wish:
    """A wish, behind what its letter changes of a puzzle."""
    moved = [r for r in changes if r.act is Act.MOVES]
    made = [r for r in wish.requests if moved and r.act is Act.MOVES]
    cells = dict.fromkeys(cell for r in (*moved, *made) for cell in r.cells)
    judged = {Act.CHECK, Act.MOVES} if moved else set[Act]()
    if any(map(_only_counts, wish.requests)):
        cells, judged = {}, set()  # how many are wrong, and not which
    others = (r for r in wish.requests if r.act not in _NOT_BESIDE | judged)
    told = [replace(r, puzzle=puzzle) for r in changes if r.act is not Act.MOVES]
    if cells:
        after = len(told) - (Act.CHECK in {r.act for r in told})
        told.insert(after, Request(Act.MOVES, puzzle, cells=tuple(cells)))
    return replace(wish, requests=(*told, *others), missing=frozenset())


def loses_entries(wish: Wish, entered: Collection[int], words: Words) -> bool:
    """Whether a wish makes nothing of entries, or would tell a digit in their place.

    Or it only judges what is called an entry: r1c2=8 is mine, right?
    """
    told = (cell for r in wish.requests if r.act is Act.CELL for cell in r.cells)
    sentences = parse(words.spoken, words.language).sentences
    own = any("own" in one.tags for one in sentences)
    lost = wish.want is Act.UNCLEAR or (own and wish.want is Act.VERDICT)
    return lost or not set(entered).isdisjoint(told)


def asks_beside_entries(wish: Wish) -> bool:
    """Whether a letter asks for more than whether its own digits are right."""
    others = (r for r in wish.requests if r.act not in _BESIDE_ENTRIES)
    more = any(r != Request(Act.HINT, r.puzzle) for r in others)  # what's next?
    return more or any(map(_only_counts, wish.requests))


def _only_counts(request: Request) -> bool:
    """Whether it is only asked how many digits are wrong."""
    return request.act is Act.CHECK and not request.count
