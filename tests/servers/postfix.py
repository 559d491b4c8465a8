"""Postfix: relays to Dovecot by LMTP, knows one domain, sends nothing outside."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.servers.daemon import Daemon, free_port
from tests.servers.dovecot import Dovecot


@dataclass(frozen=True, slots=True)
class Ports:
    """Where Postfix listens."""

    smtp: int
    submission: int
    submissions: int


MAIN = """\
compatibility_level = 3.6
queue_directory = {home}/spool
data_directory = {home}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {home}/postfix.log
maillog_file_prefixes = {home}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.lab.test
mydestination =
mynetworks =
alias_maps =
alias_database =
virtual_mailbox_domains = lab.test
virtual_mailbox_maps = regexp:{home}/conf/recipients
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
smtp_dns_support_level = disabled
default_transport = error:5.7.1 nothing leaves this machine
message_size_limit = {size}
mailbox_size_limit = 0
virtual_mailbox_limit = 0
smtpd_tls_cert_file = {cert}
smtpd_tls_key_file = {key}
smtpd_tls_security_level = may
smtpd_sasl_type = dovecot
smtpd_sasl_path = {sasl}
smtpd_sasl_auth_enable = no
smtputf8_enable = yes
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_client_connection_rate_limit = 0
smtpd_peername_lookup = no
minimal_backoff_time = 2s
maximal_backoff_time = 4s
queue_run_delay = 2s
"""

MASTER = """\
127.0.0.1:{ports.smtp} inet n - n - - smtpd
127.0.0.1:{ports.submission} inet n - n - - smtpd
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
  -o smtpd_reject_unlisted_recipient=yes
127.0.0.1:{ports.submissions} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
showq unix n - n - - showq
"""


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
        done = subprocess.run(
            [*_SUDO, *command], check=False, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(
                f"{command[0]}: {done.stderr} (Postfix needs root or sudo -n)"
            )
