"""The frozen records that the ledger gives."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from sqlite3 import Row
from typing import TypeVar

from msgspec import Struct, convert

from mailbot.ledger.states import State
from mailbot.mail.ports import Side
from mailbot.model import MessageKey

T = TypeVar("T")


def read_record(row: Row, kind: type[T], **others: object) -> T:
    """A row as a record: each field is the column of its name, times in UTC.

    Args:
        row: of any query.
        kind: a record of this module.
        others: fields that are no column as it stands.
    """
    return convert({**dict(row), **others}, kind, strict=False)


class Entry(Struct, frozen=True):
    """A letter, as the worker needs it.

    `tries` counts starts that came to no outcome, `failures` outcomes that were faults,
    `sends` hand-overs that may have delivered the reply. `why` is the reason of the
    state, `trouble` the last thing that went wrong before it.
    """

    id: int
    state: State
    key: MessageKey
    digest: bytes
    size: int
    arrived: datetime
    tries: int
    failures: int
    sends: int
    filed: bool
    due: datetime
    granted: datetime | None
    message_id: str
    address: str
    why: str
    trouble: str


class Granted(Struct, frozen=True):
    """The claim is granted and the reply stored; `last`: no more of its kind today."""

    last: bool = False


class Refused(Struct, frozen=True):
    """No reply, now or later."""

    why: str


class Later(Struct, frozen=True):
    """No reply before `until`."""

    until: datetime
    why: str


Grant = Granted | Refused | Later


class Record(Struct, frozen=True):
    """All that is known of a letter, for the operator. Erased fields are empty."""

    id: int
    account: str
    state: State
    kind: str
    why: str
    trouble: str
    recipient: str
    subject: str
    size: int
    digest: str
    message_id: str
    arrived: datetime
    changed: datetime
    due: datetime | None
    failures: int
    sends: int
    bounced: datetime | None
    keys: tuple[MessageKey, ...]


class Mailbox(Struct, frozen=True):
    """One mailbox in the summary: when it was installed, and its letters by state.

    `older` letters were there before, and are left alone.
    """

    account: str
    installed: datetime
    older: int
    counts: dict[State, int]


class Outage(Struct, frozen=True):
    """A side of a mailbox that cannot be used: since when, and why the last time."""

    account: str
    side: Side
    since: datetime
    why: str


class Notice(Struct, frozen=True):
    """What the server of a mailbox wanted a person to read, and when."""

    account: str
    text: str
    at: datetime


class Stop(StrEnum):
    """Whose letters are not answered after a wish for silence."""

    PERSON = "person"
    UNPROVEN = "unproven"


class Summary(Struct, frozen=True):
    """What came in, what happened to it, what is stuck, what cannot be reached.

    `recent` are the letters changed last; `stuck` those put into quarantine within a
    week, and open ones that should have been settled an hour ago. `stopped` counts
    addresses that asked for silence.
    """

    mailboxes: tuple[Mailbox, ...]
    today: dict[State, int]
    recent: tuple[Record, ...]
    stuck: tuple[Record, ...]
    outages: tuple[Outage, ...]
    notices: tuple[Notice, ...]
    stopped: Mapping[Stop, int]
