"""Whom the ledger leaves in peace: people who said stop, and letters said again."""

import sqlite3
from contextlib import closing
from pathlib import Path

from mailbot.ledger import Granted, Refused, State, Stop
from tests.test_ledger import Desk, NewDesk, desk, kinds, new_desk

__all__ = ["desk", "new_desk"]  # fixtures

ADA, BOB = "ada@people.example", "bob@people.example"


def stop_unproven(desk: Desk, person: str) -> None:
    desk.ledger.settle(desk.letter().id, State.IGNORED, "stop", desk.now, stop=person)


def contents(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


class TestStop:
    def test_a_proven_stop_silences_the_person_however_they_write(
        self, desk: Desk
    ) -> None:
        assert isinstance(desk.claim(ADA, stop=True), Granted)
        desk.go_on(days=400)
        grants = [desk.claim(ADA), desk.claim(ADA, proven=False)]
        assert kinds(grants) == ["Refused", "Refused"]
        assert isinstance(desk.claim(BOB), Granted)

    def test_an_unproven_stop_silences_unproven_letters_alone(self, desk: Desk) -> None:
        stop_unproven(desk, ADA)
        desk.go_on(days=400)
        assert isinstance(desk.claim(ADA, proven=False), Refused)
        assert isinstance(desk.claim(ADA), Granted)
        assert isinstance(desk.claim(BOB, proven=False), Granted)

    def test_an_unproven_stop_undoes_no_proven_one(self, desk: Desk) -> None:
        desk.claim(ADA, stop=True)
        stop_unproven(desk, ADA)
        assert isinstance(desk.claim(ADA), Refused)
        assert desk.report.resume(ADA) is Stop.PERSON

    def test_a_proven_stop_follows_an_unproven_one(self, desk: Desk) -> None:
        stop_unproven(desk, ADA)
        assert isinstance(desk.claim(ADA, stop=True), Granted)
        assert isinstance(desk.claim(ADA), Refused)

    def test_both_kinds_are_counted_and_taken_back(self, desk: Desk) -> None:
        stop_unproven(desk, "ADA+x@people.example")
        desk.claim(BOB, stop=True)
        summary = desk.report.summary(desk.now)
        assert summary.stopped == {Stop.PERSON: 1, Stop.UNPROVEN: 1}
        assert desk.report.resume(ADA) is Stop.UNPROVEN
        assert desk.report.resume(BOB) is Stop.PERSON
        assert desk.report.resume(BOB) is None
        grants = [desk.claim(ADA, proven=False), desk.claim(BOB)]
        assert kinds(grants) == ["Granted", "Granted"]

    def test_nobodys_address_is_kept_for_it(self, desk: Desk) -> None:
        stop_unproven(desk, ADA)
        desk.ledger.rest()
        assert b"ada@" not in contents(desk.path)


class TestTheSameAgain:
    def test_what_was_just_answered_is_not_answered_again(self, desk: Desk) -> None:
        grants = [desk.claim(ADA, said="ab") for _ in range(3)]
        assert kinds(grants) == ["Granted", "Refused", "Refused"]
        assert isinstance(desk.claim(ADA, said="cd"), Granted)
        assert isinstance(desk.claim(BOB, said="ab"), Granted)
        assert isinstance(desk.claim(ADA), Granted)

    def test_what_a_person_may_say_twice_is_answered_twice(self, desk: Desk) -> None:
        grants = []
        for _ in range(3):
            grants.append(desk.claim(ADA, said="ab", twice=True))
            desk.go_on(seconds=31)
        assert kinds(grants) == ["Granted", "Granted", "Refused"]

    def test_what_is_said_again_at_once_is_a_machines(self, desk: Desk) -> None:
        grants = [desk.claim(ADA, said="ab", twice=True)]
        desk.go_on(seconds=29)
        grants.append(desk.claim(ADA, said="ab", twice=True))
        assert kinds(grants) == ["Granted", "Refused"]

    def test_after_an_hour_it_is_forgotten(self, new_desk: NewDesk) -> None:
        desk = new_desk()
        desk.claim(ADA, said="ab")
        desk.go_on(hours=1, seconds=1)
        assert isinstance(desk.claim(ADA, said="ab"), Granted)
        desk.go_on(days=1, seconds=1)
        desk.ledger.purge(desk.now)
        with closing(sqlite3.connect(desk.path)) as db:
            assert db.execute("SELECT count(*) FROM said").fetchone() == (0,)

    def test_it_is_kept_as_a_salted_hash_and_erased_with_the_person(
        self, desk: Desk
    ) -> None:
        said = "ab" * 32
        desk.claim(ADA, said=said)
        desk.ledger.rest()
        assert said.encode() not in contents(desk.path)
        assert bytes.fromhex(said) not in contents(desk.path)
        desk.report.forget(ADA)
        assert isinstance(desk.claim(ADA, said=said), Granted)


class TestStart:
    def test_a_proven_start_undoes_a_stop(self, desk: Desk) -> None:
        desk.claim(ADA, stop=True)
        assert isinstance(desk.claim(ADA), Refused)
        assert isinstance(desk.claim(ADA, start=True), Granted)
        assert isinstance(desk.claim(ADA), Granted)

    def test_a_stop_after_a_start_counts_though_it_says_the_same(
        self, desk: Desk
    ) -> None:
        words = "a" * 64
        desk.claim(ADA, stop=True, said=words)
        desk.claim(ADA, start=True)
        assert isinstance(desk.claim(ADA, stop=True, said=words), Granted)
        assert isinstance(desk.claim(ADA), Refused)
