"""Prints for a person at a terminal, or as JSON for a script.

What is printed may hold a stranger's words: no control or format character of theirs
reaches the terminal, which they could colour, overwrite or turn around.
"""

import json

import click

from mailbot.charset import escape_unseen, visible_text

NOTHING_FOUND, NOT_ONE_SOLUTION = 4, 5
"""Exit codes that are no error's; the others stand in `mailbot.errors`."""


def say(text: str, *, err: bool = False) -> None:
    """Print text, of one line or several, to stdout or stderr."""
    click.echo(visible_text(text), err=err)


def one_line(text: str) -> str:
    """A text on one line, so that a stranger's words look like no other line."""
    return " ".join(visible_text(text).split())


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "letter"), counted(0, "letter")
    ('1 letter', '0 letters')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def say_json(value: object) -> None:
    """Print one object as one line of JSON; what is not visible is escaped."""
    line = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    click.echo(escape_unseen(line))
