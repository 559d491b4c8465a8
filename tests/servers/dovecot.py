"""Dovecot without privileges: IMAP, LMTP, the logins of Postfix, OAuth2."""

import os
from dataclasses import dataclass
from pathlib import Path

from tests.programs import run
from tests.servers.daemon import Daemon, config, free_port


@dataclass(frozen=True, slots=True)
class Ports:
    """Where Dovecot listens."""

    imap: int
    imaps: int
    lmtp: int


DOVECOT = "/usr/sbin/dovecot"

PASSWORD = "s3cret"
"""The password of every account."""

OAUTH = """\
introspection_mode = post
introspection_url = http://127.0.0.1:{tokens}/introspect
active_attribute = active
active_value = true
username_attribute = username
"""

BOTH = config("dovecot.conf")
"""What 2.3 and 2.4 write alike."""

OF_2_3 = config("dovecot-2.3.conf")

OF_2_4 = config("dovecot-2.4.conf")

QUOTAS = {
    (2, 3): "userdb_quota_rule=*:storage={kilobytes}K",
    (2, 4): "userdb_quota_storage_size={kilobytes}K",
}
"""The field of a line in the list of users that bounds a mailbox, by version."""


def installed_version() -> tuple[int, int]:
    """The version of the Dovecot that is installed, by its first two numbers."""
    major, minor = run(DOVECOT, "--version").stdout.split(".")[:2]
    return int(major), int(minor)


def configuration(
    version: tuple[int, int],
    home: Path,
    cert: Path,
    key: Path,
    ports: Ports,
    oauth: str,
) -> str:
    """The configuration for a version, 2.3 or 2.4, of a server that lives in `home`.

    Where 2.4 asks for the version that a configuration was written for, 2.3 knows no
    such setting.
    """
    own = OF_2_3 if version < (2, 4) else OF_2_4
    text = (own + BOTH).format(
        home=home,
        user=home.owner(),
        group=home.group(),
        cert=cert,
        key=key,
        ports=ports,
        password=PASSWORD,
        oauth=oauth,
    )
    if version < (2, 4):
        return text
    written_for = "dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n"
    return written_for + text


class Dovecot(Daemon):
    """The server; `ports` are its ports, `sasl` is its socket for Postfix."""

    def __init__(self, home: Path, cert: Path, key: Path, tokens: int) -> None:
        self.ports = Ports(free_port(), free_port(), free_port())
        self.sasl = home / "run/auth-postfix"
        self.home = home
        self._version = installed_version()
        oauth = OAUTH.format(tokens=tokens)
        (home / "oauth2.conf").write_text(oauth)
        config = home / "dovecot.conf"
        config.write_text(
            configuration(self._version, home, cert, key, self.ports, oauth)
        )
        super().__init__(
            [DOVECOT, "-F", "-c", str(config)],
            self.ports.imap,
            home / "stderr.log",
            home.owner() if os.geteuid() == 0 else None,
        )

    def quota_field(self, kilobytes: int) -> str:
        """The field that bounds a mailbox, for a line in the list of users."""
        return QUOTAS[self._version].format(kilobytes=kilobytes)
