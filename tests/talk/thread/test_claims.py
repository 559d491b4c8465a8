"""What an answer to a reply of ours leads to, by the reply and the words."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from mailbot.model import Content, Limit, Status, Want
from tests.cases import claims_of, data_of
from tests.compose.cases import GRANDFATHER, answer_to, grid, solved
from tests.compose.test_requests import asked as request
from tests.talk.thread.test_going_on import replied
from tests.talk.thread.test_pointing import pointed
from tests.talk.threads import MISREAD, UNIQUE, asking, doubtful, gmail, meant

[UNSURE] = data_of(__file__, "unsure")
ONE_MORE = GRANDFATHER[0] + "1" + GRANDFATHER[2:]
WITHOUT_R1C1 = "." + GRANDFATHER[1:]
GRIDS = {"printed": GRANDFATHER, "misread r1c1": MISREAD, "misread r1c6": UNIQUE}
REPLIES: dict[str, Callable[[str], Content]] = {
    "4 or 6?": lambda language: asking(language, 6),
    "r1c1 in doubt": lambda _: doubtful(),
    "r1c6 in doubt": lambda _: doubtful(UNIQUE, 5),
    "right r1c1 in doubt": lambda _: doubtful(GRANDFATHER),
    "r1c1 empty and in doubt": lambda _: doubtful(WITHOUT_R1C1, 0),
    "a digit of no paper in doubt": lambda _: doubtful(ONE_MORE, 1),
    "hint": lambda _: answer_to([solved()], Want.HINT),
    "hint, r1c3 entered": lambda _: answer_to([solved(entries={2: 5})], Want.HINT),
    "hint, r1c1 entered": lambda _: answer_to(
        [solved(WITHOUT_R1C1, {0: 7})], Want.HINT
    ),
    "solution, r1c2 entered": lambda _: answer_to([solved(entries={1: 4})]),
    "solution, r1c3 entered": lambda _: answer_to([solved(entries={2: 5})]),
    "check": lambda _: answer_to([solved()], Want.CHECK),
    "check, r1c2 entered wrongly": lambda _: answer_to(
        [solved(entries={1: 3})], Want.CHECK
    ),
    "place": pointed,
}


@dataclass(frozen=True)
class Claim:
    """What words below a reply lead to, as the TOML file explains; None is anything."""

    words: str
    reply: str = ""
    request: dict[str, Any] = field(default_factory=dict)
    limits: list[Limit] = field(default_factory=list)
    language: str = "en"
    want: list[Want] | None = None
    never: set[Want] = field(default_factory=set)
    cells: list[str] | None = None
    grid: str = ""
    digits: dict[str, int] = field(default_factory=dict)
    printed: dict[str, int] = field(default_factory=dict)
    doubtful: list[str] | None = None
    wrong: list[str] | None = None
    acts: list[Want] | None = None
    answer: dict[str, Any] = field(default_factory=dict)
    about: list[str] | None = None
    rights: list[bool] | None = None
    told: dict[str, int] | None = None
    solutions: int | None = None
    says: str = ""
    puzzles: int | Literal["any"] = 1


@claims_of(__file__, Claim)
def test_an_answer_leads_to_what_is_claimed(claim: Claim) -> None:
    if claim.request:
        before = replied(request(**claim.request), claim.language, *claim.limits)
    else:
        before = REPLIES[claim.reply](claim.language)
    asked = meant(gmail(before, claim.words))
    requests, name = asked.wish.requests, grid().shape.name
    assert claim.want is None or asked.wish.want in claim.want
    assert not claim.never & {request.act for request in requests}
    assert claim.cells in (
        None,
        [name(cell) for one in requests[:1] for cell in one.cells],
    )
    assert claim.puzzles in ("any", len(asked.findings.puzzles))
    for one in asked.findings.puzzles:
        givens, digits = one.grid.givens, one.grid.digits
        shown = {name(cell): digit for cell, digit in enumerate(digits)}
        printed = {name(cell): digit for cell, digit in enumerate(givens)}
        assert not claim.grid or givens == grid(GRIDS[claim.grid]).givens
        assert shown | claim.digits == shown
        assert printed | claim.printed == printed
        assert claim.doubtful in (None, [name(cell) for cell in one.doubtful])
        assert claim.wrong in (None, [name(cell) for cell in one.wrong_entries])
    reply = answer_to(asked.findings.puzzles, wish=asked.wish)
    assert claim.acts in (None, [answer.act for answer in reply.answers])
    for key, value in claim.answer.items():
        assert getattr(reply.answers[0], key) == value, key
    assert claim.about in (
        None,
        [cell for one in reply.answers[:1] for cell in one.cells],
    )
    assert claim.rights in (None, [answer.right for answer in reply.answers])
    assert claim.told in (None, reply.told)
    assert claim.solutions in (None, len(reply.solutions))
    assert claim.says in reply.text


@pytest.mark.parametrize("words", UNSURE)
def test_an_unsure_answer_does_not_settle_a_doubt(words: str) -> None:
    for one in meant(gmail(asking("en", 6), words)).findings.puzzles:
        found = (one.grid.digits[5], one.status)
        assert found in ((4, Status.DOUBTFUL), (7, Status.IMPOSSIBLE))
