"""The reply to a letter that could not be read, for example within its time.

It is composed from the headers alone, so that what made the reader fail is not met
again; it needs no child.
"""

from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from mailbot.compose import Context, compose
from mailbot.language.detection import language_of
from mailbot.model import (
    Findings,
    Letter,
    Note,
    NoteKind,
    Outcome,
    RawMail,
    Wish,
)
from mailbot.options import RespondOptions
from mailbot.respond.admission import Admission, admit, assemble


def apologise(raw: RawMail, options: RespondOptions, now: datetime) -> Outcome:
    """The apology for a letter, if its sender may be answered.

    The Message-ID differs from that of a reply that answers the letter.
    """
    admission = admit(raw, options, now)
    if not isinstance(admission, Admission):
        return admission
    letter = admission.letter
    findings = Findings(notes=(Note(NoteKind.UNREADABLE),))
    wish = Wish(language=_language(letter, options.language))
    context = Context(
        options.address,
        proven=admission.found.claim.proven,
        letter_bytes=len(raw.rfc822),
        options=options.compose,
    )
    content = compose(letter, wish, findings, context)
    digest = sha256(b"apology " + raw.rfc822).hexdigest()
    return assemble(replace(admission, digest=digest), content)


def _language(letter: Letter, wanted: str) -> str:
    if wanted != "auto":
        return wanted
    return language_of(letter, letter.envelope.subject, "")
