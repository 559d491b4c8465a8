"""Whom the service believes, and who could read its secrets: what `check` says."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mailbot.cli.trust import addressed, secrets, senders, user
from mailbot.settings import Settings
from mailbot.settings.load import checked
from tests.cases import claims_of
from tests.cli.command import Command, letter

KNOWN = Settings(address="bot@bots.example", authserv_id="mx.bots.example")
UNSET = Settings(address="bot@bots.example")


RELAYED = Settings(
    address="bot@bots.example",
    authserv_id="mx.bots.example",
    relays=("box.fetcher.example",),
)
SETTINGS = {"known": KNOWN, "unset": UNSET, "with relay": RELAYED}


def head(server: str, sender: str = "", by: str = "mx.bots.example") -> bytes:
    """The head of a letter on which a server reports; or header lines as they are."""
    if not sender:
        return server.encode()
    return (
        f"Received: from x by {by}; today\r\n"
        f"Authentication-Results: {server} dmarc=pass\r\nFrom: ada@{sender}\r\n"
    ).encode()


@dataclass(frozen=True)
class Claim:
    """What is said of the letters of a mailbox, as the TOML file explains."""

    settings: str
    letters: list[tuple[str, ...]] = field(default_factory=list)
    fetched: str = ""
    says: list[str] = field(default_factory=list)
    advises: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    well: bool = False


@claims_of(__file__, Claim)
def test_of_an_authserv_id_is_said_what_is_claimed(claim: Claim) -> None:
    found = [claim.fetched.encode() + head(*letter) for letter in claim.letters]
    result = senders(SETTINGS[claim.settings], found)
    assert [words for words in claim.says if words not in result.text] == []
    assert [words for words in claim.advises if words not in result.advice] == []
    assert [words for words in claim.never if words in result.advice] == []
    assert (result.advice == "") is claim.well


def test_an_address_that_no_letter_is_to_is_warned_of() -> None:
    found = [b"To: Sudoku <bto@bots.example>\r\n", b"To: list@elsewhere.example\r\n"]
    result = addressed(KNOWN, found)
    assert result is not None
    assert "to bot@bots.example, but to bto@bots.example, list@e" in result.text
    assert not result.code


@pytest.mark.parametrize(
    "one", [b"To: bot+tag@bots.example\r\n", b"Cc: Bot@bots.example\r\n", b""]
)
def test_an_address_that_one_letter_is_to_is_well(one: bytes) -> None:
    others = [b"To: list@elsewhere.example\r\n"] if one else []
    assert addressed(KNOWN, [*filter(None, [one]), *others]) is None


def test_root_is_warned_of() -> None:
    assert user(0).advice
    assert not user(1000).advice


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """A folder that every user of the machine can reach."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid():
            folder.chmod(folder.stat().st_mode | 0o111)
    return tmp_path


def test_files_with_a_secret_that_others_can_read_are_named(open_folder: Path) -> None:
    word, client = open_folder / "password", open_folder / "client.json"
    config, token = open_folder / "mailbot.toml", open_folder / "oauth-google-x.json"
    word.write_text("s3cret\n")
    client.write_text('{"installed": {"client_secret": "x"}}')
    config.write_text('[inbox]\npassword = "s3cret"\n')
    token.write_text("{}")
    inbox = {"password_file": word, "oauth_client_file": client}
    settings = checked({"state": open_folder, "inbox": inbox})
    files = (word, client, config, token)
    for file in files:
        file.chmod(0o600)
    assert not secrets(settings, config).advice
    for file in files:
        file.chmod(0o644)
        found = secrets(settings, config)
        assert str(file) in found.text
        assert "chmod 600" in found.advice
        assert "LoadCredential" in found.advice
        assert "s3cret" not in found.text + found.advice
        file.chmod(0o600)


def test_a_settings_file_without_a_secret_may_be_open(open_folder: Path) -> None:
    config = open_folder / "mailbot.toml"
    config.write_text('# password = "x"\n[inbox]\npassword = ""\npassword_file = "x"\n')
    config.chmod(0o644)
    assert not secrets(Settings(state=open_folder), config).advice


def test_a_folder_that_only_we_may_enter_closes_what_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("s3cret\n")
    (tmp_path / "password").chmod(0o644)
    tmp_path.chmod(0o700)
    inbox = {"password_file": tmp_path / "password"}
    settings = checked({"state": tmp_path, "inbox": inbox})
    assert not secrets(settings, None).advice


def test_check_looks_at_waiting_and_answered_letters(mailbot: Command) -> None:
    mailbot.settings()
    vouched = b"Authentication-Results: mx.bots.example; dmarc=pass\r\n" + letter()
    mailbot.file("letters/1.eml", vouched)
    mailbot.file(
        "letters/2.eml",
        b"From: bob@work.test\r\n".join(
            [
                vouched.partition(b"From:")[0],
                vouched.partition(b"From:")[2].partition(b"\n")[2],
            ]
        ),
    )
    for _ in range(2):
        assert 'authserv_id = "mx.bots.example"' in mailbot("check").out
        assert mailbot("once").code == 0


def test_log_and_status_tell_that_pictures_are_off(mailbot: Command) -> None:
    mailbot.settings()
    with mailbot.started("run") as service:
        assert "pictures are off" in service.line()
    assert mailbot("once").err == ""
    mailbot.file("letters/1.eml", letter())
    assert "pictures are off" in mailbot("once").err.splitlines()[0]
    assert "pictures are off" in mailbot("status").out
    assert "authserv_id" in json.loads(mailbot("status", "--json").out)["pictures_off"]
    mailbot.settings(top='authserv_id = "mx.bots.example"')
    with mailbot.started("run") as service:
        assert "pictures are off" not in service.line()
    assert "pictures are off" not in mailbot("status").out
    assert json.loads(mailbot("status", "--json").out)["pictures_off"] == ""
