"""Answers to our replies, as mail programs quote them."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from textwrap import wrap

from mailbot.model import Content, Envelope, Letter, Part, Puzzle, Status
from mailbot.talk import Conversation, continue_thread, listen
from tests.compose.cases import ADA, GRANDFATHER, answer_to, grid, puzzle

MISREAD = "1" + GRANDFATHER[1:]
"""The grandfather's puzzle, its first digit misread."""

UNIQUE = GRANDFATHER[:5] + "4" + GRANDFATHER[6:]
"""The grandfather's puzzle, its 6 in r1c6 misread: it has one solution still."""


@cache
def doubtful(givens: str = MISREAD, *cells: int) -> Content:
    """A reply that asks what stands in these cells, or in the first."""
    doubts = cells or (0,)
    return answer_to([puzzle(grid(givens), Status.DOUBTFUL, None, doubts)])


@cache
def asking(language: str, second: int) -> Content:
    """A reply that asks whether r1c6 is a 4, or this second digit."""
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    cells = list(asked.reading.cells)
    cells[5] = replace(cells[5], runner_up=second)
    reading = replace(asked.reading, cells=tuple(cells))
    return answer_to([replace(asked, reading=reading)], language=language)


def quote(text: str, sign: str = "> ") -> str:
    return "\n".join(sign + line for line in text.splitlines())


GMAIL = "On Sat, Nov 21, 2026 at 9:00 AM Bot <bot@bot.example> wrote:"


def gmail_text(reply: Content, words: str) -> Letter:
    """Gmail in plain text: the quote wrapped, its long lines broken.

    For tests of many words: it is read in half the time that HTML takes.
    """
    return letter(f"{words}\n\n{GMAIL}\n\n{_wrapped_quote(reply.text)}")


@cache
def _wrapped_quote(text: str) -> str:
    lines = text.splitlines()
    return quote("\n".join(piece for line in lines for piece in wrap(line, 70) or [""]))


def gmail(reply: Content, words: str) -> Letter:
    """Gmail: both parts; the HTML in a div."""
    return replace(
        gmail_text(reply, words),
        html=f'<div dir="ltr">{words.replace(chr(10), "<br>")}</div><br>'
        f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{GMAIL}<br></div>'
        f'<blockquote class="gmail_quote">{reply.html}</blockquote></div>',
    )


def outlook(reply: Content, words: str) -> Letter:
    """Outlook: nothing marks the quote but the headers above it; HTML alone."""
    body = re.sub(
        r"<td style=\"([^\"]*)\"", r'<td width=34 style="\1;mso-x:1"', reply.html
    )
    return letter(
        "",
        f"<html><body><p class=MsoNormal>{words.replace(chr(10), '<br>')}</p>"
        "<div style='border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal>"
        "<b>From:</b> Bot &lt;bot@bot.example&gt;<br><b>Sent:</b> Saturday<br>"
        f"<b>Subject:</b> Re: Stuck</p></div>{body}</body></html>",
    )


def outlook_text(reply: Content, words: str) -> Letter:
    """Outlook in plain text: no sign at all before the quoted lines."""
    head = "-----Original Message-----\nFrom: Bot <bot@bot.example>\nSubject: Re: Stuck"
    return letter(f"{words}\n\n{head}\n\n{reply.text}")


def apple_mail(reply: Content, words: str) -> Letter:
    """Apple Mail: the quote in a blockquote of type cite, an empty line between all."""
    head = "Am 21.11.2026 um 09:00 schrieb Bot <bot@bot.example>:"
    return letter(
        f"{words}\n\n> {head}\n> \n{quote(reply.text)}\n",
        f"<html><body>{words.replace(chr(10), '<br>')}<div><br><blockquote type='cite'>"
        f"<div>{head}</div><br><div>{reply.html}</div></blockquote></div></body></html>",
    )


def thunderbird(reply: Content, words: str) -> Letter:
    """Thunderbird in plain text, answering below the quote; long lines broken hard."""
    lines = (
        line[start : start + 70]
        for line in reply.text.splitlines()
        for start in range(0, max(len(line), 1), 70)
    )
    head = "Am 21.11.26 um 09:00 schrieb Bot:"
    return letter(f"{head}\n{quote(chr(10).join(lines), '>')}\n\n{words}\n")


def deep(reply: Content, words: str) -> Letter:
    """Quoted a second time on the way."""
    return letter(f"{words}\n\n{quote(quote(reply.text, '>'), '> ')}")


CLIENTS: list[Callable[[Content, str], Letter]] = [
    gmail,
    gmail_text,
    outlook,
    outlook_text,
    apple_mail,
    thunderbird,
    deep,
]


def letter(text: str = "", html: str = "", parts: tuple[Part, ...] = ()) -> Letter:
    envelope = Envelope(ADA, subject="Re: Stuck", in_reply_to=("<2@bot.example>",))
    return Letter(envelope, text, html, parts)


def follow(answer: Letter) -> Conversation | None:
    return continue_thread(answer, listen(answer))


def meant(answer: Letter) -> Conversation:
    conversation = follow(answer)
    assert conversation is not None
    return conversation


def found(answer: Letter) -> list[Puzzle]:
    return list(meant(answer).findings.puzzles)
