"""Reads a FILE as a letter is read, for `mailbot read`; nothing is answered."""

from mailbot.mail.message.loose import letter_of
from mailbot.model import Findings
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import continue_thread, listen


def read(data: bytes, name: str, options: ReadingOptions) -> Findings:
    """What the bytes of a FILE of that name hold.

    Raises:
        MissingTool: there is a picture, and what reads pictures is not installed.
    """
    letter = letter_of(data, name)
    thread = continue_thread(letter, listen(letter))
    return thread.findings if thread else read_letter(letter, options)
