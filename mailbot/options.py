"""What the middle, the ledger and the worker may know of the configuration.

These are small values without code of their own. They stand apart from their users, so
that settings are read without loading these, and so that the parent can hand them to a
child without loading what reads and writes letters. Those of the middle hold plain
data, since they go over a wire.

Options that are settings as they stand are a `Table` of the settings file: name, kind,
default and purpose stand here alone.
"""

from pathlib import Path
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from mailbot.model import NOTHING_KEPT, Kept

Positive = Annotated[int, Meta(gt=0, le=1_000_000)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Port = Annotated[int, Meta(ge=0, le=65535)]

File = Path | None
"""A path, relative to the settings file that names it; an empty string is none."""

T = TypeVar("T", bound=Struct)


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the settings file, or a part of it. An unknown key is an error."""

    def options(self, kind: type[T], **others: object) -> T:
        """Options of a part: these settings where the names are the same, and others.

        Args:
            kind: the options.
            others: go before settings of the same names.
        """
        same = {*kind.__struct_fields__} & {*self.__struct_fields__}
        return kind(**{name: getattr(self, name) for name in same} | others)


class Rules(Table, frozen=True, kw_only=True):
    """Who is answered."""

    no_puzzle: Literal["never", "trusted", "always"] = "trusted"
    """Say "no puzzle found": trusted = only to senders the server vouches for."""
    unproven: Literal["never", "text"] = "text"
    """Senders whom the server does not vouch for: text = short replies, no pictures."""
    only_addressed: bool = False
    """Answer only letters addressed to us, a +tag or an alias of ours."""
    allow: tuple[str, ...] = ()
    """If not empty, only these addresses or @domains are answered."""
    deny: tuple[str, ...] = ()
    """Addresses or @domains that are never answered."""


class PolicyOptions(Rules, frozen=True):
    """The rules an operator may set.

    `addresses` are our own: the bot's and its aliases. `authserv_id` is the server
    whose Authentication-Results we trust. `relays` are hosts that hand on what that
    server has judged, such as one that fetches mail. `providers` are domains, besides
    those that we know, whose users have nothing to do with each other.
    """

    addresses: tuple[str, ...] = ()
    authserv_id: str = ""
    relays: tuple[str, ...] = ()
    providers: tuple[str, ...] = ()


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


class ShownCaps(Table, frozen=True):
    """How many replies at most (over the last hour or day)."""

    per_person_hour: Positive = 20
    """Replies to one person in an hour (a +tag makes no new person)."""
    per_person_day: Positive = 60
    """Replies to one person in a day."""
    per_subject_day: Positive = 20
    """Replies to one person on one subject in a day."""
    per_domain_day: Positive = 400
    """Replies to one domain in a day, with all that is below it."""
    per_day: Positive = 2000
    """Replies in a day over all; keep below your provider's limit."""
    domain_share: Annotated[float, Meta(gt=0, le=1)] = 0.5
    """The part of an empty day for one domain, or all unproven senders; then less."""
    no_puzzle_per_day: Positive = 3
    """"No puzzle found" replies to one person in a day."""
    new_per_day: Positive = 3
    """New puzzles for one person in a day."""
    unproven_per_day: Positive = 3
    """Replies in a day to one sender whom the server does not vouch for."""


class Caps(ShownCaps, frozen=True):
    """The most replies in an hour or day; 0 = no such cap.

    A person over a cap gets no reply; letters over a cap of a domain or of all replies
    wait, for `patience_seconds` at most. After `pause_after` refusals (5xx) of a domain
    in a row, within `pause_seconds`, its letters wait until the oldest is that old.
    """

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
