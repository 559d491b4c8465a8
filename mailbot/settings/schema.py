"""Every setting: its name, kind, default and what it is for.

The docstring under each name is the only text of documentation: config/mailbot.toml
and the table of all settings are made from it (`tests/settings_document.py`). Where all
of a setting is that of an option of another room, it stands there alone.
"""

from pathlib import Path
from typing import Annotated, Literal, TypeGuard

from msgspec import Meta

from mailbot.errors import BadLetter
from mailbot.mail.options import (
    Endpoint,
    ImapOptions,
    SendmailOptions,
    SmtpOptions,
)
from mailbot.options import (
    File,
    LedgerOptions,
    Port,
    Positive,
    RespondOptions,
    Rules,
    Seconds,
    ShownCaps,
    Table,
    WorkerOptions,
)
from mailbot.pool import FleetOptions, PoolOptions

Days = Annotated[int, Meta(gt=0, le=36_500)]
Name = Annotated[str, Meta(min_length=1)]

AUTO = "auto"
"""Stands for the letter's own language."""


class Secret:
    """A text that neither `repr` nor `str` shows."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def reveal(self) -> str:
        """The text."""
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "Secret(***)" if self._text else "Secret()"


def is_table(kind: object) -> TypeGuard[type[Table]]:
    """Whether a kind of value is a table."""
    return isinstance(kind, type) and issubclass(kind, Table)


def check_address(name: str, address: str) -> None:
    """Check an address, which may be empty.

    Args:
        name: of the setting, in full.
        address: its value.

    Raises:
        ValueError: it is no address; begins with the name and a colon.
    """
    if not address:
        return
    # Imported here: a command that reads a FILE has no address, and starts sooner.
    from mailbot.mail.message.writing import wire_address

    try:
        wire_address(address)
    except BadLetter as error:
        message = f"{name}: {address!r} is no address like me@example.org"
        raise ValueError(message) from error


def check_people(name: str, people: tuple[str, ...]) -> None:
    """Check a list of addresses and of domains with an @ before them.

    Args:
        name: of the setting, in full.
        people: its value.

    Raises:
        ValueError: an entry would never name anybody; begins with the name and a colon.
    """
    for entry in people:
        try:
            check_address(name, f"x{entry}" if entry.startswith("@") else entry)
        except ValueError as error:
            message = f"{name}: {entry!r} is neither me@example.org nor @example.org"
            raise ValueError(message) from error


def check_language(name: str, language: str) -> None:
    """Check a language, which is `AUTO` or the code of one.

    Args:
        name: of the setting, in full.
        language: its value.

    Raises:
        ValueError: no replies are written in it; begins with the name and a colon.
    """
    if language == AUTO:
        return
    # Imported here: few settings name a language, and the others are read sooner.
    from mailbot.language.folders import written

    known = (AUTO, *written())
    if language not in known:
        raise ValueError(f"{name}: {language!r} is none of {' '.join(known)}")


# A default that an option of another package has already stands there alone.
_IMAP = ImapOptions("", Endpoint())
_FOLDERS = _IMAP.names
_SMTP, _SENDMAIL = SmtpOptions("", Endpoint()), SendmailOptions("")
_RESPOND, _LEDGER, _WORKER = RespondOptions(), LedgerOptions(), WorkerOptions()
_POOL, _FLEET = PoolOptions(), FleetOptions("")


class Login(Endpoint, frozen=True):
    """Who we are to a server, and where the secret is; the credential comes first."""

    user: str = ""
    """The login name; empty: the address."""
    password: Secret = Secret()
    """The password itself; better one of the three below."""
    password_file: File = None
    """A file whose first line is the password."""
    password_command: str = ""
    """A command that prints the password, such as "pass show mail/bot"."""
    password_credential: str = ""
    """A credential of the service manager, where it hands one over (LoadCredential)."""
    oauth: Literal["", "google", "microsoft"] = ""
    """OAuth2 instead of a password; then run `mailbot login` once."""
    oauth_client_file: File = None
    """The client registration for OAuth2 (JSON, as the provider hands it out)."""
    oauth_client_credential: str = ""
    """The same as a credential of the service manager; it goes before the file."""


class InboxSettings(Login, frozen=True):
    """Where letters come from."""

    kind: Literal["imap", "spool", "maildir"] = "imap"
    """imap; spool (a folder of .eml files) or maildir (a local delivery)."""
    mailbox: Name = _IMAP.mailbox
    """The folder that is watched."""
    path: File = None
    """For spool and maildir: the folder."""
    file_into: bool = _FOLDERS.file_into
    """Move settled letters into the three folders below; false: flags only."""
    answered: Name = _FOLDERS.answered
    """Folder for letters that were answered."""
    ignored: Name = _FOLDERS.ignored
    """Folder for letters that must not be answered."""
    quarantine: Name = _FOLDERS.quarantine
    """Folder for letters that we could not deal with."""
    sent: str = _FOLDERS.sent
    """Where the server keeps sent mail; looked at before anything is sent twice."""
    drafts: str = _FOLDERS.drafts
    """Where drafts go, with keep_copy = "drafts"."""
    idle: bool = _IMAP.idle
    """Wait with IDLE where the server has it; false: poll."""
    poll_seconds: Seconds = _IMAP.poll_seconds
    """How often to look where there is no IDLE."""


class OutboxSettings(Login, frozen=True):
    """Where replies go."""

    kind: Literal["smtp", "sendmail", "spool"] = "smtp"
    """smtp (submission), sendmail (a local program), spool (a folder of .eml)."""
    command: str = _SENDMAIL.command
    """For sendmail: the program."""
    path: File = None
    """For spool: the folder."""
    envelope_sender: str = _SMTP.envelope_sender
    """Return path of replies; empty: none (<>), so that no bounce can loop."""
    self_copy: bool = _SMTP.self_copy
    """Send ourselves a copy in the same transaction: it proves what was sent."""
    keep_copy: Literal["no", "sent", "drafts"] = "no"
    """Store replies in Sent too; drafts: store them there instead of sending."""


class AnswerSettings(Rules, frozen=True, kw_only=True):
    """Who is answered."""

    older_mail: bool = _LEDGER.older_mail
    """Answer mail that is older than the installation too."""
    language: str = _RESPOND.language
    """Language of replies: auto (the letter's), or en sv de pl fr es nl it."""


class CapSettings(ShownCaps, frozen=True):
    """How many replies at most (over the last hour or day)."""

    providers: tuple[str, ...] = _RESPOND.policy.providers
    """More domains, besides the large mail providers, whose users count one by one."""


class ReadingSettings(Table, frozen=True):
    """Limits of what is read in a letter."""

    letter_mb: Positive = _WORKER.letter_bytes >> 20
    """Larger letters are not fetched."""
    parts: Positive = _RESPOND.reading.parts
    """MIME parts looked at."""
    pictures: Positive = _RESPOND.reading.pictures
    """Pictures read, pages of documents included."""
    pages: Positive = _RESPOND.reading.pages
    """Pages of a PDF read."""
    megapixels: Positive = _RESPOND.reading.pixels // 1_000_000
    """Size of one picture, before it is decoded."""
    seconds: Seconds = _RESPOND.reading.seconds
    """CPU time for all pictures of a letter; then the best honest answer so far."""


class PoolSettings(Table, frozen=True):
    """Where letters are read."""

    children: Annotated[int, Meta(gt=0, le=1024)] = _POOL.children
    """Letters with pictures that are read at a time; one child more reads text."""
    seconds: Seconds = _POOL.cpu_seconds
    """CPU time for one letter."""
    hang_seconds: Seconds = _POOL.seconds
    """Wall time after which the reading of a letter is taken to hang."""
    memory_mb: Annotated[int, Meta(ge=512, le=1_000_000)] = _POOL.memory >> 20
    """Address space of one child."""
    attempts: Positive = _POOL.attempts
    """Failures after which a letter goes to Quarantine."""
    socket: str = _POOL.socket
    """Where systemd starts readers as another user; empty: they are our own."""
    dask: str = ""
    """Address of a dask scheduler, to read on other machines: tls://host:8786."""
    dask_letters: Positive = 16
    """Letters at once on the dask cluster: two for each of its workers."""
    dask_ca_file: File = _FLEET.ca_file
    """Certificate authority of the dask cluster."""
    dask_cert_file: File = _FLEET.cert_file
    """Our certificate for the dask cluster."""
    dask_key_file: File = _FLEET.key_file
    """The key of that certificate."""
    dask_lost: Literal["local", "wait"] = "local" if _FLEET.fall_back else "wait"
    """When the scheduler is gone: read on this machine, or wait for it."""


class LedgerSettings(Table, frozen=True):
    """What is remembered."""

    path: Path = Path("mailbot.sqlite3")
    """The ledger's file; a relative path is below the state directory."""
    keep_days: Days = _LEDGER.keep_days
    """Days until addresses and subjects are erased (hashes and verdicts stay)."""
    puzzle_days: Annotated[int, Meta(ge=0, le=365)] = _LEDGER.puzzle_days
    """Days for which puzzles are kept, for answers that quote no reply; 0: none."""


class LogSettings(Table, frozen=True):
    """What is told."""

    format: Literal["plain", "json"] = "plain"
    """plain lines or JSON, on stderr."""
    level: Literal["debug", "info", "warning", "error"] = "info"
    """The least important lines shown."""
    private: bool = False
    """Show addresses and subjects in the log."""


class WatchSettings(Table, frozen=True):
    """How the service can be watched."""

    metrics_port: Port = 0
    """Port for Prometheus; 0: none."""
    metrics_address: str = "127.0.0.1"
    """Address for Prometheus."""
    health_file: File = None
    """A file written while the server is reached: ok, or why no reply goes out."""


class MailboxSettings(Table, frozen=True):
    """One more mailbox for the same process."""

    address: str
    """Its address."""
    inbox: InboxSettings = InboxSettings()
    """As [inbox]."""
    outbox: OutboxSettings = OutboxSettings()
    """As [outbox]."""


class Settings(Table, frozen=True):
    """The whole file."""

    address: str = ""
    """The bot's own address, such as sudoku@example.org."""
    name: str = "Sudoku"
    """The name beside the address in replies."""
    aliases: tuple[str, ...] = ()
    """Other addresses of the same mailbox."""
    authserv_id: str = _RESPOND.policy.authserv_id
    """The id of your mail server in its Authentication-Results headers; or *.domain."""
    relays: tuple[str, ...] = _RESPOND.policy.relays
    """Hosts behind it that hand its letters on, such as one that runs fetchmail."""
    state: Path = Path("~/.local/state/mailbot")
    """Where the ledger, the OAuth2 tokens and the locks are kept."""
    inbox: InboxSettings = InboxSettings()
    """Where letters come from."""
    outbox: OutboxSettings = OutboxSettings()
    """Where replies go."""
    answer: AnswerSettings = AnswerSettings()
    """Who is answered."""
    caps: CapSettings = CapSettings()
    """How many replies at most."""
    reading: ReadingSettings = ReadingSettings()
    """Limits of what is read in a letter."""
    pool: PoolSettings = PoolSettings()
    """Where letters are read."""
    ledger: LedgerSettings = LedgerSettings()
    """What is remembered."""
    log: LogSettings = LogSettings()
    """What is told."""
    watch: WatchSettings = WatchSettings()
    """How the service can be watched."""
    mailboxes: tuple[MailboxSettings, ...] = ()
    """More mailboxes in the same process."""

    def __post_init__(self) -> None:
        check_address("address", self.address)
        for number, mailbox in enumerate(self.mailboxes):
            check_address(f"mailboxes.{number}.address", mailbox.address)
        for alias in self.aliases:
            check_address("aliases", alias)
        check_people("answer.allow", self.answer.allow)
        check_people("answer.deny", self.answer.deny)
        check_language("answer.language", self.answer.language)
        if self.reading.seconds >= self.pool.seconds:
            raise ValueError("reading.seconds must be less than pool.seconds")
