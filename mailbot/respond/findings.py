"""Reads the puzzles of a letter: in its text, HTML, links and attachments."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from msgspec import Struct

from mailbot.charset import decode_text
from mailbot.errors import SenderFault, TooLarge
from mailbot.files import PartKind, foreign_format, is_text, kind_of
from mailbot.judge import judge, reading_of
from mailbot.kernel import cpu_seconds
from mailbot.language.puzzles import LETTERS, find_variant
from mailbot.mail.message.letter import letter_of
from mailbot.marker import MARK, find_markers, strip_quoting
from mailbot.model import Findings, Letter, Note, NoteKind, Part, Puzzle, Source, Status
from mailbot.options import ReadingOptions
from mailbot.respond.merging import merge, without_echoes, without_solutions
from mailbot.stopwatch import during
from mailbot.text.html import Page, read_page
from mailbot.text.link import leads_to_picture, links_of, read_links
from mailbot.text.typed import Allowance, read_text
from solver import parse_all

_NODES = 1_000
"""Search nodes for a puzzle in a quoted reply of ours: we have solved it before."""

_MAX_TOLD = 12
"""Puzzles in quoted replies of ours that are looked at."""


_GLANCING = 0.4
"""Share of the time for pictures in which they are looked at to tell their order."""

_UNLIKELY = 0.5
"""Probability of a board below which a picture is left out once a puzzle is found."""

Clock = Callable[[], float]
"""Seconds from any origin, by which the time for pictures is measured."""


def read_letter(
    letter: Letter,
    options: ReadingOptions,
    variant: str = "",
    clock: Clock = cpu_seconds,
) -> Findings:
    """Every puzzle of a letter, each once, and notes on what was not read and why.

    Args:
        letter: the letter.
        options: the limits of reading.
        variant: the kind of puzzle that its words name, which is then not read.
        clock: measures the time that reading takes.

    Raises:
        MissingTool: there is a picture, and what reads pictures is not installed.
    """
    if variant and variant != LETTERS:
        return Findings(notes=(Note(NoteKind.VARIANT, variant),))
    page = read_page(letter.html) if letter.html else Page("")
    allowance = Allowance()
    bodies = _read_bodies(letter, page, allowance)
    files = _Files(options, allowance, clock, clock() + options.seconds)
    findings = [*bodies, *files.read(letter.parts)]
    puzzles = [puzzle for found in findings for puzzle in found.puzzles]
    notes = [note for found in findings for note in found.notes]
    puzzles = without_echoes(puzzles, _told(letter, page))
    merged = without_solutions(merge(puzzles))
    declined = _declined(merged, notes, letter, page)
    if variant and not merged:
        declined = Note(NoteKind.VARIANT, variant)
    if declined:
        return Findings(notes=(declined,))
    bare = not (merged or letter.parts)
    if bare and any(map(leads_to_picture, _links(letter, page))):
        notes.append(Note(NoteKind.LINK_ONLY))
    told = (note for note in notes if not (merged and note.lack))
    return Findings(merged, tuple(dict.fromkeys(told)))


def read_file(data: bytes, name: str, options: ReadingOptions) -> Findings:
    """What the bytes of a FILE of that name hold, for `mailbot read`.

    Raises:
        MissingTool: there is a picture, and what reads pictures is not installed.
    """
    letter = letter_of(data, name)
    if MARK not in letter.text + letter.html:
        return read_letter(letter, options)
    # Loaded late: most FILEs quote no reply of ours.
    from mailbot.talk import continue_thread, listen

    thread = continue_thread(letter, listen(letter))
    return thread.findings if thread else read_letter(letter, options)


def _told(letter: Letter, page: Page) -> list[Puzzle]:
    """The puzzles in replies of ours that the letter quotes."""
    if MARK not in letter.text and MARK not in page.text:
        return []
    quoted = strip_quoting(f"{letter.text}\n{page.text}")
    grids = (marker.state.grid for marker in find_markers(quoted))
    readings = (reading_of(grid, Source.THREAD) for grid in grids)
    return [judge(reading, nodes=_NODES) for reading in islice(readings, _MAX_TOLD)]


def _read_bodies(letter: Letter, page: Page, allowance: Allowance) -> list[Findings]:
    """Read the text, the HTML and the links; the subject if these hold no puzzle."""
    found = [
        read_text(_own_text(letter.text), allowance=allowance),
        read_text(page.text, Source.HTML, allowance=allowance),
        read_links(_links(letter, page)),
    ]
    if not any(findings.puzzles for findings in found):
        found.append(read_text(letter.envelope.subject, allowance=allowance))
    return found


def _own_text(text: str) -> str:
    """What a person wrote above a reply of ours, where they typed a grid there.

    Beside the grid of the reply, one with a mistake would count as a bad copy of it.
    """
    if MARK not in text:
        return text
    # Loaded late: most FILEs quote no reply of ours.
    from mailbot.talk.wishes.newest import newest_words

    own = newest_words(text)
    return own if parse_all(own) else text


class _Files(Struct, frozen=True):
    """Reads the attachments of a letter, within its limits and until `end`."""

    options: ReadingOptions
    allowance: Allowance
    clock: Clock
    end: float

    def read(self, parts: Sequence[Part]) -> Iterator[Findings]:
        """What is in each of them, in the letter's order."""
        most = self.options
        kinds = [(part, kind_of(part)) for part in parts[: most.parts]]
        pictures = [one for one in kinds if one[1] in (PartKind.PICTURE, PartKind.PDF)]
        seen = self._read_pictures(pictures)
        for part, kind in kinds:
            if part.number in seen:
                yield seen[part.number]
            elif kind is PartKind.DOCUMENT:
                yield self._read_document(part)
            elif kind not in (PartKind.PICTURE, PartKind.PDF):
                yield _read_file(part, kind, self.allowance)
        unseen = len(pictures) > most.pictures
        if len(parts) > most.parts or (
            unseen and not any(found.puzzles for found in seen.values())
        ):
            yield Findings(notes=(Note(NoteKind.TOO_MANY),))

    def _read_pictures(
        self, pictures: Sequence[tuple[Part, PartKind]]
    ) -> dict[str, Findings]:
        """Read pictures, the likeliest to show a puzzle first.

        Once a puzzle is found, pictures that hardly show one are left out: the sender
        sent them for other reasons, and would not ask about them.

        Args:
            pictures: the parts, each with what it is.

        Returns:
            What was found, by the number of the part; nothing for a part that is left
            out.
        """
        until = self.clock() + _GLANCING * (self.end - self.clock())
        likely = {
            part.number: 1.0
            if len(pictures) == 1 or kind is PartKind.PDF or self.clock() > until
            else self._likelihood(part)
            for part, kind in pictures
        }
        found: dict[str, Findings] = {}
        ordered = sorted(pictures, key=lambda one: -round(likely[one[0].number], 1))
        for part, kind in ordered[: self.options.pictures]:
            told = any(one.puzzles for one in found.values())
            if not (told and likely[part.number] < _UNLIKELY):
                found[part.number] = self._look(part, kind)
        return found

    @during("read")
    def _likelihood(self, part: Part) -> float:
        """How likely a picture shows a puzzle, at a glance; 1 if it does not open."""
        from mailbot.eye.picture import likelihood
        from mailbot.pictures import PictureLimits

        try:
            return likelihood(part.data, PictureLimits(pixels=self.options.pixels))
        except SenderFault:
            return 1.0

    def _read_document(self, part: Part) -> Findings:
        """Read the text and the tables of an office document, then its pictures."""
        from mailbot.documents import Locked, NotRead, open_document

        try:
            document = open_document(part.data)
        except Locked:
            return _noted(NoteKind.ENCRYPTED, part)
        except NotRead as fault:
            return Findings(notes=(Note(NoteKind.FOREIGN, fault.format, part.number),))
        except SenderFault as fault:
            return _unread(fault, part)
        typed = read_text(document.text, Source.FILE, part.number, self.allowance)
        inside = [
            (picture, PartKind.PICTURE)
            for number, data in enumerate(document.pictures[: self.options.parts])
            if kind_of(picture := Part(f"{part.number}.{number}", "", "", data))
            is PartKind.PICTURE
        ]
        seen = list(self._read_pictures(inside).values())
        pictured = (puzzle for found in seen for puzzle in found.puzzles)
        puzzles = (*typed.puzzles, *(_on_page(one, part.number) for one in pictured))
        notes = [note for found in (typed, *seen) for note in found.notes]
        if puzzles:
            notes = [note for note in notes if note.kind is NoteKind.TOO_MANY]
        elif not notes:
            notes = [Note(NoteKind.NO_GRID)]
        here = (replace(note, part=part.number) for note in notes)
        return Findings(puzzles, tuple(dict.fromkeys(here)))

    @during("read")
    def _look(self, part: Part, kind: PartKind) -> Findings:
        """Read a picture or a PDF with the eye."""
        seconds, options = self.end - self.clock(), self.options
        if seconds <= 0:
            return _noted(NoteKind.TIME, part)
        from mailbot.eye.budget import EyeOptions
        from mailbot.eye.pdf import read_pdf, text_of_pdf
        from mailbot.eye.picture import read_picture
        from mailbot.pictures import PictureLimits, split_pages

        limits = PictureLimits(pixels=options.pixels, pages=options.pages)
        eye = EyeOptions(seconds=seconds, clock=self.clock, limits=limits)
        try:
            if kind is PartKind.PDF:
                found = read_pdf(part.data, part.number, eye)
                if found.puzzles or any(
                    n.kind is not NoteKind.NO_GRID for n in found.notes
                ):
                    return found
                typed = read_text(text_of_pdf(part.data, eye), Source.PDF, part.number)
                return replace(typed, notes=()) if typed.puzzles else found
            pages = split_pages(part.data, options.pages + 1, limits)
            seen = [
                read_picture(page, part.number, eye)
                for page in islice(pages, options.pages)
            ]
            more = next(pages, None) is not None
            notes = [note for one in seen for note in one.notes]
            if more:
                notes.append(Note(NoteKind.TOO_MANY, part=part.number))
            puzzles = tuple(puzzle for one in seen for puzzle in one.puzzles)
            return Findings(puzzles, tuple(dict.fromkeys(notes)))
        except SenderFault as fault:
            return _unread(fault, part)


def _read_file(part: Part, kind: PartKind, allowance: Allowance) -> Findings:
    match kind:
        case PartKind.TEXT:
            text = decode_text(part.data)
            return read_text(text, Source.FILE, part.number, allowance)
        case PartKind.HTML:
            markup = allowance.take(decode_text(part.data))
            page = read_page(markup)
            found = read_text(page.text, Source.FILE, part.number, allowance)
            if found.puzzles:
                return found
            # Rows without a table around them are no page.
            bare = read_text(markup, Source.FILE, part.number, Allowance())
            named = any(note.kind is NoteKind.VARIANT for note in bare.notes)
            return bare if bare.puzzles or named else found
        case PartKind.ENCRYPTED:
            return _noted(NoteKind.ENCRYPTED, part)
        case PartKind.OTHER:
            return _read_foreign(part, allowance)
        case _:
            return Findings()


def _read_foreign(part: Part, allowance: Allowance) -> Findings:
    """Read what a file of an unknown format says as text, if it is text: PostScript."""
    if is_text(part.data):
        text = decode_text(part.data)
        found = read_text(text, Source.FILE, part.number, allowance)
        if found.puzzles:
            return found
    name = foreign_format(part.data)
    kind = NoteKind.FOREIGN if name else NoteKind.NOT_OPENED
    return Findings(notes=(Note(kind, name, part.number),))


def _on_page(puzzle: Puzzle, part: str) -> Puzzle:
    """A puzzle from a picture in a document, as one from a page of the document."""
    where = replace(puzzle.reading.where, part=part)
    reading = replace(puzzle.reading, source=Source.PDF, where=where)
    return replace(puzzle, reading=reading)


def _unread(fault: SenderFault, part: Part) -> Findings:
    """What is told of a file that could not be read."""
    too_large = isinstance(fault, TooLarge)
    return _noted(NoteKind.TOO_LARGE if too_large else NoteKind.UNREADABLE, part)


def _noted(kind: NoteKind, part: Part) -> Findings:
    return Findings(notes=(Note(kind, part=part.number),))


def _declined(
    puzzles: Sequence[Puzzle], notes: Sequence[Note], letter: Letter, page: Page
) -> Note | None:
    """A note on the kind of puzzle, if that explains why none can be solved.

    Filled grids beside a puzzle of another kind are its solution.
    """
    if puzzles and all(puzzle.status is Status.COMPLETE for puzzle in puzzles):
        return next((note for note in notes if note.kind is NoteKind.VARIANT), None)
    if not puzzles or any(
        p.status in (Status.SOLVED, Status.COMPLETE, Status.GAVE_UP) for p in puzzles
    ):
        return None
    name = find_variant(f"{letter.envelope.subject}\n{letter.text}\n{page.text}")
    return Note(NoteKind.VARIANT, name) if name else None


def _links(letter: Letter, page: Page) -> tuple[str, ...]:
    """All links of the bodies, each once."""
    written = (*links_of(letter.text), *links_of(page.text))
    return tuple(dict.fromkeys((*written, *page.links)))
