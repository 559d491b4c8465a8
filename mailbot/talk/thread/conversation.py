"""Going on from an earlier reply: its puzzles, with what the person says of them.

A reply of ours carries its puzzle (`mailbot.marker`). A person answers in words, with
cells and digits (r4c7=3), or edits the grid that we showed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mailbot.language.lexicon import lexicon_of
from mailbot.model import (
    NOTHING_KEPT,
    Findings,
    Kept,
    Letter,
    Missing,
    Want,
    Wish,
)
from mailbot.model.requests import CHANGING, REVEALING, Act, Request
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.cells.statements import is_question
from mailbot.talk.requests.asking import FINER
from mailbot.talk.requests.scopes import Standing
from mailbot.talk.requests.told import Told, told_digit
from mailbot.talk.said import parse
from mailbot.talk.thread.about_hint import (
    asks_why,
    explained,
    explained_each,
    is_about_the_hint,
    wants_the_end,
)
from mailbot.talk.thread.again import asked_again
from mailbot.talk.thread.agreement import (
    agrees,
    chooses_none,
    is_plain_yes,
    tells_of_other_digits,
)
from mailbot.talk.thread.assertions import (
    answered_below,
    asked_about,
    asks_if_right,
    asserted_by,
    claimed_by_others,
    only_asks_of,
)
from mailbot.talk.thread.changes import (
    changed,
    gist_after,
    is_a_guess,
    wished,
)
from mailbot.talk.thread.corners import asked_back, in_the_house
from mailbot.talk.thread.entries import (
    asks_beside_entries,
    beside_changes,
    loses_entries,
    with_entered,
)
from mailbot.talk.thread.lasting import with_what_lasts
from mailbot.talk.thread.moves import with_moves
from mailbot.talk.thread.pointing import in_focus, with_cells_of_line, with_place
from mailbot.talk.thread.quoted import (
    carried_puzzles,
    is_news,
    kept_puzzles,
    quoted_puzzles,
    quoting_text,
)
from mailbot.talk.thread.requested import digit_told, in_form, with_requests
from mailbot.talk.thread.several import of_one, same_of, spoken_of, without_number
from mailbot.talk.thread.turn import Turn, open_turn
from mailbot.talk.wishes.chances import refuses_the_end
from mailbot.talk.wishes.newest import newest_words
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import Gist, about, want_of
from mailbot.talk.wishes.words import Words
from solver import parse_all

_ASKING = frozenset({Want.MOVES, Want.CHECK})
"""Wishes beside which a digit may be told as a question: I put 5 in r3c7, ok?"""

_SUPPOSING = frozenset({Want.CELL, Want.CORRECT, Want.RATING, Want.UNCLEAR})
"""Other wishes that a question about a digit is taken for: could there be a 5?"""

_JUDGED = 0.25
"""The probability from which somebody may only ask whether a digit is right, so that
nothing is corrected."""

_NO_MOVE = _SUPPOSING | {Want.CHECK, Want.CONFIRM}
"""What a question about a digit of the cell that we told of is taken for."""

_WITHOUT_PUZZLE = frozenset({Want.STOP, Want.HELP, Want.THANKS, Want.NEW})
_OPEN_TO_CHANGES = CHANGING | REVEALING | {Want.HINT, Want.CHECK, Want.UNCLEAR}
"""Wishes beside which a digit of a cell changes the puzzle."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """The puzzles of the reply that a letter answers, and what is wanted of them."""

    findings: Findings
    wish: Wish


@dataclass(frozen=True, slots=True)
class _Change:
    """The puzzles as the digits change them that are told, and the gist of the letter.

    Where nothing of a puzzle is asked, there are none.
    """

    findings: Findings
    gist: Gist


def continue_thread(
    letter: Letter, words: Words, kept: Kept = NOTHING_KEPT
) -> Conversation | None:
    """Go on with the puzzles that a letter quotes from a reply of ours.

    Args:
        letter: the letter.
        words: what was written now.
        kept: the puzzles of the reply that it answers, for a letter that quotes none.

    Returns:
        None if no puzzle is known, or if the letter brings something new to read.
    """
    text = quoting_text(letter)
    puzzles = quoted_puzzles(text)
    if not puzzles or any(puzzle.marker.edited for puzzle in puzzles):
        puzzles = carried_puzzles(letter) or puzzles or kept_puzzles(kept)
    if not puzzles or parse_all(newest_words(text or words.newest)):
        return None
    turns = [open_turn(puzzle) for puzzle in puzzles]
    one = spoken_of(turns, words)
    if one is None:
        return _continued(letter, words, text, turns, None)
    words = with_cells_of_line(without_number(words, turns), turns[one])
    other, turns[one], done = with_moves(words, turns[one])
    words, taken = other, other != words
    plain = _continued(letter, words, text, turns, one)
    other, after, entered = with_entered(words, turns[one])
    if entered:
        changed = [after if n == one else turn for n, turn in enumerate(turns)]
        asked = _continued(letter, other, text, changed, one)
        lost = plain is not None and loses_entries(plain.wish, entered, words)
        if asked and (taken or lost or asks_beside_entries(asked.wish)):
            return _beside(
                asked, changed, one, (*done, Request(Act.MOVES, cells=entered))
            )
    return _beside(plain, turns, one, done) if plain and done else plain


def _beside(
    asked: Conversation,
    turns: Sequence[Turn],
    one: int,
    changes: Sequence[Request],
) -> Conversation:
    """What else is asked for, behind the changes of a puzzle."""
    findings = asked.findings
    if not findings.puzzles:
        findings = Findings(tuple(turn.puzzle for turn in turns))
    return Conversation(findings, beside_changes(asked.wish, one, changes))


def _continued(
    letter: Letter, words: Words, text: str, turns: Sequence[Turn], one: int | None
) -> Conversation | None:
    """What a letter asks for, and changes, of the puzzles of its thread.

    Args:
        letter: the letter.
        words: what was written now.
        text: what stands in it, with what it quotes.
        turns: the puzzles.
        one: the place of the only one that the letter speaks of.
    """
    words, change = _answer_there(turns, one, words, text)
    told = change.gist.want in CHANGING and change.gist.cells
    edited = any(t.is_edited and not t.marker.edited for t in turns)
    if any(map(is_news, letter.parts)) and not (edited or told):
        return None  # a new picture says more than words beside it
    about = Findings(tuple(turn.puzzle for turn in turns))
    again = asked_again(words, turns[one]) if one is not None else ()
    if again:
        wish = in_form(words, Wish(again))
        return _carried_out(Conversation(about, wish), turns, one, words)
    wish = with_requests(change.gist, words, _meant(turns).situation, about)
    meant = _meant(turns) if one is None else turns[one]
    wish = replace(wish, again=meant.marker.state.again)
    findings = change.findings
    if wish.want is Want.UNCLEAR and one is not None and turns[1:]:
        wish, findings = same_of(turns, one, wish), about
    asked = {request.act for request in wish.requests} - _WITHOUT_PUZZLE
    if asked or wish.want is Want.NEW:
        findings = findings if findings.puzzles else about  # harder than this one
    return _carried_out(Conversation(findings, wish), turns, one, words)


def _carried_out(
    asked: Conversation, turns: Sequence[Turn], one: int | None, words: Words
) -> Conversation:
    """What is asked for, with what was said before, and with what is taken back.

    Args:
        asked: what the letter asks for by itself.
        turns: the puzzles of the thread.
        one: the place of the only one that the letter speaks of.
        words: what was written now.
    """
    findings, wish = asked.findings, asked.wish
    if one is not None:
        placed = in_focus(wish.requests, turns[one], words)
        wish = replace(wish, requests=of_one(placed, one if turns[1:] else None))
    wish = with_what_lasts(wish, words, _meant(turns).marker.state)
    if not (findings.puzzles or wish.requests[0].act in _WITHOUT_PUZZLE):
        findings = Findings(tuple(turn.puzzle for turn in turns))
    if wish.requests[0].act in FINER:
        back = [t.changed_back(n, wish.requests) for n, t in enumerate(turns)]
        if wish.requests[0].act is Act.UNDO and back == turns:  # nothing to take back
            left = tuple(r for r in wish.requests if r.act is not Act.UNDO)
            wish = replace(wish, requests=left or (Request(Act.UNCLEAR),))
        findings = Findings(tuple(t.puzzle for t in back))
    if len(findings.puzzles) == len(turns):
        before, requests = explained_each(turns, findings.puzzles, wish, words)
        once = tuple(dict.fromkeys(requests))
        findings, wish = Findings(before), replace(wish, requests=once)
    return Conversation(findings, wish)


def _answer_there(
    turns: Sequence[Turn], one: int | None, words: Words, text: str
) -> tuple[Words, _Change]:
    """The words with the cell that "there" means, and what is wanted by them."""
    supposed, corners = dict[int, int](), frozenset[int]()
    if one is not None:
        words, corners = in_the_house(words, turns[one])
        words, supposed = with_place(words, turns[one])
    change = _answer(turns, one, words, text)
    before, after = tuple(t.puzzle for t in turns), change.findings.puzzles
    known = one is not None and len(after) == len(before)
    own = _is_put(words) and _meant(turns).situation is Situation.HINTED
    back = (
        asked_back(before[one or 0], after[one or 0], corners, own) if known else None
    )
    change = _Change(Findings(before), back) if back else change
    want = change.gist.want
    guessed = want is Want.MOVES and not _is_put(words)
    if supposed and (want in _NO_MOVE or guessed):
        change = _judged(turns, supposed)  # it goes there, doesn't it?
    return words, change


def _is_put(words: Words) -> bool:
    """Whether somebody says that a digit is written down."""
    said = parse(words.spoken, words.language).sentences
    return any("put" in one.concepts for one in said)


def _answer(turns: Sequence[Turn], one: int | None, words: Words, text: str) -> _Change:
    """What the words change, and what is wanted now."""
    turn = _meant(turns) if one is None else turns[one]
    about = turns if one is None else [turn]
    below = answered_below(turn, words, text)
    said = asserted_by(about, turn, words, below)
    want, likely = _wanted(words, turn, said)
    asked = turn.situation is Situation.ASKED  # a question settles no doubt
    supposed = {} if asked else claimed_by_others(turn, words, said)
    if want in _ASKING | _SUPPOSING and not said.digits and not asked:
        claims, supposed = asked_about(about, turn, words, below, said)
        said = claims if want in _ASKING else said
        judged = likely.get("moves", 0.0) + likely.get("check", 0.0) >= _JUDGED
        judged |= asks_if_right(words)
        if want is Want.CORRECT and judged and not supposed:
            supposed = claims.digits  # a 9, is that right?
        if not (said.digits or supposed) and asks_if_right(words):
            supposed = digit_told(parse(words.spoken, words.language), turn.shape)
    if want in CHANGING and _held(turn, said):
        supposed = said.digits
    changes = bool(said.digits) and want in CHANGING and not supposed
    told = None if asked or changes else _told(turn, words, said)
    claimed = {told.cell: told.digit} if told else said.digits if changes else {}
    printed = {cell for cell in claimed if turn.puzzle.grid.givens[cell]}
    settled = asked or supposed or not printed
    if not settled and only_asks_of(words, printed, turn.shape):
        told, supposed = None, claimed  # a question changes no printed digit
    if told:
        want, said = Want(told.act), Asserted({told.cell: told.digit})
    elif supposed:
        return _judged(turns, supposed)
    return _met(turns, turn, words, said, want, likely)


def _held(turn: Turn, said: Asserted) -> bool:
    """Whether somebody speaks of digits that they have entered before."""
    entries, told = turn.puzzle.grid.entries, turn.puzzle.told
    held = (entries[c] == d != 0 and c not in told for c, d in said.digits.items())
    return bool(said.digits) and all(held)


def _told(turn: Turn, words: Words, said: Asserted) -> Told | None:
    """A digit that is told of an empty cell, or one that the printed one should be."""
    grid = turn.puzzle.grid
    standing = Standing(turn.situation, grid.shape, 1)
    told = told_digit(parse(words.spoken, words.language), standing, said.digits)
    moved = told is not None and told.act is Act.MOVES
    return told if told and bool(grid.givens[told.cell]) != moved else None


def _met(
    turns: Sequence[Turn],
    turn: Turn,
    words: Words,
    said: Asserted,
    want: Want,
    likely: Mapping[str, float],
) -> _Change:
    """The puzzles as they are changed by what is said, and the gist."""
    gist = Gist(want)
    if want in _WITHOUT_PUZZLE and not _is_edit(turns, want):
        return _Change(Findings(), gist)
    if said.unread and (want in CHANGING or (said.digits and want in _OPEN_TO_CHANGES)):
        gist = _not_understood(gist, said, turn)
    elif said.digits and want in _OPEN_TO_CHANGES:
        turns, gist = _with_digits(turns, turn, gist, words, said, likely)
    elif want in CHANGING | {Want.UNCLEAR, Want.THANKS}:
        turns, gist = _without_digits(turns, turn, gist, words, said)
    elif words.command is Want.SOLUTION:
        turns = [t.settled() for t in turns]
    elif want is Want.WHY:
        turns, gist = explained(turns, turn, gist, said, brief=words.brief)
    gist = about(_unless_refused(gist, words), said, turn.puzzle.grid.shape)
    return _Change(Findings(tuple(t.puzzle for t in turns)), gist)


def _judged(turns: Sequence[Turn], supposed: Mapping[int, int]) -> _Change:
    """Digits that are only asked about are judged, and entered nowhere."""
    gist = Gist(Want.CHECK, supposed=tuple(supposed.items()))
    return _Change(Findings(tuple(t.puzzle for t in turns)), gist)


def _wanted(
    words: Words, turn: Turn, said: Asserted
) -> tuple[Want, Mapping[str, float]]:
    """What is wanted, and how likely each wish is."""
    asked = turn.situation is Situation.ASKED
    if asked and not said.digits and agrees(words.spoken, words.language):
        return Want.CONFIRM, {Want.CONFIRM.value: 1.0}
    want, likely = want_of(words, turn.situation, said)
    asks = is_question(words.newest, lexicon_of(words.language))
    if want is Want.CELL and said.digits and not (said.unread or asks):
        return Want.CORRECT, likely  # there is a 4 in r1c1
    if asked and want is Want.THANKS and tells_of_other_digits(turn, words):
        return Want.UNCLEAR, likely  # a number alone is no thanks
    unsure = want is Want.UNCLEAR and asks
    why = (want is Want.CELL or unsure) and is_about_the_hint(turn, said)
    if want in (Want.CORRECT, Want.MOVES) and asks:
        why = asks_why(turn, words, said)  # how did you know that r5c3 must be a 3?
    if why:
        return Want.WHY, likely
    if want not in _WITHOUT_PUZZLE and wants_the_end(turn, words):
        return Want.WHY, likely
    return want, likely


def _unless_refused(gist: Gist, words: Words) -> Gist:
    """The gist, with a hint beside a change of the puzzle where the end is refused."""
    if gist.then is Want.SOLUTION and refuses_the_end(words):
        return replace(gist, then=Want.HINT)
    return gist


def _not_understood(gist: Gist, said: Asserted, turn: Turn) -> Gist:
    """The gist where nothing is changed, with what is missing and of which cell.

    Where no cell is named, that is the cell that we asked about.
    """
    named = [p.cells(turn.puzzle.grid.shape) for p in said.named if p.is_cell]
    cells = {cells[0] for cells in named if cells} or turn.question.doubts
    return replace(gist, want=Want.UNCLEAR, cells=tuple(cells), missing=said.unread)


def _is_edit(turns: Sequence[Turn], want: Want) -> bool:
    """Whether the person edited the quoted grid and wrote no wish beside it."""
    return want is Want.THANKS and any(turn.is_edited for turn in turns)


def _with_digits(
    turns: Sequence[Turn],
    turn: Turn,
    gist: Gist,
    words: Words,
    said: Asserted,
    likely: Mapping[str, float],
) -> tuple[Sequence[Turn], Gist]:
    """The puzzle as changed, and what is wanted of it.

    Nothing is corrected by a digit that stands there already, unless it is that of
    the last hint, or of the last change: it is in now.
    """
    after = changed(turn, said, gist.want)
    gist = gist_after(gist, turn, words, said, likely)
    known = {*turn.hinted, *(cell for cell, _ in turn.puzzle.undo)}
    again = said.digits.keys() <= known
    unchanged = gist.want is Want.CORRECT and after is turn and not again
    if unchanged or is_a_guess(turn, words, said, after):
        said = replace(said, unread=frozenset({Missing.DIGIT}))
        return turns, _not_understood(gist, said, turn)
    return [after if t is turn else t for t in turns], gist


def _without_digits(
    turns: Sequence[Turn], turn: Turn, gist: Gist, words: Words, said: Asserted
) -> tuple[Sequence[Turn], Gist]:
    """What is meant by a change that names no digit: "yes", or the grid was edited."""
    if gist.want is Want.CONFIRM and is_plain_yes(turn, words):
        then = wished(turn)
        return [t.settled() for t in turns], replace(gist, then=then)
    if any(t.is_edited for t in turns):
        gist = replace(gist, cells=turn.changed_cells)
        if turn.own:
            return turns, replace(gist, want=Want.MOVES)
        return turns, replace(gist, want=Want.CORRECT, then=wished(turn))
    none = gist.want is Want.CONFIRM and chooses_none(turn, words)
    asked = turn.situation is Situation.ASKED
    if none or (asked and tells_of_other_digits(turn, words)):
        said = replace(said, unread=said.unread | {Missing.DIGIT})
    return turns, _not_understood(gist, said, turn)


def _meant(turns: Sequence[Turn]) -> Turn:
    """The puzzle that is meant: the first without an answer yet, else the first."""
    return next((turn for turn in turns if not turn.is_answered), turns[0])
