"""Whose letter is read next."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from email import message_from_bytes
from pathlib import Path

import pytest

from mailbot.ledger import State
from mailbot.model import Outcome, RawMail
from mailbot.worker import Task
from mailbot.worker.pipeline import Pipeline
from mailbot.worker.turns import Lane, Turns
from tests import fakes
from tests.fakes import FakeClock, FakeExecutor
from tests.office import Office

SLOW, QUICK = 8.0, 1.0


class Queue:
    """Letters by name that wait; what is read next is told by name."""

    def __init__(self, at_once: int = 4, pictures: int = 2) -> None:
        self.clock = FakeClock()
        self.turns = Turns[str](at_once, pictures, self.clock)

    def add(self, *letters: str) -> None:
        """Letters named person@organisation, a photo where the name ends in !."""
        for letter in letters:
            self.turns.add(lane_of(letter), letter)

    def begin(self) -> list[str]:
        """All letters that may begin now."""
        begun = []
        while turn := self.turns.next():
            begun.append(turn[1])
        return begun

    def end(self, letter: str, seconds: float = QUICK) -> None:
        self.turns.finish(lane_of(letter), seconds)

    def read_all(self, seconds: float = QUICK) -> list[str]:
        """Read one after the other; their order."""
        read = []
        while turn := self.turns.next():
            lane, letter = turn
            read.append(letter)
            self.turns.finish(lane, seconds)
        return read


def lane_of(letter: str) -> Lane:
    person = letter.rstrip("!")
    return Lane(person.partition("@")[2], person, letter.endswith("!"))


def test_letters_of_one_person_come_in_their_order() -> None:
    queue = Queue()
    for number in range(3):
        queue.turns.add(Lane("a", "x@a"), str(number))
    assert queue.read_all() == ["0", "1", "2"]


def test_organisations_take_turns_and_so_do_their_people() -> None:
    queue = Queue()
    queue.add("x@a", "x@a", "x@a", "y@a", "x@b", "x@b")
    assert queue.read_all() == ["x@a", "x@b", "y@a", "x@b", "x@a", "x@a"]


def test_a_proven_sender_does_not_wait_for_many_unproven_ones() -> None:
    """Their photos lie there for long when the person's photo comes."""
    queue = Queue()
    queue.add(*(f"x@evil{number}!" for number in range(50)))
    begun = queue.begin()
    queue.clock.go_on(60)
    for name in ("ada", "bob"):
        queue.turns.add(Lane(name, f"{name}@{name}", True, True), name)
    for letter in begun:
        queue.end(letter, SLOW)
    assert queue.begin() == ["ada", "bob"]


def test_a_proven_sender_leaves_unproven_ones_a_turn() -> None:
    queue = Queue()
    for number in range(4):
        queue.turns.add(Lane("a", "x@a", proven=True), f"proven {number}")
    queue.add("x@b", "x@c")
    assert queue.read_all()[:4] == ["proven 0", "x@b", "proven 1", "x@c"]


def test_text_comes_before_pictures() -> None:
    queue = Queue()
    queue.add("x@a!", "x@b!", "x@c")
    assert queue.read_all() == ["x@c", "x@a!", "x@b!"]


def test_pictures_that_have_waited_long_wait_for_no_more_text() -> None:
    queue = Queue()
    queue.add("x@a!")
    queue.clock.go_on(6)
    queue.add("x@b")
    assert queue.read_all() == ["x@a!", "x@b"]


def test_who_had_a_slow_letter_waits_behind_others_for_ten_minutes() -> None:
    queue = Queue()
    queue.add("x@slow!")
    assert queue.read_all(SLOW) == ["x@slow!"]
    queue.add("y@slow", "x@a!")
    assert queue.read_all() == ["x@a!", "y@slow"], "a quick letter changes nothing yet"
    queue.clock.go_on(601)
    queue.add("y@slow", "x@a!")
    assert queue.read_all() == ["y@slow", "x@a!"]


def test_an_unknown_organisation_leaves_a_child_free() -> None:
    queue = Queue()
    queue.add(*["x@evil!", "y@evil!", "z@evil", "x@evil"])
    assert queue.begin() == ["z@evil"]
    queue.add("ada@lab!")
    assert queue.begin() == ["ada@lab!"]
    queue.end("ada@lab!")
    queue.add("ada@lab!", "bob@lab!", "eve@lab")
    assert queue.begin() == ["eve@lab", "bob@lab!", "ada@lab!"], "quick: no limit"


def test_slow_organisations_together_leave_a_child_free() -> None:
    queue = Queue()
    for letter in ("x@a!", "x@b!", "x@c!"):
        queue.add(letter)
        assert queue.read_all(SLOW) == [letter]
    queue.add("x@a!", "x@b!", "x@c!")
    assert queue.begin() == ["x@a!"]


def test_text_does_not_wait_for_pictures_that_are_being_read() -> None:
    queue = Queue()
    queue.add(*(f"x@{name}!" for name in "abcdef"))
    assert len(queue.begin()) == 2
    queue.add("x@g", "x@h", "x@i")
    assert queue.begin() == ["x@g", "x@h"], "four at once"


@pytest.mark.parametrize("pictures", [1, 2, 8])
def test_every_letter_is_read_at_some_time(pictures: int) -> None:
    queue = Queue(2 * pictures, pictures)
    letters = [f"x{n}@o{n % 3}{'!' * (n % 2)}" for n in range(40)]
    queue.add(*letters)
    read: list[str] = []
    while under_way := queue.begin():
        read += under_way
        for letter in under_way:
            queue.end(letter, SLOW if len(read) % 3 else QUICK)
    assert sorted(read) == sorted(letters)


def test_fifty_slow_letters_in_front_delay_nobody_for_long() -> None:
    """Hostile letters take 15 s each, an innocent photo 2 s and text nothing.

    Two children read pictures and one more reads text. In seconds of a fake clock.
    """
    queue, now = Queue(), 0
    ends: dict[str, int] = {}
    queue.add(*(f"x{n}@evil!" for n in range(50)))
    waited: dict[str, int] = {}
    arrivals = {3: "ada@lab", 5: "bob@home!", 40: "cleo@desk!", 41: "dan@office"}
    for now in range(100):
        if now in arrivals:
            queue.add(arrivals[now])
        for letter in [one for one, end in ends.items() if end <= now]:
            del ends[letter]
            queue.end(letter, 15 if "evil" in letter else 2)
        for letter in queue.begin():
            ends[letter] = now + (15 if "evil" in letter else 2)
            waited[letter] = now
        queue.clock.go_on(1)
    answered = {letter: waited[letter] + 2 - at for at, letter in arrivals.items()}
    assert max(answered["ada@lab"], answered["dan@office"]) <= 5
    assert max(answered["bob@home!"], answered["cleo@desk!"]) <= 15
    assert sum("evil" in letter for letter in waited) >= 6, "they are read, too"


@contextmanager
def taken_in(office: Office, held_bytes: int) -> Iterator[Pipeline]:
    """A pipeline that has taken in the mailbox; a sender's domain is a lane."""

    def ask(raw: RawMail, now: datetime) -> Task:
        def read(letter: RawMail) -> Future[Outcome]:
            return office.pool.submit(office.middle, letter, now)

        return Task(lane_of(message_from_bytes(raw.rfc822)["From"]), read)

    office.with_options(held_bytes=held_bytes)
    with office.open_room() as room:
        pipeline = Pipeline(replace(room, ask=ask))
        pipeline.open()
        pipeline.receive(lambda: False)
        yield pipeline


def finish(office: Office, pipeline: Pipeline) -> None:
    while pipeline.readers.in_flight or pipeline.readers.waiting:
        office.pool.finish_all()
        pipeline.collect(0)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """Four letters of one organisation, and one of another behind them."""
    office = Office(tmp_path, pool=FakeExecutor(at_once=False)).install()
    for number in range(4):
        office.inbox.receive(fakes.letter(f"x{number}@evil.example"))
    office.inbox.receive(fakes.letter("ada@people.example"))
    return office


@pytest.mark.parametrize(("held_bytes", "again"), [(2**20, 0), (0, 3)])
def test_the_worker_reads_letters_by_turns(
    office: Office, held_bytes: int, again: int
) -> None:
    """However many letters there is memory for; those beyond are fetched again."""
    with taken_in(office, held_bytes) as pipeline:
        assert (pipeline.readers.in_flight, pipeline.readers.waiting) == (2, 3)
        finish(office, pipeline)
    assert office.outbox.recipients[:2] == ["x0@evil.example", "ada@people.example"]
    assert office.states() == [State.SENT] * 5
    assert office.inbox.fetched == 5 + again


def test_letters_that_wait_when_the_worker_ends_are_read_by_the_next(
    office: Office,
) -> None:
    with taken_in(office, 2**20) as pipeline:
        pipeline.readers.put_back()
        finish(office, pipeline)
        assert len(office.outbox.sent) == 2
    office.pool = FakeExecutor()
    office.work()
    assert office.states() == [State.SENT] * 5
    assert len(office.outbox.sent) == 5
