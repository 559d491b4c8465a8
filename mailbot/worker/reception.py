"""The first half of the pipeline: a letter is fetched and recorded in the ledger.

The parent process never parses a stranger's letter. Message-IDs of our own replies are
found in its first bytes with a pattern; one counts only if the ledger has issued it.

Some servers give several letters under one key, as in a mailbox that two programs
wrote. All of them are recorded before any is read, and the key is filed with the last.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from msgspec import Struct

from mailbot.errors import InboxUnavailable, LetterUnavailable, one_line
from mailbot.ledger import Entry, State
from mailbot.mail.message.writing import REPLY_HEADER
from mailbot.mail.ports import Arrival, Folder
from mailbot.model import MessageKey, RawMail
from mailbot.worker.delivery import UNHAD, Delivery
from mailbot.worker.events import Taken
from mailbot.worker.records import Mailroom

_UNHAD = (5.0, 60.0, 600.0, 3600.0, 3 * 3600.0, 9 * 3600.0, 24 * 3600.0)
"""Seconds between the tries to fetch one letter, until it is given up. A server may
announce a letter before it can hand it over; later a person has to mend it. Some
throttle us for a day."""

_PATIENCE = timedelta(days=1)
"""How old a letter is at most that was had before, and is asked for in vain."""

_SOON = timedelta(minutes=5)
"""How long a letter waits that cannot be had, while nothing shows that others can."""

_SAME_TIME = timedelta(seconds=1)  # servers keep whole seconds

_HEAD = 64 * 1024
_OWN = re.compile(
    rb"^(?:%s|Message-ID):[ \t]*(?:\r?\n[ \t]+)?<?([^\s<>]+)" % REPLY_HEADER.encode(),
    re.IGNORECASE | re.MULTILINE,
)
_REPORT = re.compile(
    rb"^Content-Type:[ \t]*(?:\r?\n[ \t]+)?multipart/report",
    re.IGNORECASE | re.MULTILINE,
)
_END = re.compile(rb"\r?\n\r?\n")


class Fetched(Struct, frozen=True):
    """A letter that was fetched: what the ledger knows of it, and its bytes.

    `fault` is why it is not to be read, or gets an apology and no answer.
    """

    entry: Entry
    raw: RawMail
    fault: str = ""


class Reception:
    """Fetches letters of one mailbox, and settles those that need no reading."""

    def __init__(self, room: Mailroom, delivery: Delivery) -> None:
        self._room = room
        self._delivery = delivery

    def take(self, arrival: Arrival) -> list[Fetched]:
        """Fetch what lies under a key and record it; what of it is to be read."""
        room, key = self._room, arrival.key
        if self._is_own((arrival.copy_of,)):
            room.inbox.file(key, Folder.ANSWERED)
            return []
        if arrival.size > room.options.letter_bytes:  # recorded by its key
            digest, size = key_digest(key), arrival.size
            entry = room.ledger.take(key, digest, size, arrival.arrived, room.clock())
            fetched = self._without_body(entry) if entry.state is State.NEW else None
            return [fetched] if fetched else []
        raw = room.inbox.fetch(key)
        if raw is None:
            return []
        room.crash("fetched")
        return self._record(_each_of(raw))

    def _record(self, letters: Sequence[RawMail]) -> list[Fetched]:
        """Record the letters of one key; those that are to be read."""
        room, now, fetched = self._room, self._room.clock(), list[Fetched]()
        others = [raw for raw in letters if not self._is_own(own_ids(raw.rfc822))]
        with room.ledger.together():
            for raw in others:
                digest, size = digest_of(raw), len(raw.rfc822)
                entry = room.ledger.take(raw.key, digest, size, raw.arrived, now)
                fetched.append(Fetched(entry, raw))
        room.crash("taken")
        for entry in (one.entry for one in fetched):
            if entry.state is State.NEW:
                room.events(Taken(room.inbox.name, entry.id, entry.size))
            elif not entry.state.is_open:
                self._delivery.file(entry)
        if letters and not others:
            room.inbox.file(letters[0].key, Folder.ANSWERED)
        return [one for one in fetched if one.entry.state is State.NEW]

    def take_up(self, letter: int) -> Fetched | None:
        """Fetch a letter of an earlier try once more; None if it is not to be read.

        The letter may be gone, or answered since it was found due.
        """
        entry = self._room.ledger.start(letter)
        if entry is None:
            return None
        if entry.size > self._room.options.letter_bytes:
            return self._without_body(entry)
        raw = self.fetch_again(entry)
        if raw is None or entry.digest != key_digest(entry.key):
            return Fetched(entry, raw) if raw else None
        return self._recognised(entry, raw)

    def fetch_again(self, entry: Entry) -> RawMail | None:
        """Fetch a letter that is recorded; None if it is gone.

        Its bytes may differ each time. Others of its key are recorded, as the process
        may have ended before they were.
        """
        room, raw = self._room, self._room.inbox.fetch(entry.key)
        if raw is None and entry.filed:
            raw = self._recalled(entry)
        if raw is None:
            room.ledger.vanish(entry.id, room.clock())
            return None
        *twins, first = _each_of(raw)
        if entry.digest not in (digest_of(first), key_digest(entry.key)):
            ours = [one for one in twins if digest_of(one) == entry.digest]
            twins = [first, *twins] if ours else []
            first = ours[0] if ours else first
        self._record([one for one in twins if one is not first])
        return first

    def _recognised(self, entry: Entry, raw: RawMail) -> Fetched | None:
        """A letter that was recorded by its key, as it could not be had."""
        room, now, size = self._room, self._room.clock(), len(raw.rfc822)
        if self._is_own(own_ids(raw.rfc822)):
            room.ledger.settle(entry.id, State.IGNORED, "a copy of our own reply", now)
            return None
        digest = digest_of(raw)
        known = room.ledger.recognise(entry.id, digest, size, now)
        if known is None:
            return None
        room.events(Taken(room.inbox.name, known.id, size))
        if size > room.options.letter_bytes:
            return self._without_body(known)
        return Fetched(known, raw)

    def put_off(
        self, entry: Entry, error: LetterUnavailable | InboxUnavailable
    ) -> bool:
        """Let a letter wait that the server did not hand over.

        A letter that we never had goes to Quarantine after several tries. For a day
        only those tries count between which the server handed over another letter. If
        we had the letter before, its failures are those of its reading, so its age
        decides instead.

        Returns: whether the letter was still to be read.
        """
        if entry.state not in {State.NEW, State.DEFERRED}:
            return False
        room, now = self._room, self._room.clock()
        why = f"{UNHAD}{one_line(error)}"
        age = max(now - entry.arrived, timedelta(0))
        seen = entry.digest != key_digest(entry.key)
        counts, pause = not seen, None
        if entry.failures < len(_UNHAD):
            pause = timedelta(seconds=_UNHAD[entry.failures])
        if seen:
            pause = None if age > _PATIENCE else max(age / 10, _SAME_TIME)
        elif age <= _PATIENCE and not room.ledger.others_taken(entry.id):
            counts = pause is not None and pause <= _SOON
            pause = pause if counts else _SOON
        if pause is None:
            self._delivery.quarantine(entry, why)
            return True
        step = room.ledger.fail if counts else room.ledger.postpone
        room.put_off(step, entry.id, now + pause, why)
        return True

    def record(self, arrival: Arrival) -> Entry:
        """The record of a letter, by its key alone if it has none yet.

        A letter that was filed may be another than the one listed under its key.
        """
        room, key = self._room, arrival.key
        entry = room.ledger.at(key)
        if entry is None or key not in room.ledger.known():
            digest, now = key_digest(key), room.clock()
            entry = room.ledger.take(key, digest, arrival.size, arrival.arrived, now)
        return entry

    def _without_body(self, entry: Entry) -> Fetched | None:
        """The head of a letter that is too large to be fetched."""
        why = f"{entry.size >> 20} MB, too large to be fetched"
        head = self._room.inbox.fetch_head(entry.key)
        if head is None:
            self._delivery.quarantine(entry, why)
            return None
        return Fetched(entry, head, why)

    def _recalled(self, entry: Entry) -> RawMail | None:
        """Find a letter that was filed and is to be tried again, by its bytes.

        A letter whose bytes were never fetched is found by its size and its time.
        """
        room, digest, size = self._room, entry.digest, entry.size
        unseen = digest == key_digest(entry.key)
        for folder in Folder:
            for raw in room.inbox.recall(folder, size):
                same_time = abs(raw.arrived - entry.arrived) <= _SAME_TIME
                if digest_of(raw) == digest or (unseen and same_time):
                    room.ledger.take(raw.key, digest, size, raw.arrived, room.clock())
                    return raw
        return None

    def _is_own(self, ids: Iterable[str]) -> bool:
        """Whether a letter is a copy of a reply of ours, which proves the sending."""
        ledger, now = self._room.ledger, self._room.clock()
        return any(ledger.own_copy(name, now) for name in ids if name)


def _each_of(raw: RawMail) -> list[RawMail]:
    """The letters under one key, the first of the server's answer last."""
    return [replace(raw, rfc822=body, twins=()) for body in (*raw.twins, raw.rfc822)]


def key_digest(key: MessageKey) -> bytes:
    """What stands for the digest of a letter that is not fetched."""
    return sha256(repr(key).encode()).digest()


def digest_of(raw: RawMail) -> bytes:
    """What tells a letter from others: the same bytes are one letter."""
    return sha256(raw.rfc822).digest()


def own_ids(rfc822: bytes) -> list[str]:
    """The Message-IDs in a letter's headers: one of ours means a copy of a reply."""
    return _ids(_head(rfc822))


def returned_ids(rfc822: bytes) -> list[str]:
    """The Message-IDs of the messages that a delivery report gives back."""
    if not _REPORT.search(_head(rfc822)):
        return []
    return _ids(rfc822[:_HEAD])


def _head(rfc822: bytes) -> bytes:
    return _END.split(rfc822[:_HEAD], maxsplit=1)[0]


def _ids(text: bytes) -> list[str]:
    return [name.decode("ascii", "replace") for name in _OWN.findall(text)]
