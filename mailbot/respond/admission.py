"""The first step: decides by the headers of a letter alone, and joins the reply.

Rule 1: nothing here opens a body. Only header lines are read, of which there are at
        most `headers.MAX_HEAD` bytes, in time linear in their length.
Rule 2: what the reader answered goes into the text, the page and the pictures of the
        reply. Recipient, claim, subject and ids come from the admission.
"""

from dataclasses import replace
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace as replaced

from mailbot.errors import SenderFault, TooCostly
from mailbot.mail.message import letter as letters
from mailbot.mail.message.identity import picture_id, reply_id
from mailbot.model import (
    NOTHING_KEPT,
    Accept,
    Act,
    Content,
    Decision,
    Grounds,
    Ignore,
    Kept,
    Kind,
    Letter,
    Outcome,
    Quarantine,
    RawMail,
    Reply,
    Respond,
    Silence,
)
from mailbot.options import Brief, RespondOptions
from mailbot.policy import decide, without_puzzle
from mailbot.respond.returned import check

_UNSAID = "no puzzle and no command, and the sender is not vouched for"
_NOT_TO_US = "asks for silence, in a letter to somebody else"
_UNPROVEN_STOP = "asks for silence unproven: unproven letters get none from now on"


class Admission(Struct, frozen=True):
    """A letter that may be answered, and what its headers decide of the reply.

    `found` holds for a letter with a puzzle, `empty` for one without. `digest` is the
    SHA-256 of the letter in hex, from which the Message-ID is made, and `size` its
    length in bytes. `letter` holds headers only.
    """

    letter: Letter
    found: Accept
    empty: Decision
    digest: str
    size: int
    address: str


def admit(raw: RawMail, options: RespondOptions) -> Admission | Ignore | Quarantine:
    """Decide by its headers whether a letter may be answered."""
    try:
        letter = letters.parse_head(raw.rfc822)
    except SenderFault as fault:
        return Quarantine(str(fault))
    found = decide(letter, options.policy)
    if not isinstance(found, Accept):
        return found
    empty = without_puzzle(found, options.policy)
    digest = sha256(raw.rfc822).hexdigest()
    return Admission(letter, found, empty, digest, len(raw.rfc822), options.address)


def brief_of(
    admission: Admission, options: RespondOptions, kept: Kept = NOTHING_KEPT
) -> Brief:
    """What the reader of a letter is told.

    Args:
        admission: the letter, as its headers admitted it.
        options: what the operator decided.
        kept: the puzzles of the reply that the letter answers.
    """
    return Brief(
        address=options.address,
        addresses=options.policy.addresses,
        proven=admission.found.claim.proven,
        suspect=admission.found.suspect,
        kept=kept,
        language=options.language,
        reading=options.reading,
        timed=options.timed,
    )


def assemble(admission: Admission, answer: Content | Silence) -> Outcome:
    """Join what the reader answered with what the headers decided.

    If there is no puzzle, or a new one, there may be a second form of the reply, which
    says that it is the last such reply today; the ledger chooses.

    Raises:
        TooCostly: the reader answered what our code never writes, or an unproven sender
            with more than they may get.
    """
    # Loaded late: whoever only reads a FILE needs no words of replies.
    from mailbot.compose.words import reply_subject

    if isinstance(answer, Silence):
        return Ignore(answer.why, answer.want)
    check(answer)
    if not admission.found.claim.proven:
        _check_unproven(admission, answer)
    decision = _decision(admission, answer)
    if not isinstance(decision, Accept):
        return decision
    claim = replace(
        decision.claim,
        no_puzzle=answer.no_puzzle,
        new=answer.kind is Kind.NEW,
        said=answer.said,
        twice=answer.twice,
        start=answer.start and decision.claim.proven and admission.found.addressed,
    )
    if answer.kind is Kind.STOPPED:
        if not admission.found.addressed:
            return Ignore(_NOT_TO_US, Act.STOP)
        if not claim.proven:
            return Ignore(_UNPROVEN_STOP, Act.STOP, claim.recipient)
        claim = replace(claim, stop=True)
    envelope = admission.letter.envelope
    reply = Reply(
        to=decision.to,
        subject=reply_subject(
            envelope.subject, answer.language, proven=decision.claim.proven
        ),
        in_reply_to=envelope.message_id,
        references=envelope.references or envelope.in_reply_to[:1],
        message_id=reply_id(admission.digest, admission.address, answer.state),
        text=answer.text,
        html=answer.html,
        images=tuple(
            replace(picture, cid=picture_id(place, admission.address))
            for place, picture in enumerate(answer.pictures, 1)
        ),
        language=answer.language,
        sheet=answer.sheet,
    )
    last = None
    if answer.last_text:
        last = replace(reply, text=answer.last_text, html=answer.last_html)
    return Respond(
        reply,
        claim,
        answer.kind,
        last=last,
        kept=Kept(answer.carried, bool(answer.solutions)),
        solutions=answer.solutions,
        want=answer.want,
        told=answer.told,
        answers=answer.answers,
        seconds=dict[str, float](answer.seconds.items()),
    )


def _decision(admission: Admission, answer: Content) -> Decision:
    """Whether a letter is answered, by what of it the reply rests on."""
    found, grounds = admission.found, answer.grounds
    if found.suppressed and grounds not in (Grounds.PUZZLE, Grounds.PICTURE):
        return Ignore(found.suppressed, answer.want)
    if answer.no_puzzle and isinstance(admission.empty, Accept):
        return admission.empty
    if not found.claim.proven:
        # A wish for silence is noted, and never answered.
        stops = answer.kind is Kind.STOPPED
        if grounds in (Grounds.PUZZLE, Grounds.COMMAND) or stops:
            return found
        return Ignore(_UNSAID, answer.want)
    return admission.empty if answer.no_puzzle else found


def _check_unproven(admission: Admission, answer: Content) -> None:
    """Hold the reader to the limits of a reply to somebody who may be forged."""
    from mailbot.compose.entry import most_bytes, unproven_limit

    last = replaced(answer, text=answer.last_text, html=answer.last_html)
    most = unproven_limit(admission.size)
    if (
        answer.pictures
        or answer.sheet
        or max(most_bytes(answer), most_bytes(last)) > most
    ):
        raise TooCostly("broke its process: it says too much to an unproven sender")
