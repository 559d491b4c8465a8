"""What travels between the processes arrives whole and within its limits."""

import os
import random
import socket
import struct
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from msgspec import msgpack

from mailbot.errors import BadLetter, MailbotError, MissingTool, TooCostly
from mailbot.judge import reading_of
from mailbot.model import (
    Content,
    Findings,
    Kind,
    Lack,
    Note,
    NoteKind,
    Picture,
    Puzzle,
    Silence,
    Source,
    Status,
    Want,
)
from mailbot.options import Brief
from mailbot.pool import draw_file, read_file, read_letter
from mailbot.pool.protocol import calls, control
from mailbot.pool.protocol.calls import CALLS
from mailbot.pool.protocol.channel import Channel, Patience
from mailbot.pool.protocol.findings import FindingsMessage
from mailbot.pool.protocol.wire import read_answer, read_call, write_answer, write_call
from solver import GaveUp, Impossible, parse, solve
from tests.house import megabytes

# The messages between parent and child: values of ours arrive whole, others never.


TABLE = calls.__name__
GRID = parse("4.2./3.../..4./...2")
CONTENT = Content(
    Kind.SOLVED,
    "Here it is.",
    "<p>Here it is.</p>",
    (Picture("image/png", b"\x89PNG", "the puzzle"),),
    "de",
    ("4123321423411432",),
    {"r1c2": 1},
    Want.SOLUTION,
)
AMBIGUOUS = solve(parse("1.3./..../..../..4."))
SHORT, LONG = 2_000, 20_000


def answered(value: object) -> bytes:
    return write_answer(lambda: value)


def raised(error: Exception) -> bytes:
    def make() -> object:
        raise error

    return write_answer(make)


def forged(**fields: object) -> bytes:
    """An answer of a reader, well-formed but for these fields."""
    good = {"type": "content", "kind": "solved", "text": "Here it is."}
    return answered({**good, **fields})


@pytest.mark.parametrize("value", [CONTENT, Silence("it says thanks", Want.THANKS)])
def test_what_a_reader_answers_arrives_whole(value: Content | Silence) -> None:
    assert read_answer(answered(value), read_letter) == value


@pytest.mark.parametrize("answer", [solve(GRID), AMBIGUOUS, Impossible(), GaveUp(7)])
def test_what_was_read_in_a_file_arrives_whole(answer: Any) -> None:
    puzzle = Puzzle(reading_of(GRID, Source.TEXT), GRID, Status.SOLVED, answer, (1, 2))
    note = Note(NoteKind.CUT_OFF, part="2", lack=Lack(9, row=3, cells=8))
    findings = Findings((puzzle,), (note,))
    message = read_answer(answered(FindingsMessage.of(findings)), read_file)
    assert message.findings() == findings


def test_a_call_arrives_whole() -> None:
    brief = Brief("bot@bots.example", ("bot@bots.example",), timed=True)
    call = read_call(write_call(TABLE, partial(read_letter, b"raw", brief)), TABLE)
    assert (call.func, call.args) == (read_letter, (b"raw", brief))


def test_a_call_that_the_table_does_not_list_is_neither_written_nor_read() -> None:
    with pytest.raises(ValueError, match="is no call of"):
        write_call(TABLE, partial(print, "x"))
    with pytest.raises(LookupError):
        read_call(msgpack.encode(("import_module", ["os"])), TABLE)


@pytest.mark.parametrize(
    "error",
    [BadLetter("no header"), MissingTool("no Tesseract")],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_ours_arrives_whole(error: MailbotError) -> None:
    with pytest.raises(type(error)) as caught:
        read_answer(raised(error), read_letter)
    assert (str(caught.value), vars(caught.value)) == (str(error), vars(error))


def test_an_error_with_many_words_arrives_without_the_last_of_them() -> None:
    with pytest.raises(BadLetter, match=r"\Ax{2000}\Z"):
        read_answer(raised(BadLetter("x" * 3000)), read_letter)


@pytest.mark.parametrize("name", ["SystemExit", "BadSettings", "Passing", "eval", ""])
def test_no_other_error_arrives_as_itself(name: str) -> None:
    said = {"type": "failure", "error": name, "message": "the end"}
    with pytest.raises(RuntimeError, match="the end"):
        read_answer(msgpack.encode(said), read_letter)


@pytest.mark.parametrize(
    "said",
    [
        {"type": "result", "value": 1},
        {"type": "failure", "error": "BadLetter", "message": "no header"},
    ],
    ids=lambda said: said["type"],
)
def test_an_answer_with_a_field_too_many_is_refused(said: dict[str, object]) -> None:
    with pytest.raises(TooCostly, match="unknown field"):
        read_answer(msgpack.encode(said | {"to": "third@people.example"}), read_letter)


@pytest.mark.parametrize(
    "fields",
    [
        {"to": "third@people.example"},
        {"claim": {"recipient": "third@people.example"}},
        {"headers": {"Bcc": "third@people.example"}},
        {"message_id": "<1@x>"},
        {"kind": "spam"},
        {"kind": 7},
        {"text": b"bytes"},
        {"text": "x" * 200_001},
        {"html": None},
        {"language": "en\r\nBcc: third@people.example"},
        {"pictures": [{"content_type": "text/html", "data": b"", "alt": ""}]},
        {"pictures": [{"content_type": "image/png", "data": "text", "alt": ""}]},
        {"pictures": [{"content_type": "image/png", "data": b"", "alt": "x" * 301}]},
        {"pictures": [{"content_type": "image/png", "data": b"", "alt": ""}] * 5},
        {"solutions": ["1"] * 501},
        {"solutions": ["1" * 626]},
        {"told": {"r1c1\r\n": 1}},
        {"told": {"r1c1": "5"}},
        {"want": "money"},
        {"no_puzzle": 1},
    ],
    ids=lambda fields: str(fields)[:50],
)
def test_an_answer_beyond_limits_is_refused(fields: Mapping[str, object]) -> None:
    assert read_answer(forged(), read_letter) == Content(Kind.SOLVED, "Here it is.")
    with pytest.raises(TooCostly, match="broke its process"):
        read_answer(forged(**fields), read_letter)


@pytest.mark.parametrize(
    "name", ["/etc/cron.d/evil.png", "../evil.png", "evil.sh", "a.png\n", ".png"]
)
def test_a_drawing_cannot_be_written_elsewhere(name: str) -> None:
    with pytest.raises(TooCostly, match="broke its process"):
        read_answer(answered({name: b""}), draw_file)


def test_an_answer_that_replaces_what_python_looks_up_changes_nothing() -> None:
    """As a pickle, these bytes were refused after they had run.

    They set `__contains__` of `collections.abc.Mapping`, which a module of the
    mailbot imports, to a class.
    """
    attack = (
        b"cmailbot.model.replies\nMapping\n"
        b"(N}\x8c\x0c__contains__cbuiltins\nValueError\nstb0(NNt."
    )
    before = Mapping.__contains__
    with pytest.raises(TooCostly):
        read_answer(attack, read_letter)
    assert Mapping.__contains__ is before


@pytest.mark.parametrize("place", ["answer", "value", "pictures", "solutions", "told"])
@pytest.mark.parametrize("sign", [b"\xdd", b"\xdf", b"\xc6", b"\xdb", b"\xc9"])
def test_few_bytes_that_announce_much_take_no_memory(place: str, sign: bytes) -> None:
    """Nine bytes of a pickle took 929 MB."""
    huge = sign + b"\xff\xff\xff\xff"
    message = {"answer": huge, "value": answered(None)[:-1] + huge}.get(place)
    if message is None:
        message = forged(**{place: None})
        assert message.count(b"\xc0") == 1
        message = message.replace(b"\xc0", huge)
    before = megabytes("VmHWM", "self")
    with pytest.raises(TooCostly):
        read_answer(message, read_letter)
    assert megabytes("VmHWM", "self") - before < 20


def test_any_bytes_are_an_answer_or_a_fault_of_it(long: bool, seed: int) -> None:
    """Twenty thousand answers: good ones damaged, spliced and cut, and noise."""
    chance = random.Random(seed)
    findings = Findings((Puzzle(reading_of(GRID, Source.TEXT), GRID, Status.SOLVED),))
    good = [
        answered(CONTENT),
        answered(Silence("no")),
        raised(BadLetter("no header")),
        answered(FindingsMessage.of(findings)),
        answered({"1-grids.png": b"\x89PNG"}),
        answered("Tesseract 5"),
    ]
    before = megabytes("VmHWM", "self")
    for _ in range(LONG if long else SHORT):
        message = damaged(good, chance)
        for call in CALLS:
            with suppress(TooCostly, BadLetter, RuntimeError, MissingTool):
                read_answer(message, call)
    assert megabytes("VmHWM", "self") - before < 50


def damaged(good: list[bytes], chance: random.Random) -> bytes:
    message = bytearray(chance.choice(good))
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(message) + 1)
        match chance.randrange(5):
            case 0:
                message[at : at + 1] = chance.randbytes(1)
            case 1:
                message[at:at] = chance.randbytes(chance.randint(1, 9))
            case 2:
                del message[at : at + chance.randint(1, 40)]
            case 3:
                other = chance.choice(good)
                message[at:at] = other[chance.randrange(len(other)) :]
            case _:
                big = chance.choice([b"\xdd", b"\xdf", b"\xc6", b"\xdb", b"\xc9"])
                message[at:at] = big + chance.randbytes(4)
    return bytes(message) or b"\x00"


# What a parent and its fork server tell each other arrives, to the end.


def test_a_call_arrives_with_its_channel() -> None:
    ours, theirs = control.pair()
    end, other = socket.socketpair()
    with ours, theirs, end, other:
        socket.send_fds(ours, [control.READ], [end.fileno()])
        said, channel = control.receive(theirs)
        assert (said, channel is not None) == (control.READ, True)
        os.write(channel or 0, b"through it")
        assert other.recv(20) == b"through it"
        os.close(channel or 0)


def test_what_becomes_of_a_reader_arrives() -> None:
    ours, theirs = control.pair()
    events = control.Begun(7), control.Ended(-9, 0.5, control.STOPPED)
    with ours, theirs:
        for event in events:
            control.send(theirs, event)
            assert control.receive_event(ours, Patience(1)) == event


def test_a_parent_that_ends_with_a_message_unread_has_closed_its_end() -> None:
    ours, theirs = control.pair()
    with theirs:
        control.send(theirs, control.Begun(7))
        ours.close()
        assert control.receive(theirs) == (b"", None)


def test_a_fork_server_that_has_ended_is_an_error() -> None:
    ours, theirs = control.pair()
    theirs.close()
    with ours, pytest.raises(ConnectionResetError):
        control.receive_event(ours, Patience(1))


# The channel that messages go over.


SOON = 0.05


@pytest.fixture
def ends() -> Iterator[tuple[Channel, socket.socket]]:
    """A channel, and the socket at its other end."""
    ours, theirs = socket.socketpair()
    channel = Channel(ours)
    with theirs:
        yield channel, theirs
    channel.close()


def test_messages_arrive_whole(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    other = Channel(theirs)
    for length in (0, 1, 4096, 2**22):
        message = os.urandom(length)
        sender = threading.Thread(target=other.send, args=(message,))
        sender.start()
        assert channel.receive() == message
        sender.join()


def test_a_message_may_be_so_long(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    other = Channel(theirs)
    other.send(b"x" * 10)
    assert channel.receive(10) == b"x" * 10
    other.send(b"x" * 11)
    with pytest.raises(OSError, match="11 bytes"):
        channel.receive(10)


def test_receiving_ends_at_the_deadline(ends: tuple[Channel, socket.socket]) -> None:
    with pytest.raises(TimeoutError):
        ends[0].receive(patience=Patience(SOON))
    with pytest.raises(TimeoutError):
        ends[0].receive(patience=Patience(0))


def test_what_has_arrived_is_received(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    Channel(theirs).send(b"in time")
    assert channel.receive(patience=Patience(0)) == b"in time"


def test_bytes_extend_no_deadline(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    theirs.sendall(struct.pack("!I", 1000))
    over = threading.Event()

    def dribble() -> None:
        while not over.wait(SOON / 5):
            theirs.send(b"x")

    sender = threading.Thread(target=dribble)
    sender.start()
    with pytest.raises(TimeoutError):
        channel.receive(patience=Patience(SOON))
    over.set()
    sender.join()


def test_sending_ends_at_the_deadline(ends: tuple[Channel, socket.socket]) -> None:
    with pytest.raises(TimeoutError):
        ends[0].send(bytes(2**24), Patience(SOON))


def test_a_long_message_is_refused(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    theirs.sendall(struct.pack("!I", 101))
    with pytest.raises(OSError, match="101 bytes"):
        channel.receive(longest=100)


def test_closing_within_a_message_ends(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    theirs.sendall(struct.pack("!I", 10) + b"half")
    theirs.close()
    with pytest.raises(EOFError):
        channel.receive()
