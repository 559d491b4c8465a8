"""IMAP servers of Debian 12 beside the lab's, each unpacked in a folder of its own.

imap4d of mailutils 3.15, Cyrus 3.6.1 (as Debian ships it, and with idled and the other
namespace), Courier 5.0.13, the Dovecot of another release of Debian, and pymap of PyPI.
Each knows the user `bot`; Cyrus and Courier take any password.
"""

import os
import smtplib
import subprocess
import venv
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from imapclient import IMAPClient

from tests.servers.daemon import HOST, Daemon, config, free_port, until
from tests.servers.dovecot import PASSWORD
from tests.servers.programs import AUTHORITY, Together, Unpacked, authority, is_known
from tests.servers.releases import other_dovecot

USER = "bot"
PYMAP = "pymap==0.36.7"


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A server, not started yet.

    `put` brings a letter into the INBOX, `spoil` makes the newest one unreadable;
    None where that cannot be done. `pushes`: IDLE tells of new letters. `at_rest`: the
    sessions of clients that are gone have ended.
    """

    server: Daemon
    port: int
    put: Callable[[bytes], None]
    spoil: Callable[[], None] | None = None
    pushes: bool = False
    at_rest: Callable[[], bool] = lambda: True


def by_lmtp(port: int) -> Callable[[bytes], None]:
    """Brings letters to a server that takes them at a port."""

    def put(raw: bytes) -> None:
        with smtplib.LMTP(HOST, port, timeout=30) as way:
            way.sendmail("ada@people.example", [USER], raw)

    return put


IMAP4D = """\
logging {{ syslog no; }};
auth {{ authentication generic; authorization system; }};
mode daemon;
foreground yes;
server 127.0.0.1:{port} {{ }};
"""


def imap4d(folder: Path) -> Mailbox:
    """No UIDPLUS, no keywords, no n:*, an answer to AUTHENTICATE without its end.

    At its end each session replaces the file by what it last saw of it, and one whose
    client was killed ends late where a lock is held. Letters that come meanwhile are
    lost, also to a second session; or the program aborts, and its lock stays.
    """
    found = Unpacked(["mailutils-imap4d"], folder, ["/usr/sbin/imap4d"])
    port = free_port()
    found.write("etc/imap4d.conf", IMAP4D.format(port=port))
    found.folder("home/bot", USER)
    spool = found.folder("var/mail") / USER
    spool.parent.chmod(0o1777)

    def put(raw: bytes) -> None:
        lines = raw.replace(b"\r\n", b"\n")
        head = f"From ada@people.example {datetime.now(UTC).ctime()}\n"
        lock = spool.with_name(f"{USER}.lock")
        until(lambda: _made(lock), "the server holds the mailbox")
        with spool.open("ab") as file:
            file.write(head.encode() + lines + b"\n")
        found.give(spool, USER)
        lock.unlink()

    options = ("--config-file=/etc/imap4d.conf", "--no-site-config")
    command = found.command("/usr/sbin/imap4d", *options)
    server = Daemon(command, port, folder / "log")
    return Mailbox(server, port, put, at_rest=lambda: len(list(found.running())) == 1)


def _made(lock: Path) -> bool:
    """Whether a lock was made, as programs do that change an mbox file."""
    try:
        lock.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


CYRUS_CONF = config("cyrus.conf")
IMAPD_CONF = config("imapd.conf")


def cyrus(folder: Path, *, idled: bool = False) -> Mailbox:
    """With folders below INBOX. and an IDLE that tells nothing, but for `idled`."""
    names = ("master", "imapd", "lmtpd", "idled", "ctl_cyrusdb")
    programs = [f"/usr/lib/cyrus/bin/{name}" for name in names]
    found = Unpacked(["cyrus-imapd"], folder, programs)
    imap, lmtp = free_port(), free_port()
    start = 'idled cmd="/usr/lib/cyrus/bin/idled"' * idled
    found.write("etc/cyrus.conf", CYRUS_CONF.format(imap=imap, lmtp=lmtp, idled=start))
    other = "yes" if idled else "no"
    found.write("etc/imapd.conf", IMAPD_CONF.format(other=other))
    found.write("usr/share/zoneinfo/zone.tab", "GB\t+513030-0000731\tEurope/London\n")
    for part in ("lib/cyrus/proc", "lib/cyrus/lock", "lib/cyrus/db", "spool/cyrus"):
        found.folder(f"var/{part}", "cyrus")
    found.folder("var/lib/cyrus/socket", "cyrus")  # without it idled tells nobody
    found.give(found.root / "var/lib/cyrus", "cyrus")

    def spoil() -> None:
        letters = (found.root / "var/spool/cyrus").rglob("[0-9]*.")
        newest = max(letters, key=lambda path: int(path.name[:-1]))
        newest.unlink()

    command = found.command("/usr/lib/cyrus/bin/master")
    server = Daemon(command, imap, folder / "log")
    return Mailbox(server, imap, by_lmtp(lmtp), spoil, pushes=idled)


def cyrus_with_idled(folder: Path) -> Mailbox:
    """The other namespace, and an IDLE that tells of letters."""
    return cyrus(folder, idled=True)


COURIER = {
    "IMAP_CAPABILITY": "IMAP4rev1 UIDPLUS CHILDREN NAMESPACE SORT QUOTA IDLE",
    "IMAP_KEYWORDS": "1",
    "IMAP_UMASK": "022",
    "IMAP_USELOCKS": "1",
    "MAILDIRPATH": "Maildir",
}
PAM = "/usr/lib/x86_64-linux-gnu/security/pam_permit.so"


def courier(folder: Path) -> Mailbox:
    """Folders below INBOX., no MOVE, and an IDLE that tells nothing."""
    programs = ["/usr/sbin/couriertcpd", "/usr/lib/courier/courier/imaplogin"]
    programs += ["/usr/bin/imapd", *AUTHORITY]
    watching = ["gamin"] * is_known("gamin")  # before Debian 13
    programs += ["/usr/libexec/gam_server"] * bool(watching)
    found = Unpacked(["courier-imap", *watching], folder, programs)
    for top in ("", "usr/"):  # Debian 13 looks there
        permit = found.folder(f"{top}lib/x86_64-linux-gnu/security") / "pam_permit.so"
        permit.write_bytes(Path(PAM).read_bytes())
    lines = (f"{kind} required pam_permit.so\n" for kind in ("auth", "account"))
    found.write("etc/pam.d/imap", "".join(lines))
    for part in ("new", "cur", "tmp"):
        found.folder(f"home/bot/Maildir/{part}", USER)
    home = found.root / "home/bot"
    for path in (home, home / "Maildir"):
        found.give(path, USER)
    count = iter(range(10**6))

    def put(raw: bytes) -> None:
        name = f"{datetime.now(UTC).timestamp():.6f}.{next(count)}.test"
        aside = home / "Maildir/tmp" / name
        aside.write_bytes(raw.replace(b"\r\n", b"\n"))
        found.give(aside, USER)
        aside.rename(home / "Maildir/new" / name)

    def spoil() -> None:
        letters = [*home.glob("Maildir/new/*"), *home.glob("Maildir/cur/*")]
        newest = max(letters, key=lambda path: path.name)
        newest.chmod(0)
        os.chown(newest, 0, 0)

    port = free_port()
    command = found.command(
        *("/usr/sbin/couriertcpd", "-address=127.0.0.1", "-nodnslookup"),
        *("-maxperip=20", str(port)),
        *("/usr/lib/courier/courier/imaplogin", "/usr/bin/imapd", "Maildir"),
    )
    told = [f"{name}={value}" for name, value in COURIER.items()]
    # It starts gam_server, which ends with all others of this root.
    beside = [authority(found)]
    server = Together(found, beside, ["env", *told, *command], port, folder / "log")
    return Mailbox(server, port, put, spoil)


def dovecot(folder: Path) -> Mailbox:
    """Dovecot 2.4 where 2.3 is installed, and back."""
    release, ports = other_dovecot(folder)
    command = release.command("/usr/sbin/dovecot", "-F", "-c", "/home/conf")
    server = Daemon(command, ports.imap, folder / "log")
    return Mailbox(server, ports.imap, by_lmtp(ports.lmtp), pushes=True)


def pymap(folder: Path) -> Mailbox:
    """No NAMESPACE and no keywords; its letters live as long as it does."""
    venv.create(folder / "pymap", with_pip=True)
    programs = folder / "pymap/bin"
    pip = [str(programs / "pip"), "-q", "install", PYMAP]
    if subprocess.run(pip, capture_output=True, check=False).returncode:
        raise FileNotFoundError(PYMAP)
    port = free_port()
    command = [str(programs / "pymap"), "--host", HOST, "--port", str(port), "--no-tls"]
    command += ["dict", "--demo-data", "--demo-user", USER, "--demo-password", PASSWORD]

    def put(raw: bytes) -> None:
        with IMAPClient(HOST, port, ssl=False) as client:
            client.login(USER, PASSWORD)
            client.append("INBOX", raw)

    return Mailbox(Daemon(command, port, folder / "log"), port, put, pushes=True)


SERVERS: dict[str, Callable[[Path], Mailbox]] = {
    "dovecot": dovecot,
    "imap4d": imap4d,
    "cyrus": cyrus,
    "cyrus with idled": cyrus_with_idled,
    "courier": courier,
    "pymap": pymap,
}
