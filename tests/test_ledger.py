"""The ledger alone: caps, privacy, what the operator sees, and disasters."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import pytest
from msgspec.structs import replace

from mailbot.errors import BadSettings, InboxUnavailable, LedgerUnavailable
from mailbot.ledger import (
    Caps,
    Entry,
    Grant,
    Granted,
    Later,
    Ledger,
    LedgerOptions,
    Refused,
    Report,
    State,
    hold,
)
from mailbot.ledger.tables import MIGRATIONS, connect, transaction
from mailbot.mail.message.addresses import plain_address
from mailbot.model import Address, Claim, Kind, MessageKey, Reply, Respond
from tests.cases import cases_of
from tests.fakes import NOON

cases = cases_of(__file__)

BOT = "bot@bots.example"
OPEN_CAPS = Caps(0, 0, 0, 0, 0, no_puzzle_per_day=0, new_per_day=0, unproven_per_day=0)


class Desk:
    """A ledger and a way to claim replies, each for a letter of its own."""

    def __init__(self, path: Path, caps: Caps, account: str = BOT) -> None:
        self.path = path / "ledger.sqlite3"
        self.options = LedgerOptions(caps=caps)
        self.ledger = Ledger.open(self.path, account, self.options)
        self.ledger.install(None, NOON)
        self.report = Report.open(self.path)
        self.now = NOON
        self.count = 0

    def letter(self) -> Entry:
        self.count += 1
        key = MessageKey("INBOX", 1, self.count)
        digest = self.count.to_bytes(32)
        return self.ledger.take(key, digest, 100, self.now, self.now)

    def claim(
        self,
        by: str = "ada@people.example",
        subject: str = "Sudoku",
        *,
        entry: Entry | None = None,
        ledger: Ledger | None = None,
        **told: Any,
    ) -> Grant:
        """Claim a reply for a letter; `told` are fields of its claim."""
        entry = entry or self.letter()
        sender = Address("", by)
        reply = Reply(sender, subject, "", (), f"<sudoku.{entry.id}@bots.example>", "")
        told = {"proven": True, **told}
        claim = Claim(plain_address(by), sender.domain, subject, **told)
        outcome = Respond(reply, claim, Kind.NEW if claim.new else Kind.SOLVED)
        book = ledger or self.ledger
        return book.grant(entry.id, outcome, lambda _: b"the reply", self.now)

    def send(self, person: str = "ada@people.example", subject: str = "Sudoku") -> int:
        entry = self.letter()
        assert isinstance(self.claim(person, subject, entry=entry), Granted)
        self.ledger.sending(entry.id, self.now, self.now)
        self.ledger.sent(entry.id, self.now)
        return entry.id

    def go_on(self, **time: float) -> None:
        self.now += timedelta(**time)

    def close(self) -> None:
        self.ledger.close()
        self.report.close()


class NewDesk(Protocol):
    def __call__(self, caps: Caps = ..., account: str = ...) -> Desk: ...


@pytest.fixture
def new_desk(tmp_path: Path) -> Iterator[NewDesk]:
    """Makes desks over one file; they are closed at the end."""
    with ExitStack() as stack:

        def make(caps: Caps = OPEN_CAPS, account: str = BOT) -> Desk:
            return stack.enter_context(closing(Desk(tmp_path, caps, account)))

        yield make


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    return new_desk()


@pytest.fixture
def db(desk: Desk) -> Iterator[sqlite3.Connection]:
    """A second connection to the desk's file."""
    with closing(connect(desk.path, 1)) as db:
        yield db


@dataclass(frozen=True)
class Scene:
    """Letters that come one after the other, and what is granted to each.

    A step is time that goes by (`days`); an address that stops, perhaps forged; or `by`
    whom `n` letters come, all that is told of them, and what they get: G for a reply, L
    for the last one of its kind, R for none, W for one that waits, `until` a time in
    seconds. With `again`, the letter of that number claims its reply once more.
    """

    name: str
    steps: tuple[dict[str, Any], ...]
    caps: dict[str, Any] = field(default_factory=dict)


def play(desk: Desk, scene: Scene) -> None:
    came: list[tuple[str, Entry]] = []
    for step in scene.steps:
        told = dict(step)
        gets, until = told.pop("gets", ""), told.pop("until", [])
        if "by" in told or "again" in told:
            number = told.pop("n", len(gets))
            if "again" in told:
                person, entry = came[told.pop("again") - 1]
                letters: list[dict[str, Any]] = [{"by": person, "entry": entry}]
            else:
                letters = [
                    {name: fill(value, n) for name, value in told.items()}
                    | {"entry": desk.letter()}
                    for n in range(number)
                ]
                came += [(letter["by"], letter["entry"]) for letter in letters]
            grants = [desk.claim(**letter) for letter in letters]
            assert not gets or "".join(map(sign, grants)) == gets, step
            ends = [grant.until for grant in grants if isinstance(grant, Later)]
            assert not until or ends == [NOON + timedelta(seconds=s) for s in until]
        elif "unproven_stop" in told:
            letter, person = desk.letter().id, told["unproven_stop"]
            desk.ledger.settle(letter, State.IGNORED, "stop", desk.now, stop=person)
        else:
            desk.go_on(**told)


def fill(value: Any, number: int) -> Any:
    """A value of a step for one of its letters."""
    if isinstance(value, list):
        return tuple(value)
    return value.format(n=number) if isinstance(value, str) else value


def sign(grant: Grant) -> str:
    if isinstance(grant, Granted):
        return "L" if grant.last else "G"
    return "W" if isinstance(grant, Later) else "R"


def kinds(grants: list[Grant]) -> list[str]:
    return [type(grant).__name__ for grant in grants]


# Caps.


@cases("scene")
def test_caps_and_standing_limit_people(new_desk: NewDesk, scene: Scene) -> None:
    play(new_desk(replace(OPEN_CAPS, **scene.caps)), scene)


def test_twenty_domains_leave_room_for_the_others(new_desk: NewDesk) -> None:
    desk = new_desk(replace(OPEN_CAPS, per_day=300, domain_share=0.5))
    for flood in range(20):
        number = 0
        while isinstance(desk.claim(f"p{number}@flood{flood}.example"), Granted):
            number += 1
    grants = [desk.claim(f"p@d{number}.example") for number in range(20)]
    assert kinds(grants) == ["Granted"] * 20


def test_people_at_a_public_provider_have_no_domain_cap(new_desk: NewDesk) -> None:
    desk = new_desk(replace(OPEN_CAPS, per_domain_day=2))
    claims = [Claim(f"p{n}@mail.example", "", "Sudoku", proven=True) for n in range(9)]
    grants = []
    for claim in claims:
        reply = Reply(Address("", claim.recipient), "", "", (), "<a@b>", "")
        outcome = Respond(reply, claim, Kind.SOLVED)
        entry = desk.letter()
        grants.append(desk.ledger.grant(entry.id, outcome, lambda _: b"", NOON))
    assert kinds(grants) == ["Granted"] * 9


def test_the_operator_may_have_an_answered_letter_tried_again(desk: Desk) -> None:
    letter = desk.letter()
    assert isinstance(desk.claim(ids=("<1@x>",), entry=letter), Granted)
    desk.ledger.sending(letter.id, desk.now, desk.now)
    desk.ledger.reject(letter.id, "no", desk.now)
    assert desk.report.retry(letter.id, desk.now)
    assert isinstance(desk.claim(ids=("<1@x>",), entry=letter), Granted)


def test_a_conversation_without_words_ends_after_ten_replies(desk: Desk) -> None:
    last, answered = "<none@x>", 0
    for n in range(20):
        entry = desk.letter()
        who = f"ticket-{n}@desk{n}.example"
        grant = desk.claim(who, said=f"{n}", answers=(last,), entry=entry)
        answered += isinstance(grant, Granted)
        last = f"<sudoku.{entry.id}@bots.example>" if answered == n + 1 else last
    assert answered == 10


def test_strangers_leave_a_share_of_the_day_to_known_people(new_desk: NewDesk) -> None:
    desk = new_desk(Caps(per_day=100))
    assert isinstance(desk.claim(proven=False), Granted)
    desk.go_on(days=2)
    forged = [desk.claim(f"x@forged{n}.example", proven=False) for n in range(100)]
    assert sum(isinstance(grant, Granted) for grant in forged) < 30
    assert isinstance(desk.claim(proven=False), Granted)


def test_a_report_counts_only_for_a_reply_that_left_lately(desk: Desk) -> None:
    waiting = desk.letter()
    desk.claim(entry=waiting)
    assert not desk.ledger.bounced(f"<sudoku.{waiting.id}@bots.example>", desk.now)
    letter = desk.send()
    desk.go_on(days=8)
    assert not desk.ledger.bounced(f"<sudoku.{letter}@bots.example>", desk.now)


def test_a_person_gets_no_reply_for_a_day_after_two_bounces(desk: Desk) -> None:
    for _ in range(2):
        letter = desk.send()
        assert desk.ledger.bounced(f"<sudoku.{letter}@bots.example>", desk.now)
    assert isinstance(desk.claim(), Refused)
    desk.go_on(days=1, seconds=1)
    assert isinstance(desk.claim(), Granted)


def test_refusals_in_a_row_hold_up_their_own_domain_alone(new_desk: NewDesk) -> None:
    desk = new_desk(replace(OPEN_CAPS, pause_after=2))
    for name in ("bob", "eve"):
        entry = desk.letter()
        desk.claim(f"{name}@people.example", entry=entry)
        desk.ledger.sending(entry.id, desk.now, desk.now)
        desk.ledger.reject(entry.id, "550", desk.now)
    grant = desk.claim("cat@people.example")
    assert isinstance(grant, Later)
    assert grant.until == NOON + timedelta(seconds=900)
    assert isinstance(desk.claim("dan@others.example"), Granted)
    desk.go_on(seconds=901)
    assert isinstance(desk.claim("dora@people.example"), Granted)


def test_two_workers_never_both_get_the_last_free_place(new_desk: NewDesk) -> None:
    caps = replace(OPEN_CAPS, per_person_day=1)
    first, second = (
        new_desk(caps, account) for account in ("a@b.example", "c@d.example")
    )
    assert kinds([first.claim(), second.claim()]) == ["Granted", "Refused"]


# What the operator sees.


def test_show_tells_all_that_happened_to_a_letter(desk: Desk) -> None:
    record = desk.report.show(desk.send(subject="sudoku"))
    assert record
    assert record.state is State.SENT
    assert (record.recipient, record.subject) == ("ada@people.example", "sudoku")
    assert record.keys == (MessageKey("INBOX", 1, 1),)
    assert desk.report.show(99) is None


def test_the_summary_counts_letters_by_state_and_lists_stuck_ones(desk: Desk) -> None:
    desk.send()
    desk.ledger.settle(desk.letter().id, State.IGNORED, "a list", desk.now)
    desk.ledger.settle(desk.letter().id, State.QUARANTINED, "poison", desk.now)
    waiting = desk.letter()
    summary = desk.report.summary(desk.now)
    [box] = summary.mailboxes
    assert (box.account, box.installed) == (BOT, NOON)
    states = (State.SENT, State.IGNORED, State.QUARANTINED, State.NEW)
    found = {state: n for state, n in box.counts.items() if n}
    assert found == dict.fromkeys(states, 1)
    assert [record.why for record in summary.stuck] == ["poison"]
    late = desk.report.summary(desk.now + timedelta(hours=2))
    assert waiting.id in [record.id for record in late.stuck]


def test_junk_that_was_set_aside_is_no_alarm_for_ever(desk: Desk) -> None:
    desk.ledger.settle(desk.letter().id, State.QUARANTINED, "poison", desk.now)
    for days, stuck in ((6, 1), (8, 0)):
        summary = desk.report.summary(desk.now + timedelta(days=days))
        assert len(summary.stuck) == stuck
        assert summary.mailboxes[0].counts[State.QUARANTINED] == 1


def test_a_letter_tried_in_vain_for_an_hour_is_stuck(desk: Desk) -> None:
    letter = desk.letter().id
    desk.go_on(hours=1, seconds=1)
    due = desk.now + timedelta(minutes=1)
    desk.ledger.fail(letter, due, "a bug", desk.now)
    [stuck] = desk.report.summary(desk.now).stuck
    assert stuck.id == letter


def test_a_retried_letter_begins_anew(desk: Desk) -> None:
    letter = desk.letter().id
    desk.ledger.fail(letter, desk.now, "a bug", desk.now)
    desk.claim(entry=desk.ledger.entry(letter))
    desk.ledger.sending(letter, desk.now, desk.now)
    desk.ledger.settle(letter, State.QUARANTINED, "unsure", desk.now)
    assert desk.report.retry(letter, desk.now)
    entry = desk.ledger.entry(letter)
    assert (entry.tries, entry.failures, entry.sends) == (0, 0, 0)


def test_a_vanished_letter_that_was_retried_may_be_found_again(desk: Desk) -> None:
    entry = desk.letter()
    desk.ledger.vanish(entry.id, desk.now)
    assert desk.report.retry(entry.id, desk.now)
    found = desk.ledger.take(entry.key, entry.digest, 100, desk.now, desk.now)
    assert (found.id, found.state) == (entry.id, State.NEW)


def test_only_a_letter_that_was_not_answered_can_be_retried(desk: Desk) -> None:
    sent, poison = desk.send(), desk.letter().id
    desk.ledger.settle(poison, State.QUARANTINED, "poison", desk.now)
    assert not desk.report.retry(sent, desk.now)
    assert not desk.report.retry(99, desk.now)
    assert desk.report.retry(poison, desk.now)
    assert [entry.id for entry in desk.ledger.due(desk.now)] == [poison]
    assert desk.report.summary(desk.now).stuck == ()


class TestPrivacy:
    def files(self, desk: Desk) -> bytes:
        files = desk.path.parent.glob("ledger.sqlite3*")
        return b"".join(path.read_bytes() for path in files)

    def test_the_reply_of_a_settled_letter_is_deleted(self, desk: Desk) -> None:
        entry = desk.letter()
        desk.claim(entry=entry)
        assert desk.ledger.sending(entry.id, desk.now, desk.now) == b"the reply"
        desk.ledger.sent(entry.id, desk.now)
        desk.ledger.purge(desk.now)
        desk.ledger.close()
        assert b"the reply" not in self.files(desk)

    def test_after_keep_days_only_hashes_and_states_stay(self, desk: Desk) -> None:
        letter = desk.send("ada@people.example", "My secret puzzle")
        desk.go_on(days=30)
        assert desk.ledger.purge(desk.now) == 0
        desk.go_on(seconds=1)
        assert desk.ledger.purge(desk.now) == 1
        assert desk.ledger.purge(desk.now) == 0
        record = desk.report.show(letter)
        assert record
        assert (record.state, record.recipient, record.subject) == (State.SENT, "", "")
        assert record.digest == (1).to_bytes(32).hex()
        desk.ledger.close()
        for trace in (b"ada@", b"secret puzzle"):
            assert trace not in self.files(desk)

    def test_the_reason_of_a_nameless_letter_is_erased(self, desk: Desk) -> None:
        ignored, failed = desk.letter().id, desk.letter().id
        desk.ledger.settle(ignored, State.IGNORED, "from a list of Ada's", desk.now)
        desk.ledger.fail(failed, desk.now, "ValueError: Ada", desk.now)
        desk.ledger.settle(failed, State.IGNORED, "", desk.now)
        assert desk.ledger.purge(desk.now + timedelta(days=31)) == 2
        records = [desk.report.show(letter) for letter in (ignored, failed)]
        assert [(r.why, r.trouble) for r in records if r] == [("", "")] * 2

    def test_forgetting_a_person_keeps_them_on_the_deny_list(self, desk: Desk) -> None:
        desk.send("bob@people.example")
        desk.claim(stop=True)
        assert desk.report.forget("Ada+sudoku@People.Example") == 1
        assert desk.report.forget("ada@people.example") == 0
        assert isinstance(desk.claim(), Refused)
        desk.report.forget("ada@people.example")
        desk.ledger.close()
        assert b"ada@people.example" not in self.files(desk)
        assert b"bob@people.example" in self.files(desk)

    def test_a_letter_forgotten_after_a_retry_is_filed_anew(self, desk: Desk) -> None:
        entry = desk.letter()
        desk.claim(entry=entry)
        desk.ledger.sending(entry.id, desk.now, desk.now)
        desk.ledger.reject(entry.id, "550", desk.now)
        desk.ledger.filed(entry.id)
        assert desk.report.retry(entry.id, desk.now)
        assert desk.report.forget("ada@people.example") == 1
        assert [letter.id for letter in desk.ledger.unfiled()] == [entry.id]


# Disasters.


def test_a_closed_ledger_holds_its_file_no_more(desk: Desk) -> None:
    def held() -> bool:
        files = Path("/proc/self/fd").iterdir()
        return any(file.exists() and file.samefile(desk.path) for file in files)

    assert held()
    desk.close()
    assert not held()


def test_a_full_disk_harms_no_ledger(db: sqlite3.Connection, desk: Desk) -> None:
    ledger = Ledger(db, BOT, LedgerOptions())
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages + 2}")

    def fill() -> None:
        for number in range(10_000):
            digest = number.to_bytes(32)
            ledger.take(MessageKey("INBOX", 1, number), digest, 100, NOON, NOON)

    with pytest.raises(LedgerUnavailable, match="full"):
        fill()
    (taken,) = db.execute("SELECT count(*) FROM place").fetchone()
    (letters,) = db.execute("SELECT count(*) FROM letter").fetchone()
    assert taken == letters > 0
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    db.execute("PRAGMA max_page_count = 1000000")
    ledger.take(MessageKey("INBOX", 1, 99_999), b"x" * 32, 100, NOON, NOON)


def test_a_grant_whose_reply_cannot_be_written_is_undone(desk: Desk) -> None:
    entry = desk.letter()
    outcome = Respond(
        Reply(Address("", "a@b.example"), "", "", (), "<x@y>", ""),
        Claim("a@b.example", "b.example", "", stop=True),
        Kind.SOLVED,
    )

    def fail(_: Reply) -> bytes:
        raise ValueError("cannot be written")

    with pytest.raises(ValueError, match="cannot be written"):
        desk.ledger.grant(entry.id, outcome, fail, desk.now)
    assert desk.ledger.entry(entry.id).state is State.NEW
    assert isinstance(desk.claim("a@b.example"), Granted)


def test_letters_that_are_taken_together_are_all_known_or_none(desk: Desk) -> None:
    key, ledger = MessageKey("INBOX", 1, 7), desk.ledger

    def take(end: BaseException | None) -> None:
        with ledger.together():
            ledger.take(key, b"a" * 32, 100, NOON, NOON)
            if end:
                raise end
            ledger.take(key, b"b" * 32, 100, NOON, NOON)

    with pytest.raises(KeyboardInterrupt):
        take(KeyboardInterrupt())
    assert ledger.at(key) is None
    take(None)
    assert len(ledger.due(NOON)) == 2


def test_only_the_owner_may_read_the_ledgers_file(desk: Desk) -> None:
    assert desk.path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_no_ledger_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    path.write_bytes(b"something else entirely" * 100)
    with pytest.raises(BadSettings, match="no ledger"):
        Ledger.open(path, BOT)


def test_the_ledger_of_a_newer_mailbot_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(BadSettings, match="newer mailbot"):
        Ledger.open(path, BOT)


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_the_ledger_of_an_older_mailbot_is_migrated_and_loses_nothing(
    tmp_path: Path, new_desk: NewDesk, caplog: pytest.LogCaptureFixture, version: int
) -> None:
    caplog.set_level("INFO")
    path = tmp_path / "ledger.sqlite3"
    key = MessageKey("INBOX", 1, 70)
    stopped, answered = "bob@people.example", "eve@people.example"
    with closing(sqlite3.connect(path)) as db:
        for script in MIGRATIONS[:version]:
            db.executescript(script)
        db.execute("INSERT INTO secret VALUES (x'00')")
        db.execute("INSERT INTO account (name, installed) VALUES (?, 0)", (BOT,))
        query = (
            "INSERT INTO letter (account, digest, mailbox, uidvalidity, uid, size, "
            "arrived, changed, due, state, recipient, granted) "
            "VALUES (?, ?, 'INBOX', 1, ?, 100, 0, 0, 0, ?, ?, ?)"
        )
        db.execute(query, (BOT, b"7", 70, "NEW", "", None))
        db.execute(query, (BOT, b"8", 71, "SENT", answered, NOON.timestamp() - 60))
        db.execute("INSERT INTO place VALUES (?, 'INBOX', 1, 70, 1)", (BOT,))
        if version >= 9:  # as that version counted its replies
            hour = int(NOON.timestamp() - 60) // 3600
            db.execute("INSERT INTO hour VALUES (?, 1)", (hour,))
        who = blake2b(stopped.encode(), key=b"\0", digest_size=16).digest()
        db.execute("INSERT INTO denied (who, since) VALUES (?, 0)", (who,))
        db.execute(f"PRAGMA user_version = {version}")
        db.commit()
    desk = new_desk(replace(OPEN_CAPS, per_person_day=1))
    told = f"ledger brought from version {version} to {len(MIGRATIONS)}"
    assert caplog.messages == [told]
    assert key in desk.ledger.known()
    assert [entry.id for entry in desk.ledger.due(desk.now)] == [1]
    assert isinstance(desk.claim(stopped), Refused)
    assert isinstance(desk.claim(answered), Refused)
    desk.send()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


def test_a_busy_ledger_is_a_passing_fault(desk: Desk, db: sqlite3.Connection) -> None:
    options = LedgerOptions(busy_seconds=0.05)
    with Ledger.open(desk.path, BOT, options) as impatient:
        with transaction(db), pytest.raises(LedgerUnavailable, match="locked"):
            impatient.install(None, NOON)
        impatient.install(None, NOON)


def test_a_lock_is_free_again_when_its_holder_releases_it(tmp_path: Path) -> None:
    with (
        hold(tmp_path, BOT),
        pytest.raises(InboxUnavailable, match=BOT),
        hold(tmp_path, BOT),
    ):
        pass
    with hold(tmp_path, BOT), hold(tmp_path, "other@bots.example"):
        pass


class TestCopies:
    """Message-IDs of replies are `<sudoku.ID@bots.example>`."""

    def hand_over(self, desk: Desk, count: int) -> list[int]:
        """Hand replies over, none with an answer; the ids of their letters."""
        entries = [desk.letter() for _ in range(count)]
        for entry in entries:
            desk.claim(entry=entry)
            desk.ledger.sending(entry.id, desk.now, desk.now)
        return [entry.id for entry in entries]

    def come_back(self, desk: Desk, letter: int) -> bool:
        return desk.ledger.own_copy(f"<sudoku.{letter}@bots.example>", desk.now)

    def test_only_the_copy_of_a_later_reply_is_a_later_copy(self, desk: Desk) -> None:
        first, second, third = self.hand_over(desk, 3)
        assert self.come_back(desk, third)
        assert self.come_back(desk, second)
        assert desk.ledger.later_copy_seen(first)
        assert desk.ledger.later_copy_seen(second)
        assert not desk.ledger.later_copy_seen(third)

    def test_only_a_reply_handed_over_later_is_later(self, desk: Desk) -> None:
        first, second = self.hand_over(desk, 2)
        desk.ledger.sent(second, desk.now)
        assert desk.ledger.later_sent(first) == f"sudoku.{second}@bots.example"
        assert desk.ledger.later_sent(second) == ""

    def test_a_copy_of_another_account_is_not_ours(self, new_desk: NewDesk) -> None:
        desk, other = new_desk(), new_desk(account="other@bots.example")
        [letter] = self.hand_over(desk, 1)
        assert not self.come_back(other, letter)
        assert self.come_back(desk, letter)

    def test_a_copy_of_a_deferred_reply_proves_it_was_sent(self, desk: Desk) -> None:
        [letter] = self.hand_over(desk, 1)
        desk.ledger.unsent(letter, desk.now, "451", desk.now)
        assert self.come_back(desk, letter)
        assert desk.ledger.entry(letter).state is State.SENT

    def test_a_copy_of_a_refused_reply_moves_no_letter(self, desk: Desk) -> None:
        [letter] = self.hand_over(desk, 1)
        desk.ledger.reject(letter, "550", desk.now)
        assert self.come_back(desk, letter)
        assert desk.ledger.entry(letter).state is State.REFUSED


# The queue.


def test_a_letter_that_vanished_is_not_to_be_filed(desk: Desk) -> None:
    desk.ledger.vanish(desk.letter().id, desk.now)
    assert desk.ledger.unfiled() == []


def test_a_deferral_ends_the_count_of_tries(desk: Desk) -> None:
    letter = desk.letter().id
    desk.ledger.start(letter)
    desk.ledger.defer(letter, desk.now, "busy", desk.now)
    assert desk.ledger.entry(letter).tries == 0


def test_letters_often_tried_come_last(desk: Desk) -> None:
    first, second = desk.letter(), desk.letter()
    desk.ledger.start(first.id)
    desk.go_on(seconds=1)
    third = desk.letter()
    due = [entry.id for entry in desk.ledger.due(desk.now)]
    assert due == [second.id, third.id, first.id]


def test_the_letters_filed_last_are_those_changed_last(desk: Desk) -> None:
    letters = []
    for _ in range(3):
        letters.append(desk.send())
        desk.ledger.filed(letters[-1])
        desk.go_on(seconds=1)
    last = [entry.id for entry in desk.ledger.last_filed(limit=2)]
    assert last == [letters[2], letters[1]]


def test_a_filed_letter_that_is_found_again_is_filed_again(desk: Desk) -> None:
    entry = desk.letter()
    desk.ledger.settle(entry.id, State.IGNORED, "a list", desk.now)
    desk.ledger.filed(entry.id)
    assert desk.ledger.unfiled() == []
    key = MessageKey("INBOX", 2, 1)
    desk.ledger.take(key, entry.digest, 100, desk.now, desk.now)
    [unfiled] = desk.ledger.unfiled()
    assert (unfiled.id, unfiled.key) == (entry.id, key)


def test_a_letter_filed_before_its_refusal_is_filed_again(new_desk: NewDesk) -> None:
    desk = new_desk(replace(OPEN_CAPS, per_person_day=1))
    entry = desk.letter()
    desk.ledger.settle(entry.id, State.QUARANTINED, "took too long", desk.now)
    desk.ledger.filed(entry.id)
    assert isinstance(desk.claim(), Granted)
    assert desk.report.retry(entry.id, desk.now)
    assert isinstance(desk.claim(entry=entry), Refused)
    assert [letter.id for letter in desk.ledger.unfiled()] == [entry.id]


def test_a_letter_that_is_due_now_is_not_the_next_to_wait_for(desk: Desk) -> None:
    later = NOON + timedelta(minutes=5)
    desk.letter()
    assert desk.ledger.next_due(NOON) is None
    desk.ledger.defer(desk.letter().id, later, "busy", NOON)
    assert desk.ledger.next_due(NOON) == later
    assert desk.ledger.next_due(NOON, (State.SENDING,)) is None


class TestManyLetters:
    """What a letter costs, in steps of SQLite, whatever came before it."""

    MANY = 200_000
    WIDE = Caps(MANY, MANY, MANY, MANY, MANY, unproven_per_day=MANY)

    @staticmethod
    def lay(db: sqlite3.Connection, count: int, when: datetime, who: str) -> None:
        """Add copies of the first letter; `who` of each copy `n` is an SQL."""
        values = {
            "id": "NULL",
            "digest": "randomblob(32)",
            "message_id": "hex(randomblob(16))",
            "uid": "1000 + n",
            "recipient": who,
            "granted": f"{when.timestamp()} + n / 1e4",
            "changed": f"{when.timestamp()} + n / 1e4",
        }
        names = [row["name"] for row in db.execute("PRAGMA table_info(letter)")]
        copied = ", ".join(values.get(name, name) for name in names)
        with transaction(db):
            db.execute(
                f"WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy "
                f"WHERE n < {count}) INSERT INTO letter SELECT {copied} "
                "FROM letter, copy WHERE id = 1"
            )
            db.execute(
                "INSERT OR REPLACE INTO hour SELECT CAST(granted / 3600 AS INTEGER), "
                "count(*) FROM letter WHERE granted IS NOT NULL GROUP BY 1"
            )

    @staticmethod
    def steps(desk: Desk) -> dict[str, int]:
        """What each thing costs that the worker asks or writes for a letter."""
        ledger, now, taken, ready = desk.ledger, desk.now, desk.letter(), desk.letter()
        key, name = MessageKey("INBOX", 1, 1), "<sudoku.1@bots.example>"
        claim = Claim("ada@people.example", "", "", proven=True, answers=(name,))
        assert isinstance(desk.claim("eve@else.example", entry=ready), Granted)
        things: dict[str, Callable[[], object]] = {
            "due": lambda: ledger.due(now),
            "next due": lambda: ledger.next_due(now),
            "unfiled": ledger.unfiled,
            "known": lambda: key in ledger.known(),
            "places": lambda: ledger.places(taken),
            "take": desk.letter,
            "recall": lambda: ledger.recall(claim, now),
            "proven": lambda: desk.claim(answers=(name,), said=f"{taken.id}"),
            "unproven": lambda: desk.claim(proven=False, said=f"{taken.id}"),
            "sending": lambda: ledger.sending(ready.id, now, now),
            "others refused": lambda: ledger.others_refused(ready.id),
            "sent": lambda: ledger.sent(ready.id, now),
            "others taken": lambda: ledger.others_taken(ready.id),
            "own copy": lambda: ledger.own_copy(name, now),
            "later copy": lambda: ledger.later_copy_seen(ready.id),
            "missing": lambda: ledger.missing_copies(now),
            "later sent": lambda: ledger.later_sent(ready.id),
            "bounced": lambda: ledger.bounced("<?@bots.example>", now),
            "filed": lambda: ledger.filed(ready.id),
            "last filed": ledger.last_filed,
        }
        counts = dict.fromkeys(things, 0)
        for thing, ask in things.items():

            def count(thing: str = thing) -> None:
                counts[thing] += 1

            ledger.db.set_progress_handler(count, 1)
            answer = ask()
            ledger.db.set_progress_handler(None, 0)
            assert not isinstance(answer, Refused | Later), thing
        return counts

    @pytest.mark.parametrize(
        ("who", "days", "caps"),
        [
            pytest.param("recipient", 0, WIDE, id="of one person today"),
            pytest.param("n || recipient", 0, WIDE, id="of one domain today"),
            pytest.param("recipient", 3, Caps(unproven_per_day=0), id="of other days"),
        ],
    )
    def test_a_letter_costs_as_much_after_20000_others_as_after_1000(
        self, new_desk: NewDesk, db: sqlite3.Connection, who: str, days: int, caps: Caps
    ) -> None:
        desk = new_desk(replace(caps, patience_seconds=1e9))
        desk.ledger.filed(desk.send())
        when = NOON - timedelta(days=days, minutes=1)
        self.lay(db, 1_000, when, who)
        few = self.steps(desk)
        self.lay(db, 19_000, when, who)
        many = self.steps(desk)
        assert sum(few.values()) > 1_000
        more = {thing: many[thing] - few[thing] for thing in many}
        assert {thing: steps for thing, steps in more.items() if steps > 500} == {}


def test_an_account_sees_no_letter_of_another_account(new_desk: NewDesk) -> None:
    first, second = (
        new_desk(account=account) for account in ("a@b.example", "c@d.example")
    )
    first.letter()
    assert second.ledger.due(NOON) == []
    assert MessageKey("INBOX", 1, 1) not in second.ledger.known()
    assert second.letter().id != first.ledger.due(NOON)[0].id


def test_a_letter_in_the_second_of_the_installation_is_a_new_one(desk: Desk) -> None:
    """Servers tell of a letter the second in which it came, without its fraction."""
    assert desk.ledger.since(None) == NOON - timedelta(seconds=1)


def test_times_are_aware(desk: Desk) -> None:
    entry = desk.letter()
    assert isinstance(entry.arrived, datetime)
    assert entry.arrived == NOON
    assert entry.arrived.tzinfo is not None
