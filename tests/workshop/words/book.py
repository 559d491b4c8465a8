r"""The phrase books: what people write for each wish, in each language.

`mailbot/language/CODE/phrases/CLASS.txt` holds a phrase a line, `\n` for a line break
in it. A line `# author: NAME` begins the phrases of one way of writing: a whole author
is held out to measure, since the same hand writes alike.

`CLASSES` are those that the word model tells apart; `book_classes` names every book,
the finer ones too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from mailbot.language.folders import written
from mailbot.model.requests import Act
from mailbot.talk.wishes.classifier import MISTAKE, NO_DIGIT, NONE, ONLY_THIS, REFUSAL

_NO_CLASSES = {Act.LEFT_OUT, Act.FIRST_MISTAKE}
CLASSES = (
    *(act.value for act in Act if act not in _NO_CLASSES),
    MISTAKE,
    *(NONE, REFUSAL, NO_DIGIT, ONLY_THIS),
)
_AUTHOR = "# author:"


@dataclass(frozen=True, slots=True)
class Phrase:
    """What somebody writes: in which language, in whose manner, and what it means."""

    language: str
    author: str
    want: str
    text: str


def book_classes() -> list[str]:
    """Every class that has a book in some language."""
    return sorted(
        {
            book.name.removesuffix(".txt")
            for language in written()
            for book in _folder(language).iterdir()
        }
    )


def read_books(classes: Iterable[str] = CLASSES) -> Iterator[Phrase]:
    """Every phrase of the classes, in every language."""
    wanted = tuple(classes)
    for language in written():
        folder = _folder(language)
        for want in wanted:
            book = folder.joinpath(f"{want}.txt")
            if book.is_file():
                yield from _phrases(language, want, book.read_text(encoding="utf-8"))


def _folder(language: str) -> Traversable:
    return files("mailbot.language").joinpath(language, "phrases")


def _phrases(language: str, want: str, book: str) -> Iterator[Phrase]:
    author = ""
    for line in map(str.strip, book.splitlines()):
        if line.startswith(_AUTHOR):
            author = line.removeprefix(_AUTHOR).split()[0]
        elif line and not line.startswith("#"):
            yield Phrase(language, author, want, line.replace("\\n", "\n"))
