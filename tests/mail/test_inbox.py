"""The IMAP inbox against a real Dovecot."""

import pickle
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbot.errors import BadSettings, InboxUnavailable
from mailbot.mail.credentials import Bearer, Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.message.writing import REPLY_HEADER
from mailbot.mail.options import Endpoint, FolderNames, ImapOptions, Security
from mailbot.mail.ports import Folder
from mailbot.model import MessageKey
from tests.servers import Account, Fault, Mode, Servers
from tests.servers.daemon import until

pytestmark = pytest.mark.servers


def letter(subject: str = "Sudoku", body: str = "53..7....", extra: str = "") -> bytes:
    head = f"From: ada@lab.test\r\nTo: bot@lab.test\r\nSubject: {subject}\r\n{extra}"
    return f"{head}\r\n{body}\r\n".encode()


def inbox(
    servers: Servers,
    account: Account,
    *,
    port: int = 0,
    security: Security = "plain",
    names: FolderNames | None = None,
    ca: Path | None = None,
    idle: bool = True,
    password: str = "",
    timeout: float = 20,
    keep_sent: bool = True,
) -> ImapInbox:
    endpoint = Endpoint("127.0.0.1", port or servers.imap, security, ca, timeout)
    options = ImapOptions(
        account.address,
        endpoint,
        names=names or FolderNames(),
        idle=idle,
        poll_seconds=0.2,
        keep_sent=keep_sent,
    )
    return ImapInbox(options, Password(account.user, password or account.password))


@pytest.fixture
def box(servers: Servers, bot: Account) -> Iterator[ImapInbox]:
    made = inbox(servers, bot)
    yield made
    made.close()


def keys(box: ImapInbox, known: set[MessageKey] | None = None) -> list[MessageKey]:
    return [arrival.key for arrival in box.waiting(known or set())]


def test_letters_wait_in_order_with_their_size_and_date(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver_all([letter("one"), letter("two", "x" * 5000)], bot)
    first, second = box.waiting(set())
    assert first.key.uid < second.key.uid
    assert second.size > 5000 > first.size
    assert abs(first.arrived - datetime.now(UTC)) < timedelta(minutes=5)


def test_a_fetched_letter_is_whole_and_stays_unread(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver(letter("one"), bot)
    (key,) = keys(box)
    raw = box.fetch(key)
    assert raw is not None
    assert raw.rfc822.endswith(letter("one"))
    assert raw.key == key
    assert pickle.loads(pickle.dumps(raw)) == raw
    assert "S" not in "".join(servers.flags(bot))


def test_the_head_of_a_letter_can_be_fetched_alone(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver(b"Subject: large\r\n\r\n" + b"x" * 900 + b"\r\n", bot)
    (key,) = keys(box)
    head = box.fetch_head(key)
    assert head is not None
    assert not head.whole
    assert b"Subject: large" in head.rfc822
    assert b"xxx" not in head.rfc822
    assert box.fetch_head(key._replace(uid=key.uid + 1)) is None
    assert "S" not in "".join(servers.flags(bot))


def test_known_letters_do_not_wait(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver_all([letter("one"), letter("two")], bot)
    first, second = keys(box)
    box.close()
    assert keys(box, {first}) == [second]


def test_each_letter_is_yielded_once_on_a_connection(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver(letter("one"), bot)
    assert len(keys(box)) == 1
    assert keys(box) == []
    servers.deliver(letter("two"), bot)
    assert len(keys(box)) == 1
    box.close()
    assert len(keys(box)) == 2


def test_untaken_letters_come_again(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver_all([letter(str(n)) for n in range(5)], bot)
    seen = [next(iter(box.waiting(set()))).key.uid for _ in range(5)]
    assert len(set(seen)) == 5


def test_a_letter_from_the_day_before_is_yielded_as_time_zones_differ(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    servers.deliver(letter(), bot)
    assert len(list(box.waiting(set(), tomorrow))) == 1
    box.close()
    assert list(box.waiting(set(), tomorrow + timedelta(days=2))) == []


def test_a_copy_of_our_own_reply_is_told_from_letters(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    own = f"X-Mailbot-Loop: {bot.address}\r\n{REPLY_HEADER}: r1@lab.test\r\n"
    other = f"X-Loop: else@lab.test\r\n{REPLY_HEADER}: r2@lab.test\r\n"
    servers.deliver_all([letter(extra=own), letter(extra=other), letter()], bot)
    copies = [arrival.copy_of for arrival in box.waiting(set())]
    assert copies == ["r1@lab.test", "", ""]


@pytest.mark.parametrize("folder", list(Folder))
def test_a_settled_letter_is_moved_into_a_folder_made_on_demand(
    servers: Servers, bot: Account, box: ImapInbox, folder: Folder
) -> None:
    servers.deliver(letter(), bot)
    (key,) = keys(box)
    box.file(key, folder)
    box.wait(0)
    assert servers.letters(bot) == []
    assert len(servers.letters(bot, folder.value.capitalize())) == 1
    box.close()
    assert keys(box) == []


def test_a_letter_is_filed_after_a_fault_too(servers: Servers, bot: Account) -> None:
    servers.deliver(letter(), bot)
    with Fault(servers.imap) as proxy:
        box = inbox(servers, bot, port=proxy.port)
        (key,) = keys(box)
        box.file(key, Folder.ANSWERED)
        proxy.cut()
        box.wait(0)
        box.close()
    assert len(servers.letters(bot, "Answered")) == 1


def test_a_letter_that_is_only_flagged_stays_and_is_not_yielded_again(
    servers: Servers, bot: Account
) -> None:
    box = inbox(servers, bot, names=FolderNames(file_into=False))
    servers.deliver_all([letter("one"), letter("two")], bot)
    first, second = keys(box)
    box.file(first, Folder.ANSWERED)
    box.close()
    assert keys(box) == [second]
    assert len(servers.letters(bot)) == 2
    assert any("R" in flags and "S" in flags for flags in servers.flags(bot))
    box.close()


def test_a_missing_letter_is_no_error(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver(letter(), bot)
    (key,) = keys(box)
    other = inbox(servers, bot)
    other.open()
    other.file(key, Folder.IGNORED)
    other.close()
    assert box.fetch(key) is None
    box.file(key, Folder.ANSWERED)
    box.wait(0)
    assert len(servers.letters(bot, "Ignored")) == 1


def test_a_letter_fetched_ahead_is_forgotten_at_the_next_search(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver_all([letter("one"), letter("two")], bot)
    first = next(iter(box.waiting(set()))).key
    second = first._replace(uid=first.uid + 1)
    assert box.fetch(first)
    other = inbox(servers, bot)
    other.open()
    other.file(second, Folder.IGNORED)
    other.close()
    assert keys(box) == [second]
    assert box.fetch(second) is None


def test_a_filed_letter_can_be_recalled_by_its_size_and_filed_anew(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver_all([letter("one"), letter("three hundred")], bot)
    first, second = box.waiting(set())
    for arrival in (first, second):
        box.file(arrival.key, Folder.QUARANTINE)
    (raw,) = box.recall(Folder.QUARANTINE, first.size)
    assert raw.rfc822.endswith(letter("one"))
    box.file(raw.key, Folder.ANSWERED)
    box.wait(0)
    assert len(servers.letters(bot, "Answered")) == 1
    assert len(servers.letters(bot, "Quarantine")) == 1


def test_a_flagged_letter_can_be_recalled_too(servers: Servers, bot: Account) -> None:
    box = inbox(servers, bot, names=FolderNames(file_into=False))
    servers.deliver(letter(), bot)
    (arrival,) = box.waiting(set())
    box.file(arrival.key, Folder.QUARANTINE)
    (raw,) = box.recall(Folder.QUARANTINE, arrival.size)
    box.file(raw.key, Folder.ANSWERED)
    assert list(box.recall(Folder.QUARANTINE, arrival.size)) == []
    box.close()


def test_nothing_is_recalled_from_a_missing_folder(box: ImapInbox) -> None:
    assert list(box.recall(Folder.QUARANTINE, 100)) == []


def test_later_letters_have_a_higher_uid_than_the_newest_key(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    before = box.newest()
    assert before is not None
    assert before.uid == 0
    servers.deliver(letter(), bot)
    (key,) = keys(box)
    assert key.uid > before.uid
    assert box.newest() == key


def test_after_renumbering_letters_have_new_keys_and_old_keys_find_nothing(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver(letter(), bot)
    (old,) = keys(box)
    box.close()
    time.sleep(1.1)  # a UIDVALIDITY is a second of time
    servers.renumber(bot)
    (new,) = keys(box)
    assert new.uidvalidity != old.uidvalidity
    assert box.fetch(old) is None
    assert new.uid == old.uid
    box.file(old, Folder.ANSWERED)
    box.wait(0)
    assert len(servers.letters(bot)) == 1


def test_a_mailbox_renumbered_in_a_session_shows_its_new_letters(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    """Dovecot 2.3 answers [SERVERBUG] to a move, and tells that session of no letter.

    Dovecot 2.4 ends the session.
    """
    servers.deliver(letter(), bot)
    (old,) = keys(box)
    time.sleep(1.1)
    servers.renumber(bot)
    servers.deliver(letter("newer"), bot)
    box.file(old, Folder.ANSWERED)
    with suppress(InboxUnavailable):
        box.wait(5)
    assert [key.uid for key in keys(box)] == [1, 2]


def test_a_copy_in_the_inbox_is_found(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    assert not box.has_copy("<r1@lab.test>")
    servers.deliver(letter(extra="Message-ID: <r1@lab.test>\r\n"), bot)
    assert box.has_copy("<r1@lab.test>")
    assert not box.has_copy("<r2@lab.test>")
    servers.deliver_all([letter("newer"), letter("newest")], bot)
    box.close()
    assert box.has_copy("<r1@lab.test>")


def test_a_copy_is_known_by_our_header_where_a_relay_changed_its_id(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    extra = f"Message-ID: <relay@x>\r\n{REPLY_HEADER}: r1@lab.test\r\n"
    servers.deliver(letter(extra=extra), bot)
    assert box.has_copy("<r1@lab.test>")


@pytest.mark.parametrize(("draft", "folder"), [(False, "Sent"), (True, "Drafts")])
def test_a_kept_copy_is_found_again(
    servers: Servers, bot: Account, box: ImapInbox, draft: bool, folder: str
) -> None:
    box.keep_copy(letter(extra="Message-ID: <r1@lab.test>\r\n"), draft=draft)
    assert len(servers.letters(bot, folder)) == 1
    assert box.has_copy("<r1@lab.test>")


def test_no_copy_is_kept_unless_it_is_wanted(servers: Servers, bot: Account) -> None:
    box = inbox(servers, bot, keep_sent=False)
    box.keep_copy(letter(), draft=False)
    box.close()
    assert servers.letters(bot, "Sent") == []


def test_the_sent_folder_is_known_by_its_mark(servers: Servers, bot: Account) -> None:
    box = inbox(servers, bot, names=FolderNames(sent="Gesendet"))
    box.keep_copy(letter(), draft=False)
    assert len(servers.letters(bot, "Sent")) == 1
    box.close()


def test_a_letter_ends_idle(servers: Servers, bot: Account, box: ImapInbox) -> None:
    assert keys(box) == []
    threading.Timer(0.3, servers.deliver, (letter(), bot)).start()
    started = time.monotonic()
    box.wait(300)
    assert time.monotonic() - started < 200
    assert len(keys(box)) == 1


def test_a_silent_network_ends_the_wait(servers: Servers, bot: Account) -> None:
    with Fault(servers.imap) as proxy:
        box = inbox(servers, bot, port=proxy.port, timeout=1)
        assert keys(box) == []
        errors: list[Exception] = []

        def wait() -> None:
            try:
                box.wait(60)
            except InboxUnavailable as error:
                errors.append(error)

        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        until(lambda: any(b"IDLE" in line for line in proxy.heard), "no wait")
        time.sleep(0.3)  # the answer is on its way
        proxy.cut(Mode.FREEZE)
        thread.join(60)
        assert errors
        box.close()


def test_without_idle_the_mailbox_is_polled(servers: Servers, bot: Account) -> None:
    box = inbox(servers, bot, idle=False)
    assert keys(box) == []
    servers.deliver(letter(), bot)
    started = time.monotonic()
    box.wait(300)
    assert time.monotonic() - started < 200
    assert len(keys(box)) == 1
    box.close()


@pytest.mark.parametrize("idle", [True, False])
def test_a_wait_can_be_ended_early(servers: Servers, bot: Account, idle: bool) -> None:
    box = inbox(servers, bot, idle=idle)
    box.wake()
    started = time.monotonic()
    box.wait(300)
    assert time.monotonic() - started < 200
    box.close()


@pytest.mark.parametrize(
    ("security", "port"), [("tls", "imaps"), ("starttls", "imap"), ("plain", "imap")]
)
def test_the_inbox_connects_with_tls_starttls_or_neither(
    servers: Servers, bot: Account, security: Security, port: str
) -> None:
    box = inbox(
        servers, bot, security=security, port=getattr(servers, port), ca=servers.ca
    )
    servers.deliver(letter(), bot)
    assert len(keys(box)) == 1
    threading.Timer(0.2, servers.deliver, (letter(), bot)).start()
    box.wait(30)
    assert len(keys(box)) == 1
    box.close()


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_strange_certificate_fails(
    servers: Servers, bot: Account, security: Security
) -> None:
    port = servers.imaps if security == "tls" else servers.imap
    with pytest.raises(InboxUnavailable, match="certificate"):
        inbox(servers, bot, security=security, port=port).open()


def test_plain_to_another_machine_is_refused() -> None:
    endpoint = Endpoint("imap.example.org", security="plain")
    box = ImapInbox(ImapOptions("bot@x", endpoint), Password("bot", "x"))
    with pytest.raises(BadSettings, match="in the clear"):
        box.open()


@pytest.mark.parametrize("password", ["wrong", "Zażółć"])
def test_a_wrong_password_is_bad_settings(
    servers: Servers, bot: Account, password: str
) -> None:
    with pytest.raises(BadSettings, match="refuses the login"):
        inbox(servers, bot, password=password).open()


def test_a_mailbox_that_never_was_is_bad_settings(
    servers: Servers, bot: Account
) -> None:
    endpoint = Endpoint("127.0.0.1", servers.imap, "plain")
    options = ImapOptions(bot.address, endpoint, mailbox="Puzzles")
    who = Password(bot.user, bot.password)
    with pytest.raises(BadSettings, match="no mailbox 'Puzzles'"):
        ImapInbox(options, who).open()
    with pytest.raises(InboxUnavailable, match="Puzzles"):
        ImapInbox(options, who, login_worked=True).open()


def test_another_folder_than_the_inbox_can_be_watched(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    box.keep_copy(letter(), draft=True)
    endpoint = Endpoint("127.0.0.1", servers.imap, "plain")
    options = ImapOptions(bot.address, endpoint, mailbox="Drafts")
    other = ImapInbox(options, Password(bot.user, bot.password))
    (key,) = keys(other)
    assert key.mailbox == "Drafts"
    other.file(key, Folder.ANSWERED)
    other.close()
    assert len(servers.letters(bot, "Answered")) == 1


def test_a_refused_token_is_renewed_once(servers: Servers, bot: Account) -> None:
    asked: list[bool] = []

    def token(again: bool) -> str:
        asked.append(again)
        return servers.tokens.grant(bot.user) if again else "stale"

    endpoint = Endpoint("127.0.0.1", servers.imap, "plain")
    box = ImapInbox(ImapOptions(bot.address, endpoint), Bearer(bot.user, token))
    box.open()
    assert asked == [False, True]
    box.close()


def test_check_tells_server_features(
    servers: Servers, bot: Account, box: ImapInbox
) -> None:
    servers.deliver(letter(), bot)
    facts = box.probe()
    assert (facts.idle, facts.move, facts.keywords, facts.letters) == (
        *(True, True, True),
        1,
    )
    assert facts.missing == ("Answered", "Ignored", "Quarantine")
    (key,) = keys(box)
    box.file(key, Folder.ANSWERED)
    assert box.probe().missing == ("Ignored", "Quarantine")


def test_a_lost_connection_is_made_anew(servers: Servers, bot: Account) -> None:
    with Fault(servers.imap) as proxy:
        box = inbox(servers, bot, port=proxy.port)
        servers.deliver(letter(), bot)
        assert len(keys(box)) == 1
        proxy.cut()
        with pytest.raises(InboxUnavailable):
            keys(box)
        assert len(keys(box)) == 1
        box.close()


@pytest.mark.parametrize("security", ["plain", "tls"])
def test_an_abandoned_inbox_waits_for_no_answer_and_connects_no_more(
    servers: Servers, bot: Account, security: Security
) -> None:
    target = servers.imaps if security == "tls" else servers.imap
    with Fault(target) as proxy:
        box = inbox(
            servers,
            bot,
            port=proxy.port,
            security=security,
            ca=servers.ca,
            timeout=300,
        )
        box.open()
        proxy.cut(Mode.FREEZE)
        errors: list[Exception] = []

        def ask() -> None:
            try:
                box.newest()
            except InboxUnavailable as error:
                errors.append(error)

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        time.sleep(0.2)  # the command is on its way
        box.abandon()
        thread.join(60)
        assert errors
        with pytest.raises(InboxUnavailable, match="abandoned"):
            box.open()
        box.close()
