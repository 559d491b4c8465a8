"""Dovecot without privileges: IMAP, LMTP, the logins of Postfix, OAuth2."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.servers.daemon import Daemon, free_port


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

BOTH = """\
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
default_process_limit = 60
ssl = yes
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
mail_uid = {user}
mail_gid = {group}
first_valid_uid = 1
first_valid_gid = 1
mail_max_keyword_length = 50
namespace inbox {{
  inbox = yes
  separator = /
  mailbox Sent {{
    special_use = \\Sent
    auto = create
  }}
  mailbox Drafts {{
    special_use = \\Drafts
    auto = create
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  process_min_avail = 1
  inet_listener imap {{
    port = {ports.imap}
  }}
  inet_listener imaps {{
    port = {ports.imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {ports.lmtp}
  }}
}}
service auth {{
  unix_listener auth-postfix {{
    mode = 0666
  }}
  unix_listener auth-userdb {{
    mode = 0666
  }}
}}
protocol lmtp {{
  postmaster_address = postmaster@lab.test
}}
"""
"""What 2.3 and 2.4 write alike."""

OF_2_3 = """\
ssl_cert = <{cert}
ssl_key = <{key}
disable_plaintext_auth = no
auth_username_format = %Ln
mail_location = maildir:~/Maildir
mail_plugins = $mail_plugins quota
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {home}/oauth2.conf
}}
passdb {{
  driver = static
  mechanisms = plain login
  args = password={password}
}}
userdb {{
  driver = passwd-file
  args = username_format=%n {home}/users
  override_fields = home={home}/mail/%n
}}
userdb {{
  driver = static
  args = home={home}/mail/%n allow_all_users=yes
}}
plugin {{
  quota = maildir:User quota
  quota_grace = 0%%
}}
protocol imap {{
  mail_plugins = $mail_plugins imap_quota
}}
"""

OF_2_4 = """\
ssl_server_cert_file = {cert}
ssl_server_key_file = {key}
auth_allow_cleartext = yes
auth_username_format = %{{user | username | lower}}
mail_driver = maildir
mail_path = ~/Maildir
mail_plugins {{
  quota = yes
}}
oauth2 {{
{oauth}}}
passdb oauth2 {{
  mechanisms_filter = xoauth2 oauthbearer
}}
passdb static {{
  mechanisms_filter = plain login
  password = {password}
}}
userdb passwd-file {{
  passwd_file_path = {home}/users
  fields {{
    home = {home}/mail/%{{user | username}}
  }}
}}
userdb static {{
  static_allow_all_users = yes
  fields {{
    home = {home}/mail/%{{user | username}}
  }}
}}
quota "User quota" {{
  driver = maildir
  storage_grace = 0
}}
protocol imap {{
  mail_plugins {{
    imap_quota = yes
  }}
}}
"""

QUOTAS = {
    (2, 3): "userdb_quota_rule=*:storage={kilobytes}K",
    (2, 4): "userdb_quota_storage_size={kilobytes}K",
}
"""The field of a line in the list of users that bounds a mailbox, by version."""


def installed_version() -> tuple[int, int]:
    """The version of the Dovecot that is installed, by its first two numbers."""
    done = subprocess.run(
        [DOVECOT, "--version"], capture_output=True, text=True, check=True
    )
    major, minor = done.stdout.split(".")[:2]
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
