"""Whom each answer of an SMTP server concerns, by command and kind of answer."""

import pytest

from mailbot.errors import (
    BadSettings,
    Concern,
    SubmissionDeferred,
    SubmissionRefused,
)
from mailbot.mail.smtp.blame import SenderRefused, Step, blame

LATER, NEVER, SETTINGS = SubmissionDeferred, SubmissionRefused, BadSettings

TABLE = [
    # MAIL says the same for everybody, but for the size.
    (Step.MAIL, "421 4.3.2 shutting down", LATER, Concern.SERVER),
    (Step.MAIL, "450 4.7.1 you are too fast", LATER, Concern.SERVER),
    (Step.MAIL, "451 4.3.0 try again", LATER, Concern.SERVER),
    (Step.MAIL, "452 4.3.1 disk full", LATER, Concern.SERVER),
    (Step.MAIL, "503 5.5.1 bad sequence", SenderRefused, Concern.SERVER),
    (Step.MAIL, "530 5.7.0 authenticate first", SETTINGS, None),
    (Step.MAIL, "550 5.7.1 account blocked", SenderRefused, Concern.SERVER),
    (Step.MAIL, "550 5.4.5 Daily limit exceeded", LATER, Concern.SERVER),
    (Step.MAIL, "552 5.3.4 too big", NEVER, Concern.ACCOUNT),
    (Step.MAIL, "354 what?", LATER, Concern.SERVER),
    # Whatever stands at RCPT, anybody can have chosen the recipient.
    (Step.RCPT, "421 4.7.0 closing", LATER, Concern.RECIPIENT),
    (Step.RCPT, "450 4.2.0 greylisted", LATER, Concern.RECIPIENT),
    (Step.RCPT, "451 4.3.0 lookup failure", LATER, Concern.RECIPIENT),
    (Step.RCPT, "452 4.5.3 too many recipients", LATER, Concern.RECIPIENT),
    (Step.RCPT, "550 5.1.1 User unknown in relay table", NEVER, Concern.RECIPIENT),
    (Step.RCPT, "550 5.2.1 mailbox disabled", NEVER, Concern.RECIPIENT),
    (Step.RCPT, "550 5.7.1 not here", NEVER, Concern.UNCLEAR),
    (Step.RCPT, "550 relay not permitted", NEVER, Concern.UNCLEAR),
    (Step.RCPT, "553 bad address", NEVER, Concern.UNCLEAR),
    (Step.RCPT, "554 5.7.1 Relay access denied", NEVER, Concern.ACCOUNT),
    (Step.RCPT, "503 5.5.1 bad sequence of commands", NEVER, Concern.ACCOUNT),
    (Step.RCPT, "354 what?", LATER, Concern.RECIPIENT),
    # A refused message without a reason may be one of everything that we send.
    (Step.DATA, "250 what?", LATER, Concern.RECIPIENT),
    (Step.DATA, "421 4.3.2 shutting down", LATER, Concern.SERVER),
    (Step.DATA, "451 4.3.0 disk full", LATER, Concern.SERVER),
    (Step.DATA, "451 4.7.1 greylisted", LATER, Concern.RECIPIENT),
    (Step.DATA, "554 5.5.1 no valid recipients", NEVER, Concern.ACCOUNT),
    (Step.DATA, "554 5.2.252 SendAsDenied", NEVER, Concern.ACCOUNT),
    (Step.MESSAGE, "421 4.3.2 shutting down", LATER, Concern.SERVER),
    (Step.MESSAGE, "452 4.2.2 mailbox full", LATER, Concern.RECIPIENT),
    (Step.MESSAGE, "550 5.4.5 Daily user sending limit", LATER, Concern.SERVER),
    (Step.MESSAGE, "550 5.1.1 no such user", NEVER, Concern.RECIPIENT),
    (Step.MESSAGE, "550 5.1.8 Access denied, bad sender", NEVER, Concern.ACCOUNT),
    (Step.MESSAGE, "550 line too long", NEVER, Concern.RECIPIENT),
    (Step.MESSAGE, "552 5.3.4 too big", NEVER, Concern.ACCOUNT),
    (Step.MESSAGE, "554 5.7.1 message rejected as spam", NEVER, Concern.RECIPIENT),
    (Step.MESSAGE, "554 5.7.1 account suspended", NEVER, Concern.ACCOUNT),
    (Step.MESSAGE, "554 transaction failed", NEVER, Concern.ACCOUNT),
]


@pytest.mark.parametrize(("step", "answer", "kind", "concern"), TABLE)
def test_an_answer_concerns_those_to_whom_it_could_be_given(
    step: Step, answer: str, kind: type[Exception], concern: Concern | None
) -> None:
    error = blame(step, int(answer[:3]), answer[4:])
    assert type(error) is kind
    assert getattr(error, "concern", None) is concern


@pytest.mark.parametrize("step", Step)
def test_of_all_codes_only_the_right_one_lets_a_reply_go_on(step: Step) -> None:
    taken = [code for code in range(200, 600) if blame(step, code, "text") is None]
    expected = {
        Step.MAIL: [250],
        Step.RCPT: [250, 251, 252],
        Step.DATA: [354],
        Step.MESSAGE: [250],
    }
    assert taken == expected[step]


@pytest.mark.parametrize("code", [450, 501, 553, 555])
def test_what_only_one_message_asks_for_at_mail_concerns_that_message(
    code: int,
) -> None:
    """A recipient beyond ASCII makes MAIL ask for SMTPUTF8."""
    error = blame(Step.MAIL, code, "no such option", special=True)
    assert isinstance(error, SubmissionDeferred | SubmissionRefused)
    assert error.concern is Concern.RECIPIENT
