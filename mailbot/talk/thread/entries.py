"""Entries that a letter names, or erases: I rubbed those two out. Is the rest right?

Erased ones are out of the puzzle, and what tells so out of the words, before anything
else of a letter is read.
"""

from dataclasses import replace
from itertools import dropwhile, islice

from msgspec.structs import replace as replaced

from mailbot.model import Wish
from mailbot.model.requests import Act, Request
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

_LAST = frozenset({"last", "hint"})
_NOT_BESIDE = frozenset({Act.RESTART, Act.UNCLEAR, Act.THANKS, Act.UNDO})
"""What the other words of such a letter are mistaken for."""


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
    about = min(erased) if len(erased) == 1 else turn.puzzle.about
    turn = turn.with_digits(dict.fromkeys(erased, 0), erased)
    puzzle = replace(turn.puzzle, about=about)  # what goes there?
    # It counts as what they were shown, so that it is no edit of theirs.
    state = replaced(turn.marker.state, grid=puzzle.grid)
    marker = replaced(turn.marker, state=state)
    return words, replace(turn, puzzle=puzzle, marker=marker), tuple(sorted(erased))


def beside_erased(wish: Wish, undo: Request) -> Wish:
    """A wish, behind the entries that its letter erases."""
    others = (r for r in wish.requests if r.act not in _NOT_BESIDE)
    return replace(wish, requests=(undo, *others), missing=frozenset())


def _erased_by(
    sentence: Sentence, turn: Turn, language: str, before: set[int]
) -> tuple[set[int], list[str]]:
    """The cells that a sentence erases, and its parts that tell of something else."""
    parts = [sentence_of(text, language) for text in between_signs(sentence)]
    if not any(map(_erases, parts)):
        return set(), []
    told = [p for p in parts if _erases(p) or (_named(p, turn) and not _tells_more(p))]
    out = set[int]().union(*(_named(part, turn) for part in told))
    out = out or set[int]().union(*(_meant(part, turn, before) for part in told))
    others = (part.text for part in parts if part not in told)
    return out, [text for text in others if not is_only_polite(text)]


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
    return "undone" in said and not weighed


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
