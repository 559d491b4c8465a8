"""Names of folders on an unusual server, and letters that wait to be filed."""

from types import SimpleNamespace
from typing import cast

from mailbot.mail.imap.folders import Backlog, FolderNames, Folders
from mailbot.mail.imap.session import Session
from mailbot.mail.ports import Folder
from mailbot.model import MessageKey


class Courier:
    """A server that lets folders be made below INBOX only, with dots between."""

    def has_capability(self, name: str) -> bool:
        return name == "NAMESPACE"

    def namespace(self) -> SimpleNamespace:
        return SimpleNamespace(personal=(("INBOX.", "."),))


def test_a_folder_is_made_below_the_namespace_of_the_server() -> None:
    session = cast(Session, Courier())
    folders = Folders(FolderNames())
    assert folders.path(session, "Answered") == "INBOX.Answered"
    assert folders.path(session, "INBOX.Answered") == "INBOX.Answered"
    assert folders.path(session, "Bot/Answered") == "INBOX.Bot.Answered"


def key(uid: int, mailbox: str = "INBOX") -> MessageKey:
    return MessageKey(mailbox, 1, uid)


def test_letters_for_one_folder_are_filed_together() -> None:
    backlog = Backlog()
    backlog.add(key(1), Folder.ANSWERED)
    backlog.add(key(2), Folder.IGNORED)
    backlog.add(key(3), Folder.ANSWERED)
    backlog.add(key(4, "Quarantine"), Folder.ANSWERED)
    first = backlog.next()
    assert [letter.uid for letter, _ in first] == [1, 3]
    backlog.remove(first)
    assert backlog.next() == [(key(2), Folder.IGNORED)]
    backlog.remove(backlog.next())
    assert backlog.next() == [(key(4, "Quarantine"), Folder.ANSWERED)]
    backlog.remove(backlog.next())
    assert backlog.next() == []


def test_a_letter_filed_twice_goes_where_it_was_sent_last() -> None:
    backlog = Backlog()
    backlog.add(key(1), Folder.ANSWERED)
    backlog.add(key(1), Folder.QUARANTINE)
    assert backlog.next() == [(key(1), Folder.QUARANTINE)]


def test_many_waiting_letters_are_filed_at_once() -> None:
    backlog = Backlog()
    due = [backlog.add(key(uid), Folder.ANSWERED) for uid in range(60)]
    assert due[-1]
    assert not due[0]
