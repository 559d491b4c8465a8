"""What the person wants."""

from mailbot.model import Letter, Want, Wish


def read(letter: Letter) -> Wish:
    """The wish in a letter."""
    subject = letter.envelope.subject.lower()
    for want in Want:
        if want.value in subject.split():
            return Wish(want, explicit=True)
    return Wish()
