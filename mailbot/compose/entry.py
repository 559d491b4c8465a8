"""From findings to a reply."""

from dataclasses import dataclass, field

from mailbot.compose.languages import language_of
from mailbot.compose.pages import write_html, write_text
from mailbot.compose.phrases import Phrases
from mailbot.compose.sections import (
    Section,
    make_section,
    overall_kind,
    solution_lines,
    told_notes,
)
from mailbot.compose.subject import reply_subject
from mailbot.marker import write_marker
from mailbot.model import (
    Address,
    Envelope,
    Findings,
    Kind,
    Letter,
    Reply,
    Want,
    Wish,
)

_REFERENCES = 12


@dataclass(frozen=True, slots=True)
class ComposeOptions:
    """What the operator decides: whether pictures go out, and how many solutions."""

    pictures: bool = True
    solutions: int = 10


@dataclass(frozen=True, slots=True)
class Context:
    """What a reply needs beside the letter.

    `address` is our own; `seconds` is how long reading took, if known;
    `last_no_puzzle` tells that no further note of this kind follows today.
    """

    to: Address
    message_id: str
    address: str = ""
    seconds: float | None = None
    last_no_puzzle: bool = False
    options: ComposeOptions = field(default_factory=ComposeOptions)


@dataclass(frozen=True, slots=True)
class Composed:
    """A reply, its kind, and exactly the full solutions that it shows."""

    kind: Kind
    reply: Reply
    solutions: tuple[str, ...] = ()


def compose(
    letter: Letter, wish: Wish, findings: Findings, context: Context
) -> Composed:
    """Write the reply to a letter.

    Args:
        letter: its subject, ids and pictures are used, none of its other words.
        wish: what is wanted, and in which language.
        findings: what was read, and what was not.
        context: to whom, under which id.
    """
    sections = [
        make_section(puzzle, wish, context.options.solutions)
        for puzzle in findings.puzzles
    ]
    kind = overall_kind(sections, findings, wish)
    language = language_of(wish.language)
    subject = reply_subject(letter.envelope.subject)
    values = _values(sections, kind, findings, wish, context)
    values |= {"language": language.code, "subject": subject}
    return Composed(
        kind=kind,
        reply=Reply(
            to=context.to,
            subject=subject,
            in_reply_to=letter.envelope.message_id,
            references=_references(letter.envelope),
            message_id=context.message_id,
            text=write_text(language.code, values),
            html=write_html(language.code, values),
            language=language.code,
        ),
        solutions=solution_lines(sections),
    )


def _values(
    sections: list[Section],
    kind: Kind,
    findings: Findings,
    wish: Wish,
    context: Context,
) -> dict[str, object]:
    """What the templates know."""
    phrases = Phrases(language_of(wish.language), context.seconds)
    notes = phrases.notes(told_notes(findings))
    if wish.variant:
        notes.insert(0, phrases.variant(wish.variant))
    return {
        "sections": sections,
        "kind": kind,
        "notes": notes,
        "stop": wish.want is Want.STOP,
        "last_no_puzzle": context.last_no_puzzle and not sections,
        "footer": phrases.footer(),
        "read_caption": phrases.read_caption,
        "digits": phrases.digits,
        "mistakes_sentence": phrases.mistakes_sentence,
        "forks": phrases.forks,
        "doubts": phrases.doubts,
        "clashes": phrases.clashes,
        "facts_line": phrases.facts_line,
        "marker_lines": _marker_lines,
        "plain": False,
    }


def _marker_lines(section: Section) -> str:
    return write_marker(section.puzzle.grid, section.puzzle.doubtful)


def _references(envelope: Envelope) -> tuple[str, ...]:
    """The thread so far: its first letter and its last ones (RFC 5322, 3.6.4)."""
    earlier = envelope.references or envelope.in_reply_to[:1]
    thread = tuple(dict.fromkeys((*earlier, envelope.message_id)))
    thread = tuple(filter(None, thread))
    return thread[:1] + thread[1:][-_REFERENCES + 1 :]
