"""The outboxes with a real Postfix, and with servers that refuse or break."""

import re
import stat
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mailbot import errors
from mailbot.errors import (
    BadSettings,
    Concern,
    MailbotError,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
)
from mailbot.mail.credentials import Bearer, Password
from mailbot.mail.options import Endpoint, Security, SendmailOptions, SmtpOptions
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.mail.smtp.sendmail import SendmailOutbox
from tests.cases import cases_of
from tests.servers import Account, Fault, Mode, Servers
from tests.servers.daemon import until
from tests.servers.script import WITH_UTF8, ScriptedSmtp
from tests.servers.watched import Watched

pytestmark = pytest.mark.servers

cases = cases_of(__file__)

ADA = "ada@lab.test"
REPLY = b"From: bot@lab.test\r\nSubject: Re: x\r\n\r\n.dot\r\nbye\r\n"


def arrived(servers: Servers, account: Account, count: int = 1) -> list[bytes]:
    until(lambda: len(servers.letters(account)) >= count, f"no mail for {account}")
    return servers.letters(account)


@pytest.fixture
def scripted() -> Iterator[ScriptedSmtp]:
    with ScriptedSmtp() as server:
        yield server


def to_script(
    server: ScriptedSmtp,
    login: Password | None = None,
    *,
    security: Security = "plain",
    self_copy: bool = False,
    seconds: float = 5,
) -> SmtpOutbox:
    endpoint = Endpoint("127.0.0.1", server.port, security, timeout_seconds=seconds)
    return SmtpOutbox(SmtpOptions("bot@lab.test", endpoint, "", self_copy), login)


@pytest.fixture
def box(scripted: ScriptedSmtp) -> Iterator[SmtpOutbox]:
    with closing(to_script(scripted)) as box:
        yield box


def raises(fault: str, said: str = "") -> pytest.RaisesExc[MailbotError]:
    return pytest.raises(getattr(errors, fault), match=re.escape(said) or None)


@cases("security, port")
def test_a_reply_arrives_whole_with_an_empty_envelope_sender(
    mail: Watched, ada: Account, security: Security, port: str
) -> None:
    mail.outbox(getattr(mail.servers, port), security).submit(REPLY, ada.address)
    (raw,) = arrived(mail.servers, ada)
    assert raw.startswith(b"Return-Path: <>\n")
    assert raw.endswith(b"\n\n.dot\nbye\n")


def test_a_bounce_address_can_be_given(mail: Watched, ada: Account) -> None:
    mail.outbox(envelope_sender="bounces@lab.test").submit(REPLY, ada.address)
    assert arrived(mail.servers, ada)[0].startswith(b"Return-Path: <bounces@lab.test>")


def test_we_get_a_copy_at_once(mail: Watched, ada: Account) -> None:
    mail.outbox(self_copy=True).submit(REPLY, ada.address)
    queue_ids = {
        re.findall(rb"ESMTP\S* id (\w+)", raw)[0] or raw
        for raw in [*arrived(mail.servers, ada), *arrived(mail.servers, mail.bot)]
    }
    assert len(queue_ids) == 1


def test_replies_share_a_connection(mail: Watched, ada: Account) -> None:
    with Fault(mail.servers.submission) as proxy:
        box = mail.outbox(proxy.port, "plain")
        for _ in range(3):
            box.submit(REPLY, ada.address)
        assert proxy.accepted == 1
    arrived(mail.servers, ada, 3)


def test_a_connection_lost_between_two_replies_is_made_again(
    mail: Watched, ada: Account
) -> None:
    with Fault(mail.servers.submission) as proxy:
        box = mail.outbox(proxy.port, "plain")
        box.submit(REPLY, ada.address)
        proxy.cut()
        box.submit(REPLY, ada.address)
        assert proxy.accepted == 2
    arrived(mail.servers, ada, 2)


def test_a_kept_connection_that_is_closed_with_421_is_made_again(
    scripted: ScriptedSmtp, box: SmtpOutbox
) -> None:
    box.submit(REPLY, ADA)
    scripted.once["MAIL"] = "421 4.4.2 idle for too long"
    box.submit(REPLY, ADA)
    assert len(scripted.taken) == 2
    assert [line.split()[0] for line in scripted.heard].count("EHLO") == 2


def test_an_unknown_recipient_is_final_and_the_next_reply_goes_on(
    mail: Watched, ada: Account
) -> None:
    box = mail.outbox()
    with pytest.raises(SubmissionRefused, match="User unknown"):
        box.submit(REPLY, "nobody@lab.test")
    box.submit(REPLY, ada.address)
    arrived(mail.servers, ada)


def test_a_malformed_address_is_refused_without_a_connection() -> None:
    endpoint = Endpoint("127.0.0.1", 1, "plain")
    box = SmtpOutbox(SmtpOptions("bot@lab.test", endpoint), None)
    with pytest.raises(SubmissionRefused, match="not an address"):
        box.submit(REPLY, "ada@lab.test\r\nDATA")


def test_a_reply_over_the_servers_limit_is_refused(mail: Watched, ada: Account) -> None:
    with pytest.raises(SubmissionRefused, match="the server takes 5000000"):
        mail.outbox().submit(REPLY + b"x\r\n" * 2_000_000, ada.address)


def test_a_reply_as_large_as_the_server_takes_is_handed_over(
    scripted: ScriptedSmtp, box: SmtpOutbox
) -> None:
    scripted.answers["EHLO"] = f"250-script.test\r\n250 SIZE {len(REPLY)}"
    box.submit(REPLY, ADA)
    assert len(scripted.taken) == 1
    box.close()
    scripted.answers["EHLO"] = f"250-script.test\r\n250 SIZE {len(REPLY) - 1}"
    with pytest.raises(SubmissionRefused, match="the server takes"):
        box.submit(REPLY, ADA)


def test_any_script_is_written_to(scripted: ScriptedSmtp, box: SmtpOutbox) -> None:
    scripted.answers["EHLO"] = WITH_UTF8
    raw = "To: jürgen@lab.test\r\nSubject: x\r\n\r\nx\r\n".encode()
    box.submit(raw, "jürgen@lab.test")
    box.submit(REPLY, "ada@bücher.example")
    assert scripted.taken == [raw, REPLY.replace(b".dot", b"..dot")]
    assert scripted.heard[1:3] == [
        "MAIL FROM:<> SMTPUTF8 BODY=8BITMIME",
        "RCPT TO:<jürgen@lab.test>",
    ]
    assert scripted.heard[4:6] == [
        "MAIL FROM:<>",
        "RCPT TO:<ada@xn--bcher-kva.example>",
    ]


def test_postfix_takes_an_address_in_any_script(mail: Watched) -> None:
    box = mail.outbox()
    raw = "To: jürgen@lab.test\r\nSubject: x\r\n\r\nx\r\n".encode()
    box.submit(raw, "jürgen@lab.test")


@pytest.mark.parametrize("kept", [False, True])
def test_what_cannot_be_sent_of_one_reply_concerns_that_reply(
    scripted: ScriptedSmtp, monkeypatch: pytest.MonkeyPatch, *, kept: bool
) -> None:
    def fail(address: str) -> str:
        raise UnicodeError(f"not to be written: {address}")

    with closing(to_script(scripted)) as box:
        if kept:
            box.submit(REPLY, ADA)
        with monkeypatch.context() as patched:
            patched.setattr("smtplib.quoteaddr", fail)
            with pytest.raises(SubmissionDeferred) as caught:
                box.submit(REPLY, "eve@lab.test")
        assert caught.value.concern is Concern.RECIPIENT
        box.submit(REPLY, ADA)
    assert len(scripted.taken) == 1 + kept


def test_a_wrong_password_is_an_error_of_the_settings(
    mail: Watched, ada: Account
) -> None:
    with pytest.raises(BadSettings, match="refuses the login"):
        mail.outbox(login=Password(mail.bot.user, "wróng")).submit(REPLY, ada.address)


def test_the_outbox_logs_in_with_a_token_and_renews_a_stale_one(
    mail: Watched, ada: Account
) -> None:
    asked: list[bool] = []

    def token(again: bool) -> str:
        asked.append(again)
        return mail.servers.tokens.grant(mail.bot.user) if again else "stale"

    mail.outbox(login=Bearer(mail.bot.user, token)).submit(REPLY, ada.address)
    assert asked == [False, True]
    arrived(mail.servers, ada)


def test_no_login_without_tls_where_it_was_asked_for(scripted: ScriptedSmtp) -> None:
    box = to_script(scripted, Password("bot", "s3cret"), security="starttls")
    with pytest.raises(BadSettings, match="STARTTLS"):
        box.submit(REPLY, ADA)
    assert not any("AUTH" in line for line in scripted.heard)


def test_check_is_told_what_the_server_takes(mail: Watched) -> None:
    facts = mail.outbox().probe()
    assert (facts.host, facts.size) == ("127.0.0.1", 5_000_000)


@cases("verb, answer, fault")
def test_what_the_server_says_decides(
    scripted: ScriptedSmtp, box: SmtpOutbox, verb: str, answer: str, fault: str
) -> None:
    scripted.answers[verb] = answer
    said = "no clear answer" if verb == "." and answer == "nonsense" else answer[4:]
    with raises(fault, said):
        box.submit(REPLY, ADA)
    assert scripted.taken == []
    del scripted.answers[verb]
    box.submit(REPLY, ADA)
    assert len(scripted.taken) == 1


def test_refused_people_do_not_add_up(scripted: ScriptedSmtp, box: SmtpOutbox) -> None:
    """Postfix delays every answer after ten errors on a connection."""
    scripted.answers["RCPT TO:<nobody@"] = "550 5.1.1 no such user"
    for _ in range(12):
        with pytest.raises(SubmissionRefused):
            box.submit(REPLY, "nobody@lab.test")
    verbs = " ".join(line.split()[0] for line in scripted.heard)
    assert max(part.count("MAIL") for part in verbs.split("EHLO")) <= 8


@dataclass(frozen=True)
class Script:
    """What a server says to replies, and what becomes of them and of its connections.

    Each of `to` is an address, and the fault of the reply and its words if it has one.
    """

    name: str
    to: tuple[tuple[str, ...], ...]
    senders: tuple[str, ...]
    taken: int
    opened: int = 1
    answers: dict[str, str] = field(default_factory=dict)
    once: dict[str, str] = field(default_factory=dict)
    verbs: tuple[str, ...] = ()
    self_copy: bool = False


@cases("script")
def test_an_odd_server_is_answered(scripted: ScriptedSmtp, script: Script) -> None:
    scripted.answers |= script.answers
    scripted.once |= script.once
    with closing(to_script(scripted, self_copy=script.self_copy)) as box:
        for person, *fault in script.to:
            with raises(*fault) if fault else nullcontext():
                box.submit(REPLY, person)
    verbs = [line.split()[0] for line in scripted.heard]
    senders = [line.split()[1] for line in scripted.heard if line.startswith("MAIL")]
    assert tuple(senders) == tuple(f"FROM:<{sender}>" for sender in script.senders)
    assert (len(scripted.taken), verbs.count("EHLO")) == (script.taken, script.opened)
    assert tuple(verbs[: len(script.verbs)]) == script.verbs


@pytest.mark.parametrize("verb", ["DATA", "."])
@pytest.mark.parametrize("answer", ["200 hm", "251 hm", "334 hm", "399 hm", "999 hm"])
def test_a_strange_answer_is_never_taken_for_a_success(
    scripted: ScriptedSmtp, box: SmtpOutbox, verb: str, answer: str
) -> None:
    scripted.answers[verb] = answer
    with pytest.raises(SubmissionDeferred if verb == "DATA" else SubmissionUnsure):
        box.submit(REPLY, ADA)
    scripted.answers.clear()
    box.submit(REPLY, ADA)
    assert sum(line.startswith("EHLO") for line in scripted.heard) == 2


@pytest.mark.parametrize(
    ("offered", "password"), [("PLAIN LOGIN", "secret"), ("LOGIN", "pässwort")]
)
def test_auth_login_is_used_where_plain_is_refused_or_not_offered(
    offered: str, password: str, scripted: ScriptedSmtp
) -> None:
    scripted.answers["EHLO"] = f"250-scripted\r\n250 AUTH {offered}"
    scripted.answers["AUTH PLAIN"] = "535 5.7.8 not this way"
    scripted.answers["AUTH LOGIN"] = "334 VXNlcm5hbWU6"
    scripted.answers["YM90"] = "334 UGFzc3dvcmQ6"
    scripted.answers["Ym90"] = scripted.answers["YM90"]
    sent = b64encode(password.encode()).decode().upper()
    scripted.answers[sent] = "235 welcome"
    box = to_script(scripted, Password("bot", password))
    box.submit(REPLY, ADA)
    box.close()
    assert len(scripted.taken) == 1


def test_a_password_that_no_login_can_carry_is_told(scripted: ScriptedSmtp) -> None:
    scripted.answers["EHLO"] = "250-scripted\r\n250 AUTH CRAM-MD5"
    box = to_script(scripted, Password("bot", "päss"))
    with pytest.raises(BadSettings, match="beyond ASCII"):
        box.probe()
    box.close()


def test_a_refused_copy_for_us_is_logged_and_does_not_hold_up_the_reply(
    scripted: ScriptedSmtp, caplog: pytest.LogCaptureFixture
) -> None:
    box = to_script(scripted, self_copy=True)
    box.submit(REPLY, ADA)
    assert caplog.messages == []
    scripted.answers["RCPT TO:<bot@lab.test>"] = "452 4.2.2 mailbox full"
    box.submit(REPLY, ADA)
    box.close()
    assert len(scripted.taken) == 2
    assert caplog.messages == ["the server takes no copy for us: 4.2.2 mailbox full"]


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("turn", range(1, 7))
def test_a_fault_at_any_command_is_deferred_unsure_or_taken_as_it_must_be(
    mail: Watched, ada: Account, turn: int, before: bool, mode: Mode
) -> None:
    """EHLO, AUTH, who writes to whom, DATA, the message, then QUIT."""
    wait = 1 if mode is Mode.FREEZE else 20
    with Fault(mail.servers.submission, turn, mode, before=before) as proxy:
        box = mail.outbox(proxy.port, "plain", timeout=wait)
        told = "taken"
        try:
            box.submit(REPLY, ada.address)
        except SubmissionDeferred:
            told = "deferred"
        except SubmissionUnsure:
            told = "unsure"
        box.close()
        verbs = [line.split()[0] for line in proxy.heard]
    assert proxy.broke
    expected = {5: "unsure", 6: "taken"}.get(turn, "deferred")
    assert told == expected, verbs
    if told == "taken" or (told == "unsure" and not before):
        arrived(mail.servers, ada)
    else:
        assert mail.servers.letters(ada) == []


def sendmail(tmp_path: Path, script: str) -> SendmailOutbox:
    program = tmp_path / "sendmail"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return SendmailOutbox(
        SendmailOptions("bot@lab.test", str(program), timeout_seconds=1)
    )


def test_sendmail_gets_the_message_and_both_recipients(tmp_path: Path) -> None:
    box = sendmail(tmp_path, f'echo "$@" > {tmp_path}/args; cat > {tmp_path}/message')
    box.submit(REPLY, ADA)
    assert (tmp_path / "message").read_bytes() == REPLY.replace(b"\r\n", b"\n")
    args = (tmp_path / "args").read_text().split()
    assert args == ["-i", "-f", "<>", "--", ADA, "bot@lab.test"]


REFUSES = """
case "$3:$*" in
    "<>":*" eve@"*) ;;
    *" eve@"*) echo 550 any other sender >&2; exit 65;;
    "<>":*) echo 550 an empty sender >&2; exit 65;;
    *"-- ada@lab.test bot@lab.test") echo 550 the copy >&2; exit 65;;
esac
echo "$3 $*" >> {log}
"""


def test_a_relay_of_no_empty_sender_and_copy_is_served(tmp_path: Path) -> None:
    box = sendmail(tmp_path, REFUSES.format(log=tmp_path / "log"))
    for _ in range(2):
        box.submit(REPLY, ADA)
    box.submit(REPLY, "eve@lab.test")
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines == [
        *["bot@lab.test -i -f bot@lab.test -- ada@lab.test"] * 2,
        "<> -i -f <> -- eve@lab.test bot@lab.test",
    ]


def test_dma_gets_our_address_as_it_loses_others(tmp_path: Path) -> None:
    box = sendmail(tmp_path, f'echo "$3" > {tmp_path}/sender')
    (tmp_path / "sendmail").rename(tmp_path / "dma")
    (tmp_path / "sendmail").symlink_to("dma")
    box = SendmailOutbox(SendmailOptions("bot@lab.test", str(tmp_path / "sendmail")))
    box.submit(REPLY, ADA)
    assert (tmp_path / "sender").read_text().strip() == "bot@lab.test"


@cases("script, fault, concern")
def test_an_exit_code_blames_the_recipient_only_where_it_must(
    tmp_path: Path, script: str, fault: str, concern: str
) -> None:
    with raises(fault) as caught:
        sendmail(tmp_path, script).submit(REPLY, ADA)
    assert getattr(caught.value, "concern", "") == concern


def test_a_missing_sendmail_program_is_an_error_of_the_settings(tmp_path: Path) -> None:
    box = SendmailOutbox(SendmailOptions("bot@lab.test", str(tmp_path / "none")))
    with pytest.raises(BadSettings):
        box.submit(REPLY, ADA)


def test_the_real_sendmail_delivers(servers: Servers, ada: Account) -> None:
    command = servers.postfix.sendmail()
    box = SendmailOutbox(SendmailOptions("bot@lab.test", str(command)))
    box.submit(REPLY, ada.address)
    assert arrived(servers, ada)[0].endswith(b"\n\n.dot\nbye\n")


def test_a_connection_that_a_router_has_forgotten_is_made_anew(
    mail: Watched, ada: Account
) -> None:
    now = [0.0]
    with Fault(mail.servers.smtp) as proxy:
        endpoint = Endpoint("127.0.0.1", proxy.port, "plain", timeout_seconds=300)
        options = SmtpOptions(mail.bot.address, endpoint, self_copy=False)
        with closing(SmtpOutbox(options, None, clock=lambda: now[0])) as box:
            box.submit(REPLY, ada.address)
            box.submit(REPLY, ada.address)
            assert proxy.accepted == 1
            proxy.cut(Mode.FREEZE)
            now[0] += 60
            box.submit(REPLY, ada.address)
            assert proxy.accepted == 2
    assert len(arrived(mail.servers, ada, 3)) == 3


@pytest.mark.parametrize(("set_to", "quick"), [(60, 25), (5, 5)])
def test_two_waits_take_less_than_a_minute(set_to: float, quick: float) -> None:
    """It has two addresses at times; and a wait is ended before it is asked."""
    endpoint = Endpoint("mail.example", timeout_seconds=set_to)
    assert endpoint.quick_seconds == quick
    assert 2 * Endpoint("mail.example").quick_seconds < 60


def test_a_recipient_for_whom_the_server_takes_its_time_costs_that_time_once() -> None:
    class Slow(ScriptedSmtp):
        def _answer(self, line: str) -> str:
            if "slow" in line:
                time.sleep(3)
            return super()._answer(line)

    with Slow() as server, closing(to_script(server, seconds=1)) as box:
        box.submit(REPLY, ADA)
        with pytest.raises(SubmissionDeferred) as caught:
            box.submit(REPLY, "eve@slow.test")
        assert caught.value.concern is Concern.RECIPIENT
        assert sum("slow" in line for line in server.heard) == 1
        box.submit(REPLY, ADA)
        assert len(server.taken) == 2


class Dripping(ScriptedSmtp):
    """Begins an answer that holds "drip" with `said`, again and again."""

    said = b"2"

    def say(self, file: Any, answer: bytes) -> None:
        while b"drip" in answer:
            super().say(file, self.said)
            time.sleep(0 if len(self.said) > 50 else 0.02)
        super().say(file, answer)


@pytest.mark.parametrize(
    "said", [b"2", b"250-wait\r\n", b"250-%b\r\n" % (b"x" * 900)], ids=len
)
@pytest.mark.parametrize("command", ["", "EHLO", "NOOP", "MAIL", "RCPT", "DATA", "."])
def test_no_answer_lasts_longer_than_a_silence_may(command: str, said: bytes) -> None:
    with Dripping() as server, closing(to_script(server, seconds=0.3)) as box:
        server.said, server.answers = said, {command: "250 drip"}
        errors = (SubmissionDeferred, SubmissionUnsure)
        started = time.monotonic()
        with pytest.raises(
            errors, match=r"does not end|says more|no greeting"
        ) as caught:
            box.probe() if command == "NOOP" else box.submit(REPLY, ADA)
        assert time.monotonic() - started < 5
        of_one = command in {"RCPT", "DATA"}
        if isinstance(caught.value, SubmissionDeferred):
            assert (caught.value.concern is Concern.RECIPIENT) == of_one
        server.answers.clear()
        server.taken.clear()
        box.submit(REPLY, ADA)
        assert len(server.taken) == 1


def test_a_reply_sipped_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sipping(ScriptedSmtp):
        def _message(self, readline: object) -> bytes:  # type: ignore[override]
            sock = self._conversations[-1]
            with suppress(OSError):
                while sock.recv(2000):
                    time.sleep(0.02)
            return b""

    monkeypatch.setattr("mailbot.mail.smtp.session.SLOWEST", 20_000_000)
    with Sipping() as server, closing(to_script(server, seconds=1)) as box:
        server.answers["EHLO"] = "250 scripted"
        started = time.monotonic()
        with pytest.raises(SubmissionUnsure):
            box.submit(REPLY + b"x\r\n" * 7_000_000, ADA)
        assert time.monotonic() - started < 20


@pytest.mark.parametrize("command", ["RCPT", "DATA"])
def test_a_person_waits_briefly(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr("mailbot.mail.smtp.outbox._IMPATIENT_SECONDS", 0.2)

    class Slow(ScriptedSmtp):
        def _answer(self, line: str) -> str:
            if line.startswith(command):
                time.sleep(1)
            return super()._answer(line)

    with Slow() as server, closing(to_script(server)) as box:
        with pytest.raises(SubmissionDeferred) as caught:
            box.submit(REPLY, "eve@slow.test", patient=False)
        assert caught.value.concern is Concern.RECIPIENT
        box.submit(REPLY, "eve@slow.test")
        assert len([*filter(None, server.taken)]) == 1
