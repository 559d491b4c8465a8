"""Both steps of the middle in one process: bytes in, an outcome out."""

from mailbot.errors import SenderFault
from mailbot.model import Outcome, Quarantine, RawMail
from mailbot.options import RespondOptions
from mailbot.respond.admission import Admission, admit, assemble, brief_of
from mailbot.respond.reader import read


def respond(raw: RawMail, options: RespondOptions) -> Outcome:
    """Decide what a letter gets.

    Raises:
        MissingTool: there is a picture, and what reads pictures is not installed.
    """
    admission = admit(raw, options)
    if not isinstance(admission, Admission):
        return admission
    try:
        answer = read(raw.rfc822, brief_of(admission, options))
    except SenderFault as fault:
        return Quarantine(str(fault))
    return assemble(admission, answer)
