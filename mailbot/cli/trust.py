"""Whom the service believes, and who could read its secrets: checks of an installation.

Without the id of the mail server (`authserv_id`) no sender is proven, so pictures are
off. `check`, `status` and the service's log say so in one sentence, `pictures_off`.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from mailbot.cli.options import state_place
from mailbot.errors import MailbotError
from mailbot.mail.message.domains import organisation
from mailbot.mail.message.headers import envelope_of, read_headers
from mailbot.options import PolicyOptions
from mailbot.policy import is_addressed
from mailbot.policy.authentication import Seen, is_own, server_seen
from mailbot.settings import Settings, mailboxes

_SEVERAL = 2
"""Organisations of senders whose letters must name an id before it is proposed."""

_SHOWN = 3
"""Addresses of others that are shown."""

_SECRET = re.compile(
    r"""^[^#\n]*\bpassword\s*=\s*["'][^"']|"client_secret"\s*:""", re.MULTILINE
)


class CheckResult(Struct, frozen=True):
    """The result of one check; `advice` says what to do, if anything.

    `code` is the exit code, not 0 where the mailbot cannot work like this.
    """

    text: str
    advice: str = ""
    code: int = 0


def pictures_off(settings: Settings) -> str:
    """Why no reply has a picture; "" if pictures are on."""
    if settings.authserv_id:
        return ""
    return "pictures are off: authserv_id is not set, so no sender is proven"


def drafts(settings: Settings) -> str:
    """That replies are not sent, but stored as drafts; "" if they are sent."""
    stored = [m.address for m in mailboxes(settings) if m.outbox.keep_copy == "drafts"]
    if not stored:
        return ""
    return f'replies of {", ".join(stored)} are drafts (outbox.keep_copy = "drafts")'


def addressed(settings: Settings, heads: Sequence[bytes]) -> CheckResult | None:
    """A warning where no letter is to an address of ours, which may be misspelt.

    Args:
        settings: the settings.
        heads: the headers of the newest letters.
    """
    ours = (*(mailbox.address for mailbox in mailboxes(settings)), *settings.aliases)
    options = PolicyOptions(addresses=ours)
    envelopes = [envelope_of(read_headers(head)) for head in heads]
    if not heads or any(is_addressed(envelope, options) for envelope in envelopes):
        return None
    named = {to.address for envelope in envelopes for to in envelope.to}
    text = f"none of the newest letters is to {' or '.join(ours)}"
    if named:
        text += f", but to {', '.join(sorted(named)[:_SHOWN])}"
    advice = "is address right? Other addresses of the mailbox go into aliases"
    return CheckResult(text, advice)


def senders(settings: Settings, heads: Sequence[bytes]) -> CheckResult:
    """Whether the mail server's id is set, and is that of the newest letters.

    Args:
        settings: the settings.
        heads: the headers of the newest letters, newest first.
    """
    ours = settings.authserv_id
    letters = [*_letters(heads)]
    seen = [one for _, one in letters]
    below = [one for one in seen if is_own(one.server, ours)] if ours else []
    hosts = [set(one.foreign) - {"", *map(str.lower, settings.relays)} for one in below]
    relays = tuple(sorted(set.intersection(*hosts))) if hosts else ()
    if relays:
        named = ", ".join(f'"{host}"' for host in relays)
        return CheckResult(
            f"{ours} vouches for nobody: letters come by way of {named}",
            f"if you fetch mail with that host, set relays = [{named}]",
        )
    if ours and (not heads or below):
        return CheckResult(f"vouched for by {ours}")
    text = (
        f"authserv_id is {ours}, which no letter here names"
        if ours
        else f"{pictures_off(settings)}; nobody is told that no puzzle was found"
    )
    proposed = _proposed(letters)
    nameless = bool(seen) and not any(one.server for one in seen)
    return CheckResult(text, _advice(proposed, nameless, heads))


def _advice(proposed: str, nameless: bool, heads: Sequence[bytes]) -> str:
    if proposed:
        return (
            f'the newest letters name "{proposed}": if that is your own mail server, '
            f'set authserv_id = "{proposed}"'
        )
    if nameless:
        return (
            "your mail server reports without its name, as Microsoft 365 does: that "
            "cannot be told from a forged report, so leave authserv_id empty"
        )
    if heads:
        return (
            "your mail server writes no Authentication-Results that letters of several "
            "senders share; let it verify SPF, DKIM and DMARC (rspamd, opendkim with "
            "opendmarc), then set its name"
        )
    return "set it to the name in your server's Authentication-Results headers"


def _letters(heads: Iterable[bytes]) -> Iterator[tuple[str, Seen]]:
    """Who sent each letter that has results, and which server wrote the topmost."""
    for head in heads:
        envelope = envelope_of(read_headers(head))
        seen = server_seen(envelope.headers)
        if seen:
            sender = envelope.sender.domain if envelope.sender else ""
            yield organisation(sender) or sender, seen


def _proposed(letters: Sequence[tuple[str, Seen]]) -> str:
    """The id that letters of several senders name; "" where none is safe to believe.

    Anybody can write an id into a letter: it must stand above all that a host of
    another organisation has added. "*.domain" where many hosts of one write it.
    """
    safe = [(who, one.server) for who, one in letters if one.server and not one.foreign]
    senders = {
        server: {who for who, named in safe if named == server} for _, server in safe
    }
    owners: dict[str, set[str]] = {}
    for server, who in senders.items():
        owners.setdefault(organisation(server), set()).update(who)
    best = max(senders, key=lambda server: len(senders[server]), default="")
    owner = organisation(best)
    hosts = [server for server in senders if organisation(server) == owner]
    if owner and len(hosts) > 1 and len(owners[owner]) >= _SEVERAL:
        return f"*.{owner}"
    return best if best and len(senders[best]) >= _SEVERAL else ""


def secrets(settings: Settings, file: Path | None) -> CheckResult:
    """Whether others can read a file with a secret in it; `file` holds the settings."""
    exposed = [str(path) for path in _secret_files(settings, file) if _is_exposed(path)]
    if not exposed:
        return CheckResult("no file with a secret is open to others")
    return CheckResult(
        f"others can read {', '.join(exposed)}",
        f"chmod 600 {' '.join(exposed)}; a service of systemd's gets them by "
        "LoadCredential, as in deploy/systemd",
    )


def user(uid: int) -> CheckResult:
    """Whether the user who runs this, by number, has more rights than it takes."""
    if uid:
        return CheckResult(f"number {uid}, not root")
    return CheckResult(
        "running as root",
        "run it as a user of its own; deploy/systemd and the container do so",
    )


def _secret_files(settings: Settings, file: Path | None) -> Iterator[Path]:
    """The files with a secret in them that the settings name, and they themselves."""
    logins = [login for m in mailboxes(settings) for login in (m.inbox, m.outbox)]
    secret = [login.password_file for login in logins] + [settings.pool.dask_key_file]
    perhaps = [file, *(login.oauth_client_file for login in logins)]
    found = [path for path in secret if path]
    found += [path for path in perhaps if path and _holds_secret(path)]
    with suppress(OSError, MailbotError):  # a closed folder is told of by itself
        found += state_place(settings).glob("oauth-*.json")
    # Not Path.is_file, which raises where a folder is closed to us.
    yield from dict.fromkeys(filter(os.path.isfile, found))


def _holds_secret(path: Path) -> bool:
    """Whether a settings file holds a password, or a client file a secret."""
    try:
        return bool(_SECRET.search(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError):
        return False


def _is_exposed(path: Path) -> bool:
    """Whether users other than the owner and our own groups can read a file."""
    try:
        found = path.stat()
        open_to_all = all(
            p.stat().st_mode & stat.S_IXOTH for p in path.absolute().parents
        )
    except OSError:
        return False
    ours = {os.getegid(), *os.getgroups()}
    by_group = found.st_mode & stat.S_IRGRP and found.st_gid not in ours
    return bool(by_group or (found.st_mode & stat.S_IROTH and open_to_all))
