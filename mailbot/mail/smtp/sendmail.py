"""The Outbox over a local `sendmail` program, which every mail server installs.

Exit codes (sysexits.h) seldom tell whether one recipient is meant or all: msmtp gives
69 for a recipient that is put off, as for a relay that is away. So no code holds up
other replies; what does not surely blame its recipient is kept and tried again.

Programs differ in what they do with an empty sender: msmtp hands it on and its relay
may refuse it, Courier takes it for a wrong address, and dma says that all is well and
loses the message.
"""

import subprocess
from pathlib import Path

from mailbot.errors import (
    BadLetter,
    BadSettings,
    Concern,
    MailbotError,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
    explain,
)
from mailbot.mail.message.writing import wire_address
from mailbot.mail.options import SendmailOptions

_NO_SUCH_USER = 67
_REFUSED = {64, 65, 67, 77}
"""Usage, data, no user, permission: said of a sender or a copy, too."""

_LOSES_NULL_SENDER = {"dma", "ssmtp", "nullmailer-inject"}


class SendmailOutbox:
    """An Outbox (mail.ports).

    What the program refuses is tried with our own address as the sender, then without
    the copy for us; what worked comes first the next time.
    """

    def __init__(self, options: SendmailOptions) -> None:
        self._options = options
        own, copy = options.address, [options.address] * options.self_copy
        sender = options.envelope_sender or "<>"
        if (
            sender == "<>"
            and Path(options.command).resolve().name in _LOSES_NULL_SENDER
        ):
            sender = own
        ways = [(sender, copy), (own, copy), (own, [])]
        self._ways = [way for i, way in enumerate(ways) if way not in ways[:i]]

    def submit(self, message: bytes, recipient: str, *, patient: bool = True) -> None:  # noqa: ARG002
        """Hand over one message (RFC 5322) for one recipient.

        Raises:
            SubmissionDeferred: it was not delivered; try again later.
            SubmissionRefused: it was not delivered and never will be.
            SubmissionUnsure: the program did not end in time, or was killed.
            BadSettings: the program cannot be started.
        """
        try:
            to = wire_address(recipient)
        except BadLetter as error:
            raise SubmissionRefused(str(error), Concern.LETTER) from error
        content = message.replace(b"\r\n", b"\n")
        failure: MailbotError | None = None
        for way in self._ways:
            code, told = self._run(way[0], [to, *way[1]], content)
            if code == 0:
                self._ways = [way, *(one for one in self._ways if one != way)]
                return
            failure = failure or _blame(code, told)
            if code not in _REFUSED:
                break
        assert failure
        raise failure

    def _run(self, sender: str, to: list[str], content: bytes) -> tuple[int, str]:
        """The exit code of the program, and what it said."""
        options = self._options
        try:
            done = subprocess.run(  # noqa: S603 -- the operator's own command
                [options.command, "-i", "-f", sender, "--", *to],
                input=content,
                capture_output=True,
                timeout=options.timeout_seconds,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise SubmissionUnsure(f"{options.command} does not end") from error
        except OSError as error:
            raise BadSettings(
                f"cannot run {options.command}: {explain(error)}"
            ) from error
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
        told = f"{options.command} ended with {done.returncode}: {said[:300]}"
        if done.returncode < 0:
            raise SubmissionUnsure(told)
        return done.returncode, told

    def close(self) -> None:
        """Do nothing: no connection is kept."""


def _blame(code: int, told: str) -> MailbotError:
    """What an exit code means for the reply."""
    of_one = code == _NO_SUCH_USER or "recipient" in told.lower()
    concern = Concern.RECIPIENT if of_one else Concern.ACCOUNT
    kind = SubmissionRefused if code in _REFUSED else SubmissionDeferred
    return kind(told, concern)
