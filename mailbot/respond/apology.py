"""The reply to a letter that could not be read, for example within its time.

It is composed from the headers alone, so that what made the reader fail is not met
again; it needs no child.
"""

from hashlib import sha256

from msgspec.structs import replace

from mailbot.compose import Context, compose
from mailbot.language.detection import language_of
from mailbot.model import Findings, Ignore, Note, NoteKind, Outcome, RawMail, Wish
from mailbot.options import RespondOptions
from mailbot.respond.admission import Admission, admit, assemble


def apologise(raw: RawMail, options: RespondOptions) -> Outcome:
    """The apology for a letter, if its sender may be answered.

    For a letter that was too large to be fetched (`raw` is not whole) only a proven
    sender gets one. The Message-ID differs from that of a reply to what is in it.
    """
    admission = admit(raw, options)
    if not isinstance(admission, Admission):
        return admission
    if not (raw.whole or admission.found.claim.proven):
        return Ignore("too large, and the sender is not proven")
    letter = admission.letter
    note = NoteKind.UNREADABLE if raw.whole else NoteKind.TOO_LARGE
    findings = Findings(notes=(Note(note),))
    language = options.language
    if language == "auto":
        language = language_of(letter, letter.envelope.subject, "")
    context = Context(
        options.address,
        proven=admission.found.claim.proven,
        letter_bytes=len(raw.rfc822),
    )
    content = compose(letter, Wish(language=language), findings, context)
    digest = sha256(b"apology " + raw.rfc822).hexdigest()
    return assemble(replace(admission, digest=digest), content)
