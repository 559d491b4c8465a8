"""Real mail servers on loopback for the tests, and faults in front of them.

    def test_something(servers: Servers) -> None:
        bot, ada = servers.account("bot"), servers.account("ada")   # fresh mailboxes
        servers.deliver(raw, bot)              # by LMTP, at once
        servers.imap, servers.imaps            # ports: plain + STARTTLS, TLS
        servers.submission, servers.submissions  # ports: AUTH + STARTTLS, AUTH + TLS
        servers.smtp                           # port: any sender, no login
        servers.ca                             # trust this certificate
        servers.letters(ada)                   # what lies in INBOX, as bytes
        servers.letters(bot, "Answered")
        servers.dovecot.stop(); servers.dovecot.start()     # servers.postfix too
        servers.renumber(bot)                  # UIDVALIDITY changes
        servers.account("tiny", quota=20)      # kB
        with Fault(servers.imap) as proxy: ...   # see `faults`
        servers.tokens.grant(bot)              # an OAuth2 access token, see `tokens`

Dovecot runs without privileges; Postfix starts as root only (or by `sudo -n`).
"""

from tests.servers.faults import Fault, Mode
from tests.servers.lab import Account, Servers

__all__ = ["Account", "Fault", "Mode", "Servers"]
