"""Whose letter is read next."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import datetime
from email import message_from_bytes
from math import inf
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailbot.errors import Preempted
from mailbot.ledger import State
from mailbot.model import Outcome, RawMail
from mailbot.worker import Task
from mailbot.worker.events import GaveWay
from mailbot.worker.pipeline import MAX_TRIES, Pipeline
from mailbot.worker.turns import SLICE, Lane, MayTake, Turn, Turns
from tests import fakes
from tests.cases import cases_of
from tests.fakes import BOT, FakeClock, FakeExecutor
from tests.office import Office

cases = cases_of(__file__)

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
            begun.append(turn.letter)
        return begun

    def end(self, letter: str, seconds: float = QUICK) -> None:
        self.turns.finish(lane_of(letter), seconds)

    def read_all(self, seconds: float = QUICK) -> list[str]:
        """Read one after the other; their order."""
        read = []
        while turn := self.turns.next():
            read.append(turn.letter)
            self.turns.finish(turn.lane, seconds)
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


def test_every_second_turn_is_that_of_the_organisation_that_came_last() -> None:
    queue = Queue()
    queue.add("x@a", "x@b", "x@c", "y@d", "z@d", "z@d", "x@e!", "x@f!", "x@g!")
    text, photos = ["x@a", "y@d", "x@b", "z@d", "x@c", "z@d"], ["x@e!", "x@g!", "x@f!"]
    assert queue.read_all() == text + photos


def test_an_organisation_came_when_its_first_letter_that_waits_did() -> None:
    """So that writing again and again brings it no turn."""
    queue = Queue()
    queue.add("x@a", "y@a", "x@b", "z@a")
    assert queue.read_all()[:2] == ["x@a", "x@b"]


def test_text_does_not_change_whose_turn_it_is_among_photos() -> None:
    queue = Queue(at_once=1, pictures=1)
    queue.add(*(f"x@{name}!" for name in "abcd"))
    for photo in ("x@a!", "x@d!", "x@b!", "x@c!"):
        turn = queue.turns.next()
        assert turn
        assert turn.letter == photo
        queue.end(photo)
        queue.add("x@text")
        assert queue.begin() == ["x@text"]
        queue.end("x@text")


def test_the_end_of_the_process_waits_for_no_letter_for_long() -> None:
    queue = Queue()
    queue.add("x@a", "y@b")
    turn = queue.turns.next()
    assert turn
    allowed = queue.turns.may_take(turn)
    queue.turns.close()
    assert allowed() > 10, "it may be ready soon"
    queue.clock.go_on(21)
    assert allowed() == 0
    queue.turns.give_back(turn, turn.letter, 9)
    assert queue.begin() == [], "it waits for the next process"


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
    assert queue.read_all()[:4] == ["proven 0", "x@c", "proven 1", "x@b"]


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
    queue.clock.go_on(599)
    queue.add("y@slow", "x@a!")
    assert queue.read_all() == ["x@a!", "y@slow"]
    queue.clock.go_on(1)
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


def test_a_letter_that_is_gone_does_not_make_its_organisation_known() -> None:
    queue = Queue()
    queue.add("x@a!", "y@a!", "z@a!")
    assert queue.begin() == ["x@a!"]
    queue.turns.leave_out(lane_of("x@a!"))
    assert queue.begin() == ["y@a!"]
    queue.end("y@a!")
    assert queue.begin() == ["z@a!"]


def test_slow_organisations_together_leave_a_child_free() -> None:
    queue = Queue()
    for letter in ("x@a!", "x@b!", "x@c!"):
        queue.add(letter)
        assert queue.read_all(SLOW) == [letter]
    queue.add("x@a!", "x@b!", "x@c!")
    assert len(queue.begin()) == 1


def test_text_does_not_wait_for_pictures_that_are_being_read() -> None:
    queue = Queue()
    queue.add(*(f"x@{name}!" for name in "abcdef"))
    assert len(queue.begin()) == 2
    queue.add("x@g", "x@h", "x@i")
    assert len(queue.begin()) == 2, "four at once"


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


class Reading:
    """Letters that are read in simulated time, by two children and one for text.

    A child works at full speed, and is looked at every `STEP` seconds.
    """

    STEP = 1 / 16

    def __init__(self, costs: Callable[[str], float]) -> None:
        self.queue = Queue()
        self.costs = costs
        self.now = 0.0
        self.came: dict[str, float] = {}
        self.answered: dict[str, float] = {}
        self.spent = 0.0
        self._running: list[tuple[Turn[str], Callable[[], float], float]] = []

    def add(self, letter: str) -> None:
        self.came[letter] = self.now
        self.queue.add(letter)

    def waits(self) -> dict[str, float]:
        """Seconds from each letter's coming to its answer."""
        return {name: self.answered[name] - self.came[name] for name in self.answered}

    def go_on(self, seconds: float) -> None:
        for _ in range(round(seconds / self.STEP)):
            self._step()

    def _step(self) -> None:
        turns = self.queue.turns
        while turn := turns.next():
            self._running.append((turn, turns.may_take(turn), 0.0))
        self.now += self.STEP
        self.queue.clock.go_on(self.STEP)
        running, self._running = self._running, []
        for turn, may_take, spent in running[: 2 + 1]:
            taken = spent + self.STEP
            self.spent += self.STEP
            if taken >= self.costs(turn.letter):
                self.answered[turn.letter] = self.now
                turns.finish(turn.lane, taken)
            elif taken >= may_take():
                turns.give_back(turn, turn.letter, taken)
            else:
                self._running.append((turn, may_take, taken))
        self._running += running[2 + 1 :]


def cost(letter: str) -> float:
    """Hostile letters take all the time there is, photos up to a second, text none."""
    if "evil" in letter:
        return 10.0
    return {"bob@home!": 0.4, "cleo@desk!": 1.0, "eve@inn!": 0.6}.get(letter, 0.05)


@pytest.mark.parametrize("organisations", [1, 5, 50])
def test_fifty_slow_letters_in_front_delay_nobody_for_long(organisations: int) -> None:
    reading = Reading(cost)
    for number in range(50):
        reading.add(f"x{number}@evil{number % organisations}!")
    reading.go_on(3)
    for letter in ("ada@lab", "bob@home!", "cleo@desk!"):
        reading.add(letter)
    reading.go_on(37)
    for letter in ("dan@office", "eve@inn!"):
        reading.add(letter)
    reading.go_on(40)
    waits = reading.waits()
    assert max(waits["ada@lab"], waits["dan@office"]) <= 1
    assert max(waits["bob@home!"], waits["cleo@desk!"], waits["eve@inn!"]) <= 15
    assert reading.spent > 75, "at least one child reads hostile letters, too"


def test_slow_letters_of_text_delay_nobody_for_long() -> None:
    """Three of four that are handed over are read; the other waits for a child."""
    reading = Reading(cost)
    for number in range(50):
        reading.add(f"x{number}@evil{number}")
    reading.go_on(3)
    reading.add("ada@lab")
    reading.go_on(2)
    reading.add("bob@home!")
    reading.go_on(20)
    assert reading.waits()["ada@lab"] <= 2
    assert reading.waits()["bob@home!"] <= 15


def test_letters_of_just_a_slice_delay_a_photo_by_their_slices_at_most() -> None:
    """Half of them come before it and half after, which is the worst order."""
    reading = Reading(lambda letter: 0.4 if letter == "bob@home!" else SLICE)
    for number in range(25):
        reading.add(f"x@before{number}!")
    reading.add("bob@home!")
    for number in range(100):
        if number < 25:
            reading.add(f"x@after{number}!")
        reading.go_on(SLICE)
    assert reading.waits()["bob@home!"] <= 50 * SLICE / 2 + 1


def test_whoever_comes_behind_a_crowd_is_read_within_two_slices() -> None:
    reading = Reading(lambda letter: 0.4 if letter == "bob@home!" else SLICE)
    for number in range(200):
        reading.add(f"x@before{number}!")
    reading.add("bob@home!")
    reading.go_on(2)
    assert reading.waits()["bob@home!"] <= 2 * SLICE + 0.5


def test_slices_cost_less_than_twice_what_letters_take() -> None:
    """Besides the letters themselves."""
    needs = {f"x@o{number}!": 0.3 * 1.2**number for number in range(20)}
    reading = Reading(needs.__getitem__)
    for letter in needs:
        reading.add(letter)
    reading.go_on(300)
    assert reading.answered.keys() == needs.keys()
    assert reading.spent < 3 * sum(needs.values())


def begun(queue: Queue, letter: str) -> tuple[Turn[str], MayTake]:
    """The only letter of a queue, begun, and how long it may take."""
    queue.add(letter)
    turn = queue.turns.next()
    assert turn is not None
    return turn, queue.turns.may_take(turn)


def test_a_letter_is_read_to_its_end_while_none_waits() -> None:
    queue = Queue()
    _, may_take = begun(queue, "x@a!")
    assert may_take() == inf
    queue.add("x@b!", "x@c!")
    assert may_take() == SLICE
    queue.begin()
    assert may_take() == SLICE, "one still waits"
    queue.turns.close()
    assert may_take() == inf


def test_a_letter_gives_way_to_text_that_was_handed_over_and_has_no_child() -> None:
    queue = Queue()
    _, may_take = begun(queue, "x@a!")
    queue.add("x@b", "x@c")
    assert len(queue.begin()) == 2
    assert may_take() == inf, "each of them has a child"
    queue.add("x@d")
    assert queue.begin() == ["x@d"]
    assert may_take() == SLICE


@cases("first, next_one, gives_way")
def test_a_letter_gives_way_to_those_that_may_take_its_place(
    first: str, next_one: str, *, gives_way: bool
) -> None:
    queue = Queue()
    _, may_take = begun(queue, first)
    queue.add(next_one)
    assert (may_take() == SLICE) == gives_way


def test_a_quick_letter_gives_way_to_no_slow_organisation() -> None:
    queue = Queue()
    begun(queue, "x@slow!")
    queue.end("x@slow!", SLOW)
    turn, may_take = begun(queue, "x@a!")
    queue.add("y@slow!")
    assert may_take() == inf
    queue.end(turn.letter)
    queue.begin()
    queue.add("y@slow!")
    slow = Turn(lane_of("y@slow!"), "y@slow!", queue.clock(), 9)
    assert queue.turns.may_take(slow)() == SLICE


@pytest.mark.parametrize(
    ("had", "slices"), [(0, 1), (0.5, 2), (0.9, 2), (1, 4), (1.1, 4), (7, 16)]
)
def test_what_was_given_back_is_read_for_twice_as_long(had: float, slices: int) -> None:
    queue = Queue()
    turn, _ = begun(queue, "x@a!")
    queue.turns.give_back(turn, turn.letter, had)
    again = queue.turns.next()
    assert again
    assert again.letter == "x@a!"
    queue.add("x@b!")
    assert queue.turns.may_take(again)() == slices * SLICE


def test_a_fresh_letter_goes_before_one_that_was_given_back() -> None:
    queue = Queue(at_once=1, pictures=1)
    turn, _ = begun(queue, "x@a")
    queue.add("x@b!", "x@c!")
    queue.turns.give_back(turn, turn.letter, 0.6)
    assert queue.read_all()[-1] == "x@a"


def test_a_letter_gives_way_to_those_that_had_more_only_after_as_much() -> None:
    queue = Queue(at_once=1, pictures=1)
    turn, _ = begun(queue, "x@a!")
    queue.turns.give_back(turn, turn.letter, 1.2)
    _, may_take = begun(queue, "x@b!")
    assert may_take() == 4 * SLICE


def test_an_organisation_is_slow_once_it_had_five_seconds() -> None:
    for had, first in ((4.0, "y@a!"), (6.0, "x@b!")):
        queue = Queue()
        turn, _ = begun(queue, "x@a!")
        queue.turns.give_back(turn, turn.letter, had)
        queue.add("x@b!", "y@a!")  # now it is the turn of who came last
        assert queue.read_all()[0] == first


def test_a_letter_that_was_given_back_does_not_make_its_organisation_quick() -> None:
    queue = Queue()
    turn, _ = begun(queue, "x@a!")
    queue.turns.give_back(turn, turn.letter, 0.6)
    queue.add("y@a!", "z@a!")
    assert queue.begin() == ["y@a!"], "one child stays free for others"


@contextmanager
def taken_in(
    office: Office, held_bytes: int, seen: Callable[[MayTake], object] = id
) -> Iterator[Pipeline]:
    """A pipeline that has taken in the mailbox; a sender's domain is a lane.

    `seen` hears how long each letter may take that is begun.
    """

    def ask(raw: RawMail, now: datetime) -> Task:
        def read(letter: RawMail, may_take: MayTake) -> Future[Outcome]:
            seen(may_take)
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
    office.receive_from(4, "x{}@evil.example")
    office.inbox.receive(fakes.letter("ada@people.example"))
    return office


@pytest.mark.parametrize(("held_bytes", "again"), [(2**20, 0), (0, 3)])
def test_letters_are_read_by_turns(office: Office, held_bytes: int, again: int) -> None:
    """However many letters there is memory for; those beyond are fetched again."""
    with taken_in(office, held_bytes) as pipeline:
        assert (pipeline.readers.in_flight, pipeline.readers.waiting) == (2, 3)
        finish(office, pipeline)
    assert office.outbox.recipients[:2] == ["x0@evil.example", "ada@people.example"]
    assert office.states() == [State.SENT] * 5
    assert office.inbox.fetched == 5 + again


def test_a_letter_gone_before_its_turn_says_nothing_of_others(tmp_path: Path) -> None:
    """There was no memory for it: it is fetched again, and somebody has deleted it.

    Its organisation is not known to be quick, and gets one child still.
    """
    office = Office(tmp_path, pool=FakeExecutor(at_once=False)).install()
    senders = ("x@a", "x@b", "x@c", "x@d", "x@e", "y@e", "z@e")
    keys = {
        one: office.inbox.receive(fakes.letter(f"{one}.example")) for one in senders
    }
    office.with_options(in_flight=3)
    with taken_in(office, 0) as pipeline:
        assert (pipeline.readers.in_flight, pipeline.readers.waiting) == (3, 4)
        del office.inbox.letters[keys["x@e"].uid]
        office.pool.finish_all()
        pipeline.collect(0)
        assert (pipeline.readers.in_flight, pipeline.readers.waiting) == (2, 1)
        finish(office, pipeline)
    assert office.states().count(State.SENT) == 6


def test_a_worker_waits_for_a_letter_that_is_being_read(office: Office) -> None:
    with taken_in(office, 2**20) as pipeline:
        reading = threading.Timer(0.2, office.pool.finish_all)
        reading.start()
        pipeline.collect(60)
        assert office.outbox.sent
        reading.join()
        finish(office, pipeline)


def test_letters_waiting_at_the_end_are_read_by_the_next(office: Office) -> None:
    with taken_in(office, 2**20) as pipeline:
        pipeline.readers.turns.close()
        finish(office, pipeline)
        assert len(office.outbox.sent) == 2
    office.pool = FakeExecutor()
    office.work()
    assert office.states() == [State.SENT] * 5
    assert len(office.outbox.sent) == 5


def test_a_letter_that_gave_way_is_read_again_unblamed(office: Office) -> None:
    """However often: many more times than a letter may fail, or be started."""
    gave_way: list[str] = []

    def read(raw: RawMail, now: datetime) -> Outcome:
        sender = message_from_bytes(raw.rfc822)["From"]
        if sender.startswith("x0") and len(gave_way) < MAX_TRIES + 5:
            gave_way.append(sender)
            raise Preempted(0.5)
        return fakes.answer(raw, now)

    office.middle = read
    with taken_in(office, 2**20) as pipeline:
        finish(office, pipeline)
    assert len(gave_way) == MAX_TRIES + 5
    assert office.states() == [State.SENT] * 5
    assert office.outbox.recipients[-1] == "x0@evil.example"
    events = office.told(GaveWay)
    assert events == [GaveWay(BOT.address, 1, 0.5)] * (MAX_TRIES + 5)
    with office.open_ledger() as ledger:
        entry = ledger.entry(1)
    assert (entry.tries, entry.failures) == (0, 0)


def test_a_letter_that_gave_way_may_take_longer_the_next_time(office: Office) -> None:
    """So may the last of the others, where only such a letter waits."""
    allowed: list[float] = []

    def read(raw: RawMail, now: datetime) -> Outcome:
        if message_from_bytes(raw.rfc822)["From"].startswith("x0") and len(allowed) < 4:
            raise Preempted(1.2)
        return fakes.answer(raw, now)

    office.middle = read
    with taken_in(office, 2**20, lambda may_take: allowed.append(may_take())) as line:
        finish(office, line)
    assert allowed == [inf, SLICE, SLICE, SLICE, 4 * SLICE, inf]
