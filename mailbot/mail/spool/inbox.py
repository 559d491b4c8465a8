"""The Inbox and the Outbox in the file system.

    inbox = SpoolInbox(SpoolOptions(path, name="bot@example.org", replies=out))
    inbox = SpoolInbox(SpoolOptions(path, maildir=True))
    outbox = SpoolOutbox(out)

The file of a reply is named after its Message-ID, so that a reply which is submitted
twice is one file.
"""

import os
import re
import stat
import time
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from errno import ELOOP, ENOENT, ENOTDIR
from pathlib import Path
from threading import Event

from mailbot.errors import (
    BadSettings,
    InboxUnavailable,
    LetterUnavailable,
    SubmissionDeferred,
    explain,
)
from mailbot.mail.message.headers import MAX_HEAD
from mailbot.mail.options import FolderNames
from mailbot.mail.ports import Arrival, Folder, Since
from mailbot.mail.spool import files as spool_files
from mailbot.mail.spool.files import LetterFile
from mailbot.mail.spool.layouts import EmlFolder, Maildir
from mailbot.model import MessageKey, RawMail

_POLL = 0.25
"""Seconds between two looks at the folder; a look costs a stat or two."""

_TICK_NS = 20_000_000
"""The resolution of a file system's time stamps, in nanoseconds."""

_SAMPLE = 20
"""The newest letters whose headers `mailbot check` looks at."""

_MESSAGE_ID = re.compile(rb"^Message-ID:\s*<?([^\s<>]+)", re.IGNORECASE | re.MULTILINE)


class SpoolOptions(FolderNames, frozen=True):
    """Where letters lie, and where they are filed: in folders inside `path`.

    `name` is that of the account, "" for the path. `replies` is the folder of the
    SpoolOutbox, where `has_copy` looks. `keep_sent`: store replies in Sent.
    """

    path: Path
    maildir: bool = False
    name: str = ""
    replies: Path | None = None
    keep_sent: bool = False


class SpoolInbox:
    """An Inbox (mail.ports) over a folder of .eml files or a Maildir."""

    def __init__(self, options: SpoolOptions) -> None:
        self._options = options
        self._layout = (Maildir if options.maildir else EmlFolder)(options.path)
        self.name = options.name or str(options.path)
        self._woken = Event()
        self._found: dict[MessageKey, LetterFile] = {}
        self._yielded: set[int] = set()
        self._stamp: tuple[int, ...] = ()
        self._listed: tuple[int, ...] = ()

    def open(self) -> None:
        """Check that the folder exists, and that letters can be taken and moved.

        Raises:
            BadSettings: it does not, or they cannot.
        """
        parts = ("new", "cur", "tmp") if self._options.maildir else ("",)
        for folder in (self._options.path / part for part in parts):
            with _translated():
                found = _is_folder(folder)
            if not found:
                raise BadSettings(f"{folder} is no folder: make it, or set another")
            if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
                raise BadSettings(f"{folder}: no right to read and write it")

    def newest_heads(self) -> list[bytes]:
        """The headers of the newest letters, answered ones included, newest first."""
        with _translated():
            found = [
                letter
                for folder in ("", self._options.answered)
                for letter in self._layout.letters(folder)
            ]
            found.sort(key=lambda letter: letter.arrived, reverse=True)
            heads = list[bytes]()
            for letter in found[:_SAMPLE]:
                with suppress(OSError):
                    heads.append(spool_files.read(letter.path, MAX_HEAD))
        return [head.partition(b"\r\n\r\n")[0].partition(b"\n\n")[0] for head in heads]

    def newest(self) -> MessageKey | None:
        """None: the UIDs of files have no order."""
        return None

    def count(self) -> int:
        """How many letters lie in the folder."""
        with _translated():
            return sum(1 for _ in self._layout.letters())

    def waiting(
        self, known: Container[MessageKey], since: Since | None = None
    ) -> Iterator[Arrival]:
        """Letters in the folder, oldest first; none if the folder has not changed."""
        with _translated():
            stamp = self._layout.stamp()
            if stamp == self._stamp:
                return
            fresh = self._fresh(known, since)
        for found in fresh:
            yield Arrival(self._remember(found), found.size, found.arrived)
            self._yielded.add(found.uid)
        # A second change within the resolution of the time stamp would go unseen, so
        # the folder counts as read only when its stamp is older than that.
        if time.time_ns() - max(stamp) > _TICK_NS:
            self._stamp = stamp

    def fetch(self, key: MessageKey) -> RawMail | None:
        """See Inbox."""
        return self._read(key, -1)

    def fetch_head(self, key: MessageKey) -> RawMail | None:
        """See Inbox."""
        raw = self._read(key, MAX_HEAD)
        return replace(raw, whole=False) if raw else None

    def recall(self, folder: Folder, size: int) -> Iterator[RawMail]:
        """See Inbox."""
        name = self._options.of(folder)
        with _translated():
            fitting = [one for one in self._layout.letters(name) if one.size == size]
        for found in fitting:
            raw = self.fetch(self._remember(found, name))
            if raw:
                yield raw

    def file(self, key: MessageKey, folder: Folder) -> None:
        """See Inbox."""
        with _translated():
            found = self._find(key)
            self._found.pop(key, None)
            with suppress(FileNotFoundError):
                if found and self._options.file_into:
                    self._layout.file(found.path, self._options.of(folder))
                elif found:
                    self._layout.mark(found.path)

    def wait(self, seconds: float) -> None:
        """See Inbox: looks at the folder every quarter of a second."""
        with _translated():
            end = time.monotonic() + seconds
            while self._layout.stamp() == self._stamp:
                left = end - time.monotonic()
                if left <= 0 or self._woken.wait(min(_POLL, left)):
                    break
            self._woken.clear()

    def wake(self) -> None:
        """See Inbox."""
        self._woken.set()

    def abandon(self) -> None:
        """See Inbox."""

    def has_copy(self, message_id: str) -> bool:
        """Whether the reply is in the folder for replies, or among the drafts."""
        name = _file_name(message_id)
        with _translated():
            homes = [self._layout.place(self._options.drafts, name)]
            if self._options.replies:
                homes.append(EmlFolder(self._options.replies).place("", name))
            return any(home.exists() for home in homes)

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        """See Inbox."""
        sent = self._options.sent if self._options.keep_sent else ""
        folder = self._options.drafts if draft else sent
        if folder:
            with _translated():
                self._layout.add(folder, _file_name(_message_id(message)), message)

    def notices(self) -> list[str]:
        """Nothing: a folder says nothing."""
        return []

    def close(self) -> None:
        """Forget what was seen: the next search yields all letters again."""
        self._found.clear()
        self._yielded.clear()
        self._stamp = self._listed = ()

    def _fresh(
        self, known: Container[MessageKey], since: Since | None
    ) -> list[LetterFile]:
        fresh = [
            found
            for found in self._layout.letters()
            if found.uid not in self._yielded
            and not (isinstance(since, datetime) and found.arrived < since)
            and self._key(found) not in known
        ]
        return sorted(fresh, key=lambda found: (found.arrived, found.path.name))

    def _find(self, key: MessageKey) -> LetterFile | None:
        stamp = self._layout.stamp()
        if key not in self._found and stamp != self._listed:
            for found in self._layout.letters():
                self._remember(found)
            self._listed = stamp
        return self._found.get(key)

    def _read(self, key: MessageKey, limit: int) -> RawMail | None:
        with _translated():
            found = self._find(key)
            if found is None:
                return None
            try:
                return RawMail(key, spool_files.read(found.path, limit), found.arrived)
            except FileNotFoundError:
                return None
            except OSError as error:
                raise LetterUnavailable(explain(error)) from error

    def _remember(self, found: LetterFile, folder: str = "") -> MessageKey:
        key = self._key(found, folder)
        self._found[key] = found
        return key

    def _key(self, found: LetterFile, folder: str = "") -> MessageKey:
        return MessageKey(str(self._options.path / folder), 1, found.uid)


class SpoolOutbox:
    """An Outbox (mail.ports) that writes replies into a folder as .eml files."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def submit(self, message: bytes, recipient: str, *, patient: bool = True) -> None:  # noqa: ARG002  # its To
        """Write the reply; a reply that is submitted again replaces its file.

        Raises SubmissionDeferred if it could not be written; nothing of it is left.
        """
        try:
            EmlFolder(self._path).add("", _file_name(_message_id(message)), message)
        except OSError as error:
            raise SubmissionDeferred(
                f"cannot write to {self._path}: {explain(error)}"
            ) from error

    def close(self) -> None:
        """Do nothing: no file is kept open."""


def _message_id(message: bytes) -> str:
    found = _MESSAGE_ID.search(message)
    assert found, "our messages have a Message-ID"
    return found[1].decode()


def _file_name(message_id: str) -> str:
    return re.sub(r"[^\w.@+-]", "_", message_id.strip("<>"))


def _is_folder(path: Path) -> bool:
    """Whether a path is a folder, as Path.is_dir before Python 3.14 tells it.

    Raises:
        PermissionError: a folder above it is closed to us.
    """
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        if error.errno not in {ENOENT, ENOTDIR, ELOOP}:
            raise
    return False


@contextmanager
def _translated() -> Iterator[None]:
    """Turn faults of the file system into errors of our own."""
    try:
        yield
    except PermissionError as error:
        raise BadSettings(f"{error.filename}: no right to read or move it") from error
    except OSError as error:
        what = f"{error.filename or ''}: {explain(error)}".removeprefix(": ")
        raise InboxUnavailable(f"the spool cannot be used now: {what}") from error
