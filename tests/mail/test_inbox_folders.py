"""Names of folders on an unusual server, and letters that wait to be filed."""

from types import SimpleNamespace
from typing import cast

import pytest
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from mailbot.mail.imap.folders import Backlog, Folders, make
from mailbot.mail.imap.session import Session
from mailbot.mail.options import FolderNames
from mailbot.mail.ports import Folder
from mailbot.model import MessageKey
from tests.fakes import FakeSeconds
from tests.servers.lies import LyingImap


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


@pytest.mark.parametrize("fault", [IMAPClientError("NO"), TypeError("no answer")])
def test_a_namespace_that_is_announced_and_not_told_is_none(fault: Exception) -> None:
    class Mute(Courier):
        def namespace(self) -> SimpleNamespace:
            raise fault

    session = cast(Session, Mute())
    assert Folders(FolderNames()).path(session, "Bot/Answered") == "Bot/Answered"


class Subscriptions:
    """A server that notes which folders were made and subscribed to."""

    def __init__(self) -> None:
        self.commands: list[tuple[str, str]] = []

    def create_folder(self, path: str) -> None:
        self.commands.append(("CREATE", path))

    def subscribe_folder(self, path: str) -> None:
        self.commands.append(("SUBSCRIBE", path))
        raise IMAPClientError("no subscriptions here")


def test_a_new_folder_is_subscribed_to_if_the_server_allows_it() -> None:
    server = Subscriptions()
    make(cast(Session, server), "Answered")
    assert server.commands == [("CREATE", "Answered"), ("SUBSCRIBE", "Answered")]


def test_a_folder_that_another_made_meanwhile_is_as_good_as_made() -> None:
    """Dovecot answers so where two sessions make one folder, or it lists one late."""
    letters = [b"Subject: x\r\n\r\n53..7"]
    answers = {
        "UID MOVE": b"TAG NO [TRYCREATE] there is no such mailbox",
        "LIST": b"TAG OK none",
        "CREATE": b"TAG NO [ALREADYEXISTS] it is there",
    }

    def lie(command: str, said: bytes) -> bytes:
        verb = next((verb for verb in answers if command.startswith(verb)), "")
        return answers.pop(verb, said)

    with LyingImap(letters, lie) as server:
        box = server.inbox()
        [arrival] = box.waiting(())
        box.file(arrival.key, Folder.ANSWERED)
        box.close()
        assert sum("UID MOVE" in command for command in server.heard) == 2


class Broken:
    """A connection that breaks at the next command."""

    def add_flags(self, uids: list[int], flags: list[bytes], silent: bool) -> None:
        raise IMAPClientAbortError("socket error: EOF")


def test_a_broken_connection_is_not_taken_for_a_refusal_of_flags() -> None:
    folders = Folders(FolderNames(file_into=False))
    with pytest.raises(IMAPClientAbortError):
        folders.file(cast(Session, Broken()), [1], Folder.ANSWERED, keywords=False)


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


def test_letters_from_before_and_after_a_renumbering_are_filed_apart() -> None:
    old, new = MessageKey("INBOX", 1, 7), MessageKey("INBOX", 2, 7)
    backlog = Backlog()
    backlog.add(old, Folder.ANSWERED)
    backlog.add(new, Folder.ANSWERED)
    assert backlog.next() == [(old, Folder.ANSWERED)]


def test_a_letter_waits_a_second_to_be_filed_while_others_come() -> None:
    clock = FakeSeconds()
    backlog = Backlog(clock)
    clock.go_on(60)
    assert not backlog.add(key(1), Folder.ANSWERED)
    clock.go_on(0.9)
    assert not backlog.add(key(2), Folder.ANSWERED)
    clock.go_on(0.2)
    assert backlog.add(key(3), Folder.ANSWERED)


@pytest.mark.parametrize(("took", "pause"), [(0.01, 1.0), (0.5, 2.0), (5.0, 20.0)])
def test_a_slow_server_rests_four_times_as_long(took: float, pause: float) -> None:
    clock = FakeSeconds()
    backlog = Backlog(clock)
    backlog.add(key(1), Folder.ANSWERED)
    filed = backlog.next()
    clock.go_on(took)
    backlog.remove(filed)
    backlog.add(key(2), Folder.ANSWERED)
    clock.go_on(pause - 0.01)
    assert not backlog.add(key(3), Folder.ANSWERED)
    clock.go_on(0.02)
    assert backlog.add(key(4), Folder.ANSWERED)


def test_a_letter_filed_twice_goes_where_it_was_sent_last() -> None:
    backlog = Backlog()
    backlog.add(key(1), Folder.ANSWERED)
    backlog.add(key(1), Folder.QUARANTINE)
    assert backlog.next() == [(key(1), Folder.QUARANTINE)]


def test_many_waiting_letters_are_filed_at_once() -> None:
    backlog = Backlog()
    due = [backlog.add(key(uid), Folder.ANSWERED) for uid in range(1000)]
    assert due[-1]
    assert not any(due[:-1])
