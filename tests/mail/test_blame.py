"""Whom each answer of an SMTP server concerns, by command and kind of answer."""

import pytest

from mailbot.errors import Concern, SubmissionDeferred, SubmissionRefused
from mailbot.mail.smtp.blame import Step, blame
from tests.cases import cases_of

cases = cases_of(__file__)


@cases("step, answer, kind, concern")
def test_an_answer_concerns_those_to_whom_it_could_be_given(
    step: Step, answer: str, kind: str, concern: str
) -> None:
    error = blame(step, int(answer[:3]), answer[4:])
    assert type(error).__name__ == kind
    assert getattr(error, "concern", None) == (Concern(concern) if concern else None)


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
def test_what_one_message_asks_for_at_mail_concerns_it(code: int) -> None:
    """A recipient beyond ASCII makes MAIL ask for SMTPUTF8."""
    error = blame(Step.MAIL, code, "no such option", special=True)
    assert isinstance(error, SubmissionDeferred | SubmissionRefused)
    assert error.concern is Concern.RECIPIENT
