"""Postfix: relays to Dovecot by LMTP, knows one domain, sends nothing outside."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.programs import run
from tests.servers.daemon import Daemon, config, free_port
from tests.servers.dovecot import Dovecot


@dataclass(frozen=True, slots=True)
class Ports:
    """Where Postfix listens."""

    smtp: int
    submission: int
    submissions: int


MAIN = config("postfix-main.cf")

MASTER = config("postfix-master.cf")


_SUDO = [] if os.geteuid() == 0 else ["sudo", "-n"]
SIZE_LIMIT = 5_000_000


class Postfix(Daemon):
    """The server; every address @lab.test exists but those that begin with nobody."""

    def __init__(self, home: Path, cert: Path, key: Path, dovecot: Dovecot) -> None:
        self.ports = Ports(free_port(), free_port(), free_port())
        self.home = home
        for name in ("spool", "data", "conf"):
            (home / name).mkdir()
        (home / "conf/recipients").write_text("!/^nobody[^@]*@/ OK\n")
        main = MAIN.format(
            home=home,
            cert=cert,
            key=key,
            sasl=dovecot.sasl,
            lmtp=dovecot.ports.lmtp,
            size=SIZE_LIMIT,
        )
        (home / "conf/main.cf").write_text(main)
        (home / "conf/master.cf").write_text(MASTER.format(ports=self.ports))
        self._postfix = ("/usr/sbin/postfix", "-c", str(home / "conf"))
        self._as_root("chown", "postfix", str(home / "data"))
        super().__init__(
            [*_SUDO, *self._postfix, "start-fg"],
            self.ports.submission,
            home / "stderr.log",
        )

    def sendmail(self) -> Path:
        """A `sendmail` program that hands its mail to this server."""
        program = self.home / "sendmail"
        sudo = " ".join(_SUDO)
        conf = self.home / "conf"
        program.write_text(f'#!/bin/sh\nexec {sudo} sendmail -C {conf} "$@"\n')
        program.chmod(0o755)
        return program

    def has_mail(self) -> bool:
        """Whether messages wait in the queue or are being delivered."""
        command = (*_SUDO, "/usr/sbin/postqueue", "-c", str(self.home / "conf"), "-j")
        done = subprocess.run(command, capture_output=True, check=True)
        return bool(done.stdout.strip())

    def _ask_to_stop(self, process: subprocess.Popen[bytes]) -> None:
        self._as_root(*self._postfix, "stop")

    def _as_root(self, *command: str) -> None:
        done = run(*_SUDO, *command, check=False)
        if done.returncode:
            raise RuntimeError(
                f"{command[0]}: {done.stderr} (Postfix needs root or sudo -n)"
            )
