"""Sentences that say what in a letter was not read, and why."""

from collections.abc import Sequence

from mailbot.compose.speech import Speech
from mailbot.model import Lack, Note, NoteKind, Part


class NotePhrases(Speech, frozen=True):
    """The sentences on notes, in one language.

    An attachment is named by its place among the `parts` of the letter: its file name
    is the sender's words.
    """

    parts: Sequence[Part] = ()

    def sentence(self, note: Note) -> str:
        """What was not read, and what to do about it."""
        if note.kind is NoteKind.VARIANT:
            return self._(
                "This looks like another kind of puzzle (%(name)s). I only know the "
                "standard rules: rows, columns and boxes."
            ) % {"name": self._variants().get(note.detail, note.detail)}
        sentence = self._without_place(note)
        numbers = [part.number for part in self.parts]
        if note.part not in numbers:
            return sentence
        return f"{self._attachment(numbers.index(note.part))}: {sentence}"

    def _without_place(self, note: Note) -> str:
        if note.lack:
            return self._lack(note.lack)
        if note.kind is NoteKind.FOREIGN:
            return self._(
                "I cannot read files in the format %(name)s; please send a PNG, a PDF "
                "or a photo."
            ) % {"name": note.detail}
        return self._reason(note.kind)

    def _attachment(self, index: int) -> str:
        """What an attachment is called, by its place from 0."""
        names = (
            self._("The first attachment"),
            self._("The second attachment"),
            self._("The third attachment"),
            self._("The fourth attachment"),
            self._("The fifth attachment"),
        )
        if index < len(names):
            return names[index]
        return self._("Attachment %(number)s") % {"number": index + 1}

    def _variants(self) -> dict[str, str]:
        """What people call the kinds of puzzle that are not solved."""
        return {
            "jigsaw": self._("jigsaw"),
            "diagonal": self._("diagonal"),
            "thermo": self._("thermometer"),
            "arrow": self._("arrows"),
            "greater-than": self._("greater than"),
            "even-odd": self._("even and odd"),
            "consecutive": self._("consecutive"),
            "word": self._("words"),
            "other": self._("other rules"),
        }

    def _lack(self, lack: Lack) -> str:
        """Which rows or cells the person should count again in a typed puzzle."""
        values = {"row": lack.row, "rows": lack.rows, "cells": lack.cells}
        size = lack.size
        if lack.row:
            words = self._(
                "It looks like a %(size)sx%(size)s puzzle, but row %(row)s has "
                "%(cells)s cells instead of %(size)s."
            )
        elif lack.rows:
            words = self._(
                "It looks like a %(size)sx%(size)s puzzle, but I count %(rows)s rows "
                "instead of %(size)s."
            )
        else:
            words = self._(
                "It looks like a %(size)sx%(size)s puzzle, but I count %(cells)s cells "
                "instead of %(all)s."
            )
        return words % (values | {"size": size, "all": size * size})

    def _reason(self, kind: NoteKind) -> str:
        return {
            NoteKind.TOO_LARGE: self._(
                "It is too large for me; please send a smaller file."
            ),
            NoteKind.TOO_MANY: self._(
                "There is more in your message than I can read at once."
            ),
            NoteKind.UNREADABLE: self._("It is damaged, or of a kind I cannot read."),
            NoteKind.NOT_OPENED: self._(
                "I do not open files of this kind; please send a picture, PDF or text."
            ),
            NoteKind.ENCRYPTED: self._(
                "It is locked or encrypted; please send it without a password."
            ),
            NoteKind.LINK_ONLY: self._(
                "I do not open links; please attach the picture itself."
            ),
            NoteKind.NO_PICTURE: self._(
                "Your message names a picture, but none came with it; please attach "
                "the picture."
            ),
            NoteKind.NO_BLANKS: self._(
                "It looks like a puzzle whose empty cells got lost; please write a dot "
                "for each of them."
            ),
            NoteKind.CUT_OFF: self._(
                "The puzzle is cut off at the edge; please get all of it into the "
                "picture."
            ),
            NoteKind.BLURRED: self._(
                "I see a grid, but the picture is too blurred to read; please hold "
                "still and take it again."
            ),
            NoteKind.TOO_SMALL: self._(
                "I see a grid, but its cells are too small to read; please take it "
                "from closer up."
            ),
            NoteKind.TOO_DARK: self._(
                "I see a grid, but the picture is too dark to read; please take it "
                "again with more light."
            ),
            NoteKind.COVERED: self._(
                "I see a grid, but a part of it is covered; please take it again with "
                "nothing covering it."
            ),
            NoteKind.UNCLEAR: self._(
                "I see a grid, but cannot read its digits; please take it again from "
                "straight above, in even light."
            ),
            NoteKind.NO_GRID: self._("I see no Sudoku grid in it."),
            NoteKind.UNQUOTED: self._(
                "Please leave my message below your reply: your puzzle is in it."
            ),
            NoteKind.TIME: self._("I ran out of time while reading it."),
        }[kind]
