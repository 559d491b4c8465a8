"""Makes the content of a reply out of findings: its text, its HTML, its pictures."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from msgspec.structs import replace as replaced

from mailbot.compose.courtesy import Courtesy
from mailbot.compose.limits import most_bytes, unproven_limit
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
from mailbot.model import (
    Content,
    Findings,
    InlineImage,
    Kind,
    Letter,
    Note,
    NoteKind,
    Picture,
    Source,
    Want,
    Wish,
)
from mailbot.options import ComposeOptions
from mailbot.stopwatch import during
from solver import Solved, difficulty_of

_PICTURES = 4
_SMALL_PAGE = 30_000  # bytes; a page of grids of up to nine digits
_PAGE = 95_000  # bytes; over about 100 kB, Gmail cuts a letter short


@dataclass(frozen=True, slots=True)
class Context:
    """What a reply needs beside the letter.

    `address` is our own;
    `last` tells the person that no further reply of this kind follows today.
    A sender who is not `proven` gets no pictures, and a reply of limited size, by the
    bytes of the letter.
    """

    address: str = ""
    proven: bool = False
    letter_bytes: int = 0
    last: bool = False
    options: ComposeOptions = field(default_factory=ComposeOptions)


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
    if wish.answer is Want.STEPS:
        plain = replace(wish, want=Want.SOLUTION, then=None)
        return compose(letter, plain, findings, context)
    return bare


def _compose(
    letter: Letter, wish: Wish, findings: Findings, context: Context
) -> tuple[Content, Iterator[str]]:
    """The content without its page, and the pages that it may have."""
    sections = make_sections(findings, wish, context.options.solutions)
    kind = overall_kind(sections, findings, wish)
    language = language_of(wish.language, wish.familiar)
    say = Phrases(language)
    images = _images(letter, wish, sections, context, say)
    sheet = _sheet(sections, context)
    courtesy = Courtesy(language)
    again = any(s.puzzle.reading.source is Source.THREAD for s in sections)
    notes = told_notes(findings, wish)
    values = {
        "sections": sections,
        "greeting": courtesy.greeting(kind, again=again),
        "closing": courtesy.closing(
            kind,
            sum(s.count for s in sections),
            done=all(s.complete for s in sections),
        ),
        "shapes": {section.puzzle.grid.shape for section in sections},
        "kind": kind,
        "notes": NotePhrases(language, letter.parts).sentences(notes),
        "variant": any(note.kind is NoteKind.VARIANT for note in notes),
        "images": images,
        "say": say,
        "tell": StepPhrases(language),
        "language": language.code,
        "title": our_subject(language.code),
        "stop": wish.want is Want.STOP,
        "last": context.last,
        "sheet": bool(sheet),
    }
    bare = Content(
        kind=kind,
        text=write_text(language, values),
        html="",
        pictures=tuple(
            Picture(image.content_type, image.data, image.alt)
            for image in images
            if image
        ),
        sheet=sheet,
        language=language.code,
        solutions=solution_lines(sections),
        told=told_cells(sections),
        want=wish.want,
        no_puzzle=not findings.puzzles and wish.want is not Want.STOP,
    )
    return bare, _pages(language, values, sections)


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


def _sheet(sections: list[Section], context: Context) -> bytes:
    """A page to print, as PDF, if there is a new puzzle; unproven senders get none."""
    new = next((section for section in sections if section.kind is Kind.NEW), None)
    if new is None or not (context.proven and context.options.pictures):
        return b""
    from mailbot.pictures.sheet import Sheet, write_sheets

    answer = new.puzzle.answer
    assert isinstance(answer, Solved)
    level = difficulty_of(new.rating or 0.0).level
    return write_sheets([Sheet(new.puzzle.grid, answer.grid, level)])


def _images(
    letter: Letter,
    wish: Wish,
    sections: list[Section],
    context: Context,
    say: Phrases,
) -> list[InlineImage | None]:
    """The picture of each puzzle, where there is one to show."""
    images: list[InlineImage | None] = [None] * len(sections)
    shown = [
        number
        for number, section in enumerate(sections)
        if section.puzzle.reading.source is Source.IMAGE
        or wish.picture
        or section.kind is Kind.NEW
    ]
    if not (shown and context.proven and context.options.pictures):
        return images
    from mailbot.compose.picture import draw_section  # cv2: only where it is needed

    for number in shown[:_PICTURES]:
        drawn = draw_section(letter, sections[number])
        if drawn:
            place = sum(1 for image in images if image) + 1
            cid = picture_id(place, context.address)
            images[number] = InlineImage(cid, *drawn, alt=say.alt(sections[number]))
    return images
