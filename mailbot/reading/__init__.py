"""Finds and reads the puzzles of a letter, wherever they stand in it."""

from dataclasses import dataclass, replace
from importlib import import_module

from mailbot.errors import SenderFault
from mailbot.model import Findings, Letter, Note, NoteKind, Part, Source, Wish
from mailbot.reading.text import read_text


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """Limits of what is read in a letter."""

    parts: int = 200
    pictures: int = 12
    pages: int = 10
    pixels: int = 50_000_000
    seconds: float = 10.0


def read_letter(letter: Letter, wish: Wish, options: ReadingOptions) -> Findings:
    """All puzzles of a letter."""
    conversation = import_module("mailbot.reading.conversation")
    going_on = conversation.continue_thread(letter, wish)
    if going_on is not None:
        return going_on
    found = read_text(letter.text)
    if not found.puzzles and letter.html:
        html = import_module("mailbot.reading.html")
        found = read_text(html.read_page(letter.html).text, Source.HTML)
    for part in letter.parts[: options.parts]:
        found = _joined(found, _read_part(part, options))
    return found


def _read_part(part: Part, options: ReadingOptions) -> Findings:
    if part.content_type.startswith("text/"):
        return read_text(part.data.decode("utf-8", "replace"), Source.FILE, part.number)
    if part.content_type.startswith("image/") or part.content_type == "application/pdf":
        picture, eye = (
            import_module("mailbot.reading.picture"),
            import_module("mailbot.reading.eye"),
        )
        try:
            return picture.read_picture(
                part.data,
                part.number,
                replace(eye.EyeOptions(), seconds=options.seconds),
            )
        except SenderFault as fault:
            note = Note(NoteKind.UNREADABLE, fault.hint, part.number)
            return Findings(notes=(note,))
    return Findings()


def _joined(first: Findings, second: Findings) -> Findings:
    return Findings(first.puzzles + second.puzzles, first.notes + second.notes)
