"""A letter that the server announces outside IDLE still ends the wait."""

import threading
from collections.abc import Iterator

import pytest

from mailbot.mail.credentials import Password
from mailbot.mail.imap.connection import Connection
from mailbot.mail.imap.inbox import ImapInbox, WakePipe
from mailbot.mail.imap.session import Heard
from mailbot.mail.options import Endpoint, ImapOptions
from mailbot.mail.ports import Folder
from tests.fakes import letter
from tests.servers import Fault, Servers
from tests.servers.imap_script import ScriptedImap, Wire

pytestmark = pytest.mark.servers


def test_a_letter_announced_during_filing_ends_the_wait(servers: Servers) -> None:
    bot = servers.account("bot")
    endpoint = Endpoint("127.0.0.1", servers.imap, "plain")
    inbox = ImapInbox(
        ImapOptions(bot.address, endpoint), Password(bot.user, bot.password)
    )
    servers.deliver(letter(subject="one"), bot)
    [first] = inbox.waiting(())
    servers.deliver(letter(subject="two"), bot)
    inbox.file(first.key, Folder.ANSWERED)
    waiter = threading.Thread(target=inbox.wait, args=(200,), daemon=True)
    waiter.start()
    waiter.join(60)
    assert not waiter.is_alive(), "the letter was announced before the wait, and lost"
    [second] = inbox.waiting(())
    assert second.key.uid == first.key.uid + 1
    inbox.close()


def test_a_letter_announced_as_idle_starts_ends_the_wait(servers: Servers) -> None:
    bot = servers.account("bot")

    def rewrite(data: bytes) -> bytes:
        return data.replace(b"+ idling\r\n", b"+ idling\r\n* 1 EXISTS\r\n")

    with Fault(servers.imap, rewrite=rewrite) as proxy:
        endpoint = Endpoint("127.0.0.1", proxy.port, "plain")
        who = Password(bot.user, bot.password)
        inbox = ImapInbox(ImapOptions(bot.address, endpoint), who)
        assert list(inbox.waiting(())) == []
        waiter = threading.Thread(target=inbox.wait, args=(200,), daemon=True)
        waiter.start()
        waiter.join(60)
        assert not waiter.is_alive(), "it was read ahead, and not looked at"
        inbox.close()


class TerseImap(ScriptedImap):
    """Tells how many letters there are when that has changed.

    Courier also tells it when one was moved; Dovecot only that it is gone. Some write
    a space behind the word.
    """

    told, tells_rest = 1, True

    def _untagged(self, verb: str, command: str) -> Iterator[str]:
        if verb != "NOOP":
            yield from super()._untagged(verb, command)
        elif len(self.letters) != self.told:
            self.told = len(self.letters)
            yield f"* {self.told} EXISTS "

    def _run_uid(self, file: Wire, verb: str, command: str) -> str:
        answer = super()._run_uid(file, verb, command)
        if verb == "MOVE":
            self.told = len(self.letters)
            rest = b"* %d EXISTS\r\n" % self.told
            file.write(b"* 1 EXPUNGE\r\n" + rest * self.tells_rest)
        return answer


@pytest.mark.parametrize("tells_rest", [True, False])
def test_a_letter_in_the_place_of_a_filed_one_is_news(tells_rest: bool) -> None:
    with TerseImap([letter(subject="one")]) as server:
        server.tells_rest = tells_rest
        endpoint = Endpoint("127.0.0.1", server.port, "plain", timeout_seconds=5)
        options, who = ImapOptions("bot@bots.example", endpoint), Password("bot", "x")
        wake = WakePipe()
        connection = Connection(options, who, wake.fileno(), login_worked=False)
        with connection.mailbox() as session:
            session.forget_announcements()
            session.move([1], "Answered")
            heard = session.idle_for(0.1, 5, 0)
            assert heard is (Heard.EARLY if tells_rest else Heard.NONE)
            session.forget_announcements()
            server.receive(letter(subject="two"))
            assert session.poll_for(3, 0.1, 0) is Heard.LATE
        connection.close()
