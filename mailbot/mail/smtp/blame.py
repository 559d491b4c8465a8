"""Whom an answer of an SMTP server concerns, and whether to try again.

One answer is judged by the command that it answers, its code and its text. Before RCPT
nothing differs between two replies, so an answer there concerns all of them. An answer
to RCPT, DATA or the message concerns that reply: anybody can choose a recipient for
whom a server says anything. A statement about our account there is believed as far as
this reply is kept and tried again, but it holds up no other.
"""

import re
from enum import StrEnum

from mailbot.errors import (
    BadSettings,
    Concern,
    MailbotError,
    SubmissionDeferred,
    SubmissionRefused,
)


class SenderRefused(SubmissionDeferred):
    """The server refuses our envelope sender; the reply itself may be sent later."""


class Step(StrEnum):
    """What the server answers."""

    MAIL = "MAIL"
    RCPT = "RCPT"
    DATA = "DATA"
    MESSAGE = "."


_POSITIVE: dict[Step, frozenset[int]] = {
    Step.MAIL: frozenset({250}),
    Step.RCPT: frozenset({250, 251, 252}),
    Step.DATA: frozenset({354}),
    Step.MESSAGE: frozenset({250}),
}

_REFUSALS = range(500, 600)
_TOO_LARGE = 552
_QUOTA = "5.2."  # of the sender, with the same code
_LOGIN_WANTED = {530, 534, 535, 538}
_OF_SESSION = {500, 502, 503, 504, 521, *_LOGIN_WANTED}
"""Codes that tell of the conversation, and not of what was named in it."""

_DAILY_LIMIT = "5.4.5"  # Gmail sends it with a 5xx, but takes mail again tomorrow
_CLOSING = 421

_THIS_REPLY = re.compile(r"5\.(1\.[1-6]|2\.[1-4]|6\.\d+)\b")
"""Enhanced codes (RFC 3463) about the recipient's address or mailbox or the content."""

_OUR_ACCOUNT = re.compile(
    r"\b5\.(2\.252|1\.8|7\.60)\b|send ?as|on behalf of|unable to relay|relay access"
    r"|relaying|to relay|authenticat|suspended|blocked|disabled|quota|sending limit"
    r"|too many|your (account|mailbox|ip|host|address)"
    r"|sender (address )?(reject|denied|refus|not (allowed|permitted))",
    re.IGNORECASE,
)
"""Words about what we are for the server, and not about the recipient."""

_CONTENT = re.compile(r"spam|virus|malware|content|line (length|too)", re.IGNORECASE)


def blame(
    step: Step, code: int, text: str, *, special: bool = False
) -> MailbotError | None:
    """What an answer means for the reply; None if it is the positive one.

    Args:
        step: what the server answers.
        code: the code of the answer.
        text: the rest of it, in one line.
        special: MAIL had options that only this reply needs, such as SMTPUTF8.
    """
    if code in _POSITIVE[step]:
        return None
    told = f"{code} {text}"
    if step is Step.MAIL and not special:
        return _of_all(code, told)
    if code not in _REFUSALS or text.startswith(_DAILY_LIMIT):
        return SubmissionDeferred(told, _of_one(step, code, text))
    return SubmissionRefused(told, _of_refusal(step, code, text))


def _of_all(code: int, told: str) -> MailbotError:
    """An answer to a MAIL that says the same for every reply, but for its size."""
    if code in _LOGIN_WANTED:
        return BadSettings(f"the server wants a login: {told}")
    if code == _TOO_LARGE and not told.startswith(_QUOTA, 4):
        return SubmissionRefused(told, Concern.ACCOUNT)
    refused = code in _REFUSALS and not told.startswith(_DAILY_LIMIT, 4)
    return SenderRefused(told) if refused else SubmissionDeferred(told)


def _of_one(step: Step, code: int, text: str) -> Concern:
    """Whom an answer concerns that lets this reply wait."""
    if step is Step.RCPT:
        return Concern.RECIPIENT
    own_state = code == _CLOSING or text.startswith(("4.3.", _DAILY_LIMIT))
    return Concern.SERVER if own_state else Concern.RECIPIENT


def _of_refusal(step: Step, code: int, text: str) -> Concern:
    """Whom an answer concerns that refuses this reply.

    A refusal that gives no reason may be one of everything that we send, above all if
    the server has taken the recipient before.
    """
    if _THIS_REPLY.match(text):
        return Concern.RECIPIENT
    if code in _OF_SESSION or _OUR_ACCOUNT.search(text):
        return Concern.ACCOUNT
    if step is Step.MAIL or _CONTENT.search(text):
        return Concern.RECIPIENT
    return Concern.UNCLEAR if step is Step.RCPT else Concern.ACCOUNT
