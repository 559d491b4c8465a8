"""What goes wrong with one letter concerns that letter: the others are answered.

Rule: among three letters one is in the way, at any step and in any manner. The two
others get their replies in the same pass, and the third is shown to the operator.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count, product
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailbot.errors import (
    BadLetter,
    BadSettings,
    InboxThrottled,
    InboxUnavailable,
    LetterUnavailable,
    MailbotError,
    TooCostly,
)
from mailbot.ledger import State
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, SmtpOptions
from mailbot.mail.ports import Inbox
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.mail.spool.inbox import SpoolInbox, SpoolOptions
from mailbot.model import MessageKey, Outcome, RawMail
from mailbot.options import RespondOptions
from mailbot.worker import Service, run_once
from mailbot.worker.events import Noticed
from tests.examples import of_the_day
from tests.fakes import BOT, FakeClock, letter
from tests.middle import respond
from tests.office import Office
from tests.servers import Servers
from tests.servers.imap_script import Ended, ScriptedImap
from tests.servers.lies import IMAP_LIES, SMTP_LIES, CopyingSmtp, LyingImap

KINDS = (
    *(AttributeError, TypeError, ValueError, KeyError, IndexError, AssertionError),
    *(UnicodeError, OSError, EOFError, RecursionError, MemoryError, RuntimeError),
    *(BadLetter, TooCostly, ArithmeticError, StopIteration),
)
BAD = letter("bad@people.example")
LETTERS = [letter("ada@people.example"), BAD, letter("eve@people.example")]
INNOCENT = ["ada@people.example", "eve@people.example"]
STEPS = ("fetch", "read", "submit", "file")
PUZZLE = "1.../..3./.4../...2"
_OF_BAD = re.compile(rb"bad\d*@people")


@dataclass
class OfficeWith(Office):
    """An office whose letters lie elsewhere."""

    service: Service | None = None

    def put_in(self, inbox: Inbox) -> "OfficeWith":
        self.inbox = inbox  # type: ignore[assignment]
        return self

    def serve(self) -> None:
        """Run the service until it waits for letters."""
        with self.open_room() as room:
            self.service = Service([room])
            self.inbox.wait = lambda seconds: self.stop()  # type: ignore[method-assign]
            self.service.run()

    def stop(self) -> None:
        if self.service:
            self.service.stop()


def failing_at(
    office: Office,
    step: str,
    error: Exception | None,
    met: Callable[[], None] = lambda: None,
) -> None:
    """Let one step of the bad letters fail, if with an `error`; call `met` there."""
    fetch = office.inbox.fetch

    def is_bad(arg: object) -> bool:
        if isinstance(arg, MessageKey):
            arg = fetch(arg)
        text = arg.rfc822 if isinstance(arg, RawMail) else str(arg).encode()
        return bool(_OF_BAD.search(text))

    home: object = {"submit": office.outbox, "read": office}.get(step, office.inbox)
    name = "middle" if step == "read" else step
    function = getattr(home, name)

    def guarded(*args: object, **named: object) -> object:
        if any(map(is_bad, args)):
            met()
            if error:
                raise error
        return function(*args, **named)

    setattr(home, name, guarded)


@pytest.mark.parametrize(("kind", "step"), of_the_day(product(KINDS, STEPS), 4))
def test_a_fault_of_any_kind_at_any_step_is_that_of_one_letter(
    tmp_path: Path, kind: type[Exception], step: str
) -> None:
    office = Office(tmp_path).install()
    failing_at(office, step, kind("whatever \ud800 it says\n"))
    office.take(*LETTERS)
    answered = [who for who in office.outbox.recipients if who in INNOCENT]
    assert sorted(answered) == INNOCENT
    office.later(12 * 3600, passes=12)
    states = sorted(office.states())
    if step == "file":
        assert states == [State.SENT] * 3
    else:
        assert states == [State.QUARANTINED, State.SENT, State.SENT]
        assert office.stuck() == [State.QUARANTINED]


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "8-bit loop": lambda raw: b"X-Loop: \xff\xfe <b\r\n" + raw,
    "two senders": lambda raw: b"From: \xff <x@y, \r\n" + raw,
    "no headers": lambda raw: raw.replace(b":", b"\xff"),
    "large head": lambda raw: b"X: " + b"x " * 150_000 + b"\r\n" + raw,
    "broken words": lambda raw: b"Subject: =?utf-7?b?\xff?=\r\n" + raw,
    "nested parts": lambda raw: (
        b"Content-Type: multipart/mixed; boundary=a\r\n"
        + raw
        + b"--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n" * 300
    ),
}
"""Bad letters, by what is wrong with each."""

AGAIN = (
    (*STEPS, *SPOILT),
    ("files", "Maildir", "IMAP"),
    ("once", "run"),
    (2, 10),
    ("first", "between", "last"),
)


@pytest.mark.servers
@pytest.mark.parametrize(
    ("fault", "place", "way", "many", "at"), of_the_day(product(*AGAIN), 12)
)
def test_the_same_fault_again_and_again_holds_up_nobody(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    *,
    fault: str,
    place: str,
    way: str,
    many: int,
    at: str,
) -> None:
    """The bad letters come first after a start, or last before the service stops."""
    whole = [letter(f"bad{n}@people.example", body=PUZZLE) for n in range(many)]
    bad = list(map(SPOILT.get(fault, bytes), whole))
    good = [letter(who, body=PUZZLE) for who in INNOCENT]
    middle = {"first": 0, "between": 1, "last": 2}[at]
    letters = [*good[:middle], *bad, *good[middle:]]
    office = OfficeWith(tmp_path, middle=read).put_in(
        real_inbox(place, letters, tmp_path, request)
    )
    open_ledger_for_all(office)
    step, error = (fault, OSError("reset")) if fault in STEPS else ("read", None)
    failing_at(office, step, error, office.stop if at == "last" else lambda: None)
    if way == "run":
        office.serve()
    office.work()
    answered = [who for who in office.outbox.recipients if who in INNOCENT]
    assert sorted(answered) == INNOCENT
    assert len(office.records()) == many + 2, "each letter is known"
    assert fault not in STEPS[:3] or len(answered) == len(office.outbox.sent)


def read(raw: RawMail, now: datetime) -> Outcome:
    return respond(raw, RespondOptions(BOT.address))


def real_inbox(
    place: str, letters: list[bytes], folder: Path, request: pytest.FixtureRequest
) -> Inbox:
    """A mailbox of that kind that holds the letters."""
    if place != "IMAP":
        maildir = place == "Maildir"
        lay(folder / "in", letters, maildir=maildir)
        return SpoolInbox(SpoolOptions(folder / "in", maildir=maildir))
    servers: Servers = request.getfixturevalue("servers")
    account = servers.account()
    servers.deliver_all(letters, account)
    endpoint = Endpoint("localhost", servers.imaps, "tls", ca_file=servers.ca)
    login = Password(account.user, account.password)
    return ImapInbox(ImapOptions(account.address, endpoint), login)


def test_a_mailbox_that_fails_at_one_letter_alone_is_not_away(tmp_path: Path) -> None:
    office = Office(tmp_path).install()
    failing_at(office, "fetch", InboxUnavailable("connection reset"))
    office.take(*LETTERS)
    assert sorted(office.outbox.recipients) == INNOCENT
    office.later(10)
    assert office.stuck() == [State.NEW]


def test_wrong_settings_are_no_fault_of_a_letter(tmp_path: Path) -> None:
    office = Office(tmp_path).install()
    failing_at(office, "fetch", BadSettings("no right to read"))
    for one in LETTERS:
        office.inbox.receive(one)
    with pytest.raises(BadSettings):
        office.work()
    assert State.QUARANTINED not in office.states()


@contextmanager
def imap(
    tmp_path: Path, wrong: str, kind: type[ScriptedImap] = ScriptedImap
) -> Iterator[tuple[OfficeWith, ScriptedImap]]:
    """An office at a server that holds the three letters."""
    with kind(LETTERS, wrong) as server:
        box = server.inbox()
        office = OfficeWith(tmp_path)
        office.install()
        with office.open_ledger() as ledger:
            ledger.db.execute("UPDATE account SET installed = 0")
        office.clock.now = datetime.now(UTC)
        yield office.put_in(box), server


ONE_LETTER = [
    *("NO", "BYE", "silence", "nothing", "NIL", "substitute", "no UID"),
    *("sizes NO", "sizes BYE", "no sizes", "no date", "bad date", "headers"),
    *("search in lines", "move BYE", "read-only", "sent", "throttled once"),
]
READABLE = {
    *("sizes NO", "sizes BYE", "no sizes", "no date", "bad date", "headers"),
    *("search in lines", "move BYE", "read-only", "sent"),
}


@pytest.mark.parametrize("wrong", ONE_LETTER)
def test_a_letter_not_handed_over_stops_no_other(tmp_path: Path, wrong: str) -> None:
    with imap(tmp_path, wrong) as (office, server):
        office.work()
        answered = set(office.outbox.recipients)
        assert answered >= set(INNOCENT)
        if wrong in READABLE:
            assert "bad@people.example" in answered
            assert office.states() == [State.SENT] * 3
            return
        assert "bad@people.example" not in answered
        office.later(6)
        assert office.stuck() == [State.NEW], "the operator sees it"
        missed = [one for one in office.records() if one.state is State.NEW]
        assert "cannot be had" in missed[0].trouble
        server.failing = False
        office.later(61)
        assert office.states() == [State.SENT] * 3
        assert sorted(office.outbox.recipients) == sorted(
            [*INNOCENT, "bad@people.example"]
        )


def test_a_throttling_server_is_not_asked_for_each_letter(tmp_path: Path) -> None:
    with imap(tmp_path, "throttled") as (office, server):
        for number in range(30):
            server.receive(letter(f"{number}@people.example"))
        for _ in range(3):
            with pytest.raises(InboxThrottled):
                office.work()
        assert len(office.records()) == 3, "in each pass another one is tried"
        logins = [one for one in server.heard if one.startswith("AUTHENTICATE")]
        assert len(logins) <= 18
        server.failing = False
        office.later(61)
        assert office.states() == [State.SENT] * 33


def test_an_unreachable_letter_is_set_aside_until_a_retry(tmp_path: Path) -> None:
    with imap(tmp_path, "NO") as (office, server):
        for _ in range(12):
            office.work()
            office.clock.go_on(12 * 3600)
        record = next(one for one in office.records() if one.state is not State.SENT)
        assert record.state is State.QUARANTINED
        assert "cannot be read" in record.why
        server.failing = False
        office.retry(record.id)
        office.work()
        assert office.states().count(State.SENT) == 3


def test_a_server_that_gives_nothing_is_asked_for_a_few(tmp_path: Path) -> None:
    with imap(tmp_path, "all NO") as (office, server):
        for number in range(4):
            server.receive(letter(f"{number}@people.example"))
        office.clock.now = datetime(2026, 5, 4, 12, 1, tzinfo=UTC)  # as letters come
        with pytest.raises(LetterUnavailable):
            office.work()
        assert len(office.records()) == 5
        for _ in range(2):
            office.clock.go_on(300)
            with suppress(LetterUnavailable):
                office.work()
        server.failing = False
        office.later(301)
        assert office.states() == [State.SENT] * 7


@pytest.mark.parametrize(
    "what", ["SELECT NO", "STATUS NO", "SELECT BYE", "STATUS BYE", "NOOP BYE"]
)
def test_a_server_that_is_away_keeps_every_letter(tmp_path: Path, what: str) -> None:
    with imap(tmp_path, what) as (office, server):
        with pytest.raises(InboxUnavailable):
            office.work()
        server.failing = False
        office.work()
        assert office.states() == [State.SENT] * 3


def test_an_empty_mailbox_is_served_where_status_is_refused(tmp_path: Path) -> None:
    with imap(tmp_path, "STATUS NO") as (office, server):
        server.letters.clear()
        office.work()
        server.receive(letter())
        server.failing = False
        office.work()
        assert office.states() == [State.SENT]


def test_a_server_that_refuses_to_do_nothing_is_served(tmp_path: Path) -> None:
    with imap(tmp_path, "NOOP NO") as (office, _):
        office.work()
        assert office.states() == [State.SENT] * 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_an_unreadable_file_is_one_letter_that_cannot_be_had(tmp_path: Path) -> None:
    lay(tmp_path / "in")
    (tmp_path / "in" / "1.eml").chmod(0)
    office = OfficeWith(tmp_path)
    office.put_in(SpoolInbox(SpoolOptions(tmp_path / "in", name=BOT.address)))
    open_ledger_for_all(office)
    office.work()
    assert sorted(office.outbox.recipients) == INNOCENT


@pytest.mark.parametrize("maildir", [False, True])
@pytest.mark.parametrize("name", ["x" * 250, "y" * 246 + ":2,S"])
def test_long_names_stop_no_letter(tmp_path: Path, name: str, maildir: bool) -> None:
    folder = tmp_path / "in"
    lay(folder, maildir=maildir)
    home = folder / "cur" if maildir else folder
    name = name if maildir else name.replace(":2,S", "zzzz")[:250]
    first = next(path for path in home.iterdir() if path.is_file())
    first.rename(home / (name if maildir else f"{name[:249]}.eml"))
    office = OfficeWith(tmp_path)
    box = SpoolInbox(SpoolOptions(folder, maildir=maildir, name=BOT.address))
    office.put_in(box)
    open_ledger_for_all(office)
    office.work()
    office.work()
    assert office.states() == [State.SENT] * 3
    assert len(office.outbox.sent) == 3


def lay(folder: Path, letters: list[bytes] = LETTERS, *, maildir: bool = False) -> None:
    for sub in ("new", "cur", "tmp") if maildir else (".",):
        (folder / sub).mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(letters):
        name = f"cur/{number}.x.y" if maildir else f"{number}.eml"
        (folder / name).write_bytes(one)


def open_ledger_for_all(office: Office) -> None:
    """Letters from before the first pass are answered, too."""
    with office.open_ledger() as ledger:
        ledger.install(None, datetime(2026, 1, 1, tzinfo=UTC))
    office.clock.now = datetime.now(UTC) + timedelta(seconds=1)


# Servers that lie.


PEOPLE = [f"{name}@people.example" for name in ("ada", "bob", "eve", "joe", "zoe")]
PASSES = 5


class RunningClock(FakeClock):
    """A clock that goes on by itself, too: a worker waits for copies."""

    def __init__(self, now: datetime) -> None:
        super().__init__(now)
        self._began = time.monotonic()

    def __call__(self) -> datetime:
        return self.now + timedelta(seconds=time.monotonic() - self._began)


def told_truth(command: str, said: bytes) -> bytes:
    return said


def serve(tmp_path: Path, imap: LyingImap, smtp: CopyingSmtp) -> list[str]:
    """Passes while the servers lie, and after that; who got replies, sorted."""
    here = "127.0.0.1"
    office = Office(tmp_path)
    office.install()
    with office.open_ledger() as ledger:
        ledger.db.execute("UPDATE account SET installed = 0")
    office.clock = RunningClock(datetime.now(UTC))
    office.with_options(copy_wait=0.3)

    def work() -> None:
        inbox = Endpoint(here, imap.port, "plain", timeout_seconds=1)
        outbox = Endpoint(here, smtp.port, "plain", timeout_seconds=1)
        options = ImapOptions(BOT.address, inbox)
        box = ImapInbox(options, Password("bot", "secret"), login_worked=True)
        way = SmtpOutbox(SmtpOptions(BOT.address, outbox), None, login_worked=True)
        office.inbox, office.outbox = box, way  # type: ignore[assignment]
        with suppress(MailbotError):
            office.work()
        office.clock.go_on(1000)

    for number in range(PASSES):
        if number == PASSES // 2:
            imap.receive(letter(PEOPLE[3]))
        if number == PASSES - 2:
            imap.failing = False
            imap.receive(letter(PEOPLE[4]))
            smtp.answers.clear()
            smtp.once.clear()
        work()
    work()
    assert [one for one in office.records() if one.state is not State.SENT] == []
    assert office.stuck() == []
    names = [b"\r\nTo: " + who.encode() for who in PEOPLE]
    ids = [
        next(x for x in m.splitlines() if x.startswith(b"Message-ID"))
        for m in smtp.taken
    ]
    assert len(ids) == len(set(ids)), "a reply went out twice"
    return sorted(
        who
        for who, name in zip(PEOPLE, names, strict=True)
        for message in smtp.taken
        if name in message
    )


@pytest.mark.parametrize("imap_lie", of_the_day(IMAP_LIES, 14))
def test_a_lie_loses_and_doubles_no_letter(tmp_path: Path, imap_lie: str) -> None:
    letters = list(map(letter, PEOPLE[:3]))
    with LyingImap(letters, IMAP_LIES[imap_lie]) as imap, CopyingSmtp(imap) as smtp:
        assert serve(tmp_path, imap, smtp) == PEOPLE


@pytest.mark.parametrize("smtp_lie", of_the_day(SMTP_LIES, 14))
def test_a_lie_loses_and_doubles_no_reply(tmp_path: Path, smtp_lie: str) -> None:
    letters = list(map(letter, PEOPLE[:3]))
    with LyingImap(letters, told_truth) as imap, CopyingSmtp(imap) as smtp:
        smtp.answers, smtp.once = map(dict, SMTP_LIES[smtp_lie])
        assert serve(tmp_path, imap, smtp) == PEOPLE


def test_letters_listed_after_the_answer_to_search_prove_no_copy() -> None:
    def late(command: str, said: bytes) -> bytes:
        listed, _, answer = said.rpartition(b"TAG ")
        is_search = command.startswith("UID SEARCH UID")
        return b"TAG %b\r\n%b" % (answer, listed.rstrip()) if is_search else said

    with LyingImap(LETTERS, late) as server:
        box = server.inbox()
        assert list(box.waiting(())) == []
        assert not box.has_copy("<r1@bots.example>")
        told = ["the server lists letters after it has answered SEARCH"]
        assert box.notices() == told
        box.close()


@pytest.mark.parametrize("lie", ["answers without a text", "answers in lower case"])
def test_letters_are_had_however_a_server_ends_its_answers(lie: str) -> None:
    with LyingImap(LETTERS, IMAP_LIES[lie]) as server:
        box = server.inbox()
        had = [box.fetch(arrival.key) for arrival in box.waiting(())]
        assert [raw and raw.rfc822 for raw in had] == LETTERS
        box.close()


@pytest.mark.parametrize("wrong", ["", "read-only"])
@pytest.mark.parametrize("uid", [1, 2, 3])
def test_a_letter_under_the_uid_of_an_answered_one_is_answered(
    tmp_path: Path, uid: int, wrong: str
) -> None:
    """As on a server that was restored; and no letter is fetched at each look."""
    people = ["new@people.example", "two@people.example"][: 1 if wrong else 2]
    with imap(tmp_path, wrong) as (office, server):
        office.work()
        for person in people:
            server.letters[uid] = letter(person)
            office.work()
            assert office.outbox.recipients[-1] == person
            office.work()
        assert len(office.outbox.sent) == 3 + len(people)
        assert set(office.states()) == {State.SENT}
        server.heard.clear()
        office.work()
        assert not [one for one in server.heard if "BODY.PEEK[]" in one]


def test_such_a_letter_that_cannot_be_had_is_put_off_as_any_other(
    tmp_path: Path,
) -> None:
    with imap(tmp_path, "NO") as (office, server):
        server.failing = False
        office.work()
        server.failing = True
        server.letters[2] = letter("new@people.example")
        server.receive(letter("two@people.example"))
        office.work()
        assert office.outbox.recipients[3:] == ["two@people.example"]
        assert office.states().count(State.NEW) == 1
        server.failing = False
        office.later(6)
        assert office.outbox.recipients[4:] == ["new@people.example"]


@pytest.mark.parametrize("changing", [False, True])
def test_letters_that_cannot_be_filed_are_fetched_twice_at_most(
    tmp_path: Path, changing: bool
) -> None:
    with imap(tmp_path, "read-only") as (office, server):
        for _ in range(5):
            office.work()
            if changing:
                for uid, raw in server.letters.items():
                    server.letters[uid] = b"X-Looked: again\r\n" + raw
        fetched = [one for one in server.heard if "BODY.PEEK[]" in one]
        assert len(fetched) == 2, "each time all three by one command"
        assert len(office.outbox.sent) == 3


class TwoUnderOneUid(ScriptedImap):
    """Gives two more letters with the one under the UID 2."""

    twins: tuple[str, ...] = ("bob@people.example", "two@people.example")

    def _fetch_one(self, uid: int, *, bodies: bool) -> bytes:
        said = super()._fetch_one(uid, bodies=bodies)
        raw = self.letters[uid]
        if bodies and self._is("first BYE"):
            self.failing = False
            raise Ended
        for who in self.twins if uid == 2 and bodies else ():
            self.letters[uid] = letter(who)
            said += super()._fetch_one(uid, bodies=bodies)
        self.letters[uid] = raw
        return said


@pytest.mark.parametrize("wrong", ["", "read-only"])
@pytest.mark.parametrize("failing", [False, True])
def test_each_of_several_letters_under_one_uid_is_answered(
    tmp_path: Path, wrong: str, *, failing: bool
) -> None:
    """Also where they could not be read at first, and are fetched again."""
    with imap(tmp_path, wrong, TwoUnderOneUid) as (office, server):
        kept = office.middle
        office.middle = broken if failing else kept
        office.work()
        office.middle = kept
        office.later(61, passes=4)
        people = sorted([*INNOCENT, "bad@people.example", *TwoUnderOneUid.twins])
        assert sorted(office.outbox.recipients) == people
        assert set(office.states()) == {State.SENT}
        assert [one.text for one in office.told(Noticed)] == [
            "the server gives several letters under one UID"
        ]
        fetched = [one for one in server.heard if "BODY.PEEK[]" in one]
        assert len(fetched) <= (12 if failing else 2)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("step", ["fetched", "taken", "read", "sent", "filed"])
def test_a_process_that_ends_among_letters_under_one_uid_loses_none(
    tmp_path: Path, step: str, number: int
) -> None:
    """Also if the server ends the connection at the first letters, once."""
    with imap(tmp_path, "" if number % 2 else "first BYE", SevenUnderOneUid) as it:
        office, server = it
        with suppress(KeyboardInterrupt), office.open_room() as room:
            run_once(replace(room, crash=killed_at(step, number)))
        office.work()
        office.later(61, passes=3)
        people = [*INNOCENT, "bad@people.example", *SevenUnderOneUid.twins]
        assert sorted(office.outbox.recipients) == sorted(people)
        assert set(office.states()) == {State.SENT}
        assert 2 not in server.letters, "the key is filed with the last of them"


class SevenUnderOneUid(TwoUnderOneUid):
    """Gives six more letters with the one under the UID 2."""

    twins = tuple(f"{number}@people.example" for number in range(6))


class CopyUnderUid(ScriptedImap):
    """Gives a copy of a reply before each letter."""

    copy = b""

    def _fetch_one(self, uid: int, *, bodies: bool) -> bytes:
        said, raw = super()._fetch_one(uid, bodies=bodies), self.letters[uid]
        self.letters[uid] = self.copy or raw
        said = super()._fetch_one(uid, bodies=bodies) + said
        self.letters[uid] = raw
        return said


def test_a_letter_under_the_uid_of_a_copy_is_answered(tmp_path: Path) -> None:
    with imap(tmp_path, "", CopyUnderUid) as (office, server):
        assert isinstance(server, CopyUnderUid)
        office.work()
        [_, server.copy] = office.outbox.sent[0]
        server.receive(letter("new@people.example"))
        with suppress(KeyboardInterrupt), office.open_room() as room:
            run_once(replace(room, crash=killed_at("fetched", 2)))
        office.work()
        assert office.outbox.recipients[3:] == ["new@people.example"]
        assert set(office.states()) == {State.SENT}
        assert server.letters == {}


def killed_at(step: str, number: int) -> Callable[[str], None]:
    """Ends the process when it has come to a step so many times."""
    steps = count(1)

    def crash(name: str) -> None:
        if name == step and next(steps) == number:
            raise KeyboardInterrupt

    return crash


class OneForAll(ScriptedImap):
    """Gives the first letter in place of each one of its first answer."""

    given = False

    def _fetch_one(self, uid: int, *, bodies: bool) -> bytes:
        if not bodies or self.given:
            return super()._fetch_one(uid, bodies=bodies)
        kept = self.letters[uid]
        self.letters[uid] = self.letters[min(self.letters)]
        said = super()._fetch_one(uid, bodies=bodies)
        self.letters[uid] = kept
        self.given = uid == max(self.letters)
        return said


def test_a_letter_that_is_given_for_all_of_them_hides_none(tmp_path: Path) -> None:
    with imap(tmp_path, "", OneForAll) as (office, server):
        office.work()
        office.later(61, passes=2)
        assert isinstance(server, OneForAll)
        assert server.given
        people = sorted([*INNOCENT, "bad@people.example"])
        assert sorted(office.outbox.recipients) == people
        assert set(office.states()) == {State.SENT}


def broken(raw: RawMail, now: datetime) -> Outcome:
    raise OSError("reset")
