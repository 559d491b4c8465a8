"""Where letters go on an IMAP server: folders made on demand, or flags alone.

Servers differ in where folders may be made (below INBOX, on some), and in whether
they can MOVE, expunge one letter, or keep a keyword. Whatever is missing, a letter is
filed as well as it can be; a server that refuses is no reason to stop.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError
from imapclient.imapclient import (
    ANSWERED,
    DELETED,
    DRAFT,
    DRAFTS,
    FLAGGED,
    SEEN,
    SENT,
)

from mailbot.mail.imap.arrivals import DONE
from mailbot.mail.imap.session import Session
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

_BATCH = 50
_SECONDS = 1.0  # the longest that a busy inbox puts off filing

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Names:
    """What the folders are called. `file_into` false: nothing is moved, only flagged.

    A / in a name stands for the server's own delimiter.
    """

    answered: str = "Answered"
    ignored: str = "Ignored"
    quarantine: str = "Quarantine"
    sent: str = "Sent"
    drafts: str = "Drafts"
    file_into: bool = True

    def of(self, folder: Folder) -> str:
        """The name of a folder of ours."""
        return {
            Folder.ANSWERED: self.answered,
            Folder.IGNORED: self.ignored,
            Folder.QUARANTINE: self.quarantine,
        }[folder]


class Folders:
    """The folders of one connection; what is learned of them is kept."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._prefix: tuple[str, str] | None = None
        self._special: dict[bytes, str] = {}

    def file(
        self, session: Session, uids: list[int], folder: Folder, *, keywords: bool
    ) -> None:
        """Move letters of the selected mailbox, or flag them.

        Args:
            session: with the letters' mailbox selected.
            uids: of letters, perhaps gone.
            folder: where to.
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

        _attempt(flag, "the server keeps no flags")

    def path(self, session: Session, name: str) -> str:
        """A folder's full name on this server."""
        if self._prefix is None:
            self._prefix = ("", "/")
            if session.has_capability("NAMESPACE"):
                personal = session.namespace().personal
                if personal:
                    self._prefix = (personal[0][0] or "", personal[0][1] or "/")
        prefix, delimiter = self._prefix
        path = name.replace("/", delimiter)
        return path if path.startswith(prefix) else prefix + path

    def existing(self, session: Session) -> Iterator[str]:
        """Which of our folders are there."""
        for folder in Folder:
            path = self.path(session, self._names.of(folder))
            if session.folder_exists(path):
                yield path

    def sent(self, session: Session) -> str:
        """Sent mail: the folder so named, else the one so marked; "" if none."""
        return self._find(session, self._names.sent, SENT)

    def drafts(self, session: Session) -> str:
        """Drafts, found likewise."""
        return self._find(session, self._names.drafts, DRAFTS)

    def store(self, session: Session, message: bytes, *, draft: bool) -> None:
        """Append a message to Drafts or Sent, made if need be."""
        path = self.drafts(session) if draft else self.sent(session)
        if not path:
            path = self.path(session, self._names.drafts if draft else self._names.sent)
            make(session, path)
        if draft:
            session.append(path, message, (DRAFT,))
        else:  # nobody waits for it
            _attempt(
                lambda: session.append(path, message, (SEEN,)), f"{path} takes no copy"
            )

    def _find(self, session: Session, name: str, mark: bytes) -> str:
        if not self._special.get(mark):
            path = self.path(session, name)
            known = session.folder_exists(path)
            found = path if known else session.find_special_folder(mark)
            self._special[mark] = found or ""
        return self._special[mark]

    def _move(self, session: Session, uids: list[int], folder: Folder) -> bool:
        path = self.path(session, self._names.of(folder))

        def move() -> None:
            _move(session, uids, path)

        if _attempt(move, ""):
            return True
        if not session.folder_exists(path):
            _attempt(lambda: make(session, path), f"cannot make the folder {path}")
        return _attempt(move, f"cannot move letters to {path}")


class Backlog:
    """Letters to be filed: a server moves many as fast as one.

    After a fault they are still here; after a crash they lie where they lay, which
    shows the operator less than the truth and costs no reply.
    """

    def __init__(self) -> None:
        self._letters: dict[MessageKey, Folder] = {}
        self._since = 0.0

    def add(self, key: MessageKey, folder: Folder) -> bool:
        """Add a letter; whether it is time to file them."""
        if not self._letters:
            self._since = monotonic()
        self._letters[key] = folder
        return len(self._letters) >= _BATCH or monotonic() - self._since > _SECONDS

    def next(self) -> list[tuple[MessageKey, Folder]]:
        """Letters of one mailbox for one folder; none if there are none."""
        for first, folder in self._letters.items():
            same = first.mailbox, first.uidvalidity, folder
            return [
                (key, where)
                for key, where in self._letters.items()
                if (key.mailbox, key.uidvalidity, where) == same
            ]
        return []

    def remove(self, filed: list[tuple[MessageKey, Folder]]) -> None:
        """These are filed."""
        for key, _ in filed:
            self._letters.pop(key, None)


def make(session: Session, path: str) -> None:
    """Make a folder, and show it to mail programs."""
    session.create_folder(path)
    _attempt(lambda: session.subscribe_folder(path), "")


def _move(session: Session, uids: list[int], path: str) -> None:
    if session.has_capability("MOVE"):
        session.move(uids, path)
        return
    session.copy(uids, path)
    session.add_flags(uids, [DELETED], silent=True)
    if session.has_capability("UIDPLUS"):
        session.uid_expunge(uids)
    # Without it, an EXPUNGE would remove what other programs have marked, too: the
    # letter stays, marked, and we do not look at marked ones.


def _attempt(step: Callable[[], object], warning: str) -> bool:
    """Whether the server did it; a broken connection is raised."""
    try:
        step()
    except IMAPClientAbortError:
        raise
    except IMAPClientError as error:
        if warning:
            _log.warning("%s: %s", warning, error)
        return False
    return True
