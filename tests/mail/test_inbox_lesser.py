"""The IMAP inbox with servers that lack a feature, many letters, and long runs."""

import re
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbot.errors import InboxUnavailable
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import FolderNames
from mailbot.mail.ports import Folder
from mailbot.model import MessageKey
from tests.servers import Fault, Mode, Servers
from tests.servers.daemon import until
from tests.servers.watched import Watched, keys

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
    mail: Watched, *names: str, answered: str = "Answered", flags_only: bool = False
) -> Iterator[tuple[ImapInbox, Fault]]:
    """An inbox on a server that lacks something."""
    with Fault(mail.servers.imap, rewrite=lacking(*names)) as proxy:
        folders = FolderNames(answered=answered, file_into=not flags_only)
        with closing(mail.inbox(proxy.port, names=folders)) as box:
            yield box, proxy


def verbs(proxy: Fault) -> set[bytes]:
    return {b" ".join(line.split()[1:3]).upper() for line in proxy.heard}


def test_without_move_letters_are_copied(mail: Watched) -> None:
    mail.deliver(LETTER, LETTER)
    with lesser(mail, "MOVE") as (box, proxy):
        first, second = keys(box)
        box.file(first, Folder.ANSWERED)
        box.close()
        assert keys(box) == [second]
        assert {b"UID COPY", b"UID EXPUNGE"} <= verbs(proxy)
        assert b"UID MOVE" not in verbs(proxy)
    assert len(mail.letters("Answered")) == 1
    assert len(mail.letters()) == 1


def test_without_uidplus_no_other_letter_is_expunged(mail: Watched) -> None:
    mail.deliver(LETTER, LETTER)
    with lesser(mail, "MOVE", "UIDPLUS") as (box, proxy):
        first, second = keys(box)
        box.file(first, Folder.ANSWERED)
        box.close()
        assert keys(box) == [second]
        assert not any(b"EXPUNGE" in verb for verb in verbs(proxy))
    assert len(mail.letters("Answered")) == 1
    assert len(mail.letters()) == 2


def test_without_keywords_the_ledger_knows_flags(mail: Watched) -> None:
    mail.deliver(LETTER, LETTER)
    with lesser(mail, "KEYWORDS", flags_only=True) as (box, proxy):
        first, second = keys(box)
        box.file(first, Folder.ANSWERED)
        box.close()
        assert keys(box, {first}) == [second]
        assert not any(b"MAILBOT" in line.upper() for line in proxy.heard)
        assert not box.probe().keywords
    assert sorted(mail.flags()) == ["", "RS"]


def test_without_idle_letters_are_polled_for(mail: Watched) -> None:
    with lesser(mail, "IDLE") as (box, proxy):
        assert keys(box) == []
        mail.deliver(LETTER)
        box.wait(60)
        assert len(keys(box)) == 1
        assert not any(b"IDLE" in verb for verb in verbs(proxy))


def test_without_a_namespace_folders_are_at_top(mail: Watched) -> None:
    mail.deliver(LETTER)
    with lesser(mail, "NAMESPACE", "SPECIAL-USE", "UIDPLUS") as (box, _):
        (key,) = keys(box)
        box.file(key, Folder.IGNORED)
    assert len(mail.letters("Ignored")) == 1


def test_without_uidnext_the_newest_is_looked_up(mail: Watched) -> None:
    with lesser(mail, "UIDNEXT") as (box, _):
        newest = box.newest()
        assert newest is not None
        assert newest.uid == 0
        mail.deliver(LETTER, LETTER)
        assert box.newest() == keys(box)[-1]


def test_a_letter_that_cannot_be_moved_is_flagged(servers: Servers) -> None:
    tiny = Watched(servers, servers.account("tiny", quota=20))
    tiny.deliver(LETTER + b"x" * 15_000)
    with lesser(tiny, "MOVE") as (box, _):  # a copy needs room for two
        (key,) = keys(box)
        box.file(key, Folder.ANSWERED)
        box.close()
        [notice] = box.notices()
        assert notice.startswith("cannot move letters to Answered: ")
        assert not notice.endswith("secs).")
        assert box.notices() == []
        assert keys(box) == []
    assert len(tiny.letters()) == 1


def test_a_folder_that_the_server_refuses_is_told(servers: Servers) -> None:
    mail = Watched(servers, servers.account("refused"))
    mail.deliver(LETTER)
    with lesser(mail, answered="Done//2026") as (box, _):
        (key,) = keys(box)
        box.file(key, Folder.ANSWERED)
        box.close()
        [notice] = box.notices()
    assert notice.startswith("cannot make the folder Done//2026: create failed: ")


def test_a_full_mailbox_keeps_no_copy_and_goes_on(servers: Servers) -> None:
    tiny = Watched(servers, servers.account("tiny", quota=20))
    box = tiny.inbox()
    box.keep_copy(LETTER + b"x" * 50_000, draft=False)
    with pytest.raises(InboxUnavailable, match=r"(?i)quota"):
        box.keep_copy(LETTER + b"x" * 50_000, draft=True)
    box.close()
    assert tiny.letters("Sent") == []


def test_a_folder_emptied_elsewhere_is_empty(mail: Watched) -> None:
    mail.servers.deliver_all([LETTER] * 3, mail.bot)
    with lesser(mail) as (box, _), lesser(mail) as (other, _):
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
    assert len(mail.letters("Ignored")) == 3
    assert mail.letters("Answered") == []


def test_a_server_that_was_away_is_found_again(mail: Watched) -> None:
    with lesser(mail) as (box, _):
        mail.deliver(LETTER)
        assert len(keys(box)) == 1
        mail.servers.dovecot.stop()
        try:
            for _ in range(3):
                with pytest.raises(InboxUnavailable):
                    box.wait(60)
        finally:
            mail.servers.dovecot.start()
        assert len(keys(box)) == 1


def test_a_waiting_inbox_notices_a_lost_server(mail: Watched) -> None:
    with lesser(mail) as (box, proxy):
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
        many = Watched(servers, servers.account("many"))
        servers.stuff([LETTER] * number, many.bot)
        with lesser(many) as (box, proxy):
            assert list(box.waiting(set(), later)) == []
            before = proxy.turns
            said = proxy.said
            cost = poll_cost(box, later)
            counts[number] = (proxy.turns - before, proxy.said - said)
            print(f"\n{number} letters: {cost * 1000:.2f} ms a poll")
            newest = box.newest()
            assert newest is not None
            assert newest.uid == number
            many.deliver(LETTER)
            (arrival,) = box.waiting(set(), newest)
            assert arrival.key.uid == number + 1
    (few_turns, few_bytes), (turns, said) = counts.values()
    assert turns == few_turns
    assert said <= few_bytes * 1.3


def test_a_fresh_start_asks_only_for_new_letters(servers: Servers, long: bool) -> None:
    """From a cold index. Asked for by the clock, 0.3 s; here, by what goes over."""
    many = Watched(servers, servers.account("many"))
    servers.stuff([LETTER] * (50_000 if long else 2_000), many.bot)
    with lesser(many) as (box, proxy):
        mark = box.newest()
        box.close()
        servers.chill(many.bot)
        box.open()
        started, said, held = time.perf_counter(), proxy.said, memory()
        assert list(box.waiting(set(), mark)) == []
        print(f"\n{(time.perf_counter() - started) * 1000:.1f} ms after SELECT")
        assert proxy.said - said < 2_000  # CAPABILITY, but no list of UIDs
        assert memory() - held < 1_000
        many.deliver(LETTER)
        assert [key.uid for key in keys(box)] == [mark.uid + 1 if mark else 0]


def test_thousands_of_letters_are_not_held_in_memory(
    servers: Servers, long: bool
) -> None:
    """What is held is a number a letter, and some hundred letters' sizes and dates."""
    many = Watched(servers, servers.account("many"))
    count = 50_000 if long else 2_000
    servers.stuff([LETTER] * count, many.bot)
    with lesser(many) as (box, _):
        box.open()
        before = highest = memory()
        for number, _arrival in enumerate(box.waiting(set()), 1):
            if number % 500 == 0:
                highest = max(highest, memory())
        assert number == count
        print(f"\n{highest - before} kB for {count} letters")
        assert highest - before < 12_000


def test_a_key_before_renumbering_is_refused(mail: Watched) -> None:
    mail.deliver(LETTER)
    with lesser(mail) as (box, _):
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


def test_idling_and_reconnecting_leaks_nothing(mail: Watched, long: bool) -> None:
    box = mail.inbox(mail.servers.imaps, "tls", ca=mail.servers.ca)

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


def test_broken_connections_leave_no_socket_open(mail: Watched, long: bool) -> None:
    with lesser(mail) as (box, proxy):
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
def test_letters_go_with_their_mailbox(mail: Watched, name: str) -> None:
    """A folder that was deleted, or the path of a spool from before these settings."""
    mail.deliver(LETTER)
    with lesser(mail) as (box, _):
        [here] = keys(box)
        before = box._connection.number
        there = MessageKey(name, 1, 7)
        assert box.fetch(there) is None
        assert box.fetch_head(there) is None
        box.file(there, Folder.ANSWERED)
        box.file(here, Folder.ANSWERED)
        box.wait(0)
        assert box._connection.number == before, "the connection was replaced"
        assert mail.letters("Answered") != []


def test_a_deleted_mailbox_is_missed_and_found_again(mail: Watched) -> None:
    with lesser(mail) as (admin, _), admin._connection.mailbox() as session:
        session.create_folder("Sudoku")
        session.append("Sudoku", LETTER)
        box = mail.inbox(mailbox="Sudoku")
        [key] = keys(box)
        box.close()
        session.rename_folder("Sudoku", "Elsewhere")
        with pytest.raises(InboxUnavailable, match="exist"):
            box.fetch(key)
        session.rename_folder("Elsewhere", "Sudoku")
        found = box.fetch(key)
        assert found is not None
        assert found.rfc822 == LETTER
