"""Every way to log in, and servers that refuse a login only for now."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbot.errors import BadSettings, InboxUnavailable, SubmissionDeferred
from mailbot.mail.credentials import Bearer, Credentials, Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, SmtpOptions
from mailbot.mail.smtp.outbox import SmtpOutbox
from tests.servers import Account, Fault, Mode, Servers

pytestmark = pytest.mark.servers

REFUSED = b"[AUTHENTICATIONFAILED]"


def without(*words: bytes) -> Callable[[bytes], bytes]:
    """A server that does not offer these."""
    return lambda data: re.sub(rb" (AUTH=)?(" + b"|".join(words) + rb")\b", b"", data)


def bearer(servers: Servers, bot: Account) -> Bearer:
    return Bearer(bot.user, lambda _: servers.tokens.grant(bot.user))


def password(_: Servers, bot: Account) -> Password:
    return Password(bot.user, bot.password)


def inbox(proxy: Fault, bot: Account, who: Credentials) -> ImapInbox:
    endpoint = Endpoint("127.0.0.1", proxy.port, "plain", timeout_seconds=2)
    return ImapInbox(ImapOptions(bot.address, endpoint), who)


def outbox(proxy: Fault, bot: Account, who: Credentials) -> SmtpOutbox:
    endpoint = Endpoint("127.0.0.1", proxy.port, "plain", timeout_seconds=2)
    return SmtpOutbox(SmtpOptions(bot.address, endpoint), who)


WAYS = [
    (password, (), b"PLAIN"),
    (password, (b"PLAIN",), b"LOGIN"),
    (bearer, (), b"XOAUTH2"),
    (bearer, (b"XOAUTH2",), b"OAUTHBEARER"),
]


@pytest.mark.parametrize(("who", "hidden", "used"), WAYS)
def test_the_inbox_logs_in_by_what_the_server_offers(
    servers: Servers,
    bot: Account,
    who: Callable[[Servers, Account], Credentials],
    hidden: tuple[bytes, ...],
    used: bytes,
) -> None:
    with Fault(servers.imap, rewrite=without(*hidden) if hidden else None) as proxy:
        box = inbox(proxy, bot, who(servers, bot))
        box.open()
        box.close()
        assert any(used in line for line in proxy.heard)


@pytest.mark.parametrize(("who", "hidden", "used"), WAYS)
def test_the_outbox_logs_in_by_what_the_server_offers(
    servers: Servers,
    bot: Account,
    who: Callable[[Servers, Account], Credentials],
    hidden: tuple[bytes, ...],
    used: bytes,
) -> None:
    rewrite = without(*hidden) if hidden else None
    with Fault(servers.submission, rewrite=rewrite) as proxy:
        box = outbox(proxy, bot, who(servers, bot))
        box.probe()
        box.close()
        assert any(b"AUTH " + used in line for line in proxy.heard)


def test_a_useless_token_is_bad_settings(servers: Servers, bot: Account) -> None:
    hidden = without(b"XOAUTH2", b"OAUTHBEARER")
    with Fault(servers.submission, rewrite=hidden) as proxy:
        box = outbox(proxy, bot, bearer(servers, bot))
        with pytest.raises(BadSettings, match="no OAuth2 tokens"):
            box.probe()


def test_a_password_beyond_login_is_told(servers: Servers, bot: Account) -> None:
    """LOGIN of IMAP takes ASCII alone (RFC 3501 9, astring)."""
    with Fault(servers.imap, rewrite=without(b"PLAIN")) as proxy:
        box = inbox(proxy, bot, Password(bot.user, "pässwort"))
        with pytest.raises(BadSettings, match="beyond ASCII"):
            box.open()


def test_no_password_goes_out_in_the_clear_where_starttls_was_asked_for(
    servers: Servers, bot: Account
) -> None:
    with Fault(servers.imap, rewrite=without(b"STARTTLS")) as proxy:
        endpoint = Endpoint("127.0.0.1", proxy.port, "starttls", servers.ca, 2)
        box = ImapInbox(ImapOptions(bot.address, endpoint), password(servers, bot))
        with pytest.raises(BadSettings, match="no STARTTLS"):
            box.open()
        assert not any(b"AUTH" in line or b"LOGIN" in line for line in proxy.heard)


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("turn", [1, 2])
def test_a_lost_login_is_no_refusal(
    servers: Servers, bot: Account, turn: int, mode: Mode
) -> None:
    with Fault(servers.imap, turn, mode) as proxy:
        box = inbox(proxy, bot, password(servers, bot))
        with pytest.raises(InboxUnavailable):
            box.open()
        box.open()
        box.close()
    with Fault(servers.submission, turn, mode) as proxy:
        way_out = outbox(proxy, bot, password(servers, bot))
        with pytest.raises(SubmissionDeferred):
            way_out.probe()
        way_out.probe()
        way_out.close()


@pytest.mark.parametrize(
    "said",
    [
        b"[UNAVAILABLE] Internal error",
        b"[ALERT] Too many simultaneous connections",
        b"[LIMIT] x",
    ],
)
def test_a_failed_login_is_retried(servers: Servers, bot: Account, said: bytes) -> None:
    def rewrite(data: bytes) -> bytes:
        return data.replace(REFUSED + b" Authentication failed.", said)

    with Fault(servers.imap, rewrite=rewrite) as proxy:
        box = inbox(proxy, bot, Password(bot.user, "wrong"))
        with pytest.raises(InboxUnavailable, match="takes no login now"):
            box.open()


def test_a_password_that_worked_is_retried(servers: Servers, bot: Account) -> None:
    refusing = False

    def rewrite(data: bytes) -> bytes:
        if not refusing:
            return data
        data = re.sub(rb"(?m)^(\w+) OK .*Logged in", rb"\1 NO " + REFUSED, data)
        return data.replace(b"235 2.7.0", b"535 5.7.8")

    with (
        Fault(servers.imap, rewrite=rewrite) as imap,
        Fault(servers.submission, rewrite=rewrite) as smtp,
    ):
        box = inbox(imap, bot, password(servers, bot))
        way_out = outbox(smtp, bot, password(servers, bot))
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
        box.close()
        way_out.close()


def test_a_login_that_worked_is_not_wrong(servers: Servers, bot: Account) -> None:
    wrong = Password(bot.user, "wrong")
    way_in = Endpoint("127.0.0.1", servers.imap, "plain", timeout_seconds=20)
    way_out = Endpoint("127.0.0.1", servers.submission, "starttls", servers.ca)
    box = ImapInbox(ImapOptions(bot.address, way_in), wrong, login_worked=True)
    with pytest.raises(InboxUnavailable, match="if it stays so, check user"):
        box.open()
    out = SmtpOutbox(SmtpOptions(bot.address, way_out), wrong, login_worked=True)
    with pytest.raises(SubmissionDeferred, match="check user and password"):
        out.submit(b"Subject: x\r\n\r\nx\r\n", bot.address)


@pytest.mark.parametrize("by_token", [False, True])
def test_a_person_is_told_what_to_do_about_their_kind_of_login(
    servers: Servers, bot: Account, by_token: bool
) -> None:
    stale = Bearer(bot.user, lambda _: "stale")
    who = stale if by_token else Password(bot.user, "wrong")
    way_in = Endpoint("127.0.0.1", servers.imap, "plain", timeout_seconds=20)
    way_out = Endpoint("127.0.0.1", servers.submission, "starttls", servers.ca)
    box = ImapInbox(ImapOptions(bot.address, way_in), who)
    with pytest.raises(BadSettings, match="refuses the login") as inside:
        box.open()
    out = SmtpOutbox(SmtpOptions(bot.address, way_out), who)
    with pytest.raises(BadSettings, match="refuses the login") as outside:
        out.submit(b"Subject: x\r\n\r\nx\r\n", bot.address)
    for told in (str(inside.value), str(outside.value)):
        assert ("run `mailbot login`" in told) == by_token
        assert ("check user and password" in told) != by_token


@pytest.mark.parametrize("worked", [False, True])
def test_a_certificate_that_is_away_ends_nothing_that_has_worked(
    servers: Servers, bot: Account, worked: bool, tmp_path: Path
) -> None:
    """It is replaced, perhaps; the same holds for a server that hides STARTTLS."""
    gone = tmp_path / "authority.pem"
    who = password(servers, bot)
    with Fault(servers.submission, rewrite=without_starttls) as proxy:
        for port, file in (servers.submission, gone), (proxy.port, servers.ca):
            endpoint = Endpoint("127.0.0.1", port, "starttls", file, 5)
            out = SmtpOutbox(
                SmtpOptions(bot.address, endpoint), who, login_worked=worked
            )
            with pytest.raises(SubmissionDeferred if worked else BadSettings):
                out.probe()
    with Fault(servers.imap, rewrite=without(b"STARTTLS")) as proxy:
        for port, file in (servers.imap, gone), (proxy.port, servers.ca):
            endpoint = Endpoint("127.0.0.1", port, "starttls", file, 5)
            box = ImapInbox(ImapOptions(bot.address, endpoint), who, worked)
            with pytest.raises(InboxUnavailable if worked else BadSettings):
                box.open()


def without_starttls(said: bytes) -> bytes:
    return said.replace(b"250-STARTTLS\r\n", b"")
