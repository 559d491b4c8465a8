"""Whom the ledger leaves in peace: people who said stop, and letters said again."""

import sqlite3
from contextlib import closing
from pathlib import Path

from mailbot.ledger import Granted, Refused, State, Stop
from tests.cases import cases_of
from tests.test_ledger import Desk, NewDesk, Scene, desk, kinds, new_desk, play

__all__ = ["desk", "new_desk"]  # fixtures

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
