"""Letters about the hint that was told last: why, or only what it comes to."""

from collections.abc import Sequence
from dataclasses import replace

from mailbot.compose.solving import explain, find_single
from mailbot.model import Act, Limit, Puzzle, Request, Want, Wish
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.requests.scopes import cells_of, digits_of
from mailbot.talk.said import parse
from mailbot.talk.thread.named import entries_named
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.denial import said_and_denied
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import Gist
from mailbot.talk.wishes.words import Words
from solver import Solved
from solver.logic import walkthrough


def is_about_the_hint(turn: Turn, said: Asserted) -> bool:
    """Whether only cells of our hints are named: can't r3c1 be a 4?"""
    shape = turn.puzzle.grid.shape
    cells = {cell for p in said.named if p.is_cell for cell in p.cells(shape)}
    return bool(cells) and cells.issubset(turn.puzzle.told.union(turn.hinted))


def asks_why(turn: Turn, words: Words, said: Asserted) -> bool:
    """Whether it is asked why the digit is there that we told, and no other is said."""
    digits = turn.puzzle.grid.digits
    again = all(digits[cell] == digit for cell, digit in said.digits.items())
    sentences = parse(words.spoken, words.language).sentences
    why = any("why" in one.concepts for one in sentences)
    told = turn.solved or is_about_the_hint(turn, said)
    return told and again and why


def wants_the_end(turn: Turn, words: Words) -> bool:
    """Whether the last hint is wanted again, without its reasons; "next" is another."""
    said, _ = said_and_denied(words.spoken, words.language, Want.HINT)
    return words.brief and bool(turn.hinted) and not said


def explained_each(
    turns: Sequence[Turn],
    puzzles: Sequence[Puzzle],
    wish: Wish,
    words: Words,
) -> tuple[tuple[Puzzle, ...], tuple[Request, ...]]:
    """The puzzles of a thread, each before the hint whose reasons are asked for.

    Args:
        turns: the puzzles as they were quoted.
        puzzles: the same, as the letter has changed them.
        wish: what is asked for; each request for reasons gets the cells of the hint of
            its puzzle, or the digit that somebody thinks should be there.
        words: what the person wrote.
    """
    shown, asked = list(puzzles), list[Request]()
    untold = Limit.NO_DIGIT in wish.limits
    solved = all(turn.situation is Situation.SOLVED for turn in turns)
    acts = {Act.WHY, Act.STEPS} if solved and _step_named(words) else {Act.WHY}
    for request in wish.requests:
        if request.act not in acts:
            asked.append(request)
            continue
        for number, turn in enumerate(turns):
            if request.puzzle in (None, number):
                named = number if len(turns) > 1 else request.puzzle
                own = replace(request, puzzle=named)
                now = shown[number]
                shown[number], own = _explained(turn, now, own, words, untold=untold)
                asked.append(own)
    return tuple(shown), tuple(asked)


def _explained(
    turn: Turn, puzzle: Puzzle, request: Request, words: Words, *, untold: bool
) -> tuple[Puzzle, Request]:
    """A puzzle before the digit whose reasons are asked for, and the request for them.

    Args:
        turn: the puzzle as it was quoted.
        puzzle: the same, as the letter has changed it.
        request: the request for reasons.
        words: what the person wrote.
        untold: whether no digit may be told.
    """
    thought = _thought_of(puzzle, turn, words)
    if thought:
        cell, digit = thought
        return puzzle, replace(request, cells=(cell,), digit=digit)
    if turn.puzzle.pointed and not turn.hinted:  # why there? no digit was told
        return puzzle, Request(Act.WHERE, request.puzzle)
    way = _before_on_the_way(turn, words)
    if way:
        before, cell = way
        return before, replace(request, act=Act.WHY, cells=(cell,))
    single = () if untold else _single_of(turn)  # its reasons tell its digit
    told = _told_before(turn, words)
    cells = told or turn.hinted or request.cells or single
    out = turn.with_digits(dict.fromkeys(told, 0), told)
    before = (out if told else turn.before_hint()).puzzle
    # A digit that has no simple reasons stays where it is.
    same = (told or turn.hinted) and puzzle == turn.puzzle
    anew = same and bool(explain(before, cells))
    return before if anew else puzzle, replace(request, cells=cells)


def _thought_of(puzzle: Puzzle, turn: Turn, words: Words) -> tuple[int, int] | None:
    """The cell and the wrong digit of which somebody asks why it is not there."""
    if not isinstance(puzzle.answer, Solved):
        return None
    said = parse(words.spoken, words.language).sentences
    cells = {c for one in said for c in cells_of(one.places, turn.shape)}
    if not any(one.places for one in said):
        about = turn.puzzle.about
        cells = set(puzzle.wrong_entries) if about is None else {about}
    if len(cells) != 1:
        return None
    [cell] = cells
    asked = [one for one in said if "why" in one.concepts or one.asks]
    named = {d for one in asked for d in digits_of(one, turn.shape)}
    named = named or {puzzle.grid.entries[cell]}
    wrong = named - {puzzle.answer.grid.digits[cell], 0}
    return (cell, wrong.pop()) if len(wrong) == 1 else None


def _before_on_the_way(turn: Turn, words: Words) -> tuple[Puzzle, int] | None:
    """The puzzle where the way to a solution that was told comes to what is named.

    That is the one empty cell that is named, or a step by its number. None where no
    solution was told, or neither is named.
    """
    puzzle = turn.puzzle
    said = parse(words.spoken, words.language).sentences
    named = {cell for one in said for cell in cells_of(one.places, turn.shape)}
    empty = {cell for cell in named if not puzzle.grid.digits[cell]}
    number = _step_named(words)
    told = turn.situation is Situation.SOLVED and isinstance(puzzle.answer, Solved)
    if not told or not (number or len(named) == len(empty) == 1):
        return None
    filled, marks = dict[int, int](), list(puzzle.ruled_out)
    for at, step in enumerate(walkthrough(puzzle.grid, puzzle.answer).steps, 1):
        placed = {mark.cell: mark.digit for mark in step.placements}
        if at == number or (placed.keys() & empty and not number):
            before = turn.with_digits(filled, filled).puzzle
            known = before.told | filled.keys()
            marked = (mark.cell for mark in (*step.placements, *step.eliminations))
            cell = next(marked) if number else empty.pop()
            return replace(before, told=known, ruled_out=tuple(marks)), cell
        filled |= placed
        marks += [(mark.cell, mark.digit) for mark in step.eliminations]
    return None


def _step_named(words: Words) -> int:
    """The number of the one step that is named to be explained: step 25; 0 for none."""
    named = [
        number.token.number
        for one in parse(words.spoken, words.language).sentences
        for about, number in zip(one.about, one.items[1:], strict=False)
        if "steps" in about and number.token.number > 0 and not number.place
    ]
    return named[-1] if named else 0


def _told_before(turn: Turn, words: Words) -> tuple[int, ...]:
    """The cell of a digit that an earlier reply told, if one is named.

    It is named by the cell, or by the digit and its house: why the 4 in row 1?
    """
    said = parse(words.spoken, words.language).sentences
    named = {c for one in said for c in cells_of(one.places, turn.shape)}
    named = named or set[int]().union(*(entries_named(one, turn) for one in said))
    earlier = named & turn.puzzle.told if len(named) == 1 else ()
    return tuple(earlier) if not named & {*turn.hinted} else ()


def _single_of(turn: Turn) -> tuple[int, ...]:
    """The cell that the last reply was about, if it can be filled in at once."""
    about = turn.puzzle.about
    single = about is not None and bool(find_single(turn.puzzle, (about,)))
    return (about,) if about is not None and single else ()


def explained(
    turns: Sequence[Turn], turn: Turn, gist: Gist, said: Asserted, *, brief: bool
) -> tuple[Sequence[Turn], Gist]:
    """The last hint, from before it for its end alone; after a solution, all steps."""
    if turn.hinted and len(turns) == 1:  # of several `explained_each` decides
        gist = replace(gist, cells=turn.hinted)
        if not brief:
            return turns, gist
        return [turn.before_hint()], replace(gist, want=Want.HINT)
    solved = turn.situation is Situation.SOLVED
    whole = solved and not said.named
    return turns, replace(gist, want=Want.STEPS) if whole else gist
