"""Makes the content of a reply out of findings: its text, its HTML, its pictures.

An unproven sender may be forged: a short letter must not make us send a long reply to
somebody else, so theirs is held to a limit of size.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace as replaced

from mailbot.compose.answered import answers_of
from mailbot.compose.found_phrases import FoundPhrases
from mailbot.compose.note_phrases import NotePhrases
from mailbot.compose.pages import write_html, write_text
from mailbot.compose.phrases import Phrases
from mailbot.compose.section import Section
from mailbot.compose.sections import (
    make_sections,
    overall_kind,
    solution_lines,
    told_cells,
    told_notes,
)
from mailbot.compose.step_phrases import StepPhrases
from mailbot.compose.words import our_subject
from mailbot.language.catalogue import Language, language_of
from mailbot.mail.message.identity import picture_id
from mailbot.marker import without_puzzle, write_code
from mailbot.model import (
    Act,
    Content,
    Findings,
    Kind,
    Letter,
    Note,
    NoteKind,
    Picture,
    SolutionsAt,
    Source,
    Wish,
)
from mailbot.stopwatch import during
from solver import Solved, difficulty_of

_PICTURES = 4
_LONGEST_STATE = 160  # characters of a Message-ID that also names the letter
_MOST_CARRIED = 20_000  # characters of the lines that carry puzzles; more are not kept
_SMALL_PAGE = 30_000  # bytes; a page of grids of up to nine digits
_PAGE = 95_000  # bytes; over about 100 kB, Gmail cuts a letter short

_TIMES = 20
_BYTES = 20_000
_HEAD = 5_000  # bytes of headers and of MIME's frame, at most
_ENCODED = 1.4
"""How much longer text becomes by its encoding (base64 with its line ends), at most."""


class Context(Struct, frozen=True):
    """What a reply needs beside the letter.

    `address` is our own. `last` tells the person that no further reply of this kind
    follows today. A sender who is not `proven` gets no pictures, and a reply whose size
    is limited by the bytes of the letter.
    """

    address: str = ""
    proven: bool = False
    letter_bytes: int = 0
    last: bool = False


@during("compose")
def compose(
    letter: Letter, wish: Wish, findings: Findings, context: Context
) -> Content:
    """Write what the reply to a letter says.

    Where it is too large for an unproven sender, less is said: no tables, then no page,
    then half of the puzzles, then no steps.

    Args:
        letter: its pictures are used, none of its words.
        wish: what is wanted, and in which language.
        findings: what was read, and what was not.
        context: who answers, and how.
    """
    most = unproven_limit(context.letter_bytes)
    bare, pages = _compose(letter, wish, findings, context)
    for page in chain(pages, ("",)):
        composed = replaced(bare, html=page)
        if context.proven or most_bytes(composed) <= most:
            return composed
    puzzles = findings.puzzles
    if len(puzzles) > 1:
        notes = (*findings.notes, Note(NoteKind.TOO_MANY))
        fewer = replace(findings, puzzles=puzzles[: len(puzzles) // 2], notes=notes)
        return compose(letter, wish, fewer, context)
    requests = wish.requests
    if any(request.act is Act.STEPS for request in requests):
        plain = tuple(
            replace(r, act=Act.SOLUTION) if r.act is Act.STEPS else r for r in requests
        )
        return compose(letter, replace(wish, requests=plain), findings, context)
    return bare


def _compose(
    letter: Letter, wish: Wish, findings: Findings, context: Context
) -> tuple[Content, Iterator[str]]:
    """The content without its page, and the pages that it may have."""
    sections = make_sections(findings, wish)
    kind = overall_kind(sections, findings, wish)
    language = language_of(wish.language, wish.familiar)
    say = Phrases(language)
    images = _images(letter, wish, sections, context, say)
    kept = _kept(findings, sections)
    new = [section for section in sections if section.kind is Kind.NEW]
    where = _solutions_at(new)
    sheet = _sheet(new, where) if context.proven else b""
    of_thread = any(s.puzzle.reading.source is Source.THREAD for s in sections)
    again = of_thread or bool(letter.envelope.in_reply_to)
    notes = told_notes(findings, wish)
    of_notes = NotePhrases(language, letter.parts)
    values = {
        "sections": sections,
        "puzzles": len(findings.puzzles),
        "carried": _carried(kept, sections),
        "greeting": say.greeting(kind, again=again),
        "closing": say.closing(
            kind,
            sum(s.count for s in sections),
            done=all(s.complete for s in sections),
            asked_back=any(s.asks_back for s in sections),
        ),
        "shapes": {section.puzzle.grid.shape for section in sections},
        "kind": kind,
        "notes": [of_notes.sentence(note) for note in notes],
        "variant": any(note.kind is NoteKind.VARIANT for note in notes),
        "images": images,
        "say": say,
        "tell": StepPhrases(language),
        "see": FoundPhrases(language),
        "language": language.code,
        "title": our_subject(language.code),
        "stop": wish.want is Act.STOP,
        "last": context.last,
        "sheet": bool(sheet),
        "new": len(new),
        "first_new": new[0].number if new else None,
        "solutions_at": where.value,
    }
    # The codes of all puzzles in their order; without puzzles that is said, so that
    # nobody is asked later to quote one.
    last = {section.number: section for section in (*kept, *sections)}
    ordered = [last[number] for number in sorted(last)]
    codes = ".".join(write_code(section.state) for section in ordered)
    state = codes or without_puzzle(wish.later)
    carried = " ".join(" ".join(section.marker.split()) for section in ordered)
    bare = Content(
        kind=kind,
        state=state if len(codes) <= _LONGEST_STATE else "",
        carried=carried if len(carried) <= _MOST_CARRIED else "",
        text=write_text(language, values),
        html="",
        pictures=tuple(filter(None, images)),
        sheet=sheet,
        language=language.code,
        solutions=solution_lines(sections),
        told=told_cells(sections),
        answers=answers_of(
            sections, wish.requests, where if sheet else SolutionsAt.NONE
        ),
        want=wish.want,
        no_puzzle=not findings.puzzles and wish.want is not Act.STOP,
    )
    return bare, _pages(language, values, sections)


def _kept(findings: Findings, sections: Sequence[Section]) -> list[Section]:
    """The puzzles of which this reply does not speak, and which it carries on."""
    spoken = {section.number for section in sections}
    return [
        Section(Kind.UNCLEAR, puzzle, number=number, carried=True)
        for number, puzzle in enumerate(findings.puzzles)
        if number not in spoken
    ]


def _carried(
    kept: Sequence[Section], sections: Sequence[Section]
) -> Mapping[int | None, list[str]]:
    """The lines of unspoken puzzles, by the spoken one that follows; None for none.

    A later letter knows puzzles by the order of their lines.
    """
    spoken = sorted({section.number for section in sections})
    lines: dict[int | None, list[str]] = {number: [] for number in (*spoken, None)}
    for section in kept:
        behind = next((n for n in spoken if n > section.number), None)
        lines[behind].append(section.marker)
    return lines


def _pages(
    language: Language, values: dict[str, object], sections: list[Section]
) -> Iterator[str]:
    """The HTML of the reply: with tables, with lean ones, with grids as plain text.

    A page that is too large for a reply is left out.
    """
    small = all(section.puzzle.grid.shape.size <= 9 for section in sections)
    for plain, lean in ((False, False), (True, True), (True, False)):
        page = write_html(language, values | {"plain": plain, "lean": lean})
        if len(page.encode()) < (_SMALL_PAGE if small else _PAGE):
            yield page


def _sheet(new: list[Section], where: SolutionsAt) -> bytes:
    """Pages to print, as PDF, of new puzzles; b"" if there are none."""
    if not new:
        return b""
    from mailbot.pictures.sheet import Sheet, write_sheets

    sheets = []
    for section in new:
        answer = section.puzzle.answer
        assert isinstance(answer, Solved)
        level = difficulty_of(section.rating or 0.0).level
        sheets.append(Sheet(section.puzzle.grid, answer.grid, level))
    return write_sheets(sheets, where)


def _solutions_at(new: list[Section]) -> SolutionsAt:
    """Where the solutions of new puzzles stand: as asked, else where they fit."""
    asked = [s.request.new.solutions for s in new if s.request.new]
    wished = next(filter(None, asked), None)
    if len(new) > 1 and wished is not SolutionsAt.NONE:
        return SolutionsAt.APART
    return wished or SolutionsAt.BELOW


def _images(
    letter: Letter, wish: Wish, sections: list[Section], context: Context, say: Phrases
) -> list[Picture | None]:
    """The picture of each puzzle, where there is one to show."""
    images: list[Picture | None] = [None] * len(sections)
    shown = [
        number
        for number, section in enumerate(sections)
        if section.puzzle.reading.source is Source.IMAGE
        or wish.picture
        or (section.kind is Kind.CANDIDATES and not section.request.cells)
    ]
    if not (shown and context.proven):
        return images
    from mailbot.compose.picture import draw_section  # cv2: only where it is needed

    for number in shown[:_PICTURES]:
        drawn = draw_section(letter, sections[number])
        if drawn:
            place = sum(1 for image in images if image) + 1
            cid = picture_id(place, context.address)
            images[number] = Picture(*drawn, say.alt(sections[number]), cid)
    return images


def unproven_limit(letter_bytes: int) -> int:
    """The most bytes of a reply to an unproven sender's letter of so many bytes.

    >>> unproven_limit(1_000)
    40000
    """
    return _TIMES * letter_bytes + _BYTES


def most_bytes(content: Content) -> int:
    """The most bytes that a reply without pictures can take as a message."""
    written = (content.text + content.html).encode("utf-8", "replace")
    return _HEAD + int(_ENCODED * (len(written) + written.count(b"\n")))
