"""Which letters are new in an IMAP mailbox: SELECT, SEARCH and FETCH of their sizes.

A folder may hold fifty thousand old letters, so the server is never asked for a list
of all of them, and letters are looked at only as fast as the worker takes them. A
letter of which the server tells nothing is an arrival, too: it is asked for alone.
"""

from collections import deque
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.parser import BytesHeaderParser
from email.policy import compat32
from itertools import islice
from typing import Any

from imapclient.exceptions import IMAPClientError, IMAPClientReadOnlyError

from mailbot.errors import BadSettings, InboxUnavailable
from mailbot.mail.imap.session import Session, number, when
from mailbot.mail.message.headers import MAX_HEAD, read_date
from mailbot.mail.message.identity import LOOP_HEADERS
from mailbot.mail.message.writing import REPLY_HEADER
from mailbot.mail.ports import Arrival, Since
from mailbot.model import MessageKey, RawMail

DONE = "MailbotDone"
"""The keyword on every letter that is filed without being moved."""

_AHEAD = 8
"""Small letters that are fetched by one command."""

_SMALL = 100_000
"""Bytes of a letter that may be fetched before it is asked for."""

_CHUNK = 500
"""UIDs in one command; Dovecot refuses a line with 50,000 of them."""

_LAST_UID = 4294967295
"""The highest UID there can be: some servers find nothing under `n:*`."""

_OURS = " ".join(("Date", *LOOP_HEADERS, REPLY_HEADER)).upper()
_HEADERS = f"BODY.PEEK[HEADER.FIELDS ({_OURS})]<0.2000>"
"""Our own headers, and the letter's date. Those of others may be of any size."""


@dataclass(frozen=True, slots=True)
class Selected:
    """What the server told about a mailbox when it was selected.

    `path` is its name on the server. `keywords`: it keeps keywords on letters.
    `read_only`: nothing can be filed.
    """

    mailbox: str = ""
    path: str = ""
    uidvalidity: int = 0
    letters: int = 0
    keywords: bool = False
    read_only: bool = False

    def key(self, uid: int) -> MessageKey:
        """The key of one of its letters."""
        return MessageKey(self.mailbox, self.uidvalidity, uid)


def select(
    session: Session, mailbox: str, path: str, *, selected_before: bool
) -> Selected:
    """Select a mailbox, to be read only if the server allows no more.

    Args:
        session: a connection, logged in.
        mailbox: its name in the settings.
        path: its name on the server.
        selected_before: a mailbox of this account was selected on an earlier
            connection. Then an error is the server's, and not that of the settings.

    Raises:
        BadSettings: there is no such mailbox.
    """
    read_only = False
    try:
        answer = session.select_folder(path)
    except IMAPClientReadOnlyError:
        read_only, answer = True, session.select_folder(path, readonly=True)
    except IMAPClientError as error:
        if selected_before or "exist" not in str(error).lower():
            raise
        raise BadSettings(f"there is no mailbox {mailbox!r}: {error}") from error
    permanent = {flag.lower() for flag in answer.get(b"PERMANENTFLAGS", ())}
    keeps = permanent & {rb"\*", DONE.lower().encode()}
    return Selected(
        mailbox,
        path,
        number(answer, b"UIDVALIDITY"),
        number(answer, b"EXISTS"),
        keywords=bool(keeps) and not read_only,
        read_only=read_only,
    )


def fetch_head(session: Session, key: MessageKey) -> RawMail | None:
    """The head of a letter in the selected mailbox, unmarked; None if it is gone."""
    item = f"BODY.PEEK[HEADER]<0.{MAX_HEAD}>"
    found = session.fetch([key.uid], [item, "INTERNALDATE"]).get(key.uid, {})
    head = found.get(b"BODY[HEADER]<0>")
    return None if head is None else RawMail(key, head, when(found), whole=False)


class Arrivals:
    """Finds the letters of one mailbox under one UIDVALIDITY, each of them once.

    A search asks only for UIDs above those of the last search. Sizes are fetched for
    so many letters as the caller takes.
    """

    def __init__(self, mailbox: Selected) -> None:
        self._mailbox = mailbox
        self._next_uid = 1
        self._uids: deque[int] = deque()
        self._measured: deque[Arrival] = deque()

    def are_of(self, mailbox: Selected) -> bool:
        """Whether these are letters of a mailbox, under its present UIDVALIDITY."""
        return mailbox.key(0) == self._mailbox.key(0)

    def search(self, session: Session, since: Since | None) -> None:
        """Search for letters that were not there at the last search.

        Raises:
            InboxUnavailable: `since` is a key of another mailbox or UIDVALIDITY.
        """
        session.forget_announcements()
        if isinstance(since, MessageKey):
            if since != self._mailbox.key(since.uid):
                raise InboxUnavailable(f"{since.mailbox} was renumbered meanwhile")
            # By UID and not by date: for a date, Dovecot may open every letter.
            self._next_uid = max(self._next_uid, since.uid + 1)
        criteria: list[object] = ["UNDELETED"]
        if self._mailbox.keywords:
            criteria += ["UNKEYWORD", DONE]
        if isinstance(since, datetime):  # the server's day may have begun before ours
            day = (since - timedelta(days=1)).date()
            # A server that renumbers its letters may date them anew, and wrongly.
            criteria += ["OR", "SINCE", day, "SENTSINCE", day]
        found = session.search(["UID", f"{self._next_uid}:{_LAST_UID}", *criteria])
        new = sorted({uid for uid in found if uid >= self._next_uid})
        self._uids.extend(new)
        # Not by UIDNEXT, which hides letters if it is wrong.
        self._next_uid = max(self._next_uid, new[-1] + 1 if new else 1)

    def take(self) -> Arrival | None:
        """The next letter whose size is known; None if there is none."""
        return self._measured.popleft() if self._measured else None

    def add(self, arrivals: Iterable[Arrival]) -> None:
        """Let letters be taken next whose sizes are known."""
        self._measured.extendleft(reversed([*arrivals]))

    def upcoming(self) -> list[int]:
        """UIDs of the next letters, up to one that is large or a copy of our reply."""
        uids = []
        for arrival in islice(self._measured, _AHEAD):
            if not 0 < arrival.size <= _SMALL or arrival.copy_of:
                break
            uids.append(arrival.key.uid)
        return uids

    def unmeasured(self, known: Container[MessageKey]) -> list[int] | None:
        """UIDs of a chunk of letters that are not known; None if there is no chunk."""
        if not self._uids:
            return None
        uids = [self._uids.popleft() for _ in range(min(_CHUNK, len(self._uids)))]
        return [uid for uid in uids if self._mailbox.key(uid) not in known]


def measure(
    session: Session, mailbox: Selected, uids: Sequence[int], address: str
) -> list[Arrival]:
    """Sizes, dates and some headers of letters; size 0 where they are not told."""
    found = session.fetch(uids, ["RFC822.SIZE", "INTERNALDATE", _HEADERS])
    return [
        arrival_of(mailbox.key(uid), found.get(uid, {}), address)
        for uid in sorted(set(uids))
    ]


def arrival_of(key: MessageKey, letter: dict[bytes, Any], address: str) -> Arrival:
    """A letter by what the server told of it; its headers hold any bytes."""
    named = (data for name, data in letter.items() if name.startswith(b"BODY[H"))
    ours = BytesHeaderParser(policy=compat32).parsebytes(next(named, b"") or b"")
    senders = (str(ours.get(name, "")).strip() for name in LOOP_HEADERS)
    looped = address.lower() in map(str.lower, senders)
    copy_of = str(ours.get(REPLY_HEADER, "")).strip() if looped else ""
    sent = read_date(str(ours.get("Date", "")))
    return Arrival(key, number(letter, b"RFC822.SIZE"), when(letter), copy_of, sent)
