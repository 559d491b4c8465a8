"""The IMAP inbox against a real Dovecot."""

import pickle
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from mailbot.errors import BadSettings, InboxUnavailable
from mailbot.mail.credentials import Bearer, Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.message.writing import REPLY_HEADER
from mailbot.mail.options import Endpoint, FolderNames, ImapOptions, Security
from mailbot.mail.ports import Folder
from tests.servers import Fault, Mode
from tests.servers.daemon import until
from tests.servers.watched import Watched, keys

pytestmark = pytest.mark.servers


def letter(subject: str = "Sudoku", body: str = "53..7....", extra: str = "") -> bytes:
    head = f"From: ada@lab.test\r\nTo: bot@lab.test\r\nSubject: {subject}\r\n{extra}"
    return f"{head}\r\n{body}\r\n".encode()


def test_letters_wait_in_order_with_their_size_and_date(mail: Watched) -> None:
    mail.deliver(letter("one"), letter("two", "x" * 5000))
    first, second = mail.box.waiting(set())
    assert first.key.uid < second.key.uid
    assert second.size > 5000 > first.size
    assert abs(first.arrived - datetime.now(UTC)) < timedelta(minutes=5)


def test_a_fetched_letter_is_whole_and_stays_unread(mail: Watched) -> None:
    mail.deliver(letter("one"))
    (key,) = keys(mail.box)
    raw = mail.box.fetch(key)
    assert raw is not None
    assert raw.rfc822.endswith(letter("one"))
    assert raw.key == key
    assert pickle.loads(pickle.dumps(raw)) == raw
    assert "S" not in "".join(mail.flags())


def test_the_head_of_a_letter_can_be_fetched_alone(mail: Watched) -> None:
    mail.deliver(b"Subject: large\r\n\r\n" + b"x" * 900 + b"\r\n")
    (key,) = keys(mail.box)
    head = mail.box.fetch_head(key)
    assert head is not None
    assert not head.whole
    assert b"Subject: large" in head.rfc822
    assert b"xxx" not in head.rfc822
    assert mail.box.fetch_head(key._replace(uid=key.uid + 1)) is None
    assert "S" not in "".join(mail.flags())


def test_known_letters_do_not_wait(mail: Watched) -> None:
    mail.deliver(letter("one"), letter("two"))
    first, second = keys(mail.box)
    mail.box.close()
    assert keys(mail.box, {first}) == [second]


def test_each_letter_is_yielded_once_on_a_connection(mail: Watched) -> None:
    mail.deliver(letter("one"))
    assert len(keys(mail.box)) == 1
    assert keys(mail.box) == []
    mail.deliver(letter("two"))
    assert len(keys(mail.box)) == 1
    mail.box.close()
    assert len(keys(mail.box)) == 2


def test_untaken_letters_come_again(mail: Watched) -> None:
    mail.deliver(*(letter(str(n)) for n in range(5)))
    seen = [next(iter(mail.box.waiting(set()))).key.uid for _ in range(5)]
    assert len(set(seen)) == 5


def test_a_letter_of_the_day_before_may_wait_in_some_time_zone(mail: Watched) -> None:
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    mail.deliver(letter())
    assert len(list(mail.box.waiting(set(), tomorrow))) == 1
    mail.box.close()
    assert list(mail.box.waiting(set(), tomorrow + timedelta(days=2))) == []


def test_a_copy_of_our_own_reply_is_told_from_letters(mail: Watched) -> None:
    own = f"X-Mailbot-Loop: {mail.bot.address}\r\n{REPLY_HEADER}: r1@lab.test\r\n"
    other = f"X-Loop: else@lab.test\r\n{REPLY_HEADER}: r2@lab.test\r\n"
    mail.deliver(letter(extra=own), letter(extra=other), letter())
    copies = [arrival.copy_of for arrival in mail.box.waiting(set())]
    assert copies == ["r1@lab.test", "", ""]


@pytest.mark.parametrize("folder", list(Folder))
def test_a_settled_letter_is_moved_to_its_folder(mail: Watched, folder: Folder) -> None:
    mail.deliver(letter())
    (key,) = keys(mail.box)
    mail.box.file(key, folder)
    mail.box.wait(0)
    assert mail.letters() == []
    assert len(mail.letters(folder.value.capitalize())) == 1
    mail.box.close()
    assert keys(mail.box) == []


def test_a_letter_is_filed_after_a_fault_too(mail: Watched) -> None:
    mail.deliver(letter())
    with Fault(mail.servers.imap) as proxy:
        box = mail.inbox(port=proxy.port)
        (key,) = keys(box)
        box.file(key, Folder.ANSWERED)
        proxy.cut()
        box.wait(0)
        box.close()
    assert len(mail.letters("Answered")) == 1


def test_a_letter_that_is_only_flagged_stays_and_does_not_wait(mail: Watched) -> None:
    box = mail.inbox(names=FolderNames(file_into=False))
    mail.deliver(letter("one"), letter("two"))
    first, second = keys(box)
    box.file(first, Folder.ANSWERED)
    box.close()
    assert keys(box) == [second]
    assert len(mail.letters()) == 2
    assert any("R" in flags and "S" in flags for flags in mail.flags())


def test_a_missing_letter_is_no_error(mail: Watched) -> None:
    mail.deliver(letter())
    (key,) = keys(mail.box)
    other = mail.inbox()
    other.open()
    other.file(key, Folder.IGNORED)
    other.close()
    assert mail.box.fetch(key) is None
    mail.box.file(key, Folder.ANSWERED)
    mail.box.wait(0)
    assert len(mail.letters("Ignored")) == 1


def test_a_letter_fetched_ahead_is_forgotten_at_the_next_search(mail: Watched) -> None:
    mail.deliver(letter("one"), letter("two"))
    first = next(iter(mail.box.waiting(set()))).key
    second = first._replace(uid=first.uid + 1)
    assert mail.box.fetch(first)
    other = mail.inbox()
    other.open()
    other.file(second, Folder.IGNORED)
    other.close()
    assert keys(mail.box) == [second]
    assert mail.box.fetch(second) is None


def test_a_filed_letter_is_recalled_by_its_size_and_filed_anew(mail: Watched) -> None:
    mail.deliver(letter("one"), letter("three hundred"))
    first, second = mail.box.waiting(set())
    for arrival in (first, second):
        mail.box.file(arrival.key, Folder.QUARANTINE)
    (raw,) = mail.box.recall(Folder.QUARANTINE, first.size)
    assert raw.rfc822.endswith(letter("one"))
    mail.box.file(raw.key, Folder.ANSWERED)
    mail.box.wait(0)
    assert len(mail.letters("Answered")) == 1
    assert len(mail.letters("Quarantine")) == 1


def test_a_flagged_letter_can_be_recalled_too(mail: Watched) -> None:
    box = mail.inbox(names=FolderNames(file_into=False))
    mail.deliver(letter())
    (arrival,) = box.waiting(set())
    box.file(arrival.key, Folder.QUARANTINE)
    (raw,) = box.recall(Folder.QUARANTINE, arrival.size)
    box.file(raw.key, Folder.ANSWERED)
    assert list(box.recall(Folder.QUARANTINE, arrival.size)) == []


def test_nothing_is_recalled_from_a_missing_folder(mail: Watched) -> None:
    assert list(mail.box.recall(Folder.QUARANTINE, 100)) == []


def test_later_letters_have_a_higher_uid_than_the_newest_key(mail: Watched) -> None:
    before = mail.box.newest()
    assert before is not None
    assert before.uid == 0
    mail.deliver(letter())
    (key,) = keys(mail.box)
    assert key.uid > before.uid
    assert mail.box.newest() == key


def test_after_renumbering_old_keys_find_nothing(mail: Watched) -> None:
    mail.deliver(letter())
    (old,) = keys(mail.box)
    mail.box.close()
    time.sleep(1.1)  # a UIDVALIDITY is a second of time
    mail.servers.renumber(mail.bot)
    (new,) = keys(mail.box)
    assert new.uidvalidity != old.uidvalidity
    assert mail.box.fetch(old) is None
    assert new.uid == old.uid
    mail.box.file(old, Folder.ANSWERED)
    mail.box.wait(0)
    assert len(mail.letters()) == 1


def test_a_mailbox_renumbered_in_a_session_shows_its_new_letters(mail: Watched) -> None:
    """Dovecot 2.3 answers [SERVERBUG] to a move, and tells that session of no letter.

    Dovecot 2.4 ends the session.
    """
    mail.deliver(letter())
    (old,) = keys(mail.box)
    time.sleep(1.1)
    mail.servers.renumber(mail.bot)
    mail.deliver(letter("newer"))
    mail.box.file(old, Folder.ANSWERED)
    with suppress(InboxUnavailable):
        mail.box.wait(5)
    assert [key.uid for key in keys(mail.box)] == [1, 2]


def test_a_copy_in_the_inbox_is_found(mail: Watched) -> None:
    assert not mail.box.has_copy("<r1@lab.test>")
    mail.deliver(letter(extra="Message-ID: <r1@lab.test>\r\n"))
    assert mail.box.has_copy("<r1@lab.test>")
    assert not mail.box.has_copy("<r2@lab.test>")
    mail.deliver(letter("newer"), letter("newest"))
    mail.box.close()
    assert mail.box.has_copy("<r1@lab.test>")


def test_a_copy_is_known_by_our_header_if_a_relay_changed_it(mail: Watched) -> None:
    extra = f"Message-ID: <relay@x>\r\n{REPLY_HEADER}: r1@lab.test\r\n"
    mail.deliver(letter(extra=extra))
    assert mail.box.has_copy("<r1@lab.test>")


@pytest.mark.parametrize(("draft", "folder"), [(False, "Sent"), (True, "Drafts")])
def test_a_kept_copy_is_found_again(mail: Watched, draft: bool, folder: str) -> None:
    mail.box.keep_copy(letter(extra="Message-ID: <r1@lab.test>\r\n"), draft=draft)
    assert len(mail.letters(folder)) == 1
    assert mail.box.has_copy("<r1@lab.test>")


def test_no_copy_is_kept_unless_it_is_wanted(mail: Watched) -> None:
    box = mail.inbox(keep_sent=False)
    box.keep_copy(letter(), draft=False)
    box.close()
    assert mail.letters("Sent") == []


def test_the_sent_folder_is_known_by_its_mark(mail: Watched) -> None:
    box = mail.inbox(names=FolderNames(sent="Gesendet"))
    box.keep_copy(letter(), draft=False)
    assert len(mail.letters("Sent")) == 1


def test_a_letter_ends_idle(mail: Watched) -> None:
    assert keys(mail.box) == []
    threading.Timer(0.3, mail.deliver, (letter(),)).start()
    started = time.monotonic()
    mail.box.wait(300)
    assert time.monotonic() - started < 200
    assert len(keys(mail.box)) == 1


def test_a_silent_network_ends_the_wait(mail: Watched) -> None:
    with Fault(mail.servers.imap) as proxy:
        box = mail.inbox(port=proxy.port, timeout=1)
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


def test_without_idle_the_mailbox_is_polled(mail: Watched) -> None:
    box = mail.inbox(idle=False)
    assert keys(box) == []
    mail.deliver(letter())
    started = time.monotonic()
    box.wait(300)
    assert time.monotonic() - started < 200
    assert len(keys(box)) == 1


@pytest.mark.parametrize("idle", [True, False])
def test_a_wait_can_be_ended_early(mail: Watched, idle: bool) -> None:
    box = mail.inbox(idle=idle)
    box.wake()
    started = time.monotonic()
    box.wait(300)
    assert time.monotonic() - started < 200


@pytest.mark.parametrize(
    ("security", "port"), [("tls", "imaps"), ("starttls", "imap"), ("plain", "imap")]
)
def test_each_security_connects(mail: Watched, security: Security, port: str) -> None:
    box = mail.inbox(
        security=security, port=getattr(mail.servers, port), ca=mail.servers.ca
    )
    mail.deliver(letter())
    assert len(keys(box)) == 1
    threading.Timer(0.2, mail.deliver, (letter(),)).start()
    box.wait(30)
    assert len(keys(box)) == 1


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_strange_certificate_fails(mail: Watched, security: Security) -> None:
    port = mail.servers.imaps if security == "tls" else mail.servers.imap
    with pytest.raises(InboxUnavailable, match="certificate"):
        mail.inbox(security=security, port=port).open()


def test_plain_to_another_machine_is_refused() -> None:
    endpoint = Endpoint("imap.example.org", security="plain")
    box = ImapInbox(ImapOptions("bot@x", endpoint), Password("bot", "x"))
    with pytest.raises(BadSettings, match="in the clear"):
        box.open()


@pytest.mark.parametrize("password", ["wrong", "Zażółć"])
def test_a_wrong_password_is_told(mail: Watched, password: str) -> None:
    with pytest.raises(BadSettings, match="refuses the login"):
        mail.inbox(login=Password(mail.bot.user, password)).open()


def test_a_mailbox_that_never_was_is_bad_settings(mail: Watched) -> None:
    with pytest.raises(BadSettings, match="no mailbox 'Puzzles'"):
        mail.inbox(mailbox="Puzzles").open()
    with pytest.raises(InboxUnavailable, match="Puzzles"):
        mail.inbox(mailbox="Puzzles", worked=True).open()


def test_another_folder_than_the_inbox_can_be_watched(mail: Watched) -> None:
    mail.box.keep_copy(letter(), draft=True)
    other = mail.inbox(mailbox="Drafts")
    (key,) = keys(other)
    assert key.mailbox == "Drafts"
    other.file(key, Folder.ANSWERED)
    other.close()
    assert len(mail.letters("Answered")) == 1


def test_a_refused_token_is_renewed_once(mail: Watched) -> None:
    asked: list[bool] = []

    def token(again: bool) -> str:
        asked.append(again)
        return mail.servers.tokens.grant(mail.bot.user) if again else "stale"

    endpoint = Endpoint("127.0.0.1", mail.servers.imap, "plain")
    box = ImapInbox(
        ImapOptions(mail.bot.address, endpoint), Bearer(mail.bot.user, token)
    )
    box.open()
    assert asked == [False, True]
    box.close()


def test_check_tells_server_features(mail: Watched) -> None:
    mail.deliver(letter())
    facts = mail.box.probe()
    assert (facts.idle, facts.move, facts.keywords) == (True, True, True)
    assert facts.letters == 1
    assert facts.missing == ("Answered", "Ignored", "Quarantine")
    (key,) = keys(mail.box)
    mail.box.file(key, Folder.ANSWERED)
    assert mail.box.probe().missing == ("Ignored", "Quarantine")


def test_a_lost_connection_is_made_anew(mail: Watched) -> None:
    with Fault(mail.servers.imap) as proxy:
        box = mail.inbox(port=proxy.port)
        mail.deliver(letter())
        assert len(keys(box)) == 1
        proxy.cut()
        with pytest.raises(InboxUnavailable):
            keys(box)
        assert len(keys(box)) == 1


@pytest.mark.parametrize("security", ["plain", "tls"])
def test_an_abandoned_inbox_stops_at_once(mail: Watched, security: Security) -> None:
    target = mail.servers.imaps if security == "tls" else mail.servers.imap
    with Fault(target) as proxy:
        box = mail.inbox(
            port=proxy.port, security=security, ca=mail.servers.ca, timeout=300
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
