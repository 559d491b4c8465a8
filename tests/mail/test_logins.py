"""Every way to log in, and servers that refuse a login only for now."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbot.errors import BadSettings, InboxUnavailable, SubmissionDeferred
from mailbot.mail.credentials import Bearer, Password
from tests.servers import Fault, Mode
from tests.servers.watched import Watched

pytestmark = pytest.mark.servers

REFUSED = b"[AUTHENTICATIONFAILED]"
LETTER = b"Subject: x\r\n\r\nx\r\n"


def without(*words: bytes) -> Callable[[bytes], bytes]:
    """A server that does not offer these."""
    return lambda data: re.sub(rb" (AUTH=)?(" + b"|".join(words) + rb")\b", b"", data)


def bearer(mail: Watched) -> Bearer:
    return Bearer(mail.bot.user, lambda _: mail.servers.tokens.grant(mail.bot.user))


@pytest.mark.parametrize(
    ("by_token", "hidden", "used"),
    [
        (False, (), b"PLAIN"),
        (False, (b"PLAIN",), b"LOGIN"),
        (True, (), b"XOAUTH2"),
        (True, (b"XOAUTH2",), b"OAUTHBEARER"),
    ],
)
def test_both_sides_log_in_by_what_the_server_offers(
    mail: Watched, by_token: bool, hidden: tuple[bytes, ...], used: bytes
) -> None:
    rewrite = without(*hidden) if hidden else None
    login = bearer(mail) if by_token else None
    with Fault(mail.servers.imap, rewrite=rewrite) as proxy:
        mail.inbox(proxy.port, login=login, timeout=2).open()
        assert any(used in line for line in proxy.heard)
    with Fault(mail.servers.submission, rewrite=rewrite) as proxy:
        mail.outbox(proxy.port, "plain", login=login, timeout=2).probe()
        assert any(b"AUTH " + used in line for line in proxy.heard)


def test_a_useless_token_is_bad_settings(mail: Watched) -> None:
    hidden = without(b"XOAUTH2", b"OAUTHBEARER")
    with Fault(mail.servers.submission, rewrite=hidden) as proxy:
        out = mail.outbox(proxy.port, "plain", login=bearer(mail), timeout=2)
        with pytest.raises(BadSettings, match="no OAuth2 tokens"):
            out.probe()


def test_a_password_beyond_login_is_told(mail: Watched) -> None:
    """LOGIN of IMAP takes ASCII alone (RFC 3501 9, astring)."""
    with Fault(mail.servers.imap, rewrite=without(b"PLAIN")) as proxy:
        login = Password(mail.bot.user, "pässwort")
        with pytest.raises(BadSettings, match="beyond ASCII"):
            mail.inbox(proxy.port, login=login, timeout=2).open()


def test_no_password_goes_out_in_the_clear_where_starttls_was_asked_for(
    mail: Watched,
) -> None:
    with Fault(mail.servers.imap, rewrite=without(b"STARTTLS")) as proxy:
        box = mail.inbox(proxy.port, "starttls", ca=mail.servers.ca, timeout=2)
        with pytest.raises(BadSettings, match="no STARTTLS"):
            box.open()
        assert not any(b"AUTH" in line or b"LOGIN" in line for line in proxy.heard)


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("turn", [1, 2])
def test_a_lost_login_is_no_refusal(mail: Watched, turn: int, mode: Mode) -> None:
    with Fault(mail.servers.imap, turn, mode) as proxy:
        box = mail.inbox(proxy.port, timeout=2)
        with pytest.raises(InboxUnavailable):
            box.open()
        box.open()
    with Fault(mail.servers.submission, turn, mode) as proxy:
        way_out = mail.outbox(proxy.port, "plain", timeout=2)
        with pytest.raises(SubmissionDeferred):
            way_out.probe()
        way_out.probe()


@pytest.mark.parametrize(
    "said",
    [
        b"[UNAVAILABLE] Internal error",
        b"[ALERT] Too many simultaneous connections",
        b"[LIMIT] x",
    ],
)
def test_a_failed_login_is_retried(mail: Watched, said: bytes) -> None:
    def rewrite(data: bytes) -> bytes:
        return data.replace(REFUSED + b" Authentication failed.", said)

    with Fault(mail.servers.imap, rewrite=rewrite) as proxy:
        login = Password(mail.bot.user, "wrong")
        with pytest.raises(InboxUnavailable, match="takes no login now"):
            mail.inbox(proxy.port, login=login, timeout=2).open()


def test_a_password_that_worked_is_retried(mail: Watched) -> None:
    refusing = False

    def rewrite(data: bytes) -> bytes:
        if not refusing:
            return data
        data = re.sub(rb"(?m)^(\w+) OK .*Logged in", rb"\1 NO " + REFUSED, data)
        return data.replace(b"235 2.7.0", b"535 5.7.8")

    with (
        Fault(mail.servers.imap, rewrite=rewrite) as imap,
        Fault(mail.servers.submission, rewrite=rewrite) as smtp,
    ):
        box = mail.inbox(imap.port, timeout=2)
        way_out = mail.outbox(smtp.port, "plain", timeout=2)
        box.open()
        way_out.probe()
        box.close()
        way_out.close()
        refusing = True
        with pytest.raises(InboxUnavailable, match="takes no login now"):
            box.open()
        with pytest.raises(SubmissionDeferred, match="refuses the login"):
            way_out.probe()
        refusing = False
        box.open()
        way_out.probe()


def test_a_login_that_worked_is_not_wrong(mail: Watched) -> None:
    wrong = Password(mail.bot.user, "wrong")
    with pytest.raises(InboxUnavailable, match="if it stays so, check user"):
        mail.inbox(login=wrong, worked=True).open()
    with pytest.raises(SubmissionDeferred, match="check user and password"):
        mail.outbox(login=wrong, worked=True).submit(LETTER, mail.bot.address)


@pytest.mark.parametrize("by_token", [False, True])
def test_a_person_is_told_what_to_do_about_their_kind_of_login(
    mail: Watched, by_token: bool
) -> None:
    user = mail.bot.user
    who = Bearer(user, lambda _: "stale") if by_token else Password(user, "wrong")
    with pytest.raises(BadSettings, match="refuses the login") as inside:
        mail.inbox(login=who).open()
    with pytest.raises(BadSettings, match="refuses the login") as outside:
        mail.outbox(login=who).submit(LETTER, mail.bot.address)
    for told in (str(inside.value), str(outside.value)):
        assert ("run `mailbot login`" in told) == by_token
        assert ("check user and password" in told) != by_token


@pytest.mark.parametrize("worked", [False, True])
def test_a_certificate_that_is_away_ends_nothing_that_has_worked(
    mail: Watched, worked: bool, tmp_path: Path
) -> None:
    """It is replaced, perhaps; the same holds for a server that hides STARTTLS."""
    gone, servers = tmp_path / "authority.pem", mail.servers
    with Fault(servers.submission, rewrite=without_starttls) as proxy:
        for port, file in (servers.submission, gone), (proxy.port, servers.ca):
            out = mail.outbox(port, ca=file, timeout=5, worked=worked)
            with pytest.raises(SubmissionDeferred if worked else BadSettings):
                out.probe()
    with Fault(servers.imap, rewrite=without(b"STARTTLS")) as proxy:
        for port, file in (servers.imap, gone), (proxy.port, servers.ca):
            box = mail.inbox(port, "starttls", ca=file, timeout=5, worked=worked)
            with pytest.raises(InboxUnavailable if worked else BadSettings):
                box.open()


def without_starttls(said: bytes) -> bytes:
    return said.replace(b"250-STARTTLS\r\n", b"")
