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
from tests.compose.cases import grid


class Program(NamedTuple):
    """A mail program: its version, how it was made to answer, and what it wrote."""

    name: str
    version: str
    command: str
    wrote: str


PROGRAMS = (
    Program(
        "mutt",
        "2.2.12",
        "mutt -n -F RC -R -f MBOX -e 'push <reply><send-message><quit>'",
        "References: {first}\n {ours}\nIn-Reply-To: {ours}\n",
    ),
    Program(
        "neomutt",
        "20220429",
        "neomutt -n -F RC -R -f MBOX -e 'push <reply><send-message><quit>'",
        "References: {first}\n {ours}\nIn-Reply-To: {ours}\n",
    ),
    Program(
        "s-nail",
        "14.9.24",
        "s-nail -n -R -# -S v15-compat -S mta=SCRIPT -S sendwait -f MBOX",
        "In-Reply-To: {ours}\nReferences: {first}\n {ours}\n",
    ),
    Program(
        "nmh",
        "1.8",
        "repl +inbox 1 -editor true -nowhatnowproc",
        "In-reply-to: {ours}\nReferences: {first} {ours}\n"
        "Comments: In-reply-to Sudoku\n"
        '   message dated "Mon, 04 May 2026 12:00:00 +0000."\n',
    ),
    Program(
        "alpine",
        "2.26",
        "alpine -i -p RC -f MBOX, then E Return R n n Ctrl-X y",
        "In-Reply-To: {ours}\nReferences: {first} {ours}\n",
    ),
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
@pytest.mark.parametrize("ruled_out", [0, 40], ids=["short", "longest"])
def test_the_answer_of_a_program_carries_the_code_of_our_reply(
    program: Program, ruled_out: int
) -> None:
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
