"""The states of a letter: the table, its drawing, and what refuses every other move."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest

import mailbot.ledger
from mailbot.errors import IllegalMove
from mailbot.ledger import (
    Entry,
    Granted,
    Ledger,
    LedgerOptions,
    Refused,
    Report,
    State,
    Stop,
)
from mailbot.ledger.letters import OPEN as OPEN_SQL
from mailbot.ledger.states import MOVES, OPEN, sources
from mailbot.mail.ports import Side
from mailbot.model import Address, Claim, Kind, MessageKey, Reply, Respond
from tests.cases import cases_of
from tests.fakes import NOON
from tests.test_ledger import Desk, NewDesk, Scene, desk, kinds, new_desk, play

__all__ = ["desk", "new_desk"]  # fixtures

BOT = "bot@bots.example"
KEY, DIGEST = MessageKey("INBOX", 1, 1), b"d" * 32
LATER = NOON + timedelta(hours=1)
PERSON = Address("", "ada@people.example")
OUTCOME = Respond(
    Reply(PERSON, "Re: Sudoku", "", (), "<sudoku.1@bots.example>", ""),
    Claim(PERSON.address, PERSON.domain, "Sudoku"),
    Kind.SOLVED,
)

CALLS: dict[str, Callable[[Ledger], object]] = {
    "start": lambda ledger: ledger.start(1),
    "wait": lambda ledger: ledger.wait(1),
    "grant": lambda ledger: ledger.grant(1, OUTCOME, lambda _: b"reply", NOON),
    "settle": lambda ledger: ledger.settle(1, State.QUARANTINED, "poison", NOON),
    "defer": lambda ledger: ledger.defer(1, LATER, "busy", NOON),
    "fail": lambda ledger: ledger.fail(1, LATER, "a bug", NOON),
    "vanish": lambda ledger: ledger.vanish(1, NOON),
    "sending": lambda ledger: ledger.sending(1, LATER, NOON),
    "sent": lambda ledger: ledger.sent(1, NOON),
    "unsent": lambda ledger: ledger.unsent(1, LATER, "451", NOON),
    "reject": lambda ledger: ledger.reject(1, "550", NOON),
    "hold": lambda ledger: ledger.hold(1, LATER, "unsure", NOON),
    "found_copy": lambda ledger: ledger.found_copy(1, NOON),
    "postpone": lambda ledger: ledger.postpone(1, LATER, "no scheduler", NOON),
}
"""One call of every method of the worker that the table names, but for `take`."""


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with one letter."""
    with Ledger.open(tmp_path / "ledger", BOT, LedgerOptions()) as ledger:
        ledger.install(None, NOON)
        take(ledger)
        yield ledger


@pytest.fixture
def report(tmp_path: Path, ledger: Ledger) -> Iterator[Report]:
    with Report.open(tmp_path / "ledger") as report:
        yield report


def take(ledger: Ledger) -> Entry:
    return ledger.take(KEY, DIGEST, 100, NOON, NOON)


def put_into(ledger: Ledger, state: State) -> None:
    """Write a state past the table, with a reply as every state may have one."""
    ledger.db.execute("UPDATE letter SET state = ?, reply = x'00'", (state,))


def drawn() -> set[tuple[str, str, str]]:
    """The moves that the drawing in the package's docstring shows."""
    moves, sources = set(), [""]
    for line in (mailbot.ledger.__doc__ or "").splitlines():
        if head := re.fullmatch(r"    ([A-Z, ]+)(?:: .*)?", line):
            sources = head[1].split(", ")
        elif line == "    (not recorded)":
            sources = []
        elif arrow := re.fullmatch(r"    [├└]── (.+) ──▶ (.+)", line):
            methods, after = arrow[1].split(", "), arrow[2].split(", ")
            for method, source, target in product(methods, sources, after):
                stays = target == "(as before)"
                moves.add((method, source, source if stays else target))
    return moves


def test_the_drawing_in_the_docstring_shows_the_table() -> None:
    assert drawn() == MOVES


@pytest.mark.parametrize("method", sorted({method for method, _, _ in MOVES}))
def test_every_transition_is_a_method(method: str) -> None:
    home = Report if method in ("retry", "forget") else Ledger
    assert callable(getattr(home, method))
    assert method in CALLS or method in ("take", "retry", "forget")


def test_no_other_code_of_the_ledger_writes_a_state() -> None:
    package = Path(mailbot.ledger.__file__).parent
    written = {
        path.name: re.findall(r"SET [^=]*\bstate = [^\"]*", path.read_text())
        for path in package.glob("*.py")
    }
    assert {name: found for name, found in written.items() if found} == {
        "erasure.py": ["SET state = 'IGNORED', filed = 0 WHERE {person} AND {OPEN}"]
    }


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("method", CALLS)
def test_a_move_that_is_not_in_the_table_is_refused_and_changes_nothing(
    ledger: Ledger, method: str, state: State
) -> None:
    put_into(ledger, state)
    before = ledger.db.execute("SELECT * FROM letter").fetchone()[:]
    if state in sources(method):
        CALLS[method](ledger)
        assert (method, state, ledger.entry(1).state) in MOVES
    else:
        if method in ("start", "wait"):
            assert CALLS[method](ledger) is None
        else:
            with pytest.raises(IllegalMove, match=f"letter 1 is {state}"):
                CALLS[method](ledger)
        assert ledger.db.execute("SELECT * FROM letter").fetchone()[:] == before


@pytest.mark.parametrize("state", State)
def test_a_letter_found_again_stays_as_it_is(ledger: Ledger, state: State) -> None:
    put_into(ledger, state)
    assert take(ledger).state is state


def test_a_vanished_letter_is_new_when_found_again(ledger: Ledger) -> None:
    ledger.vanish(1, NOON)
    assert take(ledger).state is State.NEW
    put_into(ledger, State.IGNORED)
    assert take(ledger).state is State.IGNORED


def test_the_place_of_a_letter_that_vanished_is_forgotten(ledger: Ledger) -> None:
    """A folder that gets its old name again holds it under its old UID."""
    key = ledger.entry(1).key
    assert key in ledger.known()
    ledger.vanish(1, NOON)
    assert key not in ledger.known()


@pytest.mark.parametrize("state", State)
def test_the_operator_may_do_so(ledger: Ledger, report: Report, state: State) -> None:
    put_into(ledger, state)
    assert report.retry(1, NOON) is (state in sources("retry"))
    put_into(ledger, state)
    ledger.db.execute("UPDATE letter SET address = ?", (PERSON.address,))
    report.forget(PERSON.address)
    forgotten = State.IGNORED if state in sources("forget") else state
    assert ledger.entry(1).state is forgotten


def test_a_move_of_a_letter_that_is_not_there_is_refused(ledger: Ledger) -> None:
    with pytest.raises(IllegalMove, match="no letter 7"):
        ledger.defer(7, LATER, "busy", NOON)


def test_open_means_the_same_in_sql_and_in_the_table() -> None:
    assert sources("forget") == OPEN
    with closing(sqlite3.connect(":memory:")) as db:
        is_open = {
            state: db.execute(f"SELECT {OPEN_SQL} FROM (SELECT ? AS state)", (state,))
            for state in State
        }
        assert {state for state, row in is_open.items() if row.fetchone()[0]} == OPEN


def test_an_apology_leaves_its_letter_in_quarantine(ledger: Ledger) -> None:
    ledger.grant(1, OUTCOME, lambda _: b"sorry", NOON, State.QUARANTINED)
    ledger.sending(1, LATER, NOON)
    ledger.sent(1, NOON)
    assert ledger.entry(1).state is State.QUARANTINED


# Power that fails.


WAITS = 2
"""SQLite's level for a transaction that is on the disk when it ends."""


def waited(desk: Desk) -> bool:
    """Whether the last transaction of the ledger waited for the disk."""
    (level,) = desk.ledger.db.execute("PRAGMA synchronous").fetchone()
    return bool(level == WAITS)


def test_a_reply_waits_for_the_disk_once_before_it_is_handed_over(desk: Desk) -> None:
    """All else can be found or done again after a power cut."""
    ledger, now, steps = desk.ledger, desk.now, {}
    entry = desk.letter()
    steps["take"] = waited(desk)
    ledger.start(entry.id)
    steps["start"] = waited(desk)
    ledger.wait(entry.id)
    steps["wait"] = waited(desk)
    assert isinstance(desk.claim(entry=entry), Granted)
    steps["grant"] = waited(desk)
    ledger.sending(entry.id, now, now)
    steps["sending"] = waited(desk)
    ledger.sent(entry.id, now)
    steps["sent"] = waited(desk)
    ledger.filed(entry.id)
    steps["filed"] = waited(desk)
    assert [step for step, lasting in steps.items() if lasting] == ["sending"]


def test_what_is_settled_without_a_reply_waits_for_the_disk(desk: Desk) -> None:
    ledger, entry = desk.ledger, desk.letter()
    assert not waited(desk)
    ledger.settle(entry.id, State.IGNORED, "a robot", desk.now)
    assert waited(desk)


def test_the_end_of_an_unsent_reply_waits_for_the_disk(desk: Desk) -> None:
    ledger, now = desk.ledger, desk.now
    ends: list[Callable[[int], None]] = [
        lambda letter: ledger.unsent(letter, now, "greylisted", now),
        lambda letter: ledger.reject(letter, "no such user", now),
        lambda letter: ledger.hold(letter, now, "no answer", now),
    ]
    for end in ends:
        entry = desk.letter()
        desk.claim(entry=entry)
        ledger.sending(entry.id, now, now)
        desk.letter()
        assert not waited(desk)
        end(entry.id)
        assert waited(desk)


def test_an_outage_is_written_down_without_a_wait_for_the_disk(desk: Desk) -> None:
    """It may be that of the disk; and what it tells can be found out again."""
    ledger, now = desk.ledger, desk.now
    changes: list[Callable[[], None]] = [
        lambda: ledger.begin_outage(Side.OUT, "connection refused", now),
        lambda: ledger.end_outage(Side.OUT, now),
    ]
    for change in changes:
        ledger.settle(desk.letter().id, State.IGNORED, "a robot", now)
        assert waited(desk)
        change()
        assert not waited(desk)


# Silence.


cases = cases_of(__file__)

ADA, BOB = "ada@people.example", "bob@people.example"


def stop_unproven(desk: Desk, person: str) -> None:
    desk.ledger.settle(desk.letter().id, State.IGNORED, "stop", desk.now, stop=person)


def contents(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


@cases("scene")
def test_silence_is_kept_as_the_table_says(desk: Desk, scene: Scene) -> None:
    play(desk, scene)


# Stop.


def test_an_unproven_stop_undoes_no_proven_one(desk: Desk) -> None:
    desk.claim(ADA, stop=True)
    stop_unproven(desk, ADA)
    assert isinstance(desk.claim(ADA), Refused)
    assert desk.report.resume(ADA) is Stop.PERSON


def test_proven_and_unproven_stops_are_counted_and_taken_back(desk: Desk) -> None:
    stop_unproven(desk, "ADA+x@people.example")
    desk.claim(BOB, stop=True)
    summary = desk.report.summary(desk.now)
    assert summary.stopped == {Stop.PERSON: 1, Stop.UNPROVEN: 1}
    assert desk.report.resume(ADA) is Stop.UNPROVEN
    assert desk.report.resume(BOB) is Stop.PERSON
    assert desk.report.resume(BOB) is None
    grants = [desk.claim(ADA, proven=False), desk.claim(BOB)]
    assert kinds(grants) == ["Granted", "Granted"]


def test_no_address_is_kept_for_an_unproven_stop(desk: Desk) -> None:
    stop_unproven(desk, ADA)
    desk.ledger.rest()
    assert b"ada@" not in contents(desk.path)


# The same again.


def test_what_was_said_is_forgotten_after_an_hour(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.claim(ADA, said="ab")
    desk.go_on(hours=1, seconds=1)
    assert isinstance(desk.claim(ADA, said="ab"), Granted)
    desk.go_on(days=1, seconds=1)
    desk.ledger.purge(desk.now)
    with closing(sqlite3.connect(desk.path)) as db:
        assert db.execute("SELECT count(*) FROM said").fetchone() == (0,)


def test_what_was_said_is_a_salted_hash_and_erased_with_the_person(desk: Desk) -> None:
    said = "ab" * 32
    desk.claim(ADA, said=said)
    desk.ledger.rest()
    assert said.encode() not in contents(desk.path)
    assert bytes.fromhex(said) not in contents(desk.path)
    desk.report.forget(ADA)
    assert isinstance(desk.claim(ADA, said=said), Granted)
