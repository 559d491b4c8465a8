"""The servers together: their accounts, deliveries, and what the mailboxes hold."""

import os
import pwd
import re
import shutil
import smtplib
import ssl
import subprocess
import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.servers.daemon import until
from tests.servers.dovecot import PASSWORD, Dovecot
from tests.servers.postfix import Postfix
from tests.servers.tokens import Tokens

DOMAIN = "lab.test"
ELSEWHERE = "login.microsoftonline.com"  # see tokens.MICROSOFT


@dataclass(frozen=True, slots=True)
class Account:
    """A person or a bot with a mailbox."""

    user: str
    password: str = PASSWORD

    @property
    def address(self) -> str:
        """The mail address."""
        return f"{self.user}@{DOMAIN}"


class Servers:
    """Dovecot and Postfix, running."""

    def __init__(self) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="mailbot-lab-"))
        self._home.chmod(0o755)
        self._accounts = 0
        self.ca = self._home / "cert.pem"
        key = self._home / "key.pem"
        make_certificate(self.ca, key)
        owner = "dovecot" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        for name in ("dovecot", "postfix"):
            (self._home / name).mkdir()
        for path in (self._home / "dovecot", key):
            _give(path, owner)
        secure = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        secure.load_cert_chain(self.ca, key)
        self.tokens = Tokens(secure)
        self.dovecot = Dovecot(
            self._home / "dovecot", self.ca, key, self.tokens.server_port
        )
        self._users = self.dovecot.home / "users"
        self._users.touch()
        self.postfix = Postfix(self._home / "postfix", self.ca, key, self.dovecot)
        self.imap, self.imaps = self.dovecot.ports.imap, self.dovecot.ports.imaps
        self.smtp = self.postfix.ports.smtp
        self.submission = self.postfix.ports.submission
        self.submissions = self.postfix.ports.submissions
        try:
            self.dovecot.start()
            self.postfix.start()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop everything and leave nothing behind."""
        self.postfix.stop()
        self.dovecot.stop()
        self.tokens.shutdown()
        self.tokens.server_close()
        shutil.rmtree(self._home, ignore_errors=True)

    def account(self, name: str = "bot", *, quota: int | None = None) -> Account:
        """A fresh, empty mailbox; `quota` in kB."""
        self._accounts += 1
        account = Account(f"{name}{self._accounts}")
        if quota is not None:
            rule = self.dovecot.quota_field(quota)
            with self._users.open("a") as users:
                users.write(f"{account.user}:::::::{rule}\n")
            time.sleep(1.1)  # Dovecot looks for a change once a second
        return account

    def deliver(self, raw: bytes, to: Account, sender: str = "ada@lab.test") -> None:
        """Put a letter into an INBOX at once."""
        self.deliver_all([raw], to, sender)

    def deliver_all(
        self, raws: list[bytes], to: Account, sender: str = "ada@lab.test"
    ) -> None:
        """Put many letters into an INBOX over one connection.

        As mail servers do, it tries again after a 451: Dovecot says that while it makes
        the indexes of a mailbox that was renumbered.
        """
        with smtplib.LMTP("127.0.0.1", self.dovecot.ports.lmtp, timeout=30) as lmtp:

            def takes(raw: bytes) -> bool:
                try:
                    lmtp.sendmail(sender, [to.address], raw)
                except smtplib.SMTPDataError as error:
                    if error.smtp_code != 451:
                        raise
                    return False
                return True

            for raw in raws:
                until(partial(takes, raw), "Dovecot takes no letter", 30)

    def stuff(self, raws: list[bytes], into: Account) -> None:
        """Put very many letters into an INBOX by writing its files.

        The files are named as Dovecot names them, with time and size: it looks names up
        by a hash in which names that count up fall together by the thousand.
        """
        folder = self._maildir(into) / "cur"
        for part in ("cur", "new", "tmp"):
            _give_tree(self._maildir(into) / part, self.dovecot.home)
        for number, raw in enumerate(raws):
            micros = number * 618_034 % 1_000_000
            when = f"{1_700_000_000 + 60 * number}.M{micros}P{300 + number % 7000}"
            path = folder / f"{when}.lab,S={len(raw)},W={len(raw)}:2,"
            path.write_bytes(raw)
            _give(path, self.dovecot.home.owner())

    def letters(self, account: Account, folder: str = "INBOX") -> list[bytes]:
        """The letters in a folder, in order of arrival."""
        home = self._maildir(account)
        if folder != "INBOX":
            home = home / f".{folder}"
        files = [*home.glob("cur/*"), *home.glob("new/*")]
        return [path.read_bytes() for path in sorted(files, key=_arrival)]

    def flags(self, account: Account, folder: str = "INBOX") -> list[str]:
        """The Maildir flags of every letter (S: seen), without its keywords.

        Dovecot 2.4.5 gives each letter one: $HasNoAttachment.
        """
        home = self._maildir(account)
        if folder != "INBOX":
            home = home / f".{folder}"
        cur = sorted(path.name for path in home.glob("cur/*"))
        told = [name.partition(":2,")[2] for name in cur]
        flags = ["".join(filter(str.isupper, flags)) for flags in told]
        return flags + ["" for _ in home.glob("new/*")]

    def renumber(self, account: Account) -> None:
        """Remove all UIDs, so that the next SELECT has another UIDVALIDITY."""
        for pattern in ("dovecot-uidlist*", "dovecot.index*"):
            for path in self._maildir(account).glob(pattern):
                path.unlink()

    def chill(self, account: Account) -> None:
        """Remove Dovecot's caches of letters, but not their UIDs."""
        for path in self._maildir(account).glob("dovecot.index*"):
            path.unlink()

    def _maildir(self, account: Account) -> Path:
        return self.dovecot.home / "mail" / account.user / "Maildir"


def make_certificate(cert: Path, key: Path) -> None:
    """Write a certificate for loopback that vouches for itself, and its key."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-nodes", "-days", "2"),
            *("-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-keyout", str(key), "-out", str(cert), "-subj", "/CN=localhost"),
            *("-addext", f"subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:{ELSEWHERE}"),
        ],
        check=True,
        capture_output=True,
    )


def _arrival(path: Path) -> tuple[int, ...]:
    """When a letter came, by the name of its file: seconds, microseconds, ..."""
    return tuple(map(int, re.findall(r"\d+", path.name)))


def _give(path: Path, owner: str) -> None:
    if os.geteuid() == 0:
        shutil.chown(path, owner, pwd.getpwnam(owner).pw_gid)


def _give_tree(path: Path, root: Path) -> None:
    """Make a folder below `root`, all of it belonging to the owner of `root`."""
    path.mkdir(parents=True, exist_ok=True)
    while path != root:
        _give(path, root.owner())
        path = path.parent
