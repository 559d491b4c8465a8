"""`mailbot login` and `mailbot once` as a person runs them, on real servers."""

import json
import os
import re
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from mailbot.mail.oauth import ProviderName
from tests.servers import Account, Servers
from tests.servers.tokens import Tokens

pytestmark = pytest.mark.servers

MAILBOT = str(Path(sys.executable).with_name("mailbot"))
SETTINGS = """\
address = "{bot.address}"
state = "state"
[inbox]
host = "127.0.0.1"
port = {servers.imaps}
ca_file = "{servers.ca}"
user = "{bot.user}"
oauth = "{provider}"
oauth_client_file = "client.json"
[outbox]
host = "127.0.0.1"
port = {servers.submission}
security = "starttls"
ca_file = "{servers.ca}"
user = "{bot.user}"
oauth = "{provider}"
oauth_client_file = "client.json"
"""
PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


@pytest.fixture
def tokens(servers: Servers) -> Iterator[Tokens]:
    yield servers.tokens
    servers.tokens.approved_for, servers.tokens.lifetime = "", 3600


@pytest.fixture
def bot(servers: Servers) -> Account:
    return servers.account("bot")


@pytest.fixture(params=["google", "microsoft"])
def provider(
    request: pytest.FixtureRequest, servers: Servers, bot: Account, tmp_path: Path
) -> ProviderName:
    """The settings of a bot that logs in there, in the folder where it runs."""
    name: ProviderName = request.param
    settings = SETTINGS.format(bot=bot, servers=servers, provider=name)
    (tmp_path / "mailbot.toml").write_text(settings)
    url = servers.tokens.url
    installed = {
        "client_id": "client",
        "client_secret": "not a secret",
        "auth_uri": f"{url}/authorize",
        "token_uri": f"{url}/token",
        "redirect_uris": ["http://localhost"],
    }
    client = {"installed": installed, "client_id": "client"}
    (tmp_path / "client.json").write_text(json.dumps(client))
    return name


@contextmanager
def mailbot(
    servers: Servers, folder: Path, *words: str
) -> Iterator[subprocess.Popen[str]]:
    """A command; whatever host it asks for by https is our own token server."""
    environment = {
        **os.environ,
        "MAILBOT_CONFIG": str(folder / "mailbot.toml"),
        "OAUTHLIB_INSECURE_TRANSPORT": "1",  # http on loopback
        "HTTPS_PROXY": servers.tokens.url,
        "https_proxy": servers.tokens.url,
        "REQUESTS_CA_BUNDLE": str(servers.ca),
    }
    with subprocess.Popen(
        [MAILBOT, *words],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def once(servers: Servers, folder: Path) -> None:
    with mailbot(servers, folder, "once") as process:
        _, told = process.communicate(timeout=60)
    assert process.returncode == 0, told


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


def refreshed(tokens: Tokens) -> int:
    """How often a refresh token was traded in."""
    asked = [form for path, form in tokens.seen if path.endswith("/token")]
    return sum(form.get("grant_type") == "refresh_token" for form in asked)


def test_a_person_logs_in_and_the_bot_renews_its_token_and_answers(
    servers: Servers,
    tokens: Tokens,
    bot: Account,
    provider: ProviderName,
    tmp_path: Path,
) -> None:
    tokens.approved_for = ""
    tokens.lifetime = 60  # about to expire: less than the libraries' margin
    with mailbot(servers, tmp_path, "login") as process:
        assert process.stdout
        say_yes(process.stdout, tokens, bot.user, provider)
        said, told = process.communicate(timeout=60)
    assert process.returncode == 0, told
    assert f"logged in as {bot.user}" in said
    [file] = (tmp_path / "state").glob("oauth-*")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    tokens.lifetime, before = 3600, refreshed(tokens)
    once(servers, tmp_path)  # its first pass: what comes now is new
    assert refreshed(tokens) == before + 1
    ada = servers.account("ada")
    raw = f"From: {ada.address}\r\nTo: {bot.address}\r\nSubject: x\r\n\r\n{PUZZLE}\r\n"
    servers.deliver(raw.encode(), bot)
    once(servers, tmp_path)
    assert refreshed(tokens) == before + 1, "the new token was to be kept"
    [reply] = servers.letters(ada)
    assert b"Subject: Re: x" in reply


def test_a_login_that_nobody_made_is_asked_for(
    servers: Servers, provider: ProviderName, tmp_path: Path
) -> None:
    with mailbot(servers, tmp_path, "once") as process:
        _, told = process.communicate(timeout=60)
    assert process.returncode == 78
    assert "mailbot login" in told
