"""Whom the service believes, and who could read its secrets: what `check` says."""

import json
import os
from pathlib import Path

import pytest

from mailbot.cli.trust import addressed, secrets, senders, user
from mailbot.settings import Settings
from mailbot.settings.load import checked
from tests.cli.command import Command, letter

KNOWN = Settings(address="bot@bots.example", authserv_id="mx.bots.example")
UNSET = Settings(address="bot@bots.example")


def head(server: str, sender: str = "home.test", by: str = "mx.bots.example") -> bytes:
    return (
        f"Received: from x by {by}; today\r\n"
        f"Authentication-Results: {server} dmarc=pass\r\nFrom: ada@{sender}\r\n"
    ).encode()


def heads(server: str, *senders: str) -> list[bytes]:
    return [head(server, sender) for sender in senders or ("home.test", "work.test")]


def test_an_id_that_the_letters_name_is_well() -> None:
    result = senders(KNOWN, [head("mx.bots.example;"), head("other.example;")])
    assert (result.text, result.advice) == ("vouched for by mx.bots.example", "")


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


def test_without_letters_the_id_is_taken_as_it_is() -> None:
    assert not senders(KNOWN, []).advice


def test_an_id_that_no_letter_bears_is_warned_of() -> None:
    result = senders(KNOWN, [b"From: ada@home.test\r\n"])
    assert "which no letter here names" in result.text
    assert "writes no Authentication-Results" in result.advice


def test_an_id_that_no_letter_names_is_wrong_and_the_right_one_is_proposed() -> None:
    result = senders(KNOWN, heads("mail.bots.example;"))
    assert "mx.bots.example" in result.text
    assert 'authserv_id = "mail.bots.example"' in result.advice


def test_without_an_id_pictures_are_off_and_one_is_proposed() -> None:
    result = senders(UNSET, [*heads("mx.bots.example;"), head("other.example;")])
    assert "pictures are off" in result.text
    assert 'authserv_id = "mx.bots.example"' in result.advice


def test_many_hosts_of_one_domain_are_proposed_with_a_star() -> None:
    by = "mx-0.provider.example"
    found = [head(f"mx-{n}.provider.example;", f"home{n}.test", by) for n in range(3)]
    assert '"*.provider.example"' in senders(UNSET, found).advice


def test_an_id_that_a_stranger_could_have_written_is_not_proposed() -> None:
    one = heads("mx.bots.example;", "home.test", "home.test", "mail.home.test")
    assert "authserv_id =" not in senders(UNSET, one).advice
    foreign = heads("evil.test;", "home.test", "work.test", "evil.test")
    assert "authserv_id =" not in senders(UNSET, foreign).advice


def test_a_host_by_which_all_letters_come_is_proposed_as_a_relay() -> None:
    by = b"Received: from localhost by box.fetcher.example with ESMTP; x\r\n"
    fetched = [by + one for one in heads("mx.bots.example;")]
    result = senders(KNOWN, fetched)
    assert "vouches for nobody" in result.text
    assert 'relays = ["box.fetcher.example"]' in result.advice
    named = Settings(
        address="bot@bots.example",
        authserv_id="mx.bots.example",
        relays=("box.fetcher.example",),
    )
    assert not senders(named, fetched).advice
    assert not senders(KNOWN, [fetched[0], head("mx.bots.example;")]).advice


def test_what_fetches_letters_is_no_relay() -> None:
    """The Received header of getmail 6.18, fetching on a host of another domain."""
    by = b"Received: from 127.0.0.1 by box.fetcher.example with IMAP4 getmail6; x\r\n"
    assert not senders(KNOWN, [by + one for one in heads("mx.bots.example;")]).advice


def test_a_server_that_reports_without_a_name_is_not_to_be_believed() -> None:
    result = senders(UNSET, [head("spf=pass smtp.mailfrom=home.test;")])
    assert "cannot be told from a forged report" in result.advice


def test_a_server_that_reports_nothing_is_to_be_taught() -> None:
    assert "rspamd" in senders(UNSET, [b"From: ada@home.test\r\n"]).advice


def test_results_below_the_headers_of_the_author_propose_nothing() -> None:
    forged = b"From: ada@home.test\r\nAuthentication-Results: evil.test; dmarc=pass\r\n"
    assert "evil.test" not in senders(UNSET, [forged]).advice


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
