"""What can go wrong, by whose fault it is and whether trying again helps.

MailbotError
├── SenderFault           the letter is at fault; trying again does not help
│   ├── BadLetter         bytes that are no letter
│   ├── UnreadablePicture a picture that cannot be decoded
│   ├── TooLarge          over one of our limits
│   └── TooCostly         took more time or memory than a letter may, or broke its child
├── Passing               nobody's fault; the same again later may work
│   ├── InboxUnavailable  the mailbox cannot be reached, or another worker holds it
│   │   └── InboxThrottled  the server hands over no letter for now, and says so
│   ├── LetterUnavailable the server hands over other letters, but not this one
│   ├── LedgerUnavailable the ledger's disk is full, or another program holds it
│   ├── IllegalMove       a letter's state does not allow a step: it was moved meanwhile
│   ├── Preempted         a letter's reading was ended, so that others are read first
│   ├── SubmissionDeferred  the server took no reply now (4xx, no connection)
│   └── SubmissionUnsure  no answer after DATA: the reply may have gone out
└── Permanent             the operator or the far side must change something
    ├── SubmissionRefused the server will never take this reply (5xx)
    ├── BadSettings       a setting or a password is wrong
    └── MissingTool       Tesseract or the model is not there

Whom a failed hand-over of a reply concerns is a `Concern`: only SERVER keeps back the
replies to others.
"""

from enum import StrEnum


def explain(error: Exception) -> str:
    """What an error of a library says, without the system's numbers and paths."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    strerror = error.strerror if isinstance(error, OSError) else ""
    return strerror or str(error) or type(error).__name__


def one_line(error: BaseException) -> str:
    """The text of an error as one line that every file and terminal can hold."""
    text = str(error).encode("utf-8", "replace").decode()
    printable = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.split())[:300]


class Concern(StrEnum):
    """Whom a server's answer to a reply concerns.

    LETTER: this reply, and the server was not even asked. RECIPIENT: this reply alone.
    ACCOUNT: perhaps all that we send; but the answer was given to one reply, so others
    are still tried, and this one is kept. UNCLEAR: either of both; it is the account
    if several people are refused. SERVER: all replies, as nothing was asked yet that
    differs between them.
    """

    LETTER = "letter"
    RECIPIENT = "recipient"
    ACCOUNT = "account"
    UNCLEAR = "unclear"
    SERVER = "server"


class MailbotError(Exception):
    """Any error of ours. The message says what is wrong and what to do about it."""

    exit_code = 1


class SenderFault(MailbotError):
    """The letter is at fault."""


class BadLetter(SenderFault):
    """Bytes that cannot be read as a letter."""


class UnreadablePicture(SenderFault):
    """A picture or document that cannot be decoded."""


class TooLarge(SenderFault):
    """Something in the letter is over a limit."""


class TooCostly(SenderFault):
    """A letter that outlasts its deadline, eats its memory or ends its process."""


class Passing(MailbotError):
    """A fault that may be gone later."""

    exit_code = 75


class InboxUnavailable(Passing):
    """The mailbox cannot be reached, or another worker holds it."""


class InboxThrottled(InboxUnavailable):
    """The server hands over no letter, as too much was asked of it."""


class LetterUnavailable(Passing):
    """The server lists a letter and does not hand it over; others can be had."""


class LedgerUnavailable(Passing):
    """The ledger cannot be read or written now; nothing of the change stays."""


class IllegalMove(Passing):
    """A step that the letter's state in the ledger does not allow; nothing was done.

    Another process, such as `mailbot forget`, has moved the letter meanwhile, and the
    ledger tells what is to be done now; or we have a bug.
    """


class Preempted(Passing):
    """The reading of a letter was ended, so that others are read first.

    It had taken `seconds`; what it had done by then is lost.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"gave way to other letters after {seconds:.1f} s")
        self.seconds = seconds


class SubmissionDeferred(Passing):
    """The server did not take the reply now; nothing was delivered."""

    def __init__(self, message: str, concern: Concern = Concern.SERVER) -> None:
        super().__init__(message)
        self.concern = concern


class SubmissionUnsure(Passing):
    """No answer after DATA: the reply may or may not have been delivered."""


class Permanent(MailbotError):
    """A fault that stays until somebody changes something."""


class SubmissionRefused(Permanent):
    """The server will never take this reply (5xx), unless the account is at fault."""

    def __init__(self, message: str, concern: Concern = Concern.RECIPIENT) -> None:
        super().__init__(message)
        self.concern = concern


class BadSettings(Permanent):
    """A setting, a password or a login is wrong."""

    exit_code = 78


class MissingTool(Permanent):
    """A program or file that we need is missing."""

    exit_code = 69
