"""Entries that a letter erases: I rubbed those two out. Is the rest right?

What is erased leaves the puzzle before anything else of the letter is read, and the
words that say so are left out.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import dropwhile, islice

from msgspec.structs import replace as replaced

from mailbot.talk.requests.parting import between_signs
from mailbot.talk.requests.scopes import cells_of, digits_of, houses_of
from mailbot.talk.said import Sentence, parse, sentence_of
from mailbot.talk.thread.pointing import rewritten, with_name
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words, is_only_polite

OF_OTHERS = frozenset(
    {
        *("check", "right", "wrong", "where", "why", "hint", "put", "possible"),
        *("give", "replace", "ASKS"),
    }
)
"""What a part of a sentence speaks of that is not joined to the erasing before it."""

_OF_ANOTHER = OF_OTHERS - {"put", "right", "give", "replace", "ASKS"} | {"not", "if"}
"""What a sentence speaks of that is about no digit which comes instead of another."""

_SHORT, _FEW, _TRIED = 3, 4, 12
"""Words and signs, at most, of an agreement, and of taking out what was tried: by a
weak word, or by a plain one."""

_OF_A_WISH = frozenset({"can", "please", "want"})
_OF_ENTRIES = frozenset({"digit", "wrong"})
_OF_LETTERS = frozenset({"mine", "mail", "unsub"})
LONGEST = 6
"""Words of what is erased where no digit and no place is named; what else than an entry
it may be, as my address; and how many words and signs name none of these.
"""

_LISTED = re.compile(r"^\d\s?\)\s?")
"""A number before a sentence of a list."""

_LAST = frozenset({"last", "hint"})


def with_erased(words: Words, turn: Turn) -> tuple[Words, Turn, tuple[int, ...]]:
    """A puzzle without the entries that a letter erases.

    Args:
        words: what the person wrote.
        turn: the puzzle that they speak of.

    Returns:
        the words that tell of something else, the puzzle, and the cells erased.
    """
    known = turn.situation is Situation.HINTED and not words.command
    words, tried = _without_tried(words, turn) if known else (words, None)
    if tried is not None:
        turn = replace(turn, puzzle=replace(turn.puzzle, about=tried))
    erased, before = set[int](), set[int]()
    known = known and any(turn.puzzle.grid.entries)
    for sentence in parse(words.spoken, words.language).sentences if known else ():
        out, left = _erased_by(sentence, turn, words.language, before)
        if _is_again_of(sentence, turn, erased):
            out, left = erased, []
        before = set() if sentence.asks else _named(sentence, turn)
        erased |= out
        if out:
            words = with_left(words, sentence, left)
    if not erased:
        return words, turn, ()
    if len(erased) == 1:
        words = _with_its_place(words, min(erased), turn)
    turn = turn.with_digits(dict.fromkeys(erased, 0), erased)
    return words, as_shown(turn, erased), tuple(sorted(erased))


def with_left(words: Words, sentence: Sentence, left: Sequence[Sentence]) -> Words:
    """The words with some parts of a sentence left, without those that only say ok."""
    told = dropwhile(_only_agrees, left)
    texts = (part.text for part in told if not is_only_polite(part.text))
    said = ", ".join(text.replace("' ", "'").rstrip(" .") for text in texts)
    return rewritten(words, sentence, said + "." * bool(said and said[-1] not in "?!"))


def _only_agrees(part: Sentence) -> bool:
    """Whether a part of a sentence only says: all right. Not so: yes or no."""
    said = said_of(part)
    return "yes" in said and not {"ASKS", "or"} & said and len(part.items) <= _SHORT


def _with_its_place(words: Words, cell: int, turn: Turn) -> Words:
    """The words, with the place of the digit that comes instead of the erased one."""
    name = turn.shape.name(cell)
    for sentence in parse(words.spoken, words.language).sentences:
        digits, said = digits_of(sentence, turn.shape), said_of(sentence)
        if len(digits) != 1 or sentence.places or said & _OF_ANOTHER:
            continue
        parts = parts_of(sentence, words.language)
        [part] = [p for p in parts if digits_of(p, turn.shape)][:1] or [sentence]
        if part.asks or "put" in said_of(part):
            return with_name(words, sentence, name, turn.shape)
        told = sentence_of(f"{name}={digits[0]}", words.language)
        return with_left(words, sentence, [told if p is part else p for p in parts])
    return words


def _without_tried(words: Words, turn: Turn) -> tuple[Words, int | None]:
    """The words without a digit that came and went, and its cell: the talk is of it.

    I wrote an 8 in r1c3 and rubbed it out again. What could stand there?
    """
    before: Sentence | None = None
    for sentence in parse(words.spoken, words.language).sentences:
        parts = parts_of(sentence, words.language, "taking")
        gone = [at for at, part in enumerate(parts) if _erases_tried(part, turn)]
        tried = [at for at, part in enumerate(parts) if _tried(part, turn) is not None]
        cell = (
            _tried(parts[tried[0]], turn) if tried and gone[-1:] >= tried[:1] else None
        )
        if before and gone and not tried:
            cell = _tried(before, turn)
            words = rewritten(words, before, "") if cell is not None else words
        if cell is None and any(digits_of(parts[at], turn.shape) for at in gone):
            cell = _asked_about(turn)
        if cell is not None:
            left = [p for at, p in enumerate(parts) if at not in {*gone, *tried}]
            return _with_its_place(with_left(words, sentence, left), cell, turn), cell
        before = sentence
    return words, None


def _asked_about(turn: Turn) -> int | None:
    """The empty cell of which our reply spoke."""
    about = turn.puzzle.about
    return None if about is None or turn.puzzle.grid.digits[about] else about


def _tried(part: Sentence, turn: Turn) -> int | None:
    """The empty cell for which a part of a sentence tells one digit."""
    cells, digits = cells_of(part.places, turn.shape), digits_of(part, turn.shape)
    if part.asks or {"not", "if"} & said_of(part) or len(digits) != 1:
        return None
    empty = len(cells) == 1 and not turn.puzzle.grid.digits[cells[0]]
    return cells[0] if empty else None


def _erases_tried(part: Sentence, turn: Turn) -> bool:
    """Whether a part of a sentence erases a digit that it names for no other cell."""
    said = said_of(part)
    if part.asks or {"if", "would", "not", "whole"} & said or _LAST & said:
        return False
    if "wrong" in part.concepts:
        return False
    there = _tried(part, turn) is not None or not (part.places or _named(part, turn))
    most = _TRIED if "undone" in said else _FEW if "out" in said else 0
    return there and len(part.items) <= most


def as_shown(turn: Turn, changed: Collection[int]) -> Turn:
    """A changed puzzle as the one that our reply showed: the change is no edit then."""
    about = min(changed) if len(changed) == 1 else turn.puzzle.about
    puzzle = replace(turn.puzzle, about=about)  # what goes there?
    state = replaced(turn.marker.state, grid=puzzle.grid)
    return replace(turn, puzzle=puzzle, marker=replaced(turn.marker, state=state))


def parts_of(sentence: Sentence, language: str, table: str = "") -> list[Sentence]:
    """The parts of a sentence, without the number before it in a list: 1) ..."""
    texts = (_LISTED.sub("", text) for text in between_signs(sentence))
    return [sentence_of(text, language, table) for text in texts]


def said_of(part: Sentence) -> frozenset[str]:
    """What a part of a sentence speaks of, and whether it asks."""
    return part.concepts | part.tags | ({"ASKS"} if part.asks else set())


def _erased_by(
    sentence: Sentence, turn: Turn, language: str, before: set[int]
) -> tuple[set[int], list[Sentence]]:
    """The cells that a sentence erases, and its parts that tell of something else."""
    parts = parts_of(sentence, language, "taking")
    ours = [p for p in parts if "yours" in p.tags and not _only_names(p, turn)]
    if any(map(_takes_back, ours)) and turn.puzzle.told:
        left = (p for p in parts if p.asks or (p not in ours and _tells_more(p)))
        return _entered(turn) & turn.puzzle.told, list(left)
    if not any(map(_erases, parts)):
        return set(), []
    told = [p for p in parts if _erases(p) or (_named(p, turn) and not _tells_more(p))]
    out = set[int]().union(*(_named(part, turn) for part in told))
    out = out or set[int]().union(*(_meant(part, turn, before) for part in told))
    return out, [part for part in parts if part not in told]


def _only_names(part: Sentence, turn: Turn) -> bool:
    """Whether a part of a sentence names one of our digits, or is about no digits."""
    named = part.places or digits_of(part, turn.shape)
    return bool(named) or "digit" not in part.concepts


def _takes_back(part: Sentence) -> bool:
    """Whether a part of a sentence wishes that digits are taken out again."""
    said = said_of(part)
    return bool({"undone", "undo"} & said) and not {"not", "if", "would"} & said


def _is_again_of(sentence: Sentence, turn: Turn, erased: set[int]) -> bool:
    """Whether a sentence only speaks of what was erased: copy it without those two."""
    said = said_of(sentence)
    wished = bool({"ASKS", "where", "why", "possible"} & said)
    named = set() if sentence.places or wished else _named(sentence, turn)
    return bool(named) and named <= erased


def _tells_more(part: Sentence) -> bool:
    """Whether a part of a sentence tells more of an entry than that it is wrong."""
    said = said_of(part)
    return bool(OF_OTHERS & said) and not ("not" in said and not part.asks)


def _erases(part: Sentence) -> bool:
    """Whether a part of a sentence tells or wishes that something is erased."""
    said = said_of(part)
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
    about, said = turn.puzzle.about, said_of(part)
    others = (
        a
        for i, a in zip(part.items, part.about, strict=True)
        if "undone" not in i.token.tags
    )
    other = _OF_LETTERS & said.union(*others) or len(part.items) > LONGEST
    if "undone" not in said or _LAST & said or (other and not _OF_ENTRIES & said):
        return set()
    if digits_of(part, turn.shape) or part.places or "whole" in said:
        return set()
    if before or (about is not None and turn.puzzle.grid.entries[about]):
        return before or {about for about in [about] if about is not None}
    return _wrong(turn)
