"""`mailbot login`, and `once` with what it got, on real servers."""

import json
import re
import stat
import subprocess
import urllib.request
from collections.abc import Iterator
from typing import IO
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from mailbot.mail.oauth.login import ProviderName
from tests.cases import data_of
from tests.cli.command import MAILBOT, Command, Done
from tests.sample_letters import PUZZLE
from tests.servers import Account, Servers
from tests.servers.daemon import until
from tests.servers.tokens import Tokens

pytestmark = pytest.mark.servers

[SETTINGS] = data_of(__file__, "settings")


@pytest.fixture(params=["google", "microsoft"])
def provider(
    request: pytest.FixtureRequest, servers: Servers, bot: Account, mailbot: Command
) -> ProviderName:
    """Who vouches for the bot, by its settings."""
    name: ProviderName = request.param
    settings = SETTINGS.format(bot=bot, servers=servers, provider=name)
    mailbot.file("mailbot.toml", settings)
    url = servers.tokens.url
    installed = {
        "client_id": "client",
        "client_secret": "not a secret",
        "auth_uri": f"{url}/authorize",
        "token_uri": f"{url}/token",
        "redirect_uris": ["http://localhost"],
    }
    client = {"installed": installed, "client_id": "client"}
    mailbot.file("client.json", json.dumps(client))
    return name


@pytest.fixture
def tokens(servers: Servers) -> Iterator[Tokens]:
    """Nobody has said yes; tokens last less long than the libraries' margin."""
    servers.tokens.approved_for, servers.tokens.lifetime = "", 60
    scope = servers.tokens.scope
    yield servers.tokens
    servers.tokens.lifetime, servers.tokens.scope = 3600, scope


@pytest.fixture
def network(servers: Servers) -> dict[str, str]:
    """The environment in which every host asked by https is our token server."""
    return {
        "HTTPS_PROXY": servers.tokens.url,
        "REQUESTS_CA_BUNDLE": str(servers.ca),
        "OAUTHLIB_INSECURE_TRANSPORT": "1",  # http on loopback
    }


def say_yes(out: IO[str], tokens: Tokens, user: str, provider: ProviderName) -> None:
    """Do what a person does with what `mailbot login` shows."""
    sign = r"ABCD-EFGH" if provider == "microsoft" else r"http://\S+/authorize\?\S+"
    shown = next(found for line in out if (found := re.search(sign, line)))
    tokens.approved_for = user
    if provider == "google":
        asked = {k: v[0] for k, v in parse_qs(urlsplit(shown[0]).query).items()}
        back = urlencode({"state": asked["state"], "code": "yes"})
        with urllib.request.urlopen(f"{asked['redirect_uri']}?{back}") as answer:
            assert answer.status == 200


def log_in(
    mailbot: Command,
    network: dict[str, str],
    tokens: Tokens,
    user: str,
    provider: ProviderName,
) -> Done:
    """Run `mailbot login`, with a person in front of it; `out` is what it said then."""
    with subprocess.Popen(
        [MAILBOT, "login"],
        cwd=mailbot.home,
        env=mailbot.environment(network),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            say_yes(process.stdout, tokens, user, provider)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    return Done(process.returncode, out, err)


def renewals(tokens: Tokens) -> int:
    """How often a refresh token was traded in."""
    return sum(form.get("grant_type") == "refresh_token" for _, form in tokens.seen)


def test_a_person_logs_in_and_the_bot_renews_its_token_and_answers(
    servers: Servers,
    mailbot: Command,
    network: dict[str, str],
    tokens: Tokens,
    bot: Account,
    provider: ProviderName,
) -> None:
    done = log_in(mailbot, network, tokens, bot.user, provider)
    assert done.code == 0, done.err
    assert f"logged in as {bot.user}" in done.out
    [file] = (mailbot.home / "state").glob("oauth-*")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    tokens.lifetime, before = 3600, renewals(tokens)
    first = mailbot("once", env=network)  # what comes after it is new
    assert (first.code, renewals(tokens)) == (0, before + 1), first.err
    ada = servers.account("ada")
    head = f"From: {ada.address}\r\nTo: {bot.address}\r\nSubject: Stuck\r\n"
    servers.deliver(f"{head}\r\n{PUZZLE}\r\n".encode(), bot)
    second = mailbot("once", env=network)
    assert (second.code, renewals(tokens)) == (0, before + 1), second.err
    until(lambda: bool(servers.letters(ada)), "the reply has not arrived")
    [reply] = servers.letters(ada)
    assert b"Subject: Your Sudoku" in reply


@pytest.mark.parametrize("provider", ["google"], indirect=True)
def test_a_person_who_grants_too_little_is_told(
    mailbot: Command,
    network: dict[str, str],
    tokens: Tokens,
    bot: Account,
    provider: ProviderName,
) -> None:
    tokens.scope = "openid"
    done = log_in(mailbot, network, tokens, bot.user, provider)
    assert done.code == 78
    assert "other rights" in done.err
    assert not list((mailbot.home / "state").glob("oauth-*"))


def test_a_login_that_nobody_made_is_asked_for(
    mailbot: Command, network: dict[str, str], provider: ProviderName
) -> None:
    done = mailbot("once", env=network)
    assert done.code == 78
    assert "mailbot login" in done.err
