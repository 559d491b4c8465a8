"""Some of several digits, which are taken out or put back, while others stay.

After a reply with three digits: take the 4 and the 9 away, the 6 may stay. The words
are those of the table [taking] of each language.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from mailbot.model.requests import Act, Request
from mailbot.talk.requests.scopes import cells_of, digits_of
from mailbot.talk.said import Sentence, parse, sentence_of
from mailbot.talk.thread.erasing import as_shown, entries_named, said_of, with_left
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words

_Stances = tuple[frozenset[str], frozenset[str]]

_OUT, _KEPT = frozenset({"out", "undone"}), frozenset({"kept", "except"})
_PUT = frozenset({"back", "kept", "put", "entering", "give", "want"})
_AWAY: _Stances = (_OUT | {"back", "undo"}, _KEPT)
_BACK: _Stances = (_PUT, _OUT)
_OVER: _Stances = (frozenset({"restart"}), _KEPT | _PUT)
"""What is said of digits that are taken, and of others: where they stand; where they
were taken out before and come back; and where the puzzle begins anew."""

_OF_A_WISH = frozenset({"can", "please", "want"})
_SUPPOSED = frozenset({"if", "would"})
_ASKED = frozenset(
    {
        *("where", "why", "hint", "how", "check", "possible", "steps", "solution"),
        *("solve", "ASKS"),
    }
)
"""What a part of a sentence speaks of that asks for something else."""

_WISHING = _ASKED | {
    *("give", "want", "tell", "show", "next", "more", "help", "new", "technique"),
    *("right", "wrong", "only", "not", "or"),
}
"""What a sentence speaks of that may wish for more, or forbid it."""

_NOT_TAKEN = {
    _AWAY: frozenset({"steps", "solution", "solve", "why", "how"}),
    _BACK: _ASKED - {"ASKS"},
    _OVER: frozenset[str](),
}
"""What a part of a sentence speaks of beside such words, which mean another thing then:
take me through the steps; give me the places of the 4."""

_SIGNS = ",:;-"
_SHORT = 4
"""Words of a part of a sentence that adds nothing: just that one."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a sentence about digits that are taken.

    Attributes:
        words: the part.
        cells: those whose digits it names.
        others: whether it speaks of the digits that are not named.
        out: whether it takes digits out; None where it does not say it.
        leads: whether it says so before it names them.
    """

    words: Sentence
    cells: frozenset[int]
    others: bool
    out: bool | None
    leads: bool = False


def with_some_taken(
    words: Words, turn: Turn
) -> tuple[Words, Turn, tuple[Request, ...]]:
    """A puzzle without some of the digits in it, or with some of the last ones back.

    Args:
        words: what the person wrote.
        turn: the puzzle that they speak of.

    Returns:
        the words that tell of something else, the puzzle, and what was done to it.
    """
    grid, undo = turn.puzzle.grid, turn.puzzle.undo
    gone = {cell: then for cell, then in undo if then and not grid.digits[cell]}
    entries = {cell: digit for cell, digit in enumerate(grid.entries) if digit}
    if words.command or turn.situation is not Situation.HINTED:
        return words, turn, ()
    known = entries or gone
    said = parse(words.spoken, words.language).sentences if known else ()
    split = {one: list(_split(one, words.language)) for one in said}
    restarts = any(_restarts(part) for some in split.values() for part, _ in some)
    stances = _BACK if gone else _OVER if restarts else _AWAY
    several = entries if restarts else gone or _named_together(turn)
    parts = {
        one: list(
            _joined([(_part(p, several, turn, stances), sign) for p, sign in some])
        )
        for one, some in split.items()
    }
    found = [part for some in parts.values() for part in some]
    out, kept = (_named(found, out=out) for out in (True, False))
    if not gone:
        out = _taken(found, out, several or entries)
        out = out - kept if kept or out & several.keys() else frozenset()
    if not out or (restarts and not (kept or gone)):
        return words, turn, ()
    for sentence, some in parts.items():
        asks = _WISHING & said_of(sentence)
        left = [p.words for p in some if asks and not _is_said(p)]
        if len(left) < len(some):
            words = with_left(words, sentence, left)
    turn = turn.with_digits({cell: gone.get(cell, 0) for cell in out}, out)
    acts = {Act.MOVES: out} if gone else {Act.UNDO: out}
    if restarts and not gone:
        acts = {Act.RESTART: frozenset(), Act.MOVES: kept}
    done = (Request(act, cells=tuple(sorted(cells))) for act, cells in acts.items())
    return words, as_shown(turn, out), tuple(done)


def _named_together(turn: Turn) -> Mapping[int, int]:
    """The digits that the last reply told, or named as wrong, if they are several."""
    digits = turn.puzzle.grid.digits
    told = [cell for cell, then in turn.puzzle.undo if digits[cell] and not then]
    both = (told, turn.puzzle.wrong_entries)
    return {c: digits[c] for c in next((some for some in both if len(some) > 1), ())}


def _restarts(part: Sentence) -> bool:
    """Whether a part of a sentence wants the puzzle as it was printed."""
    other = {"out", "undone", "kept", "not"} & said_of(part)
    return "restart" in part.concepts and not (other or part.places)


def _named(parts: Sequence[_Part], *, out: bool) -> frozenset[int]:
    """The cells whose digits are named as those that go, or as those that stay."""
    return frozenset[int]().union(*(part.cells for part in parts if part.out is out))


def _taken(
    parts: Sequence[_Part], out: frozenset[int], several: Mapping[int, int]
) -> frozenset[int]:
    """The cells whose digits are taken out, and perhaps some that are to stay.

    Args:
        parts: those of the letter.
        out: the cells whose digits it names as those that go.
        several: the cells and digits of which it may speak.
    """
    bare = any(p.out or (p.out is False and "only" in p.words.concepts) for p in parts)
    others = any(p.others and p.out is not None for p in parts)
    known = _named(parts, out=False) & several.keys()
    return out | several.keys() if known and (others or (bare and not out)) else out


def _is_said(part: _Part) -> bool:
    """Whether a part of a sentence only tells what is taken and kept."""
    said = said_of(part.words)
    alone = "only" in said or {"not", "more"} <= said  # nothing else
    alone &= len(part.words.items) <= _SHORT and not {"or", "right"} & said
    named = bool(part.cells) or alone
    return part.out is not None or (named and not _ASKED & said)


def _joined(parts: Sequence[tuple[_Part, bool]]) -> Iterator[_Part]:
    """The parts of a sentence; one that does not say what is done goes with another.

    That is the one before it where the next begins anew: take the 4, the 9 and keep the
    6; take the 4 and the 9, the 6 stays. Not so: keep the 6, the 4 and the 9 away.

    Args:
        parts: each with whether a sign stands before it.
    """
    signs = [*(sign for _, sign in parts), True]
    stances = [part for part, _ in parts]
    for at, (part, _) in enumerate(parts):
        said = said_of(part.words)
        if part.out is not None or not part.cells or _ASKED & said:
            yield part
            continue
        before = next((p for p in stances[at::-1] if p.out is not None), None)
        behind = next((p for p in stances[at:] if p.out is not None), None)
        onward = behind and not behind.leads and (signs[at] or not signs[at + 1])
        stance = behind if onward or not before else before
        out = stance.out if stance else None
        if behind and behind.others:  # the 6 is fine, the other two away
            out = not behind.out
        elif before and ("not" in said or (before.out and "but" in said)):
            out = not before.out  # take them out, but not the 6
        yield replace(part, out=out)


def _split(sentence: Sentence, language: str) -> Iterator[tuple[Sentence, bool]]:
    """The parts of a sentence, and whether a sign stands before each.

    They end as those of `between_signs`, but hold the "but" that joins them. A question
    that is no wish has none.
    """
    if sentence.asks and not _OF_A_WISH & said_of(sentence):
        return
    groups: list[tuple[list[str], bool]] = [([], True)]
    for item in sentence.items:
        sign = item.token.text in _SIGNS
        joins = not item.place and bool({"and", "but"} & item.token.tags)
        if sign or joins:
            groups.append(([], sign or not groups[-1][0]))
        if not sign and not (joins and "but" not in item.token.tags):
            groups[-1][0].append(sentence.text_of(item))
    for texts, sign in groups:
        if texts:
            yield sentence_of(" ".join(texts), language, "taking"), sign


def _part(
    words: Sentence, several: Mapping[int, int], turn: Turn, stances: _Stances
) -> _Part:
    """A part of a sentence by itself; `stances` are words that take, and that keep."""
    said = said_of(words)
    counts = stances is not _BACK or "back" in said  # give me all of it
    cells = _chosen(words, several, turn, counts=counts)
    others = "except" in said or ("others" in said and not cells)
    takes, keeps = stances
    pairs = list(zip(words.items, words.about, strict=True))
    # Dutch and German "weg": away, and also a way to the solution.
    others_said = (a | i.token.tags for i, a in pairs if not takes & i.token.tags)
    if _NOT_TAKEN[stances] & frozenset[str]().union(*others_said):
        takes = frozenset()
    out: bool | None = True if takes & said else False if keeps & said else None
    if "except" in said:  # all but the 6 away
        out = False
    elif "not" in said and out is not None:
        out = not out
    elif "not" in said and "want" in said and cells:
        out = True
    if _SUPPOSED & said and not _restarts(words):  # Swedish "om": if, or anew
        out = None
    at = [n for n, item in enumerate(words.items) if item.token.number > 0]
    told = [bool((takes | keeps) & (i.token.tags | about)) for i, about in pairs]
    return _Part(words, cells, others, out, bool(at) and any(told[: at[0]]))


def _chosen(
    part: Sentence, several: Mapping[int, int], turn: Turn, *, counts: bool
) -> frozenset[int]:
    """The cells whose digits a part of a sentence names, or counts: the last two."""
    order, shape = list(several), turn.shape
    named = several.keys() & set(cells_of(part.places, shape))
    if part.places:
        return frozenset(named or entries_named(part, turn))
    counted = _counted(part, order) if counts else frozenset[int]()
    if counted:
        return counted
    figures = {"others", "except"} & part.tags  # the other two
    digits = _figures(part) or (set() if figures else set(digits_of(part, shape)))
    found = {c for c, digit in several.items() if digit in digits}
    rest = digits - {several[c] for c in found}
    others = entries_named(part, turn) if rest and not several else set[int]()
    if found or others:
        return frozenset(found | others)
    ordinals = {item.token.ordinal for item in part.items}
    found = {cell for at, cell in enumerate(order, 1) if at in ordinals}
    found |= set(order[-1:]) if "last" in part.tags and not found else set()
    return frozenset(found if counts else ())


def _figures(part: Sentence) -> set[int]:
    tokens = (item.token for item in part.items if not item.place)
    return {t.number for t in tokens if t.number > 0 and not t.text.isalpha()}


def _counted(part: Sentence, order: Sequence[int]) -> frozenset[int]:
    """The digits that are counted: the last two, the first two, all three."""
    tokens = [item.token for item in part.items]
    numbers = [2 if "both" in t.tags else t.number for t in tokens]
    for at, other in (
        *pairwise(range(len(tokens))),
        *pairwise(range(len(tokens))[::-1]),
    ):
        number, named = numbers[at], tokens[other]
        if 1 < number < len(order) and "last" in named.tags:
            return frozenset(order[-number:])
        if 1 < number < len(order) and named.ordinal == 1 != named.number:
            return frozenset(order[:number])
    spelled = {
        n for n, token in zip(numbers, tokens, strict=True) if token.text[0].isalpha()
    }
    whole = len(order) in spelled or "whole" in part.concepts
    whole &= not ({"others", "except"} & part.tags or _figures(part))
    return frozenset(order if whole else ())
