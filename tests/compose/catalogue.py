"""The sentences of the code, and the catalogues that translate them.

`python -m tests.compose.catalogue` brings every catalogue up to date: new sentences
come in untranslated, changed ones marked fuzzy, and a test asks for the rest.
"""

from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import mailbot.compose
import mailbot.language
from mailbot.language.catalogue import EXAMPLES
from mailbot.language.folders import written
from solver.logic import Technique, sentences

COMPOSE = Path(mailbot.compose.__file__).parent
LANGUAGE = Path(mailbot.language.__file__).parent
TRANSLATED = written()[1:]
_METHODS = [("**.py", "python"), ("**.j2", "jinja2.ext:babel_extract")]
_OPTIONS = {
    "**.j2": {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
}
_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "_ngettext": (1, 2)}
_HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {}\\n"

"""


def templates() -> list[str]:
    """The sentences in which the solver speaks of its steps, and their parts.

    One that ends in a blank is the beginning of others.
    """
    values = (value for name, value in vars(sentences).items() if name.isupper())
    texts = (value for value in values if isinstance(value, str))
    return [text for text in texts if not text.endswith(" ")]


def read_code() -> Catalog:
    """Every sentence of the code: templates, phrases, and the solver's steps."""
    catalogue = Catalog(project="sudoku-mailbot", fuzzy=False)
    for file, _, message, _, _ in extract_from_dir(
        COMPOSE, _METHODS, _OPTIONS, keywords=_KEYWORDS
    ):
        catalogue.add(message, locations=[(file, 0)])
    labels = (technique.label for technique in Technique)
    for message in (*labels, *templates()):
        catalogue.add(message, locations=[("solver.logic", 0)])
    for message in EXAMPLES:
        catalogue.add(message, locations=[("language.catalogue", 0)])
    return catalogue


def path_of(language: str) -> Path:
    return LANGUAGE / language / "replies.po"


def read_catalogue(language: str) -> Catalog:
    with path_of(language).open("rb") as stream:
        return read_po(stream, locale=language)


def update() -> None:
    """Bring the catalogues up to date with the code."""
    for language in TRANSLATED:
        catalogue = read_catalogue(language)
        catalogue.update(read_code(), no_fuzzy_matching=True)
        save(catalogue)


def save(catalogue: Catalog) -> None:
    """Write a catalogue, with the headers that gettext reads and no others."""
    body = BytesIO()
    write_po(body, catalogue, 88, omit_header=True, include_lineno=False)
    header = _HEADER.format(catalogue.locale, catalogue.plural_forms)
    path_of(str(catalogue.locale)).write_text(header + body.getvalue().decode())


if __name__ == "__main__":
    update()
