"""The templates: one for each kind of reply, shown through two media, text and HTML."""

import re
from functools import cache
from types import CodeType

from jinja2 import (
    BytecodeCache,
    ChoiceLoader,
    Environment,
    PackageLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket

from mailbot.charset import visible_text
from mailbot.compose.table import (
    PHONE,
    SCREEN,
    TINTS,
    cell_pixels,
    font_pixels,
    lean_table,
    table_rows,
)
from mailbot.compose.text import tie, wrap, write_art, write_marks
from mailbot.language.catalogue import Language

_EXTENSION = "jinja2.ext.i18n"
_BLANK_LINES = re.compile(r"\n\s*\n")


def write_text(language: Language, values: dict[str, object]) -> str:
    """The reply as plain text."""
    page = _pages(language, "text").get_template("page.j2").render(values)
    return visible_text(_BLANK_LINES.sub("\n\n", page)).strip("\n") + "\n"


def write_html(language: Language, values: dict[str, object]) -> str:
    """The reply as HTML."""
    page = _pages(language, "html").get_template("page.j2").render(values)
    return visible_text(_BLANK_LINES.sub("\n", page)).strip() + "\n"


class _Compiled(BytecodeCache):
    """The templates of a medium as code, which is the same in all languages."""

    def __init__(self) -> None:
        self._code: dict[str, CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code, if another language has needed it."""
        bucket.code = self._code.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        if bucket.code:
            self._code[bucket.key] = bucket.code


_COMPILED = {"text": _Compiled(), "html": _Compiled()}


@cache
def _pages(language: Language, medium: str) -> Environment:
    """The templates of a medium; both media share those outside their folders."""
    pages = Environment(
        loader=ChoiceLoader(
            [
                PackageLoader("mailbot.compose", f"templates/{medium}"),
                PackageLoader("mailbot.compose"),
            ]
        ),
        autoescape=medium == "html",  # noqa: S701 - plain text has no markup
        undefined=StrictUndefined,
        bytecode_cache=_COMPILED[medium],
        auto_reload=False,  # it would read the disk for each template of each reply
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[_EXTENSION],
    )
    pages.filters.update(
        wrap=wrap,
        tie=tie,
        art=write_art,
        marks=write_marks,
        table=table_rows,
        lean_table=lean_table,
        cell_pixels=cell_pixels,
        font_pixels=font_pixels,
    )
    pages.globals.update(phone=PHONE, screen=SCREEN, tints=TINTS)
    pages.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=True
    )
    return pages
