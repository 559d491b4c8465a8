"""Mail programs give the Message-ID of a reply back whole, with the code in it.

Each row is what a program wrote into an answer to a reply of ours whose Message-ID had
60, 181 and 221 characters (the longest that we write), in its own order and folding.
Debian 12; a script took what the program handed to sendmail, and a pseudo terminal
pressed the keys. No program cut, folded or changed the case of an id, and SpamAssassin
4.0.1 (`spamassassin --local -t`) finds no rule in the longest one.
"""

from typing import NamedTuple

import pytest

from mailbot.mail.message.identity import reply_id, state_in
from mailbot.mail.message.letter import parse
from mailbot.marker import State, read_states, write_code
from tests.cases import data_of
from tests.compose.cases import grid


class Program(NamedTuple):
    """A mail program: its version, how it was made to answer, and what it wrote."""

    name: str
    version: str
    command: str
    wrote: str


[WRITTEN] = data_of(__file__, "programs")
PROGRAMS = [Program(**program) for program in WRITTEN]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
@pytest.mark.parametrize("ruled_out", [0, 40], ids=["short", "longest"])
def test_a_programs_answer_has_our_code(program: Program, ruled_out: int) -> None:
    marks = tuple((cell, 5) for cell in range(ruled_out))
    state = State(grid(), gentle=True, ruled_out=marks)
    code = write_code(state)
    ours = reply_id("0f" * 32, "sudoku@sudoku.example.org", code)
    head = program.wrote.format(first="<1@people.example>", ours=ours)
    letter = parse(f"From: ada@people.example\n{head}\nnext\n".encode())
    assert letter.envelope.in_reply_to == (ours,)
    assert letter.envelope.references == ("<1@people.example>", ours)
    assert state_in(letter.envelope.in_reply_to[0]) == code
    assert [marker.state for marker in read_states(code)] == [state]
    assert (len(ours) > 150) == bool(ruled_out)
