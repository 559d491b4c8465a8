"""The IMAP inbox with servers that lack a feature, many letters, and long runs."""

import re
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbot.errors import InboxUnavailable
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, FolderNames, ImapOptions
from mailbot.mail.ports import Folder
from mailbot.model import MessageKey
from tests.servers import Account, Fault, Mode, Servers
from tests.servers.daemon import until

pytestmark = pytest.mark.servers

LETTER = b"From: ada@lab.test\r\nSubject: x\r\n\r\n53..7....\r\n"


def lacking(*names: str) -> Callable[[bytes], bytes]:
    """Hides capabilities; also KEYWORDS of our own, and UIDNEXT."""
    hidden = re.compile(rb" (?:" + "|".join(names).encode() + rb")(?=[ \]\r])")

    def rewrite(data: bytes) -> bytes:
        lines = data.split(b"\r\n")
        lines = [hidden.sub(b"", x) if b"CAPABILITY" in x else x for x in lines]
        if "KEYWORDS" in names:
            lines = [
                x.replace(rb" \*", b"") if b"PERMANENTFLAGS" in x else x for x in lines
            ]
        if "UIDNEXT" in names:
            lines = [re.sub(rb" ?UIDNEXT \d+", b"", x) for x in lines]
        return b"\r\n".join(lines)

    return rewrite


@contextmanager
def lesser(
    servers: Servers,
    account: Account,
    *names: str,
    answered: str = "Answered",
    flags_only: bool = False,
) -> Iterator[tuple[ImapInbox, Fault]]:
    """An inbox on a server that lacks something."""
    with Fault(servers.imap, rewrite=lacking(*names)) as proxy:
        endpoint = Endpoint("127.0.0.1", proxy.port, "plain", timeout_seconds=20)
        options = ImapOptions(
            account.address,
            endpoint,
            names=FolderNames(answered=answered, file_into=not flags_only),
            poll_seconds=0.2,
        )
        box = ImapInbox(options, Password(account.user, account.password))
        try:
            yield box, proxy
        finally:
            box.close()


def keys(box: ImapInbox, known: set[MessageKey] | None = None) -> list[MessageKey]:
    return [arrival.key for arrival in box.waiting(known or set())]


def verbs(proxy: Fault) -> set[bytes]:
    return {b" ".join(line.split()[1:3]).upper() for line in proxy.heard}


def test_without_move_letters_are_copied(servers: Servers, bot: Account) -> None:
    servers.deliver_all([LETTER, LETTER], bot)
    with lesser(servers, bot, "MOVE") as (box, proxy):
        first, second = keys(box)
        box.file(first, Folder.ANSWERED)
        box.close()
        assert keys(box) == [second]
        assert {b"UID COPY", b"UID EXPUNGE"} <= verbs(proxy)
        assert b"UID MOVE" not in verbs(proxy)
    assert len(servers.letters(bot, "Answered")) == 1
    assert len(servers.letters(bot)) == 1


def test_without_uidplus_no_other_letter_is_expunged(
    servers: Servers, bot: Account
) -> None:
    servers.deliver_all([LETTER, LETTER], bot)
    with lesser(servers, bot, "MOVE", "UIDPLUS") as (box, proxy):
        first, second = keys(box)
        box.file(first, Folder.ANSWERED)
        box.close()
        assert keys(box) == [second]
        assert not any(b"EXPUNGE" in verb for verb in verbs(proxy))
    assert len(servers.letters(bot, "Answered")) == 1
    assert len(servers.letters(bot)) == 2


def test_without_keywords_the_ledger_knows_flags(
    servers: Servers, bot: Account
) -> None:
    servers.deliver_all([LETTER, LETTER], bot)
    with lesser(servers, bot, "KEYWORDS", flags_only=True) as (box, proxy):
        first, second = keys(box)
        box.file(first, Folder.ANSWERED)
        box.close()
        assert keys(box, {first}) == [second]
        assert not any(b"MAILBOT" in line.upper() for line in proxy.heard)
        assert not box.probe().keywords
    assert sorted(servers.flags(bot)) == ["", "RS"]


def test_without_idle_letters_are_polled_for(servers: Servers, bot: Account) -> None:
    with lesser(servers, bot, "IDLE") as (box, proxy):
        assert keys(box) == []
        servers.deliver(LETTER, bot)
        box.wait(60)
        assert len(keys(box)) == 1
        assert not any(b"IDLE" in verb for verb in verbs(proxy))


def test_without_a_namespace_folders_are_at_top(servers: Servers, bot: Account) -> None:
    servers.deliver(LETTER, bot)
    with lesser(servers, bot, "NAMESPACE", "SPECIAL-USE", "UIDPLUS") as (box, _):
        (key,) = keys(box)
        box.file(key, Folder.IGNORED)
    assert len(servers.letters(bot, "Ignored")) == 1


def test_without_uidnext_the_newest_is_looked_up(
    servers: Servers, bot: Account
) -> None:
    with lesser(servers, bot, "UIDNEXT") as (box, _):
        newest = box.newest()
        assert newest is not None
        assert newest.uid == 0
        servers.deliver_all([LETTER, LETTER], bot)
        assert box.newest() == keys(box)[-1]


def test_a_letter_that_cannot_be_moved_is_flagged(servers: Servers) -> None:
    tiny = servers.account("tiny", quota=20)
    servers.deliver(LETTER + b"x" * 15_000, tiny)
    with lesser(servers, tiny, "MOVE") as (box, _):  # a copy needs room for two
        (key,) = keys(box)
        box.file(key, Folder.ANSWERED)
        box.close()
        [notice] = box.notices()
        assert notice.startswith("cannot move letters to Answered: ")
        assert not notice.endswith("secs).")
        assert box.notices() == []
        assert keys(box) == []
    assert len(servers.letters(tiny)) == 1


def test_a_folder_that_the_server_refuses_is_told(servers: Servers) -> None:
    bot = servers.account("refused")
    servers.deliver(LETTER, bot)
    with lesser(servers, bot, answered="Done//2026") as (box, _):
        (key,) = keys(box)
        box.file(key, Folder.ANSWERED)
        box.close()
        [notice] = box.notices()
    assert notice.startswith("cannot make the folder Done//2026: create failed: ")


def test_a_full_mailbox_keeps_no_copy_and_goes_on(servers: Servers) -> None:
    tiny = servers.account("tiny", quota=20)
    endpoint = Endpoint("127.0.0.1", servers.imap, "plain")
    options = ImapOptions(tiny.address, endpoint, keep_sent=True)
    box = ImapInbox(options, Password(tiny.user, tiny.password))
    box.keep_copy(LETTER + b"x" * 50_000, draft=False)
    with pytest.raises(InboxUnavailable, match=r"(?i)quota"):
        box.keep_copy(LETTER + b"x" * 50_000, draft=True)
    box.close()
    assert servers.letters(tiny, "Sent") == []


def test_a_folder_emptied_elsewhere_is_empty(servers: Servers, bot: Account) -> None:
    servers.deliver_all([LETTER] * 3, bot)
    with lesser(servers, bot) as (box, _), lesser(servers, bot) as (other, _):
        waiting = box.waiting(set())
        first = next(waiting)
        for key in keys(other):
            other.file(key, Folder.IGNORED)
        other.close()
        assert box.fetch(first.key) is None
        rest = [arrival.key for arrival in waiting]
        assert [box.fetch(key) for key in rest] == [None] * len(rest)
        for key in (first.key, *rest):
            box.file(key, Folder.ANSWERED)
    assert len(servers.letters(bot, "Ignored")) == 3
    assert servers.letters(bot, "Answered") == []


def test_a_server_that_was_away_is_found_again(servers: Servers, bot: Account) -> None:
    with lesser(servers, bot) as (box, _):
        servers.deliver(LETTER, bot)
        assert len(keys(box)) == 1
        servers.dovecot.stop()
        try:
            for _ in range(3):
                with pytest.raises(InboxUnavailable):
                    box.wait(60)
        finally:
            servers.dovecot.start()
        assert len(keys(box)) == 1


def test_a_waiting_inbox_notices_a_lost_server(servers: Servers, bot: Account) -> None:
    with lesser(servers, bot) as (box, proxy):
        box.open()
        proxy.refuse = True
        proxy.cut()
        with pytest.raises(InboxUnavailable):
            box.wait(60)
        proxy.refuse = False
        box.open()


def poll_cost(box: ImapInbox, since: datetime | None) -> float:
    """Seconds of a poll of the open folder: the median of several."""
    costs = []
    for _ in range(15):
        started = time.perf_counter()
        assert list(box.waiting(set(), since)) == []
        costs.append(time.perf_counter() - started)
    return statistics.median(costs)


def test_old_letters_do_not_slow_down_a_poll(servers: Servers, long: bool) -> None:
    """Asked for by the clock: 1.3 times; here, by what goes over the wire."""
    counts = {}
    later = datetime.now(UTC) + timedelta(days=2)
    for number in (100, 50_000 if long else 2_000):
        many = servers.account("many")
        servers.stuff([LETTER] * number, many)
        with lesser(servers, many) as (box, proxy):
            assert list(box.waiting(set(), later)) == []
            before = proxy.turns
            said = proxy.said
            cost = poll_cost(box, later)
            counts[number] = (proxy.turns - before, proxy.said - said)
            print(f"\n{number} letters: {cost * 1000:.2f} ms a poll")
            newest = box.newest()
            assert newest is not None
            assert newest.uid == number
            servers.deliver(LETTER, many)
            (arrival,) = box.waiting(set(), newest)
            assert arrival.key.uid == number + 1
    (few_turns, few_bytes), (turns, said) = counts.values()
    assert turns == few_turns
    assert said <= few_bytes * 1.3


def test_a_fresh_start_asks_only_for_new_letters(servers: Servers, long: bool) -> None:
    """From a cold index. Asked for by the clock, 0.3 s; here, by what goes over."""
    many = servers.account("many")
    servers.stuff([LETTER] * (50_000 if long else 2_000), many)
    with lesser(servers, many) as (box, proxy):
        mark = box.newest()
        box.close()
        servers.chill(many)
        box.open()
        started, said, held = time.perf_counter(), proxy.said, memory()
        assert list(box.waiting(set(), mark)) == []
        print(f"\n{(time.perf_counter() - started) * 1000:.1f} ms after SELECT")
        assert proxy.said - said < 2_000  # CAPABILITY, but no list of UIDs
        assert memory() - held < 1_000
        servers.deliver(LETTER, many)
        assert [key.uid for key in keys(box)] == [mark.uid + 1 if mark else 0]


def test_thousands_of_new_letters_are_not_in_memory_at_the_same_time(
    servers: Servers, long: bool
) -> None:
    """What is held is a number a letter, and some hundred letters' sizes and dates."""
    many = servers.account("many")
    count = 50_000 if long else 2_000
    servers.stuff([LETTER] * count, many)
    with lesser(servers, many) as (box, _):
        box.open()
        before = highest = memory()
        for number, _arrival in enumerate(box.waiting(set()), 1):
            if number % 500 == 0:
                highest = max(highest, memory())
        assert number == count
        print(f"\n{highest - before} kB for {count} letters")
        assert highest - before < 12_000


def test_a_key_before_renumbering_is_refused(servers: Servers, bot: Account) -> None:
    servers.deliver(LETTER, bot)
    with lesser(servers, bot) as (box, _):
        mark = box.newest()
        assert mark is not None
        old = mark._replace(uidvalidity=mark.uidvalidity - 1)
        with pytest.raises(InboxUnavailable, match="renumbered"):
            list(box.waiting(set(), old))
        assert list(box.waiting(set(), mark)) == []


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def memory() -> int:
    """What this process holds in RAM, in kB."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize() // 1024


def test_idling_and_reconnecting_leaks_nothing(
    servers: Servers, bot: Account, long: bool
) -> None:
    endpoint = Endpoint("127.0.0.1", servers.imaps, "tls", servers.ca)
    options = ImapOptions(bot.address, endpoint)
    box = ImapInbox(options, Password(bot.user, bot.password))

    def cycle(number: int) -> None:
        if number % 3 == 0:
            box.wake()
        box.wait(0.001)
        assert keys(box) == []
        if number % 10 == 0:
            box.close()

    for number in range(20):
        cycle(number)
    before = descriptors(), memory()
    for number in range(1_000 if long else 30):
        cycle(number)
    assert descriptors() <= before[0]
    assert memory() - before[1] < 1_000
    box.close()


def test_broken_connections_leave_no_socket_open_on_either_side(
    servers: Servers, bot: Account, long: bool
) -> None:
    with lesser(servers, bot) as (box, proxy):
        box.open()
        before = descriptors()
        for mode in list(Mode)[:2] * (100 if long else 5):
            proxy.cut(mode)
            with pytest.raises(InboxUnavailable):
                box.wait(60)
            box.open()
        until(lambda: proxy.open == 1, "old connections stay open")
        assert descriptors() <= before


GONE = ["Old/Letters", "/var/spool/letters", "Überholt", "~", "a*b"]


@pytest.mark.parametrize("name", GONE)
def test_letters_go_with_their_mailbox(
    servers: Servers, bot: Account, name: str
) -> None:
    """A folder that was deleted, or the path of a spool from before these settings."""
    servers.deliver(LETTER, bot)
    with lesser(servers, bot) as (box, _):
        [here] = keys(box)
        before = box._connection.number
        there = MessageKey(name, 1, 7)
        assert box.fetch(there) is None
        assert box.fetch_head(there) is None
        box.file(there, Folder.ANSWERED)
        box.file(here, Folder.ANSWERED)
        box.wait(0)
        assert box._connection.number == before, "the connection was replaced"
        assert servers.letters(bot, "Answered") != []


def test_the_watched_mailbox_that_is_deleted_is_missed_and_found_again(
    servers: Servers, bot: Account
) -> None:
    endpoint = Endpoint("127.0.0.1", servers.imap, "plain", timeout_seconds=20)
    options = ImapOptions(bot.address, endpoint, mailbox="Sudoku")
    with lesser(servers, bot) as (admin, _), admin._connection.mailbox() as session:
        session.create_folder("Sudoku")
        session.append("Sudoku", LETTER)
        box = ImapInbox(options, Password(bot.user, bot.password))
        [key] = keys(box)
        box.close()
        session.rename_folder("Sudoku", "Elsewhere")
        with pytest.raises(InboxUnavailable, match="exist"):
            box.fetch(key)
        session.rename_folder("Elsewhere", "Sudoku")
        found = box.fetch(key)
        assert found is not None
        assert found.rfc822 == LETTER
        box.close()
