"""The Outbox over a local `sendmail` program, which every mail server installs."""

import subprocess

from mailbot.errors import (
    BadLetter,
    BadSettings,
    Concern,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
    explain,
)
from mailbot.mail.message.writing import wire_address
from mailbot.mail.options import SendmailOptions

_FINAL = {64, 65, 67, 68, 77, 78}
"""Exit codes (sysexits.h): usage, data, no user, no host, permission, configuration."""


class SendmailOutbox:
    """An Outbox (mail.ports)."""

    def __init__(self, options: SendmailOptions) -> None:
        self._options = options

    def submit(self, message: bytes, recipient: str) -> None:
        """Hand over one message (RFC 5322) for one recipient.

        Raises:
            SubmissionDeferred: it was not delivered; try again later.
            SubmissionRefused: it was not delivered and never will be.
            SubmissionUnsure: the program did not end in time, or was killed.
            BadSettings: the program cannot be started.
        """
        options = self._options
        try:
            to = [wire_address(recipient)]
        except BadLetter as error:
            raise SubmissionRefused(str(error), Concern.LETTER) from error
        if options.self_copy:
            to.append(options.address)
        sender = options.envelope_sender or "<>"
        try:
            done = subprocess.run(  # noqa: S603 -- the operator's own command
                [options.command, "-i", "-f", sender, "--", *to],
                input=message.replace(b"\r\n", b"\n"),
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
        if done.returncode:
            told = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
            what = f"{options.command} ended with {done.returncode}: {told[:300]}"
            if done.returncode < 0:
                raise SubmissionUnsure(what)
            if done.returncode in _FINAL:
                raise SubmissionRefused(what)
            raise SubmissionDeferred(what)

    def close(self) -> None:
        """Do nothing: no connection is kept."""
