"""Words for a place that our last reply spoke of: I put an 8 there, is that right?

Such a place gets its name, as if it had been written: "I put an 8 there r3c4". It is
the cell of the last reply, one beside it, one of those that it listed, or a house.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from mailbot.compose.solving import find, houses_of
from mailbot.language.folding import fold
from mailbot.language.lexicon import word_of
from mailbot.model.requests import Act, House, HouseKind, Request
from mailbot.talk.cells.clauses import Item
from mailbot.talk.requests.scopes import (
    cells_of,
    digit_items,
    digits_of,
    names_all_cells,
)
from mailbot.talk.requests.scopes import houses_of as named_houses
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words
from solver import Shape, Solved

_JUDGED = frozenset({"put", "right", "wrong", "yes", "doubt", "possible"})
"""What is said of a digit that somebody has in mind for a cell."""

_FILLED = frozenset({"solution", "answers", "digit", "possible"})
"""What somebody asks for of a cell."""

_MORE = frozenset({"where", "whole", "rest", "more", "next", "new", "wrong"})
"""What tells that other cells are asked about, too."""

WAYS = {
    "cell_below": (1, 0),
    "cell_above": (-1, 0),
    "cell_right": (0, 1),
    "cell_left": (0, -1),
}
"""Rows and columns from a cell to the one that is named by it."""

BESIDE = frozenset({*WAYS, "cell_beside"})
"""The kinds of words for a cell next to the last one: below it, beside it."""

_OF_ANOTHER_KIND = frozenset({"how", "count", "hint", "hard", "small", "possible"})
"""What a question speaks of that asks something about a digit, and not for it."""

COUNTING = frozenset({"of_them", "only", "whole", "cell"})
"""What makes a number one of cells, and no digit: only 2 of them?"""

_GUESSED = frozenset({"right", "wrong", "yes"})
_OF_CELLS = frozenset({"cell", "of_them"})
"""Words behind "the second" that tell of a cell: the second of them."""

_ASKING = frozenset({"possible", "what", "where", "why", "how", "digit", "hint"})
"""Words of a question about a cell that asks for more than yes or no."""

_HOUSES = frozenset({"row", "column", "box"})
_SHORT = 7
"""Words and signs of a question that is about nothing else: is it a 4, then?"""


def with_place(words: Words, turn: Turn) -> tuple[Words, dict[int, int]]:
    """The words, with the name of the cell that a sentence means and does not name.

    Args:
        words: what the person wrote.
        turn: the puzzle, as our reply carried it.

    Returns:
        the words, and the digit of that cell which a question names.
    """
    if words.command or turn.situation is not Situation.HINTED:
        return words, {}
    sentences = parse(words.spoken, words.language).sentences
    named = any(sentence.places for sentence in sentences)
    told = [not (one.asks and digits_of(one, turn.shape)) for one in sentences]
    pairs = zip(told, sentences, [*sentences[1:], None], strict=False)
    for _, sentence, behind in sorted(pairs, key=lambda pair: pair[0]):
        # A question for reasons is about the last step, whatever it names; not so
        # "only a 1 fits, because of that 1 there. Right?"
        judged = behind is not None and _asks_if_right(behind, turn.shape)
        if "why" in sentence.concepts and not judged:
            continue
        name, asked = _meant(sentence, behind, turn, words, named=named)
        if name:
            return with_name(words, sentence, name, turn.shape), asked
    return words, {}


def _meant(
    sentence: Sentence,
    behind: Sentence | None,
    turn: Turn,
    words: Words,
    *,
    named: bool,
) -> tuple[str, dict[int, int]]:
    """What a sentence means and does not name, and the digit of a cell that it asks of.

    Args:
        sentence: the sentence.
        behind: the next one.
        turn: the puzzle, as our reply carried it.
        words: the whole letter.
        named: whether it names any place.
    """
    if cells_of(sentence.places, turn.shape):
        return str(_digit_meant(sentence, turn) or ""), {}
    cell, digit = _beside(sentence, turn), 0
    if cell is None and not named:
        cell, digit = _listed(sentence, behind, turn)
        house = _house_meant(sentence, turn) if cell is None else None
        if house:
            return f"{word_of(house.kind, words.language)} {house.number}", {}
        cell = _cell_meant(sentence, behind, turn) if cell is None else cell
    if cell is None:
        return "", {}
    name = turn.shape.name(cell)
    if digit:
        return f"{digit} {name}", {cell: digit}
    digits = digits_of(sentence, turn.shape) if "?" in words.spoken else ()
    return name, {cell: digits[0]} if digits else {}


def _cell_meant(sentence: Sentence, behind: Sentence | None, turn: Turn) -> int | None:
    """The cell that a sentence means and does not name; None if it means none.

    Args:
        sentence: the sentence.
        behind: the next one, which may ask whether the digit of this one is right.
        turn: the puzzle, as our reply carried it.
    """
    concepts, points = sentence.concepts, "subject" in sentence.tags
    grid, told = turn.puzzle.grid, _told_of(turn)
    digits = digits_of(sentence, grid.shape)
    asks = sentence.asks and (points or len(sentence.items) <= _SHORT)
    asks |= behind is not None and _asks_if_right(behind, grid.shape)
    said = concepts | sentence.tags
    sought = "where" in concepts or bool(behind and "where" in behind.concepts)
    if sought and _HOUSES & (said | (behind.tags if behind else frozenset())):
        return None  # a 4: where else in that box can it go?
    counted = "more" in concepts  # may I have 2 more?
    if len(digits) == 1 and not counted and (_JUDGED & said or asks):
        if told is None:
            return _next_cell(turn, digits[0])
        known = grid.digits[told] == digits[0] and sentence.asks
        own = not grid.givens[told] and told not in turn.puzzle.told
        return told if known or own else None
    asked = _FILLED & concepts or "what" in sentence.tags
    brief = (
        sentence.asks
        and len(sentence.items) <= _SHORT
        and not _OF_ANOTHER_KIND & concepts
    )
    named = brief and "digit" in concepts and "what" in said  # what is the digit?
    one = points or "cell" in sentence.tags or named
    other = bool((_MORE | {"count"}) & concepts or _HOUSES & sentence.tags or digits)
    empty = told is not None and not grid.digits[told]
    return told if asked and one and empty and not other else None


def _beside(sentence: Sentence, turn: Turn) -> int | None:
    """The cell beside the one that our reply was about: and the one below it?

    Where only "beside" is said, it is the empty one of the two in the same row, or the
    one in the house that is named: beside it, in column 2.
    """
    told, shape = _told_of(turn), turn.shape
    story = not (sentence.asks or digits_of(sentence, shape)) and "is" in sentence.tags
    if told is None or not BESIDE & sentence.tags or story:
        return None  # oh, there is one below it already
    ways = [way for tag, way in WAYS.items() if tag in sentence.tags]
    if len(ways) == 2:  # below, on the right of it
        ways = [(ways[0][0] + ways[1][0], ways[0][1] + ways[1][1])]
    houses = named_houses(sentence.places, shape)
    known = bool(ways)
    ways = ways or [way for way in WAYS.values() if houses or not way[0]]
    row, column = divmod(told, shape.size)
    places = [(row + down, column + right) for down, right in ways]
    near = [
        r * shape.size + c
        for r, c in places
        if 0 <= r < shape.size and 0 <= c < shape.size
    ]
    empty = [cell for cell in near if known or not turn.puzzle.grid.digits[cell]]
    near = empty or near
    near = [cell for cell in near if all(cell in h.cells(shape) for h in houses)]
    return near[0] if len(near) == 1 else None


def _listed(
    sentence: Sentence, behind: Sentence | None, turn: Turn
) -> tuple[int | None, int]:
    """The cell of those that our reply listed for a digit: the second? Is that right?

    A guess is asked about; "the second time" or "let me try first" names no cell.
    """
    last = turn.marker.state.asked
    asks = _asks_if_right(behind, turn.shape) if behind else False
    asks |= sentence.asks and bool(_GUESSED & (sentence.concepts | sentence.tags))
    if asks and last and last.act is Act.CANDIDATES and len(last.cells) == 1:
        digit = _candidate(sentence, last, turn)
        return (last.cells[0], digit) if digit else (None, 0)
    if not (asks or (sentence.asks and len(sentence.items) <= _SHORT)):
        return None, 0
    if last is None or not (last.act is Act.PLACES and last.digit and last.house):
        return None, 0
    cells = find(turn.puzzle, last).places or ()
    digits = {*digits_of(sentence, turn.shape)} - {last.digit, len(cells)}
    if digits or _HOUSES & sentence.tags or "where" in sentence.concepts:
        return None, 0
    for item, noun in pairwise([*sentence.items, None]):
        assert item is not None
        known = noun is None or _OF_CELLS & noun.token.tags or noun.token.text in ",.?"
        ends = "last" in item.token.tags
        number = len(cells) if ends else item.token.ordinal
        if known and 1 <= number <= len(cells):
            return cells[number - 1], last.digit
    return None, 0


def _candidate(sentence: Sentence, last: Request, turn: Turn) -> int:
    """The one of some candidates that a sentence names: the smaller one; 0 if none."""
    digits = find(turn.puzzle, last).marks.get(last.cells[0], ())
    if not digits or digits_of(sentence, turn.shape):
        return 0
    for item, noun in pairwise([*sentence.items, None]):
        assert item is not None
        tags = item.token.tags
        behind = noun.token.tags if noun else frozenset({"of_them"})
        of_them = bool({"of_them", "digit"} & behind)
        number = 1 if "smaller" in tags else item.token.ordinal if of_them else 0
        ends = "larger" in tags or (of_them and "last" in tags)
        number = len(digits) if ends else number
        if 1 <= number <= len(digits):
            return digits[number - 1]
    return 0


def _digit_meant(sentence: Sentence, turn: Turn) -> int:
    """The digit whose places we told, where a cell is asked about: is it r4c4?"""
    last, said = turn.marker.state.asked, sentence.concepts | sentence.tags
    other = _ASKING & said or digits_of(sentence, turn.shape)
    sought = sentence.asks and last is not None and last.act is Act.PLACES
    return last.digit if last and sought and not other else 0


def _house_meant(sentence: Sentence, turn: Turn) -> House | None:
    """The house in which somebody asks for the places of a digit: the 9 there?"""
    digits, told = digits_of(sentence, turn.shape), _told_of(turn)
    said, last = sentence.tags | sentence.concepts, turn.marker.state.asked
    known = told is not None and turn.puzzle.grid.digits[told] in digits
    if len(digits) != 1 or known:
        return None  # of the digit that we told, the reasons are asked for
    sought = bool({"where", "possible"} & said)
    if sought and _HOUSES & said:
        return house_told(turn, said)
    brief = sentence.asks and len(sentence.items) <= _SHORT
    if last and last.act is Act.PLACES and (sought or brief):
        return last.house
    pointed = sought and "subject" in said and turn.puzzle.pointed == 1
    return find(turn.puzzle, Request(Act.WHERE)).house if pointed else None


def _asks_if_right(sentence: Sentence, shape: Shape) -> bool:
    """Whether a short question only asks whether what was said before is right."""
    short = sentence.asks and len(sentence.items) <= _SHORT
    of_it = "right" in sentence.concepts and not _MORE & sentence.concepts
    asks = (short and of_it) or sentence.asks_yes_or_no
    return asks and not digits_of(sentence, shape)


def in_focus(
    requests: Sequence[Request], turn: Turn, words: Words
) -> tuple[Request, ...]:
    """The requests, each about what our reply was about where it names no place.

    Nobody who was told of one cell, or of one house, and asks what could go in there,
    asks for the candidates of all cells. Who wants the wrong digits out means those
    that we named.
    """
    said = parse(words.spoken, words.language).sentences
    about = frozenset[str]().union(*(s.tags | s.concepts for s in said))
    whole = "whole" in about and not {"subject", "cell"} & about
    whole |= any(map(names_all_cells, said))
    found: list[Request] = []
    for request in requests:
        if request.act in (Act.UNDO, Act.RESTART):
            found.append(_of_the_wrong(request, turn, about))
        else:
            found.append(request if whole else _focused(request, turn, about))
    return tuple(found)


def _of_the_wrong(request: Request, turn: Turn, about: frozenset[str]) -> Request:
    """Out with what is wrong, and not with the last change or with all digits."""
    wrong = turn.puzzle.wrong_entries
    named = request.cells or request.digit or "wrong" not in about
    if named or not wrong or (request.act is Act.RESTART and "digit" not in about):
        return request
    return Request(Act.UNDO, request.puzzle, cells=wrong)


def _focused(request: Request, turn: Turn, about: frozenset[str]) -> Request:
    """A request for candidates, or for a digit "there", of what was spoken of."""
    if request.cells or request.house:
        return request
    told, house = _told_of(turn), house_told(turn, about)
    if request.act is Act.HINT and house and "subject" in about:
        return replace(request, house=house)
    if request.act is not Act.CANDIDATES:
        return request
    own = told is not None and not turn.puzzle.grid.givens[told]
    if told is not None and own and not house and told not in turn.puzzle.told:
        return replace(request, cells=(told,))
    return replace(request, house=house)


def house_told(turn: Turn, about: frozenset[str]) -> House | None:
    """The house that our reply was about, or that its cell is in: this box."""
    last, told = turn.marker.state.asked, _told_of(turn)
    kinds = [kind for kind in HouseKind if kind in about]
    if told is not None:
        houses = houses_of(turn.shape, told)
        return next((h for h in houses if kinds and h.kind is kinds[0]), None)
    if turn.puzzle.pointed:
        return find(turn.puzzle, Request(Act.WHERE)).house
    return last.house if last else None


def _told_of(turn: Turn) -> int | None:
    """The cell that our reply was about; None if it was about none, or several."""
    about = turn.puzzle.about
    return turn.marker.state.hinted if about is None else about


def _next_cell(turn: Turn, digit: int) -> int | None:
    """The cell of the next step, whose house alone was told, if it holds this digit."""
    puzzle = turn.puzzle
    if not puzzle.pointed or not isinstance(puzzle.answer, Solved):
        return None
    cell = find(puzzle, Request(Act.WHERE)).cell
    right = cell is not None and puzzle.answer.grid.digits[cell] == digit
    return cell if right else None


def with_name(words: Words, sentence: Sentence, name: str, shape: Shape) -> Words:
    """The words with a name behind the digit of a sentence, else behind its end."""
    said = sentence.text.rstrip(" .!?")
    numbers = {item.token.text for item in digit_items(sentence, shape)}
    for word in said.split():
        if fold(word.strip(",;:")).rpartition("'")[2] in numbers:  # quell'8
            said = said[: said.index(word) + len(word.rstrip(",;:"))]
            break
    return rewritten(words, sentence, f"{said} {name}{sentence.text[len(said) :]}")


def with_cells_of_line(words: Words, turn: Turn) -> Words:
    """The words, with the cells of a line whose digits they list.

    "In row 3 I put an 8 in the first and a 7 in the third cell" gets r3c1=8, r3c3=7.
    """
    for sentence in parse(words.spoken, words.language).sentences:
        items, shape = sentence.items, turn.shape
        lines = [
            (i, h) for i in items if i.place for h in named_houses([i.place], shape)
        ]
        if not lines or cells_of(sentence.places, shape):
            continue
        (first, line), digit, parts = lines[0], None, list[tuple[Item, Item, int]]()
        for item in items:
            cell = None if item is first else _cell_of_line(item, line, shape)
            if digit and cell is not None:
                parts.append((digit, item, cell))
                digit = None
            digit = item if item.is_number else digit
        if len(parts) < 2 or digit:
            continue
        said = sentence.folded
        for digit, item, cell in reversed(parts):
            noun = items[items.index(item) + 1 :][:1]
            last = noun[0] if noun and "cell" in noun[0].token.tags else item
            end = last.token.start + len(sentence.text_of(last))
            told = f"{shape.name(cell)}={digit.token.number}"
            said = f"{said[: digit.token.start]}{told}{said[end:]}"
        start = first.token.start
        said = said[:start] + said[start + len(sentence.text_of(first)) :]
        words = rewritten(words, sentence, said)
    return words


def _cell_of_line(item: Item, line: House, shape: Shape) -> int | None:
    """The cell where a word crosses a line: in the first cell, in column 1."""
    across = line.kind is HouseKind.COLUMN
    crossing = named_houses([item.place], shape) if item.place else ()
    known = crossing and {crossing[0].kind, line.kind} == {
        HouseKind.ROW,
        HouseKind.COLUMN,
    }
    at = crossing[0].number if known else 0 if item.place else item.token.ordinal
    if line.kind is HouseKind.BOX or not 1 <= at <= shape.size:
        return None
    row, column = (at, line.number) if across else (line.number, at)
    return (row - 1) * shape.size + column - 1


def rewritten(words: Words, sentence: Sentence, said: str) -> Words:
    """The words with other ones in the place of a sentence."""
    return replace(
        words,
        newest=words.newest.replace(sentence.text, said, 1),
        spoken=words.spoken.replace(sentence.text, said, 1),
    )
