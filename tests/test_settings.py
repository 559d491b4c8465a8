"""What the operator may set, where it is read, and how a mistake is told."""

import os
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mailbot.cli.options import pool_options, reading_options, respond_options
from mailbot.cli.wiring import fleet_options, ledger_options, worker_options
from mailbot.errors import BadSettings
from mailbot.ledger import LedgerOptions
from mailbot.mail.options import (
    Endpoint,
    FolderNames,
    ImapOptions,
    SendmailOptions,
    SmtpOptions,
)
from mailbot.mail.spool.inbox import SpoolOptions
from mailbot.options import ReadingOptions, RespondOptions, Table
from mailbot.pool import FleetOptions, PoolOptions
from mailbot.settings import Settings, client_file, load, mailboxes, password
from mailbot.settings.load import checked
from mailbot.settings.schema import (
    InboxSettings,
    LedgerSettings,
    OutboxSettings,
    ReadingSettings,
    Secret,
)
from mailbot.worker import WorkerOptions
from tests import settings_document
from tests.cases import cases_of
from tests.programs import run

cases = cases_of(__file__)

CONFIG = Path(__file__).parent.parent / "config"


def settings_of(text: str, folder: Path, **environment: str) -> Settings:
    file = folder / "mailbot.toml"
    file.write_text(text)
    return load(file, environment)


def test_without_a_file_the_environment_is_enough(tmp_path: Path) -> None:
    found = load(
        None,
        {
            "MAILBOT_ADDRESS": "bot@lab.test",
            "MAILBOT_AUTHSERV_ID": "mail.lab.test",
            "MAILBOT_INBOX__PORT": "1143",
            "MAILBOT_ALIASES": "a@lab.test, b@lab.test",
            "HOME": str(tmp_path),
        },
    )
    assert found.address == "bot@lab.test"
    assert found.authserv_id == "mail.lab.test"
    assert found.inbox.port == 1143
    assert found.aliases == ("a@lab.test", "b@lab.test")


def test_the_environment_goes_over_the_file(tmp_path: Path) -> None:
    text = 'address = "file@lab.test"\n[inbox]\nhost = "imap.lab.test"\nport = 7\n'
    found = settings_of(text, tmp_path, MAILBOT_INBOX__PORT="8")
    assert (found.address, found.inbox.host) == ("file@lab.test", "imap.lab.test")
    assert found.inbox.port == 8


@cases("text, message")
def test_a_mistake_is_one_clear_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as caught:
        settings_of(text, tmp_path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value).strip()


def test_a_byte_order_mark_before_the_settings_is_none_of_them(tmp_path: Path) -> None:
    settings = settings_of("\N{BYTE ORDER MARK}address = 'a@b.example'\n", tmp_path)
    assert settings.address == "a@b.example"


@cases("name")
def test_an_unknown_name_in_the_environment_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=f"{name} in the environment"):
        settings_of("", tmp_path, **{name: "1"})


@cases("name, value, message")
def test_a_wrong_value_in_the_environment_is_not_blamed_on_the_file(
    name: str, value: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(BadSettings, match=f"^{name}: {message}"):
        settings_of("", tmp_path, **{name: value})


def test_a_value_in_the_environment_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    """As Python hands it over: each byte that is none as half a pair (PEP 383)."""
    with pytest.raises(BadSettings, match="MAILBOT_INBOX__PORT in the environment is"):
        settings_of("", tmp_path, MAILBOT_INBOX__PORT="\udce4")


def test_a_value_of_the_file_blames_no_environment(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"mailbot\.toml: inbox\.port: "):
        settings_of("[inbox]\nport = 'x'\n", tmp_path, MAILBOT_INBOX__HOST="h")


def test_a_value_where_a_table_is_wanted_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="inbox is a table"):
        settings_of("inbox = 3\n", tmp_path, MAILBOT_INBOX__HOST="h")


@pytest.mark.parametrize(
    "login",
    [
        InboxSettings(password_file=Path("/nonexistent")),
        InboxSettings(password_command="/nonexistent --please"),
    ],
)
def test_a_missing_file_is_named_without_errno(login: InboxSettings) -> None:
    with pytest.raises(BadSettings, match="/nonexistent: No such file or") as caught:
        password(login, "inbox")
    assert "Errno" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [b"pass w\xc3\xb6rd", b"pass w\xc3\xb6rd\r\n", b"\xef\xbb\xbfpass w\xc3\xb6rd\n\n"],
)
def test_a_password_loses_what_editors_add(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "pw").write_bytes(content)
    by_command = f"cat {tmp_path / 'pw'}"
    for login in (
        InboxSettings(password_file=tmp_path / "pw"),
        InboxSettings(password=Secret(content.decode("utf-8-sig"))),
        InboxSettings(password_command=by_command),
    ):
        assert password(login, "inbox") == "pass wörd"


@pytest.mark.parametrize("text", ["pass\nword", "pass\0", "ab\N{NO-BREAK SPACE}cd"])
def test_a_password_with_what_nobody_types_is_told_and_not_shown(text: str) -> None:
    with pytest.raises(BadSettings, match="inbox: the password holds") as caught:
        password(InboxSettings(password=Secret(text)), "inbox")
    assert text not in str(caught.value)


@cases("command, told")
def test_a_command_without_password_is_not_shown(command: str, told: str) -> None:
    with pytest.raises(BadSettings, match=f"inbox.password_command.*{told}") as caught:
        password(InboxSettings(password_command=command), "inbox")
    assert "hunter2" not in str(caught.value)


def test_a_file_is_looked_for_beside_the_settings_that_name_it(tmp_path: Path) -> None:
    text = "[inbox]\npassword_file = 'pw'\nca_file = '/ca'\npath = '~/mail'\n"
    found = settings_of(text, tmp_path).inbox
    assert found.password_file == tmp_path / "pw"
    assert found.ca_file == Path("/ca")
    assert found.path == Path("~/mail").expanduser()
    named = settings_of(text, tmp_path, MAILBOT_INBOX__PASSWORD_FILE="other").inbox
    assert named.password_file == Path.cwd() / "other"
    at_home = settings_of("", tmp_path, MAILBOT_INBOX__CA_FILE="~/ca").inbox
    assert at_home.ca_file == Path("~/ca").expanduser()


def test_a_file_of_a_further_mailbox_is_looked_for_there_too(tmp_path: Path) -> None:
    text = "[[mailboxes]]\naddress = ''\ninbox = { password_file = 'pw' }\n"
    (further,) = settings_of(text, tmp_path).mailboxes
    assert further.inbox.password_file == tmp_path / "pw"


def test_an_empty_name_of_a_file_is_none(tmp_path: Path) -> None:
    found = settings_of("[inbox]\nca_file = ''\n", tmp_path, MAILBOT_OUTBOX__PATH="")
    assert (found.inbox.ca_file, found.outbox.path) == (None, None)


@pytest.mark.parametrize("word", ["false", "no", "Off", "0"])
def test_the_environment_may_say_no_in_several_words(word: str, tmp_path: Path) -> None:
    assert not settings_of("", tmp_path, MAILBOT_INBOX__IDLE=word).inbox.idle


def test_a_credential_goes_before_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("by hand\n")
    (tmp_path / "imap").write_text("by the manager\n")
    login = InboxSettings(password_credential="imap", password_file=tmp_path / "file")
    assert password(login, "inbox", {}) == "by hand"
    manager = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert password(login, "inbox", manager) == "by the manager"


def test_a_named_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="no settings file"):
        load(tmp_path / "none.toml", {})


def test_the_sample_file_shows_every_setting_with_its_default() -> None:
    assert (CONFIG / "mailbot.toml").read_text() == settings_document.toml()


def sample_uncommented() -> Settings:
    """The settings of the sample file with every default taken out of its comment."""
    lines = (CONFIG / "mailbot.toml").read_text().splitlines()
    text = "\n".join(
        line.removeprefix("# ")
        if line.startswith("# ") and " = " in line and "example.net" not in line
        else line
        for line in lines
    )
    return checked(tomllib.loads(text))


def test_the_sample_file_uncommented_is_valid_and_changes_nothing() -> None:
    assert sample_uncommented() == Settings()


def test_the_defaults_that_the_sample_file_shows_are_those_in_force() -> None:
    shown = sample_uncommented()
    (mailbox,) = mailboxes(shown)
    assert ledger_options(shown) == LedgerOptions()
    assert worker_options(shown, mailbox) == WorkerOptions()
    assert pool_options(shown, shown.pool.children) == PoolOptions()
    assert reading_options(shown) == ReadingOptions()
    assert fleet_options(shown) == FleetOptions("")
    assert replace(respond_options(shown), timed=False) == RespondOptions()


@pytest.mark.parametrize("file", sorted(CONFIG.glob("*.toml")), ids=lambda p: p.name)
def test_every_ready_made_file_loads(file: Path) -> None:
    assert load(file, {}).inbox.kind in {"imap", "spool", "maildir"}


def test_a_password_comes_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s3cret\nnot this\n")
    assert (
        password(InboxSettings(password_file=tmp_path / "secret"), "inbox") == "s3cret"
    )


def test_a_client_file_comes_from_the_service_manager(tmp_path: Path) -> None:
    beside = tmp_path / "beside.json"
    login = InboxSettings(oauth_client_file=beside, oauth_client_credential="client")
    handed = tmp_path / "client"
    handed.write_text('{"installed": {}}')
    assert client_file(login, {"CREDENTIALS_DIRECTORY": str(tmp_path)}) == handed
    assert client_file(login, {}) == beside
    handed.write_text("\n")
    assert client_file(login, {"CREDENTIALS_DIRECTORY": str(tmp_path)}) == beside


@pytest.mark.parametrize("unit", ["mailbot.service", "mailbot-once.service"])
@pytest.mark.parametrize("provider", ["gmail", "microsoft365"])
def test_a_unit_hands_over_files_of_a_provider(unit: str, provider: str) -> None:
    project = Path(__file__).parent.parent
    settings = tomllib.loads((project / f"config/{provider}.toml").read_text())
    credential = settings["inbox"]["oauth_client_credential"]
    assert settings["outbox"]["oauth_client_credential"] == credential
    text = (project / "deploy/systemd" / unit).read_text()
    assert f"LoadCredential={credential}:/etc/mailbot/" in text
    assert f"SetCredential={credential}:" in text


def test_two_places_for_one_password_are_refused(tmp_path: Path) -> None:
    login = InboxSettings(password_command="true", password_file=tmp_path / "x")
    with pytest.raises(BadSettings, match="keep one"):
        password(login, "inbox")


@pytest.mark.parametrize(
    "login",
    [
        InboxSettings(password_file=Path("/nonexistent")),
        InboxSettings(password_command="false"),
        InboxSettings(password_command="'"),
        InboxSettings(password_credential="imap"),
    ],
)
def test_a_place_without_a_password_is_an_error(login: InboxSettings) -> None:
    with pytest.raises(BadSettings, match="inbox"):
        password(login, "inbox", {})


def test_a_password_never_shows_in_a_repr() -> None:
    found = load(None, {"MAILBOT_INBOX__PASSWORD": "s3cret"})
    assert password(found.inbox, "inbox", {}) == "s3cret"
    assert "s3cret" not in f"{found!r} {found.inbox.password}"


def test_an_example_of_a_path_is_shown_for_paths_only(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"password: must be text in quotes$"):
        settings_of("[inbox]\npassword = 3\n", tmp_path)
    with pytest.raises(BadSettings, match=r'such as "/etc/mailbot/password"$'):
        settings_of("[inbox]\npassword_file = 3\n", tmp_path)


def test_secrets_leave_the_environment_before_children_start() -> None:
    script = (
        "import os, subprocess, sys\n"
        "from mailbot.settings import forget_secrets\n"
        "forget_secrets()\n"
        "print(subprocess.run(['env'], capture_output=True, text=True).stdout)\n"
    )
    environment = dict(os.environ, MAILBOT_INBOX__PASSWORD="s3cret")
    done = run(sys.executable, "-c", script, env=environment)
    assert "s3cret" not in done.stdout


@pytest.mark.parametrize(
    ("section", "kind", "others"),
    [
        (InboxSettings, Endpoint, set()),
        (InboxSettings, FolderNames, set()),
        (InboxSettings, ImapOptions, {"address", "endpoint", "names", "keep_sent"}),
        (InboxSettings, SpoolOptions, {"maildir", "name", "replies", "keep_sent"}),
        (OutboxSettings, Endpoint, set()),
        (OutboxSettings, SmtpOptions, {"address", "endpoint"}),
        (OutboxSettings, SendmailOptions, {"address"}),
        (ReadingSettings, ReadingOptions, {"pixels"}),
        (LedgerSettings, LedgerOptions, {"older_mail", "busy_seconds", "caps"}),
    ],
)
def test_options_are_settings_of_the_same_names(
    section: type[Table], kind: type[Any], others: set[str]
) -> None:
    """But for those that `cli` sets, or nobody can; a new name belongs to both."""
    names = {*kind.__struct_fields__}
    assert names - {*section.__struct_fields__} == others
