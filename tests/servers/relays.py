"""SMTP servers of Debian 12 beside Postfix, each unpacked in a folder of its own.

Exim 4.96, OpenSMTPD 6.8, sendmail 8.17 and Courier 1.0.16. Each takes any letter from
loopback, and hands it on to another port of loopback.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.servers.daemon import HOST, Daemon, config, free_port
from tests.servers.programs import AUTHORITY, Together, Unpacked, authority

EXIM = config("exim.conf")


def exim(folder: Path, relay: int) -> tuple[Daemon, int]:
    """Lets letters after the tenth of a connection wait for its next queue run."""
    found = Unpacked(["exim4-daemon-light"], folder, ["/usr/sbin/exim4"])
    port = free_port()
    found.write("etc/exim4/exim4.conf", EXIM.format(port=port, relay=relay))
    for part in ("var/spool/exim4", "var/log"):
        found.folder(part).chmod(0o777)
    command = found.command("/usr/sbin/exim4", "-bdf")
    return Daemon(command, port, folder / "log"), port


OPENSMTPD = """\
listen on 127.0.0.1 port {port}
action "on" relay host "smtp://127.0.0.1:{relay}"
match from any for any action "on"
"""


def opensmtpd(folder: Path, relay: int) -> tuple[Daemon, int]:
    """Drops its rights, and changes its root once more."""
    found = Unpacked(["opensmtpd"], folder, ["/usr/sbin/smtpd"])
    port = free_port()
    found.write("etc/smtpd.conf", OPENSMTPD.format(port=port, relay=relay))
    found.write("etc/mailname", "opensmtpd.test\n")
    found.write("etc/ssl/certs/ca-certificates.crt", "")
    found.folder("var/lib/opensmtpd/empty").chmod(0o755)
    for part in ("var/spool/smtpd", "var/run", "run"):
        found.folder(part).chmod(0o711)
    command = found.command("/usr/sbin/smtpd", "-d", "-f", "/etc/smtpd.conf")
    return Daemon(command, port, folder / "log"), port


SENDMAIL_PROGRAM = "/usr/libexec/sendmail/sendmail"
SENDMAIL = config("sendmail.mc")


def sendmail(folder: Path, relay: int) -> tuple[Daemon, int]:
    """Its settings are made by m4, as its makers do."""
    found, port = unpacked_sendmail(folder, relay)
    command = found.command(SENDMAIL_PROGRAM, "-bD", "-q15m")
    return Daemon(command, port, folder / "log"), port


def unpacked_sendmail(folder: Path, relay: int) -> tuple[Unpacked, int]:
    """sendmail, and the port that its daemon takes letters at."""
    programs = [SENDMAIL_PROGRAM, "/usr/bin/m4"]
    found = Unpacked(["sendmail-bin", "sendmail-cf", "m4"], folder, programs)
    port, cf = free_port(), "/usr/share/sendmail/cf"
    found.write("in.mc", SENDMAIL.format(cf=cf, port=port, relay=relay))
    macros = found.command("/usr/bin/m4", f"-D_CF_DIR_={cf}/", "/in.mc")
    made = subprocess.run(macros, capture_output=True, text=True, check=True)
    for name in ("sendmail.cf", "submit.cf"):  # the same for its daemon and for users
        found.write(f"etc/mail/{name}", made.stdout)
    found.write("etc/mail/service.switch", "hosts files\naliases files\n")
    found.write("etc/mail/local-host-names", "")
    found.write("etc/mail/aliases", "postmaster: root\n")
    found.folder("var/spool/mqueue").chmod(0o700)
    return found, port


_COURIER = "/usr/lib/courier/courier"


def courier(folder: Path, relay: int) -> tuple[Daemon, int]:
    """Asks its own authority about each sender and recipient."""
    found, daemons = unpacked_courier(folder, relay)
    port = free_port()
    command = found.command(
        *("/usr/sbin/couriertcpd", "-address=127.0.0.1", "-nodnslookup"),
        *(str(port), "/usr/sbin/courieresmtpd"),
    )
    command = ["env", "RELAYCLIENT=", *command]
    return Together(found, daemons, command, port, folder / "log"), port


def unpacked_courier(folder: Path, relay: int) -> tuple[Unpacked, list[list[str]]]:
    """Courier's mail server, and the commands that start its daemons."""
    ways = [f"{_COURIER}/modules/{name}/courier{name}" for name in ("esmtp", "dsn")]
    programs = ["/usr/sbin/sendmail", "/usr/sbin/courieresmtpd", *ways, *AUTHORITY]
    programs += ["/usr/sbin/couriertcpd", f"{_COURIER}/courierd", f"{_COURIER}/submit"]
    found = Unpacked(["courier-mta"], folder, programs)
    found.add("/bin/sh")
    for name in ("me", "defaultdomain", "locals"):
        found.write(f"etc/courier/{name}", "courier.test\n")
    route = f":[{HOST}],{relay} /SECURITY=NONE\n"
    found.write("etc/courier/esmtproutes", route)
    for part in ("", "/msgs", "/msgq", "/tmp", "/track"):
        found.folder(f"var/lib/courier{part}", "courier")
    told = ("PATH=/usr/sbin:/usr/bin", "SHELL=/bin/sh", "DYNAMICDELIVERIES=1")
    daemon = ["env", "-i", *told, *found.command(f"{_COURIER}/courierd")]
    return found, [authority(found), daemon]


RELAYS: dict[str, Callable[[Path, int], tuple[Daemon, int]]] = {
    "exim": exim,
    "opensmtpd": opensmtpd,
    "sendmail": sendmail,
    "courier": courier,
}
