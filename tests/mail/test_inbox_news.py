"""A letter that the server announces outside IDLE still ends the wait."""

import threading

import pytest

from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions
from mailbot.mail.ports import Folder
from tests.fakes import letter
from tests.servers import Fault, Servers

pytestmark = pytest.mark.servers


def test_a_letter_announced_while_another_is_filed_ends_the_wait(
    servers: Servers,
) -> None:
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
    waiter.join(20)
    assert not waiter.is_alive(), "the letter was announced before the wait, and lost"
    [second] = inbox.waiting(())
    assert second.key.uid == first.key.uid + 1
    inbox.close()


def test_a_letter_announced_in_one_packet_with_the_start_of_idle_ends_the_wait(
    servers: Servers,
) -> None:
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
        waiter.join(20)
        assert not waiter.is_alive(), "it was read ahead, and not looked at"
        inbox.close()
