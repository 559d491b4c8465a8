"""Entries that a letter makes, names or erases: I rubbed those two out. The rest ok?

What is erased leaves the puzzle before anything else of the letter is read, and the
words that say so are left out. In the same way new digits are entered, where the letter
asks for something else, too: pop the 7 in r1c2, and where do I look next?
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain, dropwhile, islice, pairwise

from msgspec.structs import replace as replaced

from mailbot.language.lexicon import lexicon_of
from mailbot.model import Wish
from mailbot.model.requests import CHANGING, Act, Request
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.requests.parting import between_signs
from mailbot.talk.requests.scopes import cells_of, digits_of, houses_of
from mailbot.talk.said import Sentence, parse, sentence_of
from mailbot.talk.thread.pointing import rewritten
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words, is_only_polite

_OF_OTHERS = frozenset(
    {
        *("check", "right", "wrong", "where", "why", "hint", "put", "possible"),
        *("give", "replace", "ASKS"),
    }
)
"""What a part of a sentence speaks of that is not joined to the erasing before it."""

_OF_A_WISH = frozenset({"can", "please", "want"})
_OF_ENTRIES = frozenset({"digit", "wrong"})
_OF_LETTERS = frozenset({"mine", "mail", "unsub"})
_LONGEST = 6
"""Words of what is erased where no digit and no place is named; what else than an entry
it may be, as my address; and how many words and signs name none of these.
"""

_NO_ENTRY = (_OF_OTHERS - {"put"}) | {"not", "if", "would", "doubt", "unsure", "or"}
_NO_ENTRY |= {"person", "exchange", "undone", "what", "printed", "tell", "show", "only"}
"""What a part of a sentence speaks of that enters no digit."""

_OF_A_STORY = frozenset(
    {"person", "party", "if", "would", "unreal", "doubt", "or", "not"}
)
"""A sentence that speaks of one of these counts only as a whole, not by its parts."""

_SAID_OF_ENTERING = frozenset({"tell", "possible", "give", "where"})
"""Other meanings of the verbs of entering, which do not count then: write it down."""

_TAG = 2
"""Words and signs of a question that only ends a sentence: or? No?"""

_OF_A_STEP = frozenset({"where", "why", "how", "hint", "next", "more"})
_LISTED = re.compile(r"^\d\s?\)\s?")
"""A number before a sentence of a list."""

_LAST = frozenset({"last", "hint"})
_NOT_BESIDE = frozenset({Act.RESTART, Act.UNCLEAR, Act.THANKS, Act.UNDO})
"""What the other words of such a letter are mistaken for."""

_BESIDE_ENTRIES = _NOT_BESIDE | CHANGING | {Act.VERDICT, Act.CHECK, Act.FIRST_MISTAKE}
"""What is asked for of the entries themselves, or by mistake."""


def with_erased(words: Words, turn: Turn) -> tuple[Words, Turn, tuple[int, ...]]:
    """A puzzle without the entries that a letter erases.

    Args:
        words: what the person wrote.
        turn: the puzzle that they speak of.

    Returns:
        the words that tell of something else, the puzzle, and the cells erased.
    """
    own = any(turn.puzzle.grid.entries) and turn.situation is Situation.HINTED
    erased, before = set[int](), set[int]()
    sentences = parse(words.spoken, words.language).sentences if own else ()
    for sentence in sentences if not words.command else ():
        out, left = _erased_by(sentence, turn, words.language, before)
        if _is_again_of(sentence, turn, erased):
            out, left = erased, []
        before = set() if sentence.asks else _named(sentence, turn)
        erased |= out
        if out:
            words = rewritten(words, sentence, ", ".join(left) + "." * bool(left))
    if not erased:
        return words, turn, ()
    turn = turn.with_digits(dict.fromkeys(erased, 0), erased)
    return words, _as_shown(turn, erased), tuple(sorted(erased))


def _as_shown(turn: Turn, changed: Collection[int]) -> Turn:
    """A changed puzzle as the one that our reply showed: the change is no edit then."""
    about = min(changed) if len(changed) == 1 else turn.puzzle.about
    puzzle = replace(turn.puzzle, about=about)  # what goes there?
    state = replaced(turn.marker.state, grid=puzzle.grid)
    return replace(turn, puzzle=puzzle, marker=replaced(turn.marker, state=state))


def with_entered(words: Words, turn: Turn) -> tuple[Words, Turn, tuple[int, ...]]:
    """A puzzle with the entries that a letter makes, each in an empty cell.

    Args:
        words: what the person wrote.
        turn: the puzzle that they speak of.

    Returns:
        the words that tell of something else, the puzzle, and the cells entered.
    """
    own = turn.own if not words.command else ()
    sentences = parse(words.spoken, words.language).sentences if own else ()
    parted = [(one, _parts(one, words.language)) for one in sentences]
    pairs = [
        (part, said)
        for sentence, parts in parted
        if not _is_undecided(sentence, parts, turn)
        for said in [_asserted(sentence, parts, turn, words.language)]
        for part in parts
    ]
    entered, told = _entries_of(pairs, turn)
    for behind, (_, parts) in enumerate(parted, 1):
        where = [p for _, others in parted[behind : behind + 1] for p in others[:1]]
        mine, of_mine = _own_digit(parts, where, turn)
        entered |= mine
        told += of_mine
    if not entered:
        return words, turn, ()
    for sentence, parts in parted:
        others = [part for part in parts if part not in told]
        if len(others) < len(parts):
            left = [p.text for p in others if p.asks or "own" not in p.tags]
            left = [text for text in left if not is_only_polite(text)]
            words = rewritten(words, sentence, ", ".join(left) + "." * bool(left))
    turn = turn.with_digits(entered, entered)
    return words, _as_shown(turn, entered), tuple(sorted(entered))


def _is_undecided(sentence: Sentence, parts: Sequence[Sentence], turn: Turn) -> bool:
    """Whether a sentence tells what others say, or lists digits: r1c3 has 6 and 7."""
    said = _said(sentence)
    claims = "says" in said and bool(said & {"person", "party"})
    return claims or any(digits_of(p, turn.shape) and not p.places for p in parts)


def _asserted(
    sentence: Sentence, parts: Sequence[Sentence], turn: Turn, language: str
) -> Mapping[int, int]:
    """The digits that a sentence asserts of cells, or a part of it by itself."""
    own = "own" in sentence.tags  # it is mine, right?
    alone = [p for p in parts if own or "put" in _said(p) or not sentence.asks]
    story = bool(_OF_A_STORY & _said(sentence))
    read = [sentence] * (not sentence.asks) + alone * (not story)
    asserted = dict[int, int]()
    for one in read:
        put = "put" in one.concepts or own
        judged = put and "right" in one.concepts  # I put an 8 in r2c1 is it right?
        question = replace(turn.question, asking=judged)
        told = read_statements(one.text, lexicon_of(language), question)
        asserted |= told.digits
    return asserted


def _entries_of(
    parts: Sequence[tuple[Sentence, Mapping[int, int]]], turn: Turn
) -> tuple[dict[int, int], list[Sentence]]:
    """The digits that parts of sentences enter, and these parts.

    Somebody may name a digit first, and enter it then: is r1c2 a 7? Write it in.

    Args:
        parts: with what the sentence of each asserts.
        turn: the puzzle that they speak of.
    """
    entered, told = dict[int, int](), list[Sentence]()
    waiting, of_it = dict[int, int](), list[Sentence]()
    last: Mapping[int, int] | None = None
    for part, asserted in parts:
        named = _named_digit(part, turn)
        if named:
            if asserted is not last:  # another sentence
                waiting, of_it = {}, []
            last = asserted
            waiting |= named
            sure = _enters(part, sure=named.items() <= asserted.items())
        elif waiting and (_enters_it(part) or _only_judges(part)):
            named, sure = waiting, _enters_it(part)
            sure |= waiting.items() <= entered.items()
        else:
            continue
        of_it.append(part)
        if sure:
            entered |= named
            told += of_it
    return entered, told


def _named_digit(part: Sentence, turn: Turn) -> dict[int, int]:
    """The one digit that is named for one empty cell."""
    cells, digits = cells_of(part.places, turn.shape), digits_of(part, turn.shape)
    alone = len(part.places) == len(cells) == len(digits) == 1
    alone = alone and cells[0] in turn.own
    return dict(zip(cells, digits, strict=True)) if alone else {}


def _own_digit(
    parts: Sequence[Sentence], behind: Sequence[Sentence], turn: Turn
) -> tuple[dict[int, int], list[Sentence]]:
    """The digit that somebody calls their own, and what tells of it.

    My 8 is missing in r1c2. My 8 is missing, please add it: r1c2.

    Args:
        parts: those of a sentence.
        behind: the first part of the next one.
        turn: the puzzle that they speak of.
    """
    said = [p for p in parts if not _said(p) & (_NO_ENTRY - _SAID_OF_ENTERING)]
    mine = [p for p in said if _is_of_mine(p)]
    near = [p for p in (*said, *behind) if p.places and not p.asks]
    cells = [cell for p in near for cell in cells_of(p.places, turn.shape)]
    digits = [digit for p in (*mine, *near) for digit in digits_of(p, turn.shape)]
    if (
        not mine
        or len({*cells}) != 1
        or len({*digits}) != 1
        or cells[0] not in turn.own
    ):
        return {}, []
    return {cells[0]: digits[0]}, [*mine, *near, *filter(_enters_it, said)]


def _is_of_mine(part: Sentence) -> bool:
    """Whether a part of a sentence speaks of a digit as the person's own: my 8."""
    pairs = pairwise(item.token for item in part.items)
    return any("mine" in a.tags and b.text.isdecimal() for a, b in pairs)


def _parts(sentence: Sentence, language: str) -> list[Sentence]:
    """The parts of a sentence, without the number before it in a list: 1) ..."""
    texts = (_LISTED.sub("", text) for text in between_signs(sentence))
    return [sentence_of(text, language) for text in texts]


def _enters(part: Sentence, *, sure: bool) -> bool:
    """Whether a part of a sentence enters the digit that it names."""
    said = _said(part)
    if "entering" in said:
        return not said & (_NO_ENTRY - _SAID_OF_ENTERING)
    put = "put" in part.concepts or "own" in part.tags
    judged = {"right", "ASKS"} if put else set[str]()
    return sure and not said & (_NO_ENTRY - judged)


def _enters_it(part: Sentence) -> bool:
    """Whether a part of a sentence enters what was named: please add it."""
    said = _said(part)
    other = _NO_ENTRY - _SAID_OF_ENTERING
    return "entering" in said and not said & other and len(part.items) <= _LONGEST


def _only_judges(part: Sentence) -> bool:
    """Whether a part of a sentence only asks whether the digits are right: ok so?"""
    said = _said(part)
    if not part.asks or part.places or said & _OF_A_STEP:
        return False
    return len(part.items) <= (_LONGEST if "right" in said else _TAG)


def beside_changes(
    wish: Wish, puzzle: int, erased: tuple[int, ...], entered: tuple[int, ...]
) -> Wish:
    """A wish, behind the entries of a puzzle that its letter erases and makes."""
    made = (r.cells for r in wish.requests if entered and r.act is Act.MOVES)
    entered = tuple(dict.fromkeys([*entered, *chain.from_iterable(made)]))
    judged = {Act.CHECK, Act.MOVES} if entered else set[Act]()
    if any(map(_only_counts, wish.requests)):
        entered, judged = (), set()  # how many are wrong, and not which
    others = (r for r in wish.requests if r.act not in _NOT_BESIDE | judged)
    acts = {Act.UNDO: erased, Act.MOVES: entered}
    changes = (Request(act, puzzle, cells=c) for act, c in acts.items() if c)
    return replace(wish, requests=(*changes, *others), missing=frozenset())


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


def _erased_by(
    sentence: Sentence, turn: Turn, language: str, before: set[int]
) -> tuple[set[int], list[str]]:
    """The cells that a sentence erases, and its parts that tell of something else."""
    parts = _parts(sentence, language)
    ours = [p for p in parts if "yours" in p.tags and not _only_names(p, turn)]
    if any(map(_takes_back, ours)) and turn.puzzle.told:
        left = (p.text for p in parts if p.asks or (p not in ours and _tells_more(p)))
        return _entered(turn) & turn.puzzle.told, list(left)
    if not any(map(_erases, parts)):
        return set(), []
    told = [p for p in parts if _erases(p) or (_named(p, turn) and not _tells_more(p))]
    out = set[int]().union(*(_named(part, turn) for part in told))
    out = out or set[int]().union(*(_meant(part, turn, before) for part in told))
    others = (part.text for part in parts if part not in told)
    return out, [text for text in others if not is_only_polite(text)]


def _only_names(part: Sentence, turn: Turn) -> bool:
    """Whether a part of a sentence names one of our digits, or is about no digits."""
    named = part.places or digits_of(part, turn.shape)
    return bool(named) or "digit" not in part.concepts


def _takes_back(part: Sentence) -> bool:
    """Whether a part of a sentence wishes that digits are taken out again."""
    said = _said(part)
    return bool({"undone", "undo"} & said) and not {"not", "if", "would"} & said


def _is_again_of(sentence: Sentence, turn: Turn, erased: set[int]) -> bool:
    """Whether a sentence only speaks of what was erased: copy it without those two."""
    said = _said(sentence)
    wished = bool({"ASKS", "where", "why", "possible"} & said)
    named = set() if sentence.places or wished else _named(sentence, turn)
    return bool(named) and named <= erased


def _tells_more(part: Sentence) -> bool:
    """Whether a part of a sentence tells more of an entry than that it is wrong."""
    said = _said(part)
    return bool(_OF_OTHERS & said) and not ("not" in said and not part.asks)


def _said(part: Sentence) -> frozenset[str]:
    return part.concepts | part.tags | ({"ASKS"} if part.asks else set())


def _erases(part: Sentence) -> bool:
    """Whether a part of a sentence tells or wishes that something is erased."""
    said = _said(part)
    if _is_emptied(part):
        return True
    weighed = "ASKS" in said and not _OF_A_WISH & said
    weighed |= bool({"if", "would"} & said)
    weighed |= "not" in said and not {"wrong", "right"} & said
    taken = "undo" in said and any(item.is_number for item in part.items)
    return ("undone" in said or taken) and not weighed


def _is_emptied(part: Sentence) -> bool:
    """Whether a part of a sentence tells that a cell is empty now: r1c2=0."""
    behind = [
        item.token for item in dropwhile(lambda item: not item.place, part.items)
    ][1:]
    told = dropwhile(lambda t: "is" in t.tags or not t.text[0].isalnum(), behind)
    return not part.asks and any("empty" in token.tags for token in islice(told, 1))


def _named(part: Sentence, turn: Turn) -> set[int]:
    """The entries that a part of a sentence names, or the wrong ones: those two."""
    wrong, own = _wrong(turn), _entered(turn)
    spelled = {i.token.number for i in part.items if i.token.text.isalpha()}
    both = len(wrong) > 1 and (len(wrong) in spelled or "both" in part.tags)
    if both and not part.places:
        return wrong
    found = entries_named(part, turn)
    houses = [house.cells(turn.shape) for house in houses_of(part.places, turn.shape)]
    if found or not houses or "undone" not in part.tags:
        return found
    there = own.intersection(*houses)
    return there if "whole" in part.concepts else _only(there, wrong)


def entries_named(part: Sentence, turn: Turn) -> set[int]:
    """The entries that are named by their cells, or by their digits and their house."""
    entries, shape = turn.puzzle.grid.entries, turn.shape
    own, cells = _entered(turn), cells_of(part.places, shape)
    if cells:
        return own.intersection(cells)
    houses = (house.cells(shape) for house in houses_of(part.places, shape))
    there = own.intersection(*houses)
    found = set[int]()
    for digit in digits_of(part, shape):
        alike = {cell for cell in there if entries[cell] == digit}
        found |= _only(alike, _wrong(turn), {turn.puzzle.about})
    return found


def _entered(turn: Turn) -> set[int]:
    return {cell for cell, digit in enumerate(turn.puzzle.grid.entries) if digit}


def _only(found: set[int], *likely: set[int] | set[int | None]) -> set[int]:
    """The only one of some cells, or the only one of them that is likely."""
    sets = (found, *(found & some for some in likely))
    return next((some for some in sets if len(some) == 1), set())


def _wrong(turn: Turn) -> set[int]:
    return set(turn.puzzle.wrong_entries)


def _meant(part: Sentence, turn: Turn, before: set[int]) -> set[int]:
    """The entries that are only spoken of: I rubbed it out; those are deleted."""
    about, said = turn.puzzle.about, _said(part)
    others = (
        a
        for i, a in zip(part.items, part.about, strict=True)
        if "undone" not in i.token.tags
    )
    other = _OF_LETTERS & said.union(*others) or len(part.items) > _LONGEST
    if "undone" not in said or _LAST & said or (other and not _OF_ENTRIES & said):
        return set()
    if digits_of(part, turn.shape) or part.places or "whole" in said:
        return set()
    if before or (about is not None and turn.puzzle.grid.entries[about]):
        return before or {about for about in [about] if about is not None}
    return _wrong(turn)
