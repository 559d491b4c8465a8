"""Files letters on an IMAP server: moves them into folders, or only flags them.

Servers differ in where folders may be made (some allow it only below INBOX), and in
whether they can MOVE, expunge a single letter, or keep a keyword. A letter is filed as
far as the server allows; what the server refuses is told and does not stop the bot.
"""

import re
from collections.abc import Callable, Iterator
from time import monotonic

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError
from imapclient.imapclient import ANSWERED, DELETED, DRAFT, DRAFTS, FLAGGED, SEEN, SENT

from mailbot.mail.imap.arrivals import DONE
from mailbot.mail.imap.session import Session
from mailbot.mail.options import FolderNames
from mailbot.mail.ports import Folder
from mailbot.model import MessageKey

KEYWORDS = {
    Folder.ANSWERED: "MailbotAnswered",
    Folder.IGNORED: "MailbotIgnored",
    Folder.QUARANTINE: "MailbotQuarantine",
}
_FLAGS: dict[Folder, tuple[bytes, ...]] = {
    Folder.ANSWERED: (SEEN, ANSWERED),
    Folder.IGNORED: (SEEN,),
    Folder.QUARANTINE: (FLAGGED,),
}

_BATCH = 1000
"""Letters that wait to be filed at most: a command of some 10 kB."""

_PAUSE = 1.0
"""Seconds between two filings at least, while letters keep coming."""

_SHARE = 0.2
"""The part of the time that goes into filing at most. To move one letter out of a large
folder takes a server as long as to move hundreds, so slow ones get larger sets."""

_TOOK = re.compile(r" \([\d.]+ \+ [^)]*secs\)\.?$")
"""How long a command took, at the end of Dovecot's answers."""


class Folders:
    """The folders of one connection; remembers what the server told about them."""

    def __init__(self, names: FolderNames) -> None:
        self._names = names
        self._prefix: tuple[str, str] | None = None
        self._special: dict[bytes, str] = {}

    def file(
        self, session: Session, uids: list[int], folder: Folder, *, keywords: bool
    ) -> None:
        """Move letters of the selected mailbox, or flag them.

        Args:
            session: a connection on which the mailbox is selected.
            uids: the letters; some may be gone.
            folder: where the letters go.
            keywords: whether the mailbox keeps keywords.
        """
        if self._names.file_into and self._move(session, uids, folder):
            return
        added = [*_FLAGS[folder], *((DONE, KEYWORDS[folder]) if keywords else ())]
        removed = [word for key, word in KEYWORDS.items() if key is not folder]

        def flag() -> None:
            session.add_flags(uids, added, silent=True)
            if keywords:
                session.remove_flags(uids, removed, silent=True)

        _attempt(session, flag, "the server keeps no flags")

    def path(self, session: Session, name: str) -> str:
        """A folder's full name on this server."""
        if self._prefix is None:
            self._prefix = ("", "/")
            if session.has_capability("NAMESPACE"):
                personal = None
                try:
                    personal = session.namespace().personal
                except IMAPClientAbortError:
                    raise
                except (IMAPClientError, TypeError):  # refused, or nothing was told
                    pass
                if personal:
                    self._prefix = (personal[0][0] or "", personal[0][1] or "/")
        prefix, delimiter = self._prefix
        path = name.replace("/", delimiter)
        return path if path.startswith(prefix) else prefix + path

    def path_of(self, session: Session, folder: Folder) -> str:
        """The full name of a folder of ours."""
        return self.path(session, self._names.of(folder))

    def missing(self, session: Session) -> Iterator[str]:
        """The full names of those of our folders that do not exist yet."""
        for folder in Folder:
            path = self.path_of(session, folder)
            if not session.folder_exists(path):
                yield path

    def find(self, session: Session, *, draft: bool) -> str:
        r"""Drafts or Sent, by its name or its mark (\Sent); "" if there is none."""
        mark = DRAFTS if draft else SENT
        if not self._special.get(mark):
            path = self._path_to_keep(session, draft=draft)
            known = session.folder_exists(path)
            found = path if known else session.find_special_folder(mark)
            self._special[mark] = found or ""
        return self._special[mark]

    def store(self, session: Session, message: bytes, *, draft: bool) -> None:
        """Append a message to Drafts or Sent; make the folder if it is missing."""
        path = self.find(session, draft=draft)
        if not path:
            path = self._path_to_keep(session, draft=draft)
            make(session, path)
        if draft:
            session.append(path, message, (DRAFT,))
        else:  # only the operator misses a copy in Sent: a refusal is just told
            _attempt(
                session,
                lambda: session.append(path, message, (SEEN,)),
                f"{path} takes no copy",
            )

    def _path_to_keep(self, session: Session, *, draft: bool) -> str:
        return self.path(session, self._names.drafts if draft else self._names.sent)

    def _move(self, session: Session, uids: list[int], folder: Folder) -> bool:
        path = self.path_of(session, folder)

        def move() -> None:
            _move(session, uids, path)

        if _attempt(session, move, ""):
            return True
        if not session.folder_exists(path) and not _attempt(
            session, lambda: make(session, path), f"cannot make the folder {path}"
        ):
            return False
        return _attempt(session, move, f"cannot move letters to {path}")


class Backlog:
    """Letters that wait to be filed together: a server moves many as fast as one.

    A fault of the connection leaves them here. A crash leaves them unfiled in the
    mailbox: the operator sees too little, but no reply is lost or sent twice.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._letters: dict[MessageKey, Folder] = {}
        self._clock = clock
        self._began = clock()
        self._due = clock() + _PAUSE

    def add(self, key: MessageKey, folder: Folder) -> bool:
        """Add a letter; tells whether it is time to file all of them."""
        if not self._letters:
            self._due = max(self._due, self._clock() + _PAUSE)
        self._letters[key] = folder
        return len(self._letters) >= _BATCH or self._clock() > self._due

    def next(self) -> list[tuple[MessageKey, Folder]]:
        """Waiting letters of one mailbox that go into one folder; [] if none wait.

        Call `remove` when they are filed.
        """
        self._began = self._clock()
        for first, folder in self._letters.items():
            return [
                (key, where)
                for key, where in self._letters.items()
                if key.numbering == first.numbering and where is folder
            ]
        return []

    def remove(self, filed: list[tuple[MessageKey, Folder]]) -> None:
        """Forget letters that have been filed."""
        for key, _ in filed:
            self._letters.pop(key, None)
        now = self._clock()
        took = now - self._began
        self._due = now + max(_PAUSE, took / _SHARE - took)


def make(session: Session, path: str) -> None:
    """Make a folder and subscribe to it, so that mail programs show it."""
    try:
        session.create_folder(path)
    except IMAPClientError as error:
        if "[ALREADYEXISTS]" not in str(error).upper():  # made by another meanwhile
            raise
    _attempt(session, lambda: session.subscribe_folder(path), "")


def _move(session: Session, uids: list[int], path: str) -> None:
    if session.has_capability("MOVE"):
        session.move(uids, path)
        return
    session.copy(uids, path)
    session.add_flags(uids, [DELETED], silent=True)
    if session.has_capability("UIDPLUS"):
        session.uid_expunge(uids)
    # Without UIDPLUS, EXPUNGE would also remove letters that other programs marked as
    # deleted. So the letter stays, marked; our searches leave out marked letters.


def _attempt(session: Session, step: Callable[[], object], warning: str) -> bool:
    """Whether the server took a command; a broken connection is raised.

    `warning` is told on a refusal, unless it is "".
    """
    try:
        step()
    except IMAPClientAbortError:
        raise
    except IMAPClientError as error:
        if warning:
            session.tell(f"{warning}: {_TOOK.sub('', str(error))}")
        return False
    return True
