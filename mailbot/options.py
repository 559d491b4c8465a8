"""What the middle, the ledger and the worker may know of the configuration.

These are small values without code of their own. They stand apart from their users, so
that settings are read without loading these, and so that the parent can hand them to a
child without loading what reads and writes letters. Those of the middle hold plain
data, since they go over a wire.
"""

from typing import Literal

from msgspec import Struct

from mailbot.model import NOTHING_KEPT, Kept


class PolicyOptions(Struct, frozen=True):
    """The rules an operator may set.

    `addresses` are our own: the bot's and its aliases. `authserv_id` is the server
    whose Authentication-Results we trust. `allow` and `deny` hold addresses and
    @domains. `no_puzzle` says who hears that no puzzle was found, `unproven` what a
    sender gets for whom our server does not vouch. `relays` are hosts that hand on
    what that server has judged, such as one that fetches mail. `providers` are domains,
    besides those that we know, whose users have nothing to do with each other.
    """

    addresses: tuple[str, ...] = ()
    authserv_id: str = ""
    relays: tuple[str, ...] = ()
    no_puzzle: Literal["never", "trusted", "always"] = "trusted"
    unproven: Literal["never", "text"] = "text"
    only_addressed: bool = False
    providers: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()


class ReadingOptions(Struct, frozen=True):
    """How much of a letter is read.

    `pixels` of one picture; `seconds` of CPU time for all pictures and documents.
    """

    parts: int = 200
    pictures: int = 12
    pages: int = 10
    pixels: int = 50_000_000
    seconds: float = 10


class RespondOptions(Struct, frozen=True):
    """All of them for one mailbox.

    `address` is our own, `language` a code or "auto" (the letter's). With `timed` the
    reply tells how long reading took; without it the reply depends on the letter alone.
    """

    address: str = ""
    language: str = "auto"
    policy: PolicyOptions = PolicyOptions()
    reading: ReadingOptions = ReadingOptions()
    timed: bool = False


class Brief(Struct, frozen=True):
    """All that the reader of a letter is told beside the letter; no list of people.

    `addresses` are our own, of which `address` answers; our mail server vouches for a
    sender who is `proven`. `suspect` says why the headers may be a machine's, or "".
    `kept` are the puzzles of the reply that the letter answers, where the ledger has
    them. The rest is as in RespondOptions.
    """

    address: str = ""
    addresses: tuple[str, ...] = ()
    proven: bool = False
    suspect: str = ""
    kept: Kept = NOTHING_KEPT
    language: str = "auto"
    reading: ReadingOptions = ReadingOptions()
    timed: bool = False


class Caps(Struct, frozen=True):
    """The most replies in an hour or day; 0 = no such cap.

    A person over a cap gets no reply; letters over a cap of a domain or of all replies
    wait, for `patience_seconds` at most. After `pause_after` refusals (5xx) of a domain
    in a row, within `pause_seconds`, its letters wait until the oldest is that old.
    """

    per_person_hour: int = 20
    per_person_day: int = 60
    per_subject_day: int = 20
    per_domain_day: int = 400
    per_day: int = 2000
    domain_share: float = 0.5
    no_puzzle_per_day: int = 3
    new_per_day: int = 3
    unproven_per_day: int = 3
    pause_after: int = 10
    pause_seconds: float = 900
    patience_seconds: float = 2 * 86400


class LedgerOptions(Struct, frozen=True):
    """What is remembered, and how many replies are granted.

    Addresses and subjects are erased after `keep_days`, and so are the puzzles of
    replies, which are kept for `puzzle_days`; 0: not at all. `older_mail`: answer mail
    from before the installation too. `busy_seconds`: how long to wait for another
    process that writes.
    """

    keep_days: int = 30
    puzzle_days: int = 0
    older_mail: bool = False
    busy_seconds: float = 30
    caps: Caps = Caps()


class WorkerOptions(Struct, frozen=True):
    """Limits of the worker; times in seconds, sizes in bytes.

    `in_flight` letters are read at once, of which `pictures` may hold more than text;
    `ahead` letters are looked at to choose whose is read next, and `held_bytes` of them
    are kept in memory. Letters larger than `letter_bytes` are not fetched. A letter
    whose reading fails is tried `attempts` times, with pauses from `retry_wait` to
    `retry_longest`. The copy of a reply that may have gone out is looked for after
    `copy_wait`. `idle` is the longest wait for new letters. `drafts`: store replies
    among the drafts instead of sending them. `copies`: the way out is asked for a copy
    of each reply, which comes in as a letter.
    """

    in_flight: int = 4
    pictures: int = 2
    ahead: int = 256
    held_bytes: int = 64 * 2**20
    letter_bytes: int = 30 * 2**20
    attempts: int = 3
    retry_wait: float = 60
    retry_longest: float = 3600
    copy_wait: float = 15
    idle: float = 60
    drafts: bool = False
    copies: bool = True
