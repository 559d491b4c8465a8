"""Dovecot without privileges: IMAP, LMTP, the logins of Postfix, OAuth2."""

import os
from dataclasses import dataclass
from pathlib import Path

from tests.servers.daemon import Daemon, free_port


@dataclass(frozen=True, slots=True)
class Ports:
    """Where Dovecot listens."""

    imap: int
    imaps: int
    lmtp: int


PASSWORD = "s3cret"
"""The password of every account."""

OAUTH = """\
introspection_mode = post
introspection_url = http://127.0.0.1:{tokens}/introspect
active_attribute = active
active_value = true
username_attribute = username
"""

CONFIG = """\
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
ssl_cert = <{cert}
ssl_key = <{key}
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2 oauthbearer
auth_failure_delay = 0
auth_username_format = %Ln
mail_location = maildir:~/Maildir
mail_uid = {user}
mail_gid = {group}
first_valid_uid = 1
first_valid_gid = 1
mail_plugins = $mail_plugins quota
mail_max_keyword_length = 50
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
    address = 127.0.0.1
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
protocol imap {{
  mail_plugins = $mail_plugins imap_quota
}}
protocol lmtp {{
  postmaster_address = postmaster@lab.test
}}
"""


class Dovecot(Daemon):
    """The server; `ports` are its ports, `sasl` is its socket for Postfix."""

    def __init__(self, home: Path, cert: Path, key: Path, tokens: int) -> None:
        self.ports = Ports(free_port(), free_port(), free_port())
        self.sasl = home / "run/auth-postfix"
        self.home = home
        owner, group = home.owner(), home.group()
        config = home / "dovecot.conf"
        config.write_text(
            CONFIG.format(
                home=home,
                user=owner,
                group=group,
                cert=cert,
                key=key,
                ports=self.ports,
                password=PASSWORD,
            )
        )
        (home / "oauth2.conf").write_text(OAUTH.format(tokens=tokens))
        super().__init__(
            ["/usr/sbin/dovecot", "-F", "-c", str(config)],
            self.ports.imap,
            home / "stderr.log",
            owner if os.geteuid() == 0 else None,
        )
