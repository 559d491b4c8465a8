"""What a person asserts of single cells: r4c7 is a 3, not a 1; the last cell is empty.

A digit taken for another than was meant makes a wrong solution. So a clause counts
only if it names one cell and leaves one digit for it:

- a digit that is denied ("not a 1", "instead of a 1") is left out, and so is the digit
  that the person was shown in that cell: nobody corrects a digit to itself;
- "or", a question, a doubt, or a digit that is only denied or called wrong leaves it
  unread, and so do two digits where nothing tells which of them is the right one;
- of a digit that is to be exchanged for another one, only the other one counts;
- a digit that is only asked back ("a 3? No, an 8.") leaves the other one;
- a digit that the person was shown in a named cell gives way to another one that is
  told of that cell: you read r4c7 as a 3, it says 8 there;
- a clause that names a digit and no cell speaks of the cell that was asked about, if
  there is just one.

Where a clause about a cell is not understood, nothing of the letter is certain.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mailbot.language.folding import fold
from mailbot.language.lexicon import Lexicon
from mailbot.model import Missing
from mailbot.talk.cells.asserted import Asserted, Question
from mailbot.talk.cells.assertion import Clause
from mailbot.talk.cells.clauses import Item, clauses_of, parts_by_cell
from mailbot.talk.cells.telling import Telling, add

_WRAPPED = re.compile(r"(?<=[^\n]{60})\n(?=\S)")
"""The end of a line that a mail program wrapped."""


def read_statements(words: str, lexicon: Lexicon, question: Question) -> Asserted:
    """What a person's words assert of the cells of a grid."""
    text = fold(_WRAPPED.sub(" ", words))
    clauses = [part for c in sentences_of(text, lexicon) for part in parts_by_cell(c)]
    telling = Telling(question)
    for clause in _joined(clauses, question):
        telling.hear(clause)
    named = tuple(
        n.place.among(question.shape, question.shown)
        for clause in clauses
        for n in clause
        if n.place
    )
    return telling.sum_up(named)


def with_digits(said: Asserted, more: Mapping[int, int]) -> Asserted:
    """What is said, with more digits, which may contradict it."""
    digits = dict(said.digits)
    contradicted = {Missing.DIGIT} if add(more, digits) else frozenset[Missing]()
    return replace(said, digits=digits, unread=said.unread | contradicted)


def sentences_of(text: str, lexicon: Lexicon) -> Iterator[list[Item]]:
    """The clauses of a folded text; the stop of an abbreviation or a date ends none."""
    held: list[Item] = []
    for clause in clauses_of(text, lexicon):
        if held and not _goes_on(held, clause):
            yield held
            held = []
        held += clause
    if held:
        yield held


def _goes_on(clause: Sequence[Item], following: Sequence[Item]) -> bool:
    """Whether the full stop of a clause ends no sentence: Tel. 6; 6. Dezember."""
    if len(clause) < 2 or clause[-1].token.text != ".":
        return False
    last = clause[-2]
    if last.is_unknown:
        return len(clause) == 2 or clause[-3].token.text == "\n"
    return last.is_number and "month" in following[0].token.tags


def is_question(words: str, lexicon: Lexicon) -> bool:
    """Whether words ask something, by a question mark or by how they begin."""
    first = lexicon.read(fold(words.strip()))[:1]
    return "?" in words or any("question" in token.tags for token in first)


def _joined(clauses: list[list[Item]], question: Question) -> Iterator[Clause]:
    """The clauses; what is said of a cell named just before goes with its name.

    The 5 in r3c8 is wrong. It is a 6. Or: You read r3c8 as a 5. It says 6 there.
    """
    waiting: list[Item] = []
    for items in clauses:
        clause = Clause(items, question)
        if (
            waiting
            and not clause.names_a_place
            and clause.says_a_digit
            and clause.goes_on_with(waiting)
            and waiting[-1].token.text != "?"
        ):
            yield Clause([*waiting[:-1], *items], question)
            waiting = []
            continue
        if waiting:
            yield Clause(waiting, question)
        told = clause.news(clause.read().digits) if clause.names_a_cell else {}
        waiting = items if clause.names_a_cell and not told else []
        if not waiting:
            yield clause
    if waiting:
        yield Clause(waiting, question)
