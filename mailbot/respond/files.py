"""Reads a FILE as a letter is read, for `mailbot read`; nothing is answered."""

from mailbot.mail.message.loose import letter_of
from mailbot.marker import MARK
from mailbot.model import Findings
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter


def read(data: bytes, name: str, options: ReadingOptions) -> Findings:
    """What the bytes of a FILE of that name hold.

    Raises:
        MissingTool: there is a picture, and what reads pictures is not installed.
    """
    letter = letter_of(data, name)
    if MARK not in letter.text + letter.html:
        return read_letter(letter, options)
    # Loaded late: most FILEs quote no reply of ours.
    from mailbot.talk import continue_thread, listen

    thread = continue_thread(letter, listen(letter))
    return thread.findings if thread else read_letter(letter, options)
