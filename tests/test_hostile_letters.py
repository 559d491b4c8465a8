"""Damaged letters end in findings or in an error of our own, never in another.

Each sample letter is changed at random places, by a seed, and goes through all that
text letters go through. The long form changes twenty thousand.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import pytest

from mailbot.errors import BadLetter
from mailbot.mail.message.letter import parse
from mailbot.marker import State, write_marker
from mailbot.model import Findings, Status
from mailbot.options import PolicyOptions, ReadingOptions
from mailbot.policy import decide
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, continue_thread, listen
from solver import Solved, write_line
from solver import parse as parse_grid
from tests.examples import of_the_day
from tests.sample_letters import PUZZLE, SOLUTION, raw, samples

NOW = datetime(2026, 5, 17, 12, 30, tzinfo=UTC)
OPTIONS = PolicyOptions(addresses=("bot@lab.test",), authserv_id="mail.lab.test")
SHORT, LONG = 100, 20_000
LARGEST = 200_000

PIECES = (
    b"\r\n",
    b"\n\n",
    b"--",
    b"\0",
    b"\xff\xfe",
    b"\x85",
    b"\xe2\x80\xa8",
    b"=?utf-8?b?",
    b"?=",
    b"%%",
    b"(" * 60,
    b'"',
    b"<" * 60,
    b">" * 60,
    b"9" * 200,
    b"." * 90,
    b"[[" * 60,
    b"Puzzle: ",
    b"r1c1=9 ",
    b"charset=utf-7",
    b"charset=punycode",
    b"x*0*=''%",
    b"Content-Type: multipart/mixed; boundary=a\n",
    b"Content-Type: message/rfc822\n",
    b"<table><tr>",
    b"</td>",
    b"&#0;",
)


def letters() -> list[bytes]:
    quoted = f"{SOLUTION}\n{write_marker(State(parse_grid(PUZZLE)))}".replace(
        "\n", "\n> "
    )
    return [*samples().values(), raw(f"r1c3=4, hint please\n\n> {quoted}\n")]


def damaged(count: int, seed: int) -> Iterator[bytes]:
    originals, chance = letters(), Random(seed)
    for number in range(count):
        yield _damage(originals[number % len(originals)], chance)


def _damage(letter: bytes, chance: Random) -> bytes:
    data = bytearray(letter)
    for _ in range(chance.choice((1, 2, 4, 16, 64))):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice((1, 3, 20, 200)))
        match chance.randrange(6):
            case 0:
                data[start:end] = chance.randbytes(end - start)
            case 1:
                del data[start:end]
            case 2:
                data[start:start] = data[start:end] * chance.choice((1, 2, 8))
            case 3:
                data[start:start] = chance.choice(PIECES)
            case 4:
                data[start:start] = chance.randbytes(chance.randrange(8))
            case _:
                place = chance.randrange(len(data) + 1)
                data[start:end] = data[place : place + end - start]
        del data[LARGEST:]
    return bytes(data)


def answered(data: bytes) -> Findings | None:
    """What the middle reads in a letter; None if it is none."""
    try:
        letter = parse(data)
    except BadLetter:
        return None
    decide(letter, OPTIONS)
    words = listen(letter, OPTIONS.addresses)
    thread = continue_thread(letter, words)
    if thread:
        return thread.findings
    findings = read_letter(letter, ReadingOptions(pictures=0), words.variant)
    begin(words, findings)
    return findings


def test_damaged_letters_end_in_findings_or_our_error(long: bool, seed: int) -> None:
    results = [answered(data) for data in damaged(LONG if long else SHORT, seed)]
    solved = [
        puzzle.answer.grid
        for found in results
        if found
        for puzzle in found.puzzles
        if isinstance(puzzle.answer, Solved)
    ]
    right = sum("".join(map(str, grid.digits)) == SOLUTION for grid in solved)
    assert right > len(results) / 4, "most damage leaves some puzzle readable"


def _endless(seed: int) -> str:
    """A 25x25 that few searches get through: a full grid with 385 holes."""
    chance = Random(seed)
    rows, columns = (
        [5 * band + i for band in chance.sample(range(5), 5) for i in range(5)]
        for _ in "rc"
    )
    holes = set(chance.sample(range(625), 385))
    full = [(5 * (row % 5) + row // 5 + col) % 25 for row in rows for col in columns]
    return write_line(0 if i in holes else d + 1 for i, d in enumerate(full))


def test_many_endless_puzzles_cost_no_more_than_one() -> None:
    lines = [_endless(seed) for seed in range(30)]
    body = "\n\n".join(lines[:10])
    files = "".join(f"--q\nContent-Type: text/x; name=a\n\n{li}\n" for li in lines[10:])
    found = answered(
        raw(f"--q\n\n{body}\n{files}", "Content-Type: multipart/mixed; boundary=q")
    )
    assert found
    assert Status.GAVE_UP in {puzzle.status for puzzle in found.puzzles}
    assert sum(puzzle.nodes for puzzle in found.puzzles) < 11_000


LONG_BODIES = {
    "no": b"hint no not " * 60_000,
    "marker": b"Puzzle: ....." * 60_000,
    "addresses": b"a@b " * 200_000,
    "quotes": b">" * 800_000,
    "headers": b"From:" * 100_000,
    "links": b"https://a.b/?x=%3A%2F%2F&" * 20_000,
    "words": b"=?utf-8?q?" * 50_000,
    "begin": b"begin 644 a\n" * 50_000,
}


@pytest.mark.parametrize("kind", of_the_day(LONG_BODIES, 2))
def test_long_letters_of_one_kind_are_read_to_an_end(kind: str) -> None:
    found = answered(raw(LONG_BODIES[kind]))
    assert found is not None
    assert found.puzzles == ()


def test_undamaged_letters_are_all_read() -> None:
    assert all(found and found.puzzles for found in map(answered, letters()))
