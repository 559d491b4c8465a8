"""What the middle may know of the configuration: small values, no code of its own.

They stand apart from the middle so that the parent can hand them to a child without
loading what reads and writes letters. They hold plain data, since they go over a wire.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class PolicyOptions:
    """The rules an operator may set.

    `addresses` are our own: the bot's and its aliases. `authserv_id` is the server
    whose Authentication-Results we trust. `allow` and `deny` hold addresses and
    @domains. `no_puzzle` says who hears that no puzzle was found, `unproven` what a
    sender gets for whom our server does not vouch. `providers` are domains, besides
    those that we know, whose users have nothing to do with each other. Letters dated
    before `newer_than` (aware) are left alone.
    """

    addresses: tuple[str, ...] = ()
    authserv_id: str = ""
    no_puzzle: Literal["never", "trusted", "always"] = "trusted"
    unproven: Literal["never", "text"] = "text"
    only_addressed: bool = False
    providers: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    newer_than: datetime | None = None


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How much of a letter is read.

    `pixels` of one picture; `seconds` of CPU time for all pictures and documents.
    """

    parts: int = 200
    pictures: int = 12
    pages: int = 10
    pixels: int = 50_000_000
    seconds: float = 10


@dataclass(frozen=True, slots=True)
class ComposeOptions:
    """What the operator decides: whether pictures go out, and how many solutions."""

    pictures: bool = True
    solutions: int = 10


@dataclass(frozen=True, slots=True)
class RespondOptions:
    """All of them for one mailbox.

    `address` is our own, `language` a code or "auto" (the letter's). With `timed` the
    reply tells how long reading took; without it the reply depends on the letter alone.
    """

    address: str = ""
    language: str = "auto"
    policy: PolicyOptions = field(default_factory=PolicyOptions)
    reading: ReadingOptions = field(default_factory=ReadingOptions)
    compose: ComposeOptions = field(default_factory=ComposeOptions)
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Brief:
    """All that the reader of a letter is told beside the letter; no list of people.

    `addresses` are our own, of which `address` answers; our mail server vouches for a
    sender who is `proven`. `suspect` says why the headers may be a machine's, or "".
    The rest is as in RespondOptions.
    """

    address: str = ""
    addresses: tuple[str, ...] = ()
    proven: bool = False
    suspect: str = ""
    language: str = "auto"
    reading: ReadingOptions = field(default_factory=ReadingOptions)
    compose: ComposeOptions = field(default_factory=ComposeOptions)
    timed: bool = False
