"""The second step: reads a letter and writes what the reply says.

Runs in a child, which a hostile letter may take over: so it is told little (`Brief`),
and what it answers names nobody.

1. mail.message.letter parses the bytes;
2. a letter whose parts show that a machine wrote it gets silence;
3. talk goes on with the puzzles of a reply of ours that the letter quotes; else
4. findings reads the puzzles, and talk tells what the person wants of them;
5. a letter whose words are those of an automatic reply gets silence;
6. fresh makes a puzzle for who asks for a new one;
7. compose writes the reply;
8. repetition tells whether the ledger knows the letter again that a machine may send,
   and on what of the letter the reply rests.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from msgspec.structs import replace as replaced

from mailbot.compose import Context, compose
from mailbot.mail.message import letter as letters
from mailbot.mail.message.identity import is_own_id, state_in
from mailbot.marker import WITHOUT_PUZZLE, State, asked_in_vain
from mailbot.model import (
    Act,
    Content,
    Findings,
    Kind,
    Letter,
    Note,
    NoteKind,
    Request,
    Silence,
    Wish,
)
from mailbot.model.requests import REVEALING
from mailbot.options import Brief
from mailbot.policy.machines import why_report
from mailbot.respond.budget import is_within
from mailbot.respond.findings import read_letter
from mailbot.respond.fresh import with_new
from mailbot.respond.merging import with_earlier
from mailbot.respond.repetition import brought_by, grounds_of
from mailbot.stopwatch import Stopwatch
from mailbot.talk import Conversation, Words, begin, continue_thread, listen
from mailbot.talk.thread.quoted import (
    carried_puzzles,
    kept_puzzles,
    quoted_puzzles,
    quoting_text,
)
from mailbot.talk.wishes.automatic import digest_of, why_automatic
from mailbot.text.dictated import without_dictation
from mailbot.text.lack import lacks_blanks, looks_like_a_grid, names_a_picture

_MODEST = frozenset({Act.HINT, Act.WHERE, Act.CHECK, Act.CELL, Act.PART, Act.MOVES})
"""What a first letter may ask for below a forward, where it may be somebody else's."""

_NOT_BELOW = frozenset({Act.STOP, Act.NEW, Act.THANKS, Act.UNCLEAR, Act.DISPUTE})
"""What is not heard below a signature: footers sound like it."""

_OF_A_PUZZLE = frozenset({*REVEALING, *_MODEST, Act.UNCLEAR, Act.RATING})
"""What is asked for of a puzzle: where none came, its picture may be lost."""


def read(rfc822: bytes, brief: Brief) -> Content | Silence:
    """Read a letter whose headers were admitted, and write what its reply says.

    Raises:
        BadLetter: the letter cannot be taken apart.
        MissingTool: there is a picture, and what reads pictures is not installed.
    """
    with Stopwatch("parse") as watch:
        answer = _answer(rfc822, brief)
    if brief.timed and isinstance(answer, Content):
        return replaced(answer, seconds=dict(watch.seconds))
    return answer


def _answer(rfc822: bytes, brief: Brief) -> Content | Silence:
    letter = letters.parse(rfc822)
    report = why_report(letter.silent, (part.filename for part in letter.parts))
    if report:
        return Silence(report)
    words = _listen(letter, brief)
    wish, findings = _understand(letter, words, brief)
    about_one = bool(findings.puzzles)
    why = why_automatic(letter, words, wish, brief.suspect, found=about_one)
    if why:
        return Silence(why, wish.want)
    if wish.want is Act.THANKS and not findings.puzzles:
        return Silence("it says thanks and asks for nothing", wish.want)
    brought = brought_by(words, wish, findings)
    grounds = grounds_of(letter, words, findings)
    # The puzzle changes from one step to the next: the same words are the same letter.
    about = Findings() if wish.want is Act.HINT else findings
    wish, findings = with_new(wish, findings, sha256(rfc822).hexdigest())
    context = Context(brief.address, proven=brief.proven, letter_bytes=len(rfc822))
    content, wish = _within_budget(letter, wish, findings, context)
    content = replaced(content, grounds=grounds, start=words.start)
    if not brought.goes_on:
        said = digest_of(letter, words, about)
        content = replaced(content, said=said, twice=brought.may_come_twice)
    if content.no_puzzle or content.kind is Kind.NEW:
        context = replaced(context, last=True)
        last = compose(letter, wish, findings, context)
        content = replaced(content, last_text=last.text, last_html=last.html)
    return content


def _within_budget(
    letter: Letter, wish: Wish, findings: Findings, context: Context
) -> tuple[Content, Wish]:
    """The reply, or the most telling one of the more modest that keeps to the budget.

    The budget is that of what was asked for, whatever is answered instead.
    """
    content, answered = compose(letter, wish, findings, context), wish
    for modest in (Act.WHERE, Act.UNCLEAR):
        if is_within(content, wish, findings):
            break
        answered = replace(wish, requests=(Request(modest),))
        content = compose(letter, answered, findings, context)
    return content, answered


def _listen(letter: Letter, brief: Brief) -> Words:
    """What is written in a letter now; its language is that which the operator set.

    The words of a puzzle that is dictated in it are no words to us.
    """
    heard = replace(letter, text=without_dictation(letter.text))
    words = listen(heard, brief.addresses)
    if brief.language != "auto":
        words = replace(words, language=brief.language)
    return words


def _understand(letter: Letter, words: Words, brief: Brief) -> tuple[Wish, Findings]:
    """What the person wants, and the puzzles that it is about."""
    thread = continue_thread(letter, words, brief.kept)
    if thread:
        asked = _asked_below(letter, words, brief) if not words.spoken else None
        thread = asked or thread
        return thread.wish, thread.findings
    if words.start:  # said to undo a stop
        words = replace(words, command=Act.HELP)
    if words.command is Act.STOP:
        return begin(words, Findings()).wish, Findings()
    findings = read_letter(letter, brief.reading, words.variant)
    before = (*letter.envelope.in_reply_to, *letter.envelope.references)
    ours = [name for name in before if is_own_id(name, brief.addresses)]
    earlier = _earlier(letter, brief) if ours else ()
    findings = replace(findings, puzzles=with_earlier(findings.puzzles, earlier))
    if not findings.puzzles and not findings.notes:
        findings = Findings(notes=_lost(letter, ours))
    near = (state_in(name) for name in ours if name in letter.envelope.in_reply_to)
    asked_before = next(filter(None, map(asked_in_vain, near)), None)
    first = begin(words, findings, asked_before)
    if words.below and first.wish.want in REVEALING:
        below = begin(words.below, findings)
        first = below if below.wish.want in _MODEST else first
    unread = not (findings.puzzles or ours) and (
        findings.notes or looks_like_a_grid(letter.text)
    )
    if unread and first.wish.want is Act.THANKS:
        # "Thank you!" is said in advance: silence would be all that they get.
        solve = (Request(Act.SOLUTION),)
        return replace(first.wish, requests=solve), first.findings
    is_bare = not (findings.puzzles or findings.notes or letter.parts)
    if is_bare and first.wish.want in _OF_A_PUZZLE and names_a_picture(letter.text):
        return first.wish, Findings(notes=(Note(NoteKind.NO_PICTURE),))
    return first.wish, first.findings


def _asked_below(letter: Letter, words: Words, brief: Brief) -> Conversation | None:
    """What is asked for below the quoted reply and a signature; None if nothing is."""
    asked = words.below and continue_thread(letter, words.below, brief.kept)
    return asked if asked and asked.wish.want not in _NOT_BELOW else None


def _earlier(letter: Letter, brief: Brief) -> list[State]:
    """The puzzles of the reply of ours that a letter answers."""
    quoted = quoted_puzzles(quoting_text(letter))
    found = quoted or carried_puzzles(letter) or kept_puzzles(brief.kept)
    return [one.marker.state for one in found if not one.marker.edited]


def _lost(letter: Letter, ours: Sequence[str]) -> tuple[Note, ...]:
    """What a letter without any puzzle has lost on its way.

    It quotes none, so one of `ours`, the replies that it answers, held it.
    """
    if not all(state_in(name).startswith(WITHOUT_PUZZLE) for name in ours):
        return (Note(NoteKind.UNQUOTED),)
    return (Note(NoteKind.NO_BLANKS),) if lacks_blanks(letter.text) else ()
