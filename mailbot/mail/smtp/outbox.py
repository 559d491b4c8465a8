"""The Outbox over SMTP: one message at a time, on a connection that is kept open.

What is known about a reply follows from the server's answers (`blame`). Before the
server asks for the message (354), nothing was delivered. A 4xx or 5xx at any time means
that nothing was delivered. Only if no clear answer comes after the message, nobody
knows.
"""

import contextlib
import logging
import smtplib
from collections.abc import Callable, Iterator
from time import monotonic

from msgspec import Struct

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
from mailbot.mail.credentials import Credentials
from mailbot.mail.message.writing import wire_address
from mailbot.mail.options import SmtpOptions
from mailbot.mail.smtp.blame import SenderRefused, Step, blame
from mailbot.mail.smtp.session import (
    CLOSING,
    Answer,
    connect,
    log_in,
    name_parties,
    one_line,
    send_commands,
    size_limit,
)

_QUIT_SECONDS = 5
_UNUSED = 10
_PROBE_SECONDS = 8
"""A connection that was kept unused for 10 s has to answer a NOOP in 8: a router may
have forgotten it, and a new one is made in time."""

_IMPATIENT_SECONDS = 5

_TAKEN = 250
_OF_A_POLICY = " 5.7."
"""In answers that refuse for who sends or what (RFC 3463): send as denied, spam."""

_LETTERS = 10
"""Letters on one connection at most: Exim lets further ones wait in its queue."""

_REFUSED = 3
"""How many letters a refusal counts for: Postfix delays each answer by a second on a
connection that had more than ten, so that strangers could hold up everybody."""

_log = logging.getLogger(__name__)


class SmtpFacts(Struct, frozen=True):
    """What a server told, for `mailbot check`; `size` in bytes, 0 for no limit."""

    host: str
    size: int


class SmtpOutbox:
    """An Outbox (mail.ports). `credentials` None: the server needs no login.

    `login_worked`: the server took this login before; a refusal of it then passes.
    """

    def __init__(
        self,
        options: SmtpOptions,
        credentials: Credentials | None,
        *,
        login_worked: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._options = options
        self._credentials = credentials
        self._smtp: smtplib.SMTP | None = None
        self._clock = clock
        self._used = clock()
        self._worked = login_worked  # a refused login or greeting then passes
        self._about_one = options.endpoint.quick_seconds  # in which RCPT is answered
        self._named = False  # the server took the sender of the reply in hand
        self._handed_over = False  # and was sent the reply itself
        self._letters = 0  # on this connection
        self._senders = [options.envelope_sender]
        if not options.envelope_sender:
            self._senders.append(options.address)

    def submit(self, message: bytes, recipient: str, *, patient: bool = True) -> None:
        """Hand over one message (RFC 5322) for one recipient.

        Unless `patient`, a server has 5 s to answer a command about the recipient.

        Raises:
            SubmissionDeferred: it was not delivered; try again later.
            SubmissionRefused: it was not delivered and never will be.
            SubmissionUnsure: no answer came after the message, so nobody knows.
            BadSettings: the server refuses the login.
        """
        try:
            copies = [self._options.address] if self._options.self_copy else []
            recipients = [wire_address(recipient), *copies]
        except BadLetter as error:
            raise SubmissionRefused(str(error), Concern.LETTER) from error
        sender, *others = self._senders
        quick = self._options.endpoint.quick_seconds
        self._about_one = quick if patient else min(quick, _IMPATIENT_SECONDS)
        try:
            self._transact(sender, recipients, message)
        except (SubmissionRefused, SenderRefused) as error:
            if not others:
                raise
            # The answer does not tell whether it was the empty sender that was refused.
            # A copy would tell if it was taken all the same; nobody takes what a policy
            # refuses.
            if self._handed_over and _OF_A_POLICY not in str(error):
                self._senders = others
                raise SubmissionDeferred(str(error), error.concern) from error
            self._transact(others[0], recipients, message)
            self._senders = others
        else:
            self._senders = [sender]

    def probe(self) -> SmtpFacts:
        """Log in, send nothing, and return what the server told."""
        with self._translated():
            smtp = self._connected()
            smtp.noop()
        return SmtpFacts(self._options.endpoint.host, size_limit(smtp))

    def close(self) -> None:
        """Quit, if there is a connection; never raises."""
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                _set_timeout(smtp, _QUIT_SECONDS)
                smtp.quit()
            smtp.close()

    def _transact(self, sender: str, recipients: list[str], message: bytes) -> None:
        self._handed_over = False
        with self._translated():
            smtp, answers, special = self._start_transaction(
                sender, recipients, message
            )
            for step, answer in zip((Step.MAIL, Step.RCPT), answers, strict=False):
                self._judge(step, answer, special=special)
            for code, text in answers[2:]:  # to the recipient of our own copy
                if code == CLOSING:
                    self._judge(Step.RCPT, (code, text))
                elif code >= 400:
                    _log.warning("the server takes no copy for us: %s", one_line(text))
            with self._waiting(smtp, self._about_one):
                data = smtp.docmd("DATA")
            self._judge(Step.DATA, data)
            self._handed_over = True
            self._send_message(smtp, message)
            self._letters, self._worked = self._letters + 1, True

    def _judge(self, step: Step, answer: Answer, *, special: bool = False) -> None:
        """Return if an answer is the positive one.

        Raises:
            MailbotError: what `blame` makes of any other.
        """
        code, text = answer
        error = blame(step, code, one_line(text), special=special)
        if error is None:
            return
        self._letters += _REFUSED
        if not 400 <= code < 600:  # the server and we do not mean the same command
            self._disconnect()
        raise error

    def _send_message(self, smtp: smtplib.SMTP, message: bytes) -> None:
        dotted = (b"\n" + message).replace(b"\n.", b"\n..")[1:]
        end = b".\r\n" if message.endswith(b"\r\n") else b"\r\n.\r\n"
        try:
            with self._waiting(smtp, self._options.endpoint.timeout_seconds):
                smtp.send(dotted + end)
                code, answer = smtp.getreply()
        except (smtplib.SMTPException, OSError) as error:
            self._disconnect()
            raise SubmissionUnsure(f"no answer to a reply: {explain(error)}") from error
        self._used = self._clock()
        if code != _TAKEN and not 400 <= code < 600:
            self._disconnect()
            told = f"{code} {one_line(answer)}"
            raise SubmissionUnsure(f"no clear answer to a reply: {told}")
        self._judge(Step.MESSAGE, (code, answer))

    @contextlib.contextmanager
    def _waiting(self, smtp: smtplib.SMTP, seconds: float) -> Iterator[None]:
        """Wait for each answer for so long."""
        _set_timeout(smtp, seconds)
        yield
        _set_timeout(smtp, self._options.endpoint.quick_seconds)

    def _start_transaction(
        self, sender: str, recipients: list[str], message: bytes
    ) -> tuple[smtplib.SMTP, list[Answer], bool]:
        """Name sender and recipients.

        Returns: the connection used, the answers on it, and whether MAIL had options
            that only this message needs.
        """
        if self._letters >= _LETTERS:
            self.close()
        kept, self._named = self._smtp, False
        if kept is not None:  # the server may have closed it since the last reply
            try:
                if self._clock() - self._used > _UNUSED:
                    with self._waiting(kept, _PROBE_SECONDS):
                        kept.noop()
                answers, special = self._name(kept, sender, recipients, message)
                if all(code != CLOSING for code, _ in answers):
                    return kept, answers, special
            except (smtplib.SMTPException, OSError) as error:
                # smtplib tells of a lost connection where an answer was late.
                late = isinstance(error.__context__ or error, TimeoutError)
                if self._named and late:  # it works, but for this recipient
                    raise
            self._disconnect()
        self._named = False
        smtp = self._connected()
        return smtp, *self._name(smtp, sender, recipients, message)

    def _name(
        self, smtp: smtplib.SMTP, sender: str, recipients: list[str], message: bytes
    ) -> tuple[list[Answer], bool]:
        answers = list[Answer]()
        try:
            commands, special = name_parties(smtp, sender, recipients, message)
            for answer in send_commands(smtp, commands):
                answers.append(answer)
                self._named = answers[0][0] == _TAKEN
                _set_timeout(smtp, self._about_one)
            _set_timeout(smtp, self._options.endpoint.quick_seconds)
        except ValueError as error:  # of what is sent here, and not of the server
            raise SubmissionDeferred(explain(error), Concern.RECIPIENT) from error
        return answers, special

    def _connected(self) -> smtplib.SMTP:
        if self._smtp is None:
            try:
                smtp = connect(self._options.endpoint)
            except (BadSettings, smtplib.SMTPNotSupportedError) as error:
                raise self._unset(str(error)) from error
            self._smtp, self._letters = smtp, 0
            if self._credentials is not None:
                log_in(smtp, self._credentials)
                self._worked = True
        return self._smtp

    def _disconnect(self) -> None:
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            smtp.close()

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn faults from before the message was sent into errors of our own."""
        host = self._options.endpoint.host
        try:
            yield
        except SubmissionUnsure:
            raise
        except MailbotError as error:
            self._reset()
            if isinstance(error, BadSettings):
                raise self._unset(str(error)) from error
            raise
        except smtplib.SMTPAuthenticationError as error:
            self._disconnect()
            raise self._refused_login(error) from error
        except smtplib.SMTPNotSupportedError as error:
            self._disconnect()
            what = f"{host}: {error}"
            if "AUTH" in what:
                what += " Set the port for submission (587 or 465), or no password."
            raise self._unset(what) from error
        except (smtplib.SMTPException, OSError, ValueError) as error:
            self._disconnect()
            concern = Concern.RECIPIENT if self._named else Concern.SERVER
            raise SubmissionDeferred(f"{host}: {explain(error)}", concern) from error

    def _refused_login(self, error: smtplib.SMTPAuthenticationError) -> MailbotError:
        assert self._credentials, "a login is refused only to one who logs in"
        why, remedy = one_line(error.smtp_error), self._credentials.remedy
        what = f"{self._options.endpoint.host} refuses the login: {why}; {remedy}"
        return SubmissionDeferred(what) if error.smtp_code < 500 else self._unset(what)

    def _unset(self, why: str) -> MailbotError:
        """Wrong settings, unless they worked: servers refuse good ones at times."""
        return SubmissionDeferred(why) if self._worked else BadSettings(why)

    def _reset(self) -> None:
        """End a refused transaction; keep the connection if the server answers."""
        try:
            if self._smtp is not None and self._smtp.rset()[0] != 250:
                self._disconnect()
        except (smtplib.SMTPException, OSError):
            self._disconnect()


def _set_timeout(smtp: smtplib.SMTP, seconds: float) -> None:
    if smtp.sock:  # else the server has closed the connection
        smtp.sock.settimeout(seconds)
