"""The way out through a local `sendmail` program, which every mail server brings."""

import subprocess
from dataclasses import dataclass

from mailbot.errors import (
    BadLetter,
    BadSettings,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
    explain,
)
from mailbot.mail.message.writing import wire_address

# sysexits.h: usage, data, no user, no host, permission, configuration.
_FINAL = {64, 65, 67, 68, 77, 78}


@dataclass(frozen=True, slots=True)
class SendmailOptions:
    """The program and in whose name it is called; as for outbox.SmtpOptions."""

    address: str
    command: str = "/usr/sbin/sendmail"
    envelope_sender: str = ""
    self_copy: bool = True
    timeout_seconds: float = 60


class SendmailOutbox:
    """An Outbox (mail.ports)."""

    def __init__(self, options: SendmailOptions) -> None:
        self._options = options

    def submit(self, message: bytes, recipient: str) -> None:
        """Hand over one message (RFC 5322) for one recipient.

        Raises:
            SubmissionDeferred: not taken now, nothing delivered.
            SubmissionRefused: never.
            SubmissionUnsure: the program did not end, or was killed.
            BadSettings: there is no such program.
        """
        options = self._options
        try:
            to = [wire_address(recipient)]
        except BadLetter as error:
            raise SubmissionRefused(str(error)) from error
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
        """Nothing is kept open."""
