"""Decides what a letter gets: bytes in, an Outcome out.

No network, no database, no clock, no environment: the same bytes at the same time give
the same outcome. All of it runs in a child process (`pool`), parsing included.

The steps of `respond`, in order:

1. mail.message.letter parses the bytes; what is no letter is quarantined;
2. policy decides by the headers whether the letter is answered, and to which address;
3. talk goes on with the puzzles of a reply of ours that the letter quotes; else
4. findings reads the puzzles: text for what was typed, eye for pictures; merging drops
   what stands in the letter twice; and talk tells what the person wants of them;
5. policy decides again if there is no puzzle;
6. compose writes the reply.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from mailbot.compose import Context, compose
from mailbot.errors import SenderFault
from mailbot.language.detection import language_of
from mailbot.mail.message import letter as letters
from mailbot.mail.message.identity import is_own_id, reply_id
from mailbot.model import (
    Accept,
    Findings,
    Ignore,
    Letter,
    Note,
    NoteKind,
    Outcome,
    Quarantine,
    RawMail,
    Respond,
    Want,
    Wish,
)
from mailbot.options import RespondOptions
from mailbot.policy import decide
from mailbot.respond.findings import read_letter
from mailbot.talk import continue_thread, listen, wish_for


def respond(raw: RawMail, options: RespondOptions, now: datetime) -> Outcome:
    """Decide what a letter gets.

    Args:
        raw: the letter.
        options: the settings that matter here.
        now: the time of the decision (aware).

    Raises:
        MissingTool: there is a picture, and what reads pictures is not installed.
    """
    started = options.clock() if options.clock else 0.0
    try:
        letter = letters.parse(raw.rfc822)
    except SenderFault as fault:
        return Quarantine(str(fault))
    decision = decide(letter, options.policy, now, found=True)
    if not isinstance(decision, Accept):
        return decision
    wish, findings = _understand(letter, options)
    if wish.want is Want.THANKS and not findings.puzzles:
        return Ignore("it says thanks and asks for nothing", wish.want)
    if not findings.puzzles and wish.want is not Want.STOP:
        decision = decide(letter, options.policy, now, found=False)
        if not isinstance(decision, Accept):
            return decision
    seconds = options.clock() - started if options.clock else None
    return _written(_Answer(letter, wish, findings, decision, seconds), raw, options)


def _understand(letter: Letter, options: RespondOptions) -> tuple[Wish, Findings]:
    """What the person wants, and the puzzles that it is about."""
    words = listen(letter, options.policy.addresses)
    if options.language != "auto":
        words = replace(words, language=options.language)
    thread = continue_thread(letter, words)
    if thread:
        return thread.wish, thread.findings
    if words.command is Want.STOP:
        return wish_for(words, Findings()), Findings()
    findings = read_letter(letter, options.reading, words.variant)
    if not findings.puzzles and not findings.notes and _answers_us(letter, options):
        findings = Findings(notes=(Note(NoteKind.UNQUOTED),))
    return wish_for(words, findings), findings


def _answers_us(letter: Letter, options: RespondOptions) -> bool:
    """Whether a letter is an answer to a reply of ours."""
    earlier = (*letter.envelope.in_reply_to, *letter.envelope.references)
    return any(is_own_id(name, options.policy.addresses) for name in earlier)


def apologise(raw: RawMail, options: RespondOptions, now: datetime) -> Outcome:
    """The reply to a letter that could not be read, for example within its time.

    Only the headers are read, so that what made `respond` fail is not met again. The
    Message-ID differs from that of a reply by `respond`.
    """
    head = raw.rfc822.partition(b"\r\n\r\n")[0].partition(b"\n\n")[0]
    try:
        letter = letters.parse(head + b"\r\n\r\n")
    except SenderFault as fault:
        return Ignore(str(fault))
    decision = decide(letter, options.policy, now, found=False)
    if not isinstance(decision, Accept):
        return decision
    findings = Findings(notes=(Note(NoteKind.UNREADABLE),))
    wish = Wish(language=_language(letter, options))
    answer = _Answer(letter, wish, findings, decision)
    return _written(answer, replace(raw, rfc822=b"apology " + raw.rfc822), options)


@dataclass(frozen=True, slots=True)
class _Answer:
    """All that a reply is composed from."""

    letter: Letter
    wish: Wish
    findings: Findings
    decision: Accept
    seconds: float | None = None


def _written(answer: _Answer, raw: RawMail, options: RespondOptions) -> Respond:
    """Compose the reply.

    If no puzzle was found, a second form is composed, which says that it is the last
    such reply today; the ledger chooses.
    """
    context = Context(
        to=answer.decision.to,
        address=options.address,
        proven=answer.decision.claim.proven,
        letter_bytes=len(raw.rfc822),
        message_id=reply_id(sha256(raw.rfc822).hexdigest(), options.address),
        seconds=answer.seconds,
        options=options.compose,
    )
    parts = (answer.letter, answer.wish, answer.findings)
    composed = compose(*parts, context)
    stop, empty = answer.wish.want is Want.STOP, not answer.findings.puzzles
    last = compose(*parts, replace(context, last_no_puzzle=True)) if empty else None
    return Respond(
        composed.reply,
        replace(answer.decision.claim, no_puzzle=empty and not stop, stop=stop),
        composed.kind,
        last=last.reply if last else None,
        solutions=composed.solutions,
        want=answer.wish.want,
        told=composed.told,
    )


def _language(letter: Letter, options: RespondOptions) -> str:
    """The language of a reply to a letter of which only the headers were read."""
    if options.language != "auto":
        return options.language
    return language_of(letter, letter.envelope.subject, "")
