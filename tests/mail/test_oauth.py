"""OAuth2 with the providers' own libraries, a token server on loopback, Dovecot."""

import json
import os
import queue
import re
import stat
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests

from mailbot.errors import BadSettings, InboxUnavailable, Passing
from mailbot.mail.credentials import Bearer
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.oauth.google import Google
from mailbot.mail.oauth.login import (
    OAuthOptions,
    ProviderName,
    TokenSource,
    find_new_owner,
    make_provider,
    remember,
)
from mailbot.mail.oauth.microsoft import AUTHORITY, Microsoft
from mailbot.mail.options import Endpoint, ImapOptions
from tests.servers import Servers
from tests.servers.tokens import Tokens

USER = "bot@lab.test"
SERVICE = 65534
"""The user whom a service runs as."""
PROVIDERS: tuple[ProviderName, ...] = ("google", "microsoft")


class Loopback(requests.Session):
    """The network, as far as Microsoft's library is told."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self._tokens = tokens

    def request(
        self, method: str | bytes, url: str | bytes, *args: object, **options: object
    ) -> requests.Response:
        there = str(url).replace(AUTHORITY, self._tokens.url)
        return super().request(method, there, *args, **options)  # type: ignore[arg-type]


@pytest.fixture
def tokens() -> Iterator[Tokens]:
    server = Tokens()
    server.approved_for = USER
    yield server
    server.shutdown()
    server.server_close()


def registration(tokens: Tokens) -> str:
    """A client as the providers hand it out, for both."""
    installed = {
        "client_id": "client",
        "client_secret": "not a secret",
        "auth_uri": f"{tokens.url}/authorize",
        "token_uri": f"{tokens.url}/token",
        "redirect_uris": ["http://localhost"],
    }
    return json.dumps({"installed": installed, "client_id": "client"})


def source(
    tokens: Tokens, tmp_path: Path, name: ProviderName, user: str = USER
) -> TokenSource:
    client = tmp_path / "client.json"
    client.write_text(registration(tokens))
    options = OAuthOptions(name, user, client, tmp_path / "state")
    if name == "microsoft":
        there = Microsoft(registration(tokens), Loopback(tokens))
        return TokenSource(options, there)
    return TokenSource(options)


@pytest.fixture(params=PROVIDERS)
def logged_in(
    request: pytest.FixtureRequest,
    tokens: Tokens,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> TokenSource:
    """A source of tokens, after a person has logged in."""
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")  # http on loopback
    made = source(tokens, tmp_path, request.param)
    if request.param == "microsoft":
        told: list[str] = []
        made.log_in(told.append)
        assert "ABCD-EFGH" in told[0]
    else:
        log_in_by_browser(made)
    return made


def log_in_by_browser(made: TokenSource) -> None:
    """Do what a person's browser does with the address that is shown."""
    told: queue.Queue[str] = queue.Queue()
    login = threading.Thread(target=made.log_in, args=(told.put,), daemon=True)
    login.start()
    found = re.search(r"http://\S+/authorize\?\S+", told.get(timeout=60))
    assert found
    asked = {k: v[0] for k, v in parse_qs(urlsplit(found[0]).query).items()}
    assert (asked["access_type"], asked["login_hint"]) == ("offline", USER)
    back = urlencode({"state": asked["state"], "code": "yes"})
    with urllib.request.urlopen(f"{asked['redirect_uri']}?{back}") as answer:
        assert answer.status == 200
    login.join(60)
    assert not login.is_alive()


def test_what_is_remembered_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    if os.geteuid() == 0:  # anybody else's folder is their own anyway
        os.chown(tmp_path, SERVICE, SERVICE)
    file, folder = tmp_path / "oauth.json", tmp_path.stat()
    for text in ("first", "again"):
        remember(file, text)
        kept = file.stat()
        assert (kept.st_uid, kept.st_gid) == (folder.st_uid, folder.st_gid)
        assert stat.S_IMODE(kept.st_mode) == 0o600
        assert file.read_text() == text


@pytest.mark.parametrize(
    ("user", "folder", "heir"),
    [
        (0, (SERVICE, SERVICE), (SERVICE, SERVICE)),
        (0, (0, SERVICE), (0, SERVICE)),
        (0, (0, 0), None),
        (1000, (SERVICE, SERVICE), None),
    ],
)
def test_only_root_changes_the_owner_of_the_file(
    user: int, folder: tuple[int, int], heir: tuple[int, int] | None
) -> None:
    made, around = (
        os.stat_result((0, 0, 0, 1, uid, gid, 0, 0, 0, 0))
        for uid, gid in ((user, user), folder)
    )
    assert find_new_owner(made, around, user) == heir


def test_only_we_may_read_the_file_of_a_login(
    logged_in: TokenSource, tokens: Tokens, tmp_path: Path
) -> None:
    (file,) = (tmp_path / "state").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert tokens.valid[logged_in()] == USER


def test_a_valid_token_is_not_renewed(logged_in: TokenSource, tokens: Tokens) -> None:
    first = logged_in()
    before = len(tokens.seen)
    assert logged_in() == first
    assert not any(path == "/token" for path, _ in tokens.seen[before:])


def test_a_refused_token_is_renewed_and_kept(logged_in: TokenSource) -> None:
    first = logged_in()
    second = logged_in(again=True)
    assert second != first
    assert logged_in() == second


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_token_is_renewed_before_it_expires(
    tokens: Tokens, tmp_path: Path, name: ProviderName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    tokens.lifetime = 60  # less than the libraries' margin of some minutes
    made = source(tokens, tmp_path, name)
    if name == "google":
        log_in_by_browser(made)
    else:
        made.log_in(lambda _: None)
    tokens.lifetime = 3600
    first = made()
    assert tokens.seen[-1][1]["grant_type"] == "refresh_token"
    assert made() == first


def test_a_provider_that_cannot_be_reached_is_tried_again_later(
    logged_in: TokenSource, tokens: Tokens
) -> None:
    tokens.broken = True
    with pytest.raises(Passing):
        logged_in(again=True)
    tokens.broken = False
    assert logged_in(again=True) in tokens.valid


def test_a_revoked_login_needs_a_person(
    logged_in: TokenSource, tokens: Tokens, tmp_path: Path
) -> None:
    (file,) = (tmp_path / "state").iterdir()
    file.write_text(file.read_text().replace(f"refresh-{USER}", "refresh-revoked"))
    with pytest.raises(BadSettings, match="mailbot login"):
        logged_in(again=True)


@pytest.mark.parametrize("name", PROVIDERS)
def test_before_the_first_login_a_person_is_asked_for(
    tokens: Tokens, tmp_path: Path, name: ProviderName
) -> None:
    with pytest.raises(BadSettings, match="nobody has logged in"):
        source(tokens, tmp_path, name)()


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("text", ["", "no JSON", "[]", '{"a": 1}'])
def test_a_damaged_file_of_a_login_needs_a_person(
    tokens: Tokens, tmp_path: Path, name: ProviderName, text: str
) -> None:
    made = source(tokens, tmp_path, name)
    (tmp_path / "state").mkdir()
    OAuthOptions(name, USER, None, tmp_path / "state").file.write_text(text)
    with pytest.raises(BadSettings, match="mailbot login"):
        made()


@pytest.mark.parametrize("name", PROVIDERS)
def test_a_missing_registration_is_told(tmp_path: Path, name: ProviderName) -> None:
    with pytest.raises(BadSettings, match="oauth_client_file"):
        make_provider(OAuthOptions(name, USER, None, tmp_path))
    with pytest.raises(BadSettings, match="oauth_client_file"):
        make_provider(OAuthOptions(name, USER, tmp_path / "none", tmp_path))


@pytest.mark.parametrize("provider", [Google, Microsoft])
@pytest.mark.parametrize("text", ["", "no JSON", "[]"])
def test_a_damaged_registration_is_told(
    provider: type[Google | Microsoft], text: str
) -> None:
    with pytest.raises(BadSettings, match="oauth_client_file"):
        provider(text, USER)


def test_no_user_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    options = OAuthOptions("google", "../../etc/x", None, tmp_path)
    assert options.file.parent == tmp_path


@pytest.mark.servers
def test_dovecot_accepts_a_token_and_after_its_end_the_renewed_one(
    servers: Servers, tmp_path: Path
) -> None:
    bot = servers.account("bot")
    servers.tokens.approved_for = bot.user
    made = source(servers.tokens, tmp_path, "microsoft", bot.user)
    made.log_in(lambda _: None)
    endpoint = Endpoint("127.0.0.1", servers.imap, "plain", timeout_seconds=20)
    box = ImapInbox(ImapOptions(bot.address, endpoint), Bearer(bot.user, made))
    box.open()
    box.close()
    servers.tokens.revoke()
    box.open()
    box.close()
    servers.tokens.revoke()
    servers.tokens.broken = True
    with pytest.raises(InboxUnavailable):
        box.open()
    servers.tokens.broken = False
