"""What a reply does about each request, as data for `--json` and for the budget."""

from collections.abc import Sequence

from mailbot.compose.section import Section
from mailbot.model import Act, Answered, Kind, NewlyMade, Request, SolutionsAt

_ASKED_BACK = {
    Kind.UNCLEAR: Act.UNCLEAR,
    Kind.DOUBTFUL: Act.UNCLEAR,
    Kind.DISPUTE: Act.DISPUTE,
}
_NOT_DONE = {
    Kind.AMBIGUOUS: "the puzzle has several solutions",
    Kind.IMPOSSIBLE: "the puzzle has no solution",
    Kind.GAVE_UP: "the puzzle is too large",
}
"""Why a request about a puzzle is left out."""


def answers_of(
    sections: Sequence[Section], requests: Sequence[Request], solutions: SolutionsAt
) -> tuple[Answered, ...]:
    """One answer for each thing that is answered, in the order of the requests.

    Args:
        sections: the answers about puzzles.
        requests: what was asked for.
        solutions: where those of new puzzles stand.
    """
    found: list[Answered] = []
    new = [section for section in sections if section.kind is Kind.NEW]
    for request in requests:
        own = [s for s in sections if s.asked_for == request]
        if request.act is Act.NEW:
            if new and own == new[:1]:  # it answers for all of them
                found.append(_made(new, solutions))
            continue
        found += [_answer(section) for section in own]
        if not own and request.act in (Act.HELP, Act.STOP, Act.CORRECT, Act.CONFIRM):
            found.append(Answered(act=request.act))
    return tuple(found)


def _made(sections: Sequence[Section], solutions: SolutionsAt) -> Answered:
    puzzles = tuple(
        NewlyMade(
            box=(s.puzzle.grid.shape.box_width, s.puzzle.grid.shape.box_height),
            givens=s.puzzle.grid.line,
            rating=s.rating or 0.0,
        )
        for s in sections
    )
    first = sections[0].number + 1
    return Answered(act=Act.NEW, puzzle=first, puzzles=puzzles, solutions=solutions)


def _answer(section: Section) -> Answered:
    why = _NOT_DONE.get(section.kind)
    number = section.number + 1
    if why:
        return Answered(act=Act.LEFT_OUT, puzzle=number, why=why)
    name = section.puzzle.grid.shape.name
    request, found = section.request, section.found
    act = _ASKED_BACK.get(section.kind, request.act)
    told = {name(cell): digit for cell, digit in section.news.items()}
    judged = act in (Act.PLACES, Act.VERDICT)
    places = found.places if act is Act.PLACES else None
    names_wrong = act in (Act.CHECK, Act.FIRST_MISTAKE)
    technique = request.technique or found.technique
    return Answered(
        act=act,
        puzzle=number,
        house=str(found.house) if found.house else None,
        cells={name(cell): digits for cell, digits in found.marks.items()},
        digit=request.digit if judged else None,
        places=None if places is None else tuple(map(name, places)),
        technique=technique.label.lower()
        if technique and act is Act.TECHNIQUE
        else None,
        found=found.there,
        right=found.right,
        wrong=tuple(map(name, section.wrong)) if names_wrong else None,
        told=told,
    )
