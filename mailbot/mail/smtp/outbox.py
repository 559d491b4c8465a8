"""The way out over SMTP: one message at a time on one kept connection.

What the server said decides what is certain. Before it asked for the message (354)
nothing was delivered; a 4xx or 5xx says so at any time; silence after the message is
the one case in which nobody knows.
"""

import contextlib
import logging
import smtplib
import ssl
from collections.abc import Iterator
from dataclasses import dataclass

from mailbot.errors import (
    BadLetter,
    BadSettings,
    MailbotError,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
    explain,
)
from mailbot.mail import tls
from mailbot.mail.credentials import Credentials
from mailbot.mail.message.writing import wire_address
from mailbot.mail.smtp.session import (
    CLOSING,
    Answer,
    SenderRefused,
    address,
    check,
    check_sender,
    connect,
    log_in,
    size_limit,
    text_of,
)

_GOODBYE_SECONDS = 5

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SmtpOptions:
    """Where replies are submitted, and in whose name.

    `address` is who we are. `envelope_sender` "" is none (<>): no bounce can loop;
    our address takes its place where the server wants one. With `self_copy` we get a
    copy in the same transaction, which proves that the reply was taken.
    """

    address: str
    place: tls.Place
    envelope_sender: str = ""
    self_copy: bool = True


@dataclass(frozen=True, slots=True)
class SmtpFacts:
    """What a server can do, for `mailbot check`. `size` in bytes, 0: no limit."""

    host: str
    encrypted: bool
    smtputf8: bool
    size: int


class SmtpOutbox:
    """An Outbox (mail.ports). `who` None: the server asks for no login."""

    def __init__(self, options: SmtpOptions, who: Credentials | None) -> None:
        self._options = options
        self._who = who
        self._smtp: smtplib.SMTP | None = None
        self._knew_us = False
        self._senders = [options.envelope_sender]
        if not options.envelope_sender:
            self._senders.append(options.address)

    def submit(self, message: bytes, recipient: str) -> None:
        """Hand over one message (RFC 5322) for one recipient.

        Raises:
            SubmissionDeferred: not taken now, nothing delivered.
            SubmissionRefused: never.
            SubmissionUnsure: no answer after DATA.
            BadSettings: the server does not know us.
        """
        try:
            recipients = self._recipients(recipient)
        except BadLetter as error:
            raise SubmissionRefused(str(error)) from error
        sender, *others = self._senders
        try:
            self._transact(sender, recipients, message)
        except (SubmissionRefused, SenderRefused):
            if not others:
                raise
            # No way to tell whether it was the empty sender that was refused.
            self._transact(others[0], recipients, message)
            self._senders = others
        else:
            self._senders = [sender]

    def probe(self) -> SmtpFacts:
        """Log in, send nothing, and tell what the server can do."""
        with self._faults():
            smtp = self._connected()
            smtp.noop()
        return SmtpFacts(
            host=self._options.place.host,
            encrypted=self._options.place.security != "plain",
            smtputf8=smtp.has_extn("smtputf8"),
            size=size_limit(smtp),
        )

    def close(self) -> None:
        """Say goodbye; never raises."""
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                if smtp.sock:
                    smtp.sock.settimeout(_GOODBYE_SECONDS)
                smtp.quit()
            smtp.close()

    def _recipients(self, recipient: str) -> list[str]:
        copies = [self._options.address] if self._options.self_copy else []
        return [wire_address(recipient), *copies]

    def _transact(self, sender: str, recipients: list[str], message: bytes) -> None:
        with self._faults():
            smtp, answers = self._begin(sender, recipients, message)
            check_sender(*answers[0])
            check(*answers[1])
            for code, answer in answers[2:]:
                if code == CLOSING:
                    check(code, answer)
                elif code >= 400:
                    _log.warning("the server takes no copy for us: %s", text_of(answer))
            check(*smtp.docmd("DATA"))
            self._hand_over(smtp, message)

    def _hand_over(self, smtp: smtplib.SMTP, message: bytes) -> None:
        dotted = (b"\n" + message).replace(b"\n.", b"\n..")[1:]
        end = b".\r\n" if message.endswith(b"\r\n") else b"\r\n.\r\n"
        try:
            smtp.send(dotted + end)
            code, answer = smtp.getreply()
        except (smtplib.SMTPException, OSError) as error:
            self._drop()
            raise SubmissionUnsure(f"no answer to a reply: {explain(error)}") from error
        if code < 200:
            self._drop()
            raise SubmissionUnsure(f"no clear answer to a reply: {text_of(answer)}")
        check(code, answer)

    def _begin(
        self, sender: str, recipients: list[str], message: bytes
    ) -> tuple[smtplib.SMTP, list[Answer]]:
        """A connection, and its answers to who writes to whom."""
        kept = self._smtp
        if kept is not None:  # it may have been closed while we were idle
            with contextlib.suppress(smtplib.SMTPException, OSError):
                answers = address(kept, sender, recipients, message)
                if answers[0][0] != CLOSING:
                    return kept, answers
            self._drop()
        smtp = self._connected()
        return smtp, address(smtp, sender, recipients, message)

    def _connected(self) -> smtplib.SMTP:
        if self._smtp is None:
            smtp = connect(self._options.place)
            self._smtp = smtp
            if self._who is not None:
                log_in(smtp, self._who)
            self._knew_us = True
        return self._smtp

    def _drop(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            smtp.close()

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn whatever goes wrong before the message is sent into our own errors."""
        host = self._options.place.host
        try:
            yield
        except SubmissionUnsure:
            raise
        except MailbotError:
            self._start_over()
            raise
        except smtplib.SMTPAuthenticationError as error:
            self._drop()
            what = f"{host} refuses the login: {text_of(error.smtp_error)}"
            # A good password is refused at times; one that worked is tried again.
            if error.smtp_code < 500 or self._knew_us:
                raise SubmissionDeferred(what) from error
            assert self._who, "who has not logged in is not refused"
            raise BadSettings(f"{what}; {self._who.remedy}") from error
        except smtplib.SMTPNotSupportedError as error:
            self._drop()
            raise BadSettings(f"{host}: {error}") from error
        except ssl.SSLCertVerificationError as error:
            self._drop()
            raise SubmissionDeferred(
                f"the certificate of {host} is not trusted: {error.verify_message}; "
                "set ca_file if it is your own"
            ) from error
        except (smtplib.SMTPException, OSError, ValueError) as error:
            self._drop()
            raise SubmissionDeferred(f"{host}: {explain(error)}") from error

    def _start_over(self) -> None:
        """Forget a transaction that was refused; keep the connection if it lives."""
        try:
            if self._smtp is not None and self._smtp.rset()[0] != 250:
                self._drop()
        except (smtplib.SMTPException, OSError):
            self._drop()
